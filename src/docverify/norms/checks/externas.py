"""What only data from outside the dossier can tell: debts in Cadin, revocations, establishments already authorised.

Without the file of the office (`docverify.norms.bases`) each of these is not verifiable, and says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from docverify.model import Reason
from docverify.norms import labels
from docverify.norms.bases import Autorizacao, Debito
from docverify.norms.checks.endereco import one_line
from docverify.norms.checks.identidade import mask, same_root
from docverify.norms.checks.pessoas import Pessoa, same_person
from docverify.norms.checks.validade import br
from docverify.norms.context import Context
from docverify.norms.other_company import NOMEIAM_OUTRA
from docverify.norms.registry import Achado, Parameter, check
from docverify.values.addresses import Endereco, compare_address
from docverify.values.identifiers import cnpj as cnpj_values
from docverify.values.text import fold

_SEM_BASE = "base_externa_nao_consultada"
_CADIN = "o Cadin (arquivo cadin.csv)"
_REVOGACOES = "o registro de autorizações revogadas (arquivo revogacoes.csv)"
_AUTORIZADAS = "o cadastro de estabelecimentos autorizados pela ANP (arquivo autorizacoes.csv)"


def _nao_consultada(ctx: Context, what: str) -> Achado:
    return ctx.nao_verificavel(_SEM_BASE, f"Depende d{what}, que não foi consultado.")


def _asked_on(ctx: Context) -> date:
    return ctx.dossie.pedido.data_protocolo or ctx.dossie.data_referencia


@check("cadin_da_requerente", alcance="dossie")
def cadin_da_requerente(ctx: Context) -> Iterator[Achado]:
    """The applicant has no debt in Cadin from an activity that ANP regulates (RES41, art. 8º, IV)."""
    base, own = ctx.dossie.bases.cadin, ctx.ficha.cnpj
    if base is None or own is None:
        yield _nao_consultada(ctx, _CADIN)
        return
    yield from _debts(ctx, {own: "A requerente"})


def _debts(ctx: Context, companies: dict[str, str]) -> Iterator[Reason]:
    """Say of each company, given with what it is, the debts that stand in Cadin; a debt is the whole company's."""
    for number, who in companies.items():
        for debt in ctx.dossie.bases.cadin or ():
            if debt.documento == number or same_root(debt.documento, number):
                since = f" desde {br(debt.data)}" if debt.data else ""
                later = debt.data is not None and debt.data > _asked_on(ctx)
                yield ctx.motivo(
                    "debito_cadin",
                    "revisar" if later else "impede",
                    f"{who} ({mask(number)}) tem débito inscrito no Cadin{since}."
                    + (" A inscrição é posterior ao requerimento: confira." if later else ""),
                )
                break


@check("cadin_dos_socios", alcance="dossie", outras_obrigacoes=Parameter(bool, (), False))
def cadin_dos_socios(ctx: Context) -> Iterator[Achado]:
    """No partner was a partner of a company with a debt in Cadin (RES41, art. 8º, V; art. 11, § 2º).

    Cadin lists debtors, and their partners only where the office's file adds them. Without these, a partner who is a
    debtor is for a person to look at, and that none is does not settle the rule. ``outras_obrigacoes``: the rule
    speaks of obligations beyond Cadin as well, which is said.
    """
    base = ctx.dossie.bases.cadin
    if base is None:
        yield _nao_consultada(ctx, _CADIN)
        return
    known = [d for d in base if d.socios is not None]
    hit = False
    for reason in _former_partners(ctx, known):
        hit = True
        yield reason
    for partner in ctx.ficha.socios:
        number = "".join(c for c in (partner.documento or "").upper() if c.isalnum())
        debt = next((d for d in base if number and (d.documento == number or same_root(d.documento, number))), None)
        if debt is not None:
            hit = True
            yield ctx.motivo(
                "debito_cadin",
                "revisar",
                f"O sócio {partner.nome} está inscrito no Cadin"
                + (f" desde {br(debt.data)}" if debt.data else "")
                + ". "
                "Confira se o débito é de empresa regulada pela ANP da qual era sócio, e se saiu dela antes do evento.",
            )
    if not ctx.ficha.socios:
        yield ctx.nao_verificavel(_SEM_BASE, "A Ficha não declara os sócios, que a ANP consulta em linha.")
    elif not hit and len(known) < len(base):
        yield ctx.nao_verificavel(
            _SEM_BASE, "O arquivo do Cadin não diz de que empresas devedoras os sócios participaram."
        )
    elif not hit and ctx.param("outras_obrigacoes"):
        text = "O Cadin foi consultado; de débitos e obrigações fora dele, de que a norma também fala, nada se sabe."
        yield ctx.motivo(_SEM_BASE, "alerta", text)


def _former_partners(ctx: Context, debts: list[Debito]) -> Iterator[Reason]:
    """Say of each declared partner who was a partner of a debtor, and did not leave before the debt."""
    for debt in debts:
        if debt.data is not None and debt.data > _asked_on(ctx):
            continue
        for partner in ctx.ficha.socios:
            wanted = Pessoa(partner.nome, partner.documento)
            for former in debt.socios or ():
                if same_person(wanted, Pessoa(former.nome, former.documento)) != "sim":
                    continue
                if former.saida is not None and debt.data is not None and former.saida <= debt.data:
                    continue
                by_number = _plain(former.documento) == _plain(partner.documento) != ""
                sure = by_number and (former.saida is None or debt.data is not None)
                yield ctx.motivo(
                    "debito_cadin",
                    "impede" if sure else "revisar",
                    f"{partner.nome} foi sócio de {debt.nome or mask(debt.documento)}, com débito inscrito no Cadin"
                    + (f" em {br(debt.data)}." if debt.data else ".")
                    + ("" if by_number else " Só o nome coincide: confira se é a mesma pessoa.")
                    + ("" if sure or not by_number else " Confira se saiu antes do evento que deu origem ao débito."),
                )


def _years_before(day: date, years: int) -> date:
    try:
        return day.replace(year=day.year - years)
    except ValueError:  # 29 February
        return day.replace(year=day.year - years, day=28)


def _recent(ctx: Context, day: date | None) -> bool | None:
    """Tell whether a revocation lies in the term before the request; None where its day is not known."""
    asked = _asked_on(ctx)
    return None if day is None else _years_before(asked, ctx.param("anos")) <= day <= asked


@check("revogacao_da_requerente", alcance="dossie", anos=Parameter(int))
def revogacao_da_requerente(ctx: Context) -> Iterator[Achado]:
    """The applicant lost no authorisation by penalty in the last years (RES41, art. 8º, VI)."""
    base, own = ctx.dossie.bases.revogadas, ctx.ficha.cnpj
    if base is None or own is None:
        yield _nao_consultada(ctx, _REVOGACOES)
        return
    for entry in base:
        recent = _recent(ctx, entry.data)
        if recent is False or not (entry.cnpj == own or same_root(entry.cnpj, own)):
            continue
        when = f" em {br(entry.data)}" if entry.data else ", em data que o arquivo não diz"
        yield ctx.motivo(
            "autorizacao_revogada",
            "impede" if recent else "revisar",
            f"A requerente teve autorização revogada{when}, e o prazo é de {ctx.param('anos')} anos.",
        )


@check("revogacao_dos_socios", alcance="dossie", anos=Parameter(int))
def revogacao_dos_socios(ctx: Context) -> Iterator[Achado]:
    """No partner answered for a company that lost its authorisation in the last years (RES41, art. 8º, VII)."""
    base = ctx.dossie.bases.revogadas
    if base is None:
        yield _nao_consultada(ctx, _REVOGACOES)
        return
    if not ctx.ficha.socios:
        yield ctx.nao_verificavel(_SEM_BASE, "A Ficha não declara os sócios, que a ANP consulta em linha.")
        return
    for entry in base:
        recent = _recent(ctx, entry.data)
        if recent is False:
            continue
        for partner in ctx.ficha.socios:
            listed = [Pessoa(name, document) for name, document in entry.socios]
            wanted = Pessoa(partner.nome, partner.documento)
            same = [p for p in listed if same_person(wanted, p) == "sim"]
            if not same:
                continue
            by_number = any(_plain(p.documento) == _plain(partner.documento) != "" for p in same)
            yield ctx.motivo(
                "autorizacao_revogada",
                "impede" if by_number and recent else "revisar",
                f"{partner.nome} respondia por {entry.razao_social or mask(entry.cnpj)}, cuja autorização foi revogada"
                + (f" em {br(entry.data)}." if entry.data else ".")
                + ("" if by_number else " Só o nome coincide: confira se é a mesma pessoa."),
            )


def _plain(text: str | None) -> str:
    return "".join(c for c in (text or "").upper() if c.isalnum())


def substituted(ctx: Context) -> dict[str, str]:
    """Return the CNPJs of the company that gives way, from its papers and the cadastre, with how it is called."""
    found: dict[str, str] = {}
    own = ctx.ficha.cnpj or ""
    for index, document in enumerate(ctx.dossie.documentos):
        if document.tipo in NOMEIAM_OUTRA or ctx.dossie.de_outra(index) == "sim":
            number = document.campos.get("cnpj")
            if number is not None and number.valor and cnpj_values.is_valid(str(number.valor)):
                found.setdefault(str(number.valor), f"A empresa substituída, {labels.no_tipo(document.tipo)},")
    for entry in others_authorised(ctx):
        if any(_same_place(entry, place) for place in ctx.dossie.enderecos):
            found.setdefault(entry.cnpj, f"A empresa autorizada no endereço, {entry.razao_social or 'sem nome'},")
    return {n: who for n, who in found.items() if not same_root(n, own)}


@check("cadin_da_substituida", alcance="dossie")
def cadin_da_substituida(ctx: Context) -> Iterator[Achado]:
    """The company that operated at the address, or on its access roads, has no debt in Cadin (RES41, art. 8º, VIII)."""
    if ctx.dossie.bases.cadin is None:
        yield _nao_consultada(ctx, _CADIN)
        return
    companies = substituted(ctx)
    if not companies and ctx.dossie.bases.autorizadas is not None and "substituicao" not in ctx.dossie.etiquetas:
        yield ctx.sem_objeto()
    elif not companies:
        yield ctx.nao_verificavel(_SEM_BASE, "Nenhum documento nem cadastro diz o CNPJ da empresa substituída.")
        return
    yield from _debts(ctx, companies)


_ROAD = re.compile(r"\b(?:ROD|RODOVIA|ESTRADA|EST|BR|KM|[A-Z]{2}[- ]?\d{3})\b")


def _other_number(there: Endereco, place: Endereco) -> bool:
    """Tell whether two addresses on streets have two plain numbers, which needs no comparison of the rest."""
    one, other = (there.numero or "").strip(), (place.numero or "").strip()
    if not (one.isdecimal() and other.isdecimal()) or one.lstrip("0") == other.lstrip("0"):
        return False
    # on a road the kilometre may stand in the place of the number
    return not any(_ROAD.search(fold(e.logradouro or "")) for e in (there, place))


def _same_place(entry: Autorizacao, place: Endereco) -> bool | None:
    """Tell whether an authorised establishment stands at a place; None where it may."""
    there = entry.endereco
    if there is None or (there.uf and place.uf and there.uf != place.uf):
        return False
    if there.municipio and place.municipio and fold(there.municipio)[:1] != fold(place.municipio)[:1]:
        # a national cadastre has tens of thousands of entries: most are told apart without a comparison
        return False
    if _other_number(there, place):
        return False
    parts = dict(compare_address(there, place))
    levels = {c.nivel for c in parts.values()}
    if "impede" in levels:
        return False
    whole = all(parts[p].nivel in ("igual", "alerta") for p in ("logradouro", "numero", "municipio"))
    return True if whole and "revisar" not in levels else None


def others_authorised(ctx: Context) -> list[Autorizacao]:
    """Return the other companies that are, or may be, authorised at the address or on its access roads."""
    return [
        e
        for e in ctx.dossie.bases.autorizadas or ()
        if not same_root(e.cnpj, ctx.ficha.cnpj or "")
        and any(_same_place(e, place) is not False for place in ctx.dossie.enderecos)
    ]


@check("duplicidade_de_endereco", alcance="dossie")
def duplicidade_de_endereco(ctx: Context) -> Iterator[Achado]:
    """Nobody is authorised at the address already, unless it is the company that gives way (RES41, art. 7º, § 3º)."""
    base, here = ctx.dossie.bases.autorizadas, ctx.dossie.endereco
    if base is None or here is None:
        yield _nao_consultada(ctx, _AUTORIZADAS)
        return
    replaced = ctx.dossie.etiquetas & {"substituicao", "fusao"}
    for entry in base:
        same = _same_place(entry, here)
        if same is False:
            continue
        who = f"{entry.razao_social or 'Empresa'} ({mask(entry.cnpj)})"
        where = one_line(entry.endereco) if entry.endereco else ""
        message = (
            f"{who} está autorizada no endereço {where}" + (f" ({entry.atividade})" if entry.atividade else "") + "."
        )
        own = same_root(entry.cnpj, ctx.ficha.cnpj or "")
        if replaced and not own:
            message += " A sua substituição se comprova por um dos documentos do art. 7º, § 2º, k."
            yield ctx.motivo("endereco_duplicado", "alerta", message)
        elif own and ctx.dossie.pedido.situacao.startswith("alteracao"):
            continue
        elif same:
            message += (
                " Se ela deixou de operar, peça a substituição e apresente um dos documentos do art. 7º, § 2º, k."
            )
            yield ctx.motivo("endereco_duplicado", "impede", message)
        else:
            yield ctx.motivo("endereco_duplicado", "revisar", f"{message} Confira se é o mesmo endereço.")


@check("sem_sucessora_no_endereco", alcance="dossie")
def sem_sucessora_no_endereco(ctx: Context) -> Iterator[Achado]:
    """No other company goes on at the address, as far as the cadastre is there to tell (RES41, art. 27)."""
    here = ctx.dossie.endereco
    for entry in ctx.dossie.bases.autorizadas or ():
        if here is not None and not same_root(entry.cnpj, ctx.ficha.cnpj or "") and _same_place(entry, here):
            yield ctx.motivo(
                "endereco_duplicado",
                "revisar",
                f"{entry.razao_social or mask(entry.cnpj)} está autorizada no mesmo endereço. Confira se é "
                "encerramento com sucessora, e não desativação.",
            )

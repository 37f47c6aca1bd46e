"""Changes of a reseller that is authorised already: the move to another address, and the licence after a merger."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from docverify.model import Reason
from docverify.norms import labels
from docverify.norms.applicability import applies
from docverify.norms.checks.externas import cadin_da_substituida, others_authorised
from docverify.norms.checks.identidade import same_root
from docverify.norms.checks.opcionais import own
from docverify.norms.checks.vias import vias_de_acesso
from docverify.norms.context import Context
from docverify.norms.registry import Achado, Parameter, check
from docverify.norms.schema import CheckCall
from docverify.values.names import compare_company


@check(
    "instrucao_da_mudanca",
    alcance="dossie",
    regras=Parameter(list, itens="regras"),
    via_completa=Parameter(list, itens="endereco"),
    grupo=Parameter(str, itens="grupos"),
)
def instrucao_da_mudanca(ctx: Context) -> Iterator[Achado]:
    """A move is instructed as a new request is: what stands against its documents stands against it.

    ``regras`` are the rules whose documents it needs; those without an object in this request are passed over.
    """
    asked = 0
    for name in ctx.param("regras"):
        outcome = ctx.resultados.get(name)
        if outcome is None or applies(outcome.rule, ctx.dossie.alcance) != "sim":
            continue
        asked += 1
        if outcome.escolhido is None:
            doubt = ctx.dossie.tem_duvida
            what = " ou ".join(labels.tipo(t) for t in outcome.rule.tipos)
            yield ctx.motivo(
                "documento_ausente",
                "revisar" if doubt else "impede",
                f"Para mudar de endereço falta {what} ({ctx.dossie.norm.cite(outcome.rule.citacao)})."
                + (" Confira as páginas não lidas ou não identificadas." if doubt else ""),
            )
            continue
        for reason in outcome.motivos:
            if reason.gravidade != "alerta":
                yield replace(reason, inferencia=False)
    yield from _of_the_place(ctx)
    if not asked:
        yield ctx.sem_objeto()


def _of_the_place(ctx: Context) -> Iterator[Achado]:
    """Say what stands against the access roads, the end of the reseller that was there, and its debts."""
    for function, params in (
        (vias_de_acesso, {"campos": ctx.param("via_completa")}),
        (um_do_grupo, {"grupo": ctx.param("grupo"), "devido_em": []}),
        (cadin_da_substituida, {}),
    ):
        call = CheckCall(ctx.call.nome, ctx.call.citacao, ctx.call.inferencia, False, params)
        for found in function(replace(ctx, call=call)):
            if isinstance(found, Reason) and found.gravidade != "alerta":
                yield found
    came = any(o.rule.grupo == ctx.param("grupo") and o.candidato for o in ctx.resultados.values())
    if not came and others_authorised(ctx):
        yield ctx.motivo(
            "documento_ausente",
            "revisar" if ctx.dossie.tem_duvida else "impede",
            "O cadastro mostra outra revenda autorizada no novo endereço, e falta o documento que comprova que ela "
            "saiu (art. 7º, § 2º, k).",
        )


@check("licenca_em_nome_proprio", alcance="dossie")
def licenca_em_nome_proprio(ctx: Context) -> Iterator[Achado]:
    """The faculty of art. 7º, § 4º has no object where the licence is in the applicant's own name, or there is none."""
    licences = ctx.dossie.de_tipo("licenca_operacao")
    protocols = ctx.dossie.de_tipo("protocolo_transferencia_titularidade")
    mine = own(ctx, "licenca_operacao")
    if any(ctx.dossie.de_outra(i) == "sim" for i in licences):
        # beside the former company's licence, a stranger's is nobody's
        mine = [i for i in mine if not _strangers(replace(ctx, indice=i))]
    if mine or (not licences and not protocols):
        yield ctx.sem_objeto()


def _strangers(paper: Context) -> bool:
    """Tell whether a paper surely names another company."""
    number, name = paper.campo("cnpj"), paper.campo("razao_social")
    if number is not None and paper.ficha.cnpj is not None:
        return paper.certo("cnpj", identificador=True) and not same_root(str(number.valor), paper.ficha.cnpj)
    if name is None or paper.ficha.razao_social is None or not paper.certo("razao_social"):
        return False
    return compare_company(str(name.valor), paper.ficha.razao_social, name.confianca).nivel == "impede"


@check(
    "um_do_grupo",
    alcance="dossie",
    grupo=Parameter(str, itens="grupos"),
    devido_em=Parameter(list, (), [], itens="situacoes"),
)
def um_do_grupo(ctx: Context) -> Iterator[Achado]:
    """One paper of the group shows that the company that operated there gave way.

    Where the situation is none of ``devido_em``, that is owed only if another reseller was authorised at the address,
    which the office's cadastre tells; a paper that is there is judged all the same.
    """
    outcomes = [o for o in ctx.resultados.values() if o.rule.grupo == ctx.param("grupo") and o.candidato]
    if not outcomes:
        if ctx.dossie.pedido.situacao not in ctx.param("devido_em"):
            yield from _owed_by_cadastre(ctx)
        return
    states = [o.estado for o in outcomes]
    if "conforme" in states:
        return
    doubts = [r for o in outcomes if o.estado == "em_analise" for r in o.motivos if r.gravidade == "revisar"]
    if doubts:
        yield from (replace(r, citacao=ctx.dossie.norm.cite(ctx.call.citacao)) for r in doubts)
        return
    faults = " ".join(dict.fromkeys(r.mensagem for o in outcomes for r in o.motivos if r.gravidade == "impede"))
    unread = ctx.dossie.tem_duvida
    yield ctx.motivo(
        "substituicao_nao_comprovada",
        "revisar" if unread else "impede",
        f"Nenhum dos documentos apresentados comprova o encerramento da revenda que operava no endereço. {faults}"
        + (" Outro documento pode estar entre as páginas não lidas ou não identificadas: confira." if unread else ""),
    )


def _owed_by_cadastre(ctx: Context) -> Iterator[Achado]:
    base = ctx.dossie.bases.autorizadas
    if base is None:
        yield ctx.nao_verificavel(
            "base_externa_nao_consultada",
            "Só é devido onde operava outra revenda autorizada, o que depende do cadastro da ANP (arquivo "
            "autorizacoes.csv), que não foi consultado.",
        )
    elif not others_authorised(ctx):
        yield ctx.sem_objeto()

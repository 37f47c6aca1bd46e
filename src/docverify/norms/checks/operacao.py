"""A reseller at work: renewal protocols that stand in for expired papers, and the notification to bring others.

RES41, art. 21, V with §§ 2º and 3º. Whether a protocol heals its document is said on the document's own item
(`docverify.norms.checks.validade`); here the protocol itself is judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta

from docverify.model import Reason
from docverify.norms import labels
from docverify.norms.checks.endereco import endereco
from docverify.norms.checks.identidade import cnpj, razao_social, vinculo
from docverify.norms.checks.opcionais import Pedida, own, run
from docverify.norms.checks.validade import br, field_date, nao_cancelado
from docverify.norms.context import Context
from docverify.norms.prazos import deadline
from docverify.norms.registry import Achado, Parameter, check
from docverify.values.text import fold

_COMPETENTE = {
    "alvara_funcionamento": re.compile(r"PREFEITURA|MUNICIP|ADMINISTRACAO REGIONAL|DISTRITO FEDERAL"),
    "licenca_operacao": re.compile(r"AMBIENT|PREFEITURA|MUNICIP|\b[A-Z]{4,9}\b"),
    "certificado_bombeiros": re.compile(r"BOMBEIRO|\bCBM|POLICIA MILITAR"),
    "certificado_borda_livre": re.compile(r"CAPITANIA|MARINHA|PORTOS"),
}
"""Words of the body that renews each paper."""

_ALHEIO = re.compile(r"\b(CARTORIO|RECEITA FEDERAL|JUNTA COMERCIAL|CORREIOS|DETRAN|TRIBUNAL|BANCO)\b")

_ENDERECO = {"exigido": False, "sede": False}

_DIAS_LO = 120
"""LC 140/2011, art. 14, § 4º: the renewal of a licence is asked for 120 days before it ends."""

_VELHO = timedelta(days=2 * 365)
"""Nobody asks for a renewal so long before the end: such a protocol is most likely that of the time before."""


@check("protocolos_de_renovacao", alcance="dossie")
def protocolos_de_renovacao(ctx: Context) -> Iterator[Achado]:
    """Each protocol is valid: filed with the competent body, by the applicant, before the paper expired."""
    papers = own(ctx, "protocolo_renovacao")
    if not papers:
        yield ctx.sem_objeto()
        return
    needed = _something_expired(ctx)
    for index in papers:
        paper = replace(ctx, indice=index)
        found = [*run(ctx, index, ((cnpj, {"raiz": False, "exigido": False}), (razao_social, {"exigida": False})))]
        found += [*_competent(paper), *_in_time(paper)]
        if needed:
            found += _doubts(ctx, index)
        for reason in found:
            if needed or not isinstance(reason, Reason) or reason.gravidade != "impede":
                yield reason
            else:
                # nothing has expired: a protocol that is no good stands in for nothing
                text = f"{reason.mensagem} Nenhum documento venceu, e o protocolo não é necessário: confira."
                yield replace(reason, gravidade="revisar", mensagem=text)


def _doubts(ctx: Context, index: int) -> Iterator[Reason]:
    """Say what leaves a protocol that is needed in doubt: whose it is, of which place, whether it still runs.

    The address printed may be that of the body that took the request in.
    """
    wanted: tuple[Pedida, ...] = (
        (vinculo, {"campos": ["cnpj", "razao_social", "endereco"]}),
        (endereco, _ENDERECO),
        (nao_cancelado, {}),
    )
    for reason in run(ctx, index, wanted):
        yield replace(reason, gravidade="revisar") if reason.gravidade == "impede" else reason


def _something_expired(ctx: Context) -> bool:
    """Tell whether a paper of the request's situation is there and has run out, healed or not."""
    codes = ("validade_vencida", "exercicio_divergente")
    own_rules = (o for o in ctx.resultados.values() if ctx.dossie.pedido.situacao in o.rule.situacoes)
    return any(r.codigo in codes for o in own_rules for r in o.motivos)


def _renewed(paper: Context) -> str | None:
    found = paper.campo("documento_renovado")
    return str(found.valor) if found is not None else None


def _competent(paper: Context) -> Iterator[Reason]:
    found, kind = paper.campo("orgao_emissor"), _renewed(paper)
    if found is None or kind not in _COMPETENTE:
        return
    text = fold(str(found.valor))
    others = [k for k, p in _COMPETENTE.items() if k not in (kind, "licenca_operacao") and p.search(text)]
    if _COMPETENTE[kind].search(text) and not (kind == "licenca_operacao" and "certificado_bombeiros" in others):
        return
    if others or _ALHEIO.search(text):
        yield paper.motivo(
            "orgao_emissor_incompetente",
            "revisar",
            f"O protocolo é de “{found.lido}”, e quem renova {labels.tipo(kind)} é outro órgão. Confira.",
            "orgao_emissor",
        )


def expiry(ctx: Context, indice: int) -> date | None:
    """Return the last day of a paper's term: its date, or the end of its exercise year; None where neither is read."""
    paper = replace(ctx, indice=indice)
    until = field_date(paper, "validade")
    if until is not None:
        return until
    year = paper.campo("exercicio")
    return date(year.valor, 12, 31) if year and isinstance(year.valor, int) and 1900 < year.valor < 9999 else None


def _ended(ctx: Context, tipo: str, day: date) -> bool:
    """Tell whether the papers of a type are over on a day, as far as they say."""
    ends = [d for i in own(ctx, tipo) if (d := expiry(ctx, i)) is not None]
    return bool(ends) and max(ends) < day


def _in_time(paper: Context) -> Iterator[Reason]:
    """Where the paper that it renews has expired, the protocol was filed before that day."""
    reference = paper.dossie.data_referencia
    kind, filed = _renewed(paper), field_date(paper, "data_protocolo")
    if kind is None:
        if any(_ended(paper, k, reference) for k in _COMPETENTE):
            yield paper.nao_lido("documento_renovado")
        return
    ends = [d for i in own(paper, kind) if (d := expiry(paper, i)) is not None]
    if ends and max(ends) >= reference:
        return
    if filed is None:
        yield paper.nao_lido("data_protocolo")
        return
    if not ends:
        yield paper.motivo(
            "protocolo_fora_do_prazo",
            "revisar",
            f"Sem {labels.tipo(kind)} que se renova, ou sem a sua validade, não se sabe se a renovação foi pedida "
            "antes do vencimento. Apresente o documento vencido.",
            "data_protocolo",
        )
        return
    until = max(ends)
    if filed > until:
        yield paper.defeito(
            "protocolo_fora_do_prazo",
            f"A renovação foi pedida em {br(filed)}, depois do vencimento ({br(until)}): o protocolo não supre "
            f"{labels.tipo(kind)}.",
            "data_protocolo",
        )
    elif until - filed > _VELHO:
        text = f"A renovação foi pedida em {br(filed)}, muito antes do vencimento ({br(until)}). Confira se é desta."
        yield paper.motivo("protocolo_fora_do_prazo", "revisar", text, "data_protocolo")
    elif filed == until:
        text = f"A renovação foi pedida em {br(filed)}, no próprio dia do vencimento. Confira se foi antes dele."
        yield paper.motivo("protocolo_fora_do_prazo", "revisar", text, "data_protocolo")
    elif not paper.firme("data_protocolo"):
        yield paper.duvida(f"A renovação parece ter sido pedida em {br(filed)}.", "data_protocolo")
    elif kind == "licenca_operacao" and paper.ajuste("lo_120_dias") and filed > until - timedelta(days=_DIAS_LO):
        yield paper.motivo(
            "protocolo_fora_do_prazo",
            "revisar",
            f"A renovação da licença foi pedida em {br(filed)}, a menos de {_DIAS_LO} dias do vencimento "
            f"({br(until)}), e a Lei Complementar nº 140/2011, art. 14, § 4º pede essa antecedência. "
            "Confira se o órgão a aceita." + paper.nota_ajuste("lo_120_dias"),
            "data_protocolo",
            inferencia=True,
        )


@check("notificacao", alcance="dossie", dias=Parameter(int), documentos=Parameter(list, itens="tipos"))
def notificacao(ctx: Context) -> Iterator[Achado]:
    """Who was notified brings the pending papers, or the protocol of their renewal, within the term."""
    notified, days = ctx.dossie.pedido.data_notificacao, ctx.param("dias")
    if notified is None:
        yield ctx.sem_objeto()
        return
    last = deadline(notified, days, working=ctx.ajuste("prazo_fim_dia_util"))
    reference = ctx.dossie.data_referencia
    told = f"A notificação é de {br(notified)}, e o prazo de {days} dias terminou em {br(last)}"
    pending = [t for t in ctx.param("documentos") if not _in_order(ctx, t) and not _filed(ctx, t, notified, last)]
    if not pending:
        brought = ctx.dossie.pedido.data_protocolo
        if brought is not None and brought > last and not all(_filed(ctx, t, notified, last) for t in _lacking(ctx)):
            yield ctx.motivo("fora_do_prazo", "impede", f"{told}; os documentos foram protocolizados em {br(brought)}.")
        elif brought is None and reference > last:
            yield ctx.motivo(
                "fora_do_prazo",
                "revisar",
                f"{told}. Informe em 'pedido.data_protocolo' quando os documentos foram protocolizados.",
            )
        return
    names = " e ".join(labels.tipo(t) for t in pending)
    if reference <= last:
        yield ctx.motivo(
            "fora_do_prazo",
            "alerta",
            f"A notificação é de {br(notified)}: até {br(last)} cabe protocolizar {names}.",
        )
    elif ctx.dossie.tem_duvida or any(_in_doubt(ctx, t) for t in pending):
        yield ctx.motivo("fora_do_prazo", "revisar", f"{told} sem que se tenha encontrado {names} em ordem. Confira.")
    else:
        yield ctx.motivo("fora_do_prazo", "impede", f"{told} sem que se tenha apresentado {names} em ordem.")


def _grades(ctx: Context, tipo: str) -> set[str] | None:
    """Return the gravities found on the document that decides for a type in this request; None where there is none."""
    for outcome in ctx.resultados.values():
        if tipo in outcome.rule.tipos and ctx.dossie.pedido.situacao in outcome.rule.situacoes:
            return None if outcome.escolhido is None else {r.gravidade for r in outcome.motivos}
    return None


def _in_order(ctx: Context, tipo: str) -> bool:
    grades = _grades(ctx, tipo)
    return grades is not None and not grades & {"impede", "revisar"}


def _in_doubt(ctx: Context, tipo: str) -> bool:
    grades = _grades(ctx, tipo)
    return grades is not None and "impede" not in grades


def _lacking(ctx: Context) -> list[str]:
    return [t for t in ctx.param("documentos") if not _in_order(ctx, t)] or list(ctx.param("documentos"))


def _filed(ctx: Context, tipo: str, notified: date, last: date) -> bool:
    """Tell whether a renewal protocol of a type was filed between the notification and the end of the term."""
    for index in own(ctx, "protocolo_renovacao"):
        paper = replace(ctx, indice=index)
        day = field_date(paper, "data_protocolo")
        if _renewed(paper) == tipo and day is not None and notified <= day <= last and paper.firme("data_protocolo"):
            return True
    return False

"""From a rule's outcome to its item of the report, and the rules that answer for one another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from docverify.model import Item, Notice, Reason, SituacaoItem
from docverify.norms.applicability import applies, groups
from docverify.norms.context import Context, Dossier
from docverify.norms.outcome import Declaracao, Finding, Ran, RuleOutcome
from docverify.norms.parts import owed_parts
from docverify.norms.registry import SemObjeto
from docverify.norms.schema import CheckCall, Rule
from docverify.norms.selection import DE_OUTRO, run_checks


@dataclass(frozen=True, slots=True)
class Answered:
    """A rule with its item and the notices that its checks raised."""

    rule: Rule
    item: Item
    avisos: tuple[Notice, ...] = ()
    outcome: RuleOutcome | None = None


def unsettled(dossie: Dossier, rule: Rule, outcomes: Mapping[str, RuleOutcome]) -> Answered:
    """Answer a rule by itself, without regard to the rules that may answer for it."""
    norm = dossie.norm
    blank = Item(rule.id, rule.descricao, norm.cite(rule.citacao), "nao_aplicavel")
    ctx = Context(dossie, rule, CheckCall("ausente", rule.citacao), None, outcomes)
    scope = applies(rule, dossie.alcance)
    if scope == "nao":
        presumed = bool(rule.modalidades) and dossie.alcance.presumida
        return Answered(rule, replace(blank, motivos=(_no_modality(ctx),) if presumed else ()))
    if scope == "sem_modalidade":
        return Answered(rule, replace(blank, situacao="em_analise", motivos=(_no_modality(ctx),)))
    whole = _whole(ctx)
    if rule.nao_verificavel is not None:
        seen = tuple(p for i in dossie.de_tipo(*rule.auxiliares) for p in dossie.partes(i))
        # such a rule only informs: whatever a check says of it is no more than a warning
        why = ctx.motivo("base_externa_nao_consultada", "alerta", rule.nao_verificavel, inferencia=False)
        told = [why, *(a.motivo for a in whole.achados)]
        told += [d.motivo for d in whole.declaracoes if d.motivo is not None]
        told = [replace(r, gravidade="alerta") for r in told]
        return Answered(
            rule, replace(blank, situacao="nao_verificavel", documentos=seen, motivos=tuple(told)), whole.avisos
        )
    outcome = outcomes.get(rule.id, RuleOutcome(rule))
    words = outcome.declaracoes + whole.declaracoes
    if words:
        # what papers cannot answer, or has no object, is not missing
        outcome = replace(outcome, faltas=(), ausente=False)
    outcome = replace(outcome, achados=_once(outcome.achados + whole.achados))
    all_reasons = outcome.motivos + tuple(d.motivo for d in words if d.motivo is not None)
    documents = outcome.usados
    if not rule.tipos:
        documents = _documents_of(dossie, rule, outcomes, all_reasons)
    situation = _situation(outcome, all_reasons, words)
    item = replace(blank, situacao=situation, documentos=documents, motivos=all_reasons)
    return Answered(rule, item, outcome.avisos + whole.avisos, outcome)


def _whole(ctx: Context) -> Ran:
    """Run the checks on the dossier, those of the rule's parts too."""
    rules = [ctx.rule, *(ctx.rule.of_part(p) for p in owed_parts(ctx.dossie, ctx.rule))]
    ran = [run_checks(replace(ctx, rule=r), "dossie") for r in rules]
    return Ran(
        tuple(a for r in ran for a in r.achados),
        tuple(n for r in ran for n in r.avisos),
        tuple(d for r in ran for d in r.declaracoes),
    )


def _no_modality(ctx: Context) -> Reason:
    alert = ctx.dossie.alcance.presumida
    known = ", ".join(ctx.dossie.norm.modalidades)
    text = f"O pedido não diz a modalidade, da qual depende esta exigência. Informe 'pedido.modalidade' ({known})."
    if alert:
        text += f" Foi julgado como '{ctx.dossie.modalidade}'."
    if "modalidade_omitida" in ctx.dossie.norm.ajustes:
        text += ctx.nota_ajuste("modalidade_omitida")
    return ctx.motivo("modalidade_nao_indicada", "alerta" if alert else "revisar", text, inferencia=False)


def _once(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple({(f.motivo.codigo, f.motivo.mensagem, f.motivo.evidencia): f for f in findings}.values())


def _documents_of(
    dossie: Dossier, rule: Rule, outcomes: Mapping[str, RuleOutcome], reasons: Sequence[Reason]
) -> tuple[int, ...]:
    """Return the documents that a rule on the whole dossier looked at."""
    used = {r.evidencia.documento for r in reasons if r.evidencia is not None}
    used |= {p for i in dossie.de_tipo(*rule.auxiliares) for p in dossie.partes(i)}
    if any(c.nome == "veracidade" for c in rule.verificacoes):
        for outcome in outcomes.values():
            used |= {o.escolhido for o in (outcome, *outcome.partes) if o.escolhido is not None}
    return tuple(sorted(used))


def _situation(outcome: RuleOutcome, reasons: Sequence[Reason], words: Sequence[Declaracao]) -> SituacaoItem:
    grades = {r.gravidade for r in reasons}
    if outcome.ausente:
        return "ausente"
    if "impede" in grades:
        return "nao_conforme"
    if "revisar" in grades:
        return "em_analise"
    if words:
        return "nao_aplicavel" if isinstance(words[0], SemObjeto) else "nao_verificavel"
    return "conforme"


def settle(dossie: Dossier, answered: Sequence[Answered]) -> list[Answered]:
    """Let rules answer for one another: one of a group is enough, and one may stand in for a missing document."""
    by_id = {a.rule.id: a for a in answered}
    for ids in groups(dossie.norm.regras, dossie.alcance).values():
        met = any(by_id[i].item.situacao == "conforme" for i in ids)
        for member in ids:
            by_id[member] = _in_group(by_id[member], met=met)
    for entry in answered:
        by_id[entry.rule.id] = _supplied(by_id[entry.rule.id], by_id)
    return [by_id[a.rule.id] for a in answered]


def _in_group(entry: Answered, *, met: bool) -> Answered:
    if entry.outcome is None or entry.item.situacao == "conforme":
        return entry
    if not entry.outcome.candidato:
        return replace(entry, item=replace(entry.item, situacao="nao_aplicavel", motivos=()), avisos=())
    if not met:
        return entry
    weaker = weakened(entry.item.motivos)
    return replace(entry, item=replace(entry.item, situacao="nao_aplicavel", motivos=weaker), avisos=())


def weakened(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Return the reasons against a document that was not used, as warnings."""
    note = "Outro documento já comprova o que a norma pede; este não foi usado. "
    return tuple(
        r if r.gravidade == "alerta" else replace(r, gravidade="alerta", mensagem=note + r.mensagem) for r in reasons
    )


def _supplied(entry: Answered, by_id: Mapping[str, Answered]) -> Answered:
    """Take another rule's answer where this one has no document of its own."""
    name = entry.rule.suprido_por
    if name is None or entry.item.situacao not in ("ausente", "em_analise", "nao_conforme"):
        return entry
    other, outcome = by_id[name].item, entry.outcome
    if outcome is None or other.situacao not in ("conforme", "em_analise"):
        return entry
    doubts = tuple(r for r in other.motivos if r.gravidade == "revisar")
    if outcome.candidato:
        if not any(r.codigo in DE_OUTRO and r.gravidade != "alerta" for r in outcome.motivos):
            return entry
        # what is there is somebody else's: it is as if there were none
        doubts += weakened(entry.item.motivos)
    item = replace(entry.item, situacao=other.situacao, documentos=other.documentos, motivos=doubts)
    return replace(entry, item=item)

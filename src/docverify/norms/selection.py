"""Running a rule's checks on each candidate, and choosing the document that decides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from docverify.model import Evidence, Notice, Reason
from docverify.norms import labels
from docverify.norms.checks.formalidade import leitura
from docverify.norms.checks.validade import iso
from docverify.norms.context import Context, Dossier
from docverify.norms.other_company import NOMEIAM_OUTRA
from docverify.norms.outcome import PESO, Declaracao, Evaluation, Finding, Ran, RuleOutcome
from docverify.norms.registry import CHECKS, TETO, Alcance
from docverify.norms.schema import CheckCall, Rule

DE_OUTRO = {"cnpj_divergente", "razao_social_divergente"}
"""Defects that say that the paper is somebody else's."""


def run_checks(ctx: Context, alcance: Alcance) -> Ran:
    """Run the checks of a rule that look at a document, or at the dossier."""
    findings: list[Finding] = []
    notices: list[Notice] = []
    words: list[Declaracao] = []
    for call in ctx.rule.verificacoes:
        spec = CHECKS[call.nome]
        if spec.alcance != alcance:
            continue
        own = replace(ctx, call=call, olhados=set())
        if TETO in call.parametros and own.param(TETO) == "nao_exigir":
            continue
        told: list[Reason] = []
        for found in spec.funcao(own):
            if isinstance(found, Notice):
                notices.append(found)
            elif isinstance(found, Reason):
                told.append(found)
            else:
                words.append(found)
        for reason in disputed(own, told):
            findings.append(Finding(_under_ceiling(own, reason), call.nome, call.cruzamento))
    return Ran(tuple(findings), tuple(notices), tuple(words))


def disputed(ctx: Context, told: Sequence[Reason]) -> Iterator[Reason]:
    """Yield what a check said, so that nothing rests on a field of which two readers saw different things.

    A defect on such a field is a doubt, and so is its silence: a date that one of them reads as past must not pass
    because the other reads it as future.

    Args:
        ctx: Of the check, after it ran.
        told: Its reasons.
    """
    documents = ctx.dossie.documentos
    looked = sorted(ctx.olhados or ())
    open_ = {
        (index, name)
        for index, name in looked
        if (found := documents[index].campos.get(name)) is not None and found.testemunha == "diverge"
    }
    if not open_:
        yield from told
        return
    for reason in told:
        seen = reason.evidencia
        at = None if seen is None else next(((i, n) for i, n in sorted(open_) if _is_on(ctx, i, n, seen)), None)
        if at is None or reason.gravidade == "alerta":
            yield reason
            continue
        open_.discard(at)
        if reason.gravidade == "revisar":
            yield reason
            continue
        yield replace(ctx, indice=at[0]).duvida(reason.mensagem, at[1], declarado=seen.declarado if seen else None)
    for index, name in sorted(open_):
        doubt = replace(ctx, indice=index).divergencia(name)
        if doubt is not None:
            yield doubt


def _is_on(ctx: Context, index: int, name: str, seen: Evidence) -> bool:
    return seen.campo == name and seen.documento in ctx.dossie.partes(index)


def _under_ceiling(ctx: Context, reason: Reason) -> Reason:
    """Hold a reason under the ceiling of its check, and say so where a setting of the norm made the difference."""
    if TETO not in ctx.call.parametros:
        return reason
    ceiling = ctx.param(TETO)
    lowered = PESO[reason.gravidade] > PESO[ceiling]
    if not lowered and reason.gravidade != "impede":
        return reason
    text = _with_note(reason.mensagem, ctx.nota_param(TETO))
    return replace(reason, gravidade=ceiling if lowered else reason.gravidade, mensagem=text)


def _with_note(message: str, note: str) -> str:
    """End a message with the remark on a setting; one that ends with such a remark gets one remark on both."""
    head, _, told = note.partition(": ")
    start = message.rfind(head) if told else -1
    # the earlier remark goes to the end of the message: no other bracket closes after it
    ends = start >= 0 and message.endswith(".)") and message.count("(", start) == 1
    return f"{message.removesuffix('.)')}; {told}" if ends else message + note


def candidates(dossie: Dossier, rule: Rule) -> tuple[int, ...]:
    """Return the documents of the rule's types that are of the company that it asks about, or may be."""
    of_type = dossie.de_tipo(*rule.documentos)
    if rule.de == "qualquer":
        return of_type
    if rule.de == "requerente":
        return tuple(i for i in of_type if dossie.de_outra(i) != "sim")
    by_nature = [i for i in of_type if dossie.documentos[i].tipo in NOMEIAM_OUTRA]
    return tuple(i for i in of_type if i in by_nature or dossie.de_outra(i) != "nao")


def evaluate(dossie: Dossier, rule: Rule, indice: int) -> Evaluation:
    """Run a rule's document checks on one candidate."""
    reading = CheckCall("leitura", rule.citacao)
    ctx = Context(dossie, rule, reading, indice)
    always = tuple(Finding(r, "leitura") for r in leitura(ctx))
    if rule.de == "substituida" and dossie.de_outra(indice) == "talvez":
        doubt = ctx.motivo(
            "confianca_baixa",
            "revisar",
            f"{ctx.nome_doc[0].upper()}{ctx.nome_doc[1:]} parece ser da empresa substituída, mas a empresa ou o "
            "endereço não foram lidos com segurança. Confira no documento.",
            inferencia=False,
        )
        always += (Finding(doubt, "leitura"),)
    ran = run_checks(ctx, "documento")
    found = ran.achados
    if rule.de == "requerente" and rule.suprido_por is not None and dossie.de_outra(indice) == "talvez":
        # if it is the other company's after all, another rule answers for this one
        found = tuple(_of_whom(a) for a in found)
    return Evaluation(indice, always + found, ran.avisos, ran.declaracoes)


def _of_whom(finding: Finding) -> Finding:
    """Turn a defect that says whose the paper is into a doubt."""
    reason = finding.motivo
    if reason.gravidade != "impede" or reason.codigo not in DE_OUTRO:
        return finding
    text = f"{reason.mensagem} Pode ser o documento da outra empresa: confira."
    return replace(finding, motivo=replace(reason, gravidade="revisar", mensagem=text))


def answer(dossie: Dossier, rule: Rule, only: tuple[int, ...] | None = None) -> RuleOutcome:
    """Evaluate every document of the rule's types and choose the one that decides.

    Args:
        dossie: The dossier.
        rule: A rule without parts.
        only: The candidates, where the caller knows which they are.

    Returns:
        The outcome; ``escolhido`` is None, and nothing is said of it yet, where there is no candidate.
    """
    found = candidates(dossie, rule) if only is None else only
    evaluated = [evaluate(dossie, rule, i) for i in found]
    if not evaluated:
        return RuleOutcome(rule)
    extra: tuple[Finding, ...] = ()
    if rule.escolha == "ato_vigente":
        chosen, extra = _act_in_force(dossie, rule, evaluated)
    else:
        chosen = min(evaluated, key=lambda e: _merit(dossie, e))
    others = [e for e in evaluated if e is not chosen]
    if rule.escolha == "ato_vigente":
        others = [e for e in others if _of_another(e)]
    used = [p for e in evaluated for p in dossie.partes(e.indice)]
    helpers = [p for i in dossie.de_tipo(*rule.auxiliares) for p in dossie.partes(i)]
    return RuleOutcome(
        rule,
        chosen.indice,
        chosen.achados + extra,
        tuple(r for e in others for r in _unused(e, dossie)),
        tuple(sorted({*used, *helpers})),
        chosen.avisos,
        declaracoes=chosen.declaracoes,
    )


def _merit(dossie: Dossier, e: Evaluation) -> tuple[int, int, int, float, int]:
    """Order copies from best to worst: fewest defects, fewest doubts, fewest warnings, surest type, first."""
    return e.conta("impede"), e.conta("revisar"), e.conta("alerta"), -dossie.documentos[e.indice].confianca, e.indice


def _of_another(e: Evaluation) -> bool:
    return any(a.motivo.gravidade == "impede" and a.motivo.codigo in DE_OUTRO for a in e.achados)


def _unused(e: Evaluation, dossie: Dossier) -> list[Reason]:
    """Say of a copy that was not used what stood against it, as a warning."""
    grave = [a.motivo for a in e.achados if a.motivo.gravidade != "alerta"]
    if not grave:
        return []
    worst = max(grave, key=lambda r: PESO[r.gravidade])
    name = labels.tipo(dossie.documentos[e.indice].tipo)
    return [
        replace(
            worst,
            gravidade="alerta",
            mensagem=f"O dossiê tem mais de um documento que pode ser {name}; este não foi usado. {worst.mensagem}",
        )
    ]


def _date_of(dossie: Dossier, e: Evaluation) -> date | None:
    fields = dossie.documentos[e.indice].campos
    for name in ("data_registro", "data_emissao"):
        found = fields.get(name)
        if found is not None and (day := iso(found.valor)):
            return day
    return None


def _says(dossie: Dossier, e: Evaluation, name: str) -> bool:
    found = dossie.documentos[e.indice].campos.get(name)
    return found is not None and found.valor is True


def _act_in_force(dossie: Dossier, rule: Rule, candidates: list[Evaluation]) -> tuple[Evaluation, tuple[Finding, ...]]:
    """Choose among a company's acts: the latest consolidation, else the latest alteration, else the best copy.

    Several acts are not copies of each other: an older one without defect does not heal a later alteration that was
    not consolidated (art. 6º, V asks for the most recent consolidation).
    """
    own = [e for e in candidates if not _of_another(e)] or candidates
    floor = date.min

    def by_date(e: Evaluation) -> tuple[date, tuple[int, int, int, float, int]]:
        merit = _merit(dossie, e)
        return _date_of(dossie, e) or floor, (-merit[0], -merit[1], -merit[2], -merit[3], -merit[4])

    consolidated = [e for e in own if _says(dossie, e, "consolidado")]
    altered = [e for e in own if _says(dossie, e, "alterado") and not _says(dossie, e, "consolidado")]
    if not consolidated:
        if altered:
            return max(altered, key=by_date), ()
        return min(own, key=lambda e: _merit(dossie, e)), ()
    chosen = max(consolidated, key=by_date)
    day = _date_of(dossie, chosen)
    later = [e for e in altered if day is None or (_date_of(dossie, e) or date.max) > day]
    extra = []
    for e in later:
        call = next((c for c in rule.verificacoes if c.nome == "consolidacao"), CheckCall("consolidacao", rule.citacao))
        reason = Context(dossie, rule, call, e.indice).motivo(
            "consolidacao_ausente",
            "revisar",
            "Há uma alteração que parece posterior à consolidação apresentada. Confira se falta outra mais recente.",
            "alterado",
        )
        extra.append(Finding(reason, "consolidacao"))
    return chosen, tuple(extra)

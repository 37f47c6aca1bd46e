"""What a norm answers for a dossier: every rule an item, and the legal consequence of the whole.

Pure: the same arguments give the same answer, byte for byte; nothing is read but the norm's data that is handed in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date

from docverify.errors import InvalidFichaError
from docverify.model import (
    Decision,
    Document,
    DossierFacts,
    Effect,
    Ficha,
    Item,
    Notice,
    Pedido,
    Reason,
    Resultado,
    SituacaoItem,
)
from docverify.norms import labels
from docverify.norms.checks.endereco import from_value
from docverify.norms.checks.validade import br, protocol_refused
from docverify.norms.context import Context, Dossier, Limiares, default_limiares
from docverify.norms.outcome import Finding, RuleOutcome
from docverify.norms.schema import CheckCall, Norm, Rule
from docverify.norms.selection import answer, run_checks
from docverify.values.addresses import Endereco
from docverify.values.errors import InvalidValue
from docverify.values.identifiers import cep as cep_values


def decide(
    ficha: Ficha,
    pedido: Pedido,
    documentos: Sequence[Document],
    facts: DossierFacts,
    norm: Norm,
    data_referencia: date,
    limiares: Limiares | None = None,
) -> Decision:
    """Judge a dossier under a norm.

    Args:
        ficha: Declared data.
        pedido: What is asked for.
        documentos: Documents found, those that continue another marked by ``continua``.
        facts: What is in doubt beyond the documents.
        norm: The norm, its settings as wanted.
        data_referencia: Day against which validity is judged.
        limiares: Thresholds of confidence, default those of the package.

    Raises:
        InvalidFichaError: If the norm does not know the situation of the request.
    """
    if pedido.situacao not in norm.situacoes:
        raise InvalidFichaError(
            f"A situação '{pedido.situacao}' não existe na {norm.titulo}. Use uma de: {', '.join(norm.situacoes)}."
        )
    base = Dossier(
        norm, ficha, pedido, tuple(documentos), facts, data_referencia, limiares or default_limiares(), ficha.endereco
    )
    dossie = _complete_address(base)
    outcomes = {r.id: answer(dossie, r) for r in norm.regras if r.documentos}
    situation = norm.situacoes[pedido.situacao]
    items: list[Item] = []
    notices: list[Notice] = list(_window(norm, data_referencia))
    effects: list[str] = []
    for rule in norm.regras:
        if situation not in rule.situacoes:
            items.append(Item(rule.id, rule.descricao, norm.cite(rule.citacao), "nao_aplicavel"))
            continue
        item, raised = _item(dossie, rule, outcomes)
        items.append(item)
        notices.extend(raised)
        if item.situacao == "ausente":
            effects.append(rule.ausente or norm.defeito)
        elif item.situacao == "nao_conforme":
            effects.append(rule.defeituoso or norm.defeito)
    resultado = _result(items)
    effect, lesser = _effect(norm, resultado, effects)
    notices.extend(lesser)
    return Decision(
        norma=norm.id,
        titulo_norma=norm.titulo,
        situacao=pedido.situacao,
        modalidade=pedido.modalidade,
        perfil=None,
        data_referencia=data_referencia,
        resultado=resultado,
        efeito=effect,
        itens=tuple(items),
        avisos=tuple(dict.fromkeys(notices)),
    )


def _complete_address(dossie: Dossier) -> Dossier:
    """Complete the declared address: the form FC/REVGLP has neither municipality nor State (contract, section 4, 1)."""
    declared = dossie.ficha.endereco
    if declared is None or (declared.municipio and declared.uf):
        return dossie
    for index in dossie.de_tipo("comprovante_cnpj"):
        card = dossie.documentos[index]
        number, found = card.campos.get("cnpj"), card.campos.get("endereco")
        read = from_value(found.valor) if found else None
        if number is None or number.valor != dossie.ficha.cnpj or found is None or read is None or not read.municipio:
            continue
        sure = found.confianca >= dossie.limiares.campo and dossie.tipo_certo(index)
        full = replace(declared, municipio=declared.municipio or read.municipio, uf=declared.uf or read.uf)
        return replace(dossie, endereco=_uf_from_cep(full), municipio_certo=sure)
    return replace(dossie, endereco=_uf_from_cep(declared), municipio_certo=True)


def _uf_from_cep(endereco: Endereco) -> Endereco:
    if endereco.uf or not endereco.cep:
        return endereco
    try:
        return replace(endereco, uf=cep_values.uf_of(endereco.cep))
    except InvalidValue:
        return endereco


def _window(norm: Norm, day: date) -> Iterable[Notice]:
    """Say that the norm was not in force on the day, and which is now."""
    if norm.inicio <= day and (norm.fim is None or day <= norm.fim):
        return
    if day < norm.inicio:
        text = f"Em {br(day)} a {norm.titulo} ainda não estava em vigor (vigora desde {br(norm.inicio)})."
    else:
        known = [s for s in norm.sucessoras if s.desde is None or s.desde <= day]
        now = next((s.norma for s in norm.sucessoras if s.em_vigor), None)
        followed = f", sucedida pela {known[0].norma}" if known else ""
        text = f"Em {br(day)} a {norm.titulo} já não estava em vigor{followed}."
        if now:
            text += f" Hoje vigora a {now}."
    yield Notice("norma_fora_de_vigencia", f"{text} O resultado vale segundo a norma usada.")


def _item(dossie: Dossier, rule: Rule, outcomes: dict[str, RuleOutcome]) -> tuple[Item, tuple[Notice, ...]]:
    norm = dossie.norm
    citation = norm.cite(rule.citacao)
    if rule.nao_verificavel is not None:
        seen = tuple(p for i in dossie.de_tipo(*rule.auxiliares) for p in dossie.partes(i))
        return Item(rule.id, rule.descricao, citation, "nao_verificavel", seen), ()
    ctx = Context(dossie, rule, CheckCall("ausente", rule.citacao), None, outcomes)
    whole, raised = run_checks(ctx, "dossie")
    outcome = outcomes.get(rule.id, RuleOutcome(rule))
    if rule.documentos and outcome.escolhido is None:
        missing = _missing(ctx)
        reasons = missing + tuple(f.motivo for f in whole)
        situation: SituacaoItem = "em_analise" if dossie.tem_duvida else "ausente"
        if situation == "em_analise" and any(f.motivo.gravidade == "impede" for f in whole):
            situation = "nao_conforme"
        return Item(rule.id, rule.descricao, citation, situation, (), reasons), raised
    outcome = replace(outcome, achados=_once(outcome.achados + whole))
    documents = outcome.usados
    if not rule.documentos:
        documents = _documents_of(dossie, rule, outcomes, outcome.motivos)
    return (
        Item(rule.id, rule.descricao, citation, _situation(outcome.motivos), documents, outcome.motivos),
        outcome.avisos + raised,
    )


def _once(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple({(f.motivo.codigo, f.motivo.mensagem, f.motivo.evidencia): f for f in findings}.values())


def _documents_of(
    dossie: Dossier, rule: Rule, outcomes: dict[str, RuleOutcome], reasons: Sequence[Reason]
) -> tuple[int, ...]:
    """Return the documents that a rule on the whole dossier looked at."""
    used = {r.evidencia.documento for r in reasons if r.evidencia is not None}
    used |= {p for i in dossie.de_tipo(*rule.auxiliares) for p in dossie.partes(i)}
    if any(c.nome == "veracidade" for c in rule.verificacoes):
        used |= {o.escolhido for o in outcomes.values() if o.escolhido is not None}
    return tuple(sorted(used))


def _situation(reasons: Sequence[Reason]) -> SituacaoItem:
    grades = {r.gravidade for r in reasons}
    return "nao_conforme" if "impede" in grades else "em_analise" if "revisar" in grades else "conforme"


def _missing(ctx: Context) -> tuple[Reason, ...]:
    """Say that the rule's document is not there, or may be on a page that could not be read or identified."""
    facts, rule = ctx.dossie.facts, ctx.rule
    name = " ou ".join(labels.tipo(t) for t in rule.documentos)
    if not ctx.dossie.tem_duvida:
        reason = ctx.motivo("documento_ausente", "impede", f"Falta {name}. Apresente o documento.", inferencia=False)
    elif facts.arquivos_ilegiveis:
        files = ", ".join(facts.arquivos_ilegiveis[:5])
        reason = ctx.motivo(
            "documento_ilegivel",
            "revisar",
            f"Não foi encontrado {name}, que pode estar em arquivo que não pôde ser lido ({files}). Confira.",
            inferencia=False,
        )
    else:
        reason = ctx.motivo(
            "tipo_incerto",
            "revisar",
            f"Não foi encontrado {name}, que pode estar entre as páginas não identificadas ou mal lidas. Confira.",
            inferencia=False,
        )
    reasons = [reason]
    if any(c.nome == "validade" for c in rule.verificacoes) and not ctx.ajuste("protocolo_renovacao_aceito"):
        for tipo in rule.documentos:
            for refused in protocol_refused(ctx, tipo):
                reasons.append(refused if reason.gravidade == "impede" else replace(refused, gravidade="revisar"))
    return tuple(reasons)


def _result(items: Iterable[Item]) -> Resultado:
    states = {i.situacao for i in items}
    if states & {"nao_conforme", "ausente"}:
        return "rejeitado"
    return "em_analise" if "em_analise" in states else "aceito"


def _effect(norm: Norm, resultado: Resultado, codes: Sequence[str]) -> tuple[Effect, tuple[Notice, ...]]:
    """Return the gravest effect, and the others as notices."""
    if resultado == "rejeitado":
        ordered = sorted(dict.fromkeys(codes), key=lambda c: -norm.efeitos[c].peso)
    else:
        ordered = [norm.aceito if resultado == "aceito" else norm.em_analise]
    first, *rest = (norm.efeitos[c] for c in ordered)
    effect = Effect(first.codigo, first.mensagem, norm.cite(first.citacao))
    return effect, tuple(Notice(e.codigo, f"{e.mensagem} ({norm.cite(e.citacao)})") for e in rest)

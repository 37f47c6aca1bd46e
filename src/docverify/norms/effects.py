"""From the items to the outcome of the whole: the legal effect, the lesser ones, and the notices of broken items."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from docverify.model import Effect, Item, Notice, Resultado
from docverify.norms.checks.validade import br
from docverify.norms.schema import Norm, Rule

_QUEBRADO = ("nao_conforme", "ausente")


def result_of(items: Iterable[Item]) -> Resultado:
    """Return the result: rejected where an item is surely broken, in doubt where one is, else accepted."""
    states = {i.situacao for i in items}
    if states.intersection(_QUEBRADO):
        return "rejeitado"
    return "em_analise" if "em_analise" in states else "aceito"


def effects_of(norm: Norm, rule: Rule, item: Item) -> list[str]:
    """Return the codes of the effects that an item leads to; none where it is not broken."""
    if item.situacao not in _QUEBRADO:
        return []
    broken = [m.codigo for m in item.motivos if m.gravidade == "impede"]
    if item.situacao == "ausente":
        own = [rule.efeito_por_motivo.get("documento_ausente", rule.ausente or norm.defeito)]
        return own + [rule.efeito_por_motivo[c] for c in broken if c in rule.efeito_por_motivo]
    return [rule.efeito_por_motivo.get(c, rule.defeituoso or norm.defeito) for c in broken]


def notices_of(norm: Norm, rule: Rule, item: Item) -> list[Notice]:
    """Return the notices that a broken item raises."""
    if item.situacao not in _QUEBRADO:
        return []
    broken = {m.codigo for m in item.motivos if m.gravidade == "impede"}
    if item.situacao == "ausente":
        broken.add("documento_ausente")
    raised = [a for a in rule.avisos if not a.motivos or broken.intersection(a.motivos)]
    return [Notice(a.codigo, norm.avisos[a.codigo]) for a in raised]


def effect_of(norm: Norm, resultado: Resultado, codes: Sequence[str]) -> tuple[Effect, tuple[Notice, ...]]:
    """Return the gravest effect, and the others as notices."""
    if resultado == "rejeitado":
        ordered = sorted(dict.fromkeys(codes), key=lambda c: -norm.efeitos[c].peso)
    else:
        ordered = [norm.aceito if resultado == "aceito" else norm.em_analise]
    first, *rest = (norm.efeitos[c] for c in ordered)
    effect = Effect(first.codigo, first.mensagem, norm.cite(first.citacao))
    return effect, tuple(Notice(e.codigo, f"{e.mensagem} ({norm.cite(e.citacao)})") for e in rest)


def window_notice(norm: Norm, day: date) -> tuple[Notice, ...]:
    """Say that the norm was not in force on the day, which was where that is known, and which is now."""
    if norm.inicio <= day and (norm.fim is None or day <= norm.fim):
        return ()
    now = next((s for s in norm.sucessoras if s.em_vigor), None)
    if day < norm.inicio:
        until = f"vigorou de {br(norm.inicio)} a {br(norm.fim)}" if norm.fim else f"vigora desde {br(norm.inicio)}"
        text = f"Em {br(day)} a {norm.titulo} ainda não estava em vigor ({until})"
        dated = [a.norma for a in norm.antecessoras if a.desde is not None and a.desde <= day]
        text += f"; vigorava a {dated[-1]}." if dated else "."
    else:
        dated = [s.norma for s in norm.sucessoras if s.desde is not None and s.desde <= day]
        text = f"Em {br(day)} a {norm.titulo} já não estava em vigor"
        text += f", sucedida pela {dated[-1]}" if dated else ""
        text += ", que vigora hoje." if now is not None and now.norma in dated[-1:] else "."
    if now is not None and now.norma not in dated[-1:]:
        text += f" Hoje vigora a {now.norma}."
    return (Notice("norma_fora_de_vigencia", f"{text} O resultado vale segundo a norma usada."),)

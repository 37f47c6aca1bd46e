"""A rule's answer: its document, or each of the parts that it asks for at once, per establishment or per State."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from docverify.model import Ficha
from docverify.norms import labels
from docverify.norms.checks.identidade import mask
from docverify.norms.checks.text import has_cnpj
from docverify.norms.context import Context
from docverify.norms.dossier import Dossier
from docverify.norms.missing import missing, reason_of
from docverify.norms.outcome import Finding, RuleOutcome
from docverify.norms.schema import CheckCall, Part, Rule
from docverify.norms.selection import answer, candidates
from docverify.values.addresses import Endereco
from docverify.values.municipios import uf_of_text


def owed_parts(dossie: Dossier, rule: Rule) -> list[Part]:
    """Return the parts of a rule that are owed in the request's situation."""
    return [p for p in rule.partes if not p.situacoes or not dossie.etiquetas.isdisjoint(p.situacoes)]


def answer_rule(dossie: Dossier, rule: Rule) -> RuleOutcome:
    """Return the answer of a rule on documents, what is missing included."""
    if not rule.partes:
        return _owed(dossie, rule, answer(dossie, rule))
    outcomes: list[RuleOutcome] = []
    for part in owed_parts(dossie, rule):
        alone = rule.of_part(part)
        if part.por == "estabelecimento":
            outcomes += _per_establishment(dossie, part, alone)
        elif part.por == "estado":
            outcomes += _per_state(dossie, part, alone)
        else:
            found = answer(dossie, alone)
            outcomes.append(found if part.opcional else _owed(dossie, alone, found))
    return _joined(rule, outcomes)


def _context(dossie: Dossier, rule: Rule) -> Context:
    return Context(dossie, rule, CheckCall("ausente", rule.citacao))


def _owed(dossie: Dossier, rule: Rule, found: RuleOutcome, whose: str = "") -> RuleOutcome:
    """Say that the document is missing, where there is none."""
    if found.escolhido is not None:
        return found
    return replace(
        found, faltas=missing(_context(dossie, rule), whose), ausente=not dossie.pode_estar(*rule.documentos)
    )


def _joined(rule: Rule, outcomes: Sequence[RuleOutcome]) -> RuleOutcome:
    chosen = [o.escolhido for o in outcomes if o.escolhido is not None]
    return RuleOutcome(
        rule,
        chosen[0] if chosen else None,
        tuple(a for o in outcomes for a in o.achados),
        tuple(r for o in outcomes for r in o.outros),
        tuple(sorted({i for o in outcomes for i in o.usados})),
        tuple(n for o in outcomes for n in o.avisos),
        tuple(r for o in outcomes for r in o.faltas),
        any(o.ausente for o in outcomes),
        tuple(d for o in outcomes for d in o.declaracoes),
        tuple(outcomes),
    )


@dataclass(frozen=True, slots=True)
class _Establishment:
    """The matriz, or a filial, with the dossier as its papers are compared with it."""

    dossie: Dossier
    cnpj: str | None
    inscricao: str
    uf: str | None
    nome: str
    filial: bool


def _key(text: object) -> str:
    return "".join(c for c in str(text or "").upper() if c.isalnum())


def _establishments(dossie: Dossier) -> list[_Establishment]:
    ficha = dossie.ficha
    uf = dossie.endereco.uf if dossie.endereco else None
    found = [_Establishment(dossie, ficha.cnpj, _key(ficha.inscricao_estadual), uf, "", False)]
    for number, filial in enumerate(ficha.filiais, start=1):
        seen: Ficha = replace(ficha, cnpj=filial.cnpj, inscricao_estadual=filial.inscricao_estadual)
        # the Ficha has no address of a branch: only its State can be compared
        place = Endereco(uf=filial.uf) if filial.uf else None
        name = f" da filial {mask(filial.cnpj)}" if filial.cnpj else f" da filial nº {number}"
        if filial.uf:
            name += f" ({filial.uf})"
        view = replace(dossie, ficha=seen, endereco=place, municipio_certo=True)
        found.append(_Establishment(view, filial.cnpj, _key(filial.inscricao_estadual), filial.uf, name, True))
    return found


def _printed(dossie: Dossier, index: int, *names: str) -> str:
    for name in names:
        found = dossie.documentos[index].campos.get(name)
        if found is not None and found.valor:
            return str(found.valor)
    return ""


def _home(dossie: Dossier, index: int, places: Sequence[_Establishment]) -> int | None:
    """Return whose paper it is by the CNPJ that it prints, else the inscrição, else the State; None where none says."""
    number = _printed(dossie, index, "cnpj")
    if number:
        return next((i for i, p in enumerate(places) if p.cnpj == number), None)
    inscription = _key(_printed(dossie, index, "inscricao_estadual"))
    if inscription:
        return next((i for i, p in enumerate(places) if p.inscricao and p.inscricao == inscription), None)
    uf = _state(dossie, index)
    of_state = [i for i, p in enumerate(places) if uf and p.uf == uf]
    return of_state[0] if len(of_state) == 1 else None


def _per_establishment(dossie: Dossier, part: Part, rule: Rule) -> list[RuleOutcome]:
    places = _establishments(dossie)
    papers = candidates(dossie, rule)
    if len(places) == 1:
        found = answer(dossie, rule, papers)
        return [found if part.opcional else _owed(dossie, rule, found)]
    homes: dict[int, list[int]] = {}
    loose: list[int] = []
    for index in papers:
        home = _home(dossie, index, places)
        if home is None:
            loose.append(index)
        else:
            homes.setdefault(home, []).append(index)
    outcomes = []
    for number, place in enumerate(places):
        own = homes.get(number)
        if own is None and loose:
            outcomes.append(_by_elimination(place.dossie, rule, loose.pop(0)))
        elif own is not None:
            outcomes.append(answer(place.dossie, rule, tuple(own)))
        elif not part.opcional:
            outcomes.append(_uncovered(dossie, rule, place, papers))
    return outcomes


def _by_elimination(dossie: Dossier, rule: Rule, index: int) -> RuleOutcome:
    """Judge a paper that does not say whose it is as that of whom none other is there, and say so."""
    found = answer(dossie, rule, (index,))
    if any(r.gravidade != "alerta" for r in found.motivos):
        return found
    ctx = replace(_context(dossie, rule), indice=index)
    doubt = ctx.motivo(
        "confianca_baixa",
        "revisar",
        f"Não foi possível ler {ctx.no_doc} de qual estabelecimento ou Estado ele é. Confira no documento.",
        inferencia=False,
    )
    return replace(found, achados=(*found.achados, Finding(doubt, "leitura")))


def _uncovered(dossie: Dossier, rule: Rule, place: _Establishment, papers: Sequence[int]) -> RuleOutcome:
    if not papers or not place.filial:
        return _owed(dossie, rule, RuleOutcome(rule), place.nome or " da matriz")
    name = " ou ".join(labels.tipo(t) for t in rule.documentos)
    reason = reason_of(
        _context(dossie, rule), "filial_nao_coberta", name + place.nome, "Apresente o documento de cada filial."
    )
    if place.cnpj and any(has_cnpj(dossie.documentos[i].texto, place.cnpj) for i in papers):
        reason = replace(reason, gravidade="revisar", mensagem=reason.mensagem + " Outro documento cita esse CNPJ.")
    return RuleOutcome(rule, faltas=(reason,))


def _state(dossie: Dossier, index: int) -> str | None:
    """Return the State of a paper or of its issuer, two letters, None where it does not say."""
    read = _printed(dossie, index, "uf", "uf_emissor").strip().upper()
    return read if len(read) == 2 else uf_of_text(read) if read else None


def _per_state(dossie: Dossier, part: Part, rule: Rule) -> list[RuleOutcome]:
    home = dossie.endereco.uf if dossie.endereco else None
    wanted = dossie.ficha.estados_onde_atua or ((home,) if home else ())
    papers = candidates(dossie, rule)
    if not papers or not wanted:
        found = answer(dossie, rule, papers)
        return [found if part.opcional else _owed(dossie, rule, found)]
    by_state: dict[str, list[int]] = {}
    loose: list[int] = []
    for index in papers:
        uf = _state(dossie, index)
        if uf is None:
            loose.append(index)
        else:
            by_state.setdefault(uf, []).append(index)
    outcomes = []
    for uf in wanted:
        if uf in by_state:
            outcomes.append(answer(dossie, rule, tuple(by_state[uf])))
        elif loose:
            outcomes.append(_by_elimination(dossie, rule, loose.pop(0)))
        elif not part.opcional:
            name = " ou ".join(labels.tipo(t) for t in rule.documentos)
            context = _context(dossie, rule)
            reason = reason_of(context, "uf_nao_coberta", f"{name} ({uf})", "Apresente a de cada Estado onde atua.")
            outcomes.append(RuleOutcome(rule, faltas=(reason,)))
    return outcomes

"""The Ficha Cadastral: parts of the form put together into the declared data's own keys.

The form has sections (revendedor, endereço, distribuidor, responsável) whose labels are alike; a part belongs to the
section in which its label stands. Distributors come in any number, each beginning with its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from docverify.documents.candidates import Candidate, Paper
from docverify.documents.layout import PageLayout
from docverify.values.quantities import find_classes

_HEADINGS = (
    (
        "distribuidor",
        re.compile(
            r"^\W*(?:0?3\b[\s.)\-–]*)?(?:DADOS\s+D[OA]S?\s+)?DISTRIBUIDOR(?:A|ES"
            r"|AS)?(?:\s*\(ES\))?\W*(?:\d\W*)?$"
        ),
    ),
    (
        "responsavel",
        re.compile(
            r"^\W*(?:0?4\b[\s.)\-–]*)?(?:DADOS\s+D[OA]\s+)?(?:RESPONSAVEL\s+PEL[OA]\s+(?:PREENCHIMENTO|INFORMAC)|RESPONSAVEL\s+LEGAL\W*$|DECLARANTE\W*$)"
        ),
    ),
    ("endereco", re.compile(r"^\W*(?:0?2\b[\s.)\-–]*)?ENDERECO\s+DO\s+(?:ESTABELECIMENTO|REVENDEDOR)")),
    ("revendedor", re.compile(r"^\W*(?:0?1\b[\s.)\-–]*)?IDENTIFICACAO\s+D[OA]")),
)
_MARKED = r"[(\[]\s*[X✓✔☒■*]\s*[)\]]|[☒☑■✓✔]"
_EMPTY_BOX = r"[(\[]\s*[)\]]|[☐□]"
_ROMANS = ("ESPECIAL", "VII", "VI", "IV", "V", "III", "II", "I")
_ROMAN_LOOKALIKE = str.maketrans({"1": "I", "L": "I", "|": "I", "!": "I", "Y": "V", "U": "V"})
_SPLIT_BRANDS = re.compile(r"\s*(?:[,;/|]|\s+E\s+|\s+-\s+|\n)\s*", re.IGNORECASE)
_LEAST = 0.2
_PARTS = ("nome", "identidade", "cpf", "funcao")
_OWN_SECTION = {"distribuidor": "distribuidor", "responsavel": "responsavel"}


@dataclass(frozen=True, slots=True)
class _Section:
    page: int
    line: int
    name: str


def find(paper: Paper) -> Iterator[Candidate]:
    """Find the keys of the Ficha that no single label gives: class, distributors, responsible person, marked box."""
    sections = _sections(paper.layouts)
    parts = list(_best_by_label(c for c in paper.candidates if c.campo.startswith(("distribuidor.", "responsavel."))))
    parts = [c for c in parts if _fits(paper, sections, c)]
    _settle_owners(paper, parts)
    yield from _classe(paper)
    yield from _distribuidores(paper, [c for c in parts if c.campo.startswith("distribuidor.")])
    yield from _responsavel([c for c in parts if c.campo.startswith("responsavel.")])
    yield from _pedido(paper.layouts)


def _sections(layouts: tuple[PageLayout, ...]) -> list[_Section]:
    found = []
    for page, layout in enumerate(layouts):
        for line, row in enumerate(layout.lines):
            text = " ".join(layout.segments[index].text.folded for index in row)
            for name, pattern in _HEADINGS:
                if len(text) < 110 and pattern.search(text):
                    found.append(_Section(page, line, name))
                    break
    return sorted(found, key=lambda s: (s.page, s.line))


def _spot(layout: PageLayout, candidate: Candidate) -> tuple[int, float]:
    """Return line and left edge of a candidate's label (of itself where it has none)."""
    words = sorted(candidate.label) or list(candidate.words)
    line = min(layout.segments[layout.segment_of[w]].line for w in words)
    return line, layout.box_of(words)[0]


def _section_of(paper: Paper, sections: list[_Section], candidate: Candidate) -> str | None:
    line, _ = _spot(paper.layouts[candidate.page], candidate)
    above = [s for s in sections if (s.page, s.line) <= (candidate.page, line)]
    return above[-1].name if above else None


def _fits(paper: Paper, sections: list[_Section], candidate: Candidate) -> bool:
    """Tell whether a part stands in its own section; labels that name it ("CNPJ do distribuidor") fit anywhere."""
    kind = candidate.campo.partition(".")[0]
    section = _section_of(paper, sections, candidate)
    said = " ".join(paper.layouts[candidate.page].page.words[w].text for w in sorted(candidate.label)).upper()
    if kind == "distribuidor" and ("DISTRIBUI" in said or "MARCA" in said):
        return True
    if kind == "responsavel" and section is None:
        return candidate.campo not in ("responsavel.nome",) or "PESSOA" in said or "RESPONS" in said
    return section == _OWN_SECTION[kind]


def _settle_owners(paper: Paper, parts: Iterable[Candidate]) -> None:
    """A value that is the distributor's or the responsible person's is not the reseller's as well."""
    theirs = {(c.page, word) for c in parts if c.score >= _LEAST for word in c.words}
    own = ("cnpj", "razao_social", "nome_fantasia")
    paper.candidates = [
        replace(c, score=c.score * 0.15) if c.campo in own and any((c.page, w) in theirs for w in c.words) else c
        for c in paper.candidates
    ]


def _best_by_label(candidates: Iterable[Candidate]) -> Iterator[Candidate]:
    kept: dict[tuple[str, int, frozenset[int]], Candidate] = {}
    for candidate in candidates:
        if candidate.score < _LEAST:
            continue
        key = (candidate.campo, candidate.page, candidate.label or frozenset(candidate.words))
        if key not in kept or candidate.score > kept[key].score:
            kept[key] = candidate
    yield from kept.values()


def _classe(paper: Paper) -> Iterator[Candidate]:
    for candidate in paper.of("ficha.classe"):
        value = parse_class(str(candidate.valor))
        if value is not None:
            repaired = candidate.reparado or str(candidate.valor).strip() in ("11", "111")
            yield replace(candidate, campo="classe_armazenamento", valor=value, checked=True, reparado=repaired)
    for page, layout in enumerate(paper.layouts):
        for match in re.finditer(r"CLASSE\s+DE\s+ARMAZENAMENTO\W{0,6}(?=.{0,12}[(\[])", layout.text.folded):
            value = _marked_class(layout.text.folded[match.end() : match.end() + 120])
            if value is not None:
                words = layout.text.words_of(match.end(), match.end() + 20)
                yield Candidate("classe_armazenamento", value, value, page, words, 0.85, "marca", checked=True)


def parse_class(text: str) -> str | None:
    """Parse a storage class: ``III``, ``Classe III``, ``3``, ``ESPECIAL``, ``Ill`` (as a reader may see it).

    Args:
        text: What stands in the field.

    Returns:
        ``I`` to ``VII`` or ``Especial``; None where the text is not one class.
    """
    found = {match.classe for match in find_classes(text)}
    if len(found) == 1:
        return str(found.pop())
    if len(text) > 60 or any(c.isnumeric() and not c.isdecimal() for c in text):
        return None
    words = [w for w in re.findall(r"[A-Z0-9|!]+", text.upper()) if w not in ("CLASSE", "DE", "ARMAZENAMENTO", "GLP")]
    if not words or len(words) > 3:
        return None
    first = words[0]
    if first.isdigit():
        if len(words) > 1:
            return None
        if len(words) == 1 and first in ("11", "111"):
            return "I" * len(first)  # there is no class 11: the strokes of a Roman numeral
        number = int(first) if len(first) == 1 else 0
        return ("I", "II", "III", "IV", "V", "VI", "VII")[number - 1] if 1 <= number <= 7 else None
    if first.startswith("ESPEC"):
        return "Especial"
    roman = first.translate(_ROMAN_LOOKALIKE)
    return roman if roman in _ROMANS else None


def _marked_class(text: str) -> str | None:
    """Return the class whose box is marked in ``( ) I ( ) II (X) III``, if exactly one is."""
    marked = re.findall(rf"(?:{_MARKED})\s*(?:CLASSE\s+)?([IVX1-7|L]{{1,3}}|ESPECIAL)\b", text)
    found = {parse_class(m) for m in marked} - {None}
    return found.pop() if len(found) == 1 else None


def _distribuidores(paper: Paper, parts: list[Candidate]) -> Iterator[Candidate]:
    ordered = sorted(parts, key=lambda c: (c.page, *_spot(paper.layouts[c.page], c)))
    groups: list[dict[str, Candidate]] = []
    for part in ordered:
        key = part.campo.partition(".")[2]
        # A second name, number or list of brands begins another distributor.
        if not groups or key in groups[-1]:
            home = next((g for g in groups if key not in g), None) if key != "razao_social" else None
            if home is None:
                groups.append({key: part})
            else:
                home[key] = part
        else:
            groups[-1][key] = part
    value: list[dict[str, Any]] = []
    used: list[Candidate] = []
    for group in groups:
        if "razao_social" not in group and "cnpj" not in group:
            continue
        entry: dict[str, Any] = {k: group[k].valor for k in ("razao_social", "cnpj") if k in group}
        if "marcas" in group:
            entry["marcas"] = [b for b in _SPLIT_BRANDS.split(str(group["marcas"].valor)) if b]
        value.append(entry)
        used.extend(group.values())
    if value:
        joined = _joined("distribuidores", value, used)
        whole = all("razao_social" in entry and "cnpj" in entry for entry in value)
        # The form asks for both: of one that lacks a part, something was not read.
        yield joined if whole else replace(joined, score=joined.score * 0.6)


def _responsavel(parts: list[Candidate]) -> Iterator[Candidate]:
    best: dict[str, Candidate] = {}
    for part in sorted(parts, key=lambda c: -c.score):
        best.setdefault(part.campo.partition(".")[2], part)
    value = {name: best[name].valor for name in _PARTS if name in best}
    if "nome" in value or "cpf" in value:
        yield _joined("responsavel", value, [best[name] for name in _PARTS if name in best])


def _joined(campo: str, value: Any, parts: list[Candidate]) -> Candidate:
    """Make one candidate of several parts: on the page of the first, as sure as the least sure but one step kinder."""
    page = parts[0].page
    words = tuple(sorted({w for c in parts if c.page == page for w in c.words}))
    scores = sorted(c.score for c in parts)
    score = (scores[0] + sum(scores) / len(scores)) / 2
    lido = "; ".join(c.lido for c in parts)
    checked = all(c.checked for c in parts)
    return Candidate(campo, value, lido, page, words, score, "partes", any(c.reparado for c in parts), checked)


def _pedido(layouts: tuple[PageLayout, ...]) -> Iterator[Candidate]:
    """Find which box is marked: ``Autorização`` (a new registration) or ``Atualização Cadastral``."""
    for page, layout in enumerate(layouts):
        folded = layout.text.folded
        marks = {}
        for name, label in (("autorizacao", "AUTORIZACAO"), ("atualizacao_cadastral", "ATUALIZACAO\\s+CADASTRAL")):
            for match in re.finditer(rf"(?:(?:{_MARKED})\s*|\bX\s+){label}\b|\b{label}\s*(?:{_MARKED})", folded):
                marks[name] = match
        if len(marks) == 1:
            name, match = next(iter(marks.items()))
            words = layout.text.words_of(match.start(), match.end())
            yield Candidate("pedido", name, name, page, words, 0.85, "marca")
            return

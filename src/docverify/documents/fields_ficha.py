"""The Ficha Cadastral: parts of the form put together into the declared data's own keys.

The form has sections (revendedor, endereço, distribuidor, responsável) whose labels are alike; a part belongs to the
section in which its label stands. Distributors come in any number, each beginning with its name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from docverify.documents import fields_ficha_linhas as linhas
from docverify.documents.candidates import Candidate, Paper
from docverify.documents.fields_ficha_partes import Section, section_of, sections_of, spot
from docverify.documents.kinds_texto import pessoa
from docverify.documents.layout import PageLayout
from docverify.documents.patterns import Campo
from docverify.values.names import parse_company
from docverify.values.quantities import find_classes
from docverify.values.text import fold

_MARKED = r"[(\[]\s*[X✓✔☒■*]\s*[)\]]|[☒☑■✓✔]"
_ROMANS = ("ESPECIAL", "VII", "VI", "IV", "V", "III", "II", "I")
_ROMAN_LOOKALIKE = str.maketrans({"H": "II", "1": "I", "L": "I", "|": "I", "!": "I", "Y": "V", "U": "V"})
_DRAWN_ROMAN = re.compile(r"\s*(?:CLASSE\s+)?([Ⅰ-Ⅶ])[IVl1|]{0,3}\s*", re.IGNORECASE)
_SPLIT_BRANDS = re.compile(r"\s*(?:[,;/|]|\s+E\s+|\s+-\s+|\n)\s*", re.IGNORECASE)
_LEAST = 0.2
_TOLD_BY_SECTION = frozenset(("NOME", "RAZAO SOCIAL", "NOME EMPRESARIAL", "EMPRESA", "CNPJ"))
_OWN_IN = {
    ("distribuidor", "razao_social"): "distribuidor.razao_social",
    ("distribuidor", "cnpj"): "distribuidor.cnpj",
    ("responsavel", "razao_social"): "responsavel.nome",
}
_PLACES = frozenset(("depois", "direita", "abaixo", "acima"))
_OF_RESELLER = re.compile(r"REVEND|FANTASIA|TITULO")
_HEADED = 0.32
"""Score above which nothing was taken from a value for its heading."""
_PERSON = Campo(especie="pessoa")
_OF_A_PERSON = frozenset(("responsavel.identidade", "responsavel.cpf", "responsavel.funcao"))
_PERSON_LINES = 2
_PARTS = ("nome", "identidade", "cpf", "funcao")
_OWN_SECTION = {"distribuidor": "distribuidor", "responsavel": "responsavel"}


def find(paper: Paper) -> Iterator[Candidate]:
    """Find the keys of the Ficha that no single label gives: class, distributors, responsible person, marked box."""
    sections = sections_of(paper.layouts)
    read = [c for c in paper.candidates if c.campo.startswith(("distribuidor.", "responsavel."))]
    # An office has no figures: they are of the line that closes the form.
    read = [c for c in read if c.campo != "responsavel.funcao" or not any(x.isdigit() for x in str(c.valor))]
    parts = list(_best_by_label([*read, *_told_by_section(paper, sections)]))
    persons = _persons(paper, parts)
    parts = [_surer(paper, sections, c) for c in parts if _fits(paper, sections, c) or _is_beside(paper, persons, c)]
    taken = {(c.page, w) for c in parts if _is_beside(paper, persons, c) for w in c.words}
    parts = [c for c in parts if c.campo != "distribuidor.razao_social" or (c.page, c.words[0]) not in taken]
    _settle_owners(paper, parts)
    yield from _classe(paper)
    yield from _fornecedores(paper, sections, [c for c in parts if c.campo.startswith("distribuidor.")])
    signer = [_whole(paper, c) for c in parts if c.campo.startswith("responsavel.")]
    yield from _responsavel([*signer, *linhas.named_with_cpf(paper, signer)])
    yield from _pedido(paper.layouts)
    yield from linhas.closing(paper)


def _persons(paper: Paper, parts: Iterable[Candidate]) -> set[tuple[int, int]]:
    """Return the lines on which the responsible person's identity, CPF and office stand, where two of them are near."""
    told = [c for c in parts if c.campo in _OF_A_PERSON and c.score >= _LEAST]
    lines = [(c.page, spot(paper.layouts[c.page], c)[0]) for c in told]
    return {
        line
        for line, part in zip(lines, told, strict=True)
        if any(
            line[0] == other[0] and abs(line[1] - other[1]) <= _PERSON_LINES and part.campo != mate.campo
            for other, mate in zip(lines, told, strict=True)
        )
    }


def _is_beside(paper: Paper, persons: set[tuple[int, int]], candidate: Candidate) -> bool:
    """Tell whether a name is the person's whose identity and office stand with it, and no company's."""
    if candidate.campo != "responsavel.nome" or parse_company(str(candidate.valor)).kind:
        return False
    page, line = candidate.page, spot(paper.layouts[candidate.page], candidate)[0]
    return any(page == other and -1 <= at - line <= 2 for other, at in persons)


def _fits(paper: Paper, sections: list[Section], candidate: Candidate) -> bool:
    """Tell whether a part stands in its own section; labels that name it ("CNPJ do distribuidor") fit anywhere."""
    kind = candidate.campo.partition(".")[0]
    section = section_of(paper, sections, candidate)
    said = " ".join(paper.layouts[candidate.page].page.words[w].text for w in sorted(candidate.label)).upper()
    if kind == "distribuidor" and ("DISTRIBUI" in said or "MARCA" in said):
        return True
    if kind == "responsavel" and candidate.campo != "responsavel.nome" and section != "endereco":
        return True  # nobody else's identity or office is asked for
    if kind == "responsavel" and section is None:
        return candidate.campo not in ("responsavel.nome",) or "PESSOA" in said or "RESPONS" in said
    return section == _OWN_SECTION[kind]


def _surer(paper: Paper, sections: list[Section], candidate: Candidate) -> Candidate:
    """Believe a label that alone says little ("Nome", "CNPJ") under the heading that says whose it is."""
    said = _label_said(paper, candidate)
    if said not in _TOLD_BY_SECTION or section_of(paper, sections, candidate) is None:
        return candidate
    return replace(candidate, score=min(0.9, candidate.score * 1.6))


def _told_by_section(paper: Paper, sections: list[Section]) -> Iterator[Candidate]:
    """Give names and numbers under a heading to whom it names: forms print there the labels of the reseller's own."""
    for candidate in paper.candidates:
        part = _OWN_IN.get((section_of(paper, sections, candidate) or "", candidate.campo))
        if part is None or not candidate.label or candidate.place not in _PLACES:
            continue
        if _OF_RESELLER.search(_label_said(paper, candidate)):
            continue
        # What the heading took from it as the reseller's speaks for it here.
        score = min(0.88, candidate.score * (1.0 if candidate.score > _HEADED else 3.0))
        if part == "responsavel.nome" and not pessoa(candidate.lido, _PERSON):
            continue
        yield replace(candidate, campo=part, score=score)


def _label_said(paper: Paper, candidate: Candidate) -> str:
    words = " ".join(paper.layouts[candidate.page].page.words[w].text for w in sorted(candidate.label))
    said = fold(re.sub(r"[^\w ]", "", re.sub(r"^[\d.]+\s+", "", words))).strip()
    return re.sub(r"\s+(?:N[Oº]?|NUMERO)$", "", said)


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
    held: set[tuple[str, int, tuple[int, ...]]] = set()
    for candidate in sorted(kept.values(), key=lambda c: -c.score):
        place = (candidate.campo, candidate.page, candidate.words)
        if place not in held:
            held.add(place)
            yield candidate


def _classe(paper: Paper) -> Iterator[Candidate]:
    for candidate in paper.of("ficha.classe"):
        value = parse_class(str(candidate.valor))
        if value is not None:
            read = str(candidate.valor).strip()
            repaired = candidate.reparado or read in ("11", "111") or _DRAWN_ROMAN.fullmatch(read) is not None
            repaired = repaired or "H" in read.upper().replace("CLASSE", "")
            yield replace(candidate, campo="classe_armazenamento", valor=value, checked=True, reparado=repaired)
    for page, layout in enumerate(paper.layouts):
        for match in re.finditer(r"\bCLASSE\b[^\n:()\[]{0,48}[:\s]{0,6}(?=.{0,12}[(\[☐□☒☑■✓✔])", layout.text.folded):
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
    drawn = _DRAWN_ROMAN.fullmatch(text) if len(text) < 40 else None
    if drawn:
        # A reader that knows "Ⅲ" as one letter sees its strokes again behind it ("ⅢI", "ⅡI", "ⅢII").
        return unicodedata.normalize("NFKC", drawn[1])
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
    if first == "H":
        return None
    roman = first.translate(_ROMAN_LOOKALIKE)
    return roman if roman in _ROMANS else None


def _marked_class(text: str) -> str | None:
    """Return the class whose box is marked in ``( ) I ( ) II (X) III``, if exactly one is."""
    marked = re.findall(rf"(?:{_MARKED})\s*(?:CLASSE\s+)?([IVX1-7|L]{{1,3}}|ESPECIAL)\b", text)
    found = {parse_class(m) for m in marked} - {None}
    return found.pop() if len(found) == 1 else None


def _fornecedores(paper: Paper, sections: list[Section], parts: list[Candidate]) -> Iterator[Candidate]:
    """Take the distributors from rows that say all of one, unless labels tell of more."""
    read = []
    for number, section in enumerate(sections):
        if section.name != "distribuidor":
            continue
        after = sections[number + 1] if number + 1 < len(sections) else None
        layout = paper.layouts[section.page]
        last = after.line if after is not None and after.page == section.page else len(layout.lines)
        read.extend(linhas.rows(layout, section.page, section.line + 1, last))
    labelled = list(_distribuidores(paper, parts))
    if not read and all(candidate.score < 0.6 for candidate in labelled):
        read = [pair for page, layout in enumerate(paper.layouts) for pair in linhas.stacked(layout, page)]
    if not read:
        yield from labelled
        return
    for candidate in labelled:
        if len(candidate.valor) > len(read):
            yield candidate
            return
    entries = [entry for entry, _ in read]
    brands = {e["cnpj"]: e["marcas"] for c in labelled for e in c.valor if "cnpj" in e and "marcas" in e}
    for entry in entries:
        if "marcas" not in entry and entry["cnpj"] in brands:
            entry["marcas"] = brands[entry["cnpj"]]
    yield _joined("distribuidores", entries, [candidate for _, candidate in read])
    _settle_owners(paper, [candidate for _, candidate in read])


def _distribuidores(paper: Paper, parts: list[Candidate]) -> Iterator[Candidate]:
    ordered = sorted(parts, key=lambda c: (c.page, *spot(paper.layouts[c.page], c)))
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


def _whole(paper: Paper, part: Candidate) -> Candidate:
    """Complete a name or an office that goes on in the lower lines of its cell."""
    layout = paper.layouts[part.page]
    last = layout.segments[layout.segment_of[part.words[-1]]] if part.words else None
    if last is None or last.cell < 0 or part.campo not in ("responsavel.nome", "responsavel.funcao"):
        return part
    labels = paper.marked[part.page].labels
    more = [s for s in layout.segments if s.cell == last.cell and s.line > last.line and s.index not in labels]
    told = " ".join(segment.text.raw for segment in more)
    if (
        not told
        or len(told.split()) > 3
        or fold(told).startswith("NOME")
        or not re.fullmatch(r"[A-Z' ()-]+", fold(told))
    ):
        return part
    words = (*part.words, *(word for segment in more for word in segment.text.words))
    return replace(part, valor=f"{part.valor} {told}", lido=f"{part.lido} {told}", words=words)


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

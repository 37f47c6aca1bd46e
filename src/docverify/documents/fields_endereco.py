"""The establishment's address, gathered from its parts: cells of a form, one line, or a sentence.

A page shows several addresses (the agency's, the accountant's, a partner's home). Parts are therefore gathered around
an *anchor*, the street or the line that begins an address; a part belongs to the nearest anchor that begins at or above
it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from docverify.documents.address_parts import kind_in_label, part_district, town_in_heading
from docverify.documents.candidates import Candidate, Paper
from docverify.documents.kinds_endereco import STREET, UFS, as_dict
from docverify.documents.labels import Marked
from docverify.documents.layout import PageLayout
from docverify.values.addresses import parse_address
from docverify.values.identifiers.cep import find_ceps
from docverify.values.text import fold

PARTS = ("logradouro", "numero", "complemento", "bairro", "cep", "municipio", "uf")
_DOWN = 14
"""A part stands at most this many lines below its anchor."""
_LEAST = 0.2
_GHOST = 0.6
"""A complement read less surely is most often what a reader makes of asterisks; none is only a warning."""


@dataclass(slots=True)
class _Anchor:
    candidate: Candidate
    line: int
    x: float
    parts: dict[str, Candidate] = field(default_factory=dict)


def find(paper: Paper) -> Iterable[Candidate]:
    """Yield whole addresses as candidates of ``endereco``."""
    whole = [c for c in paper.candidates if c.campo == "endereco"]
    # The gathered ones take the place of the raw ones.
    paper.candidates = [c for c in paper.candidates if c.campo != "endereco"]
    if paper.tipo in _GRANTED and not any(c.score >= _LEAST for c in whole):
        whole.extend(_under_name(paper))
    for page in range(len(paper.layouts)):
        yield from _on_page(paper, page, [c for c in whole if c.page == page])


_GRANTED = frozenset(("alvara_funcionamento", "certificado_bombeiros"))


def _under_name(paper: Paper) -> Iterable[Candidate]:
    """Find an address without any label on the line or two under the name of whom a licence is granted to."""
    for name in paper.of("razao_social"):
        if name.score < 0.6 or not name.words:
            continue
        layout = paper.layouts[name.page]
        segment = layout.segments[layout.segment_of[name.words[-1]]]
        for below in layout.below(segment, limit=2, reach=3.5):
            text = below.text
            if below.index in paper.marked[name.page].labels or not STREET.match(text.folded):
                continue
            parsed = as_dict(parse_address(text.raw))
            if parsed.get("logradouro") and parsed.get("numero"):
                yield Candidate("endereco", parsed, text.raw, name.page, text.words, 0.7, "sob_o_nome")
                break


def _on_page(paper: Paper, page: int, whole: list[Candidate]) -> Iterable[Candidate]:
    layout = paper.layouts[page]
    parts = [c for c in paper.candidates if c.campo.startswith("endereco.") and c.page == page and c.score >= _LEAST]
    parts = [c for c in parts if c.campo != "endereco.numero" or not _of_something_else(layout, c)]
    parts = [c for c in parts if c.campo != "endereco.complemento" or layout.confidence_of(c.words) >= _GHOST]
    parts.extend(_states_behind(layout, parts))
    best = _best_by_label(parts)
    # A labelled part that stands within a whole address as well is the same ink.
    anchors = [_anchor(layout, c) for c in _best_by_label(whole)]
    streets = [_anchor(layout, c) for c in best if c.campo == "endereco.logradouro"]
    anchors += [s for s in streets if not any(set(s.candidate.words) & set(a.candidate.words) for a in anchors)]
    anchors.sort(key=lambda a: (a.line, a.x))
    orphans: list[Candidate] = []
    for part in sorted(best, key=lambda c: -c.score):
        if part.campo == "endereco.logradouro":
            continue
        home = _home(layout, anchors, part)
        if home is None:
            orphans.append(part)
        else:
            home.parts.setdefault(part.campo.partition(".")[2], part)
    taken = {word for part in best for word in part.words}
    for place, anchor in enumerate(anchors):
        if "cep" not in anchor.parts:
            after = anchors[place + 1].line if place + 1 < len(anchors) else anchor.line + _DOWN
            _loose_cep(layout, page, anchor, max(anchor.line + 1, min(after, anchor.line + _DOWN)), taken)
        gathered = _gathered(layout, anchor)
        yield _with_tail(paper.marked[page], gathered) if "municipio" not in gathered.valor else gathered
    if not anchors and orphans:
        yield from _without_street(orphans)


_OTHER_NUMBER = re.compile(
    r"\b(?:LEI|LEIS|COMPLEMENTAR|DECRETO|DECRETO-LEI|PORTARIA|NORMATIVA|IN|RFB|SRF|RESOLUCAO|DELIBERACAO|PROCESSO|"
    r"PROTOCOLO|OFICIO|ALVARA|LICENCA|CERTIFICADO|CERTIDAO|CREA|CRC|ART|NIRE|REGISTRO|MATRICULA|FOLHA|LIVRO)\b"
    r"\W*(?:N[º°ª.\s]{0,3}|NO|NUM|NUMERO)?\W*$"
)


def _of_something_else(layout: PageLayout, part: Candidate) -> bool:
    """Tell the number of a law or of another paper ("Instrução Normativa RFB nº 748") from that of a house."""
    if not part.words or part.words[0] not in layout.segment_of:
        return False
    text = layout.segments[layout.segment_of[part.words[0]]].text
    start = text.starts[text.words.index(part.words[0])]
    return _OTHER_NUMBER.search(text.folded[:start]) is not None


def _loose_cep(layout: PageLayout, page: int, anchor: _Anchor, last: int, taken: set[int]) -> None:
    """Take the CEP that stands within an address's lines under a label that OCR spoilt: its mask is unmistakable."""
    for line in range(anchor.line, min(last, len(layout.lines))):
        for index in layout.lines[line]:
            segment = layout.segments[index]
            for match in find_ceps(segment.text.raw):
                words = segment.text.words_of(match.start, match.end)
                if match.valido and "-" in match.lido and not taken & set(words) and not match.reparado:
                    anchor.parts["cep"] = Candidate("endereco.cep", match.valor, match.lido, page, words, 0.6, "solto")
                    return


_STATE_BEHIND = re.compile(rf"^\W*({'|'.join(UFS)})\b|^.*[-/(]\s*({'|'.join(UFS)})\W*$")


def _states_behind(layout: PageLayout, parts: list[Candidate]) -> list[Candidate]:
    """Find the State printed behind a municipality whose label does not announce it (``CIDADE: RIO BRANCO - AC``)."""
    found = []
    for part in parts:
        if part.campo != "endereco.municipio" or not part.words:
            continue
        last = part.words[-1]
        row = layout.segments[layout.segment_of[last]].text.words
        behind = row[row.index(last) + 1 :][:3] if last in row else ()
        glued = fold(layout.page.words[last].text)
        text = fold(" ".join(layout.page.words[w].text for w in behind))
        match = _STATE_BEHIND.match(text)
        if not match:
            found.extend(_state_beside(layout, part))
        if match and match[1]:
            words = (last, *behind[:2])
        else:
            match = _STATE_BEHIND.match(glued) if re.search(r"[-/(]", glued) else None
            words = (last,)
        if match:
            uf = match[1] or match[2]
            found.append(replace(part, campo="endereco.uf", valor=uf, lido=uf, words=words, score=part.score * 0.98))
    return found


def _state_beside(layout: PageLayout, part: Candidate) -> list[Candidate]:
    """Take a State that stands alone at the right of a municipality or of its label, whose own label was not read."""
    rows = {
        layout.segment_of[word] for word in (*part.words[-1:], *sorted(part.label)[-1:]) if word in layout.segment_of
    }
    for index in sorted(rows):
        right = layout.right_of(layout.segments[index])
        if right is not None and right.text.folded.strip() in UFS and right.text.raw.isupper():
            uf = right.text.raw.strip()
            score = part.score * 0.9
            return [replace(part, campo="endereco.uf", valor=uf, lido=uf, words=right.text.words, score=score)]
    return []


def _best_by_label(candidates: list[Candidate]) -> list[Candidate]:
    """Keep the best value of each label: its places (right, below) are alternatives."""
    kept: dict[tuple[str, frozenset[int]], Candidate] = {}
    for candidate in candidates:
        key = (candidate.campo, candidate.label or frozenset(candidate.words))
        if key not in kept or candidate.score > kept[key].score:
            kept[key] = candidate
    return list(kept.values())


def _anchor(layout: PageLayout, candidate: Candidate) -> _Anchor:
    line, x = _spot(layout, candidate)
    return _Anchor(candidate, line, x)


def _spot(layout: PageLayout, candidate: Candidate) -> tuple[int, float]:
    """Return line and left edge of a candidate's label (of itself, where it has none)."""
    words = sorted(candidate.label) or list(candidate.words)
    line = min(layout.segments[layout.segment_of[w]].line for w in words)
    return line, layout.box_of(words)[0]


def _home(layout: PageLayout, anchors: list[_Anchor], part: Candidate) -> _Anchor | None:
    line, x = _spot(layout, part)
    above = [a for a in anchors if a.line < line <= a.line + _DOWN or (a.line == line and a.x <= x)]
    if above:
        nearest = max(a.line for a in above)
        return max((a for a in above if a.line == nearest), key=lambda a: (a.x <= x + 0.02, a.x))
    # The CEP may stand before the street ("CEP | BAIRRO | ENDEREÇO").
    after = [a for a in anchors if a.line - 2 <= line <= a.line]
    return after[0] if after else None


def _gathered(layout: PageLayout, anchor: _Anchor) -> Candidate:
    base = anchor.candidate
    valor: dict[str, str] = {}
    words = set(base.words)
    lido = [base.lido]
    if isinstance(base.valor, dict):
        valor.update(base.valor)
    else:
        kind_said = kind_in_label(layout, base)
        valor["logradouro"] = f"{kind_said} {base.valor}".strip()
        words |= set(base.label) if kind_said else set()
    scores = [base.score]
    for name in PARTS:
        part = anchor.parts.get(name)
        if part is None or set(part.words) <= set(base.words):
            if part is not None:
                valor.setdefault(name, part.valor)
            continue
        # A sentence is one address; a form's own cell knows better than the line above it.
        if name in valor and (base.place == "prosa" or part.place in ("prosa", "solto") or part.score < 0.6):
            continue
        valor[name] = part.valor
        words |= set(part.words)
        lido.append(part.lido)
        scores.append(part.score)
    kind = anchor.parts.get("tipo")
    if kind is not None and not STREET.match(fold(valor.get("logradouro", "X"))):
        valor["logradouro"] = f"{kind.valor} {valor.get('logradouro', '')}".strip()
        words |= set(kind.words)
        lido.insert(0, kind.lido)
    if "uf" not in valor and "municipio" in anchor.parts:
        _uf_behind(layout, anchor.parts["municipio"], valor, words)
    score = min(1.0, base.score * (1.0 if len(valor) > 2 else 0.85))
    valor = _tidy(valor)
    headed = town_in_heading(layout, anchor.line) if "municipio" not in valor else None
    if headed is not None and valor.get("uf", headed[1]) == headed[1]:
        valor.update(municipio=headed[0], uf=headed[1])
        words |= set(headed[2])
    return Candidate(
        "endereco",
        {name: valor[name] for name in PARTS if valor.get(name)},
        ", ".join(lido),
        base.page,
        tuple(sorted(words)),
        score,
        base.place,
        label=base.label,
    )


_NUMBERED = re.compile(r",|\bN[º°.]|\d\s*$| - |\sBAIRRO\s+\w{2}")


def _tidy(valor: dict[str, str]) -> dict[str, str]:
    """Undo what one cell said of two parts: ``AL. X, nº 10`` as the street, ``10 - BOX 5`` as the complement."""
    tidy = dict(valor)
    street = tidy.get("logradouro", "")
    if _NUMBERED.search(fold(street)):
        parsed = as_dict(parse_address(street))
        if parsed.get("logradouro") and parsed.get("numero") in (tidy.get("numero"), parsed.get("numero")):
            for name, value in parsed.items():
                if name in ("logradouro",) or not tidy.get(name):
                    tidy[name] = value
    part_district(tidy)
    number, complement = tidy.get("numero", ""), tidy.get("complemento", "")
    if number and fold(complement).startswith(fold(number)):
        rest = complement[len(number) :]
        if not rest[:1].isalnum():
            tidy["complemento"] = rest.strip(" -–/,.")
    return tidy


_TAIL = re.compile(rf".{{3,80}}[-–/,(]\s?({'|'.join(UFS)})\)?\.?\s*$")


def _with_tail(marked: Marked, found: Candidate) -> Candidate:
    """Add the line ``BAIRRO - MUNICÍPIO - UF`` that stands under an address with an empty line between."""
    layout = marked.layout
    box = layout.box_of(found.words)
    height = layout.segments[layout.segment_of[found.words[-1]]].height
    for segment in layout.segments:
        apart = segment.box[1] - box[3]
        if not 0 <= apart < 5 * height or abs(segment.box[0] - box[0]) > 0.03 or segment.index in marked.labels:
            continue
        if _TAIL.match(segment.text.raw) is None:
            continue
        rest = as_dict(
            parse_address(
                f"{found.valor.get('logradouro', 'RUA X')}, {found.valor.get('numero', 'S/N')}, {segment.text.raw}"
            )
        )
        added = {
            name: rest[name]
            for name in ("bairro", "municipio", "uf", "cep")
            if rest.get(name) and name not in found.valor
        }
        if "municipio" not in added:
            continue
        valor = {**found.valor, **added}
        return replace(
            found,
            valor={name: valor[name] for name in PARTS if name in valor},
            lido=f"{found.lido}, {segment.text.raw}",
            words=tuple(sorted({*found.words, *segment.text.words})),
        )
    return found


def _uf_behind(layout: PageLayout, town: Candidate, valor: dict[str, str], words: set[int]) -> None:
    """Take the UF that stands behind a municipality in the same cell (``FOZ DO IGUAÇU - PR``)."""
    if not town.words or town.words[-1] not in layout.segment_of:
        return
    text = layout.segments[layout.segment_of[town.words[-1]]].text
    behind = text.raw[text.starts[text.words.index(town.words[-1])] :]
    match = re.search(rf"[-–/,( ]\s?({'|'.join(UFS)})\)?\s*$", behind)
    if match:
        valor["uf"] = match.group(1)
        end = len(text.raw)
        words |= set(text.words_of(end - 1, end))


def _without_street(orphans: list[Candidate]) -> Iterable[Candidate]:
    """An address of which only district, CEP or municipality are printed."""
    valor: dict[str, str] = {}
    words: set[int] = set()
    lido = []
    for part in orphans:
        name = part.campo.partition(".")[2]
        if name not in valor:
            valor[name] = part.valor
            words |= set(part.words)
            lido.append(part.lido)
    score = 0.6 * max(part.score for part in orphans)
    if set(valor) - {"numero", "complemento"}:
        yield Candidate(
            "endereco",
            {name: valor[name] for name in PARTS if name in valor},
            ", ".join(lido),
            orphans[0].page,
            tuple(sorted(words)),
            score,
        )

"""The rest of a value of which one line was read: the line above or below, where it holds what the Ficha declares.

A name wrapped in a narrow cell, or centred over two lines, may be read for its first or last line alone. Where what was
read is, word for word, the beginning or the end of the declared value, and the line next to it in the same column
holds exactly the words that are missing, the paper prints the whole. The words are the paper's own; the Ficha only says
where to look.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from docverify.documents.layout import PageLayout, Segment
from docverify.model import Box, Document, Ficha, Field, shown_box
from docverify.values.addresses import Endereco
from docverify.values.name_lexicon import ABBREVIATIONS, SUFFIX_KIND
from docverify.values.names import parse_company
from docverify.values.text import fold_same_length
from docverify.values.ufs import UFS

CERTAINTY = 0.9
"""Of a value so completed, before the reader's own confidence."""
PARTS = ("logradouro", "bairro", "municipio")
"""The parts of an address that are wrapped."""

_REPAIRED = 0.85
"""The confidence of a repaired reading at most."""
_GAP = 2.0
"""Lines of one value are at most so many heights apart."""
_SIZE = 1.45
"""Print of one value differs in height at most so many times."""
_MOST = 3
"""Lines that a value may be completed with."""
_TIGHT = 0.6
"""A line so close (in heights), of like print, may belong to what stands next to it."""
_WORD = re.compile(r"[A-Z0-9]+")
_LABEL_ENDS = re.compile(
    r"(?:^|.*\b)(?:EMPRESA|SOCIAL|NOME|EMPRESARIAL|FIRMA|REQUERENTE|INTERESSAD[OA]|CONTRIBUINTE|DENOMINACAO|COMERCIAL"
    r"|SOCIEDADE|ESTABELECIMENTO|RAZAO|LICENCIAD[OA]|TITULAR|ENTIDADE|EMPREENDEDOR|JURIDICA|PROPRIETARIO|LOGRADOURO"
    r"|ENDERECO|BAIRRO|DISTRITO|MUNICIPIO|CIDADE|A|AO?|PARA|CONCEDIDO|OUTORGADO)\W*$"
)
_COMPANY_ENDS = frozenset((*SUFFIX_KIND, "S", "A"))


@dataclass(frozen=True, slots=True)
class _Line:
    """What a line adds: its words on the page, and their text."""

    segment: Segment
    words: tuple[int, ...]
    raw: str


def completed(
    fields: Mapping[str, Field], document: Document, own: Sequence[PageLayout], ficha: Ficha
) -> dict[str, Field]:
    """Complete the name and the address of a document by the lines next to what was read of them.

    Args:
        fields: Its fields.
        document: The document.
        own: Its pages.
        ficha: The declared data.

    Returns:
        The fields, a completed one over all its lines, with the confidence of its weakest word.
    """
    out = dict(fields)
    name = out.get("razao_social")
    if name is not None and ficha.razao_social:
        out["razao_social"] = _name(name, document, own, ficha.razao_social)
    address = out.get("endereco")
    if address is not None and isinstance(address.valor, Mapping) and ficha.endereco is not None:
        out["endereco"] = _in_figures(_address(address, document, own, ficha.endereco), ficha.endereco)
    return out


def lacks_lines(fields: Mapping[str, Field], ficha: Ficha) -> bool:
    """Tell whether a document's name or address is but the beginning or the end of the declared one."""
    name, address = fields.get("razao_social"), fields.get("endereco")
    if name is not None and any(_missing_of_name(str(name.valor), ficha.razao_social or "")):
        return True
    parts = address.valor if address is not None and isinstance(address.valor, Mapping) else {}
    if _LETTER_O.search(str(parts.get("numero") or "")):
        return True
    return any(any(_missing(_words(str(parts.get(p) or "")), _declared(ficha.endereco, p))) for p in PARTS)


def _declared(address: Endereco | None, part: str) -> list[str]:
    return _words(str(getattr(address, part, None) or ""))


def _words(text: str) -> list[str]:
    return [ABBREVIATIONS.get(word, word) for word in _WORD.findall(fold_same_length(text))]


def _missing(read: Sequence[str], wanted: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the words missing before and behind what was read: one of both is empty, both where nothing fits."""
    if not read or len(read) >= len(wanted):
        return [], []
    before = list(wanted[: -len(read)]) if list(wanted[-len(read) :]) == list(read) else []
    behind = list(wanted[len(read) :]) if list(wanted[: len(read)]) == list(read) else []
    return ([], []) if before and behind else (before, behind)


def _missing_of_name(read: str, declared: str) -> tuple[list[str], list[str]]:
    """Return what is missing of a company's name; its kind is not compared, and is not missing."""
    whole, part = parse_company(declared), parse_company(read)
    core = [ABBREVIATIONS.get(w, w) for w in whole.printed]
    own = [ABBREVIATIONS.get(w, w) for w in part.printed]
    if not own and part.kind and whole.kind == part.kind:
        return core, []  # the last line holds nothing but the kind
    before, behind = _missing(own, core)
    if behind and (part.kind or part.extras):
        return [], []  # the name ended there
    return before, behind


def _name(field: Field, document: Document, own: Sequence[PageLayout], declared: str) -> Field:
    before, behind = _missing_of_name(str(field.valor), declared)
    wants_kind = bool(parse_company(declared).kind)
    for layout, value in _places(field, document, own, str(field.valor), up=bool(before)):
        lines = _collect(layout, value[-1], before or behind, up=bool(before), company=True)
        if lines is None:
            continue
        row = [*value, *lines] if behind else [*value, *lines][::-1]
        raw = " ".join(line.raw for line in row)
        if wants_kind and not parse_company(raw).kind:
            continue  # the name goes on, or is another's
        return _field(field, document, layout, row, raw, raw)
    return field


def _address(field: Field, document: Document, own: Sequence[PageLayout], declared: Endereco) -> Field:
    for part in PARTS:
        read = str(field.valor.get(part) or "")
        before, behind = _missing(_words(read), _declared(declared, part))
        if not (before or behind):
            continue
        for layout, value in _places(field, document, own, read, up=bool(before)):
            lines = _collect(layout, value[-1], before or behind, up=bool(before), company=False)
            if lines is None:
                continue
            row = [*value, *lines] if behind else [*value, *lines][::-1]
            raw = " ".join(line.raw for line in row)
            field = _field(field, document, layout, lines, {**field.valor, part: raw}, f"{field.lido}, {raw}", add=True)
            break
    return field


_LETTER_O = re.compile(r"(?<=[0-9])[Oo]+(?![^\W_])")


def _in_figures(field: Field, declared: Endereco) -> Field:
    """Take for noughts the letters O at the end of a figure (``96O``), where the declared number has noughts there."""
    numero, wanted = str(field.valor.get("numero") or ""), declared.numero or ""
    figures = _LETTER_O.sub(lambda m: "0" * len(m[0]), numero)
    if figures == numero or _words(figures) != _words(wanted):
        return field
    sure = min(field.confianca, _REPAIRED)
    return replace(field, valor={**field.valor, "numero": figures}, reparado=True, confianca=sure)


def _field(
    field: Field,
    document: Document,
    layout: PageLayout,
    row: Sequence[_Line],
    value: object,
    read: str,
    *,
    add: bool = False,
) -> Field:
    page = layout.page
    words = tuple(word for line in row for word in line.words)
    sure = CERTAINTY * layout.confidence_of(words)
    box = shown_box(page, layout.box_of(words))
    return replace(
        field,
        valor=value,
        lido=read,
        confianca=round(min(field.confianca, sure) if add else sure, 4),
        caixa=_around(field.caixa, box) if add else box,
        arquivo=page.arquivo if page.arquivo != document.arquivo else None,
        trechos=(*field.trechos, *layout.trechos_of(words)) if add else layout.trechos_of(words),
    )


def _around(a: Box, b: Box) -> Box:
    return (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))


def _places(
    field: Field, document: Document, own: Sequence[PageLayout], read: str, *, up: bool
) -> Iterator[tuple[PageLayout, list[_Line]]]:
    """Yield the lines of a value among the words of its field, the one that it goes on from last."""
    wanted = _words(read)
    file = field.arquivo or document.arquivo
    for layout in own:
        if layout.page.arquivo != file or layout.page.numero != field.pagina:
            continue
        boxes = [w.box for w in layout.page.words]
        for segment in layout.segments:
            near = [w for w in segment.text.words if any(_inside(boxes[w], t.caixa) for t in field.trechos)]
            for size in range(len(wanted), 0, -1) if near else ():
                part, rest = (wanted[:size], wanted[size:]) if up else (wanted[-size:], wanted[:-size])
                for first, last in _runs(layout, near, part):
                    chosen = tuple(near[first : last + 1])
                    raw = " ".join(layout.page.words[w].text for w in chosen).strip(" ,;:-–")
                    line = _Line(segment, chosen, raw)
                    others = _collect(layout, line, rest, up=not up, company=False, whole=False) if rest else []
                    if others is not None:
                        yield layout, [*others[::-1], line]


def _inside(word: Box, run: Box) -> bool:
    x, y = (word[0] + word[2]) / 2, (word[1] + word[3]) / 2
    return run[0] <= x <= run[2] and run[1] <= y <= run[3]


def _runs(layout: PageLayout, chosen: Sequence[int], wanted: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the first and last place among some words where they spell the wanted ones."""
    spelt = [_words(layout.page.words[w].text) for w in chosen]
    for first in range(len(chosen)):
        found: list[str] = []
        for last in range(first, len(chosen)):
            found += spelt[last]
            if found == list(wanted) and spelt[first]:
                yield first, last
                break
            if len(found) >= len(wanted) and found != list(wanted):
                break


def _collect(
    layout: PageLayout, value: _Line, missing: Sequence[str], *, up: bool, company: bool, whole: bool = True
) -> list[_Line] | None:
    """Return the lines next to a value that hold exactly the missing words, nearest first; None where they do not."""
    if not missing or not _at_edge(layout, value, up=up):
        return None
    rest = list(missing)
    found: list[_Line] = []
    edge = value.segment
    box = layout.box_of(value.words)
    while rest:
        line = _next(layout, edge, box, up=up)
        if line is None or len(found) >= _MOST or (_called(layout, line) and (not up or _called(layout, edge))):
            return None  # a row of the form by itself
        taken = _taken(layout, line, rest, up=up, company=company, cell=value.segment.cell)
        if taken is None:
            return None
        words, used = taken
        raw = " ".join(layout.page.words[w].text for w in words).strip(" ,;:-–")
        found.append(_Line(line, words, raw))
        rest = rest[:-used] if up else rest[used:]
        edge = line
        if len(words) < len(line.text.words) and rest:
            return None
    if up and whole and not _begins(layout, found[-1], box):
        return None
    return found


def _called(layout: PageLayout, line: Segment) -> bool:
    """Tell whether a label with a colon stands at the left of a line."""
    row = layout.lines[line.line]
    place = row.index(line.index)
    return place > 0 and layout.segments[row[place - 1]].text.raw.rstrip().endswith(":")


def _at_edge(layout: PageLayout, value: _Line, *, up: bool) -> bool:
    """Tell whether a value reaches the end of its segment towards which it goes on, or a label stands there."""
    row = value.segment.text.words
    if not up:
        behind = row[row.index(value.words[-1]) + 1 :]
        return not _words(" ".join(layout.page.words[w].text for w in behind))
    before = " ".join(layout.page.words[w].text for w in row[: row.index(value.words[0])])
    return (
        not _words(before) or before.rstrip().endswith(":") or _LABEL_ENDS.match(fold_same_length(before)) is not None
    )


def _next(layout: PageLayout, edge: Segment, box: Box, *, up: bool) -> Segment | None:
    """Return the nearest segment over or under a line in its column, in like print."""
    best: Segment | None = None
    for segment in layout.segments:
        if (segment.line >= edge.line) if up else (segment.line <= edge.line):
            continue
        over = min(segment.box[2], max(box[2], edge.box[2])) - max(segment.box[0], min(box[0], edge.box[0]))
        if over <= 0:
            continue
        if best is None or ((segment.line > best.line) if up else (segment.line < best.line)):
            best = segment
    if best is None:
        return None
    height = max(edge.height, best.height, 1e-6)
    gap = (edge.box[1] - best.box[3]) if up else (best.box[1] - edge.box[3])
    like = height <= _SIZE * max(1e-6, min(edge.height, best.height))
    return best if like and -0.5 * height < gap < _GAP * height else None


def _taken(
    layout: PageLayout, line: Segment, rest: Sequence[str], *, up: bool, company: bool, cell: int
) -> tuple[tuple[int, ...], int] | None:
    """Return the words of a line that are missing ones, and how many those are; None where it holds others."""
    row = line.text.words
    spelt = [_words(layout.page.words[w].text) for w in row]
    flat = [word for words in spelt for word in words]
    if up:
        if len(flat) <= len(rest) and flat and flat == list(rest[-len(flat) :]):
            return row, len(flat)
        # A label may stand before the first of the words.
        for first in range(1, len(row)):
            tail = [word for words in spelt[first:] for word in words]
            if tail == list(rest):
                before = " ".join(layout.page.words[w].text for w in row[:first])
                called = before.rstrip().endswith(":") or _LABEL_ENDS.match(fold_same_length(before))
                return (row[first:], len(tail)) if called else None
        return None
    used, end = 0, 0
    while end < len(row) and (not spelt[end] or spelt[end] == list(rest[used : used + len(spelt[end])])):
        if used >= len(rest) and spelt[end]:
            break
        used += len(spelt[end])
        end += 1
    if not used:
        return None
    while company and used == len(rest) and end < len(row) and set(spelt[end]) <= _COMPANY_ENDS:
        end += 1
    left = [word for words in spelt[end:] for word in words]
    town = not company and len(left) == 1 and left[0] in UFS
    within = cell >= 0 and line.cell == cell and not company
    if left and not town and not within:
        return None
    if left and used < len(rest):
        return None
    return row[:end], used


def _begins(layout: PageLayout, first: _Line, box: Box) -> bool:
    """Tell whether a name begins with a line: what stands over it is a label, a sentence or apart."""
    if first.words[0] != first.segment.text.words[0]:
        return True  # behind a label
    over = _next(layout, first.segment, box, up=True)
    if over is None or over.cell != first.segment.cell:
        return True
    gap = first.segment.box[1] - over.box[3]
    like = max(over.height, first.segment.height) < 1.15 * min(over.height, first.segment.height)
    if gap > _TIGHT * first.segment.height or not like:
        return True
    told = over.text.raw.rstrip()
    last = re.findall(r"\w+", told)[-1:] or [""]
    return told.endswith((":", ".", ";")) or last[0][:1].islower() or _LABEL_ENDS.match(over.text.folded) is not None

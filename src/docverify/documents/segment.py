"""Pages of all files -> documents: several in one file are parted, one over several files is joined, blanks ignored.

Within a file, each page either goes on with the document before it or begins one; across files, a part without a
beginning of its own looks for the document that it goes on with. Both ask the same question, ``links.bond``: what ties
a page to a document (page k of n, running numbers, clause numbers, covers and terms of the Junta) against what
parts them (a title, another kind, other numbers).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from docverify.documents.classify import PageClass, classify_page, decide
from docverify.documents.evidence import load
from docverify.documents.layout import PageLayout
from docverify.documents.links import Leaf, Strand, bond, is_wrapper, leaf_of, same_header
from docverify.documents.pagination import ties
from docverify.model import DESCONHECIDO, Page

_ACROSS_FILES = -1.0
"""Points against a bond between files: neighbours in a file are known to be neighbours."""
_MIN_BOND = 1.2
_MIN_MARGIN = 1.0
_ORPHAN_TITLE = 0.45


@dataclass(frozen=True, slots=True)
class DocumentPages:
    """Pages of one file that are one document, or a part of one.

    Attributes:
        arquivo: File name.
        paginas: Page numbers within the file, blank ones left out.
        tipo: One of ``model.TIPOS``.
        confianca: 0..1, of ``tipo``.
        continua: Index (in the result) of the entry that this one goes on with, else None.
        indices: Places of the pages in the sequence that was given.
        papel: Kind of paper behind ``tipo``.
        sinais: Evidence of the page that told most.
        indicios: Points per other type of the contract, those above 0.
    """

    arquivo: str
    paginas: tuple[int, ...]
    tipo: str
    confianca: float
    continua: int | None = None
    indices: tuple[int, ...] = ()
    papel: str = ""
    sinais: tuple[str, ...] = ()
    indicios: Mapping[str, float] = field(default_factory=dict)


@dataclass(slots=True)
class _Group:
    """Parts (runs of leaves of one file each) that are one document, in their order."""

    parts: list[Strand] = field(default_factory=list)

    @property
    def strand(self) -> Strand:
        return Strand([leaf for part in self.parts for leaf in part.leaves])


def documents(
    pages: Sequence[Page], layouts: Sequence[PageLayout], classes: Sequence[PageClass] | None = None
) -> tuple[DocumentPages, ...]:
    """Part and join the pages of a dossier into documents.

    Args:
        pages: Of all files; files in an order that depends on content only, pages of a file in any order.
        layouts: One for each page.
        classes: What each page is; default: told here.

    Returns:
        Entries of one file each; a document's later entries follow its first and point at it. Two documents on one
        page are told as the stronger one.

    Raises:
        ValueError: If the sequences differ in length.
    """
    known = list(classes) if classes is not None else [classify_page(layout) for layout in layouts]
    if not len(pages) == len(layouts) == len(known):
        raise ValueError("pages, layouts and classes differ in length")
    leaves = [
        leaf_of(index, page, layout, kind, ties(layout))
        for index, (page, layout, kind) in enumerate(zip(pages, layouts, known, strict=True))
        if not page.blank
    ]
    by_file: dict[str, list[Leaf]] = {}
    for leaf in leaves:
        by_file.setdefault(leaf.page.arquivo, []).append(leaf)
    parts: list[Strand] = []
    for mine in by_file.values():
        parts.extend(_split(sorted(mine, key=lambda leaf: leaf.page.numero)))
    return _entries(_join(parts))


def _split(leaves: Sequence[Leaf]) -> list[Strand]:
    """Part the pages of one file."""
    parts: list[Strand] = []
    current: Strand | None = None
    for leaf in leaves:
        if not leaf.page.words:
            parts.append(Strand([leaf]))  # unread: it may be anything, so it is a document of its own
            continue
        if current is not None and bond(current, leaf) > 0:
            current.leaves.append(leaf)
        else:
            current = Strand([leaf])
            parts.append(current)
    return parts


def _join(parts: Sequence[Strand]) -> list[_Group]:
    """Join parts of different files that are one document."""
    heads = [part for part in parts if not _is_orphan(part)]
    orphans = [part for part in parts if _is_orphan(part)]
    groups = [_Group([part]) for part in heads]
    _join_running_headers(groups)
    orphans.sort(key=_place_in_document)
    for part in orphans:
        home = _home(part, groups)
        if home is None:
            groups.append(_Group([part]))
        else:
            home.parts.append(part)
    order = {id(part): number for number, part in enumerate(parts)}
    groups.sort(key=lambda group: order[id(group.parts[0])])
    return groups


def _is_orphan(part: Strand) -> bool:
    first = part.leaves[0]
    if not first.page.words:
        return False
    numbers = [k for k, n in first.ties.numbers if n > 1]
    if numbers:
        return min(numbers) > 1
    return first.kind.title < _ORPHAN_TITLE or is_wrapper(first)


def _place_in_document(part: Strand) -> tuple[int, int, int]:
    first = part.leaves[0]
    number = next((k for k, n in first.ties.numbers if n > 1), 0)
    return (number, first.ties.clauses[0] if first.ties.clauses else 999, first.index)


def _home(part: Strand, groups: Sequence[_Group]) -> _Group | None:
    """The one document that a part goes on with: bound enough, and clearly more than to any other."""
    arquivo = part.leaves[0].page.arquivo
    scored: list[tuple[float, int]] = []
    for number, group in enumerate(groups):
        if any(own.leaves[0].page.arquivo == arquivo for own in group.parts):
            continue
        scored.append((bond(group.strand, part.leaves[0]) + _ACROSS_FILES, number))
    scored.sort(reverse=True)
    if not scored or scored[0][0] < _MIN_BOND:
        return None
    if len(scored) > 1 and scored[0][0] - scored[1][0] < _MIN_MARGIN:
        return None
    return groups[scored[0][1]]


def _join_running_headers(groups: list[_Group]) -> None:
    """Join single pages of different files that carry the same running header (title and numbers) without "k of n"."""
    data = load()
    varied = {papel.nome for papel in data.papeis if papel.varias}
    place = 0
    while place < len(groups):
        mine = groups[place]
        for other in groups[place + 1 :]:
            a, b = mine.strand, other.strand
            if (
                a.papel != b.papel
                or a.papel not in varied
                or {x.page.arquivo for x in a.leaves} & {x.page.arquivo for x in b.leaves}
            ):
                continue
            if any(n > 0 for x in (*a.leaves, *b.leaves) for _, n in x.ties.numbers):
                continue
            if same_header(a, b.leaves[0]) >= 0.75 and len(b.leaves[0].ties.top_ids) >= 2:
                first, second = (mine, other) if a.weight >= b.weight else (other, mine)
                mine.parts = [*first.parts, *second.parts]
                groups.remove(other)
                break
        else:
            place += 1


def _entries(groups: Sequence[_Group]) -> tuple[DocumentPages, ...]:
    entries: list[DocumentPages] = []
    for group in groups:
        tipo, papel, confidence, signals = _type_of(group.strand)
        first = len(entries)
        merged: dict[str, list[Leaf]] = {}
        for part in group.parts:
            merged.setdefault(part.leaves[0].page.arquivo, []).extend(part.leaves)
        for number, (arquivo, leaves) in enumerate(merged.items()):
            leaves.sort(key=lambda leaf: leaf.page.numero)
            entries.append(
                DocumentPages(
                    arquivo,
                    tuple(leaf.page.numero for leaf in leaves),
                    tipo,
                    confidence,
                    None if number == 0 else first,
                    tuple(leaf.index for leaf in leaves),
                    papel,
                    signals,
                    _other_types(leaves, tipo),
                )
            )
    return tuple(entries)


def _other_types(leaves: Sequence[Leaf], tipo: str) -> dict[str, float]:
    """Return the most points that a page gave to each type of the contract but the document's own."""
    tipo_of = {papel.nome: papel.tipo for papel in load().papeis}
    points: dict[str, float] = {}
    for leaf in leaves:
        for papel, value in leaf.kind.points.items():
            other = tipo_of.get(papel, DESCONHECIDO)
            if value > 0 and other not in (tipo, DESCONHECIDO):
                points[other] = max(points.get(other, 0.0), round(value, 2))
    return dict(sorted(points.items()))


def _type_of(strand: Strand) -> tuple[str, str, float, tuple[str, ...]]:
    """Type of a document from all its pages: what its strongest page says, helped by the others."""
    leaves = strand.telling
    if len(leaves) == 1:
        kind = leaves[0].kind
        return kind.tipo, kind.papel, kind.confianca, kind.sinais
    points: dict[str, float] = {}
    names = {name for leaf in leaves for name in leaf.kind.points}
    for name in names:
        values = sorted((leaf.kind.points.get(name, 0.0) for leaf in leaves), reverse=True)
        rest = sum(max(0.0, value) for value in values[1:])
        points[name] = values[0] + min(2.0, 0.3 * rest)
    first = leaves[0].kind
    if first.title >= 0.6 and first.papel:
        points[first.papel] = points.get(first.papel, 0.0) + 1.0  # what heads the first page names the document
    clarity = min(leaf.kind.clarity for leaf in leaves)
    tipo, papel, confidence, _ = decide(points, clarity)
    best = max(leaves, key=lambda leaf: (leaf.kind.points.get(papel, 0.0), -leaf.index))
    doubts = [leaf.kind.confianca for leaf in leaves if leaf.kind.tipo == DESCONHECIDO]
    if tipo == DESCONHECIDO and doubts:
        confidence = min(confidence, max(doubts))
    return tipo, papel, confidence, best.kind.sinais

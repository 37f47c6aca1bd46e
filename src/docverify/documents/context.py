"""Whose a value is: the establishment's, or an issuer's, an accountant's, a partner's."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from docverify.documents.labels import Hit, Marked
from docverify.documents.layout import Segment
from docverify.documents.patterns import Campo

_REACH = 90
"""Characters before a label in which a word still speaks about it."""
_SECTION_LINES = 16
"""Lines under a heading that it still rules."""
_NEXT_LINES = 2
"""Lines under somebody else's name that may be about that person."""
_HEADING_WORDS = 11
_HEADING_WIDTH = 75
"""Characters under which a line is a heading's."""


_STREET_OF = re.compile(
    r"\b(?:RUA|R|AVENIDA|AV|ALAMEDA|AL|TRAVESSA|TV|PRACA|PCA|LARGO|ESTRADA|EST|RODOVIA|ROD|VIA|VILA|PARQUE|JARDIM"
    r"|CONJUNTO)\.? (?:D[AEO]S? )?$"
)
"""A kind of street right before a telling word: the word is the street's name."""


SERVED = re.compile(r"^[^:\n\t]{0,20}:\s?[^\n\t:]{0,12}[0-9][^\n\t:]{0,14}\s")
"""A colon and a figure behind a telling word: it is another value's label, and that value is said."""

_SPEAKS = re.compile(
    r"^.{0,200}\b(?:CERTIFIC|DECLAR|ATEST|CONCED|OUTORG|LICENCI|AUTORIZ|EXPED|INFORM|RECEB"
    r"|F[AE]?[CZ]O? SABER|TORNA PUBLICO)",
    re.DOTALL,
)
_HERE = re.compile(r"(?:\bNEST[AE]|\bDEST[AE]|\bPERANTE|\bJUNTO)(?:\s+[AO]O?|\s+EST[AE])?\s+$")
"""``deu entrada neste órgão``: it says where a paper was handed in, not whose address follows."""
_DOMICILE = re.compile(r"\bDOMICILIO\s$")

_PLACE = re.compile(r"(?:MUNICIPIO|CIDADE|ESTADO)\b")
_IN_PLACE = re.compile(r"(?:\b(?:N[OA]|NEST[EA]|AO|E|COMO)|,)\s+$")


_SUFFIXES = frozenset(("LTDA", "EIRELI", "SOCIEDADE"))
"""That a company is named says nothing of whose company it is: an accountant's is one too."""


_TECHNICIAN = re.compile(r"RESPONSAVEL(?:EIS)? TECNICO|ENGENHEIR|CREA\b|CAU\b|FISCAL\b|VISTORIA")
_TITLE = re.compile(
    r"\W*(?:CERTIFICADO|ALVARA|LICENCA|AUTO DE|ATESTADO|COMPROVANTE|CERTIDAO|DECLARACAO|PROTOCOLO|TERMO|AUTORIZACAO)\b"
)
"""A paper's title that names who issues it ("AUTO DE VISTORIA DO CORPO DE BOMBEIROS") is no letterhead."""


def _is_place(folded: str, hit: Hit) -> bool:
    """Tell "..., neste Município de Natal" and ", município de Natal" within a sentence from an issuer's name."""
    place = _PLACE.match(folded, hit.start) is not None
    return place and _IN_PLACE.search(folded, max(0, hit.start - 12), hit.start) is not None


def _says_of_another(folded: str, hit: Hit, start: int) -> bool:
    """Tell whether a telling word names who speaks ("A Prefeitura certifica que a obra"), not whose the value is."""
    if _DOMICILE.search(folded, max(0, hit.start - 12), hit.start):
        return True
    if _HERE.search(folded, max(0, hit.start - 20), hit.start):
        return True
    return _SPEAKS.match(folded[hit.end : start]) is not None


@dataclass(slots=True)
class Context:
    """What surrounds each place of a page.

    Attributes:
        marked: The page.
        sections: ``(line, own)`` of each heading, top to bottom.
        others: Lines that name somebody else and say who it is (``Responsável técnico: JOSÉ``): no part of a form.
        issuer_lines: Lines in which an issuer names itself.
        own_words: Words of the establishment's own name: ``DISTRIBUIDORA DE GÁS X LTDA`` is no distributor here.
    """

    marked: Marked
    sections: list[tuple[int, bool]] = field(default_factory=list)
    issuer_lines: frozenset[int] = frozenset()
    others: list[int] = field(default_factory=list)
    own_words: frozenset[int] = frozenset()

    def factor(self, campo: Campo, nome: str, start: int, end: int, label: int = 0) -> float:
        """Return how the surroundings speak for a field's value whose label or phrase stands at ``start``.

        Args:
            campo: Patterns of the field.
            nome: Its name.
            start: Offset in ``layout.text`` of the label (or of the value where it has none).
            end: Offset in ``layout.text`` behind the value.
            label: Number of words of the label: what it says itself speaks neither for nor against.

        Returns:
            About 0.1 (surely somebody else's) to 1.1 (surely its own).
        """
        worth = self._nearest(campo, nome, start, end, label)
        if not campo.dono:
            return worth
        line = self.line_of(start)
        if worth == 1.0:
            for at, own in reversed(self.sections):
                if at < line <= at + _SECTION_LINES and not self._title_between(at, line):
                    worth *= 1.06 if own else 0.3
                if at < line:
                    break
            if any(0 < line - at <= _NEXT_LINES for at in self.others):
                worth *= 0.75
        # No issuer calls itself "Razão social" at the head of its own paper.
        if worth <= 1.0 and not (nome == "razao_social" and label > 1):
            worth *= self._issuer(line, start)
        return worth

    def _title_between(self, first: int, last: int) -> bool:
        """Tell whether a line in larger print begins another part (a stamp's heading does not rule the paper)."""
        layout = self.marked.layout
        heights = [max(layout.segments[i].height for i in row) for row in layout.lines[first : last + 1] if row]
        return bool(heights) and max(heights[1:], default=0.0) > 1.5 * heights[0]

    def line_of(self, offset: int) -> int:
        """Return the line of an offset of ``layout.text``."""
        return self.marked.layout.line_at(offset)

    def _nearest(self, campo: Campo, nome: str, start: int, end: int, label: int) -> float:
        """Weigh the telling words before the label in its own sentence or line, and between label and value."""
        folded = self.marked.layout.text.folded
        floor = max(0, start - _REACH)
        # A form's line above is another field; a sentence runs on over lines.
        if _is_short(folded, start) or (label and _begins_line(folded, start)):
            floor = max(floor, folded.rfind("\n", floor, start) + 1)
        else:
            floor = max(floor, folded.rfind(". ", floor, start) + 1, folded.rfind(".\n", floor, start) + 1)
        # A date or number is spoken of by its own cell; an owner ("CONTADOR: ... CNPJ: ...") by the whole line.
        if not campo.dono:
            floor = max(floor, folded.rfind("\t", floor, start) + 1)
        best: Hit | None = None
        own = start
        if label:
            words = self.marked.layout.text
            first = words.words.index(words.words_of(start, start + 1)[0])
            after = words.starts[first + label] if first + label < len(words.starts) else len(folded)
            own = after
        for hit in self.marked.hits_between(floor, min(end, start + _REACH + 1)):
            if hit.papel not in ("alheio", "proprio"):
                continue
            if hit.campo not in ("", nome) or (not hit.campo and not campo.dono):
                continue
            if start <= hit.start < own or (hit.papel == "alheio" and self._in_own_name(hit)):
                continue
            if hit.papel == "alheio" and not campo.dono and SERVED.search(folded[hit.end : start]):
                continue  # "INSCRIÇÃO Nº: 991-6   ALVARÁ Nº: 66": it has its own value
            if hit.papel == "alheio" and _STREET_OF.search(folded, max(0, hit.start - 24), hit.start):
                continue  # "PRAÇA ENGENHEIRO REBOUÇAS" is no engineer's
            if hit.papel == "alheio" and nome == "endereco" and _says_of_another(folded, hit, start):
                continue
            if hit.papel == "alheio" and nome == "endereco" and self._in_heading(hit, start):
                continue
            # "Rio Branco" is no misread "banco".
            if hit.papel == "alheio" and (_is_place(folded, hit) or (hit.size == 1 and hit.quality < 1.0)):
                continue
            if hit.papel == "alheio" and label and self._is_other_head(hit, start, folded):
                continue
            if hit.papel == "proprio" and folded[hit.start : hit.end] in _SUFFIXES:
                continue
            if best is None or (hit.end, hit.size) >= (best.end, best.size):
                best = hit
        if best is None:
            return 1.0
        return 1.08 if best.papel == "proprio" else 0.2 if best.end > start - 60 else 0.45

    def _is_other_head(self, hit: Hit, start: int, folded: str) -> bool:
        """Tell whether a telling word is but the head of another column: a technician has no address of his own."""
        layout = self.marked.layout
        if _TECHNICIAN.match(folded, hit.start) is None:
            return False
        own, other = (layout.segment_of[layout.text.words_of(at, at + 1)[0]] for at in (start, hit.start))
        row = layout.lines[layout.segments[own].line]
        heads = [self.marked.labels.get(index, ()) for index in row]
        return own != other and other in row and all(labels and labels[-1].alone for labels in heads)

    def _in_heading(self, hit: Hit, start: int) -> bool:
        """Tell whether a telling word stands in an issuer's line over the sentence, which does not run into it."""
        text = self.marked.layout.text
        end = text.folded.find("\n", hit.end)
        if not 0 <= end < start or self.line_of(hit.start) not in self.issuer_lines:
            return False
        begin = text.folded.rfind("\n", 0, hit.start) + 1
        following = text.raw[end:start].strip()[:1]
        closed = not re.search(r"(?:[,;-]|\b(?:D[AEO]S?|E|A|O|N[AO]|EM))$", text.folded[begin:end].strip())
        return end - begin < _HEADING_WIDTH and closed and following.isupper()

    def _in_own_name(self, hit: Hit) -> bool:
        """Tell whether a telling word is but a part of the establishment's name."""
        return self.own_words.issuperset(self.marked.layout.text.words_of(hit.start, hit.end))

    def _issuer(self, line: int, start: int) -> float:
        """Weigh the nearness of an issuer's own lines: what stands under its name at the head of a page is its own."""
        if line in self.issuer_lines:
            return 0.25
        layout = self.marked.layout
        words = layout.text.words_of(start, start + 1)
        if not words:
            return 1.0
        here = layout.segments[layout.segment_of[words[0]]]
        around = sorted(self.issuer_lines & set(range(line - 6, line + 7)))
        for other in (layout.segments[i] for n in around for i in layout.lines[n]):
            apart = max(here.box[1] - other.box[3], other.box[1] - here.box[3])
            overlap = min(here.box[2], other.box[2]) - max(here.box[0], other.box[0])
            if apart < 2.6 * here.height and overlap > 0:
                top = here.box[1]
                return 0.4 if top < 0.2 or top > 0.88 else 0.85
        return 1.0


def _begins_line(folded: str, offset: int) -> bool:
    """Tell whether nothing but an item's number stands before an offset in its line: a form's label, not prose."""
    before = folded[folded.rfind("\n", 0, offset) + 1 : offset]
    return sum(c.isalnum() for c in before) <= 2


def _is_short(folded: str, offset: int) -> bool:
    """Tell whether the line of an offset is a form's (short or tabbed), not prose."""
    start = folded.rfind("\n", 0, offset) + 1
    end = folded.find("\n", offset)
    line = folded[start : end if end >= 0 else len(folded)]
    return len(line) < 75 or "\t" in line


def read_context(marked: Marked) -> Context:
    """Find headings and issuer lines of a page."""
    layout = marked.layout
    context = Context(marked)
    issuer = set()
    labelled = marked.label_words()
    for hit in marked.hits:
        line = context.line_of(hit.start)
        if hit.papel == "emissor":
            # "Município de instalação" is a label, no issuer's name.
            words = layout.text.words_of(hit.start, hit.end)
            if _TITLE.match(layout.text.folded, layout.text.folded.rfind("\n", 0, hit.start) + 1):
                continue
            if not labelled.issuperset(words) and not _is_place(layout.text.folded, hit):
                issuer.add(line)
        elif hit.papel in ("secao_alheia", "secao_propria") and _is_heading(marked, hit):
            if hit.papel == "secao_alheia" and _holds_value(marked, hit):
                context.others.append(line)
                continue
            context.sections.append((line, hit.papel == "secao_propria"))
    context.others.sort()
    context.sections = sorted(set(context.sections))
    context.issuer_lines = frozenset(line for line in issuer if line < len(layout.lines))
    return context


def _holds_value(marked: Marked, hit: Hit) -> bool:
    """Tell whether what may be a heading is a label with its value: then it names one person and rules no part."""
    layout = marked.layout
    words = layout.text.words_of(hit.start, hit.end)
    segment = layout.segments[layout.segment_of[words[-1]]]
    rest = segment.text.folded[segment.text.starts[segment.text.words.index(words[-1])] :]
    colon = rest.find(":")
    if segment.index in marked.under:
        return True
    if colon >= 0 and sum(c.isalpha() for c in rest[colon:]) > 2:
        return True
    if colon < 0 and sum(c.isalpha() for c in rest) > len(layout.page.words[words[-1]].text):
        return False
    right = layout.right_of(segment)
    if right is not None:
        return right.index not in marked.labels
    below = layout.below(segment, limit=1, reach=1.2)
    cells = layout.page.cells
    return bool(below and cells and below[0].cell == segment.cell >= 0 and below[0].index not in marked.labels)


def _is_heading(marked: Marked, hit: Hit) -> bool:
    """Tell whether a found heading phrase stands as a heading: it begins a short segment that holds no value."""
    layout = marked.layout
    word = layout.text.words_of(hit.start, hit.end)[0]
    segment = layout.segments[layout.segment_of[word]]
    if len(segment.text.words) > _HEADING_WORDS:
        return False
    place = segment.text.words.index(word)
    # "RESPONSÁVEL TÉCNICO | Paulo Nunes" is a label with its value, no heading of a part.
    right = layout.right_of(segment)
    served = right is not None and right.index not in marked.labels and not _has_label_right(marked, right)
    # Nor is it one in a row of heads, each over its own column.
    row = [marked.labels.get(index, ()) for index in layout.lines[segment.line] if index != segment.index]
    head = bool(row) and all(labels and labels[0].first and labels[-1].alone for labels in row)
    head = head and _OF_PARTS.match(segment.text.folded) is None
    return place <= 2 and not ((served or head) and hit.papel == "secao_alheia")


_OF_PARTS = re.compile(
    r"\W*(?:(?:[IVX]{1,4}|\d{1,2}|[A-H])\s*[-–.):]|DADOS|IDENTIFICACAO|QUADRO|SECAO|PARTE|QSA|USO D)\b"
)


def _has_label_right(marked: Marked, segment: Segment) -> bool:
    """Tell whether a segment is a heading too: what follows in its row is not a value."""
    layout = marked.layout
    below = layout.below(segment, limit=1, reach=2.0)
    return bool(below) and below[0].index in marked.labels and marked.labels[below[0].index][0].first

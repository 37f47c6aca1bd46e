"""Registration at the Junta in other shapes than a certifying sentence: its number and day as labels, or a short note.

"Nº do arquivamento | Data do arquivamento" over their values, "Data de registro: ...", "arquivado em DATA sob nº N",
"este documento foi registrado na JUCEXX em ...". Such words stand in many papers, and acts tell of earlier filings in
the same words, so they count only beside the name of a Junta, as number and day together, and never within a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from docverify.documents.layout import Segment
from docverify.documents.marks import Anchor, Marked
from docverify.model import Box
from docverify.values.text import fold_same_length

JUNTA_NEAR = 0.13
"""How far from its Junta's name, in heights of the page, a labelled filing may stand."""
_PAIR_NEAR = 0.07
_OF_SESSION = re.compile(r"^\W*(?:EM|NA|DATA DA)\W*$")
_NOTE_WIDTH = 0.5
"""Width in fractions of the page under which a line is no running text."""
_BEFORE_NOTE = re.compile(
    r"(?:^|^\W*J[UC][A-Z]{2,7}|^\W*JUNTA COMERCIAL[^.;,]{0,60}"
    r"|\b(?:DEFERIDO|ASSINADO DIGITALMENTE|REGISTRADO|ARQUIVADO)\s+E(?:\s+FOI)?"
    r"|(?:^|[.;]\s+)\W*(?:O\s+)?(?:PRESENTE\s+)?ATO(?:\s+(?:FOI|ACHA-?SE|ENCONTRA-?SE|ESTA))?"
    r"|^\W*CERTIFICO\s+QUE\s+O\s+(?:ATO|DOCUMENTO|INSTRUMENTO)\b.*"
    r"|\b(?:ESTE|PRESENTE)\s+(?:DOCUMENTO|ATO|INSTRUMENTO)(?:\s+(?:FOI|ACHA-?SE|ENCONTRA-?SE|ESTA))?"
    r"(?:\s+(?:REGISTRADO|ARQUIVADO)\s+E)?)[\s\-–—:.,|]*$"
)
_HISTORY = re.compile(r"\bSESSAO\b|\bRESOLVEM?\b|\bCUJO|\bSOCI[OA]S?\b|\bSEDE\b|INSCRIT|CARTORIO|REGISTRO DE IMOVEIS")
_CERTIFICATE = re.compile(r"CERTIDAO (?:SIMPLIFICADA|ESPECIFICA|DE INTEIRO TEOR)|FICHA CADASTRAL|ULTIMO ARQUIVAMENTO")


def notes(page: Marked) -> Iterator[Anchor]:
    """Yield the anchors of short notes of a filing that stand by themselves and tell of no earlier one."""
    if _CERTIFICATE.search(page.layout.text.folded):
        return
    taken: set[int] = set()
    for anchor in sorted(page.of("junta_nota"), key=lambda a: -len(a.words)):
        if taken & set(anchor.words):
            continue
        segment = _segment(page, anchor)
        line = [s for s in page.layout.segments if s.line == segment.line and s.index <= segment.index]
        words = [word for s in line for word in s.text.words]
        texts = [page.layout.page.words[w].text for w in words[: words.index(anchor.words[0])]]
        before = fold_same_length(" ".join(texts))
        after = page.window(anchor, 0.0, 0.035, 0.9)
        tail = fold_same_length(after.text[after.anchor : after.anchor + 180])
        above = [s for s in page.layout.segments if s.line == segment.line - 1 and s.block == segment.block]
        runs_on = not before and any(_runs_into(s, segment) for s in above)
        # A stamp names the session of its own filing; in a sentence that is another's.
        told = re.sub(r"\bSESSAO\b", "", tail) if is_stamp(page, anchor) else tail
        if _BEFORE_NOTE.search(before) and not runs_on and not _HISTORY.search(before + " " + told):
            taken |= set(anchor.words)
            yield anchor


def is_stamp(page: Marked, note: Anchor) -> bool:
    """Tell whether a note stands in a narrow block with its words at the beginning of a line: a stamp or a sticker."""
    segment = _segment(page, note)
    block = [page.layout.segments[index] for index in page.layout.blocks[segment.block]]
    width = max(s.box[2] for s in block) - min(s.box[0] for s in block)
    return segment.text.words[0] == note.words[0] and width < _NOTE_WIDTH


def labelled(page: Marked) -> Iterator[tuple[Anchor, Anchor, str, str, tuple[int, ...], tuple[int, ...]]]:
    """Yield labels of the number and of the day of a filing that stand together, each with the text of its value.

    Yields:
        Label of the number, label of the day, text of each value, words of each value.
    """
    if _CERTIFICATE.search(page.layout.text.folded):
        return
    for number in _longest(page, "junta_rotulo_numero"):
        for day in _longest(page, "junta_rotulo_data"):
            if abs(number.box[1] - day.box[1]) > _PAIR_NEAR or set(number.words) & set(day.words):
                continue
            if tells_of_session(page, day) and not (_heads_note(page, number) and _heads_note(page, day)):
                continue
            a, b = value_of(page, number), value_of(page, day)
            if a and b and _is_day(_text(page, a)) and not _is_day(_text(page, b)):
                a, b = b, a  # the columns drifted: what is a day is the day
            if a and b and not _is_day(_text(page, a)):
                yield number, day, _text(page, a), _text(page, b), a, b


def value_of(page: Marked, label: Anchor) -> tuple[int, ...]:
    """Return the words of a label's value: behind it on its line, else right below it; none where neither has digits.

    What follows another label of the same line is that label's, so only the first run of words with digits counts.
    """
    x0, y0, x1, y1 = label.box
    height = y1 - y0
    words = page.layout.page.words
    boxes = {w: page.layout.box_of((w,)) for s in page.layout.segments for w in s.text.words if w not in label.words}
    beside = [
        w
        for w, box in boxes.items()
        if abs((box[1] + box[3]) / 2 - (y0 + y1) / 2) < 0.5 * height and x1 - 0.002 <= box[0] < x1 + 0.5
    ]
    own = _segment(page, label).line
    level = {w for s in page.layout.segments if s.line == own for w in s.text.words}
    if any(_has_digits(words[w].text) for w in beside if w in level):
        beside = [w for w in beside if w in level]  # on a photo the next line's value may stand as near
    beside.sort(key=lambda w: boxes[w][0])
    while beside and _is_filler(words[beside[0]].text):
        beside.pop(0)
    if beside and _has_digits(words[beside[0]].text):
        return tuple(_run(beside, boxes, height))
    if beside and boxes[beside[0]][0] - x1 < 1.2 * height:
        return ()  # the label goes on ("data do protocolo"), so it is another one
    below = [
        w
        for w, box in boxes.items()
        if 0 < box[1] - y0 < 4.0 * height
        and box[0] < max(x1, x0 + 0.12)
        and box[2] > x0 - 0.01
        and box[1] > y1 - 0.3 * height
    ]
    if not below:
        return ()
    top = min(boxes[w][1] for w in below)
    row = sorted((w for w in below if boxes[w][1] - top < 0.6 * height), key=lambda w: boxes[w][0])
    return tuple(_run(row, boxes, height)) if any(_has_digits(words[w].text) for w in row) else ()


_DAY = re.compile(r"\W*\d{1,2}\s?[/.-]\s?\d{1,2}\s?[/.-]\s?(?:\d{4}|\d{2})\W*")


def _is_day(text: str) -> bool:
    """Tell whether a value is a day: no filing has such a number."""
    return _DAY.fullmatch(text) is not None


def _run(row: list[int], boxes: dict[int, Box], height: float) -> list[int]:
    run = row[:1]
    for word in row[1:]:
        if boxes[word][0] - boxes[run[-1]][2] > 1.6 * height:
            break
        run.append(word)
    return run[:6]


def _is_filler(text: str) -> bool:
    """Tell whether a word leads from a label to its value: a particle, ``nº``, dot leaders."""
    letters = re.sub(r"[^A-Z0-9]", "", fold_same_length(text))
    return letters in ("", "DE", "DO", "DIA", "N", "NO", "NUMERO", "EM", "SOB", "AOS")


def _has_digits(text: str) -> bool:
    return any(c.isdigit() for c in text)


def _text(page: Marked, words: tuple[int, ...]) -> str:
    return " ".join(page.layout.page.words[w].text for w in words)


def _longest(page: Marked, group: str) -> list[Anchor]:
    out: list[Anchor] = []
    taken: set[int] = set()
    for anchor in sorted(page.of(group), key=lambda a: -len(a.words)):
        segment = _segment(page, anchor)
        place = segment.text.words.index(anchor.words[0]) if anchor.words[0] in segment.text.words else 0
        before = fold_same_length(_text(page, tuple(segment.text.words[:place])))
        inside = re.search(r"(?:\b(?:DE|DO|DA|COM|O|A|EM|NO|NA)|PROTOCOLO|EFEITOS)\W*$", before)
        session = tells_of_session(page, anchor) and _OF_SESSION.search(before)
        if not taken & set(anchor.words) and (not inside or session):
            taken |= set(anchor.words)
            out.append(anchor)
    return out


def _segment(page: Marked, anchor: Anchor) -> Segment:
    return next(s for s in page.layout.segments if anchor.words[0] in s.text.words)


def tells_of_session(page: Marked, label: Anchor) -> bool:
    """Tell whether a label is that of the session in which the Junta filed the act."""
    return "SESSAO" in fold_same_length(_text(page, label.words))


def _heads_note(page: Marked, label: Anchor) -> bool:
    """Tell whether a label begins a short line, as on a stamp: acts tell of earlier sessions within their sentences."""
    segment = _segment(page, label)
    words = [w for w in segment.text.words if any(map(str.isalnum, page.layout.page.words[w].text))]
    before = words[: words.index(label.words[0])] if label.words[0] in words else words
    row = [s for s in page.layout.segments if s.line == segment.line and s.block == segment.block]
    width = max(s.box[2] for s in row) - min(s.box[0] for s in row)
    heads = not before or _OF_SESSION.search(fold_same_length(_text(page, tuple(before)))) is not None
    return heads and width < _NOTE_WIDTH


def _runs_into(above: Segment, below: Segment) -> bool:
    """Tell whether a line is prose that goes on below: wide, and not closed by a full stop."""
    return above.box[2] - above.box[0] > 0.6 and not above.text.raw.rstrip().endswith((".", ":", ";"))

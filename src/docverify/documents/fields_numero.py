"""A paper's own number: the one that stands with its title, not a process, a previous paper or a house number.

``CERTIFICADO DE APROVAÇÃO Nº 415.363/26``; ``AVCB Nº ...`` under the title; a bare number on the line under it. The
words with which papers of a type name themselves are data (``proprio`` of the field ``numero``).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from docverify.documents.candidates import Candidate, Paper
from docverify.documents.context import SERVED
from docverify.documents.labels import Hit, Label
from docverify.documents.layout import PageLayout, Segment
from docverify.values.text import fold_same_length

_SIGN = r"(?:N\s?[º°.ªO]{1,2}\.?|NR\.?|NUMERO|NUM\.|N(?=\s?[:.]))\s{0,2}[:.\-–]?\s{0,2}"
_VALUE = (
    r"(?P<n>(?:[A-Z]{1,6}[-/](?=[A-Z]))?(?:[A-Z]{1,8}[-/. ]{0,2})?[0-9][0-9A-Z.\-]{0,20}"
    r"(?:\s?[/-]\s?[0-9A-Z]{1,10}(?:\.[0-9]{1,2}(?![0-9]))?(?![0-9]*[º°ª])){0,3})"
)
_NUMBERED = re.compile(_SIGN + _VALUE)
_BARE = re.compile(rf"^\W*(?:[A-Z]{{1,8}}\W{{1,3}}(?=N))?(?:{_SIGN})?{_VALUE}\W*$")
_AFTER_TITLE = re.compile(
    rf"^\W{{0,5}}(?:[A-Z]{{2,6}}(?:\W{{2,3}}|\s))?(?:{_SIGN})?{_VALUE}(?![A-Z0-9]|,[0-9]|\s?(?:M2|M²|KG)\b)"
)
_DATE = re.compile(r"^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$|^(?:19|20)\d\d$")
_WORD = re.compile(r"[A-Z]{7}|^P\W?\d{1,2}$")
_FOREIGN = re.compile(
    r"\b(?:LEI|DECRETO|PORTARIA|RESOLUCAO|INSTRUCAO|NORMA|NBR|PROCESSO|PROTOCOLO|PROJETO|PSCIP|PPCI|ART|RRT|CREA"
    r"|CAU|CNPJ|CPF|CEP|ANTERIOR(?:ES)?|SUBSTITUI|REVOGAD[OA]|FICA|PARECER|TAXA|GUIA|SELO|INSTALACAO|PREVIA|"
    r"(?<!/)CADASTRO|MATRICULA|INSCRICAO|VERSAO|EXERCICIO|COMPLEMENTAR|MUNICIPAL\s+N|TELEFONE|FONE|IT)\b"
)
_KEY_OF = re.compile(r"\b(?:CONTROLE|AUTENTICIDADE|VERIFICACAO|VALIDADE|CODIGO|CHAVE)\s+D[AEO]S?\s+$")
_CODE = re.compile(
    r"\b(?:CODIGO|CHAVE|NUMERO)\s+(?:DE|DA|PARA)\s+(?:CONTROLE|VERIFICACAO|AUTENTICIDADE|VALIDACAO|SEGURANCA|AUTENTICACAO"
    r"|ACESSO)(?:\s+D[AEO]\s+\w+)?\W{0,4}$"
)
_GONE = re.compile(r"\b(?:REVOG\w+|SUBSTITU\w+|CANCEL\w+|SUCEDE\w*|ANTERIOR\w*)\b[A-Z ]{0,12}$")
_HEAD = 0.5
_WRAPPED = 6
_PROSE_LINE = 40


def find(paper: Paper) -> Iterator[Candidate]:
    """Find ``numero`` beside the title, and take house numbers and repeated guesses out of its rivals.

    Args:
        paper: Any paper whose patterns name it (``proprio`` of ``numero``).
    """
    campo = paper.padroes.campo.get("numero")
    if campo is None or not campo.proprio:
        return
    _not_of_addresses(paper)
    _only_one(paper)
    for page, marked in enumerate(paper.marked[:2]):
        for hit in marked.hits:
            if hit.papel == "proprio" and hit.campo == "numero":
                yield from _beside(paper, page, hit, campo.proprio)


def _not_of_addresses(paper: Paper) -> None:
    """Lower candidates that are a part of an address, and those that swallowed words."""
    parts = [c for c in paper.candidates if c.campo.startswith("endereco") and c.score > 0.3 and c.words]
    streets = {(c.page, _line(paper, c)) for c in parts if c.campo in ("endereco", "endereco.logradouro")}
    taken = {
        (c.page, word)
        for c in parts
        # A number without a street before it is no house's: "Nº 887" under a title is the paper's.
        if c.campo != "endereco.numero" or any((c.page, _line(paper, c) - up) in streets for up in range(3))
        for word in c.words
    }
    kept = []
    for c in paper.candidates:
        if c.campo == "numero" and (
            any((c.page, w) in taken for w in c.words)
            or re.search(
                r"[a-zà-ÿ]{3}"
                r"|[A-Z]{5}",
                c.lido,
            )
        ):
            c = replace(c, score=c.score * 0.2)
        elif c.campo == "numero" and _of_another_label(paper, c):
            c = replace(c, score=c.score * 0.15)
        elif c.campo == "numero" and c.words:
            layout = paper.layouts[c.page]
            at = layout.offset_of[c.words[0]]
            line = layout.text.folded.rfind("\n", 0, at) + 1
            if (
                at - line < _WRAPPED
                and line > _PROSE_LINE
                and "\n" not in layout.text.folded[line - _PROSE_LINE : line - 1]
            ):
                line -= 20  # the line above runs on into this one: "conforme o processo / nº 75663/2026"
            before = _before(paper, c, max(line, at - 48))
            foreign = list(_FOREIGN.finditer(before))
            if foreign and not SERVED.search(before[foreign[-1].end() :]):
                c = replace(c, score=c.score * 0.35)
            elif _CODE.search(layout.text.folded[max(line, at - 60) : at]):
                c = replace(c, score=c.score * 0.15)
        kept.append(c)
    paper.candidates = kept


_SURE, _LEAST, _RIVAL = 0.8, 0.35, 0.2


def _only_one(paper: Paper) -> None:
    """Believe a number whose label says no more than "number", where the paper offers no other and it is no house's."""
    offered = [c for c in paper.candidates if c.campo == "numero" and c.words and c.score > _RIVAL]
    values = {_clean(str(c.valor)) for c in offered}
    if len(values) != 1 or max(c.score for c in offered) >= _SURE:
        return
    best = max(offered, key=lambda c: c.score)
    house = {(c.page, w) for c in paper.candidates if c.campo == "endereco.numero" and c.score > _SURE for w in c.words}
    digits = sum(x.isdigit() for x in best.lido)
    plain = digits >= 5 or (digits >= 4 and "/" in best.lido)
    if best.score < _LEAST or not plain or any((best.page, w) in house for w in best.words):
        return
    paper.candidates = [replace(c, score=_SURE) if c is best else c for c in paper.candidates]


def _before(paper: Paper, c: Candidate, floor: int) -> str:
    """Return what stands before a number and speaks of it: in a form before its label, not in the next column."""
    layout = paper.layouts[c.page]
    at = layout.offset_of[c.words[0]]
    if c.place in ("abaixo", "acima", "direita") and c.label:
        first = min(c.label, key=layout.offset_of.__getitem__)
        segment = layout.segments[layout.segment_of[first]]
        start = segment.text.starts[segment.text.words.index(first)]
        return segment.text.folded[:start]
    return layout.text.folded[floor:at]


_SIGN_ALONE = re.compile(r"\W*(?:N\W{0,2}[º°.O]?|NR|NUM|NUMERO)\W*")


def _of_another_label(paper: Paper, c: Candidate) -> bool:
    """Tell whether a number's label is but the sign at the end of another thing's label (``GUIA Nº``, ``ART nº``)."""
    layout, marked = paper.layouts[c.page], paper.marked[c.page]
    told = " ".join(fold_same_length(layout.page.words[word].text) for word in sorted(c.label))
    if c.place == "titulo" or not c.label or not _SIGN_ALONE.fullmatch(told):
        return False
    first = min(c.label, key=layout.offset_of.__getitem__)
    segment = layout.segments[layout.segment_of[first]]
    start = segment.text.starts[segment.text.words.index(first)]
    before = re.split(r"[0-9:;,.]", segment.text.folded[:start])[-1]
    if sum(x.isalpha() for x in before) < 3:
        return False
    end = layout.offset_of[first]
    return not any(h.papel == "proprio" and h.campo == "numero" for h in marked.hits_between(end - len(before), end))


def _line(paper: Paper, candidate: Candidate) -> int:
    """Return the line of a candidate's page on which it begins."""
    layout = paper.layouts[candidate.page]
    return layout.segments[layout.segment_of[candidate.words[0]]].line


def _beside(paper: Paper, page: int, hit: Hit, own: Collection[str]) -> Iterator[Candidate]:
    """Find a number right behind the title on its line, or on the line below."""
    layout, labels = paper.layouts[page], paper.marked[page].labels
    words = layout.text.words_of(hit.start, hit.end)
    first, last = layout.segments[layout.segment_of[words[0]]], layout.segments[layout.segment_of[words[-1]]]
    box = layout.box_of(words)
    before = layout.text.folded[max(0, hit.start - 30) : hit.start].replace("\n", " ")
    if (
        box[1] > _HEAD
        or _FOREIGN.search(first.text.folded[: _at(first, words[0])])
        or _GONE.search(before)
        or _KEY_OF.search(before)
    ):
        return
    later = 1.0 if page == 0 else 0.8
    tall = 0.06 if first.height > 1.15 * _usual(layout) else 0.0
    starts = 0.05 if _at(first, words[0]) <= 3 else -0.2
    rest = layout.text.folded[hit.end : _end_of_line(layout, labels, last, hit.end)]
    found = _AFTER_TITLE.match(rest)
    if found is None or _FOREIGN.search(rest[: found.start("n")]):
        behind = _NUMBERED.search(rest)
        found = (
            behind
            if behind and len(rest[: behind.start()].split()) <= 9 and not _FOREIGN.search(rest[: behind.start()])
            else None
        )
    if found is not None and _plausible(found["n"]):
        start = hit.end + found.start("n")
        score = (0.84 + tall + starts) * later * hit.quality
        yield _candidate(layout, page, start, start + len(found["n"]), score)
        return
    for below in layout.below(last, limit=2, reach=2.5):
        heads = labels.get(below.index, ())
        if any(label.alone and all(name != "numero" for name, _ in label.campos) for label in heads):
            return  # the head of another field's column: what stands under it is that field's
        found = None if _is_labelled(layout, labels, below) else _BARE.match(below.text.folded)
        if found is not None and _plausible(found["n"]) and not _FOREIGN.search(below.text.folded):
            words = below.text.words_of(found.start("n"), found.end("n"))
            lido = below.text.raw[found.start("n") : found.end("n")]
            if lido.split()[0].lower() in own:  # "LAO 4521/2026": the paper's short name is no part of its number.
                continue
            yield Candidate("numero", _clean(lido), lido, page, words, (0.82 + tall + starts) * later, "titulo")
            return


def _is_labelled(layout: PageLayout, labels: Mapping[int, Sequence[Label]], segment: Segment) -> bool:
    """Tell whether a number under a title has a label of its own, at its left or right over it."""
    row = layout.lines[segment.line]
    if row[0] != segment.index:
        return True
    if segment.cell >= 0 and any(
        s.cell == segment.cell and s.index != segment.index and s.index in labels for s in layout.segments
    ):
        return True
    above = layout.lines[segment.line - 1] if segment.line else ()
    return any(
        index in labels
        and labels[index][0].first
        and labels[index][-1].alone
        and all(nome != "numero" for nome, _ in labels[index][0].campos)
        and abs(layout.segments[index].box[0] - segment.box[0]) < 0.03
        for index in above
    )


def _end_of_line(layout: PageLayout, labels: Mapping[int, Sequence[Label]], segment: Segment, offset: int) -> int:
    """Return where what may belong to a title ends: with its line, or where the label of another box begins."""
    row = layout.lines[segment.line]
    for index in row[row.index(segment.index) + 1 :]:
        if index in labels and labels[index][0].first and all(name != "numero" for name, _ in labels[index][0].campos):
            return max(offset, layout.offset_of[layout.segments[index].text.words[0]])
    end = layout.text.folded.find("\n", offset)
    return end if end >= 0 else len(layout.text.folded)


def _candidate(layout: PageLayout, page: int, start: int, end: int, score: float) -> Candidate:
    lido = layout.text.raw[start:end]
    return Candidate("numero", _clean(lido), lido, page, layout.text.words_of(start, end), min(0.97, score), "titulo")


def _clean(lido: str) -> str:
    return re.sub(r"\s*([/-])\s*", r"\1", " ".join(lido.split())).strip(" .-/")


def _plausible(number: str) -> bool:
    digits = sum(c.isdigit() for c in number)
    return digits >= 2 and not _WORD.search(number) and not _DATE.match(number.strip(" .-/"))


def _at(segment: Segment, word: int) -> int:
    """Return the offset of a word in its segment's text."""
    if word not in segment.text.words:
        return 0
    return segment.text.starts[segment.text.words.index(word)]


def _usual(layout: PageLayout) -> float:
    heights = sorted(s.height for s in layout.segments if len(s.text.words) > 2) or [0.012]
    return heights[len(heights) // 2]

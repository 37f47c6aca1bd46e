"""Dates of a paper: its issue, its validity said as a date, as a term or as open-ended, its exercise.

An expiry is never derived from the issue date, unless the paper states a term that runs from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date
from typing import Any

from docverify.documents.candidates import Candidate, Paper
from docverify.documents.labels import Label
from docverify.documents.layout import Text
from docverify.documents.regions import regions
from docverify.documents.resolve import rank
from docverify.values.dates import find_dates
from docverify.values.validity import TermMatch, add_term, find_exercise, find_open_ended, find_terms

_FROM_ISSUE = frozenset((None, "emissao", "expedicao", "assinatura", "concessao"))
"""What a term may be counted from so that the issue date gives its end; a first inspection or a protocol does not."""

_ABOUT_PAPER = re.compile(
    r"\b(?:VALIDADE|VALID[AO]S?|VALERA|VALE POR|VIGENCIA|VIGOR(?:A|ARA)?|VIGENTE|EXPIRA(?:RA)?|VENCE(?:RA)?|"
    r"(?:CONTAR|PARTIR|CONTAD[OA]S?) D(?:ESTA|A PRESENTE) DATA|"
    r"(?:AUTORIZAD|LICENCIAD|CONCEDID)[AO]\b[^.;]{0,120}PELO (?:PRAZO|PERIODO)|"
    r"CONTAR D[AE] (?:DATA DE |DATA DA )?(?:SUA )?"
    r"(?:EMISSAO|EXPEDICAO))\b"
)
_ABOUT_OTHER = re.compile(
    r"\b(?:RENOV(?!AVE[LI])\w*|REQUER\w*|RECURSO\w*|MULTA\w*|PAGAMENTO|RECARGA|EXTINTOR\w*|HIDROSTATIC\w*|ANTECEDENCIA|"
    r"ANTES D[AEO]|"
    r"SOLICIT\w*|MANDATO|LOCACAO|GARANTIA|SOCIEDADE|CERTIDAO|PROCURACAO|APRESENTA\w*|REGULARIZ\w*|CUMPRI\w*|ADEQUA\w*|"
    r"PROJETO|INICIO DAS OBRAS|CREA|PRIMEIRA (?:INSPECAO|VISTORIA)|ANTERIOR\w*)\b"
)
_CITY = r"[A-Z][A-Z'. -]{2,38}?"
_DATE_LINE = re.compile(
    rf"(?:^|"
    rf"[\n\t])[\s_.]{{0,3}}(?:LOCAL E DATA ?:? ?)?{_CITY}(?:\s?[-/,(]{{1,2}}\s?[A-Z]{{2}}\)?)?\s?[,.;-]\s?(?:EM\s|"
    rf"AOS\s|DATA:?\s)?\Z"
)


def find(paper: Paper) -> Iterable[Candidate]:
    """Yield candidates of ``data_emissao``, ``validade``, ``prazo_indeterminado`` and ``exercicio``."""
    found: list[Candidate] = []
    if "data_emissao" in paper.padroes.campo:
        found.extend(_date_lines(paper))
    if "validade" not in paper.padroes.campo:
        if not any(c.score >= 0.42 for c in (*found, *paper.of("data_emissao"))):
            found.extend(_at_the_head(paper))
        return found
    issue = _issue(paper, found)
    _weigh_order(paper, issue)
    has_date = any(c.score >= 0.5 for c in paper.of("validade"))
    for number in range(len(paper.layouts)):
        found.extend(_terms(paper, number, issue, 0.45 if has_date else 1.0))
        found.extend(_open_ended(paper, number))
        found.extend(_exercises(paper, number))
    return found


def _date_lines(paper: Paper) -> Iterator[Candidate]:
    """Find ``Campinas, 12 de março de 2026`` on a line of its own: the date of signature."""
    for number, layout in enumerate(paper.layouts):
        text = layout.text
        for match in find_dates(text.raw):
            if match.precisao != "dia" or match.normativa:
                continue
            before = text.folded[max(0, match.start - 70) : match.start]
            if _DATE_LINE.search(before) is None:
                continue
            if _is_notary(text, match.start, match.end):
                continue
            words = text.words_of(match.start, match.end)
            # Written with the month's name it is a date line for sure; in figures it may be a list.
            worth = 0.72 if any(c.isalpha() for c in match.lido) or _is_own_line(text, match.start, match.end) else 0.5
            yield Candidate(
                "data_emissao",
                match.data.isoformat(),
                match.lido,
                number,
                words,
                worth,
                "linha_de_data",
                match.reparado,
            )


_PLACE_ONLY = re.compile(r"(?:^|[\n\t])[A-Z][A-Z' -]{2,40}(?:[/(-]\s?[A-Z]{2}\)?)?\s?,\s?$")


def _at_the_head(paper: Paper) -> Iterator[Candidate]:
    """A day alone at the right of the first lines of a printed page: the print's, where nothing else is said."""
    for number, layout in enumerate(paper.layouts[:1]):
        for segment in layout.segments:
            if segment.box[1] > 0.12 or segment.box[0] < 0.6:
                continue
            days = [m for m in find_dates(segment.text.raw) if m.precisao == "dia" and not m.normativa]
            if len(days) != 1 or any(c.isalpha() for c in segment.text.raw):
                continue
            words = segment.text.words_of(days[0].start, days[0].end)
            yield Candidate(
                "data_emissao", days[0].data.isoformat(), days[0].lido, number, words, 0.42, "alto", days[0].reparado
            )


def _is_own_line(text: Text, start: int, end: int) -> bool:
    """Tell whether a date in figures ends a line that but names a place: ``FEIRA DE SANTANA, 19/11/2026``."""
    return _PLACE_ONLY.search(text.folded[:start][-60:]) is not None and text.folded[end : end + 3].strip(" .")[:1] in (
        "",
        "\n",
        "\t",
    )


_NOTARY_BEFORE = re.compile(
    r"\b(?:CARTORIO|TABELI\w*|NOTAS|AUTENTIC\w*|DOU FE|RECONHE\w*|OFICIO DE|REPROGRAFICA|CONFERE)\b"
)
_NOTARY_AFTER = re.compile(
    r"\b(?:TESTEMUNHO|ESCREVENTE|SELO|EMOL\w*|TABELI\w*|VALIDO SOMENTE|NOTARI\w*|SUBSTITUT\w*)\b"
)


def _is_notary(text: Text, start: int, end: int) -> bool:
    """Tell whether a date is a notary's stamp's: his words stand on both sides of it."""
    before, after = text.folded[max(0, start - 200) : start], text.folded[end : end + 160]
    return _NOTARY_BEFORE.search(before) is not None and _NOTARY_AFTER.search(after) is not None


def _issue(paper: Paper, more: list[Candidate]) -> tuple[date, Candidate] | None:
    groups = rank([*paper.of("data_emissao"), *(c for c in more if c.campo == "data_emissao")])
    if not groups or groups[0].score < 0.3:
        return None
    if len(groups) > 1 and groups[1].score > 0.93 * groups[0].score:
        return None
    return date.fromisoformat(groups[0].best.valor), groups[0].best


def _weigh_order(paper: Paper, issue: tuple[date, Candidate] | None) -> None:
    """Halve expiries that are not after the issue: one of the two was misread or is another date.

    Where the paper is valid for so many days, the date of its signature is no expiry, however near it stands to
    ``válida``.
    """
    if issue is None:
        return
    signed = issue[1].place == "linha_de_data" and any(
        term.validade for layout in paper.layouts for term in find_terms(layout.text.raw)
    )
    for place, candidate in enumerate(paper.candidates):
        if candidate.campo == "validade" and date.fromisoformat(candidate.valor) <= issue[0]:
            same_ink = set(candidate.words) & set(issue[1].words) and candidate.page == issue[1].page
            if signed or not same_ink or candidate.score < issue[1].score:
                paper.candidates[place] = replace(candidate, score=candidate.score * 0.5)


def _labels(paper: Paper, number: int, nome: str) -> Iterator[tuple[Label, float]]:
    for labels in paper.marked[number].labels.values():
        for label in labels:
            for campo, weight in label.campos:
                if campo == nome:
                    yield label, weight


def _terms(paper: Paper, number: int, issue: tuple[date, Candidate] | None, weight: float) -> Iterator[Candidate]:
    layout = paper.layouts[number]
    for label, worth in _labels(paper, number, "validade"):
        for region in regions(paper.marked[number], label, 2):
            day = next((m.start for m in find_dates(region.raw[:60]) if m.precisao == "dia"), len(region.raw))
            for term in find_terms(region.raw)[:1]:
                if term.start > day:
                    continue
                if sum(c.isalnum() for c in region.raw[: term.start]) > 40:
                    continue
                if _about_other(paper, region.text, region.start + term.start, region.start + term.end):
                    continue
                place = min(0.9, 1.05 * region.worth) * worth * weight
                yield from _expiry(paper, number, region.text, region.start, term, issue, place)
    for term in find_terms(_unparted(layout.text.raw)):
        sentence = _sentence(layout.text, term.start, term.end)
        if (
            not term.validade
            or not _ABOUT_PAPER.search(sentence)
            or _about_other(paper, layout.text, term.start, term.end)
        ):
            continue
        yield from _expiry(paper, number, layout.text, 0, term, issue, 0.75 * weight)


_PARTED = re.compile(r"(?<=[a-zà-ÿ])-\n([a-zà-ÿ]+)")


def _unparted(raw: str) -> str:
    """Join words that a line's end parts ("expe-/dição"), the text's length kept."""
    return _PARTED.sub(r"\1\n ", raw)


_COUNTED = re.compile(
    r"[\s,]{0,3}(?:RENOVAVE(?:L|IS)[\w\s]{0,30},?\s)?(?:A\s)?(?:CONTAR|CONTAD[OA]S?|PARTIR)\sD[EO]\s(?:DIA\s)?"
)
"""``um ano, contado de 15/03/2026``: the day from which a term runs, said."""


def _expiry(
    paper: Paper,
    number: int,
    text: Text,
    offset: int,
    term: TermMatch,
    issue: tuple[date, Candidate] | None,
    worth: float,
) -> Iterator[Candidate]:
    after = text.folded[offset + term.end : offset + term.end + 90]
    if re.match(r"\W{0,3}(?:A )?CONTA\w* D[AO]S? (?:DATA D[AEO]S? )?(?:PRIMEIRA|INSPECAO|VISTORIA|PROTOCOLO)", after):
        return
    told = _COUNTED.match(after)
    days = [m for m in find_dates(after) if m.precisao == "dia" and told is not None and m.start == told.end()]
    if days:
        begin, sure = days[0].data, 0.95
    elif issue is None or term.a_partir not in _FROM_ISSUE:
        return
    else:
        begin, sure = issue[0], issue[1].score
    try:
        end = add_term(begin, term.termo)
    except OverflowError:
        return
    words = text.words_of(offset + term.start, offset + term.end)
    yield Candidate("validade", end.isoformat(), term.lido, number, words, worth * min(1.0, 0.6 + sure / 2), "prazo")


def _about_other(paper: Paper, text: Text, start: int, end: int) -> bool:
    """Tell whether a term is that of something else; what the sentence adds after a comma does not matter."""
    sentence = _sentence(text, start, end)
    if paper.tipo.startswith("certidao"):
        sentence = sentence.replace("CERTIDAO", "PAPEL")
    cut = sentence.find(",", sentence.find(text.folded[start:end]) + end - start + 25)
    return _ABOUT_OTHER.search(sentence[:cut] if cut > 0 else sentence) is not None


def _sentence(text: Text, start: int, end: int) -> str:
    """Return the sentence (or the form's line) around some characters, folded."""
    before = text.folded[max(0, start - 160) : start]
    cut = max(before.rfind(". "), before.rfind(".\n"), before.rfind(";"), before.rfind("\t"))
    after = text.folded[end : end + 120]
    stops = [p for p in (after.find(". "), after.find(".\n"), after.find(";"), after.find("\t")) if p >= 0]
    return before[cut + 1 :] + text.folded[start:end] + after[: min(stops, default=len(after))]


_LABELLED_OPEN = re.compile(r"\b(?:VALIDADE|VALID[AO]|PRAZO|VIGENCIA|VENCIMENTO|ALVARA|LICENCA)\b")


def _open_ended(paper: Paper, number: int) -> Iterator[Candidate]:
    text = paper.layouts[number].text
    label_words: set[int] = set()
    for label, _ in _labels(paper, number, "validade"):
        for region in regions(paper.marked[number], label, 2):
            for match in find_open_ended(region.raw[:80]):
                words = region.text.words_of(region.start + match.start, region.start + match.end)
                label_words |= set(words)
                yield _open(number, match.lido, words, 0.95 * max(0.88, region.worth))
    for match in find_open_ended(text.raw):
        words = text.words_of(match.start, match.end)
        if match.sociedade or label_words & set(words):
            continue
        sentence = _sentence(text, match.start, match.end)
        if _ABOUT_OTHER.search(sentence) and not _ABOUT_PAPER.search(sentence):
            continue
        if _LABELLED_OPEN.search(sentence):
            yield _open(number, match.lido, words, 0.85)


def _open(number: int, lido: str, words: tuple[int, ...], worth: float) -> Candidate:
    value: Any = True
    return Candidate("prazo_indeterminado", value, " ".join(lido.split()), number, words, worth, "prosa", checked=True)


def _exercises(paper: Paper, number: int) -> Iterator[Candidate]:
    text = paper.layouts[number].text
    for match in find_exercise(text.raw):
        before = text.folded[max(0, match.start - 40) : match.start]
        if re.search(r"\b(?:ANTERIOR\w*|BASE|TAXA D[EO]|DEBITO\w*|IPTU|TRIBUTO\w*|GUIA)\b[^\n]*$", before):
            worth = 0.3
        else:
            worth = 0.9
        words = text.words_of(match.start, match.end)
        yield Candidate("exercicio", match.ano, match.lido, number, words, worth, "prosa", match.reparado)

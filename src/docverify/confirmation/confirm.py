"""The step itself: deciding fields that nothing else proves are shown to the witness, and what it says is kept.

Three looks at most, rarely a fourth, each at those lines only which the one before left open:

1. the witness (Tesseract) reads the lines as they stand on the page, all of a dossier in one call;
2. where it saw nothing or something else, it reads them again enlarged, without colour, in black and white;
3. where that did not settle it, the first reader (PP-OCR) looks at the same enlarged lines: if it now reads something
   else than it did, it was wrong or unsure itself; where it may have cut off the end of a number, at more of the line.

Nobody is voted down, save where the paper itself says who is right (`docverify.confirmation.mending`). A witness that
sees the same in one of its looks agrees. One that sees the same other thing twice, or other than a first reader that
does not stand by its reading, diverges. Else it did not see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from docverify.confirmation.deciding import Asked, Proofs, deciding, trechos_of
from docverify.confirmation.judging import Seen, Voto, judge, same_reading
from docverify.confirmation.looks import (
    Cutter,
    Place,
    bare_look,
    first_look,
    own_part,
    place_of,
    second_look,
    third_look,
    wide_look,
)
from docverify.confirmation.mending import Settled, checked_reading, longer_figures, whole_number
from docverify.confirmation.sheet import Strip, read_strips
from docverify.confirmation.strikes import struck
from docverify.errors import BadInputError, EngineError, EngineMissingError
from docverify.intake.sources import Pixels
from docverify.model import Document, Ficha, Field, Page, shown_box
from docverify.reading import PageCache, Reader
from docverify.reading.cache import cache_key
from docverify.values.sinais import RISCADO, Sinal

CONFIRMATION_VERSION = 3
"""Raised with every change of this package that changes results: what an older version saw is looked at again."""

_STANDS_BY = 0.85
"""Confidence of the first reader's second reading from which it counts as its word."""

Key = tuple[str, int]


class LineReader(Reader, Protocol):
    """A reader that also takes images of single lines."""

    def lines(self, images: Sequence[Pixels]) -> list[tuple[str, float]]:
        """Return text and confidence of each line."""
        ...


@dataclass(frozen=True)
class Witnesses:
    """Who is asked, and where the answers are kept.

    Attributes:
        witness: Reader of another kind than the one that read the pages.
        lead: The one that read them, for its second opinion; None for no such.
        plates: Flat pictures of the pages by ``(arquivo, numero)``.
        cache: Where answers are kept.
        setting: What else the pictures depend on (resolution and the like), for the cache.
        lost: Filled with why a testimony was lost (an engine that failed, a page that could not be shown): another run
            may come to something else.
    """

    witness: Reader
    lead: LineReader | None
    plates: Mapping[Key, Cutter]
    cache: PageCache
    setting: tuple[object, ...] = ()
    lost: list[str] = field(default_factory=list, compare=False)


@dataclass
class _Question:
    """A field and the places that it stands on, with what was seen there so far."""

    asked: Asked
    places: tuple[Place, ...]
    looks: list[list[Seen]] = field(default_factory=list)
    votes: list[Voto] = field(default_factory=list)


def confirm(
    documents: Sequence[Document], pages: Sequence[Page], ficha: Ficha, witnesses: Witnesses | None
) -> tuple[Document, ...]:
    """Ask the witness about every deciding field that was read from pixels and that nothing else proves.

    Args:
        documents: With their fields.
        pages: Of the whole dossier.
        ficha: The declared data.
        witnesses: None where there is no second reader: then only proofs are noted.

    Returns:
        The documents in the same order; ``Field.testemunha`` and ``Field.visto`` say what was found. A witness that
        fails or takes too long has seen nothing.

    Raises:
        EngineMissingError: The witness is not installed.
    """
    by_place = {(page.arquivo, page.numero): page for page in pages}
    proofs = Proofs(documents, ficha)
    answers: dict[tuple[int, str], Settled] = {}
    open_: list[_Question] = []
    for asked in deciding(documents):
        page = by_place.get((asked.field.arquivo or documents[asked.documento].arquivo, asked.field.pagina))
        if page is None or page.source != "ocr" or asked.field.testemunha is not None:
            continue  # read from text, or a code on the paper says the same (``documents.codes``)
        if proofs.proves(asked):
            answers[asked.documento, asked.campo] = Settled("prova")
            continue
        found = [place_of(page, trecho) for trecho in trechos_of(asked)]
        places = tuple(p for p in found if p is not None)
        if places and len(places) == len(found):
            open_.append(_Question(asked, places))
        elif witnesses is not None:
            answers[asked.documento, asked.campo] = Settled("nao_viu")
    if witnesses is not None and open_:
        for question, state in _ask(open_, witnesses):
            answers[question.asked.documento, question.asked.campo] = state
        documents = _with_strikes(documents, open_, by_place, witnesses)
    return _answered(documents, answers)


def _with_strikes(
    documents: Sequence[Document], questions: Sequence[_Question], pages: Mapping[Key, Page], witnesses: Witnesses
) -> tuple[Document, ...]:
    """Add a sign for each value that is struck through: both readers read through the stroke."""
    ordered = _ordered({p for q in questions for p in q.places})
    key = _key(witnesses, "riscos", ordered)
    known = witnesses.cache.get_json(key)
    if not isinstance(known, list) or len(known) != len(ordered):
        lost = len(witnesses.lost)
        cuts = _cut(witnesses, ordered, bare_look)
        known = [cut is not None and struck(cut.image, cut.core) for cut in cuts]
        if len(witnesses.lost) == lost:
            witnesses.cache.put_json(key, known)
    struck_out = {place for place, is_struck in zip(ordered, known, strict=True) if is_struck is True}
    told = list(documents)
    for question in questions:
        asked = question.asked
        for place in [p for p in question.places if p in struck_out][:1]:
            document = told[asked.documento]
            box = shown_box(pages[place.page], place.core)
            other = place.page[0] if place.page[0] != document.arquivo else None
            sign = Sinal("documento_alterado", RISCADO, box, place.page[1], asked.campo, other, asked.field.lido)
            told[asked.documento] = replace(document, sinais=(*document.sinais, sign))
    return tuple(told)


def _answered(documents: Sequence[Document], answers: Mapping[tuple[int, str], Settled]) -> tuple[Document, ...]:
    told = []
    for index, document in enumerate(documents):
        changed: dict[str, Field] = {}
        for name, found in document.campos.items():
            state = answers.get((index, name))
            if state is not None:
                changed[name] = replace(found, testemunha=state.testemunha, visto=state.visto)
                if state.valor is not None:
                    mended = found.reparado or state.reparado
                    changed[name] = replace(changed[name], valor=state.valor, lido=state.lido, reparado=mended)
        told.append(replace(document, campos={**document.campos, **changed}) if changed else document)
    return tuple(told)


def _ask(questions: Sequence[_Question], witnesses: Witnesses) -> list[tuple[_Question, Settled]]:
    settled: list[tuple[_Question, Settled]] = []
    left = list(questions)
    for number in (1, 2):
        answers = _Looked(witnesses, number, {p for q in left for p in q.places}).answers
        remaining = []
        for question in left:
            seen = [answers.get(p, Seen()) for p in question.places]
            vote = judge(question.asked.especie, question.asked.field.valor, [p.texto for p in question.places], seen)
            question.looks.append(seen)
            question.votes.append(vote)
            if vote == "concorda":
                settled.append((question, Settled("concorda")))
            else:
                remaining.append(question)
        left = remaining
    doubted = [q for q in left if "diverge" in q.votes]
    again = _second_opinion({p for q in doubted for p in q.places}, witnesses) if doubted else {}
    told = [(q, _settled(q, again)) for q in left]
    cut = {
        id(q): longer
        for q, state in told
        if state.testemunha in ("diverge", "nao_viu") and not any(p.ruled for p in q.places)
        for longer in [longer_figures(q.asked, q.looks, [p.texto for p in q.places])]
        if longer is not None
    }
    wide = _second_opinion({p for q in left if id(q) in cut for p in q.places}, witnesses, wide=True) if cut else {}
    for question, state in told:
        if id(question) in cut:
            seen = [wide.get(p, Seen()) for p in question.places]
            state = whole_number(question.asked, cut[id(question)], seen, _STANDS_BY) or state
        settled.append((question, state))
    return settled


def _settled(question: _Question, again: Mapping[Place, Seen]) -> Settled:
    """Settle a question that the witness did not answer with the same in two looks."""
    mended = checked_reading(question.asked, question.looks)
    if mended is not None:
        return mended
    if "diverge" not in question.votes:
        return Settled("nao_viu")
    which = max(i for i, vote in enumerate(question.votes) if vote == "diverge")
    other = " ".join(s.texto for s in question.looks[which] if s.texto)
    read = [again.get(p, Seen()) for p in question.places]
    stands = all(
        s.confianca >= _STANDS_BY and same_reading(p.texto, s.texto) for p, s in zip(question.places, read, strict=True)
    )
    twice = question.votes == ["diverge", "diverge"] and same_reading(
        " ".join(s.texto for s in question.looks[0]), " ".join(s.texto for s in question.looks[1])
    )
    if stands and not twice:
        return Settled("nao_viu")  # a blind witness: it never sees the same, and the first reader stands by its reading
    return Settled("diverge", other)


class _Looked:
    """One look of the witness at a set of places.

    A sheet's reading depends on all that stands on it, so that it is kept as a whole, under a key made of all its
    places: what another dossier left in the cache never changes an answer.
    """

    def __init__(self, witnesses: Witnesses, number: int, places: set[Place]) -> None:
        self.answers: dict[Place, Seen] = {}
        ordered = _ordered(places)
        if not ordered:
            return
        reader = witnesses.witness
        key = _key(witnesses, f"{reader.name}/{reader.version}/{number}", ordered)
        known = _stored(witnesses.cache, key, len(ordered))
        if known is None:
            cut = first_look if number == 1 else second_look
            strips = _cut(witnesses, ordered, cut)
            try:
                read = read_strips([s for s in strips if s is not None], reader)
            except EngineMissingError:
                raise
            except EngineError as error:
                witnesses.lost.append(error.mensagem)
                return  # its testimony is lost, and not kept: the next run asks again
            found = iter(read)
            known = [Seen() if s is None else next(found) for s in strips]
            witnesses.cache.put_json(key, [[s.texto, s.largo, s.confianca] for s in known])
        self.answers = dict(zip(ordered, known, strict=True))


def _second_opinion(places: set[Place], witnesses: Witnesses, *, wide: bool = False) -> dict[Place, Seen]:
    """Let the first reader look at places again, enlarged; ``wide``: with what stands beside them."""
    ordered, lead = _ordered(places), witnesses.lead
    if lead is None:
        return {}
    key = _key(witnesses, f"{lead.name}/{lead.version}/{4 if wide else 3}", ordered)
    known = _stored(witnesses.cache, key, len(ordered))
    if known is None:
        strips = _cut(witnesses, ordered, wide_look if wide else third_look)
        margin = 0.8 if wide else 0.2
        try:
            read = iter(lead.lines([own_part(s, margin) for s in strips if s is not None]))
        except EngineMissingError:
            raise
        except EngineError as error:
            witnesses.lost.append(error.mensagem)
            return {}
        known = []
        for strip in strips:
            text, sure = ("", 0.0) if strip is None else next(read)
            known.append(Seen(text, text, round(sure, 4)))
        witnesses.cache.put_json(key, [[s.texto, s.largo, s.confianca] for s in known])
    return dict(zip(ordered, known, strict=True))


def _ordered(places: set[Place]) -> list[Place]:
    """Sort places by what they are, never by the names of files or the order of documents."""
    return sorted(places, key=lambda p: (p.digest, p.around, p.core, p.texto, p.page))


def _key(witnesses: Witnesses, what: str, places: Sequence[Place]) -> str:
    parts = [[p.digest, p.core, p.around] for p in places]
    return cache_key("confirmacao", CONFIRMATION_VERSION, what, *witnesses.setting, parts)


def _stored(cache: PageCache, key: str, count: int) -> list[Seen] | None:
    rows: Any = cache.get_json(key)
    if not isinstance(rows, list) or len(rows) != count:
        return None
    try:
        return [Seen(str(text), str(more), float(sure)) for text, more, sure in rows]
    except (TypeError, ValueError):
        return None


def _cut(witnesses: Witnesses, places: Sequence[Place], look: Any) -> list[Strip | None]:
    """Cut places out; None where a page cannot be shown."""
    strips: list[Strip | None] = []
    for place in places:
        try:
            strips.append(look(witnesses.plates[place.page], place))
        except (KeyError, ValueError, BadInputError) as error:
            witnesses.lost.append(str(error))
            strips.append(None)
    return strips

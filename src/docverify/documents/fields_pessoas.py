"""People in running text: who is named, with which document, in which role.

In acts of companies a person is a *qualification*: ``NOME, brasileiro, casado, portador da cédula ..., inscrito no CPF
sob o nº ..., residente e domiciliado na ...``. Names are found from what follows them (nationality, marital state, a
CPF), never from a list of names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rapidfuzz import fuzz

from docverify.documents.anchors import Anchor, words_of
from docverify.documents.stream import Stream
from docverify.values.identifiers.cpf import find_cpfs
from docverify.values.text import fold
from docverify.values.ufs import UFS

_PARTICLES = frozenset({"DE", "DA", "DO", "DAS", "DOS", "E", "DEL", "DI", "VAN", "VON", "Y", "LA"})
_NOT_NAMES = words_of("_comum", "prosa.toml", "nao_nomes")
_WORD = re.compile(r"[^\W\d_]+(?:['’.-][^\W\d_]+)*\.?")
_CPF_LOOKBACK = 520
_NAME_WORDS = 12


@dataclass(frozen=True, slots=True)
class Pessoa:
    """Somebody named.

    Attributes:
        nome: As printed, blanks collapsed.
        start: Offset of the name in the stream.
        end: After the name.
        until: Where the qualification ends: after the document, or the name.
        documento: CPF (11 digits) or, for a company, CNPJ; None where none is printed beside the name.
        documento_span: Where the document stands.
        certeza: 0..1.
    """

    nome: str
    start: int
    end: int
    until: int
    documento: str | None
    documento_span: tuple[int, int] | None
    certeza: float


def is_name(words: Sequence[str]) -> bool:
    """Tell whether folded words can be a person's name: two words or more that are no particles nor role words."""
    solid = [w for w in words if w not in _PARTICLES]
    return len(solid) >= 2 and sum(len(w) >= 3 for w in solid) >= 1 and not any(w in _NOT_NAMES for w in solid)


def name_before(stream: Stream, end: int) -> tuple[int, int] | None:
    """Find the name that ends right before an offset (a comma, a dash or blanks between are skipped).

    Walks back over words written with a capital (or, in text all in capitals, any word that is no role word) and
    particles, to the first thing that cannot be part of a name.
    """
    raw, folded = stream.raw, stream.folded
    stop = end
    while stop > 0 and raw[stop - 1] in " ,:;-–—(\t\n|\"“”'.":
        stop -= 1
    start = stop
    words: list[tuple[int, int]] = []
    for found in reversed(list(_WORD.finditer(raw, max(0, stop - 160), stop))):
        if len(words) >= _NAME_WORDS:
            break
        between = raw[found.end() : start]
        if words and not _only_blanks(between):
            break
        if not words and between.strip():
            break
        word = folded[found.start() : found.end()].rstrip(".")
        if _NOT_NAMES.intersection(word.split("-")):
            break
        # "... Sobral/CE. MARIA SOUZA, ...": the State ends the sentence before.
        if words and word in UFS and found.group() == f"{word}.":
            break
        if not found.group()[0].isupper() and word not in _PARTICLES:
            break
        if words and _in_small(found.group()) and _in_capitals(raw[start:stop]):
            break
        words.append((found.start(), found.end()))
        start = found.start()
    # Particles, and scraps of a signature ("VÁ PAULO SÉRGIO ..."), do not begin a name.
    while words and (folded[words[-1][0] : words[-1][1]] in _PARTICLES or words[-1][1] - words[-1][0] <= 2):
        words.pop()
    if not words or not is_name([folded[a:b].rstrip(".") for a, b in words]):
        return None
    return words[-1][0], stop


def name_after(stream: Stream, start: int) -> tuple[int, int] | None:
    """Find the name that begins right after an offset (``Nome:``, ``pelo sócio``)."""
    raw, folded = stream.raw, stream.folded
    while start < len(raw) and raw[start] in ' :;-–—.\t\n|_"“,)ªºº°':
        start += 1
    end = start
    words: list[str] = []
    for found in _WORD.finditer(raw, start, min(len(raw), start + 160)):
        if found.start() - end > 0 and not _only_blanks(raw[end : found.start()]):
            break
        word = folded[found.start() : found.end()].rstrip(".")
        named = found.group()[0].isupper() or word in _PARTICLES
        if _NOT_NAMES.intersection(word.split("-")) or not named:
            break
        if len(words) >= _NAME_WORDS or (words and _in_small(found.group()) and _in_capitals(raw[start:end])):
            break
        words.append(word)
        end = found.end()
    while words and words[-1] in _PARTICLES:
        last = words.pop()
        end = start + raw[start:end].rstrip().rfind(raw[start:end].rstrip()[-len(last) :])
    while end > start and raw[end - 1] in " .\n\t":
        end -= 1
    return (start, end) if is_name(words) else None


def _in_small(word: str) -> bool:
    return word[0].isupper() and sum(c.islower() for c in word) >= 3


def _in_capitals(name: str) -> bool:
    """Tell whether a name is in capitals: then "Anápolis" is none of it in "Anápolis e RUI BARROS"."""
    letters = [c for c in name if c.isalpha()]
    return len(letters) >= 3 and sum(c.isupper() for c in letters) >= 0.7 * len(letters)


def _only_blanks(between: str) -> bool:
    """Tell whether two words of one name may stand so apart: blanks, one line end, no cell border."""
    return not between.strip(" \n") and between.count("\n") <= 1 and len(between) <= 3


def find_people(stream: Stream, anchors: Sequence[Anchor], start: int = 0, end: int | None = None) -> list[Pessoa]:
    """Find the people qualified in a span.

    Args:
        stream: The text.
        anchors: Phrases found in it (``qualificacao`` and ``nome_rotulo`` are used).
        start: First character to look at.
        end: After the last one.

    Returns:
        In order of place; one entry per place where a person is qualified (the same person may come twice).
    """
    end = len(stream.raw) if end is None else end
    found: dict[int, Pessoa] = {}
    after = start
    for cpf in find_cpfs(stream.raw):
        if not start <= cpf.start < end:
            continue
        place = _owner(stream, anchors, max(after, cpf.start - _CPF_LOOKBACK), cpf.start)
        after = cpf.end
        if place is None:
            continue
        value = cpf.valor if cpf.valido else None
        sure = 0.97 if cpf.valido and not cpf.reparado else 0.8
        known = found.get(place[0])
        if known is None or known.documento is None:
            found[place[0]] = Pessoa(
                _clean(stream, *place), *place, cpf.end, value, (cpf.start, cpf.end), sure * place_certainty(place)
            )
    for anchor in anchors:
        if anchor.name != "qualificacao" or not start <= anchor.start < end:
            continue
        place = name_before(stream, anchor.start)
        if place is None or place[0] < start or any(a <= place[0] < p.until for a, p in found.items()):
            continue
        if stream.raw[place[1] : anchor.start].strip(" \n\t") not in (",", ""):
            continue
        found[place[0]] = Pessoa(_clean(stream, *place), *place, place[1], None, None, 0.9)
    return [found[at] for at in sorted(found)]


def place_certainty(place: tuple[int, int]) -> float:
    """Return how sure a name's span is: a very long run of capitals may have swallowed a neighbour."""
    return 1.0 if place[1] - place[0] <= 60 else 0.8


def _owner(stream: Stream, anchors: Sequence[Anchor], low: int, cpf: int) -> tuple[int, int] | None:
    """Find whose CPF stands at ``cpf``: the first qualified name since ``low``, else a labelled or adjacent name."""
    inside = [a for a in anchors if low <= a.start < cpf]
    qualified = []
    for anchor in inside:
        if anchor.name == "qualificacao":
            place = name_before(stream, anchor.start)
            if place is not None and place[0] >= low and "," in stream.raw[place[1] : anchor.start + 1]:
                qualified.append(place)
    if qualified:
        # Of several names before one CPF the last qualified one owns it ("casado com MARIA SOUZA, brasileira" is rare).
        return qualified[-1] if qualified[-1][0] != qualified[0][0] and _apart(stream, qualified) else qualified[0]
    for anchor in reversed(inside):
        if anchor.name == "nome_rotulo":
            place = name_after(stream, anchor.end)
            if place is not None and place[1] <= cpf:
                return place
    label = re.compile(r"(?:CPF|C\.P\.F\.?|CPF/MF|CIC|INSCRIT\w+|PORTADOR\w*)")
    marks = [m.start() for m in label.finditer(stream.folded, max(low, cpf - 60), cpf)]
    for mark in [*marks, cpf]:
        place = name_before(stream, mark)
        if place is not None and place[0] >= low:
            return place
    return None


def _apart(stream: Stream, places: Sequence[tuple[int, int]]) -> bool:
    """Tell whether the last name begins a new entry: a semicolon, a line's end or a number stands before it."""
    before = stream.raw[max(0, places[-1][0] - 6) : places[-1][0]]
    return bool(re.search(r"[;.\n)\d]|\be\s+$", before))


def _clean(stream: Stream, start: int, end: int) -> str:
    return " ".join(stream.raw[start:end].split()).strip(" .,;:-–—")


def same_person(a: str, b: str) -> bool:
    """Tell whether two printings name the same person, allowing for the reader's noise but not for another name."""
    one, other = fold(a).split(), fold(b).split()
    if not one or not other:
        return False
    if one == other:
        return True
    return len(one) == len(other) and fuzz.ratio(" ".join(one), " ".join(other)) >= 92


def mentions(stream: Stream, nome: str, start: int, end: int) -> int | None:
    """Return where a person's name stands in a span (noise allowed), or None."""
    wanted = " ".join(fold(nome).split())
    window = stream.folded[start:end].replace("\n", " ").replace("\t", " ")
    at = window.find(wanted)
    if at >= 0:
        return start + at
    best = fuzz.partial_ratio_alignment(wanted, window, score_cutoff=90)
    if best is None or len(wanted) < 8:
        return None
    return start + best.dest_start


def unique(people: Sequence[Pessoa]) -> list[Pessoa]:
    """Merge entries of the same person: the surest name, any document; order of first mention."""
    merged: list[Pessoa] = []
    for person in people:
        for at, known in enumerate(merged):
            same_document = person.documento is not None and person.documento == known.documento
            if same_document or same_person(person.nome, known.nome):
                if known.documento is None and person.documento is not None:
                    merged[at] = replace(
                        known, documento=person.documento, documento_span=person.documento_span, certeza=person.certeza
                    )
                break
        else:
            merged.append(person)
    return merged

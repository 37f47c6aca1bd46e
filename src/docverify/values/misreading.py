"""What readers of pixels do to a name, told apart from what only another name has.

Three things happen on scans and photographs: blanks are swallowed or put in (``AVBRASIL``, ``COMÉRCIO DEGÁS``), a few
letters come out as others, and a name is cut at the edge of its cell. The first is a matter of writing; the other two
are doubts (`slip`, `cut`), never a match. A reader's own confidence does not tell them: a wrong letter is often read
as surely as a right one. A whole word that is another one, or another number, is neither.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from rapidfuzz.distance import Levenshtein

from docverify.values.comparison import Comparison

Pixels = tuple[bool, bool]
"""Whether the first, and the second, of two compared values was read from pixels."""

ON_PAPER: Pixels = (False, False)

_ALIKE = 0.85
"""Least similarity (0 to 1) of two spellings, blanks apart, for the one to be a misreading of the other."""
_ALIKE_ONE = 0.80
"""The same where a single letter differs."""
_LEAST_CUT = 4
"""Letters that a cut name has at the least."""
_LEAST_LINE = 3
"""Letters that a line of a name has at the least."""
_MAX_CHARS = 400
_LINKS = ("DE", "DA", "DO", "DAS", "DOS", "E")
_LETTER_OF = str.maketrans({"0": "O", "1": "I", "5": "S", "8": "B", "6": "G", "2": "Z", "4": "A", "7": "T", "L": "I"})
_ORDINAL = re.compile(r"[IVXL1]{1,6}")
_STROKES = re.compile(r"[I1L]+")


def softened(found: Comparison, a: Sequence[str], b: Sequence[str], pixels: Pixels) -> Comparison:
    """Make a doubt (``revisar``) of a defect between two names that a reader of pixels may have made of one.

    Args:
        found: what the comparison of the names says; only ``impede`` is ever changed.
        a: folded words of the one name.
        b: folded words of the other.
        pixels: which of both was read from pixels.
    """
    if found.nivel != "impede" or not any(pixels):
        return found
    for one, other in ((a, b), ([w for w in a if w not in _LINKS], [w for w in b if w not in _LINKS])):
        if slip(one, other):
            return Comparison("revisar", found.similaridade, "os nomes diferem em poucas letras")
        if (pixels[0] and cut(one, other)) or (pixels[1] and cut(other, one)):
            return Comparison("revisar", found.similaridade, "um dos nomes parece cortado")
    return found


def slip(one: Sequence[str], other: Sequence[str]) -> bool:
    """Tell whether two names (as folded words) differ by so few letters that one may be the other misread.

    Every number must stand on both sides, and within no word may so many letters differ that it is another word
    (``JOSE`` and ``JOAO``, ``NORTE`` and ``SUL``).
    """
    a, b = "".join(one)[:_MAX_CHARS], "".join(other)[:_MAX_CHARS]
    if not a or not b:
        return False
    if strokes_alike(one, other):
        return True
    if a != b and len(a) == len(b) and a.translate(_LETTER_OF) == b.translate(_LETTER_OF):
        return True
    if _figures(one) != _figures(other):
        return False
    distance = Levenshtein.distance(a, b)
    alike = 1 - distance / max(len(a), len(b))
    if alike < (_ALIKE_ONE if distance == 1 else _ALIKE):
        return False
    return _same_words(one, b) and _same_words(other, a)


def strokes_alike(one: Sequence[str], other: Sequence[str]) -> bool:
    """Tell whether two names differ by strokes of a Roman ordinal, as readers swallow them: ``PEDRO I``, ``PEDRO II``.

    Args:
        one: folded words, ordinals not yet in figures.
        other: likewise.
    """
    return list(one) != list(other) and _strokes(one) == _strokes(other)


def _strokes(words: Sequence[str]) -> list[str]:
    return [_STROKES.sub("I", word) if _ORDINAL.fullmatch(word) else word for word in words]


def _figures(words: Sequence[str]) -> list[str]:
    return sorted(w for w in words if w.isdigit())


def _same_words(words: Sequence[str], other: str) -> bool:
    """Tell whether no single word took more changes on the way to ``other`` than a slip of the reader makes."""
    joined = "".join(words)[:_MAX_CHARS]
    owner = [place for place, word in enumerate(words) for _ in word][: len(joined)]
    changes = [0] * len(words)
    for edit in Levenshtein.editops(joined, other):
        changes[owner[min(edit.src_pos, len(owner) - 1)]] += 1
    return all(n <= _allowed(len(word)) for n, word in zip(changes, words, strict=True))


def _allowed(letters: int) -> int:
    return 0 if letters < 3 else 1 if letters < 6 else 2 if letters < 10 else 3


def cut(read: Sequence[str], whole: Sequence[str]) -> bool:
    """Tell whether ``read`` is what is left of ``whole`` (both folded words) after an end of it was cut off.

    At least half of the letters are left, or all but one word, or it ends where a name cannot end (``TRAVESSA DOS``);
    no number is lost.
    """
    if _figures(read) != _figures(whole):
        return False
    short, long = "".join(read), "".join(whole)
    if not _LEAST_CUT <= len(short) < len(long) or not (long.startswith(short) or long.endswith(short)):
        return False
    if read[-1] in _LINKS and list(whole[: len(read)]) == list(read):
        return True  # no name ends in "dos"
    return 2 * len(short) >= len(long) or list(read) in (list(whole[1:]), list(whole[:-1]))


def last_line(read: Sequence[str], whole: Sequence[str]) -> bool:
    """Tell whether ``read`` is what the last, or first, line of a name holds that was set in several.

    ``RETALHISTA`` of BOM JESUS TRANSPORTADOR REVENDEDOR RETALHISTA: whole words, however few, and no number lost.
    Scraps of one or two letters (``GAS SA A``) are what is left of the form of the company.
    """
    words = [w for w in read if len(w) > 2 or w.isdigit()]
    rest = [w for w in whole if len(w) > 2 or w.isdigit()]
    if _figures(read) != _figures(whole):
        return False
    if not words or len(words) >= len(rest) or len("".join(words)) < _LEAST_LINE:
        return False
    return rest[-len(words) :] == words or rest[: len(words)] == words


def spelt(compact: str, words: Sequence[str], forms: Callable[[str], Iterable[str]]) -> bool:
    """Tell whether letters without blanks spell the words of a name, each in any of its forms, particles optional.

    ``RNSRAAPARECIDA`` spells RUA NOSSA SENHORA APARECIDA where ``forms`` gives R, N and SRA for their words.

    Args:
        compact: folded letters and figures of the one side.
        words: folded words of the other.
        forms: spellings of a word, itself among them.
    """
    if not compact or not words or len(compact) > _MAX_CHARS:
        return False
    reached = {0}
    for place, word in enumerate(words):
        if place:
            reached |= {at + len(link) for at in reached for link in _LINKS if compact.startswith(link, at)}
        behind = {at + len(form) for at in reached for form in forms(word) if form and compact.startswith(form, at)}
        if word in _LINKS:
            behind |= reached
        if not behind:
            return False
        reached = behind
    return len(compact) in reached

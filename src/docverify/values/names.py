"""Comparison of company and person names.

The rule in one line: the core decides. A suffix (LTDA, ME), an abbreviation, an accent or the order of words is a
warning; S/A against LTDA is for a person; another core is a defect. Figures are compared exactly.

A core that differs by a letter or two in a long name may be a misreading or another company (SILVA GAS, SILVIA GAS).
Who read it decides: a reading known to be sure (``ocr_confidence`` of `SURE` or more) makes it a defect, any other a
doubt (``revisar``). Only look-alikes of different kinds (a digit inside a word: ``P0STO``) are forgiven as a warning.
What was read from pixels is never sure in this: few other letters, or a name cut at an end, are a doubt there whatever
the confidence (`docverify.values.misreading`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from rapidfuzz.distance import Levenshtein

from docverify.values.comparison import Comparison, Nivel
from docverify.values.lookalikes import capital_i
from docverify.values.misreading import ON_PAPER, Pixels, last_line, softened, spelt
from docverify.values.name_lexicon import (
    ABBREVIATIONS,
    CONNECTORS,
    GENERATION,
    LOOKALIKE,
    ROMAN,
    STATE_PHRASES,
    SUFFIX_KIND,
    in_figures,
    spellings,
)
from docverify.values.text import collapse, fold

# From this confidence (0 to 1) on, a reading counts as sure.
SURE = 0.90
MAX_CHARS = 400
# A name cut at the edge of a cell is at least this long before the cut.
_CUT_CHARS = 24

_TO_LETTER = str.maketrans({"0": "O", "1": "I", "5": "S", "8": "B", "6": "G", "2": "Z", "4": "A", "7": "T"})


@dataclass(frozen=True, slots=True)
class CompanyName:
    """A company name taken apart.

    Attributes:
        core: expanded words that distinguish the company, connectors included.
        kind: ``LIMITADA``, ``SA`` or empty where the name does not say.
        extras: suffix words and phrases that do not distinguish.
        number: a CPF or CNPJ root that stands in the name of a natural person's company, or empty.
        abbreviated: whether an abbreviation was expanded.
        printed: the words of the core as printed, folded.
    """

    core: tuple[str, ...]
    kind: str
    extras: tuple[str, ...]
    number: str
    abbreviated: bool
    printed: tuple[str, ...] = ()


def parse_company(s: str) -> CompanyName:
    """Take a company name apart (see `CompanyName`); junk gives an empty core."""
    if not isinstance(s, str):
        return CompanyName((), "", (), "", False)
    text = fold(collapse(capital_i(s[:MAX_CHARS])))
    text = re.sub(r"\bS\s?[/.]\s?A\b\.?", " SA ", text).replace("&", " E ")
    text = re.sub(r"(?<=[A-Z] )S[I1L|!\\]A\b\.?(?=$|\s*-)", " SA ", text)  # the stroke of S/A read as a letter
    text = re.sub(r"\bL\.?T\.?D\.?A\b\.?", " LTDA ", text)
    text = re.sub(r"\b(\d{2,3})[.](\d{3})[.](\d{3})(?:/\d{4})?(?:-\d{2})?\b", lambda m: re.sub(r"\D", "", m[0]), text)
    text = re.sub(r"(?<=[A-Z])['´`](?=[A-Z])", "", text)
    tokens = re.findall(r"[A-Z0-9]+|[ºª]", text)
    if tokens[-2:] == ["S", "A"]:
        tokens[-2:] = ["SA"]
    tokens, extras, kind = _strip_end(tokens)
    if tokens and tokens[-1] in ("CIA", "COMPANHIA") and not kind and "E" not in tokens[-2:-1]:
        tokens, kind, extras = tokens[:-1], "SA", [*extras, "CIA"]
    elif tokens and tokens[0] in ("CIA", "COMPANHIA") and kind in ("", "SA"):
        tokens, kind, extras = tokens[1:], "SA", [*extras, "CIA"]
    number = ""
    for edge in (0, -1):
        if len(tokens) > 1 and re.fullmatch(r"\d{8}|\d{11}|\d{14}", tokens[edge]):
            number = tokens.pop(edge)
            break
    core = tuple(_expand(t) for t in tokens)
    return CompanyName(core, kind, tuple(extras), number, core != tuple(tokens), tuple(tokens))


def core_name(s: str) -> str:
    """The distinguishing words of a company name, folded and expanded, without suffixes."""
    return " ".join(parse_company(s).core)


def _expand(token: str) -> str:
    return ABBREVIATIONS.get(token, token)


def _strip_end(tokens: list[str]) -> tuple[list[str], list[str], str]:
    """Take suffixes and state phrases off the end, whatever their order."""
    extras: list[str] = []
    kinds: list[str] = []
    while tokens:
        phrase = next((p for p in STATE_PHRASES if tuple(tokens[-len(p) :]) == p), None)
        if phrase is not None:
            tokens = tokens[: -len(phrase)]
            extras.append(" ".join(phrase))
            continue
        kind = SUFFIX_KIND.get(tokens[-1])
        if kind is None:
            break
        extras.append(tokens[-1])
        if kind != "PORTE":
            kinds.append(kind)
        tokens = tokens[:-1]
    return tokens, sorted(extras), "SA" if "SA" in kinds else ("LIMITADA" if kinds else "")


def compare_company(
    a: str | None, b: str | None, ocr_confidence: float | None = None, pixels: Pixels = ON_PAPER
) -> Comparison:
    """Compare two company names.

    Args:
        a: one name.
        b: the other.
        ocr_confidence: how sure the less sure of both readings is, 0 to 1; None where nobody knows.
        pixels: which of both was read from pixels.

    Returns:
        ``indeterminado`` where a side is empty or only a suffix.
    """
    left, right = parse_company(a or ""), parse_company(b or "")
    if pixels[0] and right.kind == "LIMITADA":
        left = _suffix_misread(left)
    if pixels[1] and left.kind == "LIMITADA":
        right = _suffix_misread(right)
    if not left.core or not right.core:
        return Comparison("indeterminado", 0.0, "um dos nomes está vazio ou só tem o tipo societário")
    if _squashed(a) == _squashed(b):
        same = fold(collapse(a or "")) == fold(collapse(b or ""))
        return Comparison("igual", 1.0) if same else Comparison("alerta", 1.0, "só a grafia do nome difere")
    similarity = _similarity(left.core, right.core)
    difference = _core_level(left, right, similarity, ocr_confidence)
    if difference is not None:
        words_left, words_right = ([lettered(t) for t in name.core] for name in (left, right))
        difference = softened(difference, words_left, words_right, pixels)
        one_line = (pixels[0] and last_line(words_left, words_right)) or (
            pixels[1] and last_line(words_right, words_left)
        )
        if difference.nivel == "impede" and one_line:
            difference = Comparison("revisar", similarity, "um dos nomes parece cortado")
    if difference is not None and difference.nivel in ("impede", "revisar"):
        return difference
    if left.number and right.number and left.number != right.number and not _root_of(left.number, right.number):
        return Comparison("impede", similarity, "o número no nome é outro")
    if left.kind and right.kind and left.kind != right.kind:
        return Comparison("revisar", similarity, "um nome é de sociedade anônima (S/A), o outro de limitada (LTDA)")
    if difference is not None:
        return difference
    if left.extras != right.extras or left.number != right.number:
        return Comparison("alerta", 1.0, "só o sufixo do nome difere")
    if left.abbreviated != right.abbreviated or fold(collapse(a or "")) != fold(collapse(b or "")):
        return Comparison("alerta", 1.0, "só a grafia do nome difere")
    return Comparison("igual", 1.0)


def _suffix_misread(name: CompanyName) -> CompanyName:
    """The name without a suffix that a reader spoilt (``LTOA``, ``LTDA - NE``); the same where it has none such."""
    last = name.printed[-1] if len(name.printed) > 1 else ""
    if not name.kind and Levenshtein.distance(last, "LTDA") == 1 and len(last) == 4:
        taken = 1
    elif len(last) in (2, 3) and SUFFIX_KIND.get(name.printed[-2]) == "LIMITADA" and len(name.printed) > 2:
        taken = 2 if min(Levenshtein.distance(last, size) for size in ("ME", "EPP")) == 1 else 0
    else:
        taken = 0
    if not taken:
        return name
    extras = tuple(sorted((*name.extras, "LTDA")))
    return replace(name, core=name.core[:-taken], printed=name.printed[:-taken], kind="LIMITADA", extras=extras)


def _squashed(name: str | None) -> str:
    """Letters and figures only: readers glue words together, and nothing else tells the two apart."""
    return re.sub(r"[^A-Z0-9]+", "", fold(name or ""))


def _root_of(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)


def _similarity(a: tuple[str, ...], b: tuple[str, ...]) -> float:
    return round(Levenshtein.normalized_similarity(" ".join(a), " ".join(b)), 4)


def _bare(core: tuple[str, ...]) -> list[str]:
    """Core words that weigh: no connectors, Roman numerals as figures, leading zeros dropped."""
    kept = [ROMAN.get(t, t) for t in core if t not in CONNECTORS]
    return [t.lstrip("0") or "0" if t.isdigit() else t for t in kept] or list(core)


_GLUED_SUFFIX = re.compile(r"(?:LTDA|LIMITADA|EIRELI|EPP|ME)+$")


def _written_otherwise(a: CompanyName, b: CompanyName) -> bool:
    """Whether one name spells the other but for blanks, particles and abbreviations (``COM DEGAS``, ``COMERCIAL GAS``).

    A suffix that lost its blank too is taken off, unless the other side says that it is a corporation.
    """
    for one, other in ((a, b), (b, a)):
        compact = "".join(one.printed)
        tries = [compact]
        if other.kind == "SA" and not one.kind and compact.endswith("SA"):
            tries.append(compact[:-2])
        if other.kind != "SA":
            tries.append(_GLUED_SUFFIX.sub("", compact))
        if any(spelt(text, other.printed, spellings) for text in tries):
            return True
    return False


def _unordered(core: list[str], other: CompanyName) -> list[str]:
    """The words of a core in no order, without the suffix that stands among them where lines were read crosswise."""
    if other.kind != "LIMITADA" or not any(SUFFIX_KIND.get(t) == "LIMITADA" for t in core):
        return sorted(core)
    return sorted(t for t in core if t not in SUFFIX_KIND)


def _core_level(
    name_a: CompanyName, name_b: CompanyName, similarity: float, confidence: float | None
) -> Comparison | None:
    """How two cores differ; None where they are the same words in the same order."""
    a, b = name_a.core, name_b.core
    if a == b:
        return None
    left, right = _bare(a), _bare(b)
    if left == right:
        return Comparison("alerta", similarity, "só partículas do nome diferem")
    if "".join(left) == "".join(right):
        return Comparison("alerta", similarity, "só a separação das palavras difere")
    if _written_otherwise(name_a, name_b):
        return Comparison("alerta", similarity, "só a separação ou a abreviação das palavras difere")
    if _unordered(left, name_b) == _unordered(right, name_a):
        return Comparison("alerta", similarity, "só a ordem das palavras difere")
    letters_left, letters_right = [lettered(t) for t in left], [lettered(t) for t in right]
    if letters_left == letters_right or "".join(letters_left) == "".join(letters_right):
        return Comparison("alerta", similarity, "um algarismo foi lido no lugar de uma letra")
    if in_figures(left) == in_figures(right):
        return Comparison("alerta", similarity, "um número do nome está por extenso")
    if _figures(left) != _figures(right):
        return Comparison("impede", similarity, "os números do nome diferem")
    if _without_auto(left) == _without_auto(right):
        return Comparison("revisar", similarity, "um nome diz AUTO POSTO, o outro POSTO")
    close = close_words(letters_left, letters_right)
    sure = confidence is not None and confidence >= SURE
    if close == "forma":
        return Comparison("revisar", similarity, "os nomes diferem em letras de forma parecida")
    if close == "perto":
        nivel: Nivel = "impede" if sure else "revisar"
        return Comparison(nivel, similarity, "os nomes diferem em poucas letras")
    if _cut("".join(left), "".join(right)) and not sure:
        return Comparison("revisar", similarity, "um dos nomes parece cortado")
    if _initials(left, right):
        return Comparison("revisar", similarity, "um dos nomes está abreviado")
    if confidence is not None and confidence < SURE and (set(left) < set(right) or set(right) < set(left)):
        return Comparison("revisar", similarity, "um dos nomes tem palavras a mais, em leitura incerta")
    return Comparison("impede", similarity, "os nomes são diferentes")


def lettered(token: str) -> str:
    """A word with the digits that stand inside it read as letters; a figure stays a figure."""
    if token.isdigit() or token.isalpha():
        return token
    return token.translate(_TO_LETTER) if sum(c.isalpha() for c in token) >= 2 else token


def _figures(tokens: list[str]) -> list[str]:
    return sorted(t for t in tokens if t.isdigit())


def _without_auto(tokens: list[str]) -> list[str]:
    return [t for i, t in enumerate(tokens) if not (t == "AUTO" and tokens[i + 1 : i + 2] == ["POSTO"])]


def close_words(a: list[str], b: list[str]) -> str:
    """``forma`` where only look-alike letters differ, ``perto`` for a few letters in a long name, else empty.

    One letter in 8 or more, two in 18 or more, three in 32 or more; figures already agree.
    """
    one, other = "".join(a), "".join(b)
    shortest = min(len(one), len(other))
    if shortest >= 4 and _shape(one) == _shape(other):
        return "forma"
    allowed = 3 if shortest >= 32 else 2 if shortest >= 18 else 1 if shortest >= 8 else 0
    if allowed and Levenshtein.distance(one, other, score_cutoff=allowed) <= allowed:
        return "perto"
    return ""


def _shape(s: str) -> str:
    for group, single in LOOKALIKE:
        s = s.replace(group, single)
    return s


def _cut(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return len(short) >= _CUT_CHARS and long.startswith(short)


def _initials(a: list[str], b: list[str]) -> bool:
    """Whether the words agree one by one, some being only initials or beginnings of the other's."""
    if len(a) != len(b):
        return False
    shortened = False
    for x, y in zip(a, b, strict=True):
        if x == y:
            continue
        short, long = sorted((x, y), key=len)
        if not (long.startswith(short) and (len(short) == 1 or len(short) >= 3) and short.isalpha()):
            return False
        shortened = True
    return shortened


def compare_person(
    a: str | None, b: str | None, ocr_confidence: float | None = None, pixels: Pixels = ON_PAPER
) -> Comparison:
    """Compare two names of natural persons (arguments as of `compare_company`).

    Missing middle names, initials and a married name more are ``revisar``; JUNIOR, FILHO, NETO on one side only, or
    another first or last name, ``impede``. Read from pixels, few other letters and a cut end are ``revisar``.
    """
    left, right = _person(a), _person(b)
    if not left or not right:
        return Comparison("indeterminado", 0.0, "um dos nomes está vazio")
    found = _person_level(a or "", b or "", left, right, ocr_confidence)
    return softened(found, [lettered(t) for t in left], [lettered(t) for t in right], pixels)


def _person_level(a: str, b: str, left: list[str], right: list[str], ocr_confidence: float | None) -> Comparison:
    similarity = _similarity(tuple(left), tuple(right))
    if left == right:
        same = fold(collapse(a)) == fold(collapse(b))
        return Comparison("igual" if same else "alerta", 1.0, "" if same else "só a grafia do nome difere")
    if "".join(left) == "".join(right) or sorted(left) == sorted(right):
        return Comparison("alerta", similarity, "só a ordem ou a separação das palavras difere")
    if _person_spelt(a, b) or _person_spelt(b, a):
        return Comparison("alerta", similarity, "só a separação das palavras difere")
    lettered_left, lettered_right = [lettered(t) for t in left], [lettered(t) for t in right]
    if lettered_left == lettered_right:
        return Comparison("alerta", similarity, "um algarismo foi lido no lugar de uma letra")
    if {t for t in left if t in GENERATION} != {t for t in right if t in GENERATION}:
        return Comparison("impede", similarity, "um dos nomes tem JÚNIOR, FILHO, NETO ou semelhante, o outro não")
    if _initials(left, right):
        return Comparison("revisar", similarity, "um dos nomes está abreviado")
    if _middle_missing(left, right):
        return Comparison("revisar", similarity, "um dos nomes não traz todos os sobrenomes")
    close = close_words(lettered_left, lettered_right)
    sure = ocr_confidence is not None and ocr_confidence >= SURE
    if close == "forma" or (close == "perto" and not sure):
        return Comparison("revisar", similarity, "os nomes diferem em poucas letras")
    return Comparison("impede", similarity, "os nomes são diferentes")


def _person_spelt(one: str, other: str) -> bool:
    """Whether the letters of one name spell the other, blanks and particles apart (``JOSE DESOUZA``)."""
    return spelt("".join(_person_words(one)), _person_words(other), lambda word: (word,))


def _person_words(name: str) -> list[str]:
    text = re.sub(r"(?<=[A-Z])['´`](?=[A-Z])", "", fold(collapse(capital_i(name[:MAX_CHARS]))))
    return re.findall(r"[A-Z0-9]+", text)


def _person(name: str | None) -> list[str]:
    if not isinstance(name, str):
        return []
    tokens = [t for t in _person_words(name) if t not in CONNECTORS]
    return ["JUNIOR" if t in ("JR", "JUN") else t for t in tokens if not re.fullmatch(r"SR|SRA|DR|DRA|CPF|\d{11}", t)]


def _middle_missing(a: list[str], b: list[str]) -> bool:
    """Same first name, and the shorter name's words stand in the longer one in the same order (at least two)."""
    short, long = sorted((a, b), key=len)
    if len(short) < 2 or short[0] != long[0]:
        return False
    rest = iter(long)
    return all(any(s == t or (len(s) == 1 and t.startswith(s)) for t in rest) for s in short)

"""Comparison of two addresses, part by part, in the grades of the public contract.

Another street, number, municipality or UF is a defect; another bairro or CEP of the same municipality, a missing
complement, spelling and abbreviation are warnings; another complement is for a person. A part missing on one side is
not compared. Highways are compared by code and kilometre, not by number.

Blanks that a reader swallowed or put in are spelling (``AVBRASIL``, ``RN SRA APARECIDA``). Read from pixels, a name
that differs by few letters or was cut at an end is a doubt, whatever the confidence (`docverify.values.misreading`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from rapidfuzz.distance import Levenshtein

from docverify.values import _address_normal as normal
from docverify.values._endereco import Endereco
from docverify.values.comparison import Comparison, worst
from docverify.values.identifiers import cep as _cep
from docverify.values.lookalikes import capital_i
from docverify.values.misreading import ON_PAPER, Pixels, softened, spelt, strokes_alike
from docverify.values.municipios import find, key, same
from docverify.values.name_lexicon import CONNECTORS
from docverify.values.names import SURE, close_words, lettered
from docverify.values.numbers_pt import parse_number_words
from docverify.values.text import collapse, fold

CAMPOS: tuple[str, ...] = ("logradouro", "numero", "complemento", "bairro", "cep", "municipio", "uf")

_MISSING = Comparison("indeterminado", 0.0, "falta em um dos lados")
_SAME = Comparison("igual", 1.0)
_ROMAN = {"I": 1, "V": 5, "X": 10}
_ORDINALS = {"PRIMEIRO": "1", "PRIMEIRA": "1", "SEGUNDO": "2", "SEGUNDA": "2", "TERCEIRO": "3", "TERCEIRA": "3"}


def compare_address(
    a: Endereco, b: Endereco, ocr_confidence: float | None = None, pixels: Pixels = ON_PAPER
) -> list[tuple[str, Comparison]]:
    """Compare two addresses.

    Args:
        a: one address.
        b: the other.
        ocr_confidence: how sure the less sure of both readings is, 0 to 1; None where nobody knows.
        pixels: which of both was read from pixels.

    Returns:
        One pair of part and comparison for each of `CAMPOS`, in that order; a part that is missing on one side is
        ``indeterminado`` (the complement: ``alerta``).
    """
    left, right = normal.normalize(_with_capitals(a)), normal.normalize(_with_capitals(b))
    town = _town(a, b, left, right, pixels)
    road_a, road_b = normal.highway(a), normal.highway(b)
    on_road = road_a is not None and road_b is not None
    return [
        ("logradouro", _street(a, b, left, right, ocr_confidence, pixels)),
        ("numero", _kilometre(road_a, road_b, left, right) if on_road else _number(left.numero, right.numero, a, b)),
        ("complemento", _complement(left.complemento, right.complemento)),
        ("bairro", _district(left.bairro, right.bairro)),
        ("cep", _cep_level(left.cep, right.cep, town)),
        ("municipio", town),
        ("uf", _uf(left.uf, right.uf)),
    ]


def _with_capitals(e: Endereco) -> Endereco:
    names = {n: v for n in ("logradouro", "complemento", "bairro", "municipio") if (v := getattr(e, n))}
    return replace(e, **{n: capital_i(v) for n, v in names.items() if isinstance(v, str)})


def overall(parts: Sequence[tuple[str, Comparison]]) -> Comparison:
    """The gravest part; its ``detalhe`` names the part."""
    named = [Comparison(c.nivel, c.similaridade, f"{campo}: {c.detalhe}" if c.detalhe else "") for campo, c in parts]
    return worst(named)


def _spelling(a: str | None, b: str | None) -> Comparison:
    """The same in normal form: equal as printed, or only spelled otherwise."""
    if fold(collapse(a or "")) == fold(collapse(b or "")):
        return _SAME
    return Comparison("alerta", 1.0, "só a grafia difere")


def _street(
    a: Endereco, b: Endereco, left: Endereco, right: Endereco, confidence: float | None, pixels: Pixels
) -> Comparison:
    one, other = left.logradouro, right.logradouro
    if one is None or other is None:
        return _MISSING
    road_a, road_b = normal.highway(a), normal.highway(b)
    if road_a and road_b:
        if road_a.codigo == road_b.codigo:
            return _SAME if one == other else Comparison("alerta", 1.0, "a mesma rodovia, escrita de outro modo")
        return Comparison("impede", 0.0, f"rodovia {road_a.codigo} e rodovia {road_b.codigo}")
    if one == other:
        return _spelling(a.logradouro, b.logradouro)
    similarity = round(Levenshtein.normalized_similarity(one, other), 4)
    if _spelt_out(a, other) or _spelt_out(b, one):
        return Comparison("alerta", similarity, "só a separação ou a abreviação das palavras difere")
    kind_a, name_a = _split(one)
    kind_b, name_b = _split(other)
    # a kind that lost the blank behind it, and then a letter too: "AVBRASIL", "RDAS FLOREZ"
    if kind_a != kind_b and any(pixels):
        name_a, kind_a = _parted(name_a, kind_a, kind_b)
        name_b, kind_b = _parted(name_b, kind_b, kind_a)
    if (road_a or road_b) and "RODOVIA" in (kind_a, kind_b):
        return Comparison("revisar", similarity, "uma rodovia com código, a outra com nome")
    if not name_a or not name_b:
        return Comparison("impede", similarity, "outro logradouro")
    level = _names(name_a, name_b, similarity, confidence)
    level = softened(level, [lettered(t) for t in name_a], [lettered(t) for t in name_b], pixels)
    if level.nivel == "impede" and any(pixels) and strokes_alike(one.split(), other.split()):
        level = Comparison("revisar", similarity, "os nomes diferem em poucas letras")
    if level.nivel != "impede" and kind_a and kind_b and kind_a != kind_b:
        return Comparison("impede", similarity, f"{kind_a} e {kind_b} são logradouros diferentes")
    if level.nivel == "igual":
        return Comparison("alerta", similarity, "só a grafia do logradouro difere")
    return level


_UNITS = ("UM", "DOIS", "TRES", "QUATRO", "CINCO", "SEIS", "SETE", "OITO", "NOVE")
_TEENS = ("DEZ", "ONZE", "DOZE", "TREZE", "QUATORZE", "QUINZE", "DEZESSEIS", "DEZESSETE", "DEZOITO", "DEZENOVE")
_SAID = (*_UNITS, *_TEENS, "VINTE", *(f"VINTEE{u}" for u in _UNITS), "TRINTA", "TRINTAEUM")
# Days of the month, as streets are named after them: in figures and in words without blanks.
_FIGURE_FORMS = {str(n): frozenset((str(n), f"{n:02d}", said)) for n, said in enumerate(_SAID, start=1)}


def _spelt_out(raw: Endereco, full: str) -> bool:
    """Whether the letters of a street as printed spell the full words of the other, blanks and abbreviations apart."""
    compact = re.sub(r"[^A-Z0-9]+", "", fold(capital_i((raw.logradouro or "")[: normal.MAX_CHARS])))
    words = full.split()
    # the kind is often left out, and a street without one is told by its name alone
    bare = words[1:] if len(words) > 1 and words[0] in normal.TYPES else words
    return spelt(compact, words, _forms) or spelt(compact, bare, _forms)


def _forms(word: str) -> frozenset[str]:
    figure = _figure(word)
    forms = normal.short_forms(word)
    return forms | _FIGURE_FORMS.get(figure, {figure}) if figure.isdigit() else forms


def _parted(name: list[str], kind: str, wanted: str) -> tuple[list[str], str]:
    """The name without the kind ``wanted`` that is glued to its first word, where it has none of its own."""
    if kind or not wanted or not name:
        return name, kind
    for short in sorted(normal.short_forms(wanted), key=len, reverse=True):
        rest = name[0].removeprefix(short)
        if rest != name[0] and len(rest) >= 2:
            return [t for t in (rest, *name[1:]) if t not in CONNECTORS] or [rest], wanted
    return name, kind


def _split(street: str) -> tuple[str, list[str]]:
    """Kind of street, and the words of its name that weigh, numbers in figures."""
    tokens = street.split()
    kind = tokens[0] if len(tokens) > 1 and tokens[0] in normal.TYPES else ""
    rest = tokens[1:] if kind else tokens
    return kind, [_figure(t) for t in rest if t not in CONNECTORS] or rest


def _figure(token: str) -> str:
    """XV, QUINZE and 15 are one; SEGUNDO and II too."""
    if token.isdigit():
        return token.lstrip("0") or "0"
    if token in _ORDINALS:
        return _ORDINALS[token]
    if re.fullmatch(r"X{0,3}(?:IX|IV|V?I{0,3})", token) and len(token) > 1:
        values = [_ROMAN[c] for c in token]
        return str(sum(-v if i + 1 < len(values) and values[i + 1] > v else v for i, v in enumerate(values)))
    said = parse_number_words(token)
    return str(said) if said is not None and len(token) > 2 else token


def _names(a: list[str], b: list[str], similarity: float, confidence: float | None) -> Comparison:
    if a == b:
        return _SAME
    lettered_a, lettered_b = [lettered(t) for t in a], [lettered(t) for t in b]
    if "".join(lettered_a) == "".join(lettered_b) or sorted(a) == sorted(b):
        return Comparison("alerta", similarity, "só a grafia do logradouro difere")
    if sorted(t for t in a if t.isdigit()) != sorted(t for t in b if t.isdigit()):
        return Comparison("impede", similarity, "outro logradouro (números diferentes no nome)")
    plain_a = [t for t in lettered_a if t not in normal.TITLES]
    plain_b = [t for t in lettered_b if t not in normal.TITLES]
    if plain_a and plain_a == plain_b:
        return Comparison("revisar", similarity, "só um dos nomes traz o título")
    close = close_words(lettered_a, lettered_b)
    sure = confidence is not None and confidence >= SURE
    if close == "forma" or (close == "perto" and not sure):
        return Comparison("revisar", similarity, "os nomes do logradouro diferem em poucas letras")
    shorter, longer = sorted((lettered_a, lettered_b), key=len)
    if len(shorter) >= 2 and longer[: len(shorter)] == shorter:
        return Comparison("revisar", similarity, "um dos nomes do logradouro parece encurtado")
    if _abbreviated(lettered_a, lettered_b):
        # the contract forgives abbreviation; an initial ("R. J. SILVA") says too little to know which name it is
        initial = any(
            min(len(x), len(y)) < _ABBREVIATION for x, y in zip(lettered_a, lettered_b, strict=True) if x != y
        )
        return Comparison("revisar" if initial else "alerta", similarity, "um dos nomes do logradouro está abreviado")
    return Comparison("impede", similarity, "outro logradouro")


_ABBREVIATION = 3
"""Fewest letters of a word that count as its abbreviation."""


def _abbreviated(a: list[str], b: list[str]) -> bool:
    """Word by word the same, or the beginning of the other ("R. J. SILVA", "JOSE SILVA")."""
    if len(a) != len(b):
        return False
    pairs = [sorted((x, y), key=len) for x, y in zip(a, b, strict=True) if x != y]
    return all(x.isalpha() and y.startswith(x) for x, y in pairs)


_PARTS = re.compile(r"[0-9]+")


def _number(a: str | None, b: str | None, raw_a: Endereco, raw_b: Endereco) -> Comparison:
    if a is None or b is None:
        return _MISSING
    if a == b:
        return _spelling(raw_a.numero, raw_b.numero) if a != normal.SEM_NUMERO else _SAME
    if normal.SEM_NUMERO in (a, b):
        km_a, km_b = normal.km_of(raw_a), normal.km_of(raw_b)
        if km_a is not None and km_a == km_b:
            return _SAME
        return Comparison("revisar", 0.0, "um lado diz sem número, o outro traz um número")
    bare_a, bare_b = (re.sub(r"^(?:KM|N|NO|NUMERO)\W*(?=[0-9])", "", v) for v in (a, b))
    if bare_a == bare_b:
        return Comparison("alerta", 1.0, "um dos lados diz quilômetro")
    digits_a, digits_b = _PARTS.findall(a), _PARTS.findall(b)
    if not digits_a or not digits_b:
        return Comparison("revisar", 0.0, "um dos números não se lê")
    read_a, read_b = (v.translate(str.maketrans("OILSB", "01158")) for v in (a, b))
    if read_a == read_b:
        return Comparison("alerta", 1.0, "uma letra foi lida no lugar de um algarismo")
    if read_a.replace("-", "") == read_b.replace("-", ""):
        return Comparison("revisar", 0.9, "uma letra pode ter sido lida no lugar de um algarismo")
    if set(digits_a) & set(digits_b):
        return Comparison("revisar", 0.5, "o número tem letra ou parte a mais em um dos lados")
    return Comparison("impede", 0.0, "outro número")


def _kilometre(a: normal.Rodovia | None, b: normal.Rodovia | None, left: Endereco, right: Endereco) -> Comparison:
    if a is None or b is None:
        return _MISSING
    if a.metros is None or b.metros is None:
        one, other = left.numero, right.numero
        if a.metros is None and b.metros is None and one and other and normal.SEM_NUMERO not in (one, other):
            return _SAME if one == other else Comparison("impede", 0.0, "outro número na rodovia")
        return _MISSING
    if a.metros == b.metros:
        return _SAME
    if a.metros // 1000 == b.metros // 1000 and not (a.exato and b.exato):
        return Comparison("revisar", 0.9, "um dos quilômetros está sem a fração")
    return Comparison("impede", 0.0, "outro quilômetro da rodovia")


def _complement(a: str | None, b: str | None) -> Comparison:
    if a is None and b is None:
        return _MISSING
    if a is None or b is None:
        return Comparison("alerta", 0.0, "só um dos lados traz complemento")
    if a == b:
        return _SAME
    one, other = [lettered(t) for t in a.split()], [lettered(t) for t in b.split()]
    similarity = round(Levenshtein.normalized_similarity(a, b), 4)
    if sorted(one) == sorted(other) or "".join(one) == "".join(other):
        return Comparison("alerta", similarity, "só a grafia do complemento difere")
    shorter, longer = sorted((set(one), set(other)), key=len)
    if shorter < longer:
        return Comparison("alerta", similarity, "um dos complementos traz mais do que o outro")
    return Comparison("revisar", similarity, "outro complemento")


def _district(a: str | None, b: str | None) -> Comparison:
    if a is None or b is None:
        return _MISSING
    if a == b:
        return _SAME
    return Comparison("alerta", round(Levenshtein.normalized_similarity(a, b), 4), "outro bairro")


def _cep_level(a: str | None, b: str | None, town: Comparison) -> Comparison:
    if a is None or b is None:
        return _MISSING
    if a == b:
        return _SAME
    similarity = round(Levenshtein.normalized_similarity(a, b), 4)
    if _cep.uf_of(a) != _cep.uf_of(b):
        return Comparison("revisar", similarity, "os CEPs são de UFs diferentes")
    if town.nivel == "indeterminado" and a[:3] != b[:3]:
        return Comparison("revisar", similarity, "os CEPs são de regiões diferentes, e falta o município")
    return Comparison("alerta", similarity, "outro CEP")


def _town(a: Endereco, b: Endereco, left: Endereco, right: Endereco, pixels: Pixels) -> Comparison:
    one, other = left.municipio, right.municipio
    if one is None or other is None:
        return _MISSING
    if one == other:
        return _spelling(a.municipio, b.municipio)
    words_a, words_b = key(one).split(), key(other).split()
    if spelt("".join(words_a), words_b, _forms) or spelt("".join(words_b), words_a, _forms):
        return Comparison("alerta", 1.0, "só a grafia do município difere")
    uf = left.uf if left.uf == right.uf or right.uf is None else right.uf if left.uf is None else None
    return softened(_town_level(one, other, uf), words_a, words_b, pixels)


def _town_level(one: str, other: str, uf: str | None) -> Comparison:
    if same(one, other, uf):
        return Comparison("alerta", 1.0, "só a grafia do município difere")
    similarity = round(Levenshtein.normalized_similarity(one, other), 4)
    known_a, known_b = find(one, uf, fuzzy=False), find(other, uf, fuzzy=False)
    if known_a is not None and known_b is not None:
        return Comparison("impede", similarity, "outro município")
    # The list of names is closed, so a look-alike of a known name is that name.
    close = close_words([lettered(t) for t in key(one).split()], [lettered(t) for t in key(other).split()])
    if close == "forma" and (known_a or known_b):
        return Comparison("alerta", similarity, "só a grafia do município difere")
    if close:
        return Comparison("revisar", similarity, "os nomes do município diferem em poucas letras")
    if known_a is None and known_b is None:
        return Comparison("impede", similarity, "outro município")
    return Comparison("revisar", similarity, "um dos nomes não é de um município conhecido")


def _uf(a: str | None, b: str | None) -> Comparison:
    if a is None or b is None:
        return _MISSING
    return _SAME if a == b else Comparison("impede", 0.0, "outra UF")

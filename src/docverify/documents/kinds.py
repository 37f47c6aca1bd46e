"""Kinds of values: how each is found in a region of text, with how plausible what stands there is.

A kind is a function of the raw text of a region and the field's patterns; it returns what it finds, left to right.
Offsets are those of the raw text. Kinds with a shape of their own (CNPJ, dates ...) are found anywhere in the region;
free text is the region itself, trimmed and cut where something else begins.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from docverify.documents.patterns import Campo
from docverify.values.dates import find_dates, parse_date
from docverify.values.identifiers.cep import find_ceps
from docverify.values.identifiers.cnae import find_cnaes
from docverify.values.identifiers.cnae import is_valid as is_valid_cnae
from docverify.values.identifiers.cnpj import find_cnpjs
from docverify.values.identifiers.cnpj import is_valid as is_valid_cnpj
from docverify.values.identifiers.cpf import find_cpfs
from docverify.values.identifiers.cpf import is_valid as is_valid_cpf
from docverify.values.identifiers.inscricao_estadual import uf_candidates
from docverify.values.identifiers.nire import find_nires
from docverify.values.text import collapse as squeeze
from docverify.values.text import fold, fold_same_length


@dataclass(frozen=True, slots=True)
class Parsed:
    """A value found in a text.

    Attributes:
        valor: Normal form of the contract.
        start: Offset of its first character in the text given.
        end: Offset behind its last.
        worth: 0..1, how plausible it is as a value of its kind.
        reparado: Look-alike characters were replaced to read it.
    """

    valor: Any
    start: int
    end: int
    worth: float
    reparado: bool = False


Kind = Callable[[str, Campo], list[Parsed]]

_EMPTY = re.compile(
    r"[\W_]*(?:N ?/ ?A|N[AÃ]O (?:INFORMAD[OA]|CONSTA|HA|POSSUI|SE APLICA|DECLARAD[OA]|CADASTRAD[OA])|SEM INFORMACAO|"
    r"NAO APLICAVEL|NIHIL|NADA CONSTA|(?:X[ .-]?){3,}|(?:\* ?)+)?[\W_]*"
)
_GHOST = re.compile(r"(?:[adetkicrhoswnu*.\"'“”]{1,8}\s?){1,4}")
"""Asterisks as Tesseract reads them: "datada", "atada", "dede eee" (real CNPJ cards)."""

_LEADING = re.compile(r"^(?:[\s:;.,\-–—_|=)\]>*º°…·•]|(?:N[º°.]+\s*)+)+", re.IGNORECASE)
TRAILING = " \t\n:;,-–—_|=([<*…·•"


_HYPHENATED = re.compile(r"(?<=[^\W\d_])- ?\n\s*(?=[^\W\d_])")


def collapse(raw: str) -> str:
    """Make one line of a text, words that were parted at the end of a line whole again."""
    return squeeze(collapse_hyphens(raw))


def collapse_hyphens(raw: str) -> str:
    """Join the halves of words that were parted at the end of a line."""
    return _HYPHENATED.sub("", raw)


def unbroken(kind: Kind) -> Kind:
    """Let a kind read a text whose parted words are whole, and give its offsets back in the text as it stands."""

    def whole(raw: str, campo: Campo) -> list[Parsed]:
        gone: set[int] = set()
        for match in _HYPHENATED.finditer(raw):
            gone.update(range(match.start(), match.end()))
        if not gone:
            return kind(raw, campo)
        kept = [index for index in range(len(raw)) if index not in gone]
        found = kind("".join(raw[index] for index in kept), campo)
        return [replace(p, start=kept[p.start], end=kept[p.end - 1] + 1) for p in found]

    return whole


def is_empty(raw: str) -> bool:
    """Tell whether a cell says that it is empty: asterisks or their OCR ghosts, dashes, ``N/A``, ``NÃO CONSTA``."""
    folded = fold(raw)
    if _EMPTY.fullmatch(folded):
        return True
    text = raw.strip()
    return bool(text) and text.islower() and len(text) <= 24 and _GHOST.fullmatch(text) is not None


def trimmed(raw: str) -> tuple[int, int]:
    """Return the offsets of a text without separators and number signs around it."""
    match = _LEADING.match(raw)
    start = match.end() if match else 0
    end = len(raw)
    while end > start and raw[end - 1] in TRAILING:
        end -= 1
    return start, end


def cnpj(raw: str, campo: Campo) -> list[Parsed]:
    """CNPJ, with what its check digits say."""
    return [
        Parsed(m.valor, m.start, m.end, (0.92 if m.reparado else 1.0) if m.valido else 0.45, m.reparado)
        for m in find_cnpjs(raw)
    ] or _stroked_cnpj(raw)


_CNPJ_STROKE = re.compile(
    r"(?<![0-9A-Z.])(\d\d\.?\d{3}\.?\d{3}|[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3})[1Il|!7]([0-9A-Z]{4}-\d\d)(?!\d)"
)


def _stroked_cnpj(raw: str) -> list[Parsed]:
    """Find numbers whose stroke was read as a one (``62.460.53410001-58``); only those whose check digits hold."""
    found = []
    for match in _CNPJ_STROKE.finditer(raw):
        number = match[1].replace(".", "") + match[2].replace("-", "")
        if is_valid_cnpj(number):
            found.append(Parsed(number, match.start(), match.end(), 0.9, True))
    return found


def cpf(raw: str, campo: Campo) -> list[Parsed]:
    """CPF, with what its check digits say; without its mask only as the first thing behind the label."""
    bare = _BARE_CPF.match(raw)
    if bare and is_valid_cpf(bare[1]):
        return [Parsed(bare[1], bare.start(1), bare.end(1), 1.0)]
    return [Parsed(m.valor, m.start, m.end, 1.0 if m.valido else 0.45, m.reparado) for m in find_cpfs(raw)]


_BARE_CPF = re.compile(r"[\s:.\-–]{0,6}(\d{11})(?!\d|[./-]\d)")
_BARE_CEP = re.compile(r"[\s:.\-–]{0,6}(\d{8})(?!\d|[./-]\d)")


def cep(raw: str, campo: Campo) -> list[Parsed]:
    """CEP, eight digits; without its stroke only as the first thing behind the label."""
    bare = _BARE_CEP.match(raw)
    if bare and find_ceps(f"CEP {bare[1]}"):
        return [Parsed(bare[1], bare.start(1), bare.end(1), 0.95)]
    return [Parsed(m.valor, m.start, m.end, 1.0 if m.valido else 0.5, m.reparado) for m in find_ceps(raw)]


def nire(raw: str, campo: Campo) -> list[Parsed]:
    """NIRE, eleven digits; without its mask only where it follows the label (or the phrase) that this text follows."""
    found = find_nires(raw)
    shift = 0
    if not found:
        found, shift = find_nires(_NIRE_LABEL + raw[:_NIRE_REACH]), len(_NIRE_LABEL)
    return [
        Parsed(m.valor, m.start - shift, m.end - shift, 1.0 if m.valido else 0.4, m.reparado)
        for m in found
        if m.start >= shift
    ]


_NIRE_LABEL = "NIRE "
_NIRE_REACH = 40


_CNAE_BAR = re.compile(r"(?<!\d)(\d{4})-(\d)[1IlL|7!](\d{2})(?!\d)")


def cnae(raw: str, campo: Campo) -> list[Parsed]:
    """CNAE in its spellings; a bar that was read as a one (``4784-9100``) is put back."""
    repaired = [Parsed("".join(m.groups()), m.start(), m.end(), 0.85, True) for m in _CNAE_BAR.finditer(raw)]
    section = _CNAE_SECTION.match(raw)
    if section and is_valid_cnae("".join(section.groups())):
        return [Parsed("".join(section.groups()), section.start(1), section.end(3), 0.95)]
    found = [Parsed(m.valor, m.start, m.end, 1.0 if m.valido else 0.5, m.reparado) for m in find_cnaes(raw)]
    # Behind a label of the field's own, seven digits at the start of the value are a CNAE without its mask.
    bare = None if repaired or found else _CNAE_BARE.match(raw)
    if bare and is_valid_cnae(bare[1]):
        return [Parsed(bare[1], bare.start(1), bare.end(1), 0.95)]
    return repaired or found


# "G4784-9/00-00": with the letter of its section before it, and a State's own subdivision behind.
_CNAE_SECTION = re.compile(r"[\s:.\-–]{0,6}[A-U][\s-]?(\d{4})-(\d)/(\d{2})(?:[-/]\d{2})?(?!\d)")
_CNAE_BARE = re.compile(r"[\s:.\-–]{0,6}(\d{7})(?!\d|[./-]\d)")


def cnaes(raw: str, campo: Campo) -> list[Parsed]:
    """All CNAE of a region as one list, in order and without repetition."""
    matches = find_cnaes(raw)
    if not matches:
        return []
    values = list(dict.fromkeys(m.valor for m in matches))
    worth = 1.0 if all(m.valido for m in matches) else 0.6
    return [Parsed(values, matches[0].start, matches[-1].end, worth, any(m.reparado for m in matches))]


_STROKES = re.compile(r"(?<!\d)(\d\d)[1Il|!7](\d\d)[1Il|!7]((?:19|20)\d\d)(?!\d)")


def _stroked(raw: str) -> list[Parsed]:
    """Find dates whose strokes were read as ones (``2710512026``); only where no date stands as it should."""
    found = []
    for match in _STROKES.finditer(raw):
        day = parse_date("/".join(match.groups()))
        if day is not None:
            found.append(Parsed(day.isoformat(), match.start(), match.end(), 0.75, True))
    return found


def data(raw: str, campo: Campo) -> list[Parsed]:
    """A day; dates of laws and decrees are not the paper's."""
    return [
        Parsed(m.data.isoformat(), m.start, m.end, 0.85 if m.reparado else 1.0, m.reparado)
        for m in find_dates(raw)
        if m.precisao == "dia" and not m.normativa
    ] or _stroked(raw)


_RANGE = re.compile(r"\W{0,3}(?:A|ATE|AO?|-|–|E)?\W{0,3}(?:O DIA )?")


_RANGE_OPEN = re.compile(r"\s*(?:A|ATE)\W*$")


def validade(raw: str, campo: Campo) -> list[Parsed]:
    """Day (or end of the month) of an expiry; of a period (``01/01/2026 a 31/12/2026``), its end."""
    dates = [m for m in find_dates(raw) if m.precisao in ("dia", "mes") and not m.normativa]
    if len(dates) > 1:
        between = fold_same_length(raw[dates[0].end : dates[1].start])
        joined = "\n" not in between or between.strip() != ""
        if _RANGE.fullmatch(between) and joined and "\t" not in between and dates[1].data > dates[0].data:
            dates = [dates[1], *dates[2:]]
    if len(dates) == 1 and _RANGE_OPEN.match(fold_same_length(raw[dates[0].end :])):
        return []  # "01/01/2026 a": the end of the period was not read
    return [
        Parsed(
            m.data.isoformat(),
            m.start,
            m.end,
            (0.85 if m.reparado else 1.0) * (1.0 if m.precisao == "dia" else 0.9),
            m.reparado,
        )
        for m in dates
    ] or _stroked(raw)


_NUMBER = re.compile(
    r"(?:[A-Z]{1,6}[-/](?=[A-Z]))?(?:[A-Z]{1,8}[-./ ]{0,2})?[0-9][0-9A-Z./-]{0,24}"
    r"(?: ?[/-] ?[0-9A-Z]{1,8}(?:\.[0-9]{1,2}(?![0-9]))?(?![0-9]*[º°ª])){0,3}"
)


def _is_hour(raw: str, start: int, text: str) -> bool:
    """Tell whether figures are a part of the time of day (``11:02:55``)."""
    end = start + len(text)
    before = raw[max(0, start - 2) : start]
    return (before[-1:] == ":" and before[:1].isdigit()) or (
        raw[end : end + 1] == ":" and raw[end + 1 : end + 2].isdigit()
    )


_SIGN = re.compile(r"(?:NO?|NR|NUM)[-. ]{1,2}(?=[0-9])")
_UNIT = re.compile(r"(?:\s?\([A-Z ]{2,30}\))?\s?(?:ANOS?|MES(?:ES)?|DIAS?|KGS?|LITROS|M2|M3|M²|M³|POR CENTO)\b|\s?%")
_CYLINDER = re.compile(r"P[- ]?\d{1,3}")
"""``P-13``: a size of containers of GLP, no number of a paper."""
_DATE_LIKE = re.compile(r"\d{1,2}[./-]\d{1,2}[./-](?:\d{2}|\d{4})")


def numero(raw: str, campo: Campo) -> list[Parsed]:
    """Number of a paper: letters, digits, strokes and dots, no date."""
    found: list[Parsed] = []
    for match in _NUMBER.finditer(fold_same_length(raw)):
        text = match.group().rstrip("./-")
        sign = _SIGN.match(text)
        if sign:
            match = _NUMBER.match(match.string, match.start() + sign.end()) or match
            text = match.group().rstrip("./-")
        if not any(c.isdigit() for c in text) or _DATE_LIKE.fullmatch(text) or (found and len(found) >= 3):
            continue
        if _CYLINDER.fullmatch(text):
            continue
        if _UNIT.match(fold_same_length(raw), match.start() + len(text)) or _is_hour(raw, match.start(), text):
            continue
        words = re.match(r"[A-Z]{2,}", text)
        # "DE 2026", "EM 12": a preposition, not the letters of a number.
        if words and words.group() in ("DE", "DO", "DA", "EM", "ATE", "NO", "NA", "OU", "AS", "KM", "CEP", "BR"):
            continue
        digits = sum(c.isdigit() for c in text)
        worth = 0.95 if 2 <= digits <= 18 else 0.5
        found.append(
            Parsed(
                re.sub(r"\s*/\s*", "/", raw[match.start() : match.start() + len(text)]),
                match.start(),
                match.start() + len(text),
                worth,
            )
        )
    return found


_REGISTRATION = re.compile(
    r"(?<![0-9A-Z])[A-Z]?[0-9OIlS](?:[0-9OIlS]|[ ]?[./-][ ]?(?=[0-9])| (?=[0-9]{2,}))*(?:-?[0-9X])?(?![0-9])"
)
_ISENTO = re.compile(r"\bISENT[AO]\b")


def inscricao(raw: str, campo: Campo) -> list[Parsed]:
    """Number in a register of a municipality: as printed, of 4 to 16 digits, neither a date nor a CNPJ nor a CPF."""
    taken = [(m.start, m.end) for m in (*find_cnpjs(raw), *find_cpfs(raw)) if m.valido]
    found = []
    for match in _REGISTRATION.finditer(fold_same_length(raw)):
        digits = sum(c.isdigit() for c in match.group())
        if not 4 <= digits <= 16 or _DATE_LIKE.fullmatch(match.group()):
            continue
        if any(a < match.end() and match.start() < b for a, b in taken):
            continue
        found.append(Parsed(raw[match.start() : match.end()].strip(), match.start(), match.end(), 0.95))
    return found


def inscricao_estadual(raw: str, campo: Campo) -> list[Parsed]:
    """Inscrição estadual of any State, digits only; ``ISENTO`` is an answer too."""
    found = []
    for value in inscricao(raw, campo):
        compact = "".join(c for c in value.valor.upper() if c.isalnum())
        if not 7 <= len(compact) <= 14:
            continue
        worth = 1.0 if uf_candidates(compact) else 0.75
        found.append(Parsed(compact, value.start, value.end, worth))
    found += [Parsed("ISENTO", m.start(), m.end(), 0.9) for m in _ISENTO.finditer(fold_same_length(raw))]
    found.sort(key=lambda p: p.start)
    return found


def ano(raw: str, campo: Campo) -> list[Parsed]:
    """A year that stands alone (not a part of a date or number)."""
    return [
        Parsed(int(m.group(1)), m.start(1), m.end(1), 1.0)
        for m in re.finditer(r"(?<![\d/.-])((?:19|20)\d\d)(?![\d/-]|\.\d)", raw)
    ]


def opcao(raw: str, campo: Campo) -> list[Parsed]:
    """One of a closed list, in any of its spellings."""
    folded = fold_same_length(raw)
    found: list[Parsed] = []
    for valor, spellings in campo.opcoes.items():
        for spelling in spellings:
            for match in re.finditer(rf"(?<![A-Z0-9]){re.escape(fold(spelling))}(?![A-Z0-9])", folded):
                found.append(Parsed(valor, match.start(), match.end(), 1.0))
    found.sort(key=lambda p: (p.start, -p.end))
    return [p for i, p in enumerate(found) if i == 0 or p.start >= found[i - 1].end]

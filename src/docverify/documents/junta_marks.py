"""Registration at the Junta Comercial as marked on the act itself: footers, stickers and stamps of all shapes.

Shapes differ in order and meaning: "certifico o registro em DATA sob nº N", "certifico registro sob o nº N em DATA",
"certifico o registro de constituição sob o NIRE nº N em DATA" (there the number is the NIRE, not the filing),
"certifico o arquivamento em DATA sob o número N", a sticker with number and date below each other. So what follows the
act is read as a bag: the first date that is not of the protocol, of effects or of a signature; the number after "sob".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from docverify.documents.junta_labels import JUNTA_NEAR, is_stamp, labelled, notes, tells_of_session
from docverify.documents.marks import Anchor, Marked, Window, read_toml
from docverify.model import Field
from docverify.resources import models_path
from docverify.values.dates import find_dates
from docverify.values.identifiers.nire import find_nires
from docverify.values.text import fold, fold_same_length

_REACH = 330
_SPACED = r"[1-5][0-9][ .][0-9][ .][0-9]{7}[ .-]{0,2}[0-9](?![0-9])"
"""A NIRE in its groups (``52 2 0123456-7``), as stamps of the filing number print it."""
_UNDER = re.compile(
    r"\b(?:S[O0]B|REGISTRO\s(?=N)|ARQUIVAMENTO\s(?=N))\s{0,3}(?:[O0]\s{1,2})?(?:(N[I1]RE)\s{0,2})?(?:N(?:UMERO|UM|RO|[º°OR.:]{0,3})?\.?\s{0,2}:?\s{0,2})?"
    rf"({_SPACED}|[0-9OIL](?:[0-9OIL]|[.\-/](?=[0-9OIL])|\s(?=[0-9]{{3,}})){{4,22}})"
)
_NUMBER = re.compile(
    rf"(?<![0-9A-Z])(?:{_SPACED}|[0-9]{{1,3}}\.[0-9]{{3}}\.?[0-9]{{0,3}}/[0-9]{{2}}-[0-9]|[0-9]{{7,14}})"
    r"(?![0-9A-Z/])"
)
_LABELLED = re.compile(rf"\W{{0,3}}(?:N[º°O.]{{0,2}}\s)?({_SPACED}|[0-9](?:[0-9]|[.\-/](?=[0-9])){{4,18}})\b")
_NOT_REGISTRATION = re.compile(
    r"(?:EFEITOS|PROTOCOL|ASSINAD|VALID|EMITID|EMISSAO|NASC|IMPRESS|SESSAO|ARQUIVADA|SECRETARI)[^0-9]{0,40}$"
)
_OF_A_NUMBER = re.compile(r"[0-9][0-9.\-/]{3,18}\s{0,2},?\s{0,2}(?:D[EF]?|-)\s{0,2}$")
_FAR = 130
_UF_OF = (
    "MATO GROSSO DO SUL=MS;RIO GRANDE DO NORTE=RN;RIO GRANDE DO SUL=RS;RIO DE JANEIRO=RJ;ESPIRITO SANTO=ES;"
    "SANTA CATARINA=SC;DISTRITO FEDERAL=DF;MINAS GERAIS=MG;SAO PAULO=SP;MATO GROSSO=MT;PERNAMBUCO=PE;TOCANTINS=TO;"
    "MARANHAO=MA;AMAZONAS=AM;RONDONIA=RO;SERGIPE=SE;ALAGOAS=AL;PARAIBA=PB;RORAIMA=RR;PARANA=PR;GOIAS=GO;BAHIA=BA;"
    "CEARA=CE;PIAUI=PI;AMAPA=AP;PARA=PA;ACRE=AC"
)
_STATES = tuple((state, uf) for state, _, uf in (pair.partition("=") for pair in _UF_OF.split(";")))
"""Longer names first where one begins as another does."""
_NAME = re.compile(
    r"JUNTA\s{1,2}COMERCI\s?AL(?:,?\s{1,2}INDUSTRIAL\s{1,2}E\s{1,2}(?:DE\s)?SERVICOS)?\s{1,2}D[OAE]\s{1,2}"
    r"(?:ESTADO\s{1,2}D[OAE]S?\s{1,2})?"
)
_HASH = re.compile(r"AUTENTICACAO\s{0,2}:?\s{0,2}[0-9A-F]{16}")
_ACRONYM = re.compile(r"\b(J[UC][A-Z0158]{2,7})(?:\s{0,1}[/\-–]?\s{0,1}([A-Z]{2})\b)?")
_LOOK_ALIKE = str.maketrans("0158", "OISB")


@dataclass(frozen=True, slots=True)
class Registration:
    """Registration marks of a document; None where not found.

    Attributes:
        numero: Filing number as printed.
        data: ISO date of the filing.
        nire: 11 digits.
        junta: Name of the Junta.
        digital: The Junta's digital footer, as evidence of ``autenticacao`` = ``digital``.
    """

    numero: Field | None = None
    data: Field | None = None
    nire: Field | None = None
    junta: Field | None = None
    digital: Field | None = None


def find_registration(pages: Sequence[Marked]) -> Registration:
    """Find the registration on the pages of one document; footers repeat on every page, so the pages vote.

    Args:
        pages: Pages with their anchors.

    Returns:
        What was read; a filing of which only the certifying words were read gives the Junta alone.
    """
    numbers: list[Field] = []
    dates: list[Field] = []
    nires: list[Field] = []
    juntas: list[Field] = []
    digital: Field | None = None
    for page in pages:
        acts = _acts(page)
        known = len(numbers) + len(dates)
        for act in acts:
            junta = _junta(page, act)
            secretary = "SECRETARI" in fold(page.window(act, 0.0, 0.12, 0.5).text)
            sure = 0.92 if junta and len(act.words) > 1 else 0.85 if secretary else 0.6
            if not _parse(page, page.block(act), sure, numbers, dates, whole=True):
                _parse(page, page.window(act, 0.0, 0.085, 0.5), sure, numbers, dates)
            nires.extend(_nire(page, page.window(act, 0.03, 0.085, 0.5), sure))
            if junta:
                juntas.append(junta)
            if digital is None:
                digital = _footer(page, act)
        if len(numbers) + len(dates) == known:
            _other_shapes(page, numbers, dates, nires, juntas)
    if not juntas and (numbers or dates):
        juntas.extend(field for page in pages if (field := _junta(page, None)))
    nire = _vote(nires)
    if not juntas and nire is not None and (numbers or dates):
        name = _by_nire(str(nire.valor))
        if name:
            juntas.append(replace(nire, valor=name, confianca=round(nire.confianca * 0.8, 4)))
    return Registration(_vote(numbers), _vote(dates), nire, _vote(juntas), digital)


def _other_shapes(
    page: Marked, numbers: list[Field], dates: list[Field], nires: list[Field], juntas: list[Field]
) -> None:
    """Read a filing that no certifying sentence tells: a short note or labels, beside the name of a Junta only."""
    for note in notes(page):
        junta = _junta(page, note, JUNTA_NEAR)
        if junta is None:
            continue
        found: tuple[list[Field], list[Field]] = ([], [])
        window = page.window(note, 0.0, 0.05, 0.9)
        told = re.search(r"\b(?:EM|SOB)\b", fold_same_length(window.text[window.anchor : window.anchor + 90]))
        _parse(page, window, 0.85 if told else 0.6, *found, session=is_stamp(page, note))
        if found[0] and found[1]:
            numbers.extend(found[0])
            dates.extend(found[1])
            juntas.append(junta)
            nires.extend(_nire(page, page.window(note, 0.03, 0.05, 0.9), 0.85))
    if numbers:
        return
    for label, day_label, number_text, day_text, number_words, day_words in labelled(page):
        junta = _junta(page, label, 2 * JUNTA_NEAR)
        number = _LABELLED.match(fold_same_length(number_text))
        day = next((d for d in find_dates(day_text) if d.precisao == "dia"), None)
        if junta is None or number is None or day is None:
            continue
        # Bare "Registro" and "Data" may tell of an earlier filing in a list of them.
        base = 0.85 if len(day_label.words) > 1 or tells_of_session(page, day_label) else 0.6
        raw = number_text[slice(*number.span(1))]
        numbers.append(page.field(raw, raw, base * _read_well(page, number_words), number_words[:1]))
        sure = base * _read_well(page, day_words) * (0.85 if day.reparado else 1.0)
        dates.append(page.field(day.data.isoformat(), day.lido, sure, day_words))
        juntas.append(junta)
        nires.extend(_nire(page, page.window(label, 0.08, 0.08, 0.9), 0.85))


def _acts(page: Marked) -> list[Anchor]:
    """One anchor for each certifying sentence: the longest wording at a place."""
    acts: list[Anchor] = []
    taken: set[int] = set()
    for anchor in sorted(page.of("junta"), key=lambda a: -len(a.words)):
        if taken & set(anchor.words):
            continue
        taken |= set(anchor.words)
        acts.append(anchor)
    return sorted(acts, key=lambda a: a.box[1])


def _parse(
    page: Marked,
    window: Window,
    sure: float,
    numbers: list[Field],
    dates: list[Field],
    *,
    whole: bool = False,
    session: bool = False,
) -> bool:
    """Read number and day of a filing.

    ``whole``: only where both are there (or the NIRE in the number's place); ``session``: the day of the session is the
    filing's own.
    """
    text = window.text[window.anchor : window.anchor + _REACH]
    folded = fold_same_length(text)
    if session:
        folded = folded.replace("SESSAO", "......")
    under = _UNDER.search(folded)
    days = [d for d in find_dates(text) if d.precisao == "dia"]
    read = folded.translate(_LOOK_ALIKE)
    day = next((d for d in days if not _is_other_day(folded, read, d.start)), None)
    if under is None and day is None:
        return False
    number: tuple[int, int] | None = None
    if under is not None and not under[1]:
        number = under.span(2)
    elif under is None:
        spans = [m.span() for m in _NUMBER.finditer(folded, 0, 120)]
        number = next((s for s in spans if "PROTOCOL" not in folded[max(0, s[0] - 30) : s[0]]), None)
    if whole and (day is None or (number is None and under is None)):
        return False
    if number is not None and (day is None or not (number[0] < day.end and day.start < number[1])):
        raw = text[slice(*number)].strip(" .,-/")
        words = window.words_of(window.anchor + number[0], window.anchor + number[1])
        numbers.append(page.field(raw, raw, sure * _read_well(page, words), words))
    if day is not None:
        words = window.words_of(window.anchor + day.start, window.anchor + day.end)
        confidence = sure * _read_well(page, words) * (0.85 if day.reparado else 1.0)
        # "nº 1234 de 2/3/2026" is the day of that number, most often the protocol's; the filing's own day comes first
        of_filing = number is not None and 0 <= day.start - number[1] <= 8 and "EM" not in folded[: number[0]].split()
        if not of_filing and (day.start > _FAR or _OF_A_NUMBER.search(folded[max(0, day.start - 30) : day.start])):
            confidence *= 0.75
        dates.append(page.field(day.data.isoformat(), day.lido, confidence, words))
    return True


def _is_other_day(folded: str, read: str, start: int) -> bool:
    """Tell whether the words before a date say that it is another day's; ``read``: digits taken for letters."""
    before = slice(max(0, start - 60), start)
    if _NOT_REGISTRATION.search(folded[before]):
        return True
    digits = max((i for i in range(before.start, start) if folded[i] in "2346789"), default=before.start - 1)
    return bool(_NOT_REGISTRATION.search(read[digits + 1 : start]))


def _nire(page: Marked, window: Window, sure: float) -> list[Field]:
    """The NIRE in or right above the certifying sentence."""
    folded = fold_same_length(window.text)
    for match in find_nires(window.text):
        before = folded[max(0, match.start - 24) : match.start]
        if "NIRE" in before or "N1RE" in before:
            words = window.words_of(match.start, match.end)
            return [page.field(match.valor, match.lido, sure * _read_well(page, words), words)]
    return []


def _read_well(page: Marked, words: Sequence[int]) -> float:
    return 0.6 + 0.4 * page.layout.confidence_of(words)


def _footer(page: Marked, act: Anchor) -> Field | None:
    """The Junta's digital footer: the certifying sentence with a code or a digital signature beside it."""
    signed = page.near(act, "assinatura_digital", 0.09, 0.6)
    coded = [*page.near(act, "verificacao", 0.09, 0.6), *page.near(act, "codigo", 0.09, 0.6)]
    hashed = _HASH.search(fold_same_length(page.window(act, 0.01, 0.05, 0.6).text))
    if not signed and not hashed and not any(len(anchor.words) > 1 for anchor in coded):
        return None
    return page.field("digital", page.sheet.read(act.words), 0.9 if signed else 0.82, act.words)


def _junta(page: Marked, act: Anchor | None, reach: float = 0.35) -> Field | None:
    """The Junta named nearest to the act (anywhere on the page where no act is given)."""
    best: tuple[float, Field] | None = None
    for number in range(len(page.layout.blocks)):
        text = page.layout.block_text(number)
        name, span = _named(text.folded[:4000])
        if not name:
            continue
        words = text.words_of(*span)
        top = page.layout.box_of(words)[1]
        away = abs(top - act.box[1]) if act else top
        if act and away > reach:
            continue
        raw = text.raw[slice(*span)].replace("\n", " ")
        field = page.field(name, raw, (0.92 if away < 0.15 else 0.75) * _read_well(page, words), words)
        if best is None or away < best[0]:
            best = (away, field)
    if best is None and act is not None:
        return _broken_name(page, act)
    return best[1] if best else None


def _broken_name(page: Marked, act: Anchor) -> Field | None:
    """The name of a stamp whose lines are mixed with others': the State named soon after "Junta Comercial"."""
    window = page.window(act, 0.07, 0.05, 0.3)
    folded = fold_same_length(window.text)
    start = folded.find("JUNTA COMERCIAL")
    if start < 0:
        return None
    rest = folded[start : start + 110]
    seen = sorted((place, -len(state), uf) for state, uf in _STATES if (place := rest.find(state)) >= 0)
    if not seen:
        return None
    end = start + seen[0][0] - seen[0][1]
    words = window.words_of(start, end)
    return page.field(_names()[seen[0][2]], window.text[start:end], 0.7 * _read_well(page, words), words)


def _named(folded: str) -> tuple[str, tuple[int, int]]:
    for match in _NAME.finditer(folded):
        rest = " ".join(folded[match.end() : match.end() + 24].split())
        for state, uf in _STATES:
            if rest.startswith(state):
                return _names()[uf], (match.start(), match.end() + len(state))
        begun = [uf for state, uf in _STATES if len(rest) >= 8 and state.startswith(rest.split("-")[0])]
        if len(begun) == 1:
            return _names()[begun[0]], (match.start(), match.end() + len(rest))
    for acronym in _ACRONYM.finditer(folded):
        letters = acronym[1].translate(_LOOK_ALIKE)
        if acronym[2] in _names() and letters in ("JUCIS", "JUCISRS", "JUCISDF"):
            return _names()[acronym[2]], acronym.span()
        name = _by_acronym().get(letters)
        if name:
            return name, acronym.span(1)
    return "", (0, 0)


def _vote(fields: Sequence[Field]) -> Field | None:
    """The value that most pages read, surest reading first; disagreement costs confidence, agreement adds."""
    if not fields:
        return None
    counts = Counter(str(field.valor) for field in fields)
    surest = {value: max((f for f in fields if str(f.valor) == value), key=lambda f: f.confianca) for value in counts}
    value, seen = max(counts.items(), key=lambda item: (item[1], surest[item[0]].confianca, item[0]))
    best = surest[value]
    agreed = min(0.97, best.confianca + 0.02 * (seen - 1))
    share = seen / len(fields)
    return replace(best, confianca=round(agreed if share == 1 else agreed * (0.5 + 0.5 * share), 4))


@lru_cache(maxsize=1)
def _data() -> dict[str, dict[str, object]]:
    return read_toml(models_path() / "_marcas" / "juntas.toml")


@lru_cache(maxsize=1)
def _names() -> dict[str, str]:
    return {uf: str(entry["nome"]) for uf, entry in _data().items()}


@lru_cache(maxsize=1)
def _by_acronym() -> dict[str, str]:
    out: dict[str, str] = {}
    for entry in _data().values():
        siglas = entry["siglas"]
        assert isinstance(siglas, list)
        out.update({str(sigla): str(entry["nome"]) for sigla in siglas})
    return out


def _by_nire(nire: str) -> str:
    return next((str(entry["nome"]) for entry in _data().values() if nire.startswith(str(entry["nire"]))), "")


def name_of(folded: str) -> tuple[str, tuple[int, int]]:
    """Return the first Junta that a folded text names, in its full name, and where; ``('', (0, 0))`` where none."""
    return _named(folded)

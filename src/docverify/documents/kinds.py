"""Kinds of values: how each is found in a region of text, with how plausible what stands there is.

A kind is a function of the raw text of a region and the field's patterns; it returns what it finds, left to right. Offsets
are those of the raw text. Kinds with a shape of their own (CNPJ, dates ...) are found anywhere in the region; free text
is the region itself, trimmed and cut where something else begins.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from docverify.documents.patterns import Campo
from docverify.values.dates import find_dates
from docverify.values.identifiers.cep import find_ceps
from docverify.values.identifiers.cnae import find_cnaes
from docverify.values.identifiers.cnpj import find_cnpjs
from docverify.values.identifiers.cpf import find_cpfs
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
    r"NAO APLICAVEL|NIHIL|NADA CONSTA|(?:X ?){3,}|(?:\* ?)+)?[\W_]*"
)
_GHOST = re.compile(r"(?:[adetkicrhoswnu*.\"'“”]{1,8}\s?){1,4}")
"""Asterisks as Tesseract reads them: "datada", "atada", "dede eee" (real CNPJ cards)."""

_LEADING = re.compile(r"^(?:[\s:;.,\-–—_|=)\]>*º°…·•]|(?:N[º°.]+\s*)+)+", re.IGNORECASE)
_TRAILING = " \t\n:;,-–—_|=([<*…·•"


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
    """Tell whether a cell says that it is empty: asterisks (or their OCR ghosts), dashes, ``N/A``, ``NÃO INFORMADO``."""
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
    while end > start and raw[end - 1] in _TRAILING:
        end -= 1
    return start, end


def cnpj(raw: str, campo: Campo) -> list[Parsed]:
    return [Parsed(m.valor, m.start, m.end, (0.92 if m.reparado else 1.0) if m.valido else 0.45, m.reparado)
            for m in find_cnpjs(raw)]


def cpf(raw: str, campo: Campo) -> list[Parsed]:
    return [Parsed(m.valor, m.start, m.end, 1.0 if m.valido else 0.45, m.reparado) for m in find_cpfs(raw)]


def cep(raw: str, campo: Campo) -> list[Parsed]:
    return [Parsed(m.valor, m.start, m.end, 1.0 if m.valido else 0.5, m.reparado) for m in find_ceps(raw)]


def nire(raw: str, campo: Campo) -> list[Parsed]:
    return [Parsed(m.valor, m.start, m.end, 1.0 if m.valido else 0.4, m.reparado) for m in find_nires(raw)]


_CNAE_BAR = re.compile(r"(?<!\d)(\d{4})-(\d)[1IlL|7!](\d{2})(?!\d)")


def cnae(raw: str, campo: Campo) -> list[Parsed]:
    """CNAE in its spellings; a bar that was read as a one (``4784-9100``) is put back."""
    repaired = [Parsed("".join(m.groups()), m.start(), m.end(), 0.85, True) for m in _CNAE_BAR.finditer(raw)]
    return repaired or [Parsed(m.valor, m.start, m.end, 1.0 if m.valido else 0.5, m.reparado) for m in find_cnaes(raw)]


def cnaes(raw: str, campo: Campo) -> list[Parsed]:
    matches = find_cnaes(raw)
    if not matches:
        return []
    values = list(dict.fromkeys(m.valor for m in matches))
    worth = 1.0 if all(m.valido for m in matches) else 0.6
    return [Parsed(values, matches[0].start, matches[-1].end, worth, any(m.reparado for m in matches))]


def data(raw: str, campo: Campo) -> list[Parsed]:
    return [
        Parsed(m.data.isoformat(), m.start, m.end, 0.85 if m.reparado else 1.0, m.reparado)
        for m in find_dates(raw)
        if m.precisao == "dia" and not m.normativa
    ]


_RANGE = re.compile(r"\W{0,3}(?:A|ATE|AO?|-|–|E)?\W{0,3}(?:O DIA )?")


def validade(raw: str, campo: Campo) -> list[Parsed]:
    """Day (or end of the month) of an expiry; of a period (``01/01/2026 a 31/12/2026``), its end."""
    dates = [m for m in find_dates(raw) if m.precisao in ("dia", "mes") and not m.normativa]
    if len(dates) > 1:
        between = fold_same_length(raw[dates[0].end : dates[1].start])
        if _RANGE.fullmatch(between) and "\n" not in between and "\t" not in between and dates[1].data > dates[0].data:
            dates = [dates[1], *dates[2:]]
    return [
        Parsed(m.data.isoformat(), m.start, m.end, (0.85 if m.reparado else 1.0) * (1.0 if m.precisao == "dia" else 0.9),
               m.reparado)
        for m in dates
    ]


_NUMBER = re.compile(r"(?:[A-Z]{1,8}[-./ ]{0,2})?[0-9][0-9A-Z./-]{0,24}(?: ?[/-] ?[0-9A-Z]{1,8}){0,3}")
_DATE_LIKE = re.compile(r"\d{1,2}[./-]\d{1,2}[./-](?:\d{2}|\d{4})")


def numero(raw: str, campo: Campo) -> list[Parsed]:
    found = []
    for match in _NUMBER.finditer(fold_same_length(raw)):
        text = match.group().rstrip("./-")
        if not any(c.isdigit() for c in text) or _DATE_LIKE.fullmatch(text) or (found and len(found) >= 3):
            continue
        words = re.match(r"[A-Z]{2,}", text)
        # "DE 2026", "EM 12": a preposition, not the letters of a number.
        if words and words.group() in ("DE", "DO", "DA", "EM", "ATE", "NO", "NA", "OU", "AS"):
            continue
        digits = sum(c.isdigit() for c in text)
        worth = 0.95 if 2 <= digits <= 18 else 0.5
        found.append(Parsed(raw[match.start() : match.start() + len(text)], match.start(),
                            match.start() + len(text), worth))
    return found


_REGISTRATION = re.compile(r"(?<![0-9A-Z])[A-Z]?[0-9OIlS](?:[0-9OIlS]|[ ]?[./-][ ]?(?=[0-9])| (?=[0-9]{2,}))*(?:-?[0-9X])?(?![0-9])")
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
    return [
        Parsed(int(m.group(1)), m.start(1), m.end(1), 1.0)
        for m in re.finditer(r"(?<![\d/.-])((?:19|20)\d\d)(?![\d/-]|\.\d)", raw)
    ]


def opcao(raw: str, campo: Campo) -> list[Parsed]:
    folded = fold_same_length(raw)
    found: list[Parsed] = []
    for valor, spellings in campo.opcoes.items():
        for spelling in spellings:
            for match in re.finditer(rf"(?<![A-Z0-9]){re.escape(fold(spelling))}(?![A-Z0-9])", folded):
                found.append(Parsed(valor, match.start(), match.end(), 1.0))
    found.sort(key=lambda p: (p.start, -p.end))
    return [p for i, p in enumerate(found) if i == 0 or p.start >= found[i - 1].end]


def texto(raw: str, campo: Campo) -> list[Parsed]:
    start, end = trimmed(raw)
    text = raw[start:end]
    if is_empty(text) or sum(c.isalnum() for c in text) < 2:
        return []
    letters = sum(c.isalpha() for c in text)
    worth = 0.9 if letters >= 3 else 0.4
    if text[0].islower():
        worth *= 0.6
    return [Parsed(collapse(text), start, end, worth)]


_ENDS_ACTIVITY = re.compile(
    r"[;|]|\n(?=[A-Z .'-]{3,40}, \d{1,2}º? DE )|\.\s+(?=[A-Z])|\.\s*$|\n(?=(?:ESTE|ESTA|O|A|OS|AS|PARA|VALID[AO]|SUJEIT[AO]|OBS|NAO|CONFORME|EM|DEVE|AFIX|FICA) )|_{4,}"
    r"|\b(?:ESTE ALVARA|ESTA LICENCA|O PRESENTE|A PRESENTE|NO HORARIO|HORARIO|VALID[AO] (?:ATE|POR|PARA)|SITUAD[AO]|LOCALIZAD[AO]|ESTABELECID[AO]|"
    r"OBSERVAD[AO]S|DEVENDO|SUJEITANDO|COM AREA|NA AREA|EM AREA|NO ENDERECO|CNPJ|COM VALIDADE|NOS TERMOS|DE ACORDO COM|CONFORME|INSCRICAO|PELO PRAZO)\b"
)
_ACTIVITY = re.compile(
    r"\b(?:COMERC\w*|VAREJ\w*|ATACAD\w*|REVEND\w*|VENDA\w*|DISTRIBUI\w*|ARMAZENA\w*|DEPOSITO|POSTO\w*|COMBUST\w*|GAS|GLP|LIQUEFEITO|SERVICO\w*|"
    r"FABRICA\w*|INDUSTRIA\w*|TRANSPORTE\w*|ABASTECIMENTO|LOJA\w*|RESTAURANTE\w*|PETROLEO|BEBIDAS|AGUA|OFICINA|ESCRITORIO|EDUCACIONAL|HOSPEDAGEM|"
    r"PRESTACAO|PRODUTOS|LUBRIFICANTES|INFLAMAVE\w*|RECIPIENTES|ENVASADO)\b|\b[0-9]{2}\.?[0-9]{2}-?[0-9]"
)


_CODE = re.compile(r"[0-9][0-9./-]{3,12}\s*[-–:]?\s*")


def atividade(raw: str, campo: Campo) -> list[Parsed]:
    """What an establishment does: text that names a trade, ended where the sentence ends."""
    start, end = trimmed(raw)
    folded = fold_same_length(raw[start:end])
    stop = _ENDS_ACTIVITY.search(folded, 4)
    if stop:
        end = start + stop.start()
    while end > start and raw[end - 1] in _TRAILING:
        end -= 1
    code = _CODE.match(raw, start, end)
    if code and sum(c.isalpha() for c in raw[code.end() : end]) >= 4:
        start = code.end()
    text = raw[start:end]
    if is_empty(text) or sum(c.isalpha() for c in text) < 4:
        return []
    worth = 1.0 if _ACTIVITY.search(fold(text)) else 0.35
    return [Parsed(collapse(text), start, end, worth)]


_STANDING = re.compile(
    r"\b(?:NAO )?(?:HABILITAD[AO]|ATIV[AO]|REGULAR|BAIXAD[AO]|SUSPENS[AO]|CANCELAD[AO]|INAPT[AO]|PARALISAD[AO]|IRREGULAR|CASSAD[AO]|NUL[AO]|INATIV[AO]|"
    r"INABILITAD[AO]|DESABILITAD[AO]|BLOQUEAD[AO]|PENDENTE|BAIXA|EM PROCESSO DE BAIXA|EXCLUID[AO])\b(?: - [A-Z]+)?"
)


def situacao(raw: str, campo: Campo) -> list[Parsed]:
    """Standing of an inscription in the word of its State (``HABILITADO``, ``ATIVA``, ``BAIXADO`` ...), as printed."""
    return [
        Parsed(collapse(raw[m.start() : m.end()]), m.start(), m.end(), 1.0)
        for m in _STANDING.finditer(fold_same_length(raw))
    ]


_SUFFIX = re.compile(r"\b(?:LTDA|LIMITADA|S[./ ]?A|EIRELI|ME|EPP|MEI|SLU|CIA|COMPANHIA|SPE)\b\.?")
_COMPANY_WORD = re.compile(
    r"\b(?:COMERCI\w*|COM|REVENDA\w*|DISTRIBUI\w*|GAS|GLP|POSTO|COMBUSTIVE\w*|TRANSPORT\w*|INDUSTRIA|SERVICOS|"
    r"DEPOSITO|EMPRESA|CASA|LOJA\w*|MERCAD\w*|AGUA|ENERGIA|DERIVADOS|PETROLEO)\b"
)
_ENDS_NAME = re.compile(
    r"\b(?:CNPJ|C\.?N\.?P\.?J|CPF|INSCRIT[AO]|INSCRICAO|COM SEDE|SEDIAD[AO]|ESTABELECID[AO]|SITUAD[AO]|LOCALIZAD[AO]|"
    r"PESSOA JURIDICA|DORAVANTE|REGISTRAD[AO]|NIRE|PORTADOR[A]?|ENDERECO|PARA |A EXERCER|QUE |NESTE ATO)|[\t]| {3,}|[;\"”“]"
)
_NOT_A_NAME = re.compile(
    r"^(?:D[AEO]S? |PARA |QUE |COM |E |OU |EM |N[AO]S? |SER |FOI |SE |A SEGUIR|ABAIXO|ACIMA|CONFORME|NOS TERMOS|POR )"
)


def empresa(raw: str, campo: Campo) -> list[Parsed]:
    """Name of a company: cut where the sentence goes on, more plausible with a suffix or a word of trade."""
    start, end = trimmed(raw)
    folded = fold_same_length(raw[start:end])
    stop = _ENDS_NAME.search(folded)
    if stop and stop.start() > 2:
        end = start + stop.start()
    suffix = list(_SUFFIX.finditer(folded[: end - start]))
    comma = folded.find(",", suffix[-1].end() if suffix else 0)
    if 0 <= comma < end - start:
        end = start + comma
    while end > start and raw[end - 1] in _TRAILING:
        end -= 1
    text = raw[start:end]
    folded = folded[: end - start]
    if is_empty(text) or sum(c.isalpha() for c in text) < 3 or len(text) > 160:
        return []
    worth = 0.8
    if _SUFFIX.search(folded):
        worth = 1.0
    elif _COMPANY_WORD.search(folded):
        worth = 0.93
    if _NOT_A_NAME.match(folded) or text[0].islower():
        worth *= 0.3
    if sum(c.isdigit() for c in text) > max(4, sum(c.isalpha() for c in text)):
        worth *= 0.5
    return [Parsed(collapse(text), start, end, worth)]


def pessoa(raw: str, campo: Campo) -> list[Parsed]:
    """Name of a person: words of letters only, two or more."""
    start, end = trimmed(raw)
    match = re.match(r"[A-Z'´`.~ \t-]{5,80}", fold_same_length(raw[start:end]))
    if match is None:
        return []
    stop = _ENDS_NAME.search(match.group())
    end = start + (stop.start() if stop and stop.start() > 3 else match.end())
    text = raw[start:end].strip(_TRAILING)
    words = text.split()
    if len(words) < 2 or is_empty(text) or len(words) > 10:
        return []
    worth = 0.9 if all(w[0].isupper() or fold(w) in ("DE", "DA", "DO", "DAS", "DOS", "E") for w in words) else 0.5
    return [Parsed(collapse(text), start, start + len(text), worth)]

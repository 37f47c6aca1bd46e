"""Validity said as a term, as an exercise year or as open-ended; and the arithmetic of calendar terms."""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass
from datetime import date, timedelta

from docverify.values.lookalikes import safe_digits
from docverify.values.numbers_pt import NUMBER_WORDS, parse_number_words
from docverify.values.text import fold_same_length

MAX_TERM_YEARS = 99


@dataclass(frozen=True, slots=True)
class Term:
    """A length of time in calendar units; all parts are counted together."""

    anos: int = 0
    meses: int = 0
    dias: int = 0


@dataclass(frozen=True, slots=True)
class TermMatch:
    """A term found in a text.

    Attributes:
        start: offset of its first character in the text given.
        end: offset after its last character.
        lido: the characters as read.
        termo: what they say.
        validade: words of validity stand near ("validade", "prazo", "válido por", "a contar de"), so that it is not an
            age or the length of something else.
        reparado: a look-alike letter was read as a digit (``l2 meses``).
        a_partir: what the term is counted from, as the text says it right after (``emissao``, ``assinatura``,
            ``vistoria``, ``protocolo``, ``publicacao``, ``registro``), or None.
    """

    start: int
    end: int
    lido: str
    termo: Term
    validade: bool
    a_partir: str | None = None
    reparado: bool = False


@dataclass(frozen=True, slots=True)
class OpenEndedMatch:
    """Words that say that there is no end.

    Attributes:
        start: offset of its first character in the text given.
        end: offset after its last character.
        lido: the characters as read.
        sociedade: the words are about the company's own duration (contrato social), not about the paper's validity.
    """

    start: int
    end: int
    lido: str
    sociedade: bool


@dataclass(frozen=True, slots=True)
class ExerciseMatch:
    """The exercise year of a paper ("EXERCÍCIO 2026").

    Attributes:
        start: offset of the first character (the label's) in the text given.
        end: offset after the year.
        lido: the characters as read.
        ano: the year.
        reparado: look-alike letters or blanks inside the year were read as digits.
    """

    start: int
    end: int
    lido: str
    ano: int
    reparado: bool = False


_UNITS = {"ANO": "anos", "ANOS": "anos", "MES": "meses", "MESES": "meses", "DIA": "dias", "DIAS": "dias"}
_TERM = re.compile(
    rf"(?<![0-9A-Z.,/\-])(?:(?P<n>[0-9]{{1,4}}|[OIL][0-9]{{1,2}}|[0-9][OIL])(?![0-9.,/])|(?P<w>{NUMBER_WORDS}))\s{{0,3}}"
    rf"(?:\(\s?(?P<p>[^()\n]{{1,60}})\s?\)\s{{0,3}})?(?P<u>ANOS?|MES(?:ES)?|DIAS?)(?![A-Z0-9])"
)
_CALENDAR = re.compile(r"\s{0,3}(?:DO|DE|DESTE|D[OA]S?)\s{1,3}(?:MES|CORRENTE|[A-Z]{3,9}\s{1,3}DE\s)")
_BEFORE = re.compile(
    r"\b(VALIDADE|VALID[AO]S?|VALERA|VIGENCIA|VIGOR(?:A|ARA)?|EXPIRA(?:RA)?|PRAZO|VENC\w*|VIGENTE|POR ATE|RENOVA\w*)\b"
    r"[^.;]{0,45}$"
)
_AFTER = re.compile(
    r"^[\s,]{0,3}(?:CORRIDOS\s|UTEIS\s|CONSECUTIVOS\s)?(?:(?:A\s+)?CONTAR|CONTAD[OA]S?|A\s+PARTIR|APOS|DA\s+DATA|DA\s+EMISSAO|DE\s+VALIDADE|DE\s+VIGENCIA)\b"
)
_ORIGIN = re.compile(
    r"\b(EMISSAO|EXPEDICAO|ASSINATURA|VISTORIA|INSPECAO|PROTOCOLO|PUBLICACAO|REGISTRO|CONCESSAO|ABERTURA|APROVACAO|VENCIMENTO)\b"
)
_NOT_TERM = re.compile(r"\b(IDADE|MAIOR(?:ES)? DE|MENOR(?:ES)? DE|HA|MINIMO DE|ANTECEDENCIA\b[^.;]{0,30})\s{0,3}$")


def find_terms(text: str) -> list[TermMatch]:
    """Terms: ``12 (doze) meses``, ``um ano``, ``5 anos a contar da emissão``, ``180 dias``.

    Where figure and words in parentheses disagree, the term is left out: nobody can say which one holds.
    """
    if not isinstance(text, str):
        return []
    folded = fold_same_length(text)
    found: list[TermMatch] = []
    for m in _TERM.finditer(folded):
        number = _number(m)
        if number is None or number <= 0:
            continue
        unit = _UNITS[m["u"]]
        if unit == "anos" and number > MAX_TERM_YEARS:
            continue
        if unit == "dias" and _CALENDAR.match(folded, m.end()):  # "aos 23 dias do mês de março" is a date
            continue
        before = folded[max(0, m.start() - 80) : m.start()]
        after = folded[m.end("u") : m.end("u") + 90]
        counted = _AFTER.search(after) is not None
        validity = (counted or _BEFORE.search(before) is not None) and _NOT_TERM.search(before) is None
        origin = _ORIGIN.search(after) if counted else None
        end = m.end("u")
        found.append(
            TermMatch(
                m.start(),
                end,
                text[m.start() : end],
                Term(**{unit: number}),
                validity,
                origin[1].lower() if origin else None,
                bool(m["n"]) and not m["n"].isdigit(),
            )
        )
    return _joined(found, text, folded)


def _number(m: re.Match[str]) -> int | None:
    value = int(safe_digits(m["n"])) if m["n"] else parse_number_words(m["w"])
    inside = m["p"]
    if inside is None:
        return value
    stated = int(inside) if inside.strip().isdigit() else parse_number_words(inside)
    # A garbled word in the parentheses says nothing; another number contradicts.
    return value if stated is None or stated == value else None


_JOIN = re.compile(r"\s{0,2}(?:,|E)\s{0,2}")


def _joined(found: list[TermMatch], text: str, folded: str) -> list[TermMatch]:
    """Join "1 ano e 6 meses" into one term."""
    joined: list[TermMatch] = []
    for match in found:
        last = joined[-1] if joined else None
        if last is not None and _JOIN.fullmatch(folded, last.end, match.start) and _coarser(last.termo, match.termo):
            t = Term(
                last.termo.anos + match.termo.anos,
                last.termo.meses + match.termo.meses,
                last.termo.dias + match.termo.dias,
            )
            joined[-1] = TermMatch(
                last.start,
                match.end,
                text[last.start : match.end],
                t,
                last.validade or match.validade,
                match.a_partir,
                last.reparado or match.reparado,
            )
        else:
            joined.append(match)
    return joined


def _coarser(a: Term, b: Term) -> bool:
    """Whether ``a`` is in larger units than ``b``, so that they add up to one term."""
    if a.dias:
        return False
    return bool((b.meses and not a.meses) or b.dias)


_OPEN = re.compile(
    r"\b(?:(?:PRAZO|TEMPO|VALIDADE|VIGENCIA|DURACAO|PERIODO)\b[\s:\-]{0,4}(?:DE\s{1,2}(?:VALIDADE|VIGENCIA|DURACAO)[\s:\-]{1,4})?"
    r"(?:(?:E|SERA|POR|DA\s+LICENCA|DO\s+ALVARA|PRAZO|TEMPO)\s{1,2}){0,2}(?:INDETERMINAD[AO]|ILIMITAD[AO]|INDEFINID[AO])"
    r"|INDETERMINAD[AO]\b|SEM\s+(?:PRAZO|DATA)\s+DE\s+(?:VALIDADE|VENCIMENTO)|(?:VALIDADE|VALID[AO])\b[^.;\n]{0,20}\b(?:PERMANENTE|DEFINITIV[AO]|INDETERMINAD[AO])"
    r"|(?:ALVARA|LICENCA)\s+(?:DE\s+[A-Z]{3,20}\s+)?(?:DEFINITIV[AO]|PERMANENTE)"
    r"|ENQUANTO\s+(?:NAO\s+SE\s+MODIFICAREM|NAO\s+(?:HOUVER|OCORRER\w*|FOREM|SE\s+ALTERAREM|SE\s+MODIFICAR)|PERDURAREM|MANTIDAS|PERMANECEREM|FOREM\s+MANTIDAS|SATISFIZER)"
    r"|(?:EM\s+)?CARATER\s+PERMANENTE)"
)
_COMPANY = re.compile(
    r"\b(SOCIEDADE|EMPRESA|DURACAO|SOCIAL|CONTRATO|INICIO\s+D[EA]\w*\s+ATIVIDADES|ADMINISTRA\w*|MANDATO|SOCIOS?)\b"
)


def find_open_ended(text: str) -> list[OpenEndedMatch]:
    """Words that say "no end": prazo indeterminado, "enquanto não se modificarem", alvará definitivo."""
    if not isinstance(text, str):
        return []
    folded = fold_same_length(text)
    found = []
    for m in _OPEN.finditer(folded):
        near = folded[max(0, m.start() - 90) : m.end()]
        sentence = re.split(r"[.;]\s", near)[-1]
        paper = re.search(r"\b(VALIDADE|VALID[AO]|ALVARA|LICENCA|CERTIFICADO)\b", sentence)
        company = _COMPANY.search(sentence) is not None and paper is None
        found.append(OpenEndedMatch(m.start(), m.end(), text[m.start() : m.end()], company))
    return found


_YEAR = r"(?P<y>[12O][.]?[0-9OILS]{3}|2 ?0 ?[0-9] ?[0-9])(?![0-9A-Z])(?![./\-][0-9]{3})"
_EXERCISE = re.compile(
    r"\b(?:(?:ANO\s{1,2}(?:DE|DO|EM)\s{1,2}|ANO[ /\-]{1,2})?EXERC[I1L]C[I1L][O0]S?(?:\s{1,2}(?:FISCAL|FINANCEIRO"
    r"|FINANCE[I1]RO))?"
    r"|ANO\s{1,2}(?:DE\s{1,2})?(?:REFERENCIA|VIGENCIA|VALIDADE))"
    rf"(?:\s{{0,3}}[:\-–.|]{{0,2}}\s{{0,3}})(?:D[EO]\s{{1,2}})?(?:ANO\s{{1,2}}(?:DE\s{{1,2}})?)?(?:[:\-]\s{{0,2}})?{_YEAR}"
)
# "ALVARÁ DE FUNCIONAMENTO 2026", "ALVARÁ ELETRÔNICO 2026": a year in the title is the exercise too.
_TITLE = re.compile(
    r"\bALVARA\b(?:\s{1,2}(?:D[EAO]|E|PARA|LICENCA|LOCALIZACAO|LOCAL|FUNCIONAMENTO|ELETRONICO|DIGITAL|ESTABELECIMENTO"
    r"|INSTALACAO|ATIVIDADES?|ECONOMICAS?|PROVISORIO|DEFINITIVO|ANUAL|AUTORIZACAO|RENOVACAO|MUNICIPAL|ONLINE)){0,8}\s{1,3}(?:[\-–]\s{0,2})?(?:ANO\s{0,2}:?\s{0,2})?(?P<y>20[0-9]{2})(?![0-9A-Z])(?!\s?[./\-][0-9])"
)


def find_exercise(text: str) -> list[ExerciseMatch]:
    """Exercise years: ``EXERCÍCIO 2026``, ``exercício de 2025``, ``ano de exercício: 2026``, ``ALVARÁ 2026``.

    "Ano base" is the year of the tax's data, not of the exercise, and is not taken.
    """
    if not isinstance(text, str):
        return []
    folded = fold_same_length(text)
    found: dict[int, ExerciseMatch] = {}
    for pattern in (_EXERCISE, _TITLE):
        for m in pattern.finditer(folded):
            raw = m["y"]
            digits = raw.replace(".", "").replace(" ", "")
            read = digits.translate(str.maketrans("OILS", "0115"))
            year = int(read) if read.isdigit() else 0
            if 1990 <= year <= 2100 and m.start("y") not in found:
                found[m.start("y")] = ExerciseMatch(
                    m.start(), m.end("y"), text[m.start() : m.end("y")], year, read != raw.replace(".", "")
                )
    return [found[k] for k in sorted(found)]


def add_term(start: date, term: Term) -> date:
    """The day on which a term that runs from ``start`` ends.

    Calendar months; a day that the month does not have becomes its last one (31.1. + 1 month = 28.2.). Then the days.

    Raises:
        OverflowError: the result lies beyond the year 9999.
    """
    months = start.year * 12 + start.month - 1 + term.anos * 12 + term.meses
    year, month = divmod(months, 12)
    if not 1 <= year <= 9999:
        raise OverflowError("prazo além do calendário")
    month += 1
    day = min(start.day, calendar.monthrange(year, month)[1])
    return date(year, month, day) + timedelta(days=term.dias)


def in_force(validade: date, on: date) -> bool:
    """Whether a paper valid until ``validade`` is in force ``on`` a day; its last day counts."""
    return on <= validade

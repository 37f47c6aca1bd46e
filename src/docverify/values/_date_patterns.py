"""Patterns of dates over folded text (upper case, no accents, same offsets). Every repetition is bounded."""

from __future__ import annotations

import re

from rapidfuzz.distance import Levenshtein

from docverify.values.numbers_pt import NUMBER_WORDS

MONTHS: dict[str, int] = {
    name: number
    for number, names in enumerate(
        (
            ("JANEIRO", "JAN"),
            ("FEVEREIRO", "FEV"),
            ("MARCO", "MAR"),
            ("ABRIL", "ABR"),
            ("MAIO", "MAI"),
            ("JUNHO", "JUN"),
            ("JULHO", "JUL"),
            ("AGOSTO", "AGO"),
            ("SETEMBRO", "SET"),
            ("OUTUBRO", "OUT"),
            ("NOVEMBRO", "NOV"),
            ("DEZEMBRO", "DEZ"),
        ),
        start=1,
    )
    for name in names
}
_FULL_NAMES = [name for name in MONTHS if len(name) > 3]
_CONFUSED = str.maketrans({"0": "O", "1": "I", "5": "S", "|": "I", "!": "I"})


def month_of(word: str) -> tuple[int | None, bool]:
    """Number of a month by its folded name, and whether the name was garbled.

    One wrong letter is forgiven in a name of five or more, where only one month is that near ("JUIHO" is none: June and
    July are as near).
    """
    plain = word.strip(". ")
    if plain.isdigit() and len(plain) == 2:  # "05 de 09 de 2019", blanks filled in by hand
        return (int(plain), False) if 1 <= int(plain) <= 12 else (None, False)
    if plain in MONTHS:
        return MONTHS[plain], False
    repaired = plain.translate(_CONFUSED)
    for variant in (repaired, repaired.replace("RN", "M"), repaired.replace("RN", "M", 1)):
        if variant in MONTHS:
            return MONTHS[variant], True
    if len(repaired) < 4:
        return None, False
    near = {
        MONTHS[name]
        for name in _FULL_NAMES
        if Levenshtein.distance(repaired, name, score_cutoff=1) <= 1 and len(name) >= 5
    }
    return (near.pop(), True) if len(near) == 1 else (None, False)


# A digit as OCR may give it inside a date.
_X = "[0-9OILS]"
_B = r"[ \t]{0,2}"
_SEPARATOR = rf"{_B}[/.,\-]{_B}"
_DAY_START = r"(?<![0-9])(?:(?<![A-Z])[0-9OILS]{1,2}|(?<![A-Z])[0-3][ ][0-9]|(?<=[A-Z])[0-9]{2})"

NUMERIC = re.compile(
    rf"(?P<d>{_DAY_START})º?(?P<s1>{_SEPARATOR})(?P<m>{_X}{{1,2}}|[01][ ][0-9])(?P<s2>{_SEPARATOR})"
    rf"(?P<y>[12O][.]?{_X}{{3}}|[12][0-9][ ][0-9]{{2}}(?![./\-]?[0-9])|[0-9]{{2}})"
    rf"(?!(?![0-2][0-9]:[0-5][0-9])[0-9])(?!(?<=[OILS])[A-Z])"  # "06/08/202617:29:46": the hour glued to the year
)

BOXED = re.compile(
    r"(?<![0-9A-Z])(?<![0-9A-Z] )[0-3] ?[0-9] ?[/|.\- ] ?[01] ?[0-9] ?[/|.\- ] ?(?:[12] [0-9] [0-9] [0-9])(?! ?[0-9])"
)

ISO = re.compile(
    r"(?<![0-9A-Z.\-/])(?P<y>(?:(?:19|20)[0-9]{2}|2100))(?P<s>[-/])(?P<m>[01][0-9])(?P=s)(?P<d>[0-3][0-9])(?![0-9]|[\-./][0-9])"
)

# "31 12 2026" with nothing numeric around it.
SPACED = re.compile(
    r"(?<![0-9A-Z/.,\-])(?<![0-9][ ])(?P<d>[0-3][0-9])[ ]{1,2}(?P<m>[01][0-9])[ ]{1,2}(?P<y>(?:19"
    r"|20)[0-9]{2})(?![ ]?[0-9/.,\-]|[A-Z])"
)

_WORDS_NOTE = r"(?:\s{0,2}\([A-Z\s]{2,60}\))?"
_OF = r"(?:\s{0,3}\b(?:DE|DO|DA)\b\s{1,3}(?:MES\s{1,2}(?:DE|DO|DA)\s{1,3})?)"
_DAY_DIGITS = r"(?<![0-9A-Z/.\-])(?:[0-3][ ][0-9]|[0-9OILS]{1,2}|1O)"
_DAY_WORDS = rf"(?:\b(?:PRIMEIRO|{NUMBER_WORDS}))"
_MONTH_WORD = r"(?:[A-Z0-9!|]{3,10}|[01][0-9](?=\s{1,3}DE\s))"
_YEAR = rf"(?:[12O]\.?{_X}{{3}}|[12][0-9][ ][0-9]{{2}}|[0-9]{{2}}(?![0-9.,/\-º]|[ ]?%)|{NUMBER_WORDS})(?![0-9])"

LONG = re.compile(
    rf"(?P<d>{_DAY_DIGITS}|{_DAY_WORDS})\s{{0,2}}(?:[ºª'\"*]\s{{0,2}})?{_WORDS_NOTE}(?:\s{{1,3}}DIAS?\b,?)?{_OF}"
    rf"(?P<m>{_MONTH_WORD})\.?{_WORDS_NOTE}"
    rf"(?:\s{{0,3}},?\s{{0,3}}(?:\b(?:DE|DO)\b\s{{1,3}}(?:ANO\s{{1,2}}(?:(?:DE|DO)\s{{1,2}})?)?)|\s{{0,2}}[/,.\-]\s{{0,2}}|\s{{1,2}})"
    rf"(?P<y>{_YEAR})"
)

# "31 DEZ 2026", "31/DEZ/26", "14 MAR. 2022", "1 4 MAR. 2022", "31-dez-2026"
COMPACT_WORDS = re.compile(
    rf"(?P<d>{_DAY_DIGITS})\s?º?(?:\s{{0,2}}[/.\-]\s{{0,2}}"
    rf"|[ ]{{1,2}})(?P<m>[A-Z0-9]{{3,9}})(?:\s{{0,2}}[/.,\-]\s{{0,2}}|\.?[ ]{{1,2}})"
    rf"(?P<y>[12O]\.?{_X}{{3}}|[0-9]{{2}}(?![0-9.,/\-]|[ ]?%))(?![0-9])"
)

_MONTH_NAMES = "|".join(sorted(MONTHS, key=len, reverse=True))
MONTH_NAMED = re.compile(
    rf"(?<![A-Z0-9])(?P<m>{_MONTH_NAMES}|[A-Z0-9]{{5,9}}(?=\s{{1,2}}DE\s{{1,2}}[12][0-9]))\.?"
    rf"(?:\s{{0,2}}[/\-]\s{{0,2}}|\s{{1,2}}(?:DE|DO ANO DE)\s{{1,2}}|[ ]{{1,2}})(?P<y>[12]\.?[0-9]{{3}}"
    rf"|(?<=[/\-])[0-9]{{2}})(?![0-9/.\-]?[0-9])"
)
# "14MAR.2022", "23demarçode2026": blanks lost by OCR.
GLUED = re.compile(
    rf"(?<![0-9A-Z/.\-])(?P<d>[0-3]?[0-9])[ ]?(?:DE[ ]?)?(?P<m>{_MONTH_NAMES})\.?[ ]?(?:DE[ ]?)?(?P<y>(?:19"
    rf"|20)[0-9]{{2}})(?![0-9])"
)
MONTH_NUMERIC = re.compile(
    r"(?<![0-9A-Z.,/\-])(?P<m>0[1-9]|1[0-2])[ ]?/[ ]?(?P<y>(?:(?:19|20)[0-9]{2}|2100))(?![0-9A-Z])(?![./\-][0-9A-Z])"
)

YEAR_LABELLED = re.compile(
    r"\b(?:VALID[AO]|VALIDADE|VENCIMENTO|VIGENCIA|VIGENTE)\b[ ]{0,2}[:\-]?[ ]{0,2}(?:ATE\b)?[ ]{0,2}[:\-]?[ ]{0,2}"
    r"(?:O\s|O\sFIM\sDE\s|O\sFINAL\sDE\s|DEZEMBRO\sDE\s)?(?:ANO\s(?:DE\s)?)?(?P<y>(?:19"
    r"|20)[0-9]{2})(?![0-9A-Z])(?![./\-,]?[0-9])(?![ ]?[/])"
)

# A number that is not a date follows these words ("ALVARÁ Nº 12/2026").
NUMBER_BEFORE = re.compile(
    r"(?:\bN[º.O]{1,2}|\bNUM(?:ERO|\.)?|\bNR\.?|#|\b(?:PROCESSO|PROTOCOLO|PORTARIA|LEI|DECRETO|RESOLUCAO|OFICIO|EDITAL|CONTRATO"
    r"|LICENCA|ALVARA|CERTIFICADO|AUTO|TERMO|ANEXO|NBR|NT|IT|IN|LC|MP|REGISTRO|PROTOCOLADO|MEMORANDO|PARECER|NOTA|GUIA|AVCB|CLCB|LO))"
    r"[ \t]{0,2}[:.\-]?[ \t]{0,2}$"
)

# A law and its number end right before the date.
_LAW = (
    r"(?:LEI|LEIS|DECRETO|DECRETO-LEI|INSTRUCAO\s+NORMATIVA|INSTRUCAO\s+TECNICA|I\.?N\.?|PORTARIA|RESOLUCAO|RESOLUCOES|MEDIDA\s+PROVISORIA"
    r"|MP|L\.?C\.?|EMENDA|CIRCULAR|DELIBERACAO|PROVIMENTO|CONVENIO|NORMA\s+TECNICA|ATO\s+DECLARATORIO|ORDEM\s+DE\s+SERVICO|CODIGO)"
)
NORMATIVE_BEFORE = re.compile(
    rf"\b{_LAW}\b[^;:]{{0,60}}?[0-9][0-9.]{{0,9}}(?:\s?[/\-]\s?[0-9A-Z]{{1,6}}){{0,3}}\s{{0,3}}[,(]?\s{{0,3}}"
    r"(?:\bDE\b|\bDATAD[AO]\s+DE\b|,?\s*(?:PUBLICAD[AO]\s+(?:NO|EM)\s+)?\bD\.?O\.?[UE]\.?(?:\s+DE|,)?|\bPUBLICAD[AO]\s+EM\b)\s{0,3}$"
    r"|\bD\.?O\.?[UE]\.?\s{0,2}(?:DE|DO DIA|,|:)?\s{0,2}$"
)

# What may stand before a bare "12/2026" on its line for it to be a month: nothing, or words of time. Any other word
# makes it the number of a paper ("ALVARÁ DE FUNCIONAMENTO 12/2026").
MONTH_BEFORE = re.compile(
    r"(?:^|\n)[ \t]{0,20}[:\-–|(]?[ \t]{0,20}$"
    r"|\b(?:VALID[AO]|VALIDADE|VENC\w{0,12}|ATE|EXPIRA\w{0,4}|VIGENCIA|DATA|MES|PERIODO|COMPETENCIA|REFERENCIA|EMISSAO|EMITID[AO]|DESDE"
    r"|INICIO|FIM|TERMINO|PRAZO)\b[^0-9\n;]{0,18}$"
)

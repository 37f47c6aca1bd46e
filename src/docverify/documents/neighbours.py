"""What the columns beside a value leave at its ends: identifiers, a State behind one, a CEP, the labels of a form.

A table row read as one line gives ``11.222.333/0001-81 MT DISTRIBUIDORA DE GÁS ...``. Such tokens are of a shape that
no name has, so they are taken off; what stands between two identifiers is a name only perhaps.
"""

from __future__ import annotations

import re

from docverify.values.text import fold_same_length
from docverify.values.ufs import UFS

_CHAR = "[0-9A-Z]"
_IDENTIFIER = (
    # CNPJ with its mask (letters allowed since 2026; a dot, the stroke or the dash may be misread), CPF with its mask
    rf"(?<!{_CHAR}){_CHAR}{{2}}[., ]?{_CHAR}{{3}}[., ]?{_CHAR}{{3}}"
    rf" ?[/|] ?{_CHAR}{{4}} ?[-–. ]? ?{_CHAR}{{2}}(?!{_CHAR})"
    rf"|(?<!{_CHAR})[0-9]{{3}}\.[0-9]{{3}}\.[0-9]{{3}}-[0-9]{{2}}(?!{_CHAR})"
    # an inscrição: nine digits or more with strokes between. A company's own "11.222.333" has eight, and a CPF without
    # its mask ends the names of some: both are part of the name
    rf"|(?<![0-9A-Z./-])(?=[0-9]{{1,8}}[./-])(?:[0-9][./-]?){{8,13}}[0-9](?![0-9A-Z])|(?<!{_CHAR})[0-9]{{14}}(?!{_CHAR})"
    r"|\([0-9]{2}\) ?[0-9]{4,5}[- ]?[0-9]{4}(?![0-9])"
)
_DATE = r"(?<![0-9])[0-9]{2}/[0-9]{2}/[0-9]{4}(?![0-9])"
_SIGLA = rf"(?:{'|'.join(sorted(UFS))})"
_LABEL = (
    r"(?:CNPJ(?: ?/ ?(?:MF|CPF))?|C\.N\.P\.J\.?|CPF|I\.?E\.?|NIRE|UF|NOME EMPRESARIAL|RAZAO SOCIAL|NOME / RAZAO SOCIAL|"
    r"NOME DA EMPRESA|DENOMINACAO SOCIAL|CONTRIBUINTE|INSCRICAO ESTADUAL|INSC\.? EST(?:ADUAL)?\.?|INSCRICAO)"
)
_GAP = r"[\s:;,|–-]{0,6}"
_FRONT = re.compile(
    rf"(?:{_GAP}(?:{_LABEL}(?=\s*:|\s{{1,4}}(?:{_IDENTIFIER})){_GAP}|(?:{_SIGLA}{_GAP}(?={_IDENTIFIER}))?(?:{_IDENTIFIER}|{_DATE})"
    rf"(?:{_GAP}{_SIGLA}(?=[\s:;,|–-]))?)){{1,4}}{_GAP}(?:{_LABEL}\s*:\s*)?"
)
_ANYWHERE = re.compile(rf"(?:{_LABEL}{_GAP})?(?:(?<![A-Z]){_SIGLA}\s{{1,3}})?(?:{_IDENTIFIER})")
_LABELS_FRONT = re.compile(rf"{_LABEL}\s*:\s*")
_LETTERS = 3

_CEP = r"(?:C\.?E\.?P\.?[\s:.]{0,4})?[0-9]{2}\.?[0-9]{3}-[0-9]{3}"
_PLACE_LABEL = r"(?:BAIRRO(?:\s?/\s?DISTRITO)?|DISTRITO|MUNICIPIO|CIDADE|CEP|UF|COMPLEMENTO|NUMERO)"
_ONLY_CEP = re.compile(_CEP)
_PLACE_FRONT = re.compile(rf"(?:(?:{_CEP})(?![0-9])[\s:;,|–-]{{0,6}}|{_PLACE_LABEL}\s*:\s*){{1,3}}(?=\S)")
_PLACE_END = re.compile(rf"[\s:;,|–-]{{1,6}}(?:{_CEP}(?![0-9]).{{0,200}}|{_PLACE_LABEL}\s*:?\s*)$")


def before_name(raw: str, start: int, end: int) -> int:
    """Return where a name begins behind the neighbours that stand before it.

    Args:
        raw: text of the region.
        start: offset of the value's first character.
        end: offset behind its last.
    """
    folded = fold_same_length(raw[:end])
    front = _FRONT.match(folded, start) or _LABELS_FRONT.match(folded, start)
    if front is not None and sum(c.isalpha() for c in folded[front.end() : end]) >= _LETTERS:
        return front.end()
    return start


def of_name(raw: str, start: int, end: int) -> tuple[int, int, bool]:
    """Take the neighbours behind a name off it; call it where the sentence's end is found.

    Returns:
        The offsets without them, and whether they were plainly at the end (else what is left is a guess).
    """
    folded = fold_same_length(raw[:end])
    inner = _ANYWHERE.search(folded, start, end)
    if inner is None:
        return start, end, True
    before = sum(c.isalpha() for c in folded[start : inner.start()])
    behind = sum(c.isalpha() for c in folded[inner.end() : end])
    if before < _LETTERS and behind < _LETTERS:
        return start, end, False
    sure = min(before, behind) <= 2  # two letters more are a State
    if before >= behind:
        return start, inner.start(), sure
    rest = folded[inner.end() : end]
    return end - len(rest.lstrip(" \t\n:;,|-")), end, sure


def of_place(raw: str, start: int, end: int) -> tuple[int, int]:
    """Take a CEP, and labels of the form, off a part of an address; arguments as of :func:`before_name`."""
    folded = fold_same_length(raw[:end])
    if _ONLY_CEP.fullmatch(folded, start):
        return start, start
    front = _PLACE_FRONT.match(folded, start)
    if front is not None:
        start = front.end()
    behind = _PLACE_END.search(folded, start, end)
    if behind is not None and behind.start() > start:
        end = behind.start()
    return start, end

"""Recognition of signatures (firma reconhecida): that a notary recognised one, and whose.

"Reconheço por semelhança a firma de NAME", "a(s) firma(s) de: [code] NAME, [code] NAME", "as 2 assinaturas apostas por
(1) NAME (2) NAME". Notaries print the names as they like; what follows the words "firma(s) ... de" is read as a list
until something comes that is no name: *dou fé*, a number, the town of the date line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rapidfuzz.fuzz import ratio

from docverify.documents.marks import Marked, Window
from docverify.model import Field
from docverify.values import municipios
from docverify.values.text import fold_same_length

_KIND = r"(?:SEMELHANCA|AUTENTICIDADE|VERDADEIR[AO]S?|AUTENTIC[AO]S?)"
_WHOSE = re.compile(
    rf"\b(?:F[IL1](?:RM|RRN)[AE]S?|A[S5]{{2}}[IL1]NATURAS?|{_KIND})(?:\([S5]\)|\sS\))?"
    rf"(?:[\s:.,]{{1,3}}(?:POR\s{{1,2}}{_KIND}|APOSTAS?|LANCADAS?|INDICADAS?|ASSINALADAS?|ELETRONICAS?|DIGITAL|SUPRA|RETRO|"
    r"ACIMA|ABAIXO|COM\s{1,2}(?:A\s{1,2})?SETA|(?:SEM|COM)\s{1,2}VALOR\s{1,2}ECONOMICO|DECLARADO|\(?\d{1,2}\)?)(?:\(S\))?)"
    r"{0,5}(?:[\s.,]{0,3}\b(?:D[EOAFC]|POR)\b|[\s.,]{0,3}:)"
)
"""What announces the signer: the words, how it was recognised, where it stands, then *de*, *por* or a colon."""

_MANY = re.compile(r"\b(?:FIRMAS|ASSINATURAS|AS\s{1,2}\d)\b|\(S\)")
_BETWEEN = re.compile(
    r"(?:[\s:.,;*\-–—/]|\[[^\]]{0,20}\]|\([^)]{0,12}\)|[0-9][0-9A-Za-z]{0,12}(?:[.\-/][0-9A-Za-z]{1,6}){0,3}(?=[\s)\-–]))"
    r"{0,12}"
)
_CODE = re.compile(r"[\[(0-9]")
_DATE_LINE = re.compile(
    r"[\s,/\-–]{0,4}(?:[A-Z]{2}\b[\s,.\-]{0,3})?(?:EM\s)?\d{1,2}"
    r"(?:\s{0,2}[/.\-]\s{0,2}\d|[º°]?\s(?:DE\s)?[A-Z]{3})"
)
_HOW = re.compile(r"SEMELHANCA|AUTENTIC|VERDADEIR|PADRAO")
_DECLARED = re.compile(r"\bDECLAR(?:O|AMOS|A|AM)\b[^.]{0,120}$")
_NOT_A_NAME = (
    "DOU FE EM TESTEMUNHO TEST SELO DATA VALOR ESCREVENTE TABELIAO TABELIA CARTORIO OFICIO QUE CONFERE PADRAO SEM COM "
    "ECONOMICO DEPOSITADO ARQUIVADA REFERIDO VERDADE POR NESTA CIDADE COMARCA NOTAS RECONHECO FIRMA FIRMAS PESSOA "
    "SEMELHANCA AUTENTICIDADE VERDADEIRA AUTENTICA ASSINATURA ASSINATURAS CPF RG CNPJ REPRESENTANDO EMOLUMENTOS EMOL "
    "TOTAL TABELIONATO SERVENTIA PODER JUDICIARIO QUALIDADE SETA"
)
_NOT_NAMES = frozenset(_NOT_A_NAME.split(" "))
_COMPANY = frozenset(("LTDA", "EIRELI", "S/A", "S.A", "SA", "EPP", "LIMITADA"))
_LINKS = frozenset(("DE", "DA", "DO", "DAS", "DOS", "E"))
_MOST = 10
_SAME_WORD = 70
"""Similarity in percent from which a word of the act is *reconheço*, misread."""
_REACH = 400


def recognitions(page: Marked) -> list[tuple[Field, tuple[Field, ...]]]:
    """Return the recognitions of signatures on a page, each with the signers that it names."""
    found: list[tuple[Field, tuple[Field, ...]]] = []
    for act in page.of("firma"):
        read = fold_same_length(page.sheet.read(act.words))
        stem = any(_says_recognised(word) for word in read.split())
        notary = [a for a in page.near(act, "notas") if not set(a.words) & set(act.words)]
        if not notary and (not stem or len(act.words) == 1):
            continue
        alike = page.near(act, "firma", 0.05, 0.3)
        base = 0.75 if stem and len(act.words) > 1 else 0.6 if stem else 0.4
        sure = 1 - (1 - base) * 0.55 ** min(4, len(notary)) * (0.8 if len(alike) > 1 else 1.0)
        window = page.window(act, 0.0, 0.06, 0.3)
        folded = fold_same_length(window.text)
        if not notary and not _HOW.search(folded[window.anchor : window.anchor + 120]):
            sure *= 0.6  # whoever "recognises a firm" is not always a notary
        block = page.block(act)
        if _DECLARED.search(fold_same_length(block.text)[max(0, block.anchor - 140) : block.anchor]):
            sure *= 0.5
        named = _signers(page, window, folded, sure)
        if not stem and not named:
            sure *= 0.7
        words = tuple(sorted({*act.words, *(word for other in notary for word in other.words)}))
        found.append((page.field(True, page.sheet.read(act.words), sure, words), named))
    return found


def surest(
    found: Iterable[tuple[Field, tuple[Field, ...]]],
) -> tuple[Field | None, Field | None, Field | None]:
    """Return the surest recognition, its first signer, and the list of all signers where there are several.

    Args:
        found: Of all pages of a document.
    """
    pairs = list(found)
    best = max(pairs, key=lambda pair: (bool(pair[1]), pair[0].confianca), default=None)
    if best is None:
        return None, None, None
    names = [name for firma, named in pairs if firma.confianca >= 0.5 for name in named]
    every = list(dict.fromkeys(str(name.valor) for name in names))
    many = None
    if len(every) > 1:
        first = names[0]
        least = min(name.confianca for name in names)
        many = Field(every, "; ".join(every), least, first.pagina, first.caixa, first.arquivo)
    return best[0], best[1][0] if best[1] else None, many


def _signers(page: Marked, window: Window, folded: str, sure: float) -> tuple[Field, ...]:
    end = min(len(folded), window.anchor + _REACH)
    many = bool(_MANY.search(folded[window.anchor : window.anchor + 160]))
    for announced in _WHOSE.finditer(folded, window.anchor, end):
        spans = _names(window.text, folded, announced.end(), end, many)
        if spans:
            return tuple(_field(page, window, start, stop, sure) for start, stop in spans)
    return ()


def _field(page: Marked, window: Window, start: int, stop: int, sure: float) -> Field:
    words = window.words_of(start, stop)
    name = " ".join(word.strip(".,;:()[]") for word in window.text[start:stop].split())
    return page.field(name, name, sure * (0.6 + 0.4 * page.layout.confidence_of(words)), words)


def _names(text: str, folded: str, start: int, end: int, many: bool) -> list[tuple[int, int]]:
    """Return where the names of a list stand."""
    spans: list[tuple[int, int]] = []
    at = start
    while len(spans) < _MOST:
        gap = _BETWEEN.match(folded, at, end)
        begin = gap.end() if gap else at
        coded = bool(_CODE.search(folded[at:begin]))
        if spans and not (many or coded):
            break
        if spans and folded.startswith("E ", begin):
            begin += 2
        span, closed = _name(text, folded, begin, end, many)
        if span is None or (spans and _is_place(text, folded, span)):
            break
        spans.append(span)
        at = span[1]
        if closed and not _CODE.match(folded[at : at + 3].strip(" .") or " "):
            break
    return spans


def _name(text: str, folded: str, start: int, end: int, many: bool) -> tuple[tuple[int, int] | None, bool]:
    """Return where the name that begins at ``start`` stands, and whether a full stop closes it."""
    parts: list[tuple[int, int, str]] = []
    closed = False
    for word in re.finditer(r"\S+", text[start:end]):
        raw = word[0]
        plain = fold_same_length(raw).strip(".,;:()[]")
        link = plain in _LINKS
        if plain in _COMPANY:
            return None, False
        if plain in _NOT_NAMES or not (link or _letters(plain)):
            break
        if not raw.strip("([")[:1].isupper() and not link:
            break
        if plain == "E" and many and _content(parts) >= 2 and _two_more(text, start + word.end(), end):
            break
        parts.append((start + word.start(), start + word.start() + len(raw.rstrip(".,;:)]")), plain))
        if raw.endswith((",", ";", ")", "]", ":")) or (raw.endswith(".") and len(plain) > 2):
            closed = raw.endswith(".")
            break
        if _content(parts) >= 9:
            break
    while parts and parts[-1][2] in _LINKS:
        parts.pop()
    if _content(parts) < 2 or parts[-1][1] - parts[0][0] < 6:
        return None, False
    return (parts[0][0], parts[-1][1]), closed


def _says_recognised(word: str) -> bool:
    return "RECONHE" in word or word.startswith("REC.") or ratio(word, "RECONHECO") >= _SAME_WORD


def _letters(plain: str) -> bool:
    """Tell whether a word may be one of a name: letters, of which the reader took at most one for a digit."""
    word = plain.replace("'", "").replace(".", "")
    strange = sum(not char.isalpha() for char in word)
    return bool(word) and (strange == 0 or (strange == 1 and len(word) >= 4 and word[0].isalpha()))


def _content(parts: Sequence[tuple[int, int, str]]) -> int:
    return sum(plain not in _LINKS for _, _, plain in parts)


def _two_more(text: str, start: int, end: int) -> bool:
    """Tell whether a whole name follows an *e*, which is then no part of the name before it."""
    following = [w for w in text[start:end].split()[:4] if fold_same_length(w).strip(".,;") not in _LINKS][:2]
    return len(following) == 2 and all(
        w[:1].isupper() and fold_same_length(w).strip(".,;:()") not in _NOT_NAMES for w in following
    )


def _is_place(text: str, folded: str, span: tuple[int, int]) -> bool:
    """Tell whether what seems a further name is the town of a date line."""
    return bool(_DATE_LINE.match(folded, span[1])) or bool(municipios.find_all(text[slice(*span)]))

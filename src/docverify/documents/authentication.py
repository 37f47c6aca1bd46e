"""Marks on a document: authentication, recognised signatures, digital signatures, Junta registration, cancellation.

A stamp is rotated, coloured and read in pieces, so a mark is told from several weak anchors that stand together
(``models/_marcas``): *autentico*, *confere com o original* with *tabelião*, *selo*, *dou fé*. What a form merely asks
for ("cópia autenticada", "assinatura com reconhecimento de firma") is no mark. A mark is evidence that one is there,
not that it is genuine.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from docverify.documents.junta_marks import Registration, find_registration
from docverify.documents.layout import PageLayout
from docverify.documents.marks import Anchor, Marked, find_anchors
from docverify.documents.recognition import recognitions
from docverify.documents.recognition import surest as surest_recognition
from docverify.model import Field
from docverify.values.text import fold_same_length

_DATE = re.compile(r"^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$")
_COUNCIL = re.compile(r"^[A-Z]{2}[-/ ]?[0-9OIL.]{4,7}/[O0T]-[0-9OIL]$")  # an accountant's registration
_OF_YEAR = re.compile(r"^\d{1,9}/(?:19|20)\d\d$")
_CODE = re.compile(r"(?<![A-Z0-9@/.])[A-Z0-9](?:[A-Z0-9]|[.\-/](?=[A-Z0-9])){4,63}(?![A-Z0-9@])")
_CNPJ = re.compile(r"^[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}/?[0-9A-Z]{4}-?\d{2}$|^\d{3}\.\d{3}\.\d{3}-\d{2}$")
_TOLD = re.compile(
    r"\b(?:DECLAR(?:O|AMOS|A|AM|ANTE)|RESPONSABILIZ\w{0,8}|APRESENTAR|APRESENTEM|EXIG\w{1,5}|DEVER\w{1,4}|MEDIANTE|SOLICITA(?:R|MOS|-SE)?|"
    r"JUNTAR|ANEXAR)\b[^.;]{0,110}$"
)
"""Before "confere com o original": who declares, asks for it or lays down a condition, not who certifies."""
_NEEDS_THE_FILE = re.compile(r"VALIDAR\.ITI|VERIFICADOR\.ITI|ASSINADOR\.ITI|ADOBE")
"""Where only the signed file itself can be checked: on paper that address proves nothing."""
_URL = re.compile(r"WWW\.|HTTPS?|\.GOV|\.BR\b|\.COM\b|\.JUS")
_SURE = 0.6


@dataclass(frozen=True, slots=True)
class Marks:
    """What was found on a document; None where it was not. Every field carries its evidence (page, box, words).

    Attributes:
        autenticacao: ``cartorio`` | ``servidor`` | ``digital``.
        firma_reconhecida: True; None where no recognition was found.
        signatario_firma: Name in the recognition.
        signatarios_firma: All names, where signatures of several people were recognised.
        codigo_verificacao: As printed.
        cancelado: The words that say that the paper was cancelled, suspended or revoked.
        numero_registro: Filing number of the Junta, as printed.
        data_registro: ISO date of the filing.
        nire: 11 digits.
        junta_comercial: Name of the Junta.
    """

    autenticacao: Field | None = None
    firma_reconhecida: Field | None = None
    signatario_firma: Field | None = None
    signatarios_firma: Field | None = None
    codigo_verificacao: Field | None = None
    cancelado: Field | None = None
    numero_registro: Field | None = None
    data_registro: Field | None = None
    nire: Field | None = None
    junta_comercial: Field | None = None

    def fields(self) -> Mapping[str, Field]:
        """Return the marks found, by name."""
        names = self.__dataclass_fields__
        return {name: value for name in names if (value := getattr(self, name)) is not None}


def find_marks(layouts: Sequence[PageLayout]) -> Marks:
    """Find the marks on the pages of one document.

    Args:
        layouts: Its pages in order, maybe of several files.

    Returns:
        The surest of each mark; ``Field.arquivo`` is set only where it is not the first page's file.
    """
    if not layouts:
        return Marks()
    pages = [find_anchors(layout) for layout in layouts if layout.page.words]
    registration = find_registration(pages)
    codes = [(code, number, y) for number, page in enumerate(pages) for code, y in _codes(page)]
    surest = max(codes, key=lambda item: item[0].confianca, default=None)
    code = surest[0] if surest else None
    firma, signer, signers = surest_recognition(pair for page in pages for pair in recognitions(page))
    marks = Marks(
        _authentication(pages, surest, registration),
        firma,
        signer,
        signers,
        code,
        max((field for page in pages for field in _cancelled(page)), key=lambda f: f.confianca, default=None),
        registration.numero,
        registration.data,
        registration.nire,
        registration.junta,
    )
    own = layouts[0].page.arquivo
    local = {n: replace(f, arquivo=None) if f.arquivo == own else f for n, f in marks.fields().items()}
    return replace(marks, **local)


def _authentication(
    pages: Sequence[Marked], code: tuple[Field, int, float] | None, registration: Registration
) -> Field | None:
    found: list[Field] = []
    if registration.digital is not None:
        found.append(registration.digital)
    for number, page in enumerate(pages):
        found.extend(_notarial(page))
        found.extend(_digital(page, code, number))
    if not found:
        return None
    rank = {"cartorio": 2, "digital": 1, "servidor": 0}
    sure = [field for field in found if field.confianca >= _SURE]
    if sure:
        return max(sure, key=lambda field: (rank[field.valor], field.confianca))
    return max(found, key=lambda field: (field.confianca, rank[field.valor]))


def _notarial(page: Marked) -> list[Field]:
    """Authentication by a notary (the act and a notary's words together), or by a civil servant (the act alone)."""
    found: list[Field] = []
    firma = page.of("firma")
    for act in page.of("autentico"):
        notary = [a for a in page.near(act, "notas") if not set(a.words) & set(act.words)]
        digital = page.near(act, "notas_digital", 0.06)
        if _only_told(page, act):
            continue
        strength = 0.72 if len(act.words) > 1 else 0.55
        words = _all_words(act, notary)
        if digital:
            continue
        if notary:
            sure = 1 - (1 - strength) * 0.55 ** min(5, len(notary))
            if len(act.words) == 1 and page.near(act, "firma", 0.03, 0.2) and len(notary) < 3:
                sure *= 0.6  # "reconhecimento / autenticação" in the heading of a recognition of signature
            found.append(page.field("cartorio", page.sheet.read(act.words), sure, words))
    for act in page.of("materializacao"):
        notary = [a for a in page.near(act, "notas") if not set(a.words) & set(act.words)]
        if notary:
            sure = 1 - 0.4 * 0.55 ** min(5, len(notary))
            found.append(page.field("cartorio", page.sheet.read(act.words), sure, _all_words(act, notary)))
    for act in page.of("confere"):
        if page.near(act, "notas") or page.near(act, "notas_digital") or _only_told(page, act):
            continue
        helpers = page.near(act, "servidor", 0.1, 0.3)
        found.append(page.field("servidor", page.sheet.read(act.words), 0.7 if helpers else 0.55, act.words))
    if not found and not firma:
        found.extend(_broken_seal(page))
    return found


def _only_told(page: Marked, act: Anchor) -> bool:
    """Tell whether the words stand in a declaration or demand of someone who authenticates nothing."""
    block = page.block(act)
    return bool(_TOLD.search(fold_same_length(block.text)[max(0, block.anchor - 140) : block.anchor]))


def _broken_seal(page: Marked) -> list[Field]:
    """A notary's stamp of which the act itself was not read: four of the notary's words together, never sure."""
    for anchor in page.of("notas"):
        others = page.near(anchor, "notas", 0.09, 0.25)
        if len(others) >= 4:
            return [page.field("cartorio", page.sheet.read(anchor.words), 0.5, _all_words(anchor, others))]
    return []


def _digital(page: Marked, code: tuple[Field, int, float] | None, number: int) -> list[Field]:
    """Digital signature, or electronic certification with a code; a bare QR code or an address alone does not count.

    Args:
        page: The page to look on.
        code: The document's surest verification code, the place of its page, and its height on that page.
        number: Place of ``page`` among the document's pages.
    """
    found: list[Field] = []
    for act in page.of("notas_digital"):
        found.append(page.field("digital", page.sheet.read(act.words), 0.92 if code else 0.7, act.words))
    for act in page.of("assinatura_digital"):
        checks = page.near(act, "verificacao", 0.12, 0.9)
        around = fold_same_length(page.window(act, 0.03, 0.06, 0.9).text)
        addressed = bool(_URL.search(around)) and not _NEEDS_THE_FILE.search(around)
        sure = 0.9 if code else 0.8 if checks and addressed else 0.66 if checks or addressed else 0.45
        found.append(page.field("digital", page.sheet.read(act.words), sure, act.words))
    if code is None or code[1] != number:
        return found
    for act in page.of("verificacao"):
        if abs(act.box[1] - code[2]) < 0.2:
            found.append(page.field("digital", page.sheet.read(act.words), 0.86, act.words))
    if not found and code[0].confianca >= 0.8:
        found.append(replace(code[0], valor="digital", confianca=0.75))
    return found


def _codes(page: Marked) -> list[tuple[Field, float]]:
    """Verification codes, each with its height on the page: what follows a label that says so."""
    found: list[tuple[Field, float]] = []
    for label in page.of("codigo"):
        window = page.window(label, 0.0, 0.035, 0.6)
        last = next((word for word in reversed(window.words) if word in label.words), None)
        if last is None:
            continue
        place = window.words.index(last)
        start = window.starts[place] + len(page.layout.page.words[last].text)
        inner = page.layout.page.words[last].text
        if ":" in inner and not inner.endswith(":"):
            start = window.starts[place] + inner.rindex(":") + 1
        folded = fold_same_length(window.text)
        strong = len(label.words) >= 2
        for match in _CODE.finditer(folded, start, min(len(folded), start + 120)):
            between = folded[start : match.start()]
            adjacent = len(between.strip(" :.-NºO")) < 3
            if len(between) > 45 or (". " in between and ":" not in between) or (not strong and not adjacent):
                break
            if not _is_code(match[0]):
                continue
            words = window.words_of(match.start(), match.end())
            sure = (0.93 if strong else 0.72) * (1.0 if adjacent else 0.85)
            sure *= 0.6 + 0.4 * page.layout.confidence_of(words)
            raw = _in_capitals(window.text[match.start() : match.end()])
            found.append((page.field(raw, raw, sure, words), label.box[1]))
            break
    return found


def _in_capitals(code: str) -> str:
    """Put small letters right that a reader made of capitals of the same shape (``684328cF5F4D``)."""
    small = {char for char in code if char.islower()}
    if small and small <= set("cosuvwxzkp") and any(char.isupper() for char in code):
        return code.upper()
    return code


def _is_code(text: str) -> bool:
    digits = sum(char.isdigit() for char in text)
    if digits < 2 or len(text.replace(".", "").replace("-", "")) < 6 or _URL.search(text):
        return False
    return not any(pattern.match(text) for pattern in (_DATE, _CNPJ, _OF_YEAR, _COUNCIL))


def _cancelled(page: Marked) -> list[Field]:
    """A stamp or a status that the paper is cancelled; conditions ("poderá ser cassado") and cadastres are none."""
    found: list[Field] = []
    text = page.layout.text.folded
    cadastre = "SITUACAO CADASTRAL" in text or "CADASTRO DE CONTRIBUINTES" in text or "SINTEGRA" in text
    for anchor in page.of("cancelado"):
        stands = page.sheet.standing(anchor.words)
        capitals = all(page.layout.page.words[word].text.isupper() for word in anchor.words)
        if len(anchor.words) > 1 and stands.starts and not cadastre and (capitals or stands.coverage > 0.5):
            sure = 0.8 if capitals else 0.6
        elif stands.coverage > 0.8 and capitals and not cadastre:
            sure = 0.9 if stands.height >= 1.4 else 0.6
        elif stands.coverage > 0.8 and stands.height >= 2.0:
            sure = 0.8
        else:
            continue
        found.append(page.field(page.sheet.read(anchor.words), page.sheet.read(anchor.words), sure, anchor.words))
    return found


def _all_words(anchor: Anchor, others: Sequence[Anchor]) -> tuple[int, ...]:
    return tuple(sorted({*anchor.words, *(word for other in others for word in other.words)}))

"""What the QR codes and barcodes of a document say: its verification code, and one more witness of its fields.

A code is text that its maker chose: an address with a code in it, ``chave=valor``, JSON, lines with labels, or free
text. It is looked through for labels that say what a value is. What it says never replaces what is printed: where both
agree the field is surer, where they do not a person looks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from urllib.parse import unquote_plus

from rapidfuzz.distance import Levenshtein

from docverify.documents.layout import PageLayout
from docverify.model import Field, Page
from docverify.values.dates import find_dates
from docverify.values.identifiers import cnpj
from docverify.values.names import compare_company
from docverify.values.sinais import Codigo, Sinal
from docverify.values.text import fold, fold_same_length

ONLY_CODE_NOTE = "codigo_so_no_qr"
"""On a document of which the verification code stands in a QR code only: no printed certification (contract, 4, 4)."""

MATRIX = frozenset({"QRCode", "MicroQRCode", "RMQRCode", "DataMatrix", "Aztec", "PDF417"})
_NEAR = 0.25  # share of characters in which a printed code may be misread
_MAX_SHOWN = 120

_NR = r"(?:NR_?|NU_?|NUM_?)?"
_DT = r"(?:DT_?|DATA[_ ]?(?:DE[_ ])?)?"
_PAPER = r"ALVARA|LICENCA|CERTIFICADO|PROTOCOLO|AVCB|CLCB"
_OF_WHAT = r"VERIFICACAO|VERIFICADOR|AUTENTICIDADE|AUTENTICACAO|CONTROLE|VALIDACAO|ACESSO|CRC|SEGURANCA"
_LABELS: Mapping[str, str] = {
    "cnpj": rf"{_NR}(?:CNPJ|CGC)(?:_?CPF)?(?: D[AO] (?:EMPRESA|CONTRIBUINTE|ESTABELECIMENTO))?",
    "validade": rf"{_DT}(?:VALIDADE|VENCIMENTO|VALID[OA]?[_ ]ATE|VENCE[_ ]EM|EXPIRA(?:CAO)?)",
    "data_emissao": rf"{_DT}(?:EMISSAO|EXPEDICAO)|EMITID[OA][_ ]EM",
    "inscricao_estadual": rf"{_NR}(?:INSC(?:RICAO)?[_. ]*EST(?:ADUAL)?|\bIE)",
    "numero": rf"(?:NR|NO|NUM|NUMERO|Nº)(?:[_ ](?:DO |DA )?(?:CERTIDAO|DOCUMENTO|{_PAPER}))?|{_PAPER}",
    "razao_social": r"RAZAO[_ ]?SOCIAL|NOME[_ ]?EMPRESARIAL",
    "codigo": rf"(?:COD(?:IGO)?|CHAVE|TOKEN|HASH|KEY|CODE)(?:[_ ]?(?:DE[_ ])?(?:{_OF_WHAT}))?|"
    r"AUTENTICIDADE|AUTENTICACAO|CONTROLE|VERIFICADOR",
}
_LABEL = re.compile(
    r"(?<![A-Z0-9])(?:"
    + "|".join(f"(?P<{name}>{pattern})" for name, pattern in _LABELS.items())
    + r")[\"']? ?(?:[:=]| - ) ?[\"']?"
)
_END = re.compile(r"[&;|{}\"#]|, ?\"|'")
_CODE = re.compile(r"[A-Z0-9](?:[A-Z0-9]|[.\-/_](?=[A-Z0-9])){4,79}")
_ADDRESS = re.compile(r"^(?:HTTPS?://|WWW\.)|^[A-Z0-9.-]{3,80}\.(?:GOV|COM|ORG|NET|JUS|LEG)(?:\.BR)?[/?]")
_NFE = re.compile(r"(?<!\d)\d{44}(?!\d)")
_PAYMENT = re.compile(r"BR\.GOV\.BCB\.PIX|^000201")
_DIGITS_DATE = re.compile(r"^(?:(?P<y>20\d\d)(?P<m>\d\d)(?P<d>\d\d)|(?P<d2>\d\d)(?P<m2>\d\d)(?P<y2>20\d\d))$")


@dataclass(frozen=True, slots=True)
class Told:
    """What one code says.

    Attributes:
        valores: By field: CNPJ canonical, dates ISO, others as they stand.
        codigo: The verification code in it.
        outros: CNPJs that stand in it without saying whose.
    """

    valores: Mapping[str, str]
    codigo: str | None = None
    outros: tuple[str, ...] = ()


def parse(texto: str) -> Told:
    """Return what the content of a code says.

    Args:
        texto: At most a few thousand characters, as ``reading.codes`` hands them over.
    """
    if _PAYMENT.search(texto[:200].upper()):
        return Told({})
    plain = unquote_plus(texto) if "%" in texto or _ADDRESS.search(texto.upper()) else texto
    # what an address hides in its escapes is as foreign as the rest: no control or direction marks in a report
    plain = "".join(c if c.isprintable() else " " for c in plain)
    folded = fold_same_length(plain)
    found: dict[str, str] = {}
    labels = list(_LABEL.finditer(folded))
    for number, label in enumerate(labels):
        kind = label.lastgroup or ""
        stop = labels[number + 1].start() if number + 1 < len(labels) else len(folded)
        end = _END.search(folded, label.end(), stop)
        raw = plain[label.end() : end.start() if end else stop].strip(" ,.-")[:200]
        value = _value(kind, raw)
        if value and kind not in found:
            found[kind] = value
    code = found.pop("codigo", None)
    if code is None and _ADDRESS.search(folded):
        code = _in_path(plain)
    elif code is None and _CODE.fullmatch(folded) and _looks_like_code(folded):
        code = plain
    loose = tuple(dict.fromkeys(m.valor for m in cnpj.find_cnpjs(plain) if m.valido and not m.reparado))
    keys = tuple(key[6:20] for key in _NFE.findall(plain) if cnpj.is_valid(key[6:20]))
    return Told(found, code, tuple(dict.fromkeys((*loose, *keys))))


def _value(kind: str, raw: str) -> str | None:
    if kind == "cnpj":
        return next((m.valor for m in cnpj.find_cnpjs(raw) if m.valido and not m.reparado), None)
    if kind in ("validade", "data_emissao"):
        day = _day(raw)
        return day.isoformat() if day else None
    if kind == "codigo":
        match = _CODE.match(fold_same_length(raw))
        return raw[: match.end()] if match and _looks_like_code(match[0]) else None
    if kind == "razao_social":
        return raw if sum(map(str.isalpha, raw)) >= 4 else None
    return raw if any(map(str.isdigit, raw)) else None


def _day(raw: str) -> date | None:
    compact = _DIGITS_DATE.match(raw[:8])
    if compact and not raw[8:9].isdigit():
        parts = compact.groupdict()
        try:
            return date(int(parts["y"] or parts["y2"]), int(parts["m"] or parts["m2"]), int(parts["d"] or parts["d2"]))
        except ValueError:
            return None
    # a time may follow: 2027-12-31T00:00:00
    first = next(iter(find_dates(re.split(r"[T ]\d\d:", raw[:60])[0])), None)
    return first.data if first is not None and first.precisao == "dia" and first.start <= 2 else None


def _in_path(address: str) -> str | None:
    """Return the last part of an address that looks like a code: behind a ``/``, or a value of the query."""
    rest = address.split("://", 1)[-1].partition("/")[2]
    for part in reversed(re.split(r"[/?&=#]", rest)):
        folded = fold_same_length(part)
        if _CODE.fullmatch(folded) and _looks_like_code(folded):
            return part
    return None


def _looks_like_code(folded: str) -> bool:
    letters = [c for c in folded if c.isalnum()]
    if len(letters) < 6 or sum(c.isdigit() for c in letters) < 2 or find_dates(folded):
        return False
    return not cnpj.is_valid("".join(letters))


@dataclass(frozen=True, slots=True)
class Witnessed:
    """Fields of a document after its codes were heard."""

    campos: Mapping[str, Field]
    sinais: tuple[Sinal, ...] = ()
    notas: tuple[str, ...] = ()


def witness(layouts: Sequence[PageLayout], campos: Mapping[str, Field], texto: str) -> Witnessed:
    """Compare the fields of a document with what its codes say.

    Args:
        layouts: Its pages.
        campos: Its fields.
        texto: All its words: a company that it names elsewhere too is no contradiction.

    Returns:
        The fields, surer where a code says the same; a sign for each deciding field of which a code says another thing,
        on which nothing rests then (``Field.testemunha``), neither an acceptance nor a defect;
        ``codigo_verificacao`` where only a code has one.
    """
    fields = dict(campos)
    signs: list[Sinal] = []
    notes: list[str] = []
    own = layouts[0].page.arquivo if layouts else ""
    printed = re.sub(r"[^A-Z0-9]", "", fold(texto))
    for page, code in ((layout.page, code) for layout in layouts for code in layout.page.codigos):
        told = parse(code.texto)
        _verification(fields, notes, page, code, told, own)
        for name, value in told.valores.items():
            field = fields.get(name)
            if field is None:
                continue
            agrees = _agrees(name, field, value)
            if agrees:
                fields[name] = _surer(field)
            elif agrees is False and (name == "validade" or re.sub(r"[^A-Z0-9]", "", fold(value)) not in printed):
                sign = _sign(name, field, page, code, value, own)
                signs.append(sign)
                fields[name] = replace(field, testemunha="diverge", visto=sign.lido)
        known = fields.get("cnpj")
        if "cnpj" not in told.valores and known is not None and known.valor in told.outros:
            fields["cnpj"] = _surer(known)
    return Witnessed(fields, tuple(dict.fromkeys(signs)), tuple(dict.fromkeys(notes)))


def _agrees(name: str, field: Field, value: str) -> bool | None:
    """Say whether a code tells a field's value; None where a difference would say nothing."""
    valor = field.valor
    if not isinstance(valor, str):
        return None
    if name == "razao_social":
        level = compare_company(valor, value).nivel
        return True if level in ("igual", "alerta") else False if level == "impede" else None
    left, right = (re.sub(r"[^A-Z0-9]", "", fold(text)) for text in (valor, value))
    if name in ("cnpj", "validade", "inscricao_estadual"):
        return left.lstrip("0") == right.lstrip("0")
    return True if left.lstrip("0") == right.lstrip("0") else None


def _surer(field: Field) -> Field:
    if field.testemunha == "diverge":
        return field
    sure = max(field.confianca, min(0.99, 1 - (1 - field.confianca) * 0.2))
    return replace(field, confianca=round(sure, 4), testemunha=field.testemunha or "concorda")


def _sign(name: str, field: Field, page: Page, code: Codigo, value: str, own: str) -> Sinal:
    shown = value[:_MAX_SHOWN]
    if name in ("validade", "data_emissao"):
        shown = date.fromisoformat(value).strftime("%d/%m/%Y")
    elif name == "cnpj":
        shown = cnpj.format(value)
    kind = _NAMES.get(code.formato, code.formato)
    said = f"traz no código {kind} {_FIELDS[name]} “{shown}”, e impresso está “{field.lido[:_MAX_SHOWN]}”"
    other = page.arquivo if page.arquivo != own else None
    return Sinal("leitores_divergentes", said, code.caixa, page.numero, name, other, shown)


_NAMES = {"QRCode": "QR"}
_FIELDS = {
    "cnpj": "CNPJ",
    "validade": "validade",
    "inscricao_estadual": "inscrição estadual",
    "razao_social": "razão social",
}


def _verification(fields: dict[str, Field], notes: list[str], page: Page, code: Codigo, told: Told, own: str) -> None:
    if told.codigo is None or code.formato not in MATRIX:
        return
    known = fields.get("codigo_verificacao")
    if known is None:
        other = page.arquivo if page.arquivo != own else None
        shown = code.texto[:200]
        fields["codigo_verificacao"] = Field(told.codigo, shown, 0.9, page.numero, code.caixa, other)
        notes.append(ONLY_CODE_NOTE)
        return
    left, right = (re.sub(r"[^A-Z0-9]", "", fold(str(text))) for text in (known.valor, told.codigo))
    if left == right:
        fields["codigo_verificacao"] = _surer(known)
    elif len(left) == len(right) and Levenshtein.distance(left, right) <= max(1, int(_NEAR * len(left))):
        # a code has no check digit that a reader knows of; the QR code's own correction makes it the better reading
        fields["codigo_verificacao"] = replace(_surer(known), valor=_dressed(str(known.valor), told.codigo))


def _dressed(printed: str, code: str) -> str:
    """Return the code with the printed one's points and hyphens, where they fit."""
    letters = iter([c for c in code if c.isalnum()])
    return "".join(next(letters, "") if c.isalnum() else c for c in printed)


__all__ = ["MATRIX", "ONLY_CODE_NOTE", "Told", "Witnessed", "parse", "witness"]

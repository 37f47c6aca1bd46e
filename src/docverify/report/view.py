"""The report as a person reads it: the same facts as the JSON, with Portuguese names, in the order that matters.

Terminal, HTML and PDF are three printings of this one view.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from docverify.report import codes, signatures, words
from docverify.values.errors import InvalidValue
from docverify.values.identifiers import cep, cnae, cnpj, cpf

_ISO_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_PROOF: dict[str, tuple[str, ...]] = {
    "alvara_funcionamento": ("validade", "exercicio", "prazo_indeterminado", "razao_social"),
    "certificado_bombeiros": ("capacidade_glp_kg", "validade"),
    "comprovante_cnpj": ("cnpj", "situacao_cadastral"),
    "inscricao_estadual": ("inscricao_estadual", "cnpj"),
    "contrato_social": ("numero_registro", "razao_social", "cnpj"),
    "estatuto_social": ("numero_registro", "razao_social", "cnpj"),
    "ficha_cadastral": ("firma_reconhecida", "cnpj"),
    "requerimento": ("razao_social", "cnpj", "signatario"),
    "licenca_operacao": ("validade", "atividade"),
}
"""The fields that show best why an item that has nothing against it is good."""


_WRITTEN: dict[str, Callable[[str], str]] = {
    "cnpj": cnpj.format,
    "cpf": cpf.format,
    "cep": cep.format,
    "cnae_principal": cnae.format,
    "cnaes_secundarios": cnae.format,
}
"""How numbers are written for people, by field."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands.

    Attributes:
        arquivo: File name.
        pagina: From 1 within the file.
        caixa: In fractions of the upright page, or None for the whole page.
        legenda: What the picture shows.
    """

    arquivo: str
    pagina: int
    caixa: tuple[float, float, float, float] | None
    legenda: str


@dataclass(frozen=True, slots=True)
class ReasonView:
    """One reason in plain words, with what was read against what was declared."""

    codigo: str
    gravidade: str
    rotulo: str
    mensagem: str
    citacao: str
    inferencia: bool
    campo: str | None
    lido: str | None
    declarado: str | None
    similaridade: str | None
    onde: str | None
    place: Place | None


@dataclass(frozen=True, slots=True)
class ItemView:
    """One rule, answered.

    Attributes:
        fora: It does not apply and there is nothing to say of it.
    """

    id: str
    descricao: str
    citacao: str
    situacao: str
    rotulo: str
    documentos: tuple[str, ...]
    motivos: tuple[ReasonView, ...]
    provas: tuple[Place, ...]
    fora: bool


@dataclass(frozen=True, slots=True)
class FieldView:
    """One field of a document."""

    campo: str
    valor: str
    lido: str
    confianca: str
    duvida: bool
    onde: str


@dataclass(frozen=True, slots=True)
class DocumentView:
    """One document, or the part of one that stands in a file."""

    numero: int
    titulo: str
    onde: str
    confianca: str
    continua: int | None
    campos: tuple[FieldView, ...]


@dataclass(frozen=True, slots=True)
class View:
    """Everything that a report shows to a person."""

    dossie: str
    norma: str
    titulo_norma: str
    pedido: str
    data_referencia: str
    resultado: str
    rotulo: str
    efeito: str
    efeito_citacao: str
    o_que_fazer: str
    contagem: tuple[tuple[str, str, int], ...]
    avisos: tuple[str, ...]
    itens: tuple[ItemView, ...]
    documentos: tuple[DocumentView, ...]
    assinaturas: tuple[str, ...]
    ficha_origem: str
    ficha: tuple[tuple[str, str], ...]


def build(report: Mapping[str, Any]) -> View:
    """Build the view of a report.

    Args:
        report: In the contract's shape (see ``serialize.to_dict``).

    Returns:
        Items in the order of the norm. No text in it holds control or direction characters.
    """
    report = _inert(report)
    documents: Sequence[Mapping[str, Any]] = report["documentos"]
    items = tuple(_item(item, documents) for item in report["itens"])
    counts = [(code, name, sum(i.situacao == code for i in items)) for code, name in words.SITUACOES.items()]
    ficha = report["ficha"]
    parts = [words.PEDIDOS.get(report["situacao"], report["situacao"])]
    for key, names in (("modalidade", codes.MODALIDADES), ("perfil", codes.PERFIS)):
        if report.get(key):
            parts.append(names.get(report[key], report[key]))
    return View(
        dossie=report["dossie"],
        norma=report["norma"],
        titulo_norma=report["titulo_norma"],
        pedido=", ".join(parts),
        data_referencia=human(report["data_referencia"]),
        resultado=report["resultado"],
        rotulo=words.RESULTADOS.get(report["resultado"], report["resultado"]),
        efeito=report["efeito"]["mensagem"],
        efeito_citacao=report["efeito"]["citacao"],
        o_que_fazer=_what_to_do(report["resultado"], any(item.situacao == "em_analise" for item in items)),
        contagem=tuple(entry for entry in counts if entry[2]),
        avisos=tuple(_notice(notice) for notice in report["avisos"]),
        itens=items,
        documentos=tuple(_document(number, d, documents) for number, d in enumerate(documents)),
        assinaturas=signatures.lines(documents),
        ficha_origem="ficha.json" if ficha.get("origem") == "json" else "Ficha Cadastral digitalizada",
        ficha=tuple(
            (words.campo(k), human(v, k)) for k, v in ficha.items() if k != "origem" and v not in (None, [], {})
        ),
    )


def _what_to_do(resultado: str, doubts: bool) -> str:
    told = words.O_QUE_FAZER.get(resultado, "")
    return f"{told} {words.CONFERIR}" if doubts and resultado == "rejeitado" else told


def inert(text: str) -> str:
    """Return text that can steer nothing that shows it: control and direction characters become blanks."""
    return "".join(c if c.isprintable() else " " for c in text)


def _inert(value: Any) -> Any:
    if isinstance(value, str):
        return inert(value)
    if isinstance(value, Mapping):
        return {key: _inert(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_inert(entry) for entry in value]
    return value


def human(value: Any, name: str = "") -> str:
    """Return a value as a person writes it: dates by day first, numbers punctuated, lists and objects in words.

    Args:
        value: Any JSON value of a report.
        name: The field that it is the value of, where there is one.
    """
    if value is None:
        return "—"
    if isinstance(value, bool):
        return "sim" if value else "não"
    if isinstance(value, Mapping):
        named = [(k, words.PARTES.get(k, words.campo(k)), v) for k, v in value.items() if v not in (None, [], "")]
        return "; ".join(f"{title}: {human(v, key)}" for key, title, v in named)
    if isinstance(value, (list, tuple)):
        between = " | " if any(isinstance(v, Mapping) for v in value) else ", "
        return between.join(human(v, name) for v in value)
    text = str(value)
    match = _ISO_DATE.fullmatch(text)
    if match:
        return f"{match[3]}/{match[2]}/{match[1]}"
    return words.VALORES.get(name, {}).get(text) or _punctuated(text, name)


def _punctuated(text: str, name: str) -> str:
    """Return a number of a known kind with its points and strokes; any other text as it is."""
    if name == "documento":
        name = {11: "cpf", 14: "cnpj"}.get(len(text), name)
    write = _WRITTEN.get(name)
    if write is None:
        return text
    try:
        return write(text)
    except InvalidValue:
        return text


def percent(value: float | None) -> str:
    """Return a probability in whole percent, never rounded up to certainty."""
    if value is None:
        return "—"
    return f"{min(99, int(value * 100)) if value < 1 else 100} %"


def _similarity(value: float | None) -> str | None:
    """Return a similarity worth showing: none at all and complete say nothing that the two texts do not."""
    return percent(value) if value is not None and 0 < value < 1 else None


def _notice(notice: Mapping[str, Any]) -> str:
    file, text = notice.get("arquivo"), str(notice["mensagem"])
    if file and file not in text:
        text = f"{file}: {text}"
    name = codes.AVISOS.get(notice["codigo"], notice["codigo"])
    return f"{name}. {text}"


def _pages(pages: Sequence[int]) -> str:
    if not pages:
        return ""
    if len(pages) == 1:
        return f"p. {pages[0]}"
    if list(pages) == list(range(pages[0], pages[-1] + 1)):
        return f"p. {pages[0]} a {pages[-1]}"
    return "p. " + ", ".join(map(str, pages))


def _item(item: Mapping[str, Any], documents: Sequence[Mapping[str, Any]]) -> ItemView:
    owned = [documents[i] for i in item["documentos"] if 0 <= i < len(documents)]
    reasons = tuple(_reason(reason, documents) for reason in item["motivos"])
    shown = {r.place.caixa for r in reasons if r.place}
    proofs: list[Place] = []
    if item["situacao"] in ("conforme", "em_analise") and not any(r.gravidade == "impede" for r in reasons):
        for document in owned:
            proofs.extend(p for p in _proofs(document) if p.caixa not in shown)
    return ItemView(
        id=item["id"],
        descricao=item["descricao"],
        citacao=item["citacao"],
        situacao=item["situacao"],
        rotulo=words.SITUACOES.get(item["situacao"], item["situacao"]),
        documentos=tuple(f"{words.tipo(d['tipo'])} ({d['arquivo']}, {_pages(d['paginas'])})" for d in owned),
        motivos=reasons,
        provas=tuple(proofs[:3]),
        fora=item["situacao"] == "nao_aplicavel" and not reasons,
    )


def _proofs(document: Mapping[str, Any]) -> list[Place]:
    """Return up to two fields that show what the document is good for."""
    fields: Mapping[str, Mapping[str, Any]] = document["campos"]
    names = [n for n in _PROOF.get(document["tipo"], ()) if n in fields] or sorted(fields, key=words.order)
    return [_place(document, fields[n], f"{words.campo(n)}: {human(fields[n]['valor'], n)}") for n in names[:2]]


def _place(document: Mapping[str, Any], field: Mapping[str, Any], legend: str) -> Place:
    box = field.get("caixa")
    return Place(
        field.get("arquivo") or document["arquivo"],
        field["pagina"],
        None if box is None else (box[0], box[1], box[2], box[3]),
        legend,
    )


def _reason(reason: Mapping[str, Any], documents: Sequence[Mapping[str, Any]]) -> ReasonView:
    evidence = reason["evidencia"]
    place, where, field = None, None, None
    if evidence is not None and 0 <= evidence["documento"] < len(documents):
        document = documents[evidence["documento"]]
        field = words.campo(evidence["campo"]) if evidence["campo"] else None
        where = f"{words.tipo(document['tipo'])}, {document['arquivo']}"
        if evidence["pagina"] is not None:
            where += f", p. {evidence['pagina']}"
            place = _place(document, evidence, field or words.tipo(document["tipo"]))
    return ReasonView(
        codigo=reason["codigo"],
        gravidade=reason["gravidade"],
        rotulo=_label(reason["gravidade"], reason["codigo"]),
        mensagem=reason["mensagem"],
        citacao=reason["citacao"],
        inferencia=reason["inferencia"],
        campo=field,
        lido=evidence["lido"] if evidence else None,
        declarado=human(evidence["declarado"]) if evidence and evidence["declarado"] is not None else None,
        similaridade=_similarity(evidence["similaridade"] if evidence else None),
        onde=where,
        place=place,
    )


def _label(gravidade: str, codigo: str) -> str:
    return f"{words.GRAVIDADES.get(gravidade, gravidade)} ({codes.MOTIVOS.get(codigo, codigo)})"


def _document(number: int, document: Mapping[str, Any], documents: Sequence[Mapping[str, Any]]) -> DocumentView:
    extras = [(n, f) for n, f in document.get("campos_extras", {}).items() if n != signatures.FIELD]
    named = list(document["campos"].items()) + extras
    fields = tuple(
        FieldView(
            campo=words.campo(name),
            valor=human(field["valor"], name),
            lido=" ".join(str(field["lido"]).split()),
            confianca=percent(field["confianca"]),
            duvida=field["confianca"] < 0.8,
            onde=f"{field['arquivo']}, p. {field['pagina']}" if field.get("arquivo") else f"p. {field['pagina']}",
        )
        for name, field in named
    )
    return DocumentView(
        numero=number + 1,
        titulo=words.tipo(document["tipo"]),
        onde=f"{document['arquivo']}, {_pages(document['paginas'])}",
        confianca=percent(document["confianca"]),
        continua=None if document.get("continua") is None else document["continua"] + 1,
        campos=fields,
    )

"""One report against its truth: pages, splits, fields, items, decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from docverify.evaluate import values
from docverify.evaluate.truth import TrueDocument, Truth
from docverify.norms.context import default_limiares

CONFIDENT = default_limiares().campo
"""A wrong value read with at least this confidence may turn into a wrong verdict: a defect may rest on it."""

Kind = Literal["certo", "parecido", "ausente", "errado", "a_mais"]
Pages = frozenset[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Source:
    """Where a document comes from: the tier of its scan, the group of its layout, and the layout where it is told."""

    camada: str
    grupo: str
    layout: str = ""


@dataclass(frozen=True, slots=True)
class FieldResult:
    """One field, compared.

    Attributes:
        kind: ``certo`` exact; ``parecido`` words at least 0.95 alike; ``ausente`` not read; ``errado`` read otherwise;
            ``a_mais`` read, but not on the paper.
        confianca: Of what was read, None where nothing was.
        bruta: Score before it was made a probability, where the report tells it (one made for a calibration does).
        estado: What speaks for the value, likewise (`docverify.confirmation.calibration.Estado`).
    """

    origem: Source
    documento: str
    tipo: str
    campo: str
    kind: Kind
    esperado: Any = None
    lido: Any = None
    confianca: float | None = None
    bruta: float | None = None
    estado: str | None = None

    @property
    def confiante(self) -> bool:
        """Wrong, and sure of it."""
        return self.kind in ("errado", "a_mais") and (self.confianca or 0.0) >= CONFIDENT


@dataclass(frozen=True, slots=True)
class PageResult:
    """One page: the type of the document that really holds it, and of the one that was found to."""

    origem: Source
    pagina: str
    tipo: str
    lido: str | None


@dataclass(frozen=True, slots=True)
class DocumentResult:
    """One true document: whether all its pages got its type, and whether exactly they were found as one document."""

    origem: Source
    documento: str
    tipo: str
    certo: bool
    separado: bool


@dataclass(frozen=True, slots=True)
class ItemResult:
    """One item whose answer differs from the truth, or that lacks a reason that must be there.

    Attributes:
        indevido: It holds a reason ``impede`` although it should be ``conforme``.
    """

    item: str
    esperado: str
    lido: str | None
    faltam: tuple[str, ...]
    indevido: bool
    motivos: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DossierResult:
    """One dossier, compared.

    Attributes:
        lido: The report's ``resultado``, or ``erro``.
    """

    dossie: str
    camada: str
    grupo: str
    esperado: str
    lido: str
    erro: str | None
    paginas: tuple[PageResult, ...]
    documentos: tuple[DocumentResult, ...]
    campos: tuple[FieldResult, ...]
    itens: tuple[ItemResult, ...]
    itens_total: int

    @property
    def falso_aceite(self) -> bool:
        """Accepted what must not be."""
        return self.lido == "aceito" and self.esperado != "aceito"

    @property
    def falsa_rejeicao(self) -> bool:
        """Rejected what is good."""
        return self.lido == "rejeitado" and self.esperado == "aceito"


@dataclass(frozen=True, slots=True)
class _Found:
    pages: Pages
    entry: Mapping[str, Any]


def compare(truth: Truth, report: Mapping[str, Any]) -> DossierResult:
    """Compare a report, or an error line of a batch, with the truth.

    Args:
        truth: What is expected.
        report: In the contract's shape.
    """
    error = report.get("erro")
    found = [] if error else _found(report["documentos"])
    owner = {page: document for document in found for page in document.pages}
    known = frozenset(page for document in truth.documentos for page in document.paginas)
    pages: list[PageResult] = []
    documents: list[DocumentResult] = []
    fields: list[FieldResult] = []
    for document in truth.documentos:
        source = Source(document.camada, document.grupo, document.layout)
        holders = {page: owner.get(page) for page in sorted(document.paginas)}
        for page, holder in holders.items():
            pages.append(PageResult(source, _name([page]), document.tipo, holder.entry["tipo"] if holder else None))
        distinct = {id(holder): holder for holder in holders.values()}
        single = next(iter(distinct.values())) if len(distinct) == 1 else None
        split = single is not None and (single.pages & known) == document.paginas
        right = all(holder is not None and holder.entry["tipo"] == document.tipo for holder in holders.values())
        documents.append(DocumentResult(source, _name(sorted(document.paginas)), document.tipo, right, split))
        fields.extend(_fields(source, document, _best(document, holders.values())))
    return DossierResult(
        dossie=truth.dossie,
        camada=truth.camada,
        grupo=truth.grupo,
        esperado=truth.resultado,
        lido="erro" if error else report["resultado"],
        erro=error["codigo"] if error else None,
        paginas=tuple(pages),
        documentos=tuple(documents),
        campos=tuple(fields),
        itens=tuple(_items(truth, [] if error else report["itens"])),
        itens_total=len(truth.itens),
    )


def _found(entries: Sequence[Mapping[str, Any]]) -> list[_Found]:
    groups: dict[int, set[tuple[str, int]]] = {}
    for index, entry in enumerate(entries):
        first = entry.get("continua")
        key = index if first is None else first
        groups.setdefault(key, set()).update((entry["arquivo"], number) for number in entry["paginas"])
    return [_Found(frozenset(pages), entries[key]) for key, pages in sorted(groups.items())]


def _best(document: TrueDocument, holders: Any) -> Mapping[str, Any] | None:
    """Return the found document of the right type that holds most of the true one's pages."""
    right = [h for h in holders if h is not None and h.entry["tipo"] == document.tipo]
    if not right:
        return None
    best = max(right, key=lambda h: len(h.pages & document.paginas))
    return best.entry if isinstance(best, _Found) else None


def _fields(source: Source, document: TrueDocument, entry: Mapping[str, Any] | None) -> list[FieldResult]:
    where = _name(sorted(document.paginas))
    read = {} if entry is None else entry["campos"]
    got = dict(values.flat({name: field["valor"] for name, field in read.items()}))
    results: list[FieldResult] = []
    for name, expected in values.flat(document.campos):
        if name not in got:
            results.append(FieldResult(source, where, document.tipo, name, "ausente", expected))
            continue
        value = got.pop(name)
        likeness = values.similarity(name, expected, value)
        kind: Kind = "certo" if likeness == 1.0 else "parecido" if likeness >= values.SIMILAR else "errado"
        results.append(FieldResult(source, where, document.tipo, name, kind, expected, value, *_told(read, name)))
    for name, value in got.items():
        if value is False:
            continue  # not being so is what a paper that says nothing of it means
        results.append(FieldResult(source, where, document.tipo, name, "a_mais", None, value, *_told(read, name)))
    return results


def _told(read: Mapping[str, Any], name: str) -> tuple[float, float | None, str | None]:
    """Return how surely the field was read of which ``name`` is a part."""
    entry = read[name.partition(".")[0]]
    return entry["confianca"], entry.get("bruta"), entry.get("estado")


def _items(truth: Truth, items: Sequence[Mapping[str, Any]]) -> list[ItemResult]:
    by_id = {item["id"]: item for item in items}
    results: list[ItemResult] = []
    for name, expected in truth.itens.items():
        item = by_id.get(name)
        got = item["situacao"] if item else None
        reasons = item["motivos"] if item else []
        codes = {reason["codigo"] for reason in reasons}
        missing = tuple(code for code in expected.get("motivos", []) if code not in codes)
        undue = expected["situacao"] == "conforme" and any(r["gravidade"] == "impede" for r in reasons)
        if got != expected["situacao"] or missing or undue:
            told = tuple(f"{r['gravidade']}:{r['codigo']}" for r in reasons)
            results.append(ItemResult(name, expected["situacao"], got, missing, undue, told))
    return results


def _name(pages: Sequence[tuple[str, int]]) -> str:
    files: dict[str, list[str]] = {}
    for file, number in pages:
        files.setdefault(file, []).append(str(number))
    return "; ".join(f"{file} p. {','.join(numbers)}" for file, numbers in files.items())

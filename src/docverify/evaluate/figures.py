"""Sums over many compared dossiers: JSON-able figures per tier, per group and in all, and the list of misses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, replace
from typing import Any

from docverify.evaluate.compare import DocumentResult, DossierResult, FieldResult, PageResult, Source

RESULTS = ("aceito", "rejeitado", "em_analise")


def figures(results: Sequence[DossierResult]) -> dict[str, Any]:
    """Return all figures of an evaluation.

    Args:
        results: One per dossier.

    Returns:
        ``total``, ``por_camada``, ``por_grupo`` and ``por_grupo_e_camada`` blocks (see :func:`block`), and ``falhas``,
        each miss once.
    """
    return {
        "total": block(results),
        "por_camada": _grouped(results, lambda r: r.camada),
        "por_grupo": _grouped(results, lambda r: r.grupo),
        "por_grupo_e_camada": _grouped(results, lambda r: f"{r.grupo}/{r.camada}"),
        "falhas": [miss for result in results for miss in misses(result)],
    }


def block(results: Sequence[DossierResult], parts: Sequence[DossierResult] | None = None) -> dict[str, Any]:
    """Return the figures of some dossiers.

    Args:
        results: Whose decisions and items count.
        parts: Whose pages, documents and fields count; default: the same.

    Rates are ``{"certos", "total", "taxa"}`` with ``taxa`` None where there is nothing to count.
    """
    parts = results if parts is None else parts
    pages = [page for result in parts for page in result.paginas]
    documents = [document for result in parts for document in result.documentos]
    fields = [field for result in parts for field in result.campos]
    types = sorted({page.tipo for page in pages})
    asked = sum(result.itens_total for result in results)
    decided = [result for result in results if result.lido in ("aceito", "rejeitado")]
    return {
        "dossies": len(results),
        "decisoes": {
            expected: {
                got: sum(r.esperado == expected and r.lido == got for r in results) for got in (*RESULTS, "erro")
            }
            for expected in RESULTS
        },
        "decisoes_certas": rate(sum(r.esperado == r.lido for r in results), len(results)),
        "falsos_aceites": [r.dossie for r in results if r.falso_aceite],
        "falsas_rejeicoes": [r.dossie for r in results if r.falsa_rejeicao],
        "impedimentos_indevidos": sum(item.indevido for r in results for item in r.itens),
        "itens_certos": rate(asked - sum(len(r.itens) for r in results), asked),
        "decididos_sem_pessoa": rate(len(decided), len(results)),
        "erros": dict(sorted(Counter(r.erro for r in results if r.erro).items())),
        "paginas": rate(sum(page.tipo == page.lido for page in pages), len(pages)),
        "documentos": rate(sum(document.certo for document in documents), len(documents)),
        "separacao": rate(sum(document.separado for document in documents), len(documents)),
        "campos": field_rates(fields),
        "tipos": {
            tipo: _of_type(
                [page for page in pages if page.tipo == tipo],
                [document for document in documents if document.tipo == tipo],
                [field for field in fields if field.tipo == tipo],
            )
            for tipo in types
        },
    }


def _of_type(
    pages: Sequence[PageResult], documents: Sequence[DocumentResult], fields: Sequence[FieldResult]
) -> dict[str, Any]:
    return {
        "paginas": rate(sum(page.tipo == page.lido for page in pages), len(pages)),
        "documentos": rate(sum(document.certo for document in documents), len(documents)),
        "trocado_por": dict(sorted(Counter(str(page.lido) for page in pages if page.tipo != page.lido).items())),
        "campos": field_rates(fields),
    }


def rate(right: int, total: int) -> dict[str, Any]:
    """Return a count with its rate, rounded down to 4 digits so that 1.0 means all."""
    return {"certos": right, "total": total, "taxa": None if total == 0 else int(right / total * 10_000) / 10_000}


def field_rates(fields: Iterable[FieldResult]) -> dict[str, Any]:
    """Return per field how many are exact, similar, missing, wrong, extra, and wrong with confidence."""
    by_name: dict[str, list[FieldResult]] = {}
    for field in fields:
        by_name.setdefault(field.campo, []).append(field)
    out: dict[str, Any] = {}
    for name, found in sorted(by_name.items()):
        count = Counter(field.kind for field in found)
        total = len(found) - count["a_mais"]
        out[name] = {
            **rate(count["certo"], total),
            "taxa_parecidos": rate(count["certo"] + count["parecido"], total)["taxa"],
            "parecidos": count["parecido"],
            "ausentes": count["ausente"],
            "errados": count["errado"],
            "a_mais": count["a_mais"],
            "errados_confiantes": sum(field.confiante for field in found),
        }
    return out


def misses(result: DossierResult) -> list[dict[str, Any]]:
    """Return what went wrong with a dossier, one entry each, with what is needed to look it up."""
    head = {"dossie": result.dossie, "camada": result.camada, "grupo": result.grupo}

    def told(kind: str, part: PageResult | DocumentResult | FieldResult, **more: Any) -> dict[str, Any]:
        entry = asdict(part)
        return {**head, **entry.pop("origem"), "falha": kind, **entry, **more}

    out: list[dict[str, Any]] = []
    if result.esperado != result.lido:
        kind = "falso_aceite" if result.falso_aceite else "falsa_rejeicao" if result.falsa_rejeicao else "decisao"
        out.append({**head, "falha": kind, "esperado": result.esperado, "lido": result.lido, "erro": result.erro})
    out.extend({**head, "falha": "item", **asdict(item)} for item in result.itens)
    out.extend(told("tipo", page) for page in result.paginas if page.tipo != page.lido)
    out.extend(told("separacao", document) for document in result.documentos if not document.separado)
    out.extend(told("campo", field, confiante=field.confiante) for field in result.campos if field.kind != "certo")
    return out


def _grouped(results: Sequence[DossierResult], key: Callable[[DossierResult | Source], str]) -> dict[str, Any]:
    """Return a block per group: decisions by the dossier's own, pages, documents and fields by their document's."""
    names = {key(result) for result in results}
    names |= {key(document.origem) for result in results for document in result.documentos}
    return {
        name: block(
            [result for result in results if key(result) == name], [_only(result, key, name) for result in results]
        )
        for name in sorted(names)
    }


def _only(result: DossierResult, key: Callable[[DossierResult | Source], str], name: str) -> DossierResult:
    return replace(
        result,
        paginas=tuple(page for page in result.paginas if key(page.origem) == name),
        documentos=tuple(document for document in result.documentos if key(document.origem) == name),
        campos=tuple(field for field in result.campos if key(field.origem) == name),
    )

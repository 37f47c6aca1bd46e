"""Taking out of a verdict's report what it says of documents that are purged; the decision itself stays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any

from docverify.values.text import fold

SCRUBBED = "(expurgado)"
UNNAMED = "expurgado"
_SHORTEST = 4
"""Of a text that was read, to be looked for in messages: shorter ones are in everything."""

_Report = Mapping[str, Any]


def owners(arquivo: str, originals: Set[str]) -> Set[str]:
    """Return on which originals a file lies that a report names: itself, or any where it came out of an archive."""
    return frozenset({arquivo}) if arquivo in originals else originals


def kinds_by_original(report: _Report, originals: Set[str]) -> dict[str, frozenset[str]]:
    """Return the types of documents on each original; what came out of an archive counts for all of them."""
    found: dict[str, set[str]] = {name: set() for name in originals}
    for document in report.get("documentos", ()):
        for name in _files(document, originals):
            found[name].add(document["tipo"])
    return {name: frozenset(kinds) for name, kinds in found.items()}


def lost_documents(report: _Report, originals: Set[str], gone: Set[str]) -> set[int]:
    """Return the indexes of the documents that lie, with any part, on originals that are purged."""
    return {i for i, d in enumerate(report["documentos"]) if _files(d, originals) & gone}


def scrubbed(
    report: _Report, originals: Set[str], gone: Set[str], *, ficha: bool, renamed: Mapping[str, str]
) -> dict[str, Any]:
    """Return a report without what it says of some originals.

    Of a document on them, type and pages stay, its fields go, and so does every message that may repeat them: in an
    item that rests on it, in evidence on it, or with the very words that only it had.

    Args:
        report: In the contract's shape; one that was scrubbed before too.
        originals: Names of all originals of the dossier.
        gone: Those that are purged.
        ficha: The declared data go too.
        renamed: What the purged originals are called from now on.
    """
    documents = [_document(d, originals, gone, renamed) for d in report["documentos"]]
    lost = lost_documents(report, originals, gone)
    forgotten = _texts(report, lost, ficha=ficha)
    out = {
        **report,
        "documentos": documents,
        "itens": [_item(i, lost, forgotten, ficha=ficha) for i in report["itens"]],
    }
    out["avisos"] = [_notice(n, originals, gone, renamed, forgotten) for n in report["avisos"]]
    if ficha:
        out["ficha"] = {"origem": report["ficha"]["origem"]}
    return out


def emptied(report: _Report, originals: Set[str], renamed: Mapping[str, str], name: str) -> dict[str, Any]:
    """Return what stays of a report of a dossier that is purged as a whole: what was decided, by which rules.

    Args:
        report: In the contract's shape.
        originals: Names of all originals of the dossier.
        renamed: What they are called from now on.
        name: What the dossier is called from now on.
    """
    scrubbed_one = scrubbed(report, originals, originals, ficha=True, renamed=renamed)
    effect = report["efeito"]
    return {
        **{key: scrubbed_one[key] for key in _STAYS},
        "dossie": name,
        "efeito": {"codigo": effect["codigo"], "mensagem": SCRUBBED, "citacao": effect["citacao"]},
        "avisos": [{**notice, "mensagem": SCRUBBED} for notice in scrubbed_one["avisos"]],
        "itens": [_bare(item) for item in scrubbed_one["itens"]],
        "expurgado": True,
    }


_STAYS = (
    "versao", "dossie", "norma", "titulo_norma", "situacao", "modalidade", "perfil", "data_referencia", "resultado",
    "efeito", "avisos", "ficha", "itens", "documentos", "tempos",
)  # fmt: skip


def _files(document: Mapping[str, Any], originals: Set[str]) -> Set[str]:
    """Return the originals that a document, or a field of it, lies on."""
    found = set(owners(document["arquivo"], originals))
    for value in _fields(document):
        found |= owners(value.get("arquivo", document["arquivo"]), originals)
    return found


def _fields(document: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield from document.get("campos", {}).values()
    yield from document.get("campos_extras", {}).values()


def _document(
    document: Mapping[str, Any], originals: Set[str], gone: Set[str], renamed: Mapping[str, str]
) -> dict[str, Any]:
    if not _files(document, originals) & gone:
        return dict(document)
    out = {key: value for key, value in document.items() if key not in ("campos", "campos_extras")}
    return {**out, "arquivo": _name(document["arquivo"], originals, gone, renamed), "campos": {}, "expurgado": True}


def _name(arquivo: str, originals: Set[str], gone: Set[str], renamed: Mapping[str, str]) -> str:
    if arquivo in originals:
        return renamed[arquivo] if arquivo in gone else arquivo
    return UNNAMED  # it came out of an archive: names inside are gone with it


def _texts(report: _Report, lost: set[int], *, ficha: bool) -> frozenset[str]:
    """Return, folded, what was read of lost documents (and declared) and stands nowhere else."""
    own: set[str] = set()
    others: set[str] = set()
    for number, document in enumerate(report["documentos"]):
        for value in _fields(document):
            (own if number in lost else others).update(_strings(value.get("valor")), _strings(value.get("lido")))
    (own if ficha else others).update(_strings(report["ficha"]))
    return frozenset(_folded(own)) - frozenset(_folded(others))


def _folded(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        short = fold(text)
        if len(short) >= _SHORTEST:
            yield short


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for entry in value.values():
            yield from _strings(entry)
    elif isinstance(value, list):
        for entry in value:
            yield from _strings(entry)


def _item(item: Mapping[str, Any], lost: set[int], forgotten: frozenset[str], *, ficha: bool) -> dict[str, Any]:
    rests = bool(lost.intersection(item["documentos"]))
    return {**item, "motivos": [_reason(r, lost, forgotten, rests=rests, ficha=ficha) for r in item["motivos"]]}


def _reason(
    reason: Mapping[str, Any], lost: set[int], forgotten: frozenset[str], *, rests: bool, ficha: bool
) -> dict[str, Any]:
    evidence = reason["evidencia"]
    here = evidence is not None and evidence["documento"] in lost
    out = dict(reason)
    if here or rests or ficha or _repeats(reason["mensagem"], forgotten):
        out["mensagem"] = SCRUBBED
    if evidence is not None:
        seen = evidence["lido"]
        told = evidence["declarado"]
        out["evidencia"] = {
            **evidence,
            "lido": None if here or (seen is not None and _repeats(seen, forgotten)) else seen,
            "declarado": None if ficha or (told is not None and _repeats(told, forgotten)) else told,
        }
    return out


def _bare(item: Mapping[str, Any]) -> dict[str, Any]:
    """Return an item whose reasons are codes: what a message says is of no use without what it spoke of."""
    bare = []
    for reason in item["motivos"]:
        evidence = reason["evidencia"]
        empty = None if evidence is None else {**evidence, "lido": None, "declarado": None}
        bare.append({**reason, "mensagem": SCRUBBED, "evidencia": empty})
    return {**item, "motivos": bare}


def _notice(
    notice: Mapping[str, Any],
    originals: Set[str],
    gone: Set[str],
    renamed: Mapping[str, str],
    forgotten: frozenset[str],
) -> dict[str, Any]:
    out = dict(notice)
    arquivo = notice.get("arquivo")
    if arquivo is not None and owners(arquivo, originals) & gone:
        return {**out, "arquivo": _name(arquivo, originals, gone, renamed), "mensagem": SCRUBBED}
    if _repeats(notice["mensagem"], forgotten) or any(name in notice["mensagem"] for name in gone):
        out["mensagem"] = SCRUBBED
    return out


def _repeats(text: str, forgotten: frozenset[str]) -> bool:
    folded = fold(text)
    return any(short in folded for short in forgotten)

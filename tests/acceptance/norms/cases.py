"""Reads the cases that a lawyer can read (``*.toml`` beside this file) and builds their dossiers.

A case starts from ``base.toml`` and says what differs:

- ``muda``: ``tipo.campo`` or ``ficha.chave`` to a new value; a table ``{ valor, lido, confianca }`` says more;
- ``tira``: ``tipo``, ``tipo.campo`` or ``ficha.chave`` that is not there;
- ``acrescenta``: documents more, ``{ tipo, confianca, texto, qualidade, campos }``;
- ``confianca``, ``qualidade``, ``texto``, ``notas``: of a document (``tipo``) or of a field (``tipo.campo``);
- ``origem``: of a document, ``texto`` (a text layer) or ``ocr`` (pixels, the default);
- ``extras``: ``tipo.campo`` of what was read beyond the contract's fields;
- ``pedido``, ``fatos``, ``ajustes``, ``data_referencia``.

``itens`` holds the items that are not as in the dossier in order; ``motivos`` the reasons of an item, each
``codigo:gravidade``, all of them unless the list ends with ``"..."``.
"""

from __future__ import annotations

import copy
import json
import tomllib
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from docverify import ficha
from docverify.model import Decision, Document, DossierFacts, Field
from docverify.norms import decide, load_norm

FOLDER = Path(__file__).parent
BASE = tomllib.loads((FOLDER / "base.toml").read_text(encoding="utf-8"))
FILES = sorted(p for p in FOLDER.glob("*.toml") if p.name != "base.toml")


@dataclass(frozen=True)
class Case:
    """A case and the file that it stands in."""

    arquivo: str
    data: dict[str, Any]

    @property
    def id(self) -> str:
        return f"{self.arquivo}: {self.data['nome']}"


def all_cases() -> list[Case]:
    return [Case(p.stem, c) for p in FILES for c in tomllib.loads(p.read_text(encoding="utf-8"))["casos"]]


def _put(tree: dict[str, Any], dotted: str, value: Any) -> None:
    *path, last = dotted.split(".")
    for key in path:
        tree = tree.setdefault(key, {}) if not isinstance(tree, list) else tree[int(key)]
    tree[last] = value


def _drop(tree: dict[str, Any], dotted: str) -> None:
    *path, last = dotted.split(".")
    for key in path:
        tree = tree[key]
    del tree[last]


def field(value: Any, line: int, confianca: float = 0.97) -> Field:
    """Build a field; its box only says that there is one."""
    lido: str | None = None
    if isinstance(value, dict) and "valor" in value:
        confianca, lido, value = value.get("confianca", confianca), value.get("lido"), value["valor"]
    if isinstance(value, date):
        value = value.isoformat()
    top = min(0.05 * line, 0.9)
    return Field(value, lido if lido is not None else str(value), confianca, 1, (0.1, top, 0.6, top + 0.02))


def document(tipo: str, spec: dict[str, Any], number: int) -> Document:
    fields = {name: field(v, i) for i, (name, v) in enumerate(spec.get("campos", {}).items(), start=1)}
    return Document(
        arquivo=f"{number:02}-{tipo}.pdf",
        paginas=(1,),
        tipo=tipo,
        confianca=spec.get("confianca", 0.98),
        campos=fields,
        qualidade=spec.get("qualidade", 0.95),
        texto=spec.get("texto", ""),
        notas=tuple(spec.get("notas", ())),
        continua=spec.get("continua"),
        origem=spec.get("origem", "ocr"),
        campos_extras={n: field(v, 1) for n, v in spec.get("extras", {}).items()},
    )


def build(case: dict[str, Any]) -> tuple[dict[str, Any], list[Document]]:
    """Return the ``ficha.json`` and the documents of a case."""
    declared = copy.deepcopy(BASE["ficha"])
    papers = {t: {"campos": copy.deepcopy(c)} for t, c in BASE["documentos"].items()}
    tree: dict[str, Any] = {"ficha": declared, **{t: p["campos"] for t, p in papers.items()}}
    for place, value in case.get("muda", {}).items():
        _put(tree, place, value)
    for tipo, origem in case.get("origem", {}).items():
        papers[tipo]["origem"] = origem
    for place, value in case.get("extras", {}).items():
        tipo, name = place.split(".", 1)
        papers[tipo].setdefault("extras", {})[name] = value
    for key in ("confianca", "qualidade", "texto", "notas"):
        for place, value in case.get(key, {}).items():
            if "." not in place:
                papers[place][key] = value
            else:
                tipo, name = place.split(".", 1)
                old = tree[tipo][name]
                plain = old if isinstance(old, dict) and "valor" in old else {"valor": old}
                tree[tipo][name] = {**plain, key: value}
    for place in case.get("tira", []):
        if "." in place:
            _drop(tree, place)
        else:
            del papers[place]
    declared["pedido"].update(case.get("pedido", {}))
    specs = list(papers.items()) + [(d["tipo"], d) for d in case.get("acrescenta", [])]
    return declared, [document(t, s, i) for i, (t, s) in enumerate(specs)]


def run(case: dict[str, Any]) -> Decision:
    """Decide a case."""
    declared, documents = build(case)
    parsed = ficha.parse(json.dumps(declared, default=str).encode())
    facts = case.get("fatos", {})
    return decide(
        parsed,
        parsed.pedido,
        documents,
        DossierFacts(facts.get("paginas_em_duvida", False), tuple(facts.get("arquivos_ilegiveis", ()))),
        load_norm("GLP297", case.get("ajustes")),
        case.get("data_referencia", BASE["data_referencia"]),
    )


def expected_items(case: dict[str, Any], rules: list[str]) -> dict[str, str]:
    """Return the expected situation of every item."""
    situation = case.get("pedido", {}).get("situacao", "novo")
    group = "alteracao" if situation.startswith("alteracao") else situation
    base = BASE["espera"].get(group, BASE["espera"]["novo"])
    return {rule: case.get("itens", {}).get(rule, base.get(rule, "conforme")) for rule in rules}

"""Reads the cases that a lawyer can read (``<norma>/*.toml`` beside this file) and builds their dossiers.

Each norm has a folder, its id in small letters, with a dossier in order in ``base.toml``. A case starts from it, or,
with ``base = "nome"``, from ``base_nome.toml``, and says what differs. A second document of a type has a name of its
own, ``tipo@nome`` (``inscricao_estadual@go``), wherever ``tipo`` stands below; ``[textos]`` are a base's words:

- ``muda``: ``tipo.campo`` or ``ficha.chave`` to a new value; a table ``{ valor, lido, confianca }`` says more;
- ``tira``: ``tipo``, ``tipo.campo`` or ``ficha.chave`` that is not there;
- ``acrescenta``: documents more, ``{ tipo, confianca, texto, qualidade, campos }``;
- ``confianca``, ``qualidade``, ``texto``, ``notas``: of a document (``tipo``) or of a field (``tipo.campo``);
- ``origem``: of a document, ``texto`` (a text layer) or ``ocr`` (pixels, the default);
- ``extras``: ``tipo.campo`` of what was read beyond the contract's fields;
- ``pedido``, ``fatos``, ``ajustes``, ``data_referencia``;
- ``bases``: data from outside the dossier, a list of tables under ``cadin``, ``revogadas`` or ``autorizadas``; a base
  that is empty was consulted (`docverify.norms.bases` says their keys).

What is expected of the items of a dossier in order stands in the base's ``[espera.<situacao>]`` (else that of the group
``alteracao``, else ``novo``).

``itens`` holds the items that are not as in the dossier in order; ``motivos`` the reasons of an item, each
``codigo:gravidade``, all of them unless the list ends with ``"..."``.
"""

from __future__ import annotations

import copy
import json
import tomllib
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from docverify import ficha
from docverify.model import Decision, Document, DossierFacts, Field
from docverify.norms import decide, load_norm
from docverify.norms.bases import Autorizacao, Bases, Debito, Revogacao, SocioDeDevedora
from docverify.values.addresses import Endereco

FOLDER = Path(__file__).parent
FILES = sorted(p for p in FOLDER.glob("*/*.toml") if p.stem != "base" and not p.stem.startswith("base_"))


@cache
def base(norma: str, name: str = "") -> dict[str, Any]:
    """Return a norm's dossier in order, as its file says it (do not change it)."""
    file = f"base_{name}.toml" if name else "base.toml"
    return tomllib.loads((FOLDER / norma.lower() / file).read_text(encoding="utf-8"))


BASE = base("GLP297")


@dataclass(frozen=True)
class Case:
    """A case and the file that it stands in; its ``data`` also hold the norm, ``norma``."""

    arquivo: str
    data: dict[str, Any]

    @property
    def norma(self) -> str:
        return str(self.data["norma"])

    @property
    def id(self) -> str:
        return f"{self.arquivo}: {self.data['nome']}"


def all_cases(norma: str | None = None) -> list[Case]:
    """Return every case, or those of one norm."""
    found = []
    for path in FILES:
        of = path.parent.name.upper()
        if norma in (None, of):
            cases = tomllib.loads(path.read_text(encoding="utf-8"))["casos"]
            found += [Case(f"{path.parent.name}/{path.stem}", {**c, "norma": of}) for c in cases]
    return found


def norms_with_cases() -> list[str]:
    """Return the norms that have a folder of cases."""
    return sorted({p.parent.name.upper() for p in FILES})


def base_of(case: dict[str, Any]) -> dict[str, Any]:
    """Return the dossier in order from which a case starts."""
    return base(case["norma"], case.get("base", ""))


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
    start = base_of(case)
    declared = copy.deepcopy(start["ficha"])
    papers = {t: {"campos": copy.deepcopy(c)} for t, c in start["documentos"].items()}
    for tipo, texto in start.get("textos", {}).items():
        papers[tipo]["texto"] = texto
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
    return declared, [document(t.split("@")[0], s, i) for i, (t, s) in enumerate(specs)]


def outside(data: dict[str, list[dict[str, Any]]]) -> Bases:
    """Build what is known from outside the dossier."""

    def of(name: str, make: Any) -> Any:
        return tuple(make(**row) for row in data[name]) if name in data else None

    def place(**row: Any) -> Autorizacao:
        return Autorizacao(**{**row, "endereco": Endereco(**row["endereco"]) if "endereco" in row else None})

    def revoked(**row: Any) -> Revogacao:
        partners = tuple(
            (s, None) if isinstance(s, str) else (s["nome"], s.get("documento")) for s in row.get("socios", [])
        )
        return Revogacao(**{**row, "socios": partners})

    def debt(**row: Any) -> Debito:
        partners = tuple(SocioDeDevedora(**s) for s in row["socios"]) if "socios" in row else None
        return Debito(**{**row, "socios": partners})

    return Bases(of("cadin", debt), of("revogadas", revoked), of("autorizadas", place))


def dossier_facts(case: dict[str, Any]) -> DossierFacts:
    """Build what is in doubt beyond the documents."""
    facts = case.get("fatos", {})
    return DossierFacts(facts.get("paginas_em_duvida", False), tuple(facts.get("arquivos_ilegiveis", ())))


def run(case: dict[str, Any]) -> Decision:
    """Decide a case."""
    declared, documents = build(case)
    parsed = ficha.parse(json.dumps(declared, default=str).encode())
    return decide(
        parsed,
        parsed.pedido,
        documents,
        dossier_facts(case),
        load_norm(case["norma"], case.get("ajustes")),
        case.get("data_referencia", base_of(case)["data_referencia"]),
        bases=outside(case.get("bases", {})),
    )


def expected_items(case: dict[str, Any], rules: list[str]) -> dict[str, str]:
    """Return the expected situation of every item."""
    start = base_of(case)
    pedido = {**start["ficha"]["pedido"], **case.get("pedido", {})}
    situation = pedido.get("situacao", "novo")
    group = "alteracao" if situation.startswith("alteracao") else situation
    expected = start["espera"].get(situation) or start["espera"].get(group) or start["espera"]["novo"]
    return {rule: case.get("itens", {}).get(rule, expected.get(rule, "conforme")) for rule in rules}

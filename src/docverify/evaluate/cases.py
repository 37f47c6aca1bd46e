"""Cases that a lawyer can read: a dossier in order, what differs from it, and what the norm must answer.

No scan is needed: the documents are said field by field and go through the same decision as those that were read. A
folder of cases holds a dossier in order in ``base.toml`` (``ficha``, ``documentos``, ``data_referencia`` and, in
``[espera.<situacao>]``, what is expected of its items beyond ``conforme``; else that of the group ``alteracao``, else
``novo``). A file of cases starts from it, or with ``base = "nome"`` from ``base_nome.toml``, and says what differs. A
second document of a type has a name of its own, ``tipo@nome`` (``inscricao_estadual@go``), wherever ``tipo`` stands:

- ``muda``: ``tipo.campo`` or ``ficha.chave`` to a new value; a table ``{ valor, lido, confianca }`` says more;
- ``tira``: ``tipo``, ``tipo.campo`` or ``ficha.chave`` that is not there;
- ``acrescenta``: documents more, ``{ tipo, confianca, texto, qualidade, campos }``;
- ``confianca``, ``qualidade``, ``texto``, ``notas``: of a document (``tipo``) or of a field (``tipo.campo``);
- ``origem``: of a document, ``texto`` (a text layer) or ``ocr`` (pixels, the default);
- ``extras``: ``tipo.campo`` of what was read beyond the contract's fields;
- ``pedido``, ``fatos``, ``ajustes``, ``data_referencia``;
- ``bases``: data from outside the dossier, a list of tables under ``cadin``, ``revogadas`` or ``autorizadas``.

What must come out: ``resultado``, ``efeito``; ``itens`` that are not as in the dossier in order; ``motivos`` of an
item, each ``codigo:gravidade``, all of them unless the list ends with ``"..."``; ``avisos``; ``diz``, words of an
item's messages.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from docverify import ficha
from docverify.documents.contract import campos_of
from docverify.errors import DocverifyError, RuleSetError
from docverify.model import TIPOS, Decision, Document, DossierFacts, Field
from docverify.norms.bases import Autorizacao, Bases, Debito, Revogacao, SocioDeDevedora
from docverify.norms.decide import decide
from docverify.norms.schema import Norm
from docverify.norms.toml_text import toml_text, toml_values
from docverify.values.addresses import Endereco

Table = Mapping[str, Any]

OF_EVERY_CASE = frozenset({"norma_fora_de_vigencia", "certificacao_nao_verificada"})
"""Notices that no case needs to expect."""


CHAVES = (
    *("nome", "resultado", "efeito", "itens", "motivos", "avisos", "diz"),
    *("base", "muda", "tira", "acrescenta", "confianca", "qualidade", "texto", "notas", "origem", "extras"),
    *("pedido", "fatos", "ajustes", "data_referencia", "bases"),
)
"""What a case may hold."""

_CHAVES_DE = {
    "fatos": ("paginas_em_duvida", "arquivos_ilegiveis"),
    "bases": ("cadin", "revogadas", "autorizadas"),
    "acrescenta": ("tipo", "campos", "texto", "extras", "confianca", "qualidade", "notas", "continua", "origem"),
}
_CHAVES_DO_DOSSIE = ("data_referencia", "ficha", "documentos", "textos", "espera")


class CaseError(RuleSetError):
    """A file of cases cannot be used: the message names file, case and remedy."""


def is_case_file(path: Path) -> bool:
    """Tell whether a TOML file holds cases, and no norm."""
    try:
        return "casos" in toml_values(toml_text(path))
    except ValueError:
        return False


def load(path: Path) -> Table:
    """Read a file of cases or a dossier in order.

    Raises:
        CaseError: If it cannot be read.
    """
    try:
        return toml_values(toml_text(path))
    except ValueError as error:
        raise CaseError(f"{path.name} não pôde ser lido: {error}. Corrija o arquivo de casos.") from error


def base_file(case: Table) -> str:
    """Return the name of the file with the dossier from which a case starts."""
    name = case.get("base", "")
    return f"base_{name}.toml" if name else "base.toml"


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
    """Build a field; its box only says that there is one.

    Args:
        value: The value, or a table ``{ valor, lido, confianca }``.
        line: Number of the field on its document, from 1.
        confianca: 0..1, where the table does not say it.
    """
    lido: str | None = None
    if isinstance(value, dict) and "valor" in value:
        confianca, lido, value = value.get("confianca", confianca), value.get("lido"), value["valor"]
    if isinstance(value, date):
        value = value.isoformat()
    top = min(0.05 * line, 0.9)
    return Field(value, lido if lido is not None else str(value), confianca, 1, (0.1, top, 0.6, top + 0.02))


def document(tipo: str, spec: Table, number: int) -> Document:
    """Build a document, read well where nothing else is said."""
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


def build(case: Table, start: Table) -> tuple[dict[str, Any], list[Document]]:
    """Return the ``ficha.json`` and the documents of a case.

    Args:
        case: What differs.
        start: The dossier in order.

    Raises:
        KeyError: If the case names a place that the dossier in order has not.
    """
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


def outside(data: Mapping[str, Sequence[Table]]) -> Bases:
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


def dossier_facts(case: Table) -> DossierFacts:
    """Build what is in doubt beyond the documents."""
    facts = case.get("fatos", {})
    return DossierFacts(facts.get("paginas_em_duvida", False), tuple(facts.get("arquivos_ilegiveis", ())))


def decide_case(case: Table, start: Table, norm: Norm) -> Decision:
    """Decide a case under a norm, whose settings the case may replace.

    Raises:
        KeyError: If the case names a place that the dossier in order has not.
        DocverifyError: If its Ficha, its request or a setting is wrong.
    """
    declared, documents = build(case, start)
    parsed = ficha.parse(json.dumps(declared, default=str).encode(), (*ficha.NORMAS, norm.id))
    settings = case.get("ajustes")
    return decide(
        parsed,
        parsed.pedido,
        documents,
        dossier_facts(case),
        norm.with_settings(settings) if settings else norm,
        case.get("data_referencia", start["data_referencia"]),
        bases=outside(case.get("bases", {})),
    )


def expected_items(case: Table, start: Table, rules: Sequence[str]) -> dict[str, str]:
    """Return the expected situation of every item."""
    pedido = {**start["ficha"]["pedido"], **case.get("pedido", {})}
    situation = pedido.get("situacao", "novo")
    group = "alteracao" if situation.startswith("alteracao") else situation
    told = start.get("espera", {})
    expected = told.get(situation) or told.get(group) or told.get("novo", {})
    return {rule: case.get("itens", {}).get(rule, expected.get(rule, "conforme")) for rule in rules}


def differences(case: Table, start: Table, decision: Decision) -> Iterator[str]:
    """Yield in Portuguese what came out otherwise than the case expects."""
    items = {i.id: i for i in decision.itens}
    for name, got, wanted in (
        ("resultado", decision.resultado, case["resultado"]),
        ("efeito", decision.efeito.codigo, case["efeito"]),
    ):
        if got != wanted:
            yield f"{name} é '{got}', e se espera '{wanted}'"
    for rule, situation in expected_items(case, start, list(items)).items():
        if items[rule].situacao != situation:
            why = "; ".join(m.mensagem for m in items[rule].motivos if m.gravidade != "alerta")
            yield f"{rule} é '{items[rule].situacao}', e se espera '{situation}'" + (f" ({why})" if why else "")
    for rule in {*case.get("itens", {}), *case.get("motivos", {}), *case.get("diz", {})} - set(items):
        yield f"a norma não tem a regra {rule}"
    for rule, codes in case.get("motivos", {}).items():
        found = [f"{m.codigo}:{m.gravidade}" for m in items[rule].motivos] if rule in items else []
        open_end = codes[-1:] == ["..."]
        if not set(codes[:-1]) <= set(found) if open_end else sorted(codes) != sorted(found):
            yield f"{rule} tem os motivos {', '.join(found) or 'nenhum'}, e se espera {', '.join(codes) or 'nenhum'}"
    notices = {n.codigo for n in decision.avisos} - OF_EVERY_CASE
    if notices != set(case.get("avisos", [])):
        yield f"os avisos são {sorted(notices)}, e se espera {sorted(case.get('avisos', []))}"
    for rule, text in case.get("diz", {}).items():
        if rule in items and text not in " ".join(m.mensagem for m in items[rule].motivos):
            yield f"{rule} não diz “{text}”"


def _only(table: Table, known: Sequence[str], where: str) -> None:
    for key in table:
        if key not in known:
            near = get_close_matches(str(key), known, n=1)
            hint = f"Você quis dizer '{near[0]}'?" if near else f"Existem: {', '.join(known)}."
            raise CaseError(f"{where}, chave desconhecida '{str(key)[:40]}'. {hint}")


def _known_keys(case: Table, start: Table) -> None:
    """Complain about a key that nothing reads: what it says would be expected of nobody, or change nothing.

    Raises:
        CaseError: The message names the place and the remedy.
    """
    _only(start, _CHAVES_DO_DOSSIE, base_file(case))
    _only(case, CHAVES, "no caso")
    for key, known in _CHAVES_DE.items():
        for table in case.get(key, []) if key == "acrescenta" else [case.get(key, {})]:
            _only(table, known, f"em '{key}'")
    papers = [*start["documentos"].items(), *((d["tipo"], d.get("campos", {})) for d in case.get("acrescenta", []))]
    changed = [place.split(".") for place in case.get("muda", {})]
    papers += [(p[0], {p[1]: None}) for p in changed if len(p) > 1 and p[0] != "ficha"]
    for tipo, fields in papers:
        name = tipo.split("@")[0]
        if name not in TIPOS:
            raise CaseError(f"o tipo de documento '{name[:40]}' não existe.")
        _only(fields, sorted(campos_of(name)), f"em '{tipo}'")


def failures(path: Path, norm_of: Callable[[str], Norm]) -> Iterator[tuple[str, str | None]]:
    """Decide every case of a file.

    Args:
        path: The file; its dossiers in order stand beside it.
        norm_of: Takes the id of a norm and returns the norm.

    Yields:
        Each case's name, and what is wrong with it (None where nothing is).

    Raises:
        CaseError: If the file, or a dossier in order, cannot be used.
    """
    cases = load(path).get("casos")
    if not isinstance(cases, list) or not all(isinstance(c, dict) and isinstance(c.get("nome"), str) for c in cases):
        raise CaseError(f"{path.name}: cada caso é uma tabela [[casos]] com 'nome', 'resultado' e 'efeito'.")
    for case in cases:
        start = load(path.parent / base_file(case))
        try:
            norm = norm_of(str(start["ficha"]["pedido"]["norma"]))
            _known_keys(case, start)
            wrong = "; ".join(differences(case, start, decide_case(case, start, norm)))
        except KeyError as error:
            wrong = f"não há {error} no dossiê em ordem, ou falta essa chave no caso"
        except (AttributeError, TypeError, ValueError, IndexError) as error:
            wrong = f"um valor é do tipo errado ({error})"
        except DocverifyError as error:
            wrong = error.mensagem
        yield case["nome"], wrong or None

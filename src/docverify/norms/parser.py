"""From the text of a norm's TOML file to a :class:`Norm`, complaining with line, key and remedy."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from datetime import date
from difflib import get_close_matches
from typing import Any

from docverify.model import TIPOS
from docverify.norms.registry import CheckSpec, Parameter
from docverify.norms.schema import (
    CheckCall,
    EffectSpec,
    MissingKeyError,
    Norm,
    NormSyntaxError,
    Rule,
    Setting,
    Successor,
    UnknownKeyError,
    UnknownReferenceError,
    WrongValueError,
)
from docverify.norms.toml_lines import KeyPath, TomlLines

_KINDS = {
    str: "um texto",
    bool: "true ou false",
    int: "um número inteiro",
    list: "uma lista",
    dict: "uma tabela",
    date: "uma data",
}
_CALL_KEYS = ("nome", "citacao", "inferencia", "cruzamento")


class Table:
    """A TOML table with its place in the file."""

    def __init__(self, value: Mapping[str, Any], path: KeyPath, arquivo: str, lines: TomlLines) -> None:
        self.value, self.path, self.arquivo, self.lines = value, path, arquivo, lines

    def _place(self, key: str | int | None) -> tuple[str, int, str]:
        path = self.path if key is None else (*self.path, key)
        dotted = ""
        for part in path:
            dotted += f"[{part}]" if isinstance(part, int) else f".{part}" if dotted else part
        return self.arquivo, self.lines.find(path), dotted

    def only(self, *keys: str) -> None:
        """Complain about a key that nothing reads."""
        for key in self.value:
            if key not in keys:
                near = get_close_matches(key, keys, n=1)
                remedy = f"Você quis dizer '{near[0]}'?" if near else f"Chaves aceitas: {', '.join(keys)}."
                raise UnknownKeyError(*self._place(key), "chave desconhecida.", remedy)

    def get(self, key: str, kind: type, default: Any = ...) -> Any:
        """Return the value of ``key``, of type ``kind``; without a default it must be there."""
        if key not in self.value:
            if default is ...:
                raise MissingKeyError(*self._place(None), f"falta a chave '{key}'.", f"Acrescente-a: {_KINDS[kind]}.")
            return default
        value = self.value[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise WrongValueError(*self._place(key), "tipo errado.", f"Deve ser {_KINDS[kind]}.")
        if isinstance(value, str) and not value.strip():
            raise WrongValueError(*self._place(key), "está vazia.", "Escreva o texto ou apague a chave.")
        return value

    def texts(self, key: str, default: Any = ()) -> tuple[str, ...]:
        """Return a list of texts."""
        value = self.get(key, list, default)
        for item in value:
            if not isinstance(item, str):
                raise WrongValueError(*self._place(key), "tipo errado.", "Deve ser uma lista de textos.")
        return tuple(value)

    def table(self, key: str, default: Any = ...) -> Table:
        """Return the table under ``key``."""
        return Table(self.get(key, dict, default), (*self.path, key), self.arquivo, self.lines)

    def tables(self, key: str, default: Any = ...) -> list[Table]:
        """Return the list of tables under ``key``."""
        found = []
        for index, item in enumerate(self.get(key, list, default)):
            if not isinstance(item, dict):
                raise WrongValueError(*self._place(key), "tipo errado.", "Deve ser uma lista de tabelas.")
            found.append(Table(item, (*self.path, key, index), self.arquivo, self.lines))
        return found

    def reference(self, key: str, known: Mapping[str, Any] | tuple[str, ...], what: str) -> str | None:
        """Return the name under ``key``, which must be one of ``known``."""
        name: str | None = self.get(key, str, None)
        if name is not None:
            self.known(key, name, known, what)
        return name

    def known(self, key: str, name: str, known: Mapping[str, Any] | tuple[str, ...], what: str) -> None:
        """Complain where ``name`` is not one of ``known``."""
        if name not in known:
            near = get_close_matches(name, list(known), n=1)
            remedy = f"Você quis dizer '{near[0]}'?" if near else f"Existem: {', '.join(known)}."
            raise UnknownReferenceError(*self._place(key), f"{what} '{name}' não existe.", remedy)

    def wrong(self, key: str, problem: str, remedy: str) -> WrongValueError:
        """Return the error of a wrong value of ``key``."""
        return WrongValueError(*self._place(key), problem, remedy)


def parse_norm(text: str, arquivo: str, checks: Mapping[str, CheckSpec]) -> Norm:
    """Parse and validate a norm's data file.

    Args:
        text: TOML text.
        arquivo: Its name, for complaints.
        checks: The registry of checks that rules may name.

    Raises:
        NormFileError: If anything in the file is wrong; the subclass says what kind of fault it is.
    """
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        spot = re.search(r"at line (\d+)", str(error))
        line = int(spot[1]) if spot else 1
        raise NormSyntaxError(arquivo, line, "", f"não é TOML válido: {error}.", "Corrija a escrita.") from error
    root = Table(raw, (), arquivo, TomlLines(text))
    root.only(
        "esquema",
        "id",
        "titulo",
        "ementa",
        "atividade",
        "vigencia",
        "situacoes",
        "ajustes",
        "efeitos",
        "resultado",
        "avisos",
        "regras",
    )
    if root.get("esquema", int) != 1:
        raise root.wrong("esquema", "versão desconhecida.", "Esta versão lê o esquema 1.")
    vigencia = root.table("vigencia")
    vigencia.only("inicio", "fim", "fonte", "sucessoras")
    ajustes = {name: _setting(name, root.table("ajustes").table(name)) for name in root.table("ajustes", {}).value}
    efeitos = {name: _effect(name, root.table("efeitos").table(name)) for name in root.table("efeitos").value}
    situacoes = dict(root.table("situacoes").value)
    for name, like in situacoes.items():
        if not isinstance(like, str) or like not in situacoes:
            raise root.table("situacoes").wrong(name, "situação desconhecida.", "Aponte para uma das chaves da tabela.")
    resultado = root.table("resultado")
    resultado.only("aceito", "em_analise", "defeito")
    outcome = {}
    for key in ("aceito", "em_analise", "defeito"):
        outcome[key] = resultado.get(key, str)
        resultado.known(key, outcome[key], efeitos, "o efeito")
    avisos = root.table("avisos", {})
    regras: list[Rule] = []
    for table in root.tables("regras"):
        rule = _rule(table, situacoes, efeitos, ajustes, checks)
        if any(r.id == rule.id for r in regras):
            raise table.wrong("id", f"'{rule.id}' está repetido.", "Cada regra tem um id só seu.")
        regras.append(rule)
    return Norm(
        id=root.get("id", str),
        titulo=root.get("titulo", str),
        ementa=root.get("ementa", str),
        atividade=root.get("atividade", str),
        inicio=vigencia.get("inicio", date),
        fim=vigencia.get("fim", date, None),
        fonte_vigencia=vigencia.get("fonte", str),
        sucessoras=tuple(_successor(t) for t in vigencia.tables("sucessoras", [])),
        situacoes=situacoes,
        ajustes=ajustes,
        efeitos=efeitos,
        aceito=outcome["aceito"],
        em_analise=outcome["em_analise"],
        defeito=outcome["defeito"],
        avisos={name: avisos.get(name, str) for name in avisos.value},
        regras=tuple(regras),
    )


def _setting(name: str, table: Table) -> Setting:
    table.only("padrao", "valores", "descricao", "citacao")
    if "padrao" not in table.value:
        table.get("padrao", str)
    padrao = table.value["padrao"]
    valores = tuple(table.get("valores", list, []))
    if valores and padrao not in valores:
        raise table.wrong("padrao", f"{padrao!r} não está em 'valores'.", "Acrescente-o ou corrija.")
    return Setting(name, padrao, valores, table.get("descricao", str), table.get("citacao", str))


def _effect(name: str, table: Table) -> EffectSpec:
    table.only("mensagem", "citacao", "peso")
    return EffectSpec(name, table.get("mensagem", str), table.get("citacao", str), table.get("peso", int, 0))


def _successor(table: Table) -> Successor:
    table.only("norma", "desde", "em_vigor")
    return Successor(table.get("norma", str), table.get("desde", date, None), table.get("em_vigor", bool, False))


def _rule(
    table: Table,
    situacoes: Mapping[str, str],
    efeitos: Mapping[str, EffectSpec],
    ajustes: Mapping[str, Setting],
    checks: Mapping[str, CheckSpec],
) -> Rule:
    table.only(
        "id",
        "descricao",
        "citacao",
        "fontes",
        "situacoes",
        "documentos",
        "auxiliares",
        "escolha",
        "formalidade",
        "literal",
        "inferencias",
        "ausente",
        "defeituoso",
        "verificacoes",
        "nao_verificavel",
    )
    for key, known, what in (
        ("situacoes", situacoes, "a situação"),
        ("documentos", TIPOS, "o tipo de documento"),
        ("auxiliares", TIPOS, "o tipo de documento"),
    ):
        for name in table.texts(key):
            table.known(key, name, known, what)
    escolha = table.get("escolha", str, "melhor")
    if escolha not in ("melhor", "ato_vigente"):
        raise table.wrong("escolha", f"{escolha!r} não é aceita.", "Use 'melhor' ou 'ato_vigente'.")
    rule = Rule(
        id=table.get("id", str),
        descricao=table.get("descricao", str),
        citacao=table.get("citacao", str),
        situacoes=table.texts("situacoes", ...),
        fontes=table.texts("fontes"),
        documentos=table.texts("documentos"),
        auxiliares=table.texts("auxiliares"),
        escolha=escolha,
        formalidade=table.get("formalidade", str, None),
        literal=table.texts("literal"),
        inferencias=table.texts("inferencias"),
        ausente=table.reference("ausente", efeitos, "o efeito"),
        defeituoso=table.reference("defeituoso", efeitos, "o efeito"),
        nao_verificavel=table.get("nao_verificavel", str, None),
    )
    calls = tuple(_call(t, rule, ajustes, checks) for t in table.tables("verificacoes", []))
    if rule.nao_verificavel is None and not calls and not rule.documentos:
        raise MissingKeyError(
            *table._place(None),
            "a regra não pede documento nem verificação.",
            "Acrescente 'documentos', 'verificacoes' ou 'nao_verificavel'.",
        )
    return Rule(**{**{f: getattr(rule, f) for f in rule.__slots__}, "verificacoes": calls})


def _call(table: Table, rule: Rule, ajustes: Mapping[str, Setting], checks: Mapping[str, CheckSpec]) -> CheckCall:
    name = table.get("nome", str)
    table.known("nome", name, checks, "a verificação")
    spec = checks[name]
    table.only(*_CALL_KEYS, *spec.parametros)
    if spec.alcance == "documento" and not rule.documentos:
        raise table.wrong("nome", f"'{name}' olha um documento, e a regra não pede nenhum.", "Acrescente 'documentos'.")
    given = {}
    for key, parameter in spec.parametros.items():
        if key not in table.value:
            if parameter.padrao is ...:
                raise MissingKeyError(*table._place(None), f"falta o parâmetro '{key}' de '{name}'.", "Acrescente-o.")
            given[key] = parameter.padrao
            continue
        given[key] = _argument(table, key, parameter, ajustes)
    return CheckCall(
        nome=name,
        citacao=table.get("citacao", str, rule.citacao),
        inferencia=table.get("inferencia", bool, False),
        cruzamento=table.get("cruzamento", bool, False),
        parametros=given,
    )


def _argument(table: Table, key: str, parameter: Parameter, ajustes: Mapping[str, Setting]) -> Any:
    value = table.value[key]
    probe: tuple[Any, ...] = (value,)
    if isinstance(value, str) and value.startswith("@"):
        table.known(key, value[1:], ajustes, "o ajuste")
        setting = ajustes[value[1:]]
        probe = setting.valores or (setting.padrao,)
    for candidate in probe:
        if not isinstance(candidate, parameter.tipo):
            raise table.wrong(key, f"{candidate!r} é do tipo errado.", f"Deve ser {_KINDS[parameter.tipo]}.")
        if parameter.valores and candidate not in parameter.valores:
            allowed = ", ".join(str(v) for v in parameter.valores)
            raise table.wrong(key, f"{candidate!r} não é aceito.", f"Use um de: {allowed}.")
    return value

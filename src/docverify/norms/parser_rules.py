"""From a ``[[regras]]`` table of a norm's file to a :class:`docverify.norms.schema.Rule`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, get_args

from docverify.model import TIPOS
from docverify.norms.registry import GRAVIDADE, TETO, CheckSpec, Parameter
from docverify.norms.schema import MAXIMO, CheckCall, De, EffectSpec, Escolha, Part, Por, Rule, RuleNotice, Setting
from docverify.norms.toml_table import KINDS, Table, of_kind
from docverify.norms.vocabulary import CONHECIDOS, MOTIVOS, SITUACOES

_CALL_KEYS = ("nome", "citacao", "inferencia", "cruzamento", TETO)


@dataclass(frozen=True, slots=True)
class Names:
    """The names that a norm's rules may use."""

    etiquetas: tuple[str, ...]
    efeitos: Mapping[str, EffectSpec]
    avisos: Mapping[str, str]
    ajustes: Mapping[str, Setting]
    modalidades: tuple[str, ...]
    perfis: tuple[str, ...]
    checks: Mapping[str, CheckSpec]
    regras: tuple[str, ...] = ()
    grupos: tuple[str, ...] = ()

    def known(self, itens: str) -> tuple[str, tuple[str, ...]]:
        """Return what a parameter's texts name, in Portuguese, and the names that there are."""
        own = {
            "regras": ("a regra", self.regras),
            "grupos": ("o grupo", self.grupos),
            "avisos": ("o aviso", tuple(self.avisos)),
        }
        return own.get(itens) or CONHECIDOS[itens]


_O_TIPO = "o tipo de documento"


def parse_rule(table: Table, names: Names) -> Rule:
    """Parse one rule.

    Raises:
        NormFileError: If anything in it is wrong.
    """
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
        "modalidades",
        "perfis",
        "solicitavel",
        "grupo",
        "de",
        "partes",
        "suprido_por",
        "efeito_por_motivo",
        "avisos",
    )
    if not table.texts("situacoes", ...) and "nao_verificavel" not in table.value:
        raise table.wrong("situacoes", "está vazia: a regra não valeria nunca.", "Diga em que pedidos a regra vale.")
    rule = Rule(
        id=table.get("id", str),
        descricao=table.get("descricao", str),
        citacao=table.get("citacao", str),
        situacoes=table.names("situacoes", names.etiquetas, "a situação"),
        fontes=table.texts("fontes"),
        documentos=table.names("documentos", TIPOS, _O_TIPO),
        auxiliares=table.names("auxiliares", TIPOS, _O_TIPO),
        escolha=table.choice("escolha", get_args(Escolha), "melhor"),
        formalidade=table.get("formalidade", str, None),
        literal=table.texts("literal"),
        inferencias=table.texts("inferencias"),
        ausente=table.reference("ausente", names.efeitos, "o efeito"),
        defeituoso=table.reference("defeituoso", names.efeitos, "o efeito"),
        nao_verificavel=table.get("nao_verificavel", str, None),
        modalidades=table.names("modalidades", names.modalidades, "a modalidade"),
        perfis=table.names("perfis", names.perfis, "o perfil"),
        solicitavel=table.get("solicitavel", bool, False),
        grupo=table.get("grupo", str, None),
        de=table.choice("de", get_args(De), "requerente"),
        suprido_por=table.get("suprido_por", str, None),
        efeito_por_motivo=_effects(table.table("efeito_por_motivo", {}), names),
        avisos=tuple(_notice(t, names) for t in table.tables("avisos", [])),
    )
    if not re.fullmatch(r"[A-Z][A-Z0-9]*-[A-Z0-9]+", rule.id):
        raise table.wrong("id", f"{rule.id[:40]!r} não serve.", "Use maiúsculas, um hífen e o número, como GLP-06.")
    partes = tuple(_part(t, rule, names) for t in table.tables("partes", []))
    if partes and rule.documentos:
        raise table.wrong("documentos", "a regra tem 'partes'.", "Ponha cada documento na sua parte.")
    calls = tuple(_call(t, rule, names) for t in table.tables("verificacoes", []))
    if rule.nao_verificavel is None and not calls and not rule.documentos and not partes:
        raise table.missing(
            "a regra não pede documento nem verificação.",
            "Acrescente 'documentos', 'partes', 'verificacoes' ou 'nao_verificavel'.",
        )
    return replace(rule, verificacoes=calls, partes=partes)


def _effects(table: Table, names: Names) -> Mapping[str, str]:
    for code in table.value:
        table.known(code, code, MOTIVOS, "o motivo")
        table.reference(code, names.efeitos, "o efeito")
    return dict(table.value)


def _notice(table: Table, names: Names) -> RuleNotice:
    table.only("codigo", "motivos")
    code = table.get("codigo", str)
    table.known("codigo", code, names.avisos, "o aviso")
    return RuleNotice(code, table.names("motivos", MOTIVOS, "o motivo"))


def _part(table: Table, rule: Rule, names: Names) -> Part:
    table.only("documentos", "descricao", "auxiliares", "escolha", "de", "por", "opcional", "verificacoes", "situacoes")
    table.texts("documentos", ...)
    part = Part(
        documentos=table.names("documentos", TIPOS, _O_TIPO),
        descricao=table.get("descricao", str, None),
        auxiliares=table.names("auxiliares", TIPOS, _O_TIPO),
        escolha=table.choice("escolha", get_args(Escolha), "melhor"),
        de=table.choice("de", get_args(De), rule.de),
        por=table.choice("por", get_args(Por), None),
        opcional=table.get("opcional", bool, False),
        situacoes=table.names("situacoes", names.etiquetas, "a situação"),
    )
    if not part.documentos:
        raise table.wrong("documentos", "está vazia.", "Diga qual documento a parte pede.")
    calls = tuple(_call(t, rule.of_part(part), names) for t in table.tables("verificacoes", []))
    return replace(part, verificacoes=calls)


def _call(table: Table, rule: Rule, names: Names) -> CheckCall:
    name = table.get("nome", str)
    table.known("nome", name, names.checks, "a verificação")
    spec = names.checks[name]
    table.only(*_CALL_KEYS, *spec.parametros)
    if spec.alcance == "documento" and not rule.documentos:
        raise table.wrong("nome", f"'{name}' olha um documento, e a regra não pede nenhum.", "Acrescente 'documentos'.")
    given = {}
    for key, parameter in spec.parametros.items():
        if key not in table.value:
            if parameter.padrao is ...:
                raise table.missing(f"falta o parâmetro '{key}' de '{name}'.", "Acrescente-o.")
            given[key] = parameter.padrao
            continue
        given[key] = _argument(table, key, parameter, names)
    if TETO in table.value:
        given[TETO] = _argument(table, TETO, GRAVIDADE, names)
    return CheckCall(
        nome=name,
        citacao=table.get("citacao", str, rule.citacao),
        inferencia=table.get("inferencia", bool, False),
        cruzamento=table.get("cruzamento", bool, False),
        parametros=given,
    )


def _argument(table: Table, key: str, parameter: Parameter, names: Names) -> Any:
    value, ajustes = table.value[key], names.ajustes
    probe: tuple[Any, ...] = (value,)
    if isinstance(value, str) and value.startswith("@"):
        table.known(key, value[1:], ajustes, "o ajuste")
        setting = ajustes[value[1:]]
        probe = setting.valores or (setting.padrao,)
    for candidate in probe:
        if not of_kind(candidate, parameter.tipo):
            raise table.wrong(key, f"{candidate!r} é do tipo errado.", f"Deve ser {KINDS[parameter.tipo]}.")
        if parameter.valores and candidate not in parameter.valores:
            allowed = ", ".join(str(v) for v in parameter.valores)
            raise table.wrong(key, f"{candidate!r} não é aceito.", f"Use um de: {allowed}.")
        if parameter.tipo is int and not 0 <= candidate <= MAXIMO:
            raise table.wrong(key, f"{str(candidate)[:20]} não serve.", f"Use um número de 0 a {MAXIMO}.")
        if parameter.itens:
            _named(table, key, candidate, parameter.itens, names)
    return value


def _named(table: Table, key: str, value: Any, itens: str, names: Names) -> None:
    """Complain where a parameter names what does not exist; ``a|b`` names either."""
    if isinstance(value, dict):
        for situation, listed in value.items():
            table.known(key, situation, SITUACOES, "a situação")
            if not isinstance(listed, list):
                raise table.wrong(key, f"'{situation}' é do tipo errado.", "Deve ser uma lista de textos.")
            _named(table, key, listed, itens, names)
        return
    what, known = names.known(itens)
    for name in value if isinstance(value, list) else [value] if value else []:
        if not isinstance(name, str):
            raise table.wrong(key, "há um item do tipo errado.", "Deve ser uma lista de textos.")
        for one in name.split("|") if isinstance(value, list) else [name]:
            table.known(key, one, known, what)

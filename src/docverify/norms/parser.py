"""From the text of a norm's TOML file to a :class:`Norm`, complaining with line, key and remedy."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from docverify.norms.parser_rules import Names, parse_rule
from docverify.norms.registry import CheckSpec
from docverify.norms.schema import COMUNS, ETIQUETAS, EffectSpec, Norm, NormSyntaxError, Rule, Setting, Successor
from docverify.norms.toml_lines import TomlLines
from docverify.norms.toml_table import KINDS, Table, of_kind
from docverify.norms.toml_text import toml_values
from docverify.norms.vocabulary import ACEITAM, ATIVIDADES, EFEITOS, MODALIDADES, PERFIS, SITUACOES


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
        raw = toml_values(text)
    except ValueError as error:
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
        "modalidades",
        "perfis",
        "substitui",
    )
    if root.get("esquema", int) != 1:
        raise root.wrong("esquema", "versão desconhecida.", "Esta versão lê o esquema 1.")
    vigencia = root.table("vigencia")
    vigencia.only("inicio", "fim", "fonte", "sucessoras")
    if vigencia.get("fim", date, None) and vigencia.get("inicio", date) > vigencia.get("fim", date):
        raise vigencia.wrong("fim", "é anterior a 'inicio'.", "Corrija uma das datas.")
    ajustes = {name: _setting(name, root.table("ajustes").table(name)) for name in root.table("ajustes", {}).value}
    efeitos = {name: _effect(name, root.table("efeitos")) for name in root.table("efeitos").value}
    situacoes = _situations(root.table("situacoes"))
    tags = dict.fromkeys((*situacoes, *(t for tags in situacoes.values() for t in tags), *ETIQUETAS))
    resultado = root.table("resultado")
    resultado.only("aceito", "em_analise", "defeito")
    outcome = {}
    for key in ("aceito", "em_analise", "defeito"):
        outcome[key] = resultado.get(key, str)
        resultado.known(key, outcome[key], efeitos, "o efeito")
        accepts, doubts = outcome[key] in ACEITAM, outcome[key] == "em_analise"
        if (accepts, doubts) != (key == "aceito", key == "em_analise"):
            raise resultado.wrong(key, f"'{outcome[key]}' não é efeito de tal resultado.", "Troque o efeito.")
    avisos = root.table("avisos", {})
    notices = {name: avisos.get(name, str) for name in avisos.value}
    modalidades = root.names("modalidades", MODALIDADES, "a modalidade")
    perfis = root.names("perfis", PERFIS, "o perfil")
    tables = root.tables("regras")
    ids, grupos = (tuple(str(t.value[k]) for t in tables if k in t.value) for k in ("id", "grupo"))
    names = Names(tuple(tags), efeitos, notices, ajustes, modalidades, perfis, checks, ids, grupos)
    regras: list[Rule] = []
    for table in tables:
        rule = parse_rule(table, names)
        if any(r.id == rule.id for r in regras):
            raise table.wrong("id", f"'{rule.id}' está repetido.", "Cada regra tem um id só seu.")
        regras.append(rule)
    for table in tables:
        table.reference("suprido_por", tuple(r.id for r in regras), "a regra")
    _no_stray_tag(root.table("situacoes"), situacoes, regras)
    return Norm(
        id=_id(root),
        titulo=root.get("titulo", str),
        ementa=root.get("ementa", str),
        atividade=root.choice("atividade", ATIVIDADES, ...),
        inicio=vigencia.get("inicio", date),
        fim=vigencia.get("fim", date, None),
        fonte_vigencia=vigencia.get("fonte", str),
        sucessoras=tuple(_successor(t) for t in vigencia.tables("sucessoras", [])),
        situacoes=situacoes,
        ajustes={name: _known_items(s, regras, checks, names) for name, s in ajustes.items()},
        efeitos=efeitos,
        aceito=outcome["aceito"],
        em_analise=outcome["em_analise"],
        defeito=outcome["defeito"],
        avisos=notices,
        regras=tuple(regras),
        modalidades=modalidades,
        perfis=perfis,
        substitui=root.get("substitui", bool, False),
    )


def _known_items(setting: Setting, rules: Sequence[Rule], checks: Mapping[str, CheckSpec], names: Names) -> Setting:
    """Return a setting with what its texts may be, as the checks that use it know."""
    for call in (c for rule in rules for c in rule.chamadas):
        for key, value in call.parametros.items():
            parameter = checks[call.nome].parametros.get(key)
            if value == f"@{setting.nome}" and parameter is not None and parameter.itens:
                return replace(setting, itens=names.known(parameter.itens)[1])
    return setting


def _id(root: Table) -> str:
    found: str = root.get("id", str)
    if not re.fullmatch(r"[A-Z][A-Z0-9]{1,19}", found):
        raise root.wrong("id", f"{found[:40]!r} não serve.", "Use 2 a 20 letras maiúsculas e algarismos, como GLP297.")
    return found


def _situations(table: Table) -> dict[str, tuple[str, ...]]:
    found = {}
    for name, value in table.value.items():
        table.known(name, name, SITUACOES, "a situação")
        found[name] = (table.get(name, str),) if isinstance(value, str) else table.texts(name, ...)
    return found


def _no_stray_tag(table: Table, situacoes: Mapping[str, tuple[str, ...]], rules: Sequence[Rule]) -> None:
    """Complain about a tag that is no situation and that no rule lists: most often a misspelling."""
    used = {tag for rule in rules for tag in rule.situacoes}
    used |= {tag for rule in rules for part in rule.partes for tag in part.situacoes}
    for name, tags in situacoes.items():
        for tag in tags:
            if tag not in situacoes and tag not in used:
                raise table.wrong(
                    name, f"situação '{tag}' desconhecida.", "Aponte para uma chave da tabela ou etiqueta de regra."
                )


def _setting(name: str, table: Table) -> Setting:
    table.only("padrao", "valores", "descricao", "citacao")
    if "padrao" not in table.value:
        table.get("padrao", str)
    padrao = table.value["padrao"]
    common = COMUNS.get(name)
    kind = type(padrao) if common is None else type(common)
    if kind not in KINDS or kind is dict or not of_kind(padrao, kind):
        raise table.wrong("padrao", "tipo errado.", f"Deve ser {KINDS[bool if kind not in KINDS else kind]}.")
    valores = tuple(table.get("valores", list, []))
    if not all(of_kind(v, kind) for v in valores):
        raise table.wrong("valores", "há um valor de tipo diferente do padrão.", f"Cada um deve ser {KINDS[kind]}.")
    if valores and padrao not in valores:
        raise table.wrong("padrao", f"{padrao!r} não está em 'valores'.", "Acrescente-o ou corrija.")
    return Setting(name, padrao, valores, table.get("descricao", str), table.get("citacao", str))


def _effect(name: str, parent: Table) -> EffectSpec:
    parent.known(name, name, EFEITOS, "o efeito")
    table = parent.table(name)
    table.only("mensagem", "citacao", "peso")
    return EffectSpec(name, table.get("mensagem", str), table.get("citacao", str), table.get("peso", int, 0))


def _successor(table: Table) -> Successor:
    table.only("norma", "desde", "em_vigor")
    return Successor(table.get("norma", str), table.get("desde", date, None), table.get("em_vigor", bool, False))

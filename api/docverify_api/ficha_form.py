"""The main data of the Ficha as typed into a form: made into ``ficha.json``, errors told beside the field.

The names of the form's fields are the keys of ``ficha.json`` with points (``endereco.cep``, ``socios.0.nome``); those
of ``pedido`` stand alone (``norma``). What may be used and what may not is for `docverify.ficha` to say; here dates and
marks are brought into its form, and check digits are looked at while a person can still look at the paper.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import docverify.ficha as ficha
from docverify.errors import InvalidFichaError
from docverify.values.errors import InvalidValue
from docverify.values.identifiers import cep, cnpj, cpf

PEDIDO = (
    "norma",
    "situacao",
    "modalidade",
    "perfil",
    "data_protocolo",
    "data_efetivacao",
    "data_notificacao",
    "data_registro_anterior",
)
DADOS = (
    "razao_social",
    "nome_fantasia",
    "cnpj",
    "inscricao_estadual",
    "telefone",
    "classe_armazenamento",
    "local",
    "data",
)
ENDERECO = ("logradouro", "numero", "complemento", "bairro", "cep", "municipio", "uf")
GRUPOS: Mapping[str, tuple[str, ...]] = {
    "endereco": ENDERECO,
    "responsavel": ("nome", "identidade", "cpf", "funcao"),
}
LISTAS: Mapping[str, tuple[str, ...]] = {
    "vias_de_acesso": ENDERECO,
    "distribuidores": ("razao_social", "cnpj", "marcas"),
    "socios": ("nome", "documento", "data_entrada"),
}
LINHAS: Mapping[str, int] = {"vias_de_acesso": 1, "distribuidores": 1, "socios": 2}
"""How many rows of each list an empty form offers; the page adds more, and a form that comes back has a blank one."""

MAX_LINHAS = 30
"""Of each list in a form."""

CONFERIDO = "conferido"
"""The box that says: numbers whose check digits do not hold stand like that on the signed paper."""

_DATES = ("data_protocolo", "data_efetivacao", "data_notificacao", "data_registro_anterior", "data", "data_entrada")
_BR_DATE = re.compile(r"([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})")
_ONLY_RES41 = ("modalidade", "perfil")
_PLACE = re.compile(r"'([a-z_]+(?:\[[0-9]+\])?(?:\.[a-z_]+(?:\[[0-9]+\])?)*)'")
_DIGITS = "digito"


@dataclass(frozen=True, slots=True)
class Typed:
    """What became of a form.

    Attributes:
        ficha: As ``ficha.json``; None where there are errors.
        erros: Sentences by the name of the field; ``""`` is the form as a whole.
        digitos: Some number's check digits do not hold: it may stand so on the paper, which a box confirms.
    """

    ficha: bytes | None
    erros: Mapping[str, str]
    digitos: bool = False


def build(values: Mapping[str, str], normas: tuple[str, ...] = ficha.NORMAS) -> Typed:
    """Make ``ficha.json`` of a form.

    Args:
        values: Text by the name of the field.
        normas: Ids that may be asked for.
    """
    values = {name: values.get(name, "").strip() for name in names(values)}
    errors: dict[str, str] = {}
    doubtful = False
    if not values["norma"]:
        errors["norma"] = "Escolha a norma."
    if not values["razao_social"]:
        errors["razao_social"] = "Informe o nome empresarial."
    if not values["cnpj"]:
        errors["cnpj"] = "Informe o CNPJ."
    for name, text in values.items():
        key = name.rpartition(".")[2]
        if not text:
            continue
        if key in _DATES:
            match = _BR_DATE.fullmatch(text)
            if match:
                values[name] = f"{match[3]}-{int(match[2]):02}-{int(match[1]):02}"
            continue
        complaint = _number(key, text)
        if complaint is not None and not (complaint.code == _DIGITS and values.get(CONFERIDO)):
            errors[name] = str(complaint)
            doubtful = doubtful or complaint.code == _DIGITS
    if errors:
        return Typed(None, errors, doubtful)
    made, rows = _nested(values)
    data = json.dumps(made, ensure_ascii=False, indent=1).encode("utf-8", "replace")
    try:
        ficha.parse(data, normas)
    except InvalidFichaError as error:
        return Typed(None, _told(error, rows))
    return Typed(data, {})


def names(values: Mapping[str, str]) -> Iterator[str]:
    """Yield the names of all fields, those of as many rows of a list as a form has."""
    yield from PEDIDO
    yield from DADOS
    yield CONFERIDO
    for group, keys in GRUPOS.items():
        yield from (f"{group}.{key}" for key in keys)
    for listed, keys in LISTAS.items():
        for row in range(rows_of(values, listed)):
            yield from (f"{listed}.{row}.{key}" for key in keys)


def rows_of(values: Mapping[str, str], listed: str) -> int:
    """Return how many rows of a list a form has: those filled in and a blank one, and never fewer than at first."""
    filled = [
        row
        for row in range(MAX_LINHAS)
        if any(values.get(f"{listed}.{row}.{key}", "").strip() for key in LISTAS[listed])
    ]
    return min(MAX_LINHAS, max(LINHAS[listed], filled[-1] + 2 if filled else 0))


def readable(error: InvalidFichaError) -> str:
    """Return what is wrong with a Ficha without the name of the file in front."""
    text = error.mensagem.removeprefix("ficha.json: ")
    return text[:1].upper() + text[1:]


def _number(key: str, text: str) -> InvalidValue | None:
    """Return what is wrong with a number, ``digito`` where a person may have written it so on the paper."""
    check = {"cnpj": cnpj.validate, "cpf": cpf.validate, "cep": _cep}.get(key)
    try:
        if check is not None:
            check(text)
    except InvalidValue as error:
        return error
    return None


def _cep(text: str) -> str:
    bare = cep.compact(text)
    if len(bare) != cep.LENGTH or not bare.isdigit():
        raise InvalidValue("tamanho", "CEP deve ter 8 algarismos.")
    if not cep.is_valid(bare):
        raise InvalidValue("digito", "Não há CEP que comece assim: confira os algarismos.")
    return bare


def _nested(values: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, list[int]]]:
    """Return the shape of ``ficha.json`` and, for each list, the rows of the form that its entries come from."""
    others = values["norma"] in ficha.NORMAS and values["norma"] != "RES41"
    pedido = {k: values[k] for k in PEDIDO if values[k] and not (others and k in _ONLY_RES41)}
    made: dict[str, Any] = {"pedido": pedido}
    made |= {key: values[key] for key in DADOS if values[key]}
    for group, keys in GRUPOS.items():
        entry = {key: values[f"{group}.{key}"] for key in keys if values[f"{group}.{key}"]}
        if entry:
            made[group] = entry
    rows: dict[str, list[int]] = {}
    for listed, keys in LISTAS.items():
        for row in range(rows_of(values, listed)):
            entry = {key: values[f"{listed}.{row}.{key}"] for key in keys if values[f"{listed}.{row}.{key}"]}
            if entry:
                brands = entry.pop("marcas", None)
                whole = entry if brands is None else {**entry, "marcas": _brands(brands)}
                made.setdefault(listed, []).append(whole)
                rows.setdefault(listed, []).append(row)
    return made, rows


def _brands(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"[,;\n]", text) if part.strip()]


def _told(error: InvalidFichaError, rows: Mapping[str, list[int]]) -> dict[str, str]:
    """Return an error of the Ficha's reader beside the field that it speaks of, where there is such a field."""
    place = _PLACE.search(error.mensagem)
    name = ""
    if place is not None:
        name = place[1].removeprefix("pedido.")
        match = re.match(r"([a-z_]+)\[([0-9]+)\]", name)
        if match and match[1] in rows and int(match[2]) < len(rows[match[1]]):
            name = f"{match[1]}.{rows[match[1]][int(match[2])]}{name[match.end() :]}"
        name = re.sub(r"\[[0-9]+\].*", "", name)
    known = name in PEDIDO + DADOS or "." in name
    return {name if known else "": readable(error)}

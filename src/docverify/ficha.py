"""The declared data: ``ficha.json`` parsed strictly, and written again for the report.

The shape is section 1 of the contract. Everything that is not in it is an error that names the key, because a misspelt
key would otherwise be a datum silently left out. What may be missing is missing (``None``): whether a norm requires it
is for the norm to say (``ficha_incompleta``), not for this module. A CNPJ whose check digits do not hold is kept as
declared: it is a finding of the report (``cnpj_invalido``), not a file that cannot be used.

The scanned Ficha Cadastral is read by another module; both give the same :class:`docverify.model.Ficha`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, TypeVar

from docverify.errors import InvalidFichaError
from docverify.ficha_reader import Node, load_json
from docverify.model import Distribuidor, Ficha, Filial, Pedido, Responsavel, Socio
from docverify.values.addresses import Endereco

T = TypeVar("T")

MAX_BYTES = 1_000_000
"""Size limit of ``ficha.json`` in bytes; a real one has 2 kB."""

NORMAS = ("GLP297", "RES41", "TRR97", "TRR95", "PR95", "DIST95")
ATIVIDADES = ("revenda_glp", "revenda_varejista", "trr", "distribuidor")
SITUACOES = (
    "novo",
    "substituicao",
    "fusao",
    "alteracao_endereco",
    "alteracao_socios",
    "alteracao_marca",
    "alteracao_outras",
    "operacao",
    "encerramento",
    "desativacao",
    "semestral",
    "recadastramento",
)
MODALIDADES = ("automotivos", "gnv", "flutuante", "maritima")
PERFIS = ("sistema", "solicitacao_anp")


def parse(data: bytes, normas: tuple[str, ...] = NORMAS) -> Ficha:
    """Parse the bytes of ``ficha.json``.

    Args:
        data: UTF-8 (with or without a byte order mark), at most :data:`MAX_BYTES`.
        normas: Ids that ``pedido.norma`` may name: those of the contract, and those that the office wrote.

    Returns:
        The declared data, ``origem`` ``json``, identifiers and CEP in canonical form without punctuation.

    Raises:
        InvalidFichaError: If it is not JSON, repeats or misspells a key, lacks one that must be there, or holds a value
            of the wrong type or form. The message says where and what to do.
    """
    root = Node(load_json(data, MAX_BYTES), "")
    root.only(
        "pedido",
        "razao_social",
        "nome_fantasia",
        "cnpj",
        "inscricao_estadual",
        "telefone",
        "classe_armazenamento",
        "endereco",
        "vias_de_acesso",
        "filiais",
        "estados_onde_atua",
        "distribuidores",
        "socios",
        "responsavel",
        "local",
        "data",
    )
    pedido = root.child("pedido")
    if pedido is None:
        raise InvalidFichaError(
            "ficha.json: falta a chave 'pedido'. Inclua, por exemplo, "
            '"pedido": {"norma": "GLP297", "situacao": "novo", "data_protocolo": "2026-11-30"}.'
        )
    return Ficha(
        origem="json",
        pedido=_pedido(pedido, normas),
        razao_social=root.required_text("razao_social"),
        nome_fantasia=root.text("nome_fantasia"),
        cnpj=root.cnpj("cnpj", required=True),
        inscricao_estadual=root.text("inscricao_estadual"),
        telefone=root.text("telefone"),
        classe_armazenamento=root.storage_class("classe_armazenamento"),
        endereco=_optional(root.child("endereco"), _endereco),
        vias_de_acesso=tuple(_endereco(n) for n in root.children("vias_de_acesso")),
        filiais=tuple(_filial(n) for n in root.children("filiais")),
        estados_onde_atua=root.ufs("estados_onde_atua"),
        distribuidores=tuple(_distribuidor(n) for n in root.children("distribuidores")),
        socios=tuple(_socio(n) for n in root.children("socios")),
        responsavel=_optional(root.child("responsavel"), _responsavel),
        local=root.text("local"),
        data=root.date("data"),
    )


def _optional(node: Node | None, build: Callable[[Node], T]) -> T | None:
    return None if node is None else build(node)


def _pedido(node: Node, normas: tuple[str, ...]) -> Pedido:
    node.only(*(f.name for f in fields(Pedido)))
    norma = node.choice("norma", normas)
    atividade = node.choice("atividade", ATIVIDADES)
    data_protocolo = node.date("data_protocolo")
    if norma is None and (atividade is None or data_protocolo is None):
        missing = [k for k, v in (("atividade", atividade), ("data_protocolo", data_protocolo)) if v is None]
        raise InvalidFichaError(
            "ficha.json: sem 'pedido.norma' a norma é escolhida pela atividade e pela data do protocolo, e falta "
            + " e ".join(f"'pedido.{k}'" for k in missing)
            + ". Informe 'norma' ou as duas chaves."
        )
    return Pedido(
        norma=norma,
        atividade=atividade,
        situacao=node.choice("situacao", SITUACOES) or "novo",
        modalidade=node.choice("modalidade", MODALIDADES),
        perfil=node.choice("perfil", PERFIS) or "sistema",
        solicitados=node.texts("solicitados"),
        data_protocolo=data_protocolo,
        data_efetivacao=node.date("data_efetivacao"),
        data_notificacao=node.date("data_notificacao"),
        data_registro_anterior=node.date("data_registro_anterior"),
    )


def _endereco(node: Node) -> Endereco:
    node.only("logradouro", "numero", "complemento", "bairro", "cep", "municipio", "uf")
    return Endereco(
        logradouro=node.text("logradouro"),
        numero=node.text("numero"),
        complemento=node.text("complemento"),
        bairro=node.text("bairro"),
        cep=node.cep("cep"),
        municipio=node.text("municipio"),
        uf=node.uf("uf"),
    )


def _filial(node: Node) -> Filial:
    node.only("cnpj", "uf", "inscricao_estadual")
    return Filial(cnpj=node.cnpj("cnpj"), uf=node.uf("uf"), inscricao_estadual=node.text("inscricao_estadual"))


def _distribuidor(node: Node) -> Distribuidor:
    node.only("razao_social", "cnpj", "marcas")
    return Distribuidor(
        razao_social=node.text("razao_social"), cnpj=node.cnpj("cnpj"), marcas=node.texts("marcas") or ()
    )


def _socio(node: Node) -> Socio:
    node.only("nome", "documento", "data_entrada")
    return Socio(
        nome=node.required_text("nome"), documento=node.text("documento"), data_entrada=node.date("data_entrada")
    )


def _responsavel(node: Node) -> Responsavel:
    node.only("nome", "identidade", "cpf", "funcao")
    return Responsavel(
        nome=node.text("nome"), identidade=node.text("identidade"), cpf=node.cpf("cpf"), funcao=node.text("funcao")
    )


def to_dict(ficha: Ficha) -> dict[str, Any]:
    """Return the ``ficha`` of the report: ``origem`` and what is declared, in the shape of ``ficha.json``.

    Keys without a value are left out; ``pedido`` is not part of it.
    """
    plain = {
        "origem": ficha.origem,
        "razao_social": ficha.razao_social,
        "nome_fantasia": ficha.nome_fantasia,
        "cnpj": ficha.cnpj,
        "inscricao_estadual": ficha.inscricao_estadual,
        "telefone": ficha.telefone,
        "classe_armazenamento": ficha.classe_armazenamento,
        "endereco": _flat(ficha.endereco),
        "vias_de_acesso": [_flat(v) for v in ficha.vias_de_acesso],
        "filiais": [_flat(f) for f in ficha.filiais],
        "estados_onde_atua": list(ficha.estados_onde_atua),
        "distribuidores": [_flat(d) for d in ficha.distribuidores],
        "socios": [_flat(s) for s in ficha.socios],
        "responsavel": _flat(ficha.responsavel),
        "local": ficha.local,
        "data": _plain(ficha.data),
    }
    return {k: v for k, v in plain.items() if v not in (None, [], {})}


def _plain(value: Any) -> Any:
    if hasattr(value, "isoformat"):
        return value.isoformat()
    return list(value) if isinstance(value, tuple) else value


def _flat(thing: Any) -> dict[str, Any] | None:
    if thing is None:
        return None
    pairs: Mapping[str, Any] = {f.name: _plain(getattr(thing, f.name)) for f in fields(thing)}
    return {k: v for k, v in pairs.items() if v not in (None, [], "")}


def dumps(ficha: Ficha) -> str:
    """Return :func:`to_dict` as readable JSON, for a person who wants to correct a scanned Ficha by hand."""
    return json.dumps(to_dict(ficha), ensure_ascii=False, indent=2)

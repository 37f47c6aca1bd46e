"""The kinds of values that pattern files may name (``especie``)."""

from __future__ import annotations

from collections.abc import Mapping

from docverify.documents import kinds, kinds_contato, kinds_endereco, kinds_texto
from docverify.documents.kinds import Kind

KINDS: Mapping[str, Kind] = {
    "cnpj": kinds.cnpj,
    "cpf": kinds.cpf,
    "cep": kinds.cep,
    "nire": kinds.nire,
    "cnae": kinds.cnae,
    "cnaes": kinds.cnaes,
    "data": kinds.data,
    "validade": kinds.validade,
    "numero": kinds.numero,
    "ano": kinds.ano,
    "inscricao": kinds.inscricao,
    "ie": kinds.inscricao_estadual,
    "opcao": kinds.opcao,
    "situacao": kinds_texto.situacao,
    "texto": kinds.unbroken(kinds_texto.texto),
    "atividade": kinds.unbroken(kinds_texto.atividade),
    "empresa": kinds.unbroken(kinds_texto.empresa),
    "pessoa": kinds.unbroken(kinds_texto.pessoa),
    "uf": kinds_endereco.uf,
    "municipio": kinds.unbroken(kinds_endereco.municipio),
    "numero_endereco": kinds_endereco.numero_endereco,
    "tipo_logradouro": kinds_endereco.tipo_logradouro,
    "logradouro": kinds.unbroken(kinds_endereco.logradouro),
    "texto_curto": kinds.unbroken(kinds_endereco.texto_curto),
    "endereco": kinds.unbroken(kinds_endereco.endereco),
    "telefone": kinds_contato.telefone,
    "identidade": kinds_contato.identidade,
}

FREE_TEXT = frozenset(("texto", "atividade", "empresa", "pessoa", "logradouro", "texto_curto", "municipio", "endereco"))
"""Kinds without a shape of their own: only a place can say that they are the value."""

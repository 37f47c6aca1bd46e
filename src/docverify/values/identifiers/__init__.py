"""Identifiers: one number, one module, the same verbs (``compact``, ``validate``, ``is_valid``, ``format``)."""

from __future__ import annotations

from docverify.values.identifiers.cep import find_ceps
from docverify.values.identifiers.cnae import find_cnaes
from docverify.values.identifiers.cnpj import find_cnpjs
from docverify.values.identifiers.cpf import find_cpfs
from docverify.values.identifiers.match import IdMatch
from docverify.values.identifiers.nire import find_nires

__all__ = ["IdMatch", "find_ceps", "find_cnaes", "find_cnpjs", "find_cpfs", "find_nires"]

"""Addresses: reading one out of text, normal form, comparison part by part.

The normal form rests on enderecobr (Ipea), with care: it writes ``S/N`` for an empty number, cuts ``12,5`` to ``12``,
leaves ``XV`` and some abbreviations alone, and raises on a CEP with letters; none of these reach it.
"""

from __future__ import annotations

from docverify.values._address_normal import normalize
from docverify.values._endereco import Endereco
from docverify.values.address_compare import compare_address, overall
from docverify.values.address_parse import parse_address

__all__ = ["Endereco", "compare_address", "normalize", "overall", "parse_address"]

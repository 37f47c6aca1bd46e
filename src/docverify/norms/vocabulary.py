"""What the words of a norm's file may name, beyond what the file itself defines.

A name that nothing knows would not be an error when a dossier is decided: a field that no document has is never wrong,
and a type that does not exist is never there. So each is told when the file is read.
"""

from __future__ import annotations

from collections.abc import Mapping

from docverify.documents.contract import campos_of
from docverify.ficha import ATIVIDADES, MODALIDADES, PERFIS, SITUACOES
from docverify.model import TIPOS
from docverify.norms.labels import CHAVES_FICHA
from docverify.report.codes import EFEITOS, MOTIVOS

__all__ = ["ACEITAM", "ATIVIDADES", "CONHECIDOS", "EFEITOS", "MODALIDADES", "MOTIVOS", "PERFIS", "SITUACOES"]

ACEITAM = ("acolhido", "apto_a_outorga", "apto_a_registro")
"""Effects of an accepted dossier (contract, section 3)."""

CONHECIDOS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "tipos": ("o tipo de documento", TIPOS),
    "situacoes": ("a situação", SITUACOES),
    "motivos": ("o motivo", tuple(MOTIVOS)),
    "campos": ("o campo", tuple(dict.fromkeys(c for t in TIPOS for c in sorted(campos_of(t))))),
    "ficha": ("a chave da Ficha", tuple(k for k in CHAVES_FICHA if not k.startswith("pedido."))),
    "endereco": ("a parte do endereço", ("logradouro", "numero", "complemento", "bairro", "cep", "municipio", "uf")),
}
"""By the name that a parameter gives in ``itens``: what it is in Portuguese, and the names that there are."""

"""The modality of the resale that the Ficha identifies (RES41, art. 7º, § 2º, b)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docverify.model import Reason
from docverify.norms.checks.text import folded
from docverify.norms.context import Context
from docverify.norms.registry import check

_NOMES = {
    "automotivos": "revenda varejista de combustíveis automotivos",
    "gnv": "revenda varejista exclusiva de GNV",
    "flutuante": "revenda varejista flutuante",
    "maritima": "revenda varejista marítima",
}
_PALAVRAS = {
    "automotivos": r"COMBUSTIVEIS AUTOMOTIVOS",
    "gnv": r"EXCLUSIV[AO] DE G\.?N\.?V|EXCLUSIV[AO] DE GAS NATURAL",
    "flutuante": r"FLUTUANTE",
    "maritima": r"MARITIM[AO]",
}
_MARCA = r"(?:[\[({] ?X ?[\])}]|\bX\b)"


def marked(texto: str) -> frozenset[str]:
    """Return the modalities that a form's text shows with a cross beside them on the same line."""
    found = set()
    for line in folded(texto).splitlines():
        for name, words in _PALAVRAS.items():
            before = (
                rf"{_MARCA}\s*(?:\d\s*[.)-]?\s*)?(?:REVENDA\s+)?(?:VAREJISTA\s+)?(?:DE\s+)?(?:POSTO\s+)?(?:{words})"
            )
            if re.search(before, line):
                found.add(name)
    return frozenset(found)


@check("modalidade_identificada", alcance="dossie")
def modalidade_identificada(ctx: Context) -> Iterator[Reason]:
    """The request says which of the four modalities it is, as the Ficha must; the signed form says the same."""
    declared = ctx.dossie.pedido.modalidade
    crossed: set[str] = set()
    for index in ctx.dossie.de_tipo("ficha_cadastral"):
        crossed |= marked(ctx.dossie.documentos[index].texto)
    if declared is None:
        options = ", ".join(_NOMES)
        hint = f" A Ficha assinada parece marcar: {', '.join(_NOMES[m] for m in sorted(crossed))}." if crossed else ""
        yield ctx.motivo(
            "ficha_incompleta",
            "revisar" if crossed else "impede",
            f"A Ficha não identifica a modalidade da revenda. Informe 'pedido.modalidade' ({options}).{hint}",
        )
    elif crossed and declared not in crossed:
        yield ctx.motivo(
            "modalidade_nao_indicada",
            "revisar",
            f"A Ficha assinada parece marcar {', '.join(_NOMES[m] for m in sorted(crossed))}, e o pedido é de "
            f"{_NOMES[declared]}. Confira.",
        )

"""Signs of change on a page, brought to the values that they touch: one beside all values says nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from docverify.documents.layout import PageLayout
from docverify.model import Box, Field
from docverify.values.sinais import DIGITADO, REVISAO, Sinal

_NAMES = """cnpj razao_social endereco numero validade exercicio data_emissao prazo_indeterminado atividade uf
    capacidade_glp_kg contempla_revenda_glp contempla_tancagem inscricao_estadual inscricao_municipal situacao
    situacao_cadastral cnae_principal resultado nire socios administradores objeto_social numero_registro
    data_registro mandato_ate data_protocolo nome cpf tipo_licenca matriz_filial municipio_emissor orgao_emissor"""
DECIDING = frozenset(_NAMES.split())
"""Fields that an item may rest on; a patch over a trade name or a telephone changes nothing."""

_OWN = frozenset({"requerimento", "requerimento_cancelamento", "comunicacao_encerramento", "ficha_cadastral"})
_COVERED = 0.5  # of a value, for a sign to touch it


def on_fields(tipo: str, layouts: Sequence[PageLayout], campos: Mapping[str, Field]) -> tuple[Sinal, ...]:
    """Return the signs of the pages: those of change that lie over a deciding field, with that field, and all others.

    Args:
        tipo: Of the document: who writes a paper may correct it before it is sent.
        layouts: Pages of one document.
        campos: Its fields.
    """
    own = layouts[0].page.arquivo if layouts else ""
    found: list[Sinal] = []
    for page in (layout.page for layout in layouts):
        other = page.arquivo if page.arquivo != own else None
        for sign in page.sinais:
            if sign.mensagem in (REVISAO, DIGITADO) and tipo in _OWN:
                continue
            touched = [
                (name, field)
                for name, field in sorted(campos.items())
                if name in DECIDING
                and field.pagina == page.numero
                and field.arquivo in (None, other)
                and (field.arquivo is not None) == (other is not None)
                and touches(field.caixa, sign.caixa)
            ]
            if sign.codigo != "documento_alterado":
                found.append(replace(sign, pagina=page.numero, arquivo=other))
            elif touched:
                # several may stand there (a validity and its year); the smallest is what the sign is about
                name, field = min(touched, key=lambda item: (_area(item[1].caixa), item[0]))
                found.append(replace(sign, pagina=page.numero, campo=name, arquivo=other, lido=sign.lido or field.lido))
    return tuple(found)


def touches(field: Box, sign: Box) -> bool:
    """Tell whether a sign is about a value: it lies over half of it, or half of the sign lies on it (one figure)."""
    return max(covered(field, sign), covered(sign, field)) >= _COVERED


def covered(inner: Box, outer: Box) -> float:
    """Return the share of ``inner`` that lies within ``outer``."""
    width = min(inner[2], outer[2]) - max(inner[0], outer[0])
    height = min(inner[3], outer[3]) - max(inner[1], outer[1])
    area = _area(inner)
    return max(0.0, width) * max(0.0, height) / area if area > 0 else 0.0


def _area(box: Box) -> float:
    return max(0.0, box[2] - box[0]) * max(0.0, box[3] - box[1])

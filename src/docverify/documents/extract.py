"""Pages of one document -> its fields with evidence.

Labels, announcing phrases and telling words are data (``models/<tipo>/``); this module joins the general engine with
the field modules, which find what no single label announces (an address in parts, a validity said as a term).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from docverify.documents import (
    fields_atos,
    fields_bombeiros,
    fields_certidao,
    fields_cnpj,
    fields_datas,
    fields_emissor,
    fields_endereco,
    fields_ficha,
    fields_ficha_secoes,
    fields_identidade,
    fields_junta,
    fields_licenca,
    fields_numero,
    fields_obras,
    fields_partes,
    fields_procuracao,
    fields_projeto,
    fields_prosa,
    fields_protocolo,
    fields_requerimento,
    fields_validade,
)
from docverify.documents.candidates import Candidate, Paper, read
from docverify.documents.contract import campos_of
from docverify.documents.kinds_endereco import without_labels
from docverify.documents.layout import PageLayout
from docverify.documents.resolve import resolve
from docverify.model import DESCONHECIDO, Field
from docverify.values.identifiers import cnpj

FieldModule = Callable[[Paper], Iterable[Candidate]]

COMMON: tuple[FieldModule, ...] = (
    fields_endereco.find,
    fields_validade.find,
    fields_datas.find,
    fields_emissor.find,
    fields_emissor.state_of_town,
)
"""Run for every type, in this order; each sees what the ones before it found."""

PREPARE: Mapping[str, Callable[[Paper], None]] = {"ficha_cadastral": fields_ficha_secoes.prepare}
"""Run for one type before all others: takes away what stands in a part of the paper that is about other things."""

BY_TYPE: Mapping[str, tuple[FieldModule, ...]] = {
    "contrato_social": (fields_atos.find,),
    "estatuto_social": (fields_atos.find,),
    "ata_eleicao": (fields_atos.find,),
    "distrato_social": (fields_atos.find,),
    "ato_incorporacao": (fields_atos.find, fields_partes.find),
    "comprovante_cnpj": (fields_cnpj.find,),
    "alvara_funcionamento": (fields_numero.find, fields_prosa.find),
    "inscricao_estadual": (fields_prosa.find,),
    "certificado_bombeiros": (fields_numero.find, fields_prosa.find, fields_bombeiros.find),
    "licenca_operacao": (fields_numero.find, fields_prosa.find, fields_licenca.find),
    "protocolo_renovacao": (fields_numero.find, fields_prosa.find, fields_protocolo.find),
    "protocolo_transferencia_titularidade": (fields_numero.find, fields_prosa.find, fields_protocolo.find),
    "certidao_negativa_federal": (fields_numero.find, fields_prosa.find, fields_certidao.find),
    "certidao_negativa_estadual": (fields_numero.find, fields_prosa.find, fields_certidao.find),
    "certificado_borda_livre": (fields_numero.find, fields_prosa.find),
    "comprovante_conclusao_obras": (fields_numero.find, fields_prosa.find, fields_obras.find),
    "declaracao_prefeitura": (fields_numero.find, fields_prosa.find),
    "requerimento": (fields_numero.find, fields_prosa.find, fields_requerimento.find),
    "requerimento_cancelamento": (fields_numero.find, fields_prosa.find, fields_requerimento.find),
    "comunicacao_encerramento": (fields_numero.find, fields_prosa.find, fields_requerimento.find),
    "mandado_judicial": (fields_prosa.find, fields_partes.find),
    "contrato_cessao_espaco": (fields_numero.find, fields_prosa.find, fields_partes.find),
    "projeto_instalacoes": (fields_numero.find, fields_prosa.find, fields_projeto.find),
    "ficha_cadastral": (fields_ficha_secoes.find, fields_ficha.find),
    "procuracao": (fields_numero.find, fields_prosa.find, fields_procuracao.find),
    "certidao_junta": (fields_numero.find, fields_prosa.find, fields_junta.find),
    "documento_identidade": (fields_identidade.find,),
}
"""Run for one type, after the common ones."""


@dataclass(frozen=True, slots=True)
class Extraction:
    """What was read on a document.

    Attributes:
        campos: Fields of the contract's table for the type.
        campos_extras: Whatever else was read.
    """

    campos: Mapping[str, Field]
    campos_extras: Mapping[str, Field]


def extract(tipo: str, layouts: Sequence[PageLayout]) -> Extraction:
    """Extract the fields of one document.

    Args:
        tipo: One of ``model.TIPOS``; ``desconhecido`` has no fields.
        layouts: All its pages in order, maybe of several files.

    Returns:
        Fields by name, sorted; each carries its page, its box on the page as shown, and its file where it is not the
        file of the first page.

    Raises:
        RuleSetError: If the type's pattern files are wrong.
    """
    pages = tuple(layout for layout in layouts if layout.segments)
    if tipo == DESCONHECIDO or not pages:
        return Extraction({}, {})
    paper = read(tipo, pages)
    if tipo in PREPARE:
        PREPARE[tipo](paper)
    for module in (*COMMON, *BY_TYPE.get(tipo, ())):
        # Complete before it is added: a module may also take candidates away.
        found = list(module(paper))
        paper.candidates.extend(found)
    allowed = campos_of(tipo)
    campos: dict[str, Field] = {}
    extras: dict[str, Field] = {}
    for nome in sorted({c.campo for c in paper.candidates if "." not in c.campo}):
        patterns = paper.padroes.campo.get(nome)
        candidates = [c for c in paper.of(nome) if nome != "numero" or not _identifies(c.valor)]
        field = resolve(pages, candidates, patterns.minimo if patterns else 0.15, layouts[0].page.arquivo)
        if field is not None and nome == "endereco" and isinstance(field.valor, Mapping):
            parts = without_labels(field.valor)
            field = replace(field, valor=parts) if parts else None
        if field is None:
            continue
        extra = nome not in allowed or (patterns is not None and patterns.extra)
        (extras if extra else campos)[nome] = field
    return Extraction(campos, extras)


def _identifies(valor: object) -> bool:
    """Tell whether a paper's number is a company's CNPJ: who it is about, not which paper it is."""
    return isinstance(valor, str) and cnpj.is_valid(valor.upper().removeprefix("CNPJ").strip(" :."))

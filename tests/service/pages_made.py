"""Dossiers of the tests of the pages: rows as the worker leaves them, with a small report and a drawn page."""

from __future__ import annotations

import io
import uuid
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

from PIL import Image, ImageDraw

from docverify.store.files import derived_page
from docverify.store.opening import Store
from docverify.store.tables import arquivos, dossies, paginas, rodadas, vereditos
from docverify.values.text import fold
from tests.service.people import Person


def report(**changes: Any) -> dict[str, Any]:
    """A report in the contract's shape: one item with a defect, one in doubt, one good, one without object."""
    box = [0.1, 0.2, 0.4, 0.23]
    field = {"valor": "2025-12-31", "lido": "31/12/2025", "confianca": 0.97, "pagina": 1, "caixa": box}
    evidence = {
        "documento": 0, "campo": "validade", "pagina": 1, "caixa": box, "lido": "31/12/2025",
        "declarado": None, "similaridade": None,
    }  # fmt: skip
    reason = {
        "codigo": "validade_vencida", "gravidade": "impede", "mensagem": "O alvará venceu em 31/12/2025.",
        "citacao": "Portaria ANP nº 297/2003, art. 6º, VI", "inferencia": True, "evidencia": evidence,
    }  # fmt: skip
    doubt = {
        "codigo": "documento_ilegivel", "gravidade": "revisar", "mensagem": "Não foi possível ler a página.",
        "citacao": "Portaria ANP nº 297/2003, art. 6º, VII", "inferencia": False, "evidencia": None,
    }  # fmt: skip

    def item(number: int, situacao: str, documents: list[int], reasons: list[dict[str, Any]]) -> dict[str, Any]:
        return {
            "id": f"GLP-0{number}", "descricao": f"Item de número {number}", "citacao": f"art. 6º, {number}",
            "situacao": situacao, "documentos": documents, "motivos": reasons,
        }  # fmt: skip

    made = {
        "versao": 1, "dossie": "Posto", "norma": "GLP297", "titulo_norma": "Portaria ANP nº 297/2003",
        "situacao": "novo", "modalidade": None, "perfil": None, "data_referencia": "2026-11-30",
        "resultado": "rejeitado",
        "efeito": {"codigo": "nao_acolhido", "mensagem": "O pedido não é acolhido.", "citacao": "art. 6º, § 1º"},
        "avisos": [{"codigo": "certificacao_nao_verificada", "mensagem": "A certificação não foi verificada."}],
        "ficha": {"origem": "json", "razao_social": "Gás Bom Ltda", "cnpj": "11222333000181"},
        "itens": [
            item(6, "nao_conforme", [0], [reason]), item(7, "em_analise", [], [doubt]),
            item(3, "conforme", [0], []), item(8, "nao_aplicavel", [], []),
        ],
        "documentos": [
            {"arquivo": "alvara.pdf", "paginas": [1], "tipo": "alvara_funcionamento", "confianca": 0.99,
             "campos": {"validade": field}},
        ],
        "tempos": {"ocr_s": 0.0, "total_s": 1.0, "paginas": 1, "paginas_ocr": 0, "paginas_cache": 0},
    }  # fmt: skip
    return made | changes


def dossier(
    store: Store,
    person: Person,
    *,
    nome: str = "Gás Bom",
    estado: str = "concluido",
    relatorio: dict[str, Any] | None = None,
    file_name: str = "alvara.pdf",
    razao_social: str = "Gás Bom Ltda",
    criado_em: datetime | None = None,
    **columns: Any,
) -> UUID:
    """Put a dossier of somebody's into the database; with a verdict where a report is given."""
    made, run, now = uuid.uuid4(), uuid.uuid4(), criado_em or datetime.now(UTC)
    row: dict[str, Any] = {
        "id": made, "entidade_id": person.entidade_id, "nome": nome, "estado": estado, "prioridade": "interativo",
        "conteudo": made.hex, "hoje": date(2026, 11, 30), "criado_por": person.id, "criado_em": now,
        "enviado_em": now, "atualizado_em": now, "rodada": 1, "norma_pedida": "GLP297", "cnpj": "11222333000181",
        "razao_social": razao_social, "busca": fold(f"{nome} {razao_social} 11222333000181").lower(),
    }  # fmt: skip
    if relatorio is not None:
        row |= {
            "versao": 1, "norma": "GLP297", "resultado": relatorio["resultado"],
            "efeito": relatorio["efeito"]["codigo"], "concluido_em": now,
        }  # fmt: skip
    digest, length = store.files.put(person.entidade_id, io.BytesIO(b"%PDF-1.4 " + made.bytes))
    with store.database.begin() as connection:
        connection.execute(dossies.insert().values(row | columns))
        connection.execute(
            arquivos.insert().values(
                id=uuid.uuid4(),
                dossie_id=made,
                entidade_id=person.entidade_id,
                ordem=0,
                nome=file_name,
                digest=digest,
                bytes=length,
                midia="application/pdf",
                criado_em=now,
            )  # fmt: skip
        )
        states = {"concluido": "concluida", "erro": "erro", "processando": "processando"}
        connection.execute(
            rodadas.insert().values(
                id=run,
                dossie_id=made,
                entidade_id=person.entidade_id,
                numero=1,
                motivo="envio",
                estado=states.get(estado, "na_fila"),
                prioridade="interativo",
                pedida_por=person.id,
                pedida_em=now,
            )  # fmt: skip
        )
        if relatorio is not None:
            key = derived_page(person.entidade_id, made, 1, 1)
            store.files.put_bytes(key, page_picture())
            connection.execute(
                vereditos.insert().values(
                    id=uuid.uuid4(),
                    dossie_id=made,
                    entidade_id=person.entidade_id,
                    rodada_id=run,
                    versao=1,
                    relatorio=relatorio,
                    resultado=relatorio["resultado"],
                    efeito=relatorio["efeito"]["codigo"],
                    norma="GLP297",
                    norma_versao="0" * 64,
                    motor={},
                    configuracao={},
                    criado_em=now,
                )  # fmt: skip
            )
            connection.execute(
                paginas.insert().values(
                    dossie_id=made,
                    entidade_id=person.entidade_id,
                    ordem=1,
                    arquivo="alvara.pdf",
                    numero=1,
                    largura=800,
                    altura=1100,
                    endereco=key,
                )  # fmt: skip
            )
    return made


def page_picture() -> bytes:
    """A page with a few lines on it, as JPEG."""
    page = Image.new("RGB", (800, 1100), "white")
    pen = ImageDraw.Draw(page)
    for line in range(20):
        pen.text((80, 60 + 48 * line), f"Linha {line} do alvara: valido ate 31/12/2025", fill="black")
    out = io.BytesIO()
    page.save(out, "JPEG")
    return out.getvalue()

"""Small dossiers with a text layer: an alvará, a CNPJ card, a Ficha, read in a moment without any engine."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import typst
from PIL import Image

FICHA: dict[str, Any] = {
    "pedido": {"norma": "GLP297", "situacao": "novo", "data_protocolo": "2026-11-30"},
    "razao_social": "GÁS ESTRELA DO VALE LTDA",
    "cnpj": "11.222.333/0001-81",
    "classe_armazenamento": "II",
    "endereco": {
        "logradouro": "Rua das Acácias",
        "numero": "1450",
        "bairro": "Centro",
        "cep": "13010-300",
        "municipio": "Campinas",
        "uf": "SP",
    },
    "responsavel": {"nome": "Maria Aparecida da Silva", "cpf": "390.533.447-05", "funcao": "Sócia"},
    "data": "2026-11-20",
}

ALVARA = """
#set page(paper: "a4", margin: 2.5cm)
#set text(font: "Liberation Sans", size: 12pt)
#align(center)[
  #text(size: 14pt, weight: "bold")[PREFEITURA MUNICIPAL DE CAMPINAS]

  Secretaria Municipal de Finanças

  #v(1cm)
  #text(size: 20pt, weight: "bold")[ALVARÁ DE LOCALIZAÇÃO E FUNCIONAMENTO]

  Nº 2026/001234
]
#v(1cm)
*Razão Social:* GÁS ESTRELA DO VALE LTDA

*CNPJ:* 11.222.333/0001-81

*Endereço:* Rua das Acácias, 1450, Centro, Campinas/SP, CEP 13010-300

*Atividade:* Comércio varejista de gás liquefeito de petróleo (GLP)

*Data de emissão:* 10/01/2026

*Validade:* VALIDADE
#v(2cm)
Campinas, 10 de janeiro de 2026.
"""

CARD = """
#set page(paper: "a4", margin: 2cm)
#set text(font: "Liberation Sans", size: 10pt)
#align(center)[
  *REPÚBLICA FEDERATIVA DO BRASIL*

  *CADASTRO NACIONAL DA PESSOA JURÍDICA*
]
#let c(t, v) = box(stroke: 0.5pt, inset: 4pt, width: 100%)[#text(size: 7pt)[#t] \\ *#v*]
#grid(columns: (1fr, 2fr, 1fr), c("NÚMERO DE INSCRIÇÃO", [11.222.333/0001-81 \\ MATRIZ]),
  c("COMPROVANTE DE INSCRIÇÃO E DE SITUAÇÃO CADASTRAL", ""), c("DATA DE ABERTURA", "15/03/2010"))
#c("NOME EMPRESARIAL", "GAS ESTRELA DO VALE LTDA")
#c("TÍTULO DO ESTABELECIMENTO (NOME DE FANTASIA)", "********")
#c("CÓDIGO E DESCRIÇÃO DA ATIVIDADE ECONÔMICA PRINCIPAL",
  "47.84-9-00 - Comércio varejista de gás liquefeito de petróleo (GLP)")
#c("CÓDIGO E DESCRIÇÃO DAS ATIVIDADES ECONÔMICAS SECUNDÁRIAS", "Não informada")
#c("CÓDIGO E DESCRIÇÃO DA NATUREZA JURÍDICA", "206-2 - Sociedade Empresária Limitada")
#grid(columns: (3fr, 1fr, 2fr), c("LOGRADOURO", "R DAS ACACIAS"), c("NÚMERO", "1450"), c("COMPLEMENTO", "********"))
#grid(columns: (1fr, 1fr, 2fr, 0.5fr), c("CEP", "13.010-300"), c("BAIRRO/DISTRITO", "CENTRO"),
  c("MUNICÍPIO", "CAMPINAS"), c("UF", "SP"))
#grid(columns: (3fr, 1fr), c("SITUAÇÃO CADASTRAL", "ATIVA"), c("DATA DA SITUAÇÃO CADASTRAL", "15/03/2010"))

Aprovado pela Instrução Normativa RFB nº 2.119, de 06 de dezembro de 2022.

Emitido no dia 12/11/2026 às 10:11:12 (data e hora de Brasília). Página: 1/1
"""

FORM = """
#set page(paper: "a4", margin: 2cm)
#set text(font: "Liberation Sans", size: 10pt)
#align(center)[
  *AGÊNCIA NACIONAL DO PETRÓLEO*

  #text(size: 14pt)[*FICHA CADASTRAL - REVENDEDOR DE GLP - FC/REVGLP*]
]
#let c(t, v) = box(stroke: 0.5pt, inset: 4pt, width: 100%)[#text(size: 7pt)[#t] \\ #v]
#c("NOME EMPRESARIAL", "GÁS ESTRELA DO VALE LTDA")
#grid(columns: (1fr, 1fr), c("CNPJ", "11.222.333/0001-81"), c("TELEFONE", "(19) 3232-1010"))
#c("CLASSE DE ARMAZENAMENTO", "II")
#grid(columns: (3fr, 1fr), c("RUA/AV.", "Rua das Acácias"), c("NÚMERO", "1450"))
#grid(columns: (1fr, 1fr), c("BAIRRO/DISTRITO", "Centro"), c("CEP", "13010-300"))
#c("NOME DO RESPONSÁVEL", "Maria Aparecida da Silva")
#grid(columns: (1fr, 1fr), c("CPF", "390.533.447-05"), c("FUNÇÃO", "Sócia"))
#grid(columns: (1fr, 1fr), c("LOCAL", "Campinas"), c("DATA", "20/11/2026"))
ASSINATURA COM RECONHECIMENTO DE FIRMA
"""


def pdf(source: str) -> bytes:
    """Set a page from Typst source."""
    return bytes(typst.compile(source.encode("utf-8"), timestamp=0))


def scan(data: bytes, dpi: int = 200) -> Image.Image:
    """Return the first page of a PDF as a scanner gives it, grey."""
    document = pypdfium2.PdfDocument(data)
    bitmap = document[0].render(scale=dpi / 72, grayscale=True)
    pixels = np.array(bitmap.to_numpy().squeeze())
    document.close()
    return Image.fromarray(pixels)


def dossier(folder: Path, *, validade: str = "31/12/2026", ficha: Mapping[str, Any] | None = FICHA) -> Path:
    """Write a dossier with an alvará and a CNPJ card, and ``ficha.json`` unless None."""
    folder.mkdir(parents=True)
    (folder / "a.pdf").write_bytes(pdf(ALVARA.replace("VALIDADE", validade)))
    (folder / "b.pdf").write_bytes(pdf(CARD))
    if ficha is not None:
        (folder / "ficha.json").write_text(json.dumps(ficha, ensure_ascii=False), encoding="utf-8")
    return folder

"""Alvarás as different municipalities word them; every paper carries distractors of its own."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.documents.pages import layout, noisy, page

from docverify.documents.extract import extract
from docverify.documents.layout import build

RIO = """
## PREFEITURA DA CIDADE DO RIO DE JANEIRO
^ Secretaria Municipal da Fazenda
# ALVARÁ DE LICENÇA PARA ESTABELECIMENTO
INSCRIÇÃO MUNICIPAL	CNPJ/CPF	PROCESSO DE CONCESSÃO	IRLF/GRLF
1536789-4	11.222.333/0001-81	04/931.619/2025	3ª GRLF
CONCEDIDO A
GAS DO PAULO COMERCIO LTDA
PARA SE ESTABELECER NO
RUA DAS LARANJEIRAS, 120 LOJA A - LARANJEIRAS - RIO DE JANEIRO - RJ
COM AS SEGUINTES ATIVIDADES DO CODIGO DE ATIVIDADES ECONOMICAS (CAE)
1.31.04.0 COMERCIO VAREJISTA DE GAS LIQUEFEITO DE PETROLEO
COM AS SEGUINTES RESTRIÇÕES
PROIBIDO O USO DE ALTO-FALANTES
OBSERVAÇÕES
Atender a legislação de prevenção contra incêndios.

Rio de Janeiro, 08 de Janeiro de 2025
Deferido automaticamente conforme decreto 41827/2016
"""
BELEM = """
^ ESTADO DO PARÁ
## PREFEITURA MUNICIPAL DE BELÉM
^ CNPJ 05.055.009/0001-13 - Praça Dom Pedro II, s/n - CEP 66020-240 - Belém - PA
# ALVARÁ ELETRÔNICO 2026
## LOCALIZAÇÃO E FUNCIONAMENTO
ALVARÁ Nº 2026/001234	Protocolo 00023151/2025
Data de Emissão 03/03/2026	VÁLIDO ATÉ 10/03/2027
Razão Social: COMERCIAL DE GAS BELEM LTDA - ME
Nome Fantasia: GAS BELEM
CNPJ: 11.222.333/0001-81	Inscrição Municipal: 123.456-7
Endereço: TV. DOM ROMUALDO DE SEIXAS, 1450, SALA 2
Bairro: UMARIZAL	CEP: 66050-110	Município: BELÉM	UF: PA
Atividade Principal: 4784-9/00 - Comércio varejista de gás liquefeito de petróleo (GLP)
Horário especial XXXXXXX	Data de Abertura 01/02/2019
CONTADOR: JOSE DA SILVA	CRC: PA-012345	CNPJ: 00.000.000/0001-91
Afixar em local visível
"""
PROSE = """
^ PREFEITURA MUNICIPAL DE CAMPINAS
^ ESTADO DE SÃO PAULO
# ALVARÁ DE LICENÇA E FUNCIONAMENTO Nº 123/2026

O Prefeito Municipal de Campinas, no uso de suas atribuições legais, e tendo em vista o que consta do processo nº \
2025/10/4455, de 12/11/2025, e nos termos da Lei Municipal nº 1.234, de 5 de maio de 1998, concede o presente alvará à \
empresa COMERCIAL GAS SAO JOSE LTDA, inscrita no CNPJ sob o nº 11.222.333/0001-81, estabelecida na Rua Barão de \
Jaguara, nº 1450, Sala 2, Centro, nesta cidade, para exercer a atividade de comércio varejista de GLP.

O presente alvará é válido por 12 (doze) meses a contar da data de sua emissão, e será renovado a requerimento.

> Campinas, 15 de março de 2026
^ Secretário Municipal de Finanças
"""
LONDRINA = """
^ MUNICÍPIO DE LONDRINA - ESTADO DO PARANÁ
^ CNPJ: 00.000.000/0001-91
# ALVARÁ DE LOCALIZAÇÃO E FUNCIONAMENTO
NÚMERO DO ALVARÁ	INSCRIÇÃO MUNICIPAL	EXERCÍCIO
7788/2026	445566	2026
NOME / RAZÃO SOCIAL
AUTO POSTO E GAS IRMAOS UNIDOS S/A
CNPJ / CPF	DATA DE ABERTURA
11.222.333/0001-81	01/02/2010
LOGRADOURO	NÚMERO	COMPLEMENTO
ROD BR 369	KM 32,5	********
BAIRRO	MUNICÍPIO	UF	CEP
CILO 3	LONDRINA	PR	86.010-300
ATIVIDADE ECONÔMICA
COMERCIO VAREJISTA DE GAS LIQUEFEITO DE PETROLEO (GLP)
Este alvará terá validade enquanto não se modificarem as condições.
DATA DE EMISSÃO: 02.01.2026
"""
DOTS = """
MUNICÍPIO DE CURITIBA
CNPJ 61.385.263/0001-50
LICENCA DE FUNCIONAMENTO (ALVARA DE LOCALIZACAO)
NR. ALVARA....: 2026/023902
INSCR. MUNIC. .: 746953-2
TITULAR.......: GÁS SÃO JUDAS COMÉRCIO E TRANSPORTES LTDA
CNPJ/CPF......: 11.222.333/0001-81
ENDERECO......: AV DA INDEPENDÊNCIA, 4172
COMPLEMENTO...: LOTE 12
BAIRRO.......: BOA VISTA
CIDADE/UF/CEP.: CURITIBA/PR 80215-790
ATIVIDADE.....: COMÉRCIO VAREJISTA DE GÁS DE COZINHA (GLP) E ÁGUA MINERAL
INICIO ATIV...: 26/03/2004
DT. EXPEDICAO.: 24/03/2026
VALIDO ATE....: 19/04/2027
TAXA..........: R$ 195,65 GUIA: 3859049643
"""


def values(text: str) -> dict[str, Any]:
    return {name: field.valor for name, field in extract("alvara_funcionamento", [layout(text)]).campos.items()}


def test_rio_has_no_validity_and_does_not_invent_one() -> None:
    found = values(RIO)
    assert found["cnpj"] == "11222333000181"
    assert found["inscricao_municipal"] == "1536789-4"
    assert found["razao_social"] == "GAS DO PAULO COMERCIO LTDA"
    assert found["endereco"]["logradouro"] == "RUA DAS LARANJEIRAS"
    assert found["endereco"]["numero"] == "120"
    assert found["endereco"]["municipio"] == "RIO DE JANEIRO"
    assert found["data_emissao"] == "2025-01-08"
    assert found["municipio_emissor"] == "RIO DE JANEIRO"
    assert found["atividade"] == "COMERCIO VAREJISTA DE GAS LIQUEFEITO DE PETROLEO"
    assert not {"validade", "exercicio", "prazo_indeterminado"} & set(found)


def test_neither_the_prefeitura_nor_the_accountant_is_the_company() -> None:
    found = values(BELEM)
    assert found["cnpj"] == "11222333000181"
    assert found["razao_social"] == "COMERCIAL DE GAS BELEM LTDA - ME"
    assert found["nome_fantasia"] == "GAS BELEM"
    assert found["numero"] == "2026/001234"
    assert found["data_emissao"] == "2026-03-03"
    assert found["validade"] == "2027-03-10"
    assert found["exercicio"] == 2026
    assert found["endereco"] == {
        "logradouro": "TV. DOM ROMUALDO DE SEIXAS",
        "numero": "1450",
        "complemento": "SALA 2",
        "bairro": "UMARIZAL",
        "cep": "66050110",
        "municipio": "BELÉM",
        "uf": "PA",
    }
    assert found["uf_emissor"] == "PA"


def test_prose_with_a_term_from_the_issue() -> None:
    extraction = extract("alvara_funcionamento", [layout(PROSE)])
    assert extraction.campos["validade"].valor == "2027-03-15"
    assert extraction.campos["validade"].lido == "12 (doze) meses"
    assert extraction.campos["data_emissao"].valor == "2026-03-15"
    assert extraction.campos["razao_social"].valor == "COMERCIAL GAS SAO JOSE LTDA"
    assert extraction.campos["cnpj"].valor == "11222333000181"
    assert extraction.campos["numero"].valor == "123/2026"
    assert extraction.campos["atividade"].valor == "comércio varejista de GLP"
    assert extraction.campos["endereco"].valor["logradouro"] == "Rua Barão de Jaguara"
    assert extraction.campos["endereco"].valor["bairro"] == "Centro"
    assert extraction.campos["municipio_emissor"].valor.upper() == "CAMPINAS"


def test_labels_over_values_and_open_ended_validity() -> None:
    found = values(LONDRINA)
    assert found["cnpj"] == "11222333000181"
    assert found["numero"] == "7788/2026"
    assert found["inscricao_municipal"] == "445566"
    assert found["exercicio"] == 2026
    assert found["prazo_indeterminado"] is True
    assert "validade" not in found
    assert found["endereco"] == {
        "logradouro": "ROD BR 369",
        "numero": "KM 32,5",
        "bairro": "CILO 3",
        "cep": "86010300",
        "municipio": "LONDRINA",
        "uf": "PR",
    }
    assert found["data_emissao"] == "2026-01-02"


def test_dot_leaders() -> None:
    found = values(DOTS)
    assert found["cnpj"] == "11222333000181"
    assert found["razao_social"] == "GÁS SÃO JUDAS COMÉRCIO E TRANSPORTES LTDA"
    assert found["atividade"] == "COMÉRCIO VAREJISTA DE GÁS DE COZINHA (GLP) E ÁGUA MINERAL"
    assert found["validade"] == "2027-04-19"
    assert found["data_emissao"] == "2026-03-24"
    assert found["endereco"]["municipio"] == "CURITIBA"
    assert found["endereco"]["bairro"] == "BOA VISTA"
    assert found["endereco"]["cep"] == "80215790"


@pytest.mark.parametrize("text", [RIO, BELEM, PROSE, LONDRINA, DOTS])
def test_a_noisy_reading_never_gives_another_company_with_confidence(text: str) -> None:
    for seed in range(4):
        found = extract("alvara_funcionamento", [build(noisy(page(text), 0.03, seed))]).campos.get("cnpj")
        assert found is None or found.valor == "11222333000181" or found.confianca < 0.85


WORDINGS = [
    ("Validade: 31/12/2026", "2026-12-31"),
    ("VALIDADE ATÉ : 31/12/2026", "2026-12-31"),
    ("Válido até o dia 31 de dezembro de 2026.", "2026-12-31"),
    ("VENCIMENTO	31.12.26", "2026-12-31"),
    ("Período de validade: 01/01/2026 a 31/12/2026", "2026-12-31"),
    ("Este alvará é válido até 31 DEZ 2026", "2026-12-31"),
    ("Validade: 12/2026", "2026-12-31"),
    ("PRAZO DE VALIDADE: 1 ANO A CONTAR DA EMISSÃO", "2027-03-15"),
    ("Prazo de validade: 5 (cinco) anos", "2031-03-15"),
    ("Válido por 180 dias a contar da data de emissão", "2026-09-11"),
]


@pytest.mark.parametrize(("line", "day"), WORDINGS)
def test_written_forms_of_validity(line: str, day: str) -> None:
    text = f"## PREFEITURA MUNICIPAL DE ASSIS\n# ALVARÁ Nº 12/2026\nData de emissão: 15/03/2026\n{line}"
    assert values(text)["validade"] == day


NOT_VALIDITY = [
    "Validade: Exercício 2026",
    "A renovação deverá ser requerida no prazo de 30 dias.",
    "Data de abertura: 01/02/2019",
    "Vistoria realizada em 10/02/2026",
    "Renovação: alvará anterior nº 99/2024, validade 31/12/2024",
    "válido por até 1 (um) ano a contar da data da primeira inspeção realizada",
    "Sociedade constituída por prazo indeterminado",
]


@pytest.mark.parametrize("line", NOT_VALIDITY)
def test_what_is_no_validity(line: str) -> None:
    text = f"## PREFEITURA MUNICIPAL DE ASSIS\n# ALVARÁ Nº 12/2026\nData de emissão: 15/03/2026\n{line}"
    found = extract("alvara_funcionamento", [layout(text)]).campos
    assert "validade" not in found or found["validade"].confianca < 0.5
    assert "prazo_indeterminado" not in found


def test_two_dates_of_equal_standing_are_a_doubt() -> None:
    text = "# ALVARÁ Nº 12/2026\nValidade: 31/12/2026\nObservações\nValidade: 30/06/2026"
    assert extract("alvara_funcionamento", [layout(text)]).campos["validade"].confianca < 0.5


def test_stamped_date_is_not_the_issue() -> None:
    text = BELEM + (
        "2º TABELIONATO DE NOTAS DE BELÉM - PA\nAUTENTICAÇÃO\nAutentico a presente cópia reprográfica, a qual confere "
        "com o original. Dou fé.\nBelém, 29 de novembro de 2026.\nEm testemunho da verdade.\nEscrevente\nSelo: AZ6815"
    )
    assert values(text)["data_emissao"] == "2026-03-03"

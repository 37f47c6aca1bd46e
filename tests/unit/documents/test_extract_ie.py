"""Inscrição estadual: consultations and cards of several States."""

from __future__ import annotations

from typing import Any

from tests.unit.documents.pages import layout

from docverify.documents.extract import extract

SINTEGRA = """
14/11/2026 14:38	Consulta Pública ao Cadastro ICMS
## SINTEGRA/ICMS
^ Consulta Pública ao Cadastro do Estado do Ceará
^ Secretaria de Estado da Fazenda do Ceará
IDENTIFICAÇÃO
CNPJ:	11.222.333/0001-81
Inscrição Estadual:	06.000001-5
Razão Social:	DEPOSITO DE GAS PAINEIRAS LTDA EPP
ENDEREÇO
Logradouro:	PC JUSCELINO KUBITSCHEK
Número:	1384	Complemento:
Bairro:	CONJUNTO ESPERANCA
UF:	CE	Município:	FORTALEZA
CEP:	60115-480	Telefone:	(85) 99139-9115
INFORMAÇÕES COMPLEMENTARES
Atividade Econômica:	4784-9/00 - Comércio varejista de gás liquefeito de petróleo (GLP)
Data da Inscrição Estadual:	15/12/2000
Situação Cadastral Vigente: HABILITADO
Data desta Situação Cadastral:	15/12/2000
Data da consulta: 13/11/2026
"""
CERTIDAO = """
^ SECRETARIA DE ESTADO DA FAZENDA DE RORAIMA
# CERTIDÃO DE INSCRIÇÃO NO CADASTRO DE CONTRIBUINTES DO ICMS Nº 4653253
Certificamos que consta do Cadastro de Contribuintes do ICMS do Estado de Roraima a inscrição estadual nº \
24006628-1, em nome de NOVA TRÊS IRMÃOS REVENDA DE GLP LTDA, CNPJ nº 11.222.333/0001-81, estabelecida na \
PC. JUSCELINO KUBITSCHEK, Nº 2349, NOVO HORIZONTE, BOA VISTA/RR, CEP 69301-350, com início de atividade em \
01/12/2021, encontrando-se na situação cadastral Habilitada.
Certidão expedida em 21 de novembro de 2026, às 11:59:51.
"""


def values(text: str) -> dict[str, Any]:
    return {name: field.valor for name, field in extract("inscricao_estadual", [layout(text)]).campos.items()}


def test_consultation() -> None:
    found = values(SINTEGRA)
    assert found["inscricao_estadual"] == "060000015"
    assert found["cnpj"] == "11222333000181"
    assert found["uf"] == "CE"
    assert found["situacao"] == "HABILITADO"
    assert found["cnae_principal"] == "4784900"
    assert found["endereco"] == {
        "logradouro": "PC JUSCELINO KUBITSCHEK",
        "numero": "1384",
        "bairro": "CONJUNTO ESPERANCA",
        "cep": "60115480",
        "municipio": "FORTALEZA",
        "uf": "CE",
    }


def test_a_consultation_is_not_issued() -> None:
    extraction = extract("inscricao_estadual", [layout(SINTEGRA)])
    assert "data_emissao" not in extraction.campos
    assert extraction.campos_extras["data_consulta"].valor == "2026-11-13"


def test_certificate_in_prose() -> None:
    found = values(CERTIDAO)
    assert found["inscricao_estadual"] == "240066281"
    assert found["razao_social"] == "NOVA TRÊS IRMÃOS REVENDA DE GLP LTDA"
    assert found["situacao"] == "Habilitada"
    assert found["data_emissao"] == "2026-11-21"
    assert found["uf"] == "RR"
    assert found["endereco"]["municipio"] == "BOA VISTA"
    assert found["endereco"]["numero"] == "2349"

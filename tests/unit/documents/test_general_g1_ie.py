"""Licences of municipalities and registrations of States in wordings unlike each other."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.documents.pages import layout

from docverify.documents.classify import classify_page
from docverify.documents.extract import extract

PAPERS: list[tuple[str, dict[str, Any]]] = [
    (
        """
## GOVERNO DO ESTADO DE PERNAMBUCO
^ SECRETARIA DA FAZENDA
# DOCUMENTO DE INSCRIÇÃO NO CADASTRO DE CONTRIBUINTES - DIAC
Nº CACEPE	CNPJ	SITUAÇÃO
0321418-40	11.222.333/0001-81	ATIVO
FIRMA/RAZÃO SOCIAL
AGRESTE COMERCIO DE GAS LTDA
ENDEREÇO
RUA DO COMERCIO, 45, CENTRO, GARANHUNS, PE, 55295-000
CNAE PRINCIPAL
4784-9/00 COMERCIO VAREJISTA DE GAS LIQUEFEITO DE PETROLEO (GLP)
EMITIDO EM 12/02/2026
""",
        {
            "inscricao_estadual": "032141840",
            "cnpj": "11222333000181",
            "situacao": "ATIVO",
            "razao_social": "AGRESTE COMERCIO DE GAS LTDA",
            "uf": "PE",
            "cnae_principal": "4784900",
            "data_emissao": "2026-02-12",
            "endereco": {"logradouro": "RUA DO COMERCIO", "numero": "45", "municipio": "GARANHUNS"},
        },  # fmt: skip
    ),
    (
        """
## ESTADO DO RIO GRANDE DO SUL
^ RECEITA ESTADUAL
# DOCUMENTO DE IDENTIFICAÇÃO DE CONTRIBUINTE - DI/RE
CGC/TE .......... 224/3658792
CNPJ ............ 11.222.333/0001-81
NOME ............ SERRA GAS COMERCIO LTDA
LOGRADOURO ...... RUA OS DEZOITO DO FORTE
NÚMERO .......... 1122
BAIRRO .......... SAO PELEGRINO
MUNICÍPIO ....... CAXIAS DO SUL
CAE ............. 4784900
SITUAÇÃO ........ ATIVA
DATA DE EMISSÃO . 08/06/2026
""",
        {
            "inscricao_estadual": "2243658792",
            "cnpj": "11222333000181",
            "situacao": "ATIVA",
            "razao_social": "SERRA GAS COMERCIO LTDA",
            "uf": "RS",
            "data_emissao": "2026-06-08",
            "cnae_principal": "4784900",
            "endereco": {"logradouro": "RUA OS DEZOITO DO FORTE", "numero": "1122", "municipio": "CAXIAS DO SUL"},
        },  # fmt: skip
    ),
    (
        """
## SECRETARIA DE ESTADO DA FAZENDA DO PARANÁ
# COMPROVANTE DE INSCRIÇÃO CADASTRAL - CICAD
Certificamos que a empresa NORTE PIONEIRO GAS LTDA, CNPJ 11.222.333/0001-81, com estabelecimento na Rua Paraná, \
900, Centro, Jacarezinho - PR, encontra-se cadastrada no CAD/ICMS sob número 123.45678-50, situação ATIVO, CNAE \
4784-9/00, desde 10/2014.
Emitido via internet em 03/05/2026 08:45:10
""",
        {
            "inscricao_estadual": "1234567850",
            "cnpj": "11222333000181",
            "situacao": "ATIVO",
            "razao_social": "NORTE PIONEIRO GAS LTDA",
            "uf": "PR",
            "cnae_principal": "4784900",
            "data_emissao": "2026-05-03",
            "endereco": {"logradouro": "Rua Paraná", "numero": "900", "municipio": "Jacarezinho"},
        },  # fmt: skip
    ),
    (
        """
## Secretaria da Fazenda e Planejamento do Estado de São Paulo
# Cadastro de Contribuintes de ICMS - Cadesp
^ Código de controle da consulta: 1c2b3d
IE: 110.042.490.114
CNPJ: 11.222.333/0001-81
Nome Empresarial: PAULISTA GAS LTDA
Endereço
Logradouro: RUA XV DE NOVEMBRO
Nº: 77	Complemento:
CEP: 13.400-370	Bairro: CENTRO
Município: PIRACICABA	UF: SP
Informações Complementares
Situação Cadastral: Ativo	Data da Situação Cadastral: 02/03/2015
Ocorrência Fiscal: Ativa	Posto Fiscal: PF-10 PIRACICABA
Atividade Econômica: Comércio varejista de gás liqüefeito de petróleo (GLP)
""",
        {
            "inscricao_estadual": "110042490114",
            "cnpj": "11222333000181",
            "situacao": "Ativo",
            "razao_social": "PAULISTA GAS LTDA",
            "uf": "SP",
            "endereco": {
                "logradouro": "RUA XV DE NOVEMBRO",
                "numero": "77",
                "municipio": "PIRACICABA",
                "cep": "13400370",
            },
        },  # fmt: skip
    ),
    (
        """
## GOVERNO DO DISTRITO FEDERAL
^ Secretaria de Estado de Economia - Subsecretaria da Receita
# DOCUMENTO DE IDENTIFICAÇÃO FISCAL - DIF
CF/DF	CNPJ/CPF	Validade
07.300001.001-09	11.222.333/0001-81	INDETERMINADA
Nome ou Razão Social
CERRADO COMERCIO DE GAS LTDA
Endereço
SIA TRECHO 3 LOTE 990 - GUARA - BRASILIA - DF
Atividade Principal (CNAE)
G4784-9/00-00 COMERCIO VAREJISTA DE GLP
Situação da inscrição
ATIVA
Emissão 09/09/2025
""",
        {
            "inscricao_estadual": "0730000100109",
            "cnpj": "11222333000181",
            "situacao": "ATIVA",
            "razao_social": "CERRADO COMERCIO DE GAS LTDA",
            "uf": "DF",
            "cnae_principal": "4784900",
            "data_emissao": "2025-09-09",
            "endereco": {"municipio": "BRASILIA"},
        },  # fmt: skip
    ),
    (
        """
## ESTADO DA BAHIA
^ SECRETARIA DA FAZENDA
# DADOS CADASTRAIS DO CONTRIBUINTE
Insc. Est.	Razão Soc.	Sit. Cad.
123456-63	RECONCAVO GAS LTDA	ATIVO
CNPJ / CPF	Município	U.F.
11.222.333/0001-81	FEIRA DE SANTANA	BA
End.: PRACA DA BANDEIRA, 12, CENTRO
Ativ. Econ. Principal: 4784900 - Comércio varejista de GLP
Data da emissão deste extrato: 18/08/2026
""",
        {
            "inscricao_estadual": "12345663",
            "cnpj": "11222333000181",
            "situacao": "ATIVO",
            "razao_social": "RECONCAVO GAS LTDA",
            "uf": "BA",
            "cnae_principal": "4784900",
            "data_emissao": "2026-08-18",
            "endereco": {"logradouro": "PRACA DA BANDEIRA", "numero": "12", "municipio": "FEIRA DE SANTANA"},
        },  # fmt: skip
    ),
    (
        """
## SECRETARIA DE ESTADO DE FAZENDA DE MINAS GERAIS
# CARTÃO DE INSCRIÇÃO ESTADUAL
Inscrição	062.307.904/0081
Estabelecimento	MINAS GAS COMERCIO LTDA
CNPJ	11.222.333/0001-81
Localização	RUA HALFELD, 500, LOJA 3 - CENTRO - JUIZ DE FORA - MG
CNAE-F	4784-9/00
Situação atual	HABILITADO
Data da expedição	30/01/2026
""",
        {
            "inscricao_estadual": "0623079040081",
            "cnpj": "11222333000181",
            "situacao": "HABILITADO",
            "razao_social": "MINAS GAS COMERCIO LTDA",
            "uf": "MG",
            "cnae_principal": "4784900",
            "data_emissao": "2026-01-30",
            "endereco": {"logradouro": "RUA HALFELD", "numero": "500", "municipio": "JUIZ DE FORA"},
        },  # fmt: skip
    ),
    (
        """
## GOVERNO DO ESTADO DO CEARÁ - SEFAZ
# FICHA DE INSCRIÇÃO CADASTRAL - FIC
C.G.F. 06.000001-5
Contribuinte SERTAO GAS LTDA
C.N.P.J. 11.222.333/0001-81
Endereço ROD CE 060 KM 12 S/N
Bairro ZONA RURAL
Município QUIXADA CE
CNAE-Fiscal 4784900 Comercio varejista de GLP
Situação Cadastral ATIVO
Fortaleza, 4 de março de 2026
""",
        {
            "inscricao_estadual": "060000015",
            "cnpj": "11222333000181",
            "situacao": "ATIVO",
            "razao_social": "SERTAO GAS LTDA",
            "uf": "CE",
            "cnae_principal": "4784900",
            "data_emissao": "2026-03-04",
            "endereco": {"logradouro": "ROD CE 060", "bairro": "ZONA RURAL", "municipio": "QUIXADA"},
        },  # fmt: skip
    ),
    (
        """
## ESTADO DE MATO GROSSO
^ SECRETARIA DE ESTADO DE FAZENDA
# CARTÃO DE INSCRIÇÃO NO CADASTRO DE CONTRIBUINTES DO ICMS
INSCRIÇÃO ESTADUAL CCE/MT	C.N.P.J.
0013000001-9	11.222.333/0001-81
NOME COMERCIAL
CUIABA GAS COMERCIO LTDA
LOGRADOURO, NÚMERO E COMPLEMENTO
AV FERNANDO CORREA DA COSTA, 2300, SALA 4
BAIRRO	MUNICÍPIO	UF
COXIPO	CUIABA	MT
ATIVIDADE ECONÔMICA
4784-9/00 - COMÉRCIO VAREJISTA DE GLP
STATUS	DATA DE EXPEDIÇÃO
ATIVO	05/05/2026
""",
        {
            "inscricao_estadual": "00130000019",
            "cnpj": "11222333000181",
            "situacao": "ATIVO",
            "razao_social": "CUIABA GAS COMERCIO LTDA",
            "uf": "MT",
            "cnae_principal": "4784900",
            "data_emissao": "2026-05-05",
            "endereco": {
                "logradouro": "AV FERNANDO CORREA DA COSTA",
                "numero": "2300",
                "bairro": "COXIPO",
                "municipio": "CUIABA",
            },
        },  # fmt: skip
    ),
    (
        """
## SECRETARIA DE ESTADO DA FAZENDA DE SANTA CATARINA
# CERTIDÃO DE INSCRIÇÃO ESTADUAL
A Diretoria de Administração Tributária certifica que o contribuinte LITORAL GAS LTDA, CNPJ 11.222.333/0001-81, \
sediado na Rua Blumenau, 80, São João, Itajaí/SC, possui inscrição no CCICMS n. 251.040.852, em situação ATIVA, \
com a atividade 4784-9/00.
Florianópolis, 10 de julho de 2026
""",
        {
            "inscricao_estadual": "251040852",
            "cnpj": "11222333000181",
            "situacao": "ATIVA",
            "razao_social": "LITORAL GAS LTDA",
            "uf": "SC",
            "cnae_principal": "4784900",
            "data_emissao": "2026-07-10",
            "endereco": {"logradouro": "Rua Blumenau", "numero": "80", "municipio": "Itajaí"},
        },  # fmt: skip
    ),
]


@pytest.mark.parametrize(
    ("tipo", "text", "wanted"),
    [("inscricao_estadual", *case) for case in PAPERS],
)
def test_unlike_wordings(tipo: str, text: str, wanted: dict[str, Any]) -> None:
    """Every wanted field is read; ``...`` wants any value, an address the parts that are named."""
    paper = layout(text)
    assert classify_page(paper).tipo == tipo
    found = {name: field.valor for name, field in extract(tipo, [paper]).campos.items()}
    for name, value in wanted.items():
        assert name in found, name
        if isinstance(value, dict):
            assert {part: found[name].get(part) for part in value} == value
        elif isinstance(value, str):
            assert found[name].upper() == value.upper(), name
        elif value is not ...:
            assert found[name] == value, name

"""Addresses whose parts a sentence or a form calls by name, on papers composed anew; names that blanks or lines spoilt."""

# ruff: noqa: E501

from __future__ import annotations

import pytest

from tests.unit.documents.acts import extract_text, values

ALVARA = "## PREFEITURA MUNICIPAL DE CAMPINAS\n# ALVARÁ DE FUNCIONAMENTO\n"
REQUERIMENTO = "> Ao Sr. Diretor da ANP\n# REQUERIMENTO\n"
LICENCA = "## SECRETARIA DE MEIO AMBIENTE\n# LICENÇA DE OPERAÇÃO\n"

ADDRESSES = [
    (
        "alvara_funcionamento",
        f"{ALVARA}Concede-se licença à firma POSTO AURORA LTDA, CNPJ 11.222.333/0001-81, estabelecida na Rua das Acácias, nº 10, compl. SALA 2 no bairro BELA VISTA desta cidade de CAMPINAS, para exercer o comércio varejista de combustíveis.",
        {
            "logradouro": "Rua das Acácias",
            "numero": "10",
            "complemento": "SALA 2",
            "bairro": "BELA VISTA",
            "municipio": "CAMPINAS",
        },
    ),
    (
        "requerimento",
        f"{REQUERIMENTO}A empresa Gás Três Marias Comércio Ltda, CNPJ 11.222.333/0001-81, estabelecida na RODOVIA BR-101 n.º KM 274 bairro ZONA RURAL município VITÓRIA DA CONQUISTA UF BA CEP 45000-000, vem requerer autorização.\nVitória da Conquista, 2 de março de 2026",
        {
            "logradouro": "RODOVIA BR-101",
            "numero": "KM 274",
            "bairro": "ZONA RURAL",
            "cep": "45000000",
            "municipio": "VITÓRIA DA CONQUISTA",
            "uf": "BA",
        },
    ),
    (
        "requerimento",
        f"{REQUERIMENTO}A empresa Gás Três Marias Comércio Ltda, CNPJ 11.222.333/0001-81, com sede na Estrada São Sebastião n.o 4254 bairro Jardim Paulista município Feira de Santana UF BA, requer autorização.\nFeira de Santana, 2 de março de 2026",
        {
            "logradouro": "Estrada São Sebastião",
            "numero": "4254",
            "bairro": "Jardim Paulista",
            "municipio": "Feira de Santana",
            "uf": "BA",
        },
    ),
    (
        "alvara_funcionamento",
        f"{ALVARA}Tipo de logradouro: TRAVESSA\tNome do logradouro: DUQUE DE CAXIAS\tNº: 45\nBairro: CENTRO\tMunicípio: CAMPINAS\tUF: SP",
        {
            "logradouro": "TRAVESSA DUQUE DE CAXIAS",
            "numero": "45",
            "bairro": "CENTRO",
            "municipio": "CAMPINAS",
            "uf": "SP",
        },
    ),
    (
        "alvara_funcionamento",
        f"{ALVARA}Tipo\tLogradouro\tNúmero\nRUA\tSANTOS DUMONT\t45\nBairro\tMunicípio\tUF\nCENTRO\tCAMPINAS\tSP",
        {"logradouro": "RUA SANTOS DUMONT", "numero": "45", "bairro": "CENTRO", "municipio": "CAMPINAS", "uf": "SP"},
    ),
    (
        "alvara_funcionamento",
        f"{ALVARA}Rua/Av./Rodovia\tNº/km\nR. GAL. OSÓRIO\t1252\nComplemento\tBairro\n-x-\tCENTRO",
        {"logradouro": "R. GAL. OSÓRIO", "numero": "1252", "bairro": "CENTRO"},
    ),
    (
        "alvara_funcionamento",
        f"{ALVARA}Rua, Av., Praça:\tAVENIDA BRASIL\nNúmero:\t1.450\nComplemento: - Bairro: SÃO FRANCISCO",
        {"logradouro": "AVENIDA BRASIL", "numero": "1450", "bairro": "SÃO FRANCISCO"},
    ),
    (
        "alvara_funcionamento",
        f"{ALVARA}Nº 8289/2026\nRua e número\tCompl.\tBairro/Distrito\nRUA T-37, 500\tLOTE 10\tDISTRITO INDUSTRIAL",
        {"logradouro": "RUA T-37", "numero": "500", "complemento": "LOTE 10", "bairro": "DISTRITO INDUSTRIAL"},
    ),
    (
        "licenca_operacao",
        f"{LICENCA}A Secretaria concede a presente licença a POSTO AURORA LTDA, CNPJ 11.222.333/0001-81, para a atividade de posto revendedor, na EST. DOM PEDRO II, 1408, BELA VISTA, CARUARU/PE.",
        {
            "logradouro": "EST. DOM PEDRO II",
            "numero": "1408",
            "bairro": "BELA VISTA",
            "municipio": "CARUARU",
            "uf": "PE",
        },
    ),
    (
        "certidao_negativa_federal",
        "## MINISTÉRIO DA FAZENDA\n# CERTIDÃO NEGATIVA DE DÉBITOS\nCertifica-se, nos termos da IN nº 80, de 23 de outubro de 1997, que para o contribuinte POSTO AURORA LTDA, CGC 11.222.333/0001-81, RUA PADRE ANCHIETA, 2004, PARQUE INDUSTRIAL, nada consta.",
        {"logradouro": "RUA PADRE ANCHIETA", "numero": "2004", "bairro": "PARQUE INDUSTRIAL"},
    ),
]
NUMBERS = [
    ("Rua e número: Rodovia BR-116, 123", "123"),
    ("Rua e número: Travessa 15 de Novembro, S/N", "S/N"),
    ("Endereço: RUA 12 500", "500"),
    ("Logradouro e número: RUA 12, 9", "9"),
]


@pytest.mark.parametrize(("tipo", "text", "wanted"), ADDRESSES)
def test_address(tipo: str, text: str, wanted: dict[str, str]) -> None:
    assert values(extract_text(tipo, text))["endereco"] == wanted


@pytest.mark.parametrize(("line", "number"), NUMBERS)
def test_a_figure_in_a_streets_name_is_no_number(line: str, number: str) -> None:
    found = extract_text("alvara_funcionamento", f"{ALVARA}{line}\nBairro: CENTRO\nMunicípio: CAMPINAS\nUF: SP")
    address = values(found)["endereco"]
    assert isinstance(address, dict)
    assert address["numero"] == number


def test_an_accountants_cnpj_under_his_own_heading_is_not_the_applicants() -> None:
    found = extract_text(
        "alvara_funcionamento",
        f"{ALVARA}CNPJ/MF:\t11.222.333/0001-81\nRazão social:\tPOSTO AURORA LTDA\nDADOS DO CONTADOR\n"
        "Nome: CONTÁBIL MODELO LTDA CNPJ: 11.444.777/0001-61\nEndereço: Rua do Comércio, 77, Centro\n"
        "Campinas, 12 de março de 2026",
    )
    assert values(found)["cnpj"] == "11222333000181"
    assert values(found)["razao_social"] == "POSTO AURORA LTDA"


def test_a_technician_heads_a_column_and_no_part_of_the_form() -> None:
    found = extract_text(
        "certificado_bombeiros",
        "## CORPO DE BOMBEIROS MILITAR\n# AUTO DE VISTORIA\nResponsável técnico\tNome empresarial\n"
        "Paulo Roberto Nunes\tPOSTO AURORA LTDA\nCompl.\tResponsável técnico\tBairro\tCEP\n"
        "GALPÃO B\tPaulo Nunes\tBOA VISTA\t74075-110",
    )
    assert found.campos["razao_social"].valor == "POSTO AURORA LTDA"
    assert found.campos["razao_social"].confianca > 0.8


@pytest.mark.parametrize(
    "line",
    [
        "Empresa\tPOSTO AURORA DE COMBUSTÍVEIS LTDA ME\nNº do CNPJ\t11.222.333/0001-81",
        "Nome do(a) Interessado(a): POSTO AURORA DE COMBUSTÍVEIS LTDA ME\nInscrição no CNPJ: 11.222.333/0001-81",
        "Aempresa POSTO AURORA DE COMBUSTÍVEIS LTDA ME, CNPJ 11.222.333/0001-81, está licenciada.",
        "A firma POSTO AURORA DE COMBUSTÍVEIS LTDA ME (POSTO DO ZÉ), portadora do CNPJ 11.222.333/0001-81, está licenciada.",
    ],
)
def test_a_name_begins_and_ends_with_itself(line: str) -> None:
    found = values(extract_text("alvara_funcionamento", ALVARA + line))
    assert found["razao_social"] == "POSTO AURORA DE COMBUSTÍVEIS LTDA ME"
    assert found["cnpj"] == "11222333000181"

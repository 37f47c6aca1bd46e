"""The Ficha Cadastral in different drawings: label above, label beside, sections with labels alike."""

from __future__ import annotations

import pytest
from tests.unit.documents.acts import extract_text, values

from docverify.documents.fields_ficha import parse_class

ABOVE = """# FICHA CADASTRAL PARA REVENDEDOR DE GLP
^ FC/REVGLP
(X) Autorização\t( ) Atualização Cadastral
## 01 IDENTIFICAÇÃO DO REVENDEDOR
NOME EMPRESARIAL (firma, razão social ou denominação)
DISTRIBUIDORA DE GÁS DO VALE LTDA
CNPJ\tTELEFONE
11.222.333/0001-81\t(19) 3234-5678
TÍTULO DO ESTABELECIMENTO (nome fantasia)\tCLASSE DE ARMAZENAMENTO
VALE GÁS\tIII
## 02 ENDEREÇO DO ESTABELECIMENTO
RUA, AVENIDA ETC.
AVENIDA DAS FLORES
NÚMERO\tCOMPLEMENTO
1450\tGALPÃO 2
BAIRRO / DISTRITO\tCEP
DISTRITO INDUSTRIAL\t13.010-300
## 03 DISTRIBUIDOR
RAZÃO SOCIAL DO DISTRIBUIDOR
COMPANHIA NACIONAL DE GÁS
CNPJ DO DISTRIBUIDOR\tMARCAS COMERCIALIZADAS
33.000.167/0001-01\tAZULGÁS, NACIONAL
## 04 RESPONSÁVEL PELO PREENCHIMENTO DA FC/REVGLP
NOME (pessoa física)
MARCOS VINÍCIUS LACERDA
IDENTIDADE\tCPF\tFUNÇÃO
23.456.789-1 SSP/SP\t390.533.447-05\tAdministrador
LOCAL\tDATA
Campinas\t20/11/2026
"""

BESIDE = """# FICHA CADASTRAL
## REVENDEDOR DE GLP - FC/REVGLP
1. IDENTIFICAÇÃO DO REVENDEDOR
Nome empresarial: GÁS DO VALE LTDA
CNPJ: 11.222.333/0001-81
Telefone: (19) 3234-5678
Classe de armazenamento: Classe III
2. ENDEREÇO DO ESTABELECIMENTO
Logradouro: Avenida das Flores
Número: 1450
Bairro: Centro
CEP: 13010-300
3. DISTRIBUIDOR
Razão social: COMPANHIA NACIONAL DE GÁS
CNPJ: 33.000.167/0001-01
Marcas: AZULGÁS
4. RESPONSÁVEL PELO PREENCHIMENTO
Nome: Ana Beatriz Ramos
Identidade: 23.456.789-1 SSP/SP
CPF: 390.533.447-05
Função: Sócia
Local: Campinas
Data: 20/11/2026
"""


def test_labels_above() -> None:
    got = values(extract_text("ficha_cadastral", ABOVE))
    assert got["razao_social"] == "DISTRIBUIDORA DE GÁS DO VALE LTDA"
    assert got["cnpj"] == "11222333000181"
    assert got["telefone"] == "(19) 3234-5678"
    assert got["nome_fantasia"] == "VALE GÁS"
    assert got["classe_armazenamento"] == "III"
    assert got["endereco"] == {
        "logradouro": "AVENIDA DAS FLORES",
        "numero": "1450",
        "complemento": "GALPÃO 2",
        "bairro": "DISTRITO INDUSTRIAL",
        "cep": "13010300",
    }
    assert got["distribuidores"] == [
        {"razao_social": "COMPANHIA NACIONAL DE GÁS", "cnpj": "33000167000101", "marcas": ["AZULGÁS", "NACIONAL"]}
    ]
    assert got["responsavel"] == {
        "nome": "MARCOS VINÍCIUS LACERDA",
        "identidade": "23.456.789-1 SSP/SP",
        "cpf": "39053344705",
        "funcao": "Administrador",
    }
    assert got["local"] == "Campinas"
    assert got["data"] == "2026-11-20"


def test_labels_alike_belong_to_their_sections() -> None:
    got = values(extract_text("ficha_cadastral", BESIDE))
    assert got["razao_social"] == "GÁS DO VALE LTDA"
    assert got["cnpj"] == "11222333000181"
    assert got["distribuidores"] == [
        {"razao_social": "COMPANHIA NACIONAL DE GÁS", "cnpj": "33000167000101", "marcas": ["AZULGÁS"]}
    ]
    assert got["responsavel"]["nome"] == "Ana Beatriz Ramos"  # type: ignore[index]
    assert got["responsavel"]["cpf"] == "39053344705"  # type: ignore[index]


def test_marked_box_is_reported_among_the_extras() -> None:
    found = extract_text("ficha_cadastral", ABOVE)
    assert found.campos_extras["pedido"].valor == "autorizacao"


def test_blank_form_declares_nothing() -> None:
    labels = [line for line in ABOVE.split("\n") if line.isupper() and not any(c.isdigit() for c in line)]
    kept = [line for line in labels if "GÁS" not in line and "LACERDA" not in line and "FLORES" not in line]
    got = values(extract_text("ficha_cadastral", "\n".join(kept)))
    assert not {"cnpj", "razao_social", "responsavel", "distribuidores", "classe_armazenamento"} & set(got)


@pytest.mark.parametrize(
    ("text", "classe"),
    [
        ("III", "III"),
        ("Classe III", "III"),
        ("3", "III"),
        ("ESPECIAL", "Especial"),
        ("Ill", "III"),
        ("lV", "IV"),
        ("VII", "VII"),
        ("", None),
        ("IIII", None),
        ("8", None),
        ("3²", None),
        ("1.560 kg", None),
        ("x" * 100_000, None),
    ],
)
def test_class_of_storage(text: str, classe: str | None) -> None:
    assert parse_class(text) == classe

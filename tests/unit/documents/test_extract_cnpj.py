"""CNPJ cards: the Receita's form, its ghosts of asterisks, its second page, branches."""

from __future__ import annotations

from typing import Any

from tests.unit.documents.pages import layout

from docverify.documents.extract import Extraction, extract

HEAD = """
^ REPÚBLICA FEDERATIVA DO BRASIL
## CADASTRO NACIONAL DA PESSOA JURÍDICA
NÚMERO DE INSCRIÇÃO	COMPROVANTE DE INSCRIÇÃO E DE SITUAÇÃO CADASTRAL	DATA DE ABERTURA
{cnpj}		15/07/2022
{kind}
NOME EMPRESARIAL
COMERCIO DE GAS SANTA RITA LTDA
TÍTULO DO ESTABELECIMENTO (NOME DE FANTASIA)	PORTE
{fantasia}	DEMAIS
"""
ACTIVITIES = """CÓDIGO E DESCRIÇÃO DA ATIVIDADE ECONÔMICA PRINCIPAL
47.84-9-00 - Comércio varejista de gás liquefeito de petróleo (GLP)
CÓDIGO E DESCRIÇÃO DAS ATIVIDADES ECONÔMICAS SECUNDÁRIAS
47.23-7-00 - Comércio varejista de bebidas
47.89-0-99 - Comércio varejista de outros produtos não especificados anteriormente
"""
FOOT = """CÓDIGO E DESCRIÇÃO DA NATUREZA JURÍDICA
206-2 - Sociedade Empresária Limitada
LOGRADOURO	NÚMERO	COMPLEMENTO
R DA CONSTITUICAO	662	dededeid
CEP	BAIRRO/DISTRITO	MUNICÍPIO	UF
19.815-040	JARDIM PAULISTA	ASSIS	SP
ENDEREÇO ELETRÔNICO	TELEFONE
CONTATO@GAS.COM.BR	(18) 3322-0000
ENTE FEDERATIVO RESPONSÁVEL (EFR)
*****
SITUAÇÃO CADASTRAL	DATA DA SITUAÇÃO CADASTRAL
{situacao}	16/08/2022
MOTIVO DE SITUAÇÃO CADASTRAL
EXTINÇÃO POR ENCERRAMENTO: BAIXADA
SITUAÇÃO ESPECIAL	DATA DA SITUAÇÃO ESPECIAL
********	********
Aprovado pela Instrução Normativa RFB nº 2.119, de 06 de dezembro de 2022.
Emitido no dia 28/07/2026 às 21:46:29 (data e hora de Brasília).
"""


def card(**changes: str) -> str:
    data = {"cnpj": "11.222.333/0001-81", "kind": "MATRIZ", "fantasia": "********", "situacao": "ATIVA"} | changes
    return (HEAD + ACTIVITIES + FOOT).format(**data)


def read(*texts: str) -> Extraction:
    return extract("comprovante_cnpj", [layout(text, numero=number) for number, text in enumerate(texts, 1)])


def values(*texts: str) -> dict[str, Any]:
    return {name: field.valor for name, field in read(*texts).campos.items()}


def test_the_card_as_the_receita_prints_it() -> None:
    found = values(card())
    found.pop("atividade")
    assert found == {
        "cnpj": "11222333000181",
        "matriz_filial": "MATRIZ",
        "data_abertura": "2022-07-15",
        "razao_social": "COMERCIO DE GAS SANTA RITA LTDA",
        "cnae_principal": "4784900",
        "cnaes_secundarios": ["4723700", "4789099"],
        "natureza_juridica": "206-2 - Sociedade Empresária Limitada",
        "endereco": {
            "logradouro": "R DA CONSTITUICAO",
            "numero": "662",
            "bairro": "JARDIM PAULISTA",
            "cep": "19815040",
            "municipio": "ASSIS",
            "uf": "SP",
        },
        "situacao_cadastral": "ATIVA",
        "data_situacao": "2022-08-16",
        "data_emissao": "2026-07-28",
    }


def test_asterisks_and_their_ghosts_are_no_values() -> None:
    assert "nome_fantasia" not in values(card())
    assert "nome_fantasia" not in values(card(fantasia="datada"))
    assert values(card(fantasia="SANTA RITA GAS"))["nome_fantasia"] == "SANTA RITA GAS"


def test_branch_and_alphanumeric_number() -> None:
    found = values(card(cnpj="12.ABC.345/01DE-35", kind="FILIAL"))
    assert found["cnpj"] == "12ABC34501DE35"
    assert found["matriz_filial"] == "FILIAL"


def test_the_reason_does_not_make_the_situation() -> None:
    assert values(card(situacao="ATIVA"))["situacao_cadastral"] == "ATIVA"
    assert values(card(situacao="INAPTA"))["situacao_cadastral"] == "INAPTA"


def test_a_card_of_two_pages_is_one() -> None:
    data = {"cnpj": "11.222.333/0001-81", "kind": "MATRIZ", "fantasia": "********", "situacao": "ATIVA"}
    second = "CÓDIGO E DESCRIÇÃO DAS ATIVIDADES ECONÔMICAS SECUNDÁRIAS\n49.30-2-03 - Transporte de produtos perigosos\n"
    found = read((HEAD + ACTIVITIES + FOOT).format(**data), (HEAD + second + FOOT).format(**data))
    assert found.campos["cnaes_secundarios"].valor == ["4723700", "4789099", "4930203"]
    assert found.campos["cnae_principal"].valor == "4784900"
    assert found.campos["cnpj"].confianca > 0.9


def test_a_wrong_check_digit_is_reported_as_printed_and_unsure() -> None:
    field = read(card(cnpj="11.222.333/0001-82")).campos["cnpj"]
    assert field.valor == "11222333000182"
    assert field.confianca < 0.85


def test_fields_say_where_they_stand() -> None:
    layout_ = layout(card())
    field = extract("comprovante_cnpj", [layout_]).campos["razao_social"]
    assert (field.pagina, field.arquivo) == (1, None)
    x0, y0, x1, y1 = field.caixa
    assert 0 <= x0 < x1 <= 1
    assert 0 <= y0 < y1 <= 1
    assert field.lido == "COMERCIO DE GAS SANTA RITA LTDA"


def test_a_field_on_another_file_says_so() -> None:
    pages = [layout("## CADASTRO NACIONAL DA PESSOA JURÍDICA", arquivo="a.pdf"), layout(card(), arquivo="b.pdf")]
    assert extract("comprovante_cnpj", pages).campos["cnpj"].arquivo == "b.pdf"

"""What stands around an address and is none: the label of an empty blank, the place and day of signature."""

# ruff: noqa: E501 - papers are written as they stand

from __future__ import annotations

import pytest

from docverify.documents.classify import classify_page
from docverify.documents.kinds_endereco import endereco, without_labels
from docverify.documents.kinds_texto import pessoa
from docverify.documents.patterns import load
from docverify.values.addresses import Endereco, compare_address
from tests.unit.documents.pages import layout


@pytest.mark.parametrize("text", ["Belém, 26/05/1997", "São José, 12 de maio de 2026", "Teresina 03.12.1996"])
def test_where_and_when_a_paper_was_signed_is_no_address(text: str) -> None:
    assert endereco(text, load("certidao_negativa_federal").campo["endereco"]) == []


def test_a_street_named_after_a_day_is_one() -> None:
    [found] = endereco("Rua 26 de maio de 1997, 12", load("alvara_funcionamento").campo["endereco"])
    assert "Rua 26" in found.valor["logradouro"]


@pytest.mark.parametrize("street", ["ou rodovia .. 5.1 Número ou quilômetro .", "Tipo e nome da via", "Rua ou avenida"])
def test_the_label_of_an_empty_blank_is_no_street(street: str) -> None:
    assert without_labels({"logradouro": street, "bairro": "Centro"}) == {"bairro": "Centro"}


@pytest.mark.parametrize("street", ["Rua da Estrada", "Via 12", "Avenida do Estado", "Rua N", "Rua 7"])
def test_a_street_of_common_words_is_one(street: str) -> None:
    assert without_labels({"logradouro": street, "numero": "S/N"}) == {"logradouro": street, "numero": "S/N"}


def test_a_blank_that_the_reader_swallowed_makes_no_other_complement() -> None:
    found = dict(compare_address(Endereco(complemento="BOX5"), Endereco(complemento="Box 5"), 0.9))
    assert found["complemento"].nivel in ("igual", "alerta")


PAPERS = {
    "comprovante_conclusao_obras": "# PREFEITURA MUNICIPAL DE TERESINA - PI\n## CERTIDÃO\nCERTIFICO, para os devidos fins, em "
    "atendimento ao requerido no processo 47/96, que se acham CONCLUÍDAS desde 18/11/1996 a edificação comercial e os "
    "4 tanques, no imóvel da Rua das Palmeiras, 372, de acordo com o alvará de construção nº 33/96.",
    "ficha_cadastral": "^ Departamento Nacional de Combustíveis - DNC\n# Ficha de Cadastro de Posto de Revenda\nDenominação social"
    "\tPOSTO JATOBÁ LTDA\nCadastro Geral de Contribuintes\t36.469.198/0001-02\nRua ou rodovia\tEST. CEL. JOAQUIM\n",
    "comprovante_cnpj": "^ SECRETARIA DA RECEITA FEDERAL\n## CGC\n21.807.525/0001-03\tMATRIZ\n~ número de inscrição e tipo de "
    "estabelecimento\nRETALHISTA AGUAS CLARAS LTDA\n~ razão social\nR DAS PALMEIRAS 372\n~ endereço\n41.52\t30/06/1998\n"
    "~ ativ. econômica\tvalidade\n",
    "declaracao_prefeitura": "# PREFEITURA MUNICIPAL DE BELÉM\n## CERTIDÃO\nCERTIFICO que a inscrição municipal da firma POSTO BOA "
    "VIAGEM LTDA foi encerrada e baixada de ofício em 12/03/2015, tendo cessado as atividades.",
}


@pytest.mark.parametrize("tipo", sorted(PAPERS))
def test_papers_of_the_1990s_under_plain_titles(tipo: str) -> None:
    found = classify_page(layout(PAPERS[tipo]))
    assert found.tipo == tipo and found.confianca >= 0.5


def test_a_label_under_a_persons_name_is_none_of_its_words() -> None:
    field = load("ficha_cadastral").campo["responsavel.nome"]
    assert [p.valor for p in pessoa("OTÁVIO TAVARES SIQUEIRA Nome (pessoa física)", field)] == [
        "OTÁVIO TAVARES SIQUEIRA"
    ]

"""Addresses that sentences, headings and forms of other wording print, once read in part or not at all."""

from __future__ import annotations

from typing import Any

import pytest

from docverify.documents.extract import extract
from tests.unit.documents.pages import layout

_WHO = "POSTO BELA VISTA LTDA, CNPJ 58.730.434/0001-27"


def address(text: str, tipo: str) -> dict[str, Any]:
    fields = extract(tipo, [layout(text)]).campos
    found = fields.get("endereco")
    assert found is not None
    assert found.confianca > 0.7
    return dict(found.valor)


@pytest.mark.parametrize(
    ("tipo", "title", "sentence", "street", "town"),
    [
        (
            "comunicacao_encerramento",
            "# COMUNICAÇÃO DE ENCERRAMENTO DE ATIVIDADES",
            f"A empresa {_WHO}, comunica que encerrou em 10/03/2016 a atividade de revenda de combustíveis que exercia "
            "na Pc. Santos Dumont, 4482, Parque Industrial, Petrolina/PE.",
            ("Pc. Santos Dumont", "4482", "Parque Industrial"),
            ("Petrolina", "PE"),
        ),
        (
            "licenca_operacao",
            "## SECRETARIA DE ESTADO DO MEIO AMBIENTE\n# LICENÇA DE OPERAÇÃO",
            "A presente licença autoriza a operação do posto instalado em AL. N SRA APARECIDA, nº 960, BELA VISTA, "
            "CARUARU - PE, de propriedade da empresa POSTO BELA VISTA LTDA, inscrita no CNPJ nº 58.730.434/0001-27.",
            ("AL. N SRA APARECIDA", "960", "BELA VISTA"),
            ("CARUARU", "PE"),
        ),
        (
            "protocolo_renovacao",
            "## CORPO DE BOMBEIROS MILITAR\n# PROTOCOLO DE RENOVAÇÃO",
            "Declaramos que deu entrada neste órgão, em 19/03/2022, pedido de renovação do certificado do imóvel da "
            f"Rua Sete, 10, Centro, Porto Velho/RO, em nome de {_WHO}.",
            ("Rua Sete", "10", "Centro"),
            ("Porto Velho", "RO"),
        ),
        (
            "comprovante_conclusao_obras",
            "## PREFEITURA MUNICIPAL DE NITERÓI\n# HABITE-SE",
            "Certificamos que a obra situada na AVENIDA MARECHAL DEODORO, 1864, BOA VISTA, de propriedade de "
            f"{_WHO}, foi concluída em 10/03/2016.",
            ("AVENIDA MARECHAL DEODORO", "1864", "BOA VISTA"),
            None,
        ),
        (
            "comprovante_conclusao_obras",
            "## PREFEITURA MUNICIPAL DE NITERÓI\n# HABITE-SE",
            f"Foi concluída a obra da Rua Santos Dumont nº 10, bairro Boa Vista, nesta cidade, da empresa {_WHO}.",
            ("Rua Santos Dumont", "10", "Boa Vista"),
            None,
        ),
        (
            "certidao_negativa_federal",
            "## MINISTÉRIO DA FAZENDA\n## SECRETARIA DA RECEITA FEDERAL\n# CERTIDÃO NEGATIVA DE TRIBUTOS FEDERAIS",
            f"É certificado que não constam pendências em nome de {_WHO}, com domicílio fiscal na R. ENG. REBOUÇAS, "
            "4971, CENTRO, CAMPINAS/SP.",
            ("R. ENG. REBOUÇAS", "4971", "CENTRO"),
            ("CAMPINAS", "SP"),
        ),
    ],
)
def test_in_a_sentence(
    tipo: str, title: str, sentence: str, street: tuple[str, str, str], town: tuple[str, str] | None
) -> None:
    found = address(f"{title}\nNº 123\n{sentence}\n", tipo)
    assert (found["logradouro"], found["numero"], found["bairro"]) == street
    assert town is None or (found["municipio"], found["uf"]) == town


_FICHA = "# FICHA CADASTRAL\nNome empresarial: POSTO BELA VISTA LTDA\nCNPJ: 58.730.434/0001-27\n"


@pytest.mark.parametrize(
    "lines",
    [
        "Rua: RUA SETE\tNº: 10\nBairro: CENTRO\tMun./Est.: ANÁPOLIS/GO\tCEP: 75020-010",
        "Rua ou rodovia\tnº ou km\nRUA SETE\t10\nBairro ou distrito\tCidade (UF)\tCEP\n"
        "CENTRO\tANÁPOLIS (GO)\t75020-010",
        "Rua ou rodovia: RUA SETE\tnº ou km: 10\nBairro ou distrito: CENTRO\tMunicípio - Estado: ANÁPOLIS - GO\n"
        "CEP: 75020-010",
        "ENDEREÇO DO ESTABELECIMENTO - ANÁPOLIS/GO\nRua: RUA SETE\tNº: 10\nBairro: CENTRO\tCEP: 75020-010",
        "LOCALIZAÇÃO (Município de ANÁPOLIS, Estado de GO)\nRua: RUA SETE\tNº: 10\nBairro: CENTRO\tCEP: 75020-010",
        "Rua: RUA SETE\tNº: 10\nBairro/Município/UF: CENTRO / ANÁPOLIS / GO\tCEP: 75020-010",
        "Onde fica o posto: RUA SETE, 10, CENTRO\nCidade do posto: ANÁPOLIS\tEstado: GO\tCEP: 75020-010",
    ],
)
def test_on_a_ficha_of_any_wording(lines: str) -> None:
    end = "\nNome do responsável: JOSÉ DA SILVA\tCPF: 111.444.777-35\nLocal e data: Goiânia, 10 de março de 2016\n"
    assert address(_FICHA + lines + end, "ficha_cadastral") == {
        "logradouro": "RUA SETE",
        "numero": "10",
        "bairro": "CENTRO",
        "cep": "75020010",
        "municipio": "ANÁPOLIS",
        "uf": "GO",
    }


def test_the_kind_of_street_taken_for_a_label_is_its_own() -> None:
    text = "## PREFEITURA DE NITERÓI\n# HABITE-SE\nRua SANTOS DUMONT\tnº 10\nBairro BOA VISTA\nProprietário: X LTDA\n"
    fields = extract("comprovante_conclusao_obras", [layout(text)]).campos
    assert fields["endereco"].valor["logradouro"] == "Rua SANTOS DUMONT"


def test_an_issuers_own_address_stays_the_issuers() -> None:
    text = (
        "## PREFEITURA MUNICIPAL DE NITERÓI\nPaço Municipal, situado na Rua Visconde, 1, Centro, Niterói/RJ\n"
        "# HABITE-SE\nA obra da POSTO BELA VISTA LTDA foi concluída.\n"
    )
    found = extract("comprovante_conclusao_obras", [layout(text)]).campos.get("endereco")
    assert found is None or found.confianca < 0.6


@pytest.mark.parametrize(
    ("lines", "number"),
    [
        ("RUA/AV. ...........: ROD. RS-236\nNº ................: KM 57\nBAIRRO ............: CENTRO", "KM 57"),
        ("Rua: ROD. RS-236\nNº\tKM 57\nBairro: CENTRO", "KM 57"),
        ("Rua ou rodovia: RUA SETE\tnº ou km 2601\nBairro: CENTRO", "2601"),
    ],
)
def test_a_kilometre_is_the_number_and_no_rest_of_its_label(lines: str, number: str) -> None:
    fields = extract("alvara_funcionamento", [layout("# ALVARÁ\nRazão social: X LTDA\n" + lines)]).campos
    assert fields["endereco"].valor["numero"] == number


def test_what_was_done_ends_where_the_sentence_says_where() -> None:
    text = (
        "# COMUNICAÇÃO DE ENCERRAMENTO\nA empresa POSTO BELA VISTA LTDA, CNPJ 58.730.434/0001-27, comunica que "
        "encerrou a atividade de posto revendedor de gás natural que exercia na Pc. Santos Dumont, 4482, Centro, "
        "Petrolina/PE."
    )
    fields = extract("comunicacao_encerramento", [layout(text)]).campos
    assert fields["atividade"].valor == "posto revendedor de gás natural"

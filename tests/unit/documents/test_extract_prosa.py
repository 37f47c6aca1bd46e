"""Running text, phrases, and the papers that are mostly sentences: applications, protocols, licences."""

from __future__ import annotations

import pytest
from tests.unit.documents.acts import extract_text, values
from tests.unit.documents.pages import layout

from docverify.documents import stream
from docverify.documents.anchors import Phrases, words_of
from docverify.errors import RuleSetError

REQUERIMENTO = """# REQUERIMENTO
À Agência Nacional do Petróleo, Gás Natural e Biocombustíveis - ANP

GÁS DO VALE LTDA, pessoa jurídica de direito privado, inscrita no CNPJ sob o nº 11.222.333/0001-81, com sede na Rua das Flores, nº 100, Centro, Campinas/SP, CEP 13010-300, neste ato representada por seu sócio-administrador Raul Gomes Pinheiro, vem requerer autorização para o exercício da atividade de revenda de GLP.
Nestes termos, pede deferimento.
Campinas, 20 de novembro de 2026.

Raul Gomes Pinheiro
Sócio-administrador - CPF 390.533.447-05
"""  # noqa: E501


def test_application_tells_addressee_and_signer() -> None:
    got = values(extract_text("requerimento", REQUERIMENTO))
    assert got["destinatario"] == "Agência Nacional do Petróleo, Gás Natural e Biocombustíveis - ANP"
    assert got["signatario"] == "Raul Gomes Pinheiro"
    assert got["razao_social"] == "GÁS DO VALE LTDA"
    assert got["cnpj"] == "11222333000181"
    assert got["endereco"]["cep"] == "13010300"  # type: ignore[index]
    assert got["data_emissao"] == "2026-11-20"


@pytest.mark.parametrize(
    ("subject", "tipo"),
    [
        ("Renovação da Licença de Operação nº 1660/2022", "licenca_operacao"),
        ("pedido de renovação do Alvará de Localização e Funcionamento", "alvara_funcionamento"),
        ("RENOVAÇÃO DE AVCB", "certificado_bombeiros"),
        ("renovação do Alvará de Prevenção e Proteção Contra Incêndio", "certificado_bombeiros"),
    ],
)
def test_protocol_tells_what_is_renewed(subject: str, tipo: str) -> None:
    text = f"# PROTOCOLO Nº 2026/0123\nData do protocolo: 20/11/2026\nAssunto: {subject}\nVencimento: 30/04/2027"
    got = values(extract_text("protocolo_renovacao", text))
    assert got["documento_renovado"] == tipo
    assert got["data_protocolo"] == "2026-11-20"


@pytest.mark.parametrize(
    ("title", "letters"),
    [
        ("LICENÇA DE OPERAÇÃO", "LO"),
        ("LICENÇA AMBIENTAL DE OPERAÇÃO - LAO Nº 123/2026", "LAO"),
        ("RENOVAÇÃO DE LICENÇA DE OPERAÇÃO", "RLO"),
        ("LICENÇA AMBIENTAL SIMPLIFICADA", "LAS"),
        ("LICENÇA AMBIENTAL POR ADESÃO E COMPROMISSO", "LAC"),
    ],
)
def test_letters_of_a_licence_come_from_its_title(title: str, letters: str) -> None:
    body = "Não dispensa Licença Prévia, Licença de Instalação, nem quaisquer Alvarás ou Certidões exigidos."
    assert values(extract_text("licenca_operacao", f"# {title}\n{body}\n{body}"))["tipo_licenca"] == letters


def test_stream_joins_cut_words_and_drops_page_numbers() -> None:
    first = layout("a admi-\nnistração da\n" + "\n" * 3, numero=1)
    text = stream.build([first]).folded
    assert "ADMINISTRACAO" in text


def test_stream_of_nothing_is_empty() -> None:
    assert stream.build([]).raw == ""
    assert stream.build([layout(" ")]).raw == ""


def test_phrases_forgive_the_readers_letters_but_not_other_words() -> None:
    phrases = Phrases({"capital": ["CAPITAL SOCIAL"], "fim": ["RETIRA SE"]})
    assert [a.name for a in phrases.find("O CAPITAI SOCIAL")] == ["capital"]
    assert [a.name for a in phrases.find("C A P I T A L  S O C I A L")] == ["capital"]
    assert phrases.find("CAPITAL SOCIAL")[0].score > phrases.find("CAPITAI SOCIAL")[0].score
    assert phrases.find("CAPITAL\n\nSOCIAL") == [], "not over a paragraph's end"
    assert [a.name for a in phrases.find("RETIRA-SE DA SOCIEDADE")] == ["fim"]
    assert phrases.find("") == []


def test_phrases_badly_written_are_refused() -> None:
    with pytest.raises(RuleSetError, match="sede"):
        Phrases({"sede": ["com sede"]})
    with pytest.raises(RuleSetError):
        words_of("_comum", "prosa.toml", "não existe")


@pytest.mark.parametrize("tipo", ["requerimento", "protocolo_renovacao", "licenca_operacao", "certificado_bombeiros"])
@pytest.mark.parametrize("junk", ["3²", "Nº", "CNPJ, CNPJ, CNPJ", "LTDA, inscrita no CNPJ", "A" * 4000, "Rua " * 500])
def test_junk_gives_no_error(tipo: str, junk: str) -> None:
    got = extract_text(tipo, junk)
    assert not {"cnpj", "capacidade_glp_kg", "data_emissao", "validade"} & set(got.campos)

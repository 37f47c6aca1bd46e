"""Acts of companies: what is in force, who belongs to it, and what belongs to others on the same pages."""

from __future__ import annotations

import time

import pytest
from tests.unit.documents.acts import CONSOLIDACAO, CONSTITUICAO, extract_text, values
from tests.unit.documents.pages import noisy, page

from docverify.documents import extract, layout

ATA = """# ATA DE ASSEMBLEIA GERAL ORDINÁRIA
DATA, HORA E LOCAL: aos vinte e três dias do mês de março de dois mil e vinte e seis, às 10:00 horas, na sede social da GÁS DO VALE S.A., na Avenida Nova, nº 1.200, Centro, Campinas/SP, CEP 13010-300.
MESA: Presidente: RAUL GOMES PINHEIRO; Secretária: LIA MOTA BRAGA.
DELIBERAÇÕES: foram eleitos para a Diretoria, com mandato até 30 de abril de 2029: Diretor Presidente: RAUL GOMES PINHEIRO, brasileiro, casado, CPF 390.533.447-05; Diretora: LIA MOTA BRAGA, brasileira, CPF 529.982.247-25.
Nada mais havendo, lavrou-se a presente ata.
Campinas, 23 de março de 2026.
"""  # noqa: E501


def test_constitution_gives_every_field() -> None:
    got = values(extract_text("contrato_social", CONSTITUICAO))
    assert got["razao_social"] == "SILVA & SOUZA COMÉRCIO DE GÁS LTDA"
    assert got["nome_fantasia"] == "SILVA GÁS"
    assert got["capital_social"] == "10000.00"
    assert got["data_emissao"] == "2022-02-23"
    assert got["objeto_social"] == "o comércio varejista de gás liquefeito de petróleo (GLP)"
    assert got["alterado"] is False
    assert got["consolidado"] is False
    assert "cnpj" not in got, "a new company's contract prints none"


def test_seat_is_not_a_partners_home() -> None:
    address = values(extract_text("contrato_social", CONSTITUICAO))["endereco"]
    assert address == {
        "logradouro": "Rua das Flores",
        "numero": "100",
        "bairro": "Centro",
        "cep": "13010300",
        "municipio": "Campinas",
        "uf": "SP",
    }


def test_partners_with_documents_and_no_witness() -> None:
    got = values(extract_text("contrato_social", CONSTITUICAO))
    assert got["socios"] == [
        {"nome": "JOÃO CARLOS DA SILVA", "documento": "39053344705"},
        {"nome": "SÔNIA APARECIDA DE SOUZA", "documento": "52998224725"},
    ]
    assert got["administradores"] == ["JOÃO CARLOS DA SILVA"]


def test_last_consolidation_is_what_counts() -> None:
    got = values(extract_text("contrato_social", CONSOLIDACAO))
    assert got["alterado"] is True
    assert got["consolidado"] is True
    assert got["capital_social"] == "50000.00"
    assert got["cnpj"] == "11222333000181", "not the branch's"
    assert got["nire"] == "35212345678"
    assert got["data_emissao"] == "2024-03-12"
    address = got["endereco"]
    assert isinstance(address, dict)
    assert address["logradouro"] == "Avenida Nova"
    assert address["numero"] == "1200"


def test_who_leaves_is_no_partner_and_who_enters_is() -> None:
    got = values(extract_text("contrato_social", CONSOLIDACAO))
    names = [p["nome"] for p in got["socios"]]  # type: ignore[attr-defined]
    assert names == ["ANTONIO PEREIRA NETO", "ANA BEATRIZ RAMOS"]
    assert got["administradores"] == ["ANTONIO PEREIRA NETO", "ANA BEATRIZ RAMOS"], "both partners administer"


def test_alteration_without_consolidation() -> None:
    head = CONSOLIDACAO.partition("# C O N S O L")[0].replace(" E CONSOLIDAÇÃO", "")
    got = values(extract_text("contrato_social", head + "\nSão José dos Campos, 12 de março de 2024.\n"))
    assert got["alterado"] is True
    assert got["consolidado"] is False
    assert got["endereco"]["numero"] == "1200", "where the seat goes, not where it was"  # type: ignore[index]
    assert got["capital_social"] == "50000.00"


def test_act_over_two_pages_with_running_feet() -> None:
    foot = (
        "~ Certifico o registro sob o nº 2004670 em 26/01/2023. Para validar este documento acesse o portal. pág. 1/2"
    )
    first, _, second = CONSTITUICAO.partition("CLÁUSULA TERCEIRA")
    got = values(extract_text("contrato_social", first + foot, "CLÁUSULA TERCEIRA" + second + foot))
    assert got["capital_social"] == "10000.00"
    assert got["data_emissao"] == "2022-02-23"
    assert len(got["socios"]) == 2  # type: ignore[arg-type]


def test_minutes_tell_who_was_elected_until_when() -> None:
    got = values(extract_text("ata_eleicao", ATA))
    assert got["administradores"] == ["RAUL GOMES PINHEIRO", "LIA MOTA BRAGA"]
    assert got["mandato_ate"] == "2029-04-30"
    assert got["data_emissao"] == "2026-03-23"
    assert "alterado" not in got


def test_fields_tell_where_they_stand() -> None:
    found = extract_text("contrato_social", CONSTITUICAO)
    for name, field in found.campos.items():
        assert field.pagina == 1, name
        x0, y0, x1, y1 = field.caixa
        assert 0 <= x0 < x1 <= 1, name
        assert 0 <= y0 < y1 <= 1, name
        assert 0 < field.confianca <= 1, name


def test_reading_noise_never_makes_a_sure_wrong_identifier() -> None:
    truth = {"capital_social": "50000.00", "cnpj": "11222333000181", "nire": "35212345678"}
    for seed in range(4):
        spoilt = noisy(page(CONSOLIDACAO, confidence=0.8), 0.01, seed)
        found = extract.extract("contrato_social", [layout.build(spoilt)]).campos
        for name, value in truth.items():
            if name in found and found[name].valor != value:
                assert found[name].confianca < 0.8, (seed, name, found[name])


@pytest.mark.parametrize("tipo", ["contrato_social", "estatuto_social", "ata_eleicao"])
@pytest.mark.parametrize("junk", ["3²", "%", "CLÁUSULA", "R$", "CPF CNPJ NIRE sede", "x" * 5000, "sede na Rua " * 300])
def test_junk_gives_no_error(tipo: str, junk: str) -> None:
    got = extract_text(tipo, junk)
    assert not {"cnpj", "nire", "socios", "capital_social"} & set(got.campos)


def test_long_prose_takes_linear_time() -> None:
    def seconds(times: int) -> float:
        pages_ = [layout.build(page(CONSOLIDACAO, numero=n + 1)) for n in range(times)]
        begin = time.process_time()
        extract.extract("contrato_social", pages_)
        return time.process_time() - begin

    seconds(1)
    assert seconds(12) < 40 * max(0.05, seconds(2)) / 2

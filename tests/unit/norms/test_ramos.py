"""Lines of business told by their words: what covers the resale of fuels, what does not, what is open."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docverify.norms.checks.atividade import masked_cnae, whole_activity
from docverify.norms.checks.modalidade import marked
from docverify.norms.checks.ramos import covers, speaks_of


@pytest.mark.parametrize(
    "text",
    [
        "comércio varejista de combustíveis para veículos automotores",
        "Posto revendedor",
        "POSTODECOMBUSTIVEIS",
        "COMERCIOVAREJISTADECOMBUSTIVEIS",
        "COM. VAR. DE COMB. P/ VEIC. AUTOMOTORES",
        "47.31-8-00",
        "4731-8/00 - Comércio",
        "revenda exclusiva de GNV",
        "posto flutuante",
        "abastecimento de embarcações",
        "restaurante; posto de gasolina",
        "posto e comércio atacadista de combustíveis",
    ],
)
def test_a_resale_of_fuels_by_any_name(text: str) -> None:
    assert covers(text, "combustiveis") is True


@pytest.mark.parametrize(
    "text",
    [
        "comércio atacadista de combustíveis",
        "TRR - transportador revendedor retalhista de combustíveis",
        "transporte rodoviário de combustíveis",
        "distribuição de combustíveis",
        "comércio varejista de GLP",
        "posto de saúde",
        "posto fiscal",
        "entreposto aduaneiro",
        "lavagem de veículos",
        "comércio varejista de álcool em gel",
    ],
)
def test_another_line_of_business(text: str) -> None:
    assert covers(text, "combustiveis") is False


@pytest.mark.parametrize(
    "text", ["armazenamento de combustíveis", "ponto de abastecimento de combustíveis", "derivados de petróleo"]
)
def test_words_that_leave_it_open(text: str) -> None:
    assert covers(text, "combustiveis") is None


def test_a_companys_own_name_is_no_line_of_business() -> None:
    text = "LICENÇA DE OPERAÇÃO\nAUTO POSTO SOL LTDA\nLavagem de veículos"
    assert not speaks_of(text, "combustiveis", ["Auto Posto Sol Ltda"])
    assert speaks_of(f"{text} e posto de combustíveis", "combustiveis", ["Auto Posto Sol Ltda"])


def test_an_activity_cut_off_goes_on_where_the_page_does() -> None:
    page = "Atividade REVENDA VAREJISTA DE\nCOMBUSTÍVEIS AUTOMOTIVOS\nRazão social: Posto A"
    assert covers(whole_activity("REVENDA VARE", page), "combustiveis") is True
    assert whole_activity("Lavagem de veículos", page) == "Lavagem de veículos"


def test_an_activity_does_not_go_on_into_the_next_field() -> None:
    name = "COMÉRCIO VAREJISTA DE"
    assert covers(whole_activity(name, f"{name}\nRazão social: Posto de combustíveis Sol"), "combustiveis") is False
    assert covers(whole_activity(name, f"{name}\nPOSTO SOL LTDA", ["Posto Sol Ltda"]), "combustiveis") is False


def test_the_modality_with_the_cross_beside_it() -> None:
    form = "( ) 1. revenda varejista de combustíveis automotivos\n(X) 3. revenda varejista flutuante\n[ ] 4. marítima"
    assert marked(form) == {"flutuante"}
    assert marked("revenda varejista flutuante") == frozenset()


def test_a_cnae_as_ibge_writes_it() -> None:
    assert masked_cnae("4731800") == "4731-8/00"
    assert masked_cnae("?") == "?"


@given(st.text(max_size=400))
def test_any_text_is_taken(text: str) -> None:
    for ramo in ("glp", "combustiveis"):
        covers(text, ramo)
        speaks_of(text, ramo, [text[:30]])
    marked(text)
    whole_activity(text[:40], text, [text[:10]])


@pytest.mark.parametrize("text", ["POSTO " * 150_000, "COMERCIO " * 100_000, "X" * 1_000_000, "3² COMB. " * 60_000])
def test_a_long_text_costs_little(text: str) -> None:
    start = time.perf_counter()
    covers(text, "combustiveis")
    speaks_of(text, "combustiveis", ["Posto Sol Ltda", text[:60]])
    marked(text)
    whole_activity("COMERCIO VAREJISTA DE", text)
    assert time.perf_counter() - start < 10

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from docverify.confirmation.deciding import Especie
from docverify.confirmation.judging import Seen, judge, same_reading


def said(especie: Especie, valor: Any, lead: str, seen: str, sure: float = 0.9) -> str:
    return judge(especie, valor, [lead], [Seen(seen, seen, sure)])


@pytest.mark.parametrize(
    ("especie", "valor", "lead", "seen", "vote"),
    [
        ("data", "2026-12-31", "31/12/2026", "31/12/2026", "concorda"),
        ("data", "2026-12-31", "31/12/2026", "31 / 12 / 2026 |", "concorda"),
        ("data", "2026-12-31", "31/12/2026", "Validade: 31-12-2026.", "concorda"),
        ("data", "2026-12-31", "31/12/2026", "31/12/2028", "diverge"),
        ("data", "2026-12-31", "31 de dezembro de 2026", "31 DE DEZEMBRO DE 2026", "concorda"),
        ("data", "2025-06-15", "15 de junho de 2025", "15 de julho de 2025", "diverge"),
        ("data", "1997-06-02", "2 de junho de 1997", "de junho de 1997.", "nao_viu"),
        ("data", "2027-03-01", "válido por 12 meses", "valido por 12 meses", "concorda"),
        ("data", "2027-03-01", "válido por 12 meses", "valido por 72 meses", "diverge"),
        ("data", "2026-12-31", "31/12/2026", "", "nao_viu"),
        ("data", "2026-12-31", "31/12/2026", "~ : -", "nao_viu"),
        ("identificador", "11222333000181", "11.222.333/0001-81", "11.222.333/0001-81", "concorda"),
        ("identificador", "11222333000181", "11.222.333/0001-81", "ll.222.333/OOO1-8l", "concorda"),
        ("identificador", "11222333000181", "11.222.333/0001-81", "11.222.338/0001-81", "diverge"),
        ("identificador", "11222333000181", "11.222.333/0001-81", "11.222", "nao_viu"),
        ("identificador", "12ABC34501DE35", "12.ABC.345/01DE-35", "12.ABC.345/01DE-35", "concorda"),
        ("identificador", "12ABC34501DE35", "12.ABC.345/01DE-35", "12.ABC.345/O1DE-35", "nao_viu"),
        ("identificador", "12ABC34501DE35", "12.ABC.345/01DE-35", "12.ABC.845/01DE-35", "diverge"),
        ("numero", 1560, "1.560 kg", "1.560 kg", "concorda"),
        ("numero", 1560, "1.560 kg", "1.580 kg", "diverge"),
        ("numero", 1560, "1.560 kg", "11.560 kg", "diverge"),
        ("numero", 1560, "1.560 kg", "até 1 560 kg", "concorda"),
        ("numero", 2026, "2026", "Exercício: 2026", "concorda"),
        ("numero", 2026, "2026", "2025", "diverge"),
        ("lista", "ativa", "ATIVA", "ATIVA", "concorda"),
        ("lista", "ativa", "ATIVA", "INATIVA", "diverge"),
        ("lista", "ativa", "ATIVA", "ATlVA", "concorda"),
        ("lista", "habilitado", "HABILITADO", "NÃO HABILITADO", "diverge"),
        ("lista", "negativa", "CERTIDÃO NEGATIVA DE DÉBITOS", "CERTIDAO NEGATVA DE DEBITOS", "concorda"),
        ("lista", "ativa", "SITUAÇÃO CADASTRAL ATIVA", "SITUACAO CADASTRAL INATIVA", "diverge"),
        ("lista", "negativa", "CERTIDÃO NEGATIVA DE DÉBITOS", "CERTIDAO NEGATlVA DE DEBlTOS", "concorda"),
        ("lista", "matriz", "MATRIZ", "FILIAL", "nao_viu"),
        ("nome", "GÁS BOM JESUS LTDA", "GÁS BOM JESUS LTDA", "GAS BOMJESUS LTDA.", "concorda"),
        ("nome", "GÁS BOM JESUS LTDA", "GÁS BOM JESUS LTDA", "GAS DOM JOSE LTDA", "diverge"),
        ("endereco", {"logradouro": "RUA A", "numero": "45"}, "RUA DAS FLORES, 45", "RUA DAS FLORES, 45", "concorda"),
        ("endereco", {"logradouro": "RUA A", "numero": "45"}, "RUA DAS FLORES, 45", "RUA DAS FLORES, 46", "diverge"),
    ],
)
def test_what_two_readers_say(especie: Especie, valor: Any, lead: str, seen: str, vote: str) -> None:
    assert said(especie, valor, lead, seen) == vote


def test_a_witness_unsure_of_itself_contradicts_nobody() -> None:
    assert said("data", "2026-12-31", "31/12/2026", "31/12/2028", sure=0.3) == "nao_viu"
    assert said("numero", 1560, "1.560 kg", "1.580 kg", sure=0.3) == "nao_viu"


@given(st.integers(0, 10**14 - 1), st.integers(0, 13), st.integers(0, 9))
def test_no_number_is_confirmed_by_another(number: int, place: int, digit: int) -> None:
    text = f"{number:014}"
    other = text[:place] + str(digit) + text[place + 1 :]
    assume(other != text)
    masked = f"{text[:2]}.{text[2:5]}.{text[5:8]}/{text[8:12]}-{text[12:]}"
    seen = f"{other[:2]}.{other[2:5]}.{other[5:8]}/{other[8:12]}-{other[12:]}"
    assert said("identificador", text, masked, seen) != "concorda"
    assert said("identificador", text, masked, masked) == "concorda"


DAYS = st.dates(date(1961, 1, 1), date(2059, 12, 31))


@given(DAYS, DAYS)
def test_no_date_is_confirmed_by_another(one: date, other: date) -> None:
    assume(one != other)
    assert said("data", one.isoformat(), f"{one:%d/%m/%Y}", f"{other:%d/%m/%Y}") != "concorda"


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_is_answered(lead: str, seen: str) -> None:
    for especie in ("identificador", "data", "numero", "lista", "nome", "endereco"):
        assert said(especie, "x", lead, seen) in ("concorda", "diverge", "nao_viu")


def test_look_alikes_are_the_same_reading() -> None:
    assert same_reading("CNPJ 11.222", "cnpj ll 222")
    assert not same_reading("31/12/2026", "31/12/2028")


def test_a_word_glued_to_the_value_still_agrees_with_it() -> None:
    seen = [Seen("de junho de 1997", "Luís,2 de junho de 1997", 0.9)]
    assert judge("data", "1997-06-02", ["2 de junho de 1997"], seen) == "concorda"
    assert judge("lista", "ativa", ["ATIVA"], [Seen("ATIVA", "NÃO ATIVA", 0.9)]) == "concorda"
    assert judge("lista", "ativa", ["ATIVA"], [Seen("", "ATIVA", 0.9)]) == "nao_viu"

from __future__ import annotations

import re
import string
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docverify.values.private import CPF_MASK, masked

REAL = "52998224725"


def _digits(base: list[int]) -> str:
    out = list(base)
    for length in (9, 10):
        total = sum(figure * (length + 1 - place) for place, figure in enumerate(out[:length]))
        out.append(total * 10 % 11 % 10)
    return "".join(map(str, out))


cpfs = st.lists(st.integers(0, 9), min_size=9, max_size=9).filter(lambda figures: len(set(figures)) > 1).map(_digits)


@pytest.mark.parametrize(
    "text",
    [
        "529.982.247-25",
        "52998224725",
        "529 982 247 25",
        "529.982.247/25",
        "529 .982. 247 - 25",
        "529,982,247-25",
        "529.982.247–25",
        "529982247-25",
        "529.98\u200b2.247-25".replace("\u200b", ""),
        "529\u200b982\u200b247\u200b25",
        "５２９.９８２.２４７-２５",
        "CPF52998224725",
        "CPF:529.982.247-25RG:12.345",
        "52998224725JOAO",
        "529.982.247-2512/03/2020",
        "1529.982.247-25",
        "529.982.247-26",  # one figure misread: still the person
        "5Z9.98Z.247-2S",  # figures taken for letters
        "CPF nº 52998224724",  # labelled: whatever its check digits
        "cpf 52998224724",
    ],
)
def test_a_cpf_is_masked_however_it_is_written(text: str) -> None:
    told = masked(text)
    assert CPF_MASK in told
    assert not re.search(r"\d{3}\D{0,3}\d{3}\D{0,3}\d{3}", told)


@pytest.mark.parametrize(
    "text",
    [
        "11.222.333/0001-81",
        "11222333000181",
        "12.ABC.345/01DE-35",
        "(11) 98765-4321",
        "+55 11 98765-4321",
        "13010-300",
        "2026-11-30T21:52:27.123456+00:00",
        "35214567890",  # a number of eleven figures whose check digits do not hold
        "R$ 1.529.982,47",
        "GLP-06, art. 6º, VI",
        "550e8400-e29b-41d4-a716-529982247250",
        "52998224-7255-4299-8822-472552998224",
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    ],
)
def test_other_numbers_stay(text: str) -> None:
    assert masked(text) == text


def test_structures_are_looked_through() -> None:
    told = masked(
        {
            "cpf": 52998224725,
            "socios": [{"documento": "529.982.247-25"}],
            REAL: (1, "x"),
            "bytes": 12345678901,
            "n": None,
        }
    )
    assert told == {
        "cpf": CPF_MASK,
        "socios": [{"documento": CPF_MASK}],
        CPF_MASK: [1, "x"],
        "bytes": 12345678901,
        "n": None,
    }


@settings(deadline=None)
@given(cpfs, st.text(alphabet=string.ascii_letters + " :;()/", max_size=8), st.text(alphabet="XYZ ;)", max_size=8))
def test_no_valid_cpf_survives(number: str, before: str, after: str) -> None:
    punctuated = f"{number[:3]}.{number[3:6]}.{number[6:9]}-{number[9:]}"
    for written in (number, punctuated, punctuated.replace(".", " ")):
        told = masked(before + written + after)
        assert number not in re.sub(r"\D", "", told)


@settings(deadline=None)
@given(st.uuids())
def test_ids_stay_ids(value: UUID) -> None:
    assert masked(str(value)) == str(value)
    assert masked(value.hex) == value.hex
    assert masked(masked(f"dossie {value}")) == f"dossie {value}"

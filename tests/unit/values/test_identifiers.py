from __future__ import annotations

import string

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from docverify.values.errors import InvalidValue
from docverify.values.identifiers import (
    cep,
    cnae,
    cnpj,
    cpf,
    find_ceps,
    find_cnaes,
    find_cnpjs,
    find_cpfs,
    find_nires,
    nire,
)

ALNUM = string.digits + string.ascii_uppercase


def check_digits(body: str) -> str:
    """Check digits of a CNPJ, written here from the norm: weights 2 to 9 from the right, value ord - 48."""
    for _ in range(2):
        total = sum((ord(c) - 48) * (2 + i % 8) for i, c in enumerate(reversed(body)))
        rest = total % 11
        body += "0" if rest < 2 else str(11 - rest)
    return body[-2:]


@st.composite
def cnpjs(draw: st.DrawFn, alphabet: str = ALNUM) -> str:
    body = draw(st.text(alphabet, min_size=12, max_size=12))
    assume(set(body) != {"0"})
    return body + check_digits(body)


VALID = [
    "12.ABC.345/01DE-35",
    "11.222.333/0001-81",
    "33.000.167/0001-01",
    "00.000.000/0001-91",
    "1Q.2W3.E4R/0001-06",
    "B0.A1C.2D3/0001-50",
    "GL.P00.000/0001-50",
    "7T.RR9.0X8/0002-84",
    "00.000.000/00A1-22",
    "A0.000.000/0001-13",
    "PQ.1VY.J9W/0001-72",
    "AA.AAA.AAA/AAAA-45",
    "ZZ.ZZZ.ZZZ/ZZZZ-62",
]


@pytest.mark.parametrize("number", VALID)
def test_published_cnpjs_hold_and_are_found(number: str) -> None:
    assert cnpj.format(cnpj.validate(number)) == number
    (match,) = find_cnpjs(f"CNPJ nº {number}, estabelecida")
    assert (match.valor, match.valido, match.reparado) == (cnpj.compact(number), True, False)
    assert match.lido == number


@pytest.mark.parametrize(
    ("number", "code"),
    [
        ("12.ABC.345/01DE-36", "digito"),
        ("12.ABC.345/01DE-3A", "formato"),
        ("00000000000000", "formato"),
        ("12ABC34501DEAB", "formato"),
        ("11.222.333/0001-8", "tamanho"),
        ("", "tamanho"),
        ("1" * 41, "tamanho"),
        ("11.222.333/0001-8²", "formato"),
        ("11.222.333/0001-8é", "formato"),
    ],
)
def test_a_wrong_cnpj_says_what_is_wrong(number: str, code: str) -> None:
    with pytest.raises(InvalidValue) as caught:
        cnpj.validate(number)
    assert caught.value.code == code


@given(cnpjs())
def test_every_generated_cnpj_holds(number: str) -> None:
    assert cnpj.is_valid(number)
    assert cnpj.validate(cnpj.format(number)) == number
    assert cnpj.validate(f" {cnpj.format(number).lower()} ") == number


@given(cnpjs(string.digits), st.integers(0, 13), st.integers(0, 9))
def test_a_changed_digit_is_never_taken_back(number: str, at: int, digit: int) -> None:
    """What was printed clean is reported as printed, valid or not: never "repaired" into another number."""
    changed = number[:at] + str(digit) + number[at + 1 :]
    for match in find_cnpjs(f"CNPJ {cnpj.format(changed)}"):
        assert match.valor == changed
        assert match.reparado is False
        assert match.alternativas == ()
        assert match.valido == cnpj.is_valid(changed)


@pytest.mark.parametrize(
    "printed",
    [
        "47.167.066/0001.34",
        "47.167.066 / 0001 - 34",
        "47,167,066/0001-34",
        "47 167 066/0001-34",
        "47.1 67.066/0001-34",
        "47167066/0001-34",
        "47.167.0660001-34",
        "47.167.066/0001-\n34",
        "47.167.066/0001–34",
        "47167066000134",
    ],
)
def test_broken_masks_are_read(printed: str) -> None:
    (match,) = find_cnpjs(f"CNPJ: {printed} em nome de")
    assert (match.valor, match.valido, match.reparado) == ("47167066000134", True, False)


@pytest.mark.parametrize(
    "printed", ["47.167.O66/0001-34", "47.l67.066/0001-34", "47.167.066/OOO1-34", "47.167.066/0001-3A"]
)
def test_look_alikes_are_repaired_only_where_one_reading_holds(printed: str) -> None:
    matches = find_cnpjs(f"CNPJ {printed}")
    if printed.endswith("A"):
        assert matches == []
        return
    assert [(m.valor, m.valido, m.reparado) for m in matches] == [("47167066000134", True, True)]


def test_what_the_check_digits_cannot_tell_apart_is_said() -> None:
    """0 and Q weigh the same, so the reading with a zero is as good: the caller must not call it another number."""
    (match,) = find_cnpjs("1Q.2W3.E4R/0001-06")
    assert match.concorda("1Q2W3E4R000106") is True
    assert match.concorda("102W3E4R000106") is None
    assert match.concorda("11222333000181") is False


@pytest.mark.parametrize(
    "text",
    [
        "A1B2.C3D4.E5F6.A7B8",
        "A1B2-C3D4-E5F6-0134",
        "1234567890123456789",
        "447167066000134",
        "471670660001345",
        "047.167.066/0001-34",
        "47.167.066/0001-345",
        "0012345-67.2024.8.26.0100",
        "codigo 47A67066000134 de verificacao",
        "PREFEITURA DA CIDADE DO RIO",
        "12.345.678",
        "protocolo 12345678901234",
    ],
)
def test_other_numbers_are_no_cnpj(text: str) -> None:
    assert find_cnpjs(text) == []


def test_a_printed_cnpj_with_wrong_digits_is_reported_invalid() -> None:
    (match,) = find_cnpjs("CNPJ 47.167.066/0001-35")
    assert (match.valor, match.valido) == ("47167066000135", False)


def test_all_cnpjs_of_a_page_in_order() -> None:
    text = "PREFEITURA 33.000.167/0001-01\nEMPRESA CNPJ11.222.333/0001-81 / MATRIZ e 12.ABC.345/01DE-35"
    assert [m.valor for m in find_cnpjs(text)] == ["33000167000101", "11222333000181", "12ABC34501DE35"]


GOOD_CPFS = ["390.533.447-05", "111.444.777-35", "529.982.247-25", "123.456.789-09", "000.000.001-91", "012.345.678-90"]


@pytest.mark.parametrize("number", GOOD_CPFS)
def test_cpfs(number: str) -> None:
    assert cpf.format(cpf.validate(number)) == number
    assert [m.valor for m in find_cpfs(f"portador do CPF {number},")] == [cpf.compact(number)]


@pytest.mark.parametrize(
    ("number", "code"),
    [
        ("390.533.447-06", "digito"),
        ("111.111.111-11", "formato"),
        ("1234567890", "tamanho"),
        ("191", "tamanho"),
        ("***.533.447-**", "formato"),
        ("CPF 390.533.447-05", "formato"),
    ],
)
def test_a_wrong_cpf_says_what_is_wrong(number: str, code: str) -> None:
    with pytest.raises(InvalidValue) as caught:
        cpf.validate(number)
    assert caught.value.code == code


@pytest.mark.parametrize(
    "text", ["tel (11) 98765-4321", "11987654321", "47.167.066/0001-34", "***.533.447-**", "39053344705"]
)
def test_other_numbers_are_no_cpf(text: str) -> None:
    assert find_cpfs(text) == []


def test_a_bare_cpf_needs_its_label() -> None:
    assert [m.valor for m in find_cpfs("CPF: 39053344705")] == ["39053344705"]
    (repaired,) = find_cpfs("CPF 39O.533.447-05")
    assert (repaired.valor, repaired.reparado) == ("39053344705", True)


@pytest.mark.parametrize(
    ("number", "uf"),
    [
        ("01000-000", "SP"),
        ("19999-999", "SP"),
        ("20000-000", "RJ"),
        ("69299-999", "AM"),
        ("69300-000", "RR"),
        ("69400-000", "AM"),
        ("72799-999", "DF"),
        ("72800-000", "GO"),
        ("73000-000", "DF"),
        ("73700-000", "GO"),
        ("76800-000", "RO"),
        ("78950-000", "RO"),
        ("99999-999", "RS"),
        ("00999-999", None),
    ],
)
def test_the_state_of_a_cep(number: str, uf: str | None) -> None:
    assert cep.uf_of(number) == uf


def test_ceps_in_text() -> None:
    text = "CEP 13.010-300, cep: 13010300 fone 3232-1234 / 98765-4321, proc. 12345-678/2024, CEP 13O10-300"
    found = find_ceps(text)
    assert [m.valor for m in found] == ["13010300", "13010300", "13010300"]
    assert [m.reparado for m in found] == [False, False, True]


@pytest.mark.parametrize("printed", ["4731-8/00", "47.31-8-00", "4731800", "47318/00", "47.31-8/00"])
def test_spellings_of_a_cnae(printed: str) -> None:
    assert cnae.validate(printed) == "4731800"
    assert cnae.format(printed) == "4731-8/00"
    assert [m.valor for m in find_cnaes(f"principal {printed} - Comércio")] == ["4731800"]
    assert cnae.description(printed) == "Comércio varejista de combustíveis para veículos automotores"


def test_bare_seven_digits_are_no_cnae_without_a_word() -> None:
    assert find_cnaes("protocolo 7732202") == []
    assert [m.valor for m in find_cnaes("CNAE 7732202")] == ["7732202"]
    assert find_cnaes("lei 12345/67") == []


@pytest.mark.parametrize("text", ["NIRE: 52206183723.", "NIRE 52.2.0618372-3", "5220618372-3 NIRE 5220618372-3"])
def test_shapes_of_a_nire(text: str) -> None:
    assert {m.valor for m in find_nires(text)} == {"52206183723"}
    assert nire.uf_of("52206183723") == "GO"
    assert find_nires("telefone 52206183723") == []


def test_an_identity_card_of_a_state_is_no_cnpj() -> None:
    assert cnpj.find_cnpjs("RG nº 40.105.552-8 SSP/GO, CPF 390.533.447-05") == []

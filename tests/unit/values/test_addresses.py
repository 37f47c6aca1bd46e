from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docverify.values.addresses import Endereco, compare_address, normalize, overall, parse_address

E = Endereco

PARSED = [
    (
        "Rua X, 1450, sala 2 - Centro - Campinas/SP - CEP 13010-300",
        E("Rua X", "1450", "sala 2", "Centro", "13010300", "Campinas", "SP"),
    ),
    ("ROD BR-116 KM 32,5 S/N", E("ROD BR-116 KM 32,5", "S/N")),
    (
        "Rodovia BR-116, km 32,5, s/nº, Zona Rural, Registro/SP",
        E("Rodovia BR-116 km 32,5", "S/N", None, "Zona Rural", None, "Registro", "SP"),
    ),
    (
        "Av. Brasil nº 100, Qd. 12 Lt. 5, Setor Central, Goiânia - GO",
        E("Av. Brasil", "100", "Qd. 12 Lt. 5", "Setor Central", None, "Goiânia", "GO"),
    ),
    (
        "situada na Rua das Flores, nº 1.450, Bairro Jardim América, no município de Goiânia, "
        "Estado de Goiás, CEP 74.000-100",
        E("Rua das Flores", "1450", None, "Jardim América", "74000100", "Goiânia", "GO"),
    ),
    (
        "com sede na Rua Sete de Setembro, 100-A, Centro, CEP 13010-300, na cidade de Campinas, Estado de São Paulo",
        E("Rua Sete de Setembro", "100-A", None, "Centro", "13010300", "Campinas", "SP"),
    ),
    (
        "R DAS FLORES, 100\nCENTRO\nCAMPINAS - SP\n13.010-300",
        E("R DAS FLORES", "100", None, "CENTRO", "13010300", "CAMPINAS", "SP"),
    ),
    (
        "Rua 7 de Setembro, 55, Centro, São Paulo, SP",
        E("Rua 7 de Setembro", "55", None, "Centro", None, "São Paulo", "SP"),
    ),
    ("Rua 7, 55 - Vila Nova - Bauru - SP", E("Rua 7", "55", None, "Vila Nova", None, "Bauru", "SP")),
    (
        "Endereço: AV PRESIDENTE VARGAS 1000 LOJA 3 Bairro: CENTRO Município: RIO DE JANEIRO UF: RJ CEP: 20071-000",
        E("AV PRESIDENTE VARGAS", "1000", "LOJA 3", "CENTRO", "20071000", "RIO DE JANEIRO", "RJ"),
    ),
    (
        "TV. N. SRA. DAS GRAÇAS, S/N - FUNDOS - BELÉM - PA",
        E("TV. N. SRA. DAS GRAÇAS", "S/N", "FUNDOS", None, None, "BELÉM", "PA"),
    ),
    (
        "Rua A, Quadra 3, Lote 10, Jardim Tropical, Aparecida de Goiânia-GO",
        E("Rua A", None, "Quadra 3, Lote 10", "Jardim Tropical", None, "Aparecida de Goiânia", "GO"),
    ),
    ("AV. BRASIL, 100 CENTRO CAMPINAS SP", E("AV. BRASIL", "100", None, "CENTRO", None, "CAMPINAS", "SP")),
    (
        "Rua 15 de Novembro, nº 300 - Centro, Blumenau-SC, CEP 89010-000, Brasil",
        E("Rua 15 de Novembro", "300", None, "Centro", "89010000", "Blumenau", "SC"),
    ),
    (
        "SHCS Quadra 5 Bloco B Loja 3 - Asa Sul - Brasília/DF",
        E("SHCS Quadra 5 Bloco B Loja 3", None, None, "Asa Sul", None, "Brasília", "DF"),
    ),
    (
        "Rua das Palmeiras, n. 45, Loja 2, Bonfim, Salvador - Bahia",
        E("Rua das Palmeiras", "45", "Loja 2", "Bonfim", None, "Salvador", "BA"),
    ),
    ("Rua Bela Vista 123 - Bela Vista - São Paulo", E("Rua Bela Vista", "123", None, "Bela Vista", None, "São Paulo")),
    ("Rua Dr. João, 12", E("Rua Dr. João", "12")),
    ("", E()),
]


@pytest.mark.parametrize(("text", "expected"), PARSED, ids=[t[:30] for t, _ in PARSED])
def test_addresses_are_read(text: str, expected: Endereco) -> None:
    assert parse_address(text) == expected


@given(st.text(max_size=200))
def test_any_text_gives_an_address_or_nothing(text: str) -> None:
    e = parse_address(text)
    assert e.uf is None or len(e.uf) == 2
    assert e.cep is None or (len(e.cep) == 8 and e.cep.isdigit())
    assert normalize(normalize(e)) is not None


BASE = E("Rua das Flores", "100", "sala 2", "Centro", "13010300", "Campinas", "SP")

# (field changed, its other value, grade)
CHANGES = [
    ("logradouro", "R. das Flores", "alerta"),
    ("logradouro", "RUA DAS FLORES", "igual"),
    ("logradouro", "RUA DAS FL0RES", "alerta"),
    ("logradouro", "das Flores", "alerta"),
    ("logradouro", "Avenida das Flores", "impede"),
    ("logradouro", "Rua dos Lírios", "impede"),
    ("logradouro", "Rua das Flores do Campo", "impede"),
    ("logradouro", None, "indeterminado"),
    ("numero", "100", "igual"),
    ("numero", "nº 100", "alerta"),
    ("numero", "1O0", "alerta"),
    ("numero", "100-A", "revisar"),
    ("numero", "100/102", "revisar"),
    ("numero", "S/N", "revisar"),
    ("numero", "1000", "impede"),
    ("numero", "101", "impede"),
    ("numero", "10", "impede"),
    ("numero", None, "indeterminado"),
    ("complemento", "SALA 2", "igual"),
    ("complemento", "SL 2", "igual"),
    ("complemento", "sala 3", "revisar"),
    ("complemento", "galpão", "revisar"),
    ("complemento", None, "alerta"),
    ("complemento", "*****", "alerta"),
    ("bairro", "CENTRO", "igual"),
    ("bairro", "Cambuí", "alerta"),
    ("bairro", None, "indeterminado"),
    ("cep", "13025-000", "alerta"),
    ("cep", "20071000", "revisar"),
    ("cep", "13.010-300", "igual"),
    ("cep", None, "indeterminado"),
    ("municipio", "CAMPINAS", "igual"),
    ("municipio", "CAMPlNAS", "alerta"),
    ("municipio", "Campinas/SP", "alerta"),
    ("municipio", "Valinhos", "impede"),
    ("municipio", "Barão Geraldo", "revisar"),
    ("municipio", None, "indeterminado"),
    ("uf", "sp", "igual"),
    ("uf", "São Paulo", "igual"),
    ("uf", "RJ", "impede"),
    ("uf", None, "indeterminado"),
]


@pytest.mark.parametrize(("campo", "valor", "nivel"), CHANGES)
def test_each_part_has_its_grade(campo: str, valor: str | None, nivel: str) -> None:
    other = E.from_dict({**BASE.to_dict(), campo: valor})
    for one, two in ((BASE, other), (other, BASE)):
        levels = {c: r.nivel for c, r in compare_address(one, two)}
        # A part that says another thing leaves the others alone.
        assert levels[campo] == nivel
        assert all(v == "igual" for c, v in levels.items() if c != campo)


STREETS = [
    ("Rua Marechal Deodoro da Fonseca", "R MAL DEODORO DA FONSECA", "alerta"),
    ("Rua Marechal Deodoro da Fonseca", "R MAL DEODORO", "revisar"),
    ("Rua XV de Novembro", "R. Quinze de Novembro", "alerta"),
    ("Rua XV de Novembro", "Rua 15 de Novembro", "alerta"),
    ("Rua Dom Pedro II", "R D PEDRO SEGUNDO", "alerta"),
    ("Rua Sto. Antônio", "R SANTO ANTONIO", "alerta"),
    ("AVENIDA N SRA APARECIDA", "Av. Nossa Senhora Aparecida", "alerta"),
    ("Rua Padre Cícero", "R PE CICERO", "alerta"),
    ("Rua D'Ávila", "RUA DAVILA", "alerta"),
    ("Rua Dr. José Silva", "Rua José Silva", "revisar"),
    ("Rua 7", "Rua 17", "impede"),
    ("Rua 7", "Avenida 7", "impede"),
    ("Rua J", "Rua K", "impede"),
    ("Rodovia BR-116 km 10", "ROD. BR 116, KM 10", "igual"),
    ("Rodovia BR-116", "Rodovia BR-101", "impede"),
    ("Rodovia SP-330", "Rodovia Anhanguera", "revisar"),
]


@pytest.mark.parametrize(("a", "b", "nivel"), STREETS)
def test_streets(a: str, b: str, nivel: str) -> None:
    assert dict(compare_address(E(a), E(b)))["logradouro"].nivel == nivel
    assert dict(compare_address(E(b), E(a)))["logradouro"].nivel == nivel


@pytest.mark.parametrize(
    ("a", "b", "nivel"),
    [
        (E("ROD BR-116 KM 32,5", "S/N"), E("Rodovia BR 116", "S/N", "KM 32,5"), "igual"),
        (E("ROD BR-116 KM 32,5", "S/N"), E("Rodovia BR 116, KM 42", None), "impede"),
        (E("ROD BR-116 KM 32", "S/N"), E("Rodovia BR 116 km 32,5", None), "revisar"),
        (E("ROD BR-116 KM 32", "1200"), E("Rodovia BR 116 km 32", "S/N"), "igual"),
        (E("ROD BR-116", "S/N"), E("Rodovia BR 116 km 32,5", None), "indeterminado"),
        (E("ROD BR-116", "100"), E("Rodovia BR 116", "200"), "impede"),
    ],
)
def test_highways_are_compared_by_kilometre(a: Endereco, b: Endereco, nivel: str) -> None:
    assert dict(compare_address(a, b))["numero"].nivel == nivel


def test_a_number_left_in_the_street_is_found() -> None:
    assert dict(compare_address(E("Rua das Flores, 100"), E("Rua das Flores", "100")))["numero"].nivel == "alerta"
    assert dict(compare_address(E("Rua das Flores, 100"), E("Rua das Flores", "1000")))["numero"].nivel == "impede"
    assert normalize(E("Rua 7")).numero is None


def test_who_read_it_decides_over_one_letter() -> None:
    a, b = E("Rua Silvania"), E("Rua Silvanie")
    assert dict(compare_address(a, b, ocr_confidence=0.99))["logradouro"].nivel == "impede"
    assert dict(compare_address(a, b, ocr_confidence=0.5))["logradouro"].nivel == "revisar"


def test_overall_names_the_part() -> None:
    result = overall(compare_address(BASE, E("Rua das Flores", "1000")))
    assert result.nivel == "impede"
    assert result.detalhe.startswith("numero")
    assert overall(compare_address(E(), E())).nivel == "indeterminado"
    assert overall(compare_address(BASE, BASE)).nivel == "igual"


def test_the_dict_form_is_tolerant() -> None:
    assert E.from_dict(
        {"logradouro": " Rua X ", "numero": 100, "cep": "", "uf": None, "bairro": ["a"], "outro": 1}
    ) == E("Rua X", "100")
    assert E.from_dict({"numero": True}) == E()
    assert E.from_dict(BASE.to_dict()) == BASE
    assert E().vazio and not BASE.vazio


@given(st.text(max_size=40), st.text(max_size=12), st.text(max_size=40), st.text(max_size=12))
def test_comparison_is_symmetric(street: str, number: str, other: str, other_number: str) -> None:
    a, b = E(street, number), E(other, other_number)
    assert [(c, r.nivel) for c, r in compare_address(a, b)] == [(c, r.nivel) for c, r in compare_address(b, a)]


@given(st.integers(1, 99999), st.integers(1, 99999))
def test_numbers_agree_only_where_they_are_equal(one: int, other: int) -> None:
    level = dict(compare_address(E("Rua A", str(one)), E("Rua A", str(other))))["numero"].nivel
    assert level == ("igual" if one == other else "impede")


def test_the_only_place_named_without_a_state_is_a_district() -> None:
    read = parse_address("Rua Tiradentes, S/N - Lote 12 - Novo Horizonte - CEP 19806-080")
    assert (read.bairro, read.municipio, read.numero, read.complemento) == ("Novo Horizonte", None, "S/N", "Lote 12")
    assert parse_address("Rua Tiradentes, 10, Centro, Novo Horizonte").municipio == "Novo Horizonte"

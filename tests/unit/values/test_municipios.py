from __future__ import annotations

import pytest

from docverify.values import municipios
from docverify.values.municipios import cep_matches_uf, find, find_all, find_in_text, same, sigla_of, uf_of_text


def test_the_whole_country_is_there() -> None:
    towns = {m for uf in municipios.UFS for k in municipios._table()[1][uf] for m in find_all(k) if m.uf == uf}
    assert len(towns) == 5571
    assert len({m.codigo for m in towns}) == 5571


@pytest.mark.parametrize(
    ("name", "uf", "codigo"),
    [
        ("Campinas", "SP", "3509502"),
        ("Campinas/SP", None, "3509502"),
        ("CAMPINAS - SP", None, "3509502"),
        ("CAMPlNAS", "SP", "3509502"),
        ("RIO DE JANEIR0", "RJ", "3304557"),
        ("Bom Jesus", "PB", "2502201"),
        ("Brasília", None, "5300108"),
        ("Boa Esperança do Norte", "MT", "5101837"),
        ("Parati", "RJ", "3303807"),
        ("Moji Mirim", "SP", "3530805"),
        ("Santana do Livramento", "RS", "4317103"),
        ("Sant'Ana do Livramento", "RS", "4317103"),
        ("OLHO DAGUA", "PB", "2510402"),
        ("Mogi-Guaçu", "SP", "3530706"),
        ("São Luiz", "RR", "1400605"),
        ("Açu", "RN", "2400208"),
        ("Ares", "RN", "2401206"),
    ],
)
def test_names_old_and_new_and_misread(name: str, uf: str | None, codigo: str) -> None:
    found = find(name, uf)
    assert found is not None
    assert found.codigo == codigo


@pytest.mark.parametrize(
    ("name", "uf"), [("Bom Jesus", None), ("Xyzzy", None), ("Campinas", "RJ"), ("", None), ("Ab", "SP")]
)
def test_what_cannot_be_told(name: str, uf: str | None) -> None:
    assert find(name, uf) is None


def test_old_spellings_all_lead_somewhere() -> None:
    for old, uf in municipios._OLD:
        assert find(old, uf, fuzzy=False) is not None


def test_same() -> None:
    assert same("Moji Mirim", "Mogi Mirim", "SP")
    assert same("São Paulo", "SAO PAULO")
    assert not same("Campinas", "Valinhos", "SP")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("PREFEITURA MUNICIPAL DE CAMPINAS", ["Campinas"]),
        ("Rua Bonito, 5, Bonito - MS", ["Bonito"]),
        ("ESTADO DE SÃO PAULO\nPREFEITURA DO MUNICÍPIO DE SÃO PAULO", ["São Paulo"]),
        ("Município: GOIÂNIA UF: GO", ["Goiânia"]),
        ("Centro", []),
        ("ESTADO DO RIO DE JANEIRO", []),
    ],
)
def test_municipalities_in_text(text: str, names: list[str]) -> None:
    assert [m.municipio.nome for m in find_in_text(text) if m.municipio and m.indicado] == names


def test_a_sigla_decides_among_states() -> None:
    (match,) = find_in_text("Bom Jesus - PB")
    assert match.municipio is not None
    assert match.municipio.uf == "PB"
    assert len(match.candidatos) > 1
    (open_match,) = find_in_text("Bom Jesus")
    assert open_match.municipio is None
    assert open_match.indicado is False


@pytest.mark.parametrize(
    ("text", "uf"),
    [
        ("ESTADO DE SÃO PAULO", "SP"),
        ("Governo do Estado do Pará", "PA"),
        ("Estado do Mato Grosso do Sul", "MS"),
        ("ESTADO DE MATO GROSSO", "MT"),
        ("GOVERNO DO DISTRITO FEDERAL", "DF"),
        ("CORPO DE BOMBEIROS MILITAR DO ESTADO DO RIO DE JANEIRO", "RJ"),
        ("Campinas/SP", "SP"),
        ("Aparecida de Goiânia GO", "GO"),
        ("rj", "RJ"),
        ("de São Paulo/SP a Recife/PE", None),
        ("se e to", None),
        ("", None),
    ],
)
def test_the_state_of_a_text(text: str, uf: str | None) -> None:
    assert uf_of_text(text) == uf


def test_names_and_siglas() -> None:
    assert sigla_of("Espírito Santo") == "ES"
    assert sigla_of("Estado de Goiás") == "GO"
    assert sigla_of("XX") is None
    assert municipios.name_of("pa") == "Pará"


def test_cep_against_state() -> None:
    assert cep_matches_uf("13010-300", "SP") is True
    assert cep_matches_uf("13010-300", "Rio de Janeiro") is False
    assert cep_matches_uf("13010", "SP") is None
    assert cep_matches_uf("13010-300", "?") is None

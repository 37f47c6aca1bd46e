"""What a reader of pixels makes of a name is a doubt; another name is a defect, on pixels too."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docverify.values.address_compare import compare_address
from docverify.values.addresses import Endereco
from docverify.values.misreading import cut, slip, spelt
from docverify.values.names import compare_company, compare_person

READ = (True, False)
"""The first value was read from pixels, the second was declared."""


def street(read: str, declared: str, *, pixels: tuple[bool, bool] = READ) -> str:
    outcome = compare_address(Endereco(logradouro=read), Endereco(logradouro=declared), 0.99, pixels)
    return dict(outcome)["logradouro"].nivel


def town(read: str, declared: str, *, pixels: tuple[bool, bool] = READ) -> str:
    one, other = Endereco(municipio=read, uf="SP"), Endereco(municipio=declared, uf="SP")
    return dict(compare_address(one, other, 0.99, pixels))["municipio"].nivel


@pytest.mark.parametrize(
    ("read", "declared"),
    [
        ("DUQUE DECAXIAS", "Rua Duque de Caxias"),
        ("RDUQUE DECAXIAS", "Rua Duque de Caxias"),
        ("RN SRA APARECIDA", "Rua Nossa Senhora Aparecida"),
        ("R NSRA APARECIDA", "Rua Nossa Senhora Aparecida"),
        ("RDAS FLORES", "Rua das Flores"),
        ("AVBRASIL", "Avenida Brasil"),
        ("AV.PRES.VARGAS", "Avenida Presidente Vargas"),
        ("RUA DAS FLO RES", "Rua das Flores"),
        ("TVSTA RITA", "Travessa Santa Rita"),
        ("R15 DE NOVEMBRO", "Rua Quinze de Novembro"),
        ("TVSETE DESETEMBRO", "Travessa 7 de Setembro"),
        ("PC DOM PEDRO ll", "Praça Dom Pedro II"),
        ("RUA TlRADENTES", "Rua Tiradentes"),
    ],
)
def test_blanks_of_streets_are_spelling(read: str, declared: str) -> None:
    for pixels in (READ, (False, False)):
        assert street(read, declared, pixels=pixels) in ("igual", "alerta")
        assert street(declared, read, pixels=pixels) in ("igual", "alerta")


@pytest.mark.parametrize(
    ("read", "declared"),
    [
        ("COMÉRCIO DEGÁS LIMITADA", "Comércio de Gás Ltda"),
        ("COMERCIODE GAS SILVALTDA", "Comércio de Gás Silva Ltda"),
        ("COM. DEGAS SILVA LTDA", "Comercial de Gás Silva Ltda"),
        ("DIST.DE GAS NORTE LTDA", "Distribuição de Gás Norte Ltda"),
        ("DISTR. DE GAS NORTE LTDA", "Distribuidora de Gás Norte Ltda"),
        ("TRANSP. NORTE LTDA", "Transportadora Norte Ltda"),
        ("TRANSP. NORTE LTDA", "Transportes Norte Ltda"),
        ("REV. DE GLP SUL LTDA", "Revenda de GLP Sul Ltda"),
        ("GAS DO VA LE LTDA", "Gás do Vale Ltda"),
    ],
)
def test_blanks_and_abbreviations_of_companies_are_spelling(read: str, declared: str) -> None:
    assert compare_company(read, declared, 0.99).nivel == "alerta"
    assert compare_company(declared, read, 0.99).nivel == "alerta"


def test_a_glued_suffix_of_the_other_kind_is_still_for_a_person() -> None:
    assert compare_company("SILVA GASLTDA", "SILVA GAS S/A", 0.99).nivel == "revisar"


@pytest.mark.parametrize(
    ("read", "declared"),
    [
        ("RUA DAS FLORAS", "Rua das Flores"),
        ("AVBRAZIL", "Avenida Brasil"),
        ("RUA MARECHAL DEODOPO DA FONSEGA", "Rua Marechal Deodoro da Fonseca"),
        ("RUA FLORES", "Rua Flores da Cunha"),
        ("RUA DA CUNHA", "Rua Flores da Cunha"),
        ("ALAMEDA DOM PEDRO I", "Alameda Dom Pedro II"),
        ("RUA PIO XLI", "Rua Pio XII"),
    ],
)
def test_streets_misread_or_cut_are_doubts_on_pixels_only(read: str, declared: str) -> None:
    assert street(read, declared) == "revisar"
    assert street(read, declared, pixels=(False, False)) == "impede"


@pytest.mark.parametrize(
    ("read", "declared"),
    [
        ("RUA JOSE BONIFACIO", "Rua João Bonifácio"),
        ("RUA DOS LIRIOS", "Rua das Flores"),
        ("TRAVESSA BRASIL", "Avenida Brasil"),
        ("RUA 7", "Rua 17"),
        ("RUA J", "Rua K"),
        ("RUA FLORES DA CUNHA", "Rua Flores"),
        ("RUA SANTA RITA", "Rua Santa Rosa"),
        ("RUA DO NORTE", "Rua do Sul"),
        ("RODOVIA BR-116", "Rodovia BR-101"),
        ("RUA PEDRO V", "Rua Pedro X"),
    ],
)
def test_other_streets_are_defects_on_pixels_too(read: str, declared: str) -> None:
    assert street(read, declared) == "impede"


@pytest.mark.parametrize(
    ("read", "declared", "nivel"),
    [
        ("CAMPlNAS", "Campinas", "alerta"),
        ("CAMPTNAS", "Campinas", "revisar"),
        ("SAO JOSE DOSCAMPOS", "São José dos Campos", "alerta"),
        ("SAO JOSE DOS", "São José dos Campos", "revisar"),
        ("SANTOS", "Campinas", "impede"),
        ("SANTA RITA", "Santa Rosa", "impede"),
    ],
)
def test_towns_on_pixels(read: str, declared: str, nivel: str) -> None:
    assert town(read, declared) == nivel


@pytest.mark.parametrize(
    ("read", "declared", "nivel"),
    [
        ("REVENDA DE GAS BOA VIRTA LTDA", "Revenda de Gás Boa Vista Ltda", "revisar"),
        ("REVENDA DE GAS BOA VISTA", "Revenda de Gás Boa Vista do Norte Ltda", "revisar"),
        ("GAS BOA VISTA LTDA", "Revenda de Gás Boa Vista Ltda", "revisar"),
        ("POSTO AVENIDA II LTDA", "Posto Avenida III Ltda", "revisar"),
        ("NORTE GAS BOA VISTA LTDA", "Sul Gás Boa Vista Ltda", "impede"),
        ("JOSE DA SILVA COMERCIO DE GAS", "João da Silva Comércio de Gás", "impede"),
        ("POSTO SAO JOSE DO NORTE LTDA", "Posto São José Ltda", "impede"),
        ("GAS DO VALE 2 LTDA", "Gás do Vale 3 Ltda", "impede"),
        ("GAS DO VALE LTDA", "Gás do Vale 2 Ltda", "impede"),
        # the last line of a name that was set in two or three
        ("RETALHISTA LTDA", "Bom Jesus Transportador Revendedor Retalhista Ltda", "revisar"),
        ("Gás S.A A.", "Gusmão Comércio de Gás S.A.", "revisar"),
        ("SANTOS LTDA", "Gusmão Comércio de Gás Ltda", "impede"),
        ("TRANSPORTADOR LTDA", "Bom Jesus Transportador Revendedor Retalhista Ltda", "impede"),
    ],
)
def test_companies_on_pixels(read: str, declared: str, nivel: str) -> None:
    assert compare_company(read, declared, 0.99, READ).nivel == nivel


@pytest.mark.parametrize("suffix", ["LTOA", "LIDA", "LTDA - NE", "LTDA - EFP"])
def test_a_suffix_misread_is_a_suffix_on_pixels(suffix: str) -> None:
    read, declared = f"CRUZEIRO GAS E AGUA {suffix}", "Cruzeiro Gás e Água Ltda - ME"
    assert compare_company(read, declared, 0.99, READ).nivel == "alerta"
    assert compare_company(declared, read, 0.99, (False, True)).nivel == "alerta"
    assert compare_company(read, declared, 0.99).nivel == "impede"
    assert compare_company(f"OUTRO GAS {suffix}", declared, 0.99, READ).nivel == "impede"


def test_persons_on_pixels() -> None:
    assert compare_person("MARIA APARECIDA DE SOUZR", "Maria Aparecida de Souza", 0.99, READ).nivel == "revisar"
    assert compare_person("MARIA APARECIDA", "Maria Aparecida Souza Neto", 0.99, READ).nivel == "revisar"
    assert compare_person("JOAO PEDRO SOUZA", "José Pedro Souza", 0.99, READ).nivel == "impede"


@pytest.mark.parametrize(
    ("read", "declared"),
    [("JOSE DESOUZA LIMA", "José de Souza Lima"), ("MARIAAPARECIDA DESOUZA", "Maria Aparecida de Souza")],
)
def test_blanks_of_persons_are_spelling(read: str, declared: str) -> None:
    for pixels in (READ, (False, False)):
        assert compare_person(read, declared, 0.99, pixels).nivel == "alerta"
    assert compare_person(f"{read} FILHO", declared, 0.99, READ).nivel == "impede"


@pytest.mark.parametrize(
    ("part", "read", "declared", "nivel"),
    [
        ("numero", "145O", "1450", "revisar"),
        ("numero", "1451", "1450", "impede"),
        ("numero", "KM316", "KM 316", "igual"),
        ("complemento", "L0JAA", "Loja A", "alerta"),
        ("complemento", "LOJA B", "Loja A", "revisar"),
    ],
)
def test_numbers_and_complements(part: str, read: str, declared: str, nivel: str) -> None:
    one, other = Endereco(**{"logradouro": "RUA X", part: read}), Endereco(**{"logradouro": "RUA X", part: declared})
    found = dict(compare_address(one, other, 0.99, READ))[part].nivel
    assert found == nivel or (nivel == "igual" and found == "alerta")


def test_a_declared_name_read_from_pixels_may_be_cut_as_well() -> None:
    declared, printed = "REVENDA DE GAS BOA VISTA", "REVENDA DE GAS BOA VISTA DO NORTE LTDA"
    assert compare_company(printed, declared, 0.99, (False, True)).nivel == "revisar"


WORDS = st.lists(st.text("ABCDEFGHILMNOPRSTUVZ", min_size=1, max_size=12), min_size=1, max_size=6)


@given(WORDS)
def test_a_name_is_spelt_by_its_own_letters_and_is_no_slip_of_them(words: list[str]) -> None:
    assert spelt("".join(words), words, lambda w: (w,))
    assert not cut(words, words)


@given(WORDS, st.data())
def test_a_whole_other_word_is_no_slip(words: list[str], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(words) - 1))
    other = ["X" * len(w) if at == place else w for at, w in enumerate(words)]
    assert not slip(other, words)
    assert not slip(words, other)


def test_many_optional_particles_take_no_time() -> None:
    assert not spelt("DE" * 150 + "X", ["DE"] * 150, lambda w: (w,))

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docverify.values.comparison import Comparison, worst
from docverify.values.names import compare_company, compare_person, core_name

CASES = [
    ("POSTO SAO JOSE LTDA", "Posto São José Ltda", "igual"),
    ("POSTO SAO JOSE LTDA", "POSTO SAO JOSE LIMITADA", "alerta"),
    ("POSTO SAO JOSE LTDA", "POSTO SAO JOSE LTDA - ME", "alerta"),
    ("POSTO SAO JOSE EIRELI", "POSTO SAO JOSE LTDA EPP", "alerta"),
    ("POSTO SAO JOSE LTDA", "POSTO SAO JOSE S/A", "revisar"),
    ("POSTO SAO JOSE S.A.", "POSTO SAO JOSE SA", "alerta"),
    ("SAO JORGE GAS LTDA EM RECUPERAÇÃO JUDICIAL", "SAO JORGE GAS LTDA", "alerta"),
    ("COM. DE GAS SILVA & FILHOS LTDA", "COMERCIO DE GAS SILVA E FILHOS LTDA", "alerta"),
    ("TRANSP E COM DE DERIV DE PET SILVA LTDA", "TRANSPORTES E COMERCIO DE DERIVADOS DE PETROLEO SILVA LTDA", "alerta"),
    ("POSTOSAOJOSE LTDA", "POSTO SAO JOSE LTDA", "alerta"),
    ("SAO JOSE POSTO LTDA", "POSTO SAO JOSE LTDA", "alerta"),
    ("GAS DO VALE II LTDA", "GAS DO VALE 2 LTDA", "alerta"),
    ("P0STO SAO JOSE LTDA", "POSTO SAO JOSE LTDA", "alerta"),
    ("JOAO DA SILVA 39053344705", "JOAO DA SILVA", "alerta"),
    ("11.222.333 JOSE DA SILVA", "JOSE DA SILVA", "alerta"),
    ("DISTRIBUIDORA DE . SAO JUDAS LTDA - ME GAS", "DISTRIBUIDORA DE GAS SAO JUDAS LTDA - ME", "alerta"),
    ("DISTRIBUIDORA DE SAO JUDAS LTDA NORTE GAS", "DISTRIBUIDORA DE GAS SAO JUDAS LTDA", "impede"),
    ("AUTO POSTO ABC LTDA", "POSTO ABC LTDA", "revisar"),
    ("SILVA GAS LTDA", "SILVIA GAS LTDA", "revisar"),
    ("COMERCIO DE GAS SANTO ANTONIO E DERIV", "COMERCIO DE GAS SANTO ANTONIO E DERIVADOS DO NORTE LTDA", "revisar"),
    ("POSTO SAO JOSE LTDA", "POSTO SAO JOSE FILIAL 2 LTDA", "impede"),
    ("POSTO SAO JOSE LTDA", "POSTO SAO JOSE DO NORTE LTDA", "impede"),
    ("GAS DO VALE 2 LTDA", "GAS DO VALE LTDA", "impede"),
    ("GAS DO VALE 2 LTDA", "GAS DO VALE 3 LTDA", "impede"),
    ("GAS E SA LTDA", "GAS E CIA LTDA", "impede"),
    ("ABC GAS LTDA", "ABD GAS LTDA", "impede"),
    ("LIQUIGAS DO SUL LTDA", "PETROGAS DO NORTE LTDA", "impede"),
    ("", "", "indeterminado"),
    ("LTDA", "POSTO SAO JOSE LTDA", "indeterminado"),
    ("S/A", "S/A", "indeterminado"),
    ("---", "***", "indeterminado"),
]


@pytest.mark.parametrize(("a", "b", "nivel"), CASES)
def test_companies(a: str, b: str, nivel: str) -> None:
    assert compare_company(a, b).nivel == nivel
    assert compare_company(b, a).nivel == nivel


def test_who_read_it_decides_over_one_letter() -> None:
    a, b = "SILVA GAS LTDA", "SILVIA GAS LTDA"
    assert compare_company(a, b, ocr_confidence=0.99).nivel == "impede"
    assert compare_company(a, b, ocr_confidence=0.60).nivel == "revisar"
    assert compare_company(a, b).nivel == "revisar"


def test_look_alike_letters_are_never_a_defect_of_their_own() -> None:
    assert compare_company("UNIAO GAS LTDA", "UNLAO GAS LTDA", ocr_confidence=0.99).nivel == "revisar"


def test_a_sure_reading_of_another_core_is_a_defect() -> None:
    assert compare_company("NORTE GAS LTDA", "SUL ENERGIA LTDA", ocr_confidence=0.5).nivel == "impede"


@pytest.mark.parametrize(
    ("name", "core"),
    [
        ("Comércio de Gás São José Ltda - ME", "COMERCIO DE GAS SAO JOSE"),
        ("CIA ULTRA GAS S A", "ULTRA GAS"),
        ("SILVA & CIA LTDA", "SILVA E COMPANHIA"),
        ("AUTO POSTO L.T.D.A", "AUTO POSTO"),
        ("LTDA", ""),
    ],
)
def test_core_names(name: str, core: str) -> None:
    assert core_name(name) == core


@pytest.mark.parametrize(
    ("a", "b", "nivel"),
    [
        ("JOSE DA SILVA", "José da Silva", "igual"),
        ("MARIA DE SOUZA", "MARIA SOUZA", "alerta"),
        ("JOSE SILVA JR", "JOSE SILVA JUNIOR", "alerta"),
        ("SILVA, JOSE", "JOSE SILVA", "alerta"),
        ("JOSE A. SILVA", "JOSE ANTONIO SILVA", "revisar"),
        ("JOSE B. SILVA", "JOSE BENTO SILVA", "revisar"),
        ("JOSE SILVA", "JOSE ANTONIO SILVA", "revisar"),
        ("MARIA SOUZA", "MARIA SOUSA", "revisar"),
        ("JOSE SILVA", "JOSE SILVA FILHO", "impede"),
        ("JOSE SILVA NETO", "JOSE SILVA FILHO", "impede"),
        ("ANA LIMA", "ANA PAULA COSTA", "impede"),
        ("JOSE SILVA", "JOAO SILVA", "impede"),
        ("", "ANA", "indeterminado"),
    ],
)
def test_persons(a: str, b: str, nivel: str) -> None:
    assert compare_person(a, b).nivel == nivel
    assert compare_person(b, a).nivel == nivel


@given(st.text(max_size=60), st.text(max_size=60), st.none() | st.floats(0, 1))
def test_comparison_is_symmetric_and_bounded(a: str, b: str, confidence: float | None) -> None:
    for compare in (compare_company, compare_person):
        one, other = compare(a, b, confidence), compare(b, a, confidence)
        assert one.nivel == other.nivel
        assert 0.0 <= one.similaridade <= 1.0


@given(st.text(min_size=1, max_size=60))
def test_a_name_is_itself(name: str) -> None:
    assert compare_company(name, name).nivel in ("igual", "indeterminado")
    assert compare_company(name, name.upper()).nivel in ("igual", "alerta", "indeterminado")


def test_the_gravest_comes_out() -> None:
    parts = [Comparison("igual", 1.0), Comparison("impede", 0.1, "x"), Comparison("revisar", 0.5)]
    assert worst(parts) == parts[1]
    assert worst([]).nivel == "indeterminado"


@pytest.mark.parametrize("read", ["POSTO ESTRELA SIA", "Posto Estrela S1A", "POSTO ESTRELA SlA", "POSTO ESTRELA S|A"])
def test_the_stroke_of_a_corporation_may_be_read_as_a_letter(read: str) -> None:
    assert compare_company(read, "POSTO ESTRELA S/A").nivel in ("igual", "alerta")
    assert compare_company("SIA GAS LTDA", "GAS LTDA").nivel == "impede"


def test_words_glued_by_a_reader_are_a_matter_of_writing() -> None:
    assert compare_company("NOVA ESTRELA REVENDA DEGLPSA", "Nova Estrela Revenda de GLP S/A").nivel == "alerta"
    assert compare_company("NOVA ESTRELA REVENDA DEGLPSA", "Nova Estrela Revenda de GLP S/A 2").nivel != "alerta"

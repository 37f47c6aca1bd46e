from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docverify.values.glp_classes import LIMITS, Tabela, class_limits, class_of, same_class, table_for
from docverify.values.quantities import find_classes, find_kilograms, find_money, parse_kilograms

CAPACITIES = [
    ("1.560 kg", 1560),
    ("1560 quilogramas", 1560),
    ("6.240,00 KG", 6240),
    ("12.480Kg", 12480),
    ("até 1.560 kg", 1560),
    ("capacidade 520 kg", 520),
    ("armazenamento de 90 kg de GLP", 90),
    ("120 botijões P-13", 1560),
    ("480 botijões de 13 kg", 6240),
    ("480 (quatrocentos e oitenta) botijões de 13 kg", 6240),
    ("480 recipientes transportáveis cheios de GLP de 13 kg", 6240),
    ("40 botijões", 520),
    ("10 cilindros P-45", 450),
    ("120 x 13kg", 1560),
    ("120 P13", 1560),
    ("1.560 (mil quinhentos e sessenta) quilogramas", 1560),
    ("mil quinhentos e sessenta quilogramas", 1560),
    ("capacidade máxima de 6,24 toneladas", 6240),
    ("49.920 kg", 49920),
]


@pytest.mark.parametrize(("text", "kg"), CAPACITIES)
def test_capacities(text: str, kg: int) -> None:
    (match,) = find_kilograms(f"O local armazena {text}.")
    assert (match.kg, match.recipiente, match.ambiguo) == (kg, False, False)


@pytest.mark.parametrize(
    "text",
    [
        "CAPACIDADE DE ARMAZENAMENTO (KG): 6.240",
        "Capacidade de armazenamento em quilogramas de GLP: 6.240",
        "CAPACIDADE TOTAL (kg)\n6.240",
        "Capacidade (kg): 6.240 kg",
    ],
)
def test_the_unit_may_stand_in_the_label(text: str) -> None:
    (match,) = find_kilograms(text)
    assert (match.kg, match.ambiguo, match.recipiente) == (6240, False, False)


@pytest.mark.parametrize(
    "text",
    [
        "recipientes de até 90 kg",
        "botijões de 13 kg",
        "13 kg",
        "GLP em recipientes transportáveis com capacidade de até 13 kg",
        "recipientes transportáveis de GLP com massa de até 90 kg",
    ],
)
def test_the_size_of_a_container_is_no_capacity(text: str) -> None:
    (match,) = find_kilograms(text)
    assert match.recipiente is True


@pytest.mark.parametrize(
    ("text", "kg"),
    [
        ("1,560 kg", 1560),
        ("6.24O kg", 6240),
        ("1 560 kg", 1560),
        ("1.560 (mil e quinhentos) kg", 1560),
        ("12,5 kg de total", 12),
    ],
)
def test_doubtful_figures_say_so(text: str, kg: int) -> None:
    (match,) = find_kilograms(text)
    assert (match.kg, match.ambiguo) == (kg, True)
    assert parse_kilograms(text) is None


@pytest.mark.parametrize(
    "text",
    ["área de 120 m²", "500 litros", "extintor PQS 12 kg", "300 kg/m2", "P-45", "1.560", "kg", "1.560 kgf/cm2", "8 m2"],
)
def test_what_is_no_mass_of_gas(text: str) -> None:
    assert find_kilograms(text) == []


def test_stated_and_computed_are_told_apart() -> None:
    found = find_kilograms("Capacidade: 6.240 kg (480 botijões de 13 kg)")
    assert [(k.kg, k.equivalente, k.recipiente) for k in found] == [(6240, False, False), (6240, True, False)]


@given(st.integers(1, 999_999))
def test_thousands_are_read_back(kg: int) -> None:
    for printed in (f"{kg} kg", f"{kg:,} kg".replace(",", "."), f"{kg:,}".replace(",", ".") + ",00 KG"):
        (match,) = find_kilograms(f"capacidade total: {printed}")
        assert (match.kg, match.ambiguo) == (kg, False)


@given(st.integers(1, 9999))
def test_cylinders_are_counted(n: int) -> None:
    (match,) = find_kilograms(f"{n} botijões P-13")
    assert (match.kg, match.equivalente) == (n * 13, True)


@pytest.mark.parametrize(
    ("text", "classe"),
    [
        ("Classe III", "III"),
        ("CLASSE DE ARMAZENAMENTO: 3", "III"),
        ("Classe de armazenamento de GLP: II", "II"),
        ("Classe Especial", "Especial"),
        ("CLASSE VII", "VII"),
        ("Classe\nIV", "IV"),
        ("Classe: V", "V"),
    ],
)
def test_classes(text: str, classe: str) -> None:
    assert [(c.classe, c.reparado) for c in find_classes(text)] == [(classe, False)]


def test_a_misread_class_says_so() -> None:
    assert [(c.classe, c.reparado) for c in find_classes("CLASSE lll")] == [("III", True)]


@pytest.mark.parametrize(
    "text",
    [
        "classe de risco",
        "Classe A",
        "classe 1.2",
        "primeira classe",
        "classe 8",
        "CLASSE X",
        "classes I a VII",
        "Classe I ou II",
    ],
)
def test_other_classes(text: str) -> None:
    assert find_classes(text) == []


@pytest.mark.parametrize("tabela", ["DNC27", "NBR15514"])
@given(kg=st.integers(1, 200_000))
def test_every_mass_has_one_class_and_the_limit_is_inclusive(tabela: Tabela, kg: int) -> None:
    classe = class_of(kg, tabela)
    assert classe is not None
    low, high = class_limits(classe, tabela)
    assert low < kg and (high is None or kg <= high)


def test_the_tables_part_at_class_iv() -> None:
    assert class_limits("III", "DNC27") == class_limits("3", "NBR15514") == (1560, 6240)
    assert class_limits("IV", "DNC27") == (6240, 24960)
    assert class_limits("iv", "NBR15514") == (6240, 12480)
    assert class_limits("Especial", "NBR15514") == (99840, None)
    with pytest.raises(KeyError):
        class_limits("VII", "DNC27")
    # 13 kg cylinders: the tables are made of whole numbers of them.
    assert all(high is None or high % 13 == 0 for table in LIMITS.values() for _, high in table)


def test_the_table_of_a_day() -> None:
    assert table_for(date(2007, 12, 31)) == "DNC27"
    assert table_for(date(2008, 1, 1)) == "NBR15514"


def test_same_class() -> None:
    assert same_class("3", "III") is True
    assert same_class("Classe II", "III") is False
    assert same_class("?", "III") is None


@pytest.mark.parametrize(
    ("text", "valor", "ambiguo"),
    [
        ("R$ 10.000,00 (Dez mil reais)", "10000.00", False),
        ("R$ 11.628.388,62", "11628388.62", False),
        ("R$1,00", "1.00", False),
        ("R$ 500", "500", False),
        ("R$ 10.000", "10000", False),
        ("R$ 1 milhão", "1000000", False),
        ("R$ 10,000.00", "10000.00", True),
    ],
)
def test_money(text: str, valor: str, ambiguo: bool) -> None:
    (match,) = find_money(text)
    assert (match.valor, match.ambiguo) == (Decimal(valor), ambiguo)


def test_quotas_are_not_money() -> None:
    assert find_money("dividido em 10.000 (Dez mil) quotas") == []

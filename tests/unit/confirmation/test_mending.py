"""Readings that differ where the paper says which is right: check digits, and numbers whose end was cut off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from docverify.confirmation import confirm
from docverify.intake.sources import Pixels
from docverify.model import Document, Ficha, Field
from tests.unit.confirmation.made import FICHA, FakeLead, FakeReader, a_document, a_field, drawn, witnesses

SCANNED: Ficha = replace(FICHA, origem="digitalizada")


@dataclass
class TwoLooks(FakeLead):
    """A first reader that sees something else once it is shown more of a line."""

    wide: str = ""

    def lines(self, images: Sequence[Pixels]) -> list[tuple[str, float]]:
        self.calls += 1
        return [(self.text if self.calls == 1 else self.wide, 0.98) for _ in images]


def a_paper(campo: str, field: Field) -> Document:
    return replace(a_document(), campos={campo: field})


def seen(page_and_plate: Any, campo: str, field: Field, say: str | Sequence[str], lead: FakeLead) -> Field:
    page, plate = page_and_plate
    looks = (say, say) if isinstance(say, str) else say
    reader = FakeReader(lambda call, row: looks[call - 1])
    (told,) = confirm([a_paper(campo, field)], [page], SCANNED, witnesses(plate, reader, lead))
    return told.campos[campo]


def test_a_mended_cnpj_is_confirmed_by_who_reads_it_so() -> None:
    made = drawn(["CNPJ 11.222.33310001-81"])
    field = a_field(made[0], "11222333000181", 0, 1, reparado=True)
    found = seen(made, "cnpj", field, "11.222.333/0001-81", FakeLead("11.222.33310001-81"))
    assert (found.testemunha, found.valor, found.reparado) == ("concorda", "11222333000181", True)


@pytest.mark.parametrize("read", ["11.222.338/0001-81", "11.222.33310001-81"])
def test_check_digits_tell_which_of_two_is_the_number(read: str) -> None:
    made = drawn([f"CNPJ {read}"])
    field = a_field(made[0], "".join(c for c in read if c.isalnum()), 0, 1)
    found = seen(made, "cnpj", field, "11.222.333/0001-81", FakeLead(read))
    assert (found.testemunha, found.valor, found.lido) == ("concorda", "11222333000181", "11.222.333/0001-81")
    assert found.reparado, "one reader and its check digits: enough to agree with the Ficha, not to accuse"


@pytest.mark.parametrize(
    ("read", "witness"),
    [
        ("11.222.333/0001-81", "11.222.333/0002-62"),  # both hold
        ("11.222.338/0001-81", "33.000.167/0001-01"),  # another number altogether
        ("11.222.338/0001-81", "11.222.339/0001-81"),  # neither holds
    ],
)
def test_else_two_numbers_diverge(read: str, witness: str) -> None:
    made = drawn([f"CNPJ {read}"])
    field = a_field(made[0], "".join(c for c in read if c.isdigit()), 0, 1)
    found = seen(made, "cnpj", field, witness, FakeLead(read))
    assert (found.testemunha, found.visto) == ("diverge", witness)


def weight(lead: FakeLead, say: str | Sequence[str] = "1170 kg", cells: bool = False) -> Field:
    page, plate = drawn(["Capacidade 170 kg"])
    if cells:
        x0 = page.words[1].box[0] - 0.004
        page = replace(page, cells=((x0, 0.05, 0.9, 0.2),))
    return seen((page, plate), "capacidade_glp_kg", a_field(page, 170, 0, 1, 2), say, lead)


def test_a_figure_that_was_cut_off_comes_back_where_two_of_three_see_it() -> None:
    found = weight(TwoLooks("170 kg", wide="..... 1170 kg"))
    assert (found.testemunha, found.valor, found.lido) == ("concorda", 1170, "1170 kg")
    assert not found.reparado


@pytest.mark.parametrize("wide", ["170 kg", "7170 kg", "1170 kg 170 kg", ""])
def test_without_the_first_reader_it_stays_a_divergence(wide: str) -> None:
    found = weight(TwoLooks("170 kg", wide=wide))
    assert (found.testemunha, found.valor, found.visto) == ("diverge", 170, "1170 kg")


def test_a_witness_of_two_minds_settles_nothing() -> None:
    assert weight(TwoLooks("1170 kg", wide="1170 kg"), ["1170 kg", "2170 kg"]).valor == 170


def test_a_figure_that_is_no_end_is_another_number() -> None:
    found = weight(TwoLooks("170 kg", wide="190 kg"), "190 kg")
    assert (found.testemunha, found.valor) == ("diverge", 170)


def test_a_rule_of_the_table_is_no_figure() -> None:
    found = weight(TwoLooks("170 kg", wide="1170 kg"), cells=True)
    assert (found.testemunha, found.valor) == ("diverge", 170)


def address(say: str, wide: str) -> Field:
    page, plate = drawn(["Rua Rui Barbosa, 1"])
    where = {"logradouro": "Rua Rui Barbosa", "numero": "1"}
    return seen((page, plate), "endereco", a_field(page, where, 0, 0), say, TwoLooks("Rua Rui Barbosa, 1", wide=wide))


def test_so_does_the_end_of_a_house_number() -> None:
    found = address("Rua Rui Barbosa, 10", "Rua Rui Barbosa, 10")
    assert found.testemunha == "concorda"
    assert found.valor == {"logradouro": "Rua Rui Barbosa", "numero": "10"}
    assert found.lido == "Rua Rui Barbosa, 10"


def test_a_house_number_of_which_each_sees_another_end_stays_open() -> None:
    found = address("Rua Rui Barbosa, 10", "Rua Rui Barbosa, 1006")
    assert (found.testemunha, found.valor["numero"]) == ("diverge", "1")


def test_words_are_never_mended() -> None:
    page, plate = drawn(["Validade: 1/02/2028"])
    found = seen((page, plate), "validade", a_field(page, "2028-02-01", 0, 1), "11/02/2028", TwoLooks("1/02/2028"))
    assert (found.testemunha, found.valor) == ("diverge", "2028-02-01")


@pytest.mark.parametrize(
    ("text", "campo", "valor", "twice"),
    [
        ("90 (NOVENTA) DIAS", "validade", "1997-09-16", True),
        ("prazo de 12 (doze) meses", "validade", "1998-06-18", True),
        ("49.920 kg (quarenta e nove mil, novecentos e vinte quilos)", "capacidade_glp_kg", 49920, True),
        ("90 (SESSENTA) DIAS", "validade", "1997-09-16", False),
        ("60 DIAS", "validade", "1997-09-16", False),
        ("1.170 (mil cento e setenta) kg", "capacidade_glp_kg", 170, False),
    ],
)
def test_figures_that_words_repeat_prove_themselves(text: str, campo: str, valor: Any, twice: bool) -> None:
    page, plate = drawn([text])
    field = a_field(page, valor, 0, 0)
    reader = FakeReader(lambda call, row: "")
    (told,) = confirm([a_paper(campo, field)], [page], SCANNED, witnesses(plate, reader))
    assert told.campos[campo].testemunha == ("prova" if twice else "nao_viu")

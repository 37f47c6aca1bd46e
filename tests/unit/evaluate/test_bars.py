"""The bars: what counts for which tier, and that a small sample allows no error."""

from __future__ import annotations

import pytest

from docverify.evaluate import bars
from docverify.evaluate.compare import DossierResult, FieldResult, ItemResult, PageResult, Source


def dossier(
    tier: str,
    expected: str,
    got: str,
    fields: tuple[FieldResult, ...] = (),
    pages: tuple[PageResult, ...] = (),
    items: tuple[ItemResult, ...] = (),
) -> DossierResult:
    return DossierResult("d", tier, "held_back", expected, got, None, pages, (), fields, items, 10)


def value(tier: str, name: str, kind: str, confidence: float | None = 0.9) -> FieldResult:
    source = Source(tier, "held_back")
    return FieldResult(source, "a.pdf p. 1", "alvara_funcionamento", name, kind, "x", "y", confidence)  # type: ignore[arg-type]


def test_a_dossier_counts_by_its_own_tier_and_a_field_by_that_of_its_paper() -> None:
    mixed = dossier(
        "clean", "aceito", "em_analise", (value("photo", "cnpj", "certo"), value("clean", "cnpj", "ausente"))
    )
    table = bars.table([mixed])
    assert (table["decisivos"]["photo"].certos, table["decisivos"]["photo"].total) == (1, 1)
    assert (table["decisivos"]["clean"].certos, table["decisivos"]["clean"].total) == (0, 1)
    assert (table["sem_pessoa"]["clean"].certos, table["sem_pessoa"]["clean"].total) == (0, 1)
    assert table["sem_pessoa"]["photo"].total == 0


def test_what_a_person_must_decide_in_any_case_is_not_counted_as_undecided() -> None:
    assert bars.table([dossier("clean", "em_analise", "em_analise")])["sem_pessoa"]["clean"].total == 0


@pytest.mark.parametrize(
    ("right", "total", "met"), [(100, 100, True), (99, 100, False), (199, 200, True), (0, 0, True)]
)
def test_a_rate_that_the_sample_cannot_resolve_means_no_error(right: int, total: int, met: bool) -> None:
    assert bars.Cell(right, total, 0.995).met is met


def test_similar_is_enough_for_names_and_not_for_what_decides() -> None:
    fields = (value("poor", "razao_social", "parecido"), value("poor", "endereco.numero", "parecido"))
    table = bars.table([dossier("poor", "aceito", "aceito", fields)])
    assert table["nomes"]["poor"].certos == 1
    assert table["decisivos"]["poor"].certos == 0
    assert table["decisivos"]["poor"].faltas == (("alvara_funcionamento.endereco.numero parecido", 1),)


def test_confident_errors_are_of_deciding_fields_only() -> None:
    fields = (
        value("clean", "validade", "errado", 0.95),
        value("clean", "validade", "errado", 0.5),
        value("clean", "razao_social", "errado", 0.95),
        value("clean", "cnpj", "ausente", None),
    )
    wrong, read = bars.confident_wrong([dossier("clean", "aceito", "em_analise", fields)])
    assert ([f.campo for f in wrong], read) == (["validade"], 2)


def test_the_table_says_which_kinds_miss_a_bar() -> None:
    source = Source("clean", "held_back")
    pages = (PageResult(source, "a.pdf p. 1", "licenca_operacao", "desconhecido"),)
    items = (ItemResult("R41-08", "conforme", "em_analise", (), False, ("revisar:confianca_baixa",)),)
    found = [dossier("clean", "rejeitado", "aceito", pages=pages, items=items)]
    text = bars.as_markdown(found)
    assert "0.0 % (0/1) * bar 99.5 %" in text
    assert "licenca_operacao -> desconhecido (1)" in text
    assert "false accepts 1; false rejects 0" in text
    assert bars.as_json(found)["falsos_aceites"] == ["d"]
    assert bars.as_json(found)["barras"]["tipos"]["clean"]["atingido"] is False

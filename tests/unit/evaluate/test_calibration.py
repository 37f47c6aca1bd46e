from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from docverify.confirmation.calibration import parse
from docverify.evaluate.calibration import (
    Observation,
    as_markdown,
    for_calibration,
    observations,
    plot,
    reliability,
)
from docverify.evaluate.compare import DossierResult, FieldResult, Source


def seen(confianca: float, right: int, wrong: int, especie: str = "data", estado: str = "texto") -> list[Observation]:
    def one(certo: bool) -> Observation:
        return Observation("validade", especie, estado, confianca, confianca, certo, "clean")

    return [one(True)] * right + [one(False)] * wrong


def result(*fields: FieldResult) -> DossierResult:
    return DossierResult("d1", "clean", "working", "aceito", "aceito", None, (), (), fields, (), 0)


def field(campo: str, kind: str, **more: Any) -> FieldResult:
    more.setdefault("confianca", None if kind == "ausente" else 0.9)
    return FieldResult(Source("clean", "working"), "a.pdf p. 1", "alvara_funcionamento", campo, kind, **more)  # type: ignore[arg-type]


def test_a_confidence_that_is_the_share_right_has_no_error() -> None:
    table = reliability(seen(0.75, 75, 25) + seen(0.95, 95, 5, "nome"))
    assert table["todos"]["ece"] == pytest.approx(0.0, abs=1e-9)
    assert {name: t["n"] for name, t in table.items()} == {"data": 100, "nome": 100, "todos": 200}


def test_the_error_is_weighed_by_fields() -> None:
    table = reliability(seen(0.95, 90, 0) + seen(0.55, 0, 10))
    assert table["todos"]["ece"] == pytest.approx(0.9 * 0.05 + 0.1 * 0.55)
    assert [row["n"] for row in table["todos"]["faixas"]] == [0, 0, 0, 0, 0, 10, 0, 0, 0, 90]
    assert "| 0.9 to 1.0 | 90 | 0.950 | 1.000 |" in as_markdown(table)


def test_certainty_falls_into_the_last_bin() -> None:
    assert reliability(seen(1.0, 3, 0))["todos"]["faixas"][-1]["n"] == 3
    assert reliability([])["todos"] == {"n": 0, "ece": None, "faixas": reliability([])["todos"]["faixas"]}


def test_an_address_is_one_field_and_rests_on_what_decides() -> None:
    street = [field("endereco.logradouro", "parecido"), field("endereco.numero", "certo")]
    (good,) = observations([result(*street, field("endereco.bairro", "errado"))])
    assert good.certo and good.especie == "endereco"
    (bad,) = observations([result(street[0], field("endereco.numero", "errado", bruta=0.4, estado="concorda"))])
    assert not bad.certo


def test_what_was_not_read_has_no_confidence_to_judge() -> None:
    assert observations([result(field("validade", "ausente"))]) == []
    (wrong,) = observations([result(field("validade", "a_mais", bruta=0.7, estado="nao_viu"))])
    assert (wrong.certo, wrong.bruta, wrong.estado, wrong.confianca) == (False, 0.7, "nao_viu", 0.9)


def test_a_long_text_is_right_where_it_is_that_text() -> None:
    whole = "Comércio varejista de gás liquefeito de petróleo (GLP)"
    (part,) = observations([result(field("atividade", "errado", esperado=whole, lido=whole[:40]))])
    (other,) = observations([result(field("atividade", "errado", esperado=whole, lido="Padaria e confeitaria"))])
    assert part.certo and not other.certo


def test_the_diagram_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    target = tmp_path / "r.svg"
    plot(reliability(seen(0.75, 75, 25) + seen(0.95, 95, 5, "nome")), target)
    assert b"<svg" in target.read_bytes()


def test_fitted_maps_are_maps() -> None:
    pytest.importorskip("sklearn")
    import runpy

    script = runpy.run_path("scripts/calibrate.py", run_name="calibrate")
    group = [*seen(0.3, 40, 40), *seen(0.6, 90, 10), *seen(0.9, 199, 1), *seen(0.95, 3, 0, estado="diverge")]
    fits = script["fitted"](group)
    assert {(f.especie, f.estado) for f in fits} == {("data", "texto"), ("outros", "texto")}
    maps = parse(script["as_toml"](fits, group, "Seed 1."))
    low, middle, high = (maps.probability("data", "texto", score) for score in (0.3, 0.6, 0.9))
    assert 0.45 < low < 0.65 and 0.85 < middle < 0.93 and 0.96 < high < 0.999
    assert maps.probability("data", "diverge", 1.0) == 0.5


def test_half_of_the_held_back_layouts_is_for_measuring_alone() -> None:
    def of(layout: str) -> FieldResult:
        part = field("validade", "certo")
        return replace(part, origem=replace(part.origem, layout=layout))

    assert for_calibration(of("working/alvara/a"))
    chosen = [for_calibration(of(f"held_back/alvara/{n}")) for n in range(200)]
    assert 60 < sum(chosen) < 140
    assert chosen == [for_calibration(of(f"held_back/alvara/{n}")) for n in range(200)]

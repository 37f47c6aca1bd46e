"""Fields and marks brought together: the closed list of a type, and which of two readings stays."""

from __future__ import annotations

import pytest

from docverify.documents.assemble import with_marks
from docverify.model import Field


def _field(valor: object, confianca: float = 0.8) -> Field:
    return Field(valor, str(valor), confianca, 1, (0.1, 0.1, 0.2, 0.2))


def test_a_mark_that_a_type_does_not_report_goes_to_the_extras() -> None:
    marks = {"autenticacao": _field("cartorio"), "numero_registro": _field("35"), "signatario_firma": _field("X Y")}
    campos, extras = with_marks("alvara_funcionamento", {"numero": _field("1")}, {}, marks)
    assert set(campos) == {"numero", "autenticacao"}
    assert set(extras) == {"numero_registro", "signatario_firma"}
    campos, _ = with_marks("contrato_social", {}, {}, marks)
    assert set(campos) == {"autenticacao", "numero_registro"}


@pytest.mark.parametrize(("read", "mark", "stays"), [(0.9, 0.6, "lido"), (0.6, 0.9, "marca"), (0.7, 0.7, "lido")])
def test_where_both_differ_the_surer_one_stays_as_sure_as_it_was(read: float, mark: float, stays: str) -> None:
    campos, _ = with_marks("contrato_social", {"nire": _field("lido", read)}, {}, {"nire": _field("marca", mark)})
    assert (campos["nire"].valor, campos["nire"].confianca) == (stays, max(read, mark))


def test_where_both_agree_they_are_surer_together_but_never_certain() -> None:
    campos, _ = with_marks("contrato_social", {"nire": _field("3", 0.8)}, {}, {"nire": _field("3", 0.7)})
    assert campos["nire"].confianca == pytest.approx(0.94)
    campos, _ = with_marks("contrato_social", {"nire": _field("3", 0.99)}, {}, {"nire": _field("3", 0.99)})
    assert campos["nire"].confianca == 0.99

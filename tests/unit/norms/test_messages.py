"""What a person is told about an address is words only."""

from __future__ import annotations

from docverify.norms.checks.endereco import _side_by_side
from docverify.values.addresses import Endereco


def test_a_component_that_a_side_lacks_is_said_in_words() -> None:
    with_it, without = Endereco(complemento="Box 5"), Endereco()
    assert _side_by_side("complemento", without, with_it) == ("complemento: não consta do documento, declarado “Box 5”")
    assert _side_by_side("complemento", with_it, without) == "complemento: lido “Box 5”, não declarado"

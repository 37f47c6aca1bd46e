"""A norm as a lawyer reads it: in words, whole, every reading with its value."""

from __future__ import annotations

import pytest

from docverify.cli.norms_glossary import VERIFICACOES
from docverify.cli.norms_text import lines
from docverify.norms import catalog, load_norm
from docverify.norms.registry import CHECKS


def test_every_check_has_words_for_a_lawyer() -> None:
    assert set(VERIFICACOES) == set(CHECKS), set(VERIFICACOES) ^ set(CHECKS)


@pytest.mark.parametrize("name", catalog())
def test_a_norm_is_shown_whole(name: str) -> None:
    norm = load_norm(name)
    shown = list(lines(norm))
    text = "\n".join(shown)
    for rule in norm.regras:
        assert f"{rule.id}  {rule.descricao}" in shown
        assert f"    {norm.cite(rule.citacao)}" in shown
        for said in (*rule.literal, *rule.inferencias):
            assert said in text
        assert rule.nao_verificavel is None or rule.nao_verificavel in text
    for setting in norm.ajustes.values():
        assert f"- {setting.nome} = " in text and setting.descricao in text
    for effect in norm.efeitos.values():
        assert effect.mensagem in text


def test_a_shared_tag_is_told_by_its_situations_and_a_tag_of_data_in_words() -> None:
    text = "\n".join(lines(load_norm("DIST95")))
    assert "situações: Novo, Substituição, Fusão" in text
    assert "situações: quando o pedido traz a data do registro anterior" in text
    assert "um de cada Estado onde atua" in "\n".join(lines(load_norm("TRR97")))
    assert "modalidades: posto flutuante" in "\n".join(lines(load_norm("RES41")))

"""Every case that a lawyer can read is decided as it says, without any OCR."""

from __future__ import annotations

import pytest

from docverify.norms import load_norm
from tests.acceptance.norms.cases import Case, all_cases, expected_items, norms_with_cases, run

CASES = all_cases()


@pytest.mark.parametrize("case", CASES, ids=[c.id for c in CASES])
def test_case(case: Case) -> None:
    decision = run(case.data)
    items = {i.id: i for i in decision.itens}
    found = {i: (item.situacao, [(m.codigo, m.gravidade) for m in item.motivos]) for i, item in items.items()}
    assert {i: s for i, (s, _) in found.items()} == expected_items(case.data, list(items)), found
    assert decision.resultado == case.data["resultado"]
    assert decision.efeito.codigo == case.data["efeito"]
    for rule, wanted in case.data.get("motivos", {}).items():
        codes = [f"{code}:{gravity}" for code, gravity in found[rule][1]]
        if wanted[-1:] == ["..."]:
            assert set(wanted[:-1]) <= set(codes), (rule, codes)
        else:
            assert sorted(codes) == sorted(wanted), rule
    notices = {n.codigo for n in decision.avisos} - {"norma_fora_de_vigencia", "certificacao_nao_verificada"}
    assert notices == set(case.data.get("avisos", [])), notices
    for rule, text in case.data.get("diz", {}).items():
        said = " ".join(m.mensagem for m in items[rule].motivos)
        assert text in said, said


def test_there_are_enough_cases_and_each_has_its_own_name() -> None:
    assert len(CASES) >= 60
    assert len({c.id for c in CASES}) == len(CASES)


@pytest.mark.parametrize("norma", norms_with_cases())
def test_every_rule_that_can_be_broken_is_met_and_broken_in_some_case(norma: str) -> None:
    met: set[str] = set()
    broken: set[str] = set()
    for case in all_cases(norma):
        for item in run(case.data).itens:
            if item.situacao == "conforme":
                met.add(item.id)
            elif item.situacao in ("nao_conforme", "ausente"):
                broken.add(item.id)
    owed = {r.id for r in load_norm(norma).regras if r.nao_verificavel is None}
    assert met == owed
    assert broken == owed

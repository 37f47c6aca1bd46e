"""What a page is: on invented papers, clean and spoiled, and on the traps of look-alike papers."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pages import layout, noisy, page

from docverify.documents.classify import classify_page
from docverify.documents.evidence import load, load_from
from docverify.documents.layout import build
from docverify.errors import RuleSetError
from docverify.model import DESCONHECIDO, TIPOS, Page, Word
from docverify.resources import models_path

_CORPUS = sorted((Path(__file__).parent / "corpus").rglob("*.txt"))
_SURE = 0.85


def _text(name: str) -> str:
    return (Path(__file__).parent / "corpus" / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", _CORPUS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_clean_page_has_its_type(path: Path) -> None:
    assert classify_page(layout(path.read_text(encoding="utf-8"))).tipo == path.parent.name


@pytest.mark.parametrize(("rate", "right", "wrong"), [(0.02, 0.96, 0.005), (0.05, 0.92, 0.01), (0.10, 0.82, 0.02)])
def test_noise_costs_certainty_before_it_costs_truth(rate: float, right: float, wrong: float) -> None:
    results = []
    for path in _CORPUS:
        clean = page(path.read_text(encoding="utf-8"))
        for seed in range(3):
            results.append((path.parent.name, classify_page(build(noisy(clean, rate, seed)))))
    hits = sum(kind.tipo == want for want, kind in results)
    surely_wrong = [(want, kind.tipo) for want, kind in results if kind.tipo != want and kind.confianca >= _SURE]
    assert hits >= right * len(results)
    assert len(surely_wrong) <= wrong * len(results), surely_wrong


def test_every_type_of_the_contract_has_data_and_a_paper() -> None:
    known = {papel.tipo for papel in load().papeis}
    assert known == set(TIPOS)
    assert {path.parent.name for path in _CORPUS} == set(TIPOS)


def test_the_issuer_decides_whose_alvara_it_is() -> None:
    body = "\n# ALVARÁ\nRazão social: GÁS BOM LTDA\nEndereço: Rua A, 10\nValidade: 31/12/2026\n"
    town = classify_page(layout("## PREFEITURA MUNICIPAL DE ITU" + body))
    brigade = classify_page(layout("## CORPO DE BOMBEIROS MILITAR DO ESTADO" + body))
    assert (town.tipo, brigade.tipo) == ("alvara_funcionamento", "certificado_bombeiros")
    assert min(town.confianca, brigade.confianca) >= _SURE


@pytest.mark.parametrize("name", ["licenca_operacao/cetesb", "ficha_cadastral/anexo", "requerimento/glp"])
def test_papers_that_name_other_papers_keep_their_own_type(name: str) -> None:
    kind = classify_page(layout(_text(name)))
    assert kind.tipo == name.split("/")[0]
    assert kind.confianca >= _SURE


@pytest.mark.parametrize(
    "name",
    ["energia", "boleto", "danfe", "sanitaria", "art", "iptu", "cndt", "licenca_instalacao", "exigencias_bombeiros",
     "capa_jucesp", "qsa", "locacao", "ata_pregao", "viabilidade", "ms_suplementar"],
)  # fmt: skip
def test_other_papers_are_surely_none_of_the_types(name: str) -> None:
    kind = classify_page(layout(_text(f"desconhecido/{name}")))
    assert kind.tipo == DESCONHECIDO
    assert kind.confianca >= _SURE, kind


def test_what_is_hardly_read_is_unknown_without_certainty() -> None:
    for text in ("x7 ~~ lorem 44\n| - _", "de da 12/03 Ltda Rua", "ALV RÁ ?"):
        kind = classify_page(layout(text))
        assert kind.tipo == DESCONHECIDO
        assert kind.confianca < 0.5


def test_rich_text_that_was_badly_read_is_no_proof() -> None:
    prose = _text("desconhecido/receita_bolo")
    well = classify_page(build(page(prose, quality=0.95)))
    badly = classify_page(build(page(prose, quality=0.5)))
    assert well.confianca > 0.75 > badly.confianca


def test_two_near_types_leave_each_other_no_certainty() -> None:
    mixed = "# CERTIDÃO SIMPLIFICADA\n# CONTRATO SOCIAL\nJUNTA COMERCIAL DO ESTADO\nA sociedade tem por objeto."
    assert classify_page(layout(mixed)).confianca < _SURE


def test_a_letterspaced_title_is_read() -> None:
    text = "^ C O N T R A T O   S O C I A L\nO capital social é de R$ 10.000,00.\nA sociedade girará."
    kind = classify_page(layout(text))
    assert kind.tipo == "contrato_social"


def test_split_and_joined_words_are_read() -> None:
    text = "PREFEITURA MUNI CIPAL DE ITU\n# ALVARÁDE LOCALI ZAÇÃO E FUNCIONA MENTO\nInscriçãoMunicipal 123"
    assert classify_page(layout(text)).tipo == "alvara_funcionamento"


def test_it_tells_why() -> None:
    kind = classify_page(layout(_text("alvara_funcionamento/uberlandia")))
    assert any(s.startswith("titulo: ALVARÁ") for s in kind.sinais)
    assert any("emissor: prefeitura" in s for s in kind.sinais)


def test_first_pages_and_later_pages() -> None:
    first = classify_page(layout(_text("contrato_social/constituicao")))
    later = classify_page(layout(_text("contrato_social/pagina2")))
    assert first.is_first > 0.7 > 0.4 > later.is_first
    numbered = classify_page(layout(_text("licenca_operacao/cetesb")))
    assert numbered.pagina_de == (1, 3)
    assert numbered.is_first > 0.9


def test_a_blank_page_is_nothing() -> None:
    kind = classify_page(build(Page("a.pdf", 1, "d", 100, 100, (), blank=True, source="nenhuma")))
    assert (kind.tipo, kind.confianca, kind.scores) == (DESCONHECIDO, 0.0, {})


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(min_size=1, max_size=40), max_size=30))
def test_junk_never_breaks_it(texts: list[str]) -> None:
    words = tuple(Word(text, (0.1, 0.03 * i, 0.5, 0.03 * i + 0.02), 0.5) for i, text in enumerate(texts))
    kind = classify_page(build(Page("a.pdf", 1, "d", 2480, 3508, words)))
    assert kind.tipo in TIPOS
    assert 0.0 <= kind.confianca <= 1.0


def test_a_megabyte_in_one_word_is_taken_in_time() -> None:
    words = (Word("A1" * 500_000, (0.1, 0.1, 0.9, 0.2), 0.5), Word("(" * 1000, (0.1, 0.3, 0.9, 0.4), 0.5))
    assert classify_page(build(Page("a.pdf", 1, "d", 2480, 3508, words))).tipo == DESCONHECIDO


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("alvara_funcionamento", '[[titulo]]\nfrases = ["alvará"]\npesso = 3', "pesso"),
        ("alvara_funcionamento", "[emissor]\nxuxa = 2", "xuxa"),
        ("alvara_funcionamento", "[[titulo]]\nfrases = []", "frases"),
        ("alvara_funcionamento", '[[titulo]]\nfrases = ["(a|b"]', "parênteses"),
        ("alvara", 'descricao = "x"', "não é um tipo"),
        ("alvara_funcionamento", "paginas = 3", "paginas"),
        ("alvara_funcionamento", "= =", "não pôde ser lido"),
    ],
)
def test_wrong_data_is_told_with_its_file(tmp_path: Path, name: str, text: str, says: str) -> None:
    (tmp_path / "_comum").mkdir()
    (tmp_path / "_comum" / "emissores.toml").write_text('[[emissor]]\nnome = "prefeitura"\nfrases = ["prefeitura"]\n')
    (tmp_path / name).mkdir()
    (tmp_path / name / "classificacao.toml").write_text(text, encoding="utf-8")
    with pytest.raises(RuleSetError, match=says):
        load_from(tmp_path)


def test_the_package_data_names_every_issuer_it_uses() -> None:
    assert (models_path() / "_comum" / "emissores.toml").is_file()
    assert len(load().issuers) >= 12

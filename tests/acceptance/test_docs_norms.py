"""The page that teaches to write a norm is true: its blocks, put together, are a norm that decides its own cases."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from docverify import ficha
from docverify.cli import app
from docverify.errors import RuleSetError
from docverify.model import DossierFacts
from docverify.norms import loader
from docverify.norms.decide import decide
from tests.acceptance.norms import cases

PAGE = Path(__file__).parents[2] / "docs" / "norms.md"
_BLOCK = re.compile(r"^```toml\n# (\S+\.toml)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks() -> list[tuple[str, str]]:
    return _BLOCK.findall(PAGE.read_text(encoding="utf-8"))


@pytest.fixture
def office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write the page's files as a reader would, and point the commands at them."""
    for name, text in blocks():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(text + "\n")
    monkeypatch.setenv("DOCVERIFY_NORMS", str(tmp_path))
    monkeypatch.setattr(cases, "FOLDER", tmp_path)
    cases.base.cache_clear()
    return tmp_path


def test_every_block_belongs_to_a_file() -> None:
    assert PAGE.read_text(encoding="utf-8").count("```toml") == len(blocks()) >= 8


def test_the_norm_of_the_page_is_sound(office: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert app.run(["norms", "check", str(office / "serra27.toml")]) == 0
    assert "4 regras, sem erros" in capfd.readouterr().out
    assert app.run(["norms", "list"]) == 0
    assert "serra27.toml" in capfd.readouterr().out
    assert app.run(["norms", "show", "SERRA27"]) == 0
    shown = capfd.readouterr().out
    assert "Decreto Municipal nº 45/2027, art. 3º, I" in shown and "alvara_autenticado = alerta" in shown


def test_after_every_rule_it_complains_of_the_unused_tag_only(tmp_path: Path) -> None:
    path, text, said = tmp_path / "serra27.toml", "", []
    for name, block in blocks():
        text += block + "\n" if name == path.name else ""
        if name == path.name and "[[regras]]" in block:
            path.write_text(text, encoding="utf-8")
            try:
                said.append(str(len(loader.load_file(path).regras)))
            except RuleSetError as error:
                said.append("alteracao" if "'alteracao' desconhecida" in error.mensagem else error.mensagem)
    assert said == ["alteracao", "alteracao", "4"]


def test_the_slip_that_the_page_shows_is_told_as_it_says(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    text = "".join(block + "\n" for name, block in blocks() if name == "serra27.toml")
    path = tmp_path / "serra27.toml"
    path.write_text(text.replace('"emissor_prefeitura"', '"emisor_prefeitura"'), encoding="utf-8")
    assert app.run(["norms", "check", str(path)]) == 2
    said = " ".join(capfd.readouterr().err.split())
    assert "a verificação 'emisor_prefeitura' não existe. Você quis dizer 'emissor_prefeitura'?" in said
    assert "verificacoes[3].nome" in said and re.search(r"linha \d+", said)


def test_it_decides_the_cases_of_the_page(office: Path) -> None:
    (office / "ajustes.toml").unlink()  # the cases are those of the norm as it is written
    norm = loader.load_norm("SERRA27", pasta=office)
    found = cases.tomllib.loads((office / "serra27" / "casos.toml").read_text(encoding="utf-8"))["casos"]
    assert len(found) >= 5
    for case in found:
        case["norma"] = "SERRA27"
        declared, documents = cases.build(case)
        parsed = ficha.parse(json.dumps(declared, default=str).encode(), ("SERRA27",))
        day = cases.base_of(case)["data_referencia"]
        decision = decide(parsed, parsed.pedido, documents, DossierFacts(), norm, day)
        items = {i.id: i for i in decision.itens}
        situations = {i: item.situacao for i, item in items.items()}
        assert situations == cases.expected_items(case, list(items)), case["nome"]
        assert (decision.resultado, decision.efeito.codigo) == (case["resultado"], case["efeito"]), case["nome"]
        for rule, wanted in case.get("motivos", {}).items():
            assert [f"{m.codigo}:{m.gravidade}" for m in items[rule].motivos] == wanted, case["nome"]


def test_the_command_decides_the_cases_of_the_page(office: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (office / "ajustes.toml").unlink()
    norm, own = str(office / "serra27.toml"), office / "serra27" / "casos.toml"
    assert app.run(["norms", "check", str(own), norm]) == 0
    assert "7 casos, todos como se espera" in capfd.readouterr().out
    text = own.read_text(encoding="utf-8")
    own.write_text(text.replace('"validade_vencida:impede"', '"documento_cancelado:impede"'), encoding="utf-8")
    assert app.run(["norms", "check", norm, str(own)]) == 2
    seen = capfd.readouterr()
    assert "7 casos, 1 em desacordo" in seen.out
    said = " ".join(seen.err.split())
    assert "caso “alvará vencido”: SERRA-1 tem os motivos validade_vencida:impede" in said
    assert "e se espera documento_cancelado:impede" in said

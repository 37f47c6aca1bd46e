"""An office's own norms: found in its folder, chosen, told from ours, and its settings."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from docverify.cli import app
from docverify.errors import RuleSetError, UndefinedNormError
from docverify.model import Pedido
from docverify.norms import loader
from docverify.resources import package_path


def _copy(folder: Path, name: str, of: str = "pr95", **changes: str) -> Path:
    text = package_path("norms", f"{of}.toml").read_text(encoding="utf-8")
    for key, value in changes.items():
        text = re.sub(rf"(?m)^{key} = .*$", f"{key} = {value}", text, count=1)
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_norm_of_the_folder_is_listed_loaded_and_chosen_by_day(tmp_path: Path) -> None:
    _copy(
        tmp_path, "nova.toml", id='"POSTO2030"', titulo='"Resolução inventada"', inicio="2030-01-01", fim="2040-01-01"
    )
    assert "POSTO2030" in loader.catalog(tmp_path) and "POSTO2030" not in loader.catalog()
    assert loader.available(tmp_path)[-1] == "POSTO2030"
    assert loader.load_norm("posto2030", pasta=tmp_path).titulo == "Resolução inventada"
    after = Pedido(atividade="revenda_varejista", data_protocolo=date(2030, 5, 1))
    before = Pedido(atividade="revenda_varejista", data_protocolo=date(2029, 5, 1))
    assert loader.choose_norm(after, pasta=tmp_path) == "POSTO2030"
    assert loader.choose_norm(before, pasta=tmp_path) == "RES41"
    with pytest.raises(UndefinedNormError):
        loader.load_norm("POSTO2030")


def test_a_file_that_changes_is_read_again(tmp_path: Path) -> None:
    _copy(tmp_path, "nova.toml", id='"POSTO2030"', titulo='"Primeira"')
    assert loader.load_norm("POSTO2030", pasta=tmp_path).titulo == "Primeira"
    _copy(tmp_path, "nova.toml", id='"POSTO2030"', titulo='"Segunda redação"')
    assert loader.load_norm("POSTO2030", pasta=tmp_path).titulo == "Segunda redação"


def test_an_id_of_ours_is_taken_unless_the_file_says_that_it_stands_in(tmp_path: Path) -> None:
    path = _copy(tmp_path, "pr95.toml", titulo='"A do escritório"')
    with pytest.raises(RuleSetError, match="substitui = true"):
        loader.catalog(tmp_path)
    path.write_text("substitui = true\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    assert loader.load_norm("PR95", pasta=tmp_path).titulo == "A do escritório"
    assert loader.load_norm("PR95").titulo != "A do escritório"
    assert list(loader.catalog(tmp_path)) == list(loader.catalog())


def test_two_files_of_one_id_are_refused(tmp_path: Path) -> None:
    _copy(tmp_path, "a.toml", id='"POSTO2030"')
    _copy(tmp_path, "b.toml", id='"POSTO2030"')
    with pytest.raises(RuleSetError, match=r"b\.toml.*a\.toml"):
        loader.available(tmp_path)


@pytest.mark.parametrize("identifier", ['"posto"', '"POSTO-2030"', '"P"', '"' + "P" * 30 + '"', '"POSTO²"'])
def test_an_id_that_reports_could_not_carry_is_refused(tmp_path: Path, identifier: str) -> None:
    path = _copy(tmp_path, "nova.toml", id=identifier)
    with pytest.raises(RuleSetError, match="linha .*chave 'id'"):
        loader.load_file(path)


def test_a_folder_that_is_not_there_says_which_setting_to_correct(tmp_path: Path) -> None:
    with pytest.raises(RuleSetError, match="DOCVERIFY_NORMS"):
        loader.catalog(tmp_path / "nenhuma")


def test_settings_of_the_office(tmp_path: Path) -> None:
    (tmp_path / loader.AJUSTES).write_text('[PR95]\nrecadastramento_fora_do_prazo = "alerta"\n', encoding="utf-8")
    changed = loader.load_norm("PR95", pasta=tmp_path)
    assert changed.setting("recadastramento_fora_do_prazo") == "alerta"
    assert loader.load_norm("PR95").setting("recadastramento_fora_do_prazo") == "impede"
    given = loader.load_norm("PR95", {"recadastramento_fora_do_prazo": "revisar"}, tmp_path)
    assert given.setting("recadastramento_fora_do_prazo") == "revisar"


@pytest.mark.parametrize(
    "text",
    ["[PR95\n", "[NADA]\nx = 1\n", "PR95 = 3\n", '[PR95]\nnada = "x"\n', '[PR95]\nprazo_fim_dia_util = "talvez"\n'],
)
def test_settings_that_cannot_be_used_are_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / loader.AJUSTES).write_text(text, encoding="utf-8")
    with pytest.raises(RuleSetError):
        loader.load_norm("PR95", pasta=tmp_path)


def test_the_commands_know_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    _copy(tmp_path, "nova.toml", id='"POSTO2030"', titulo='"Resolução inventada"')
    monkeypatch.setenv("DOCVERIFY_NORMS", str(tmp_path))
    assert app.run(["norms", "list"]) == 0
    assert "nova.toml" in capfd.readouterr().out
    assert app.run(["norms", "show", "POSTO2030"]) == 0
    assert "Resolução inventada, art. 4º" in capfd.readouterr().out
    assert app.run(["norms", "check"]) == 0
    assert "nova.toml: 3 regras, sem erros" in capfd.readouterr().out


def test_check_names_every_faulty_file_of_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    for name in ("a.toml", "b.toml"):
        (tmp_path / name).write_text("esquema = 1\n", encoding="utf-8")
    monkeypatch.setenv("DOCVERIFY_NORMS", str(tmp_path))
    assert app.run(["norms", "check"]) == 2
    seen = capfd.readouterr()
    assert "a.toml, linha 1" in seen.err and "b.toml, linha 1" in seen.err and "PR95: 3 regras" in seen.out
    assert app.run(["doctor"]) != 0
    assert "[X] normas" in capfd.readouterr().out


def test_check_tells_of_a_folder_that_is_faulty_as_a_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    _copy(tmp_path, "pr95.toml")
    monkeypatch.setenv("DOCVERIFY_NORMS", str(tmp_path))
    assert app.run(["norms", "check"]) == 2
    assert "substitui = true" in capfd.readouterr().err

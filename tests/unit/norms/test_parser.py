"""A norm's file is validated whole, and a fault is named with line, key and remedy."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docverify.errors import RuleSetError
from docverify.norms import available, load_file, load_norm
from docverify.norms.parser import parse_norm
from docverify.norms.registry import CHECKS
from docverify.norms.schema import (
    MissingKeyError,
    NormFileError,
    NormSyntaxError,
    UnknownKeyError,
    UnknownReferenceError,
    WrongValueError,
)
from docverify.norms.toml_lines import TomlLines
from docverify.resources import package_path

TEXT = package_path("norms", "glp297.toml").read_text(encoding="utf-8")


def fault(old: str, new: str) -> NormFileError:
    assert old in TEXT
    text = TEXT.replace(old, new, 1)
    with pytest.raises(NormFileError) as caught:
        parse_norm(text, "glp297.toml", CHECKS)
    error = caught.value
    assert error.arquivo == "glp297.toml"
    assert f"linha {error.linha}" in error.mensagem
    assert error.remedio in error.mensagem
    assert error.exit_status == 2
    return error


def line_of(needle: str) -> int:
    return TEXT[: TEXT.index(needle)].count("\n") + 1


@pytest.mark.parametrize("norm_id", available())
def test_every_norm_of_the_package_is_sound(norm_id: str) -> None:
    norm = load_norm(norm_id)
    assert norm.id == norm_id
    for rule in norm.regras:
        assert rule.descricao
        assert rule.citacao
        assert rule.literal, rule.id
        assert rule.nao_verificavel or rule.chamadas
        if rule.tipos and rule.grupo is None:
            assert rule.ausente in norm.efeitos
            assert rule.defeituoso in norm.efeitos


def test_a_misspelt_key_is_named_with_the_nearest() -> None:
    error = fault('descricao = "Requerimento para', 'descrição = "x"\ndescricoa = "Requerimento para')
    assert isinstance(error, NormSyntaxError | UnknownKeyError)
    error = fault('descricao = "Requerimento para', 'descricoa = "Requerimento para')
    assert isinstance(error, UnknownKeyError)
    assert error.linha == line_of('descricao = "Requerimento para')
    assert "regras[0].descricoa" in error.mensagem
    assert "'descricao'" in error.remedio


def test_a_missing_key_is_asked_for() -> None:
    error = fault('citacao = "art. 6º, I"\n', "")
    assert isinstance(error, MissingKeyError)
    assert "'citacao'" in error.mensagem
    assert error.linha == line_of('[[regras]]\nid = "GLP-01"')


def test_a_check_that_does_not_exist_is_named_on_its_line() -> None:
    error = fault('{ nome = "situacao_cadastral",', '{ nome = "situacao_cadatral",')
    assert isinstance(error, UnknownReferenceError)
    assert error.linha == line_of('{ nome = "situacao_cadastral",')
    assert "'situacao_cadastral'" in error.remedio


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ('"@bombeiros_autenticacao"', '"@bombeiros_autenticado"', UnknownReferenceError),
        ('"@bombeiros_autenticacao"', '"@capacidade_em_botijoes_x"', UnknownReferenceError),
        ('"@bombeiros_autenticacao"', '"@exige_cnae"', WrongValueError),
        ('gravidade = "impede" }', 'gravidade = "grave" }', WrongValueError),
        ("dias = 30", 'dias = "30"', WrongValueError),
        (", dias = 30", "", MissingKeyError),
        ("exigido = true", "exigida = true", UnknownKeyError),
        ('ausente = "nao_admitido"', 'ausente = "nao_admite"', UnknownReferenceError),
        ('documentos = ["requerimento"]', 'documentos = ["requerimentos"]', UnknownReferenceError),
        ('situacoes = ["novo", "recadastramento"]', 'situacoes = ["nova"]', UnknownReferenceError),
        ('escolha = "ato_vigente"', 'escolha = "sorteio"', WrongValueError),
        ('id = "GLP-02"', 'id = "GLP-01"', WrongValueError),
        ("esquema = 1", "esquema = 9", WrongValueError),
        ("inicio = 2003-11-20", 'inicio = "2003-11-20"', WrongValueError),
        ('fusao = "novo"', 'fusao = "nova"', WrongValueError),
        ('aceito = "acolhido"', 'aceito = "aceito"', UnknownReferenceError),
        ('padrao = "revisar"\nvalores', 'padrao = "talvez"\nvalores', WrongValueError),
        ("[avisos]", "[avisos", NormSyntaxError),
        ('documentos = ["requerimento"]', "", WrongValueError),
        ('verificacoes = [{ nome = "pessoa_juridica" }]', "", MissingKeyError),
        ('titulo = "Portaria ANP nº 297/2003"', 'titulo = ""', WrongValueError),
    ],
)
def test_each_kind_of_fault_has_its_error(old: str, new: str, kind: type[NormFileError]) -> None:
    assert isinstance(fault(old, new), kind)


@given(st.text(max_size=300))
def test_any_text_is_refused_by_a_rule_set_error(text: str) -> None:
    with pytest.raises(RuleSetError):
        parse_norm(text, "lixo.toml", CHECKS)


@given(st.integers(min_value=0, max_value=len(TEXT) - 1), st.integers(min_value=1, max_value=40))
def test_a_cut_file_is_read_or_refused_by_a_rule_set_error(start: int, length: int) -> None:
    try:
        parse_norm(TEXT[:start] + TEXT[start + length :], "cortado.toml", CHECKS)
    except RuleSetError as error:
        assert "cortado.toml" in error.mensagem


def test_a_file_that_is_not_there_or_not_text_is_a_rule_set_error(tmp_path: Path) -> None:
    with pytest.raises(RuleSetError):
        load_file(tmp_path / "nada.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RuleSetError):
        load_file(tmp_path / "bytes.toml")


def test_settings_are_replaced_only_by_allowed_values() -> None:
    norm = load_norm("GLP297", {"bombeiros_autenticacao": "impede"})
    assert norm.setting("bombeiros_autenticacao") == "impede"
    assert load_norm("GLP297").setting("bombeiros_autenticacao") == "revisar"
    for wrong in ({"bombeiros_autenticacao": "muito"}, {"nada": 1}, {"exige_cnae": 1}):
        with pytest.raises(RuleSetError):
            load_norm("GLP297", wrong)


def test_lines_of_nested_keys_are_found() -> None:
    lines = TomlLines("a = 1\n[t.u]\nb = 2\n[[l]]\nc = [\n  # nota\n  { x = 1 },\n  { x = 2 },\n]\n[[l]]\nc = []\n")
    assert lines.find(("a",)) == 1
    assert lines.find(("t", "u", "b")) == 3
    assert lines.find(("l", 0, "c", 1, "x")) == 8
    assert lines.find(("l", 1, "c")) == 11
    assert lines.find(("nada",)) == 1

"""Norm files that an office wrote carelessly, or that somebody wrote to break the program: one line, never a defect."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from docverify.cli.app import run
from docverify.errors import InvalidFichaError, RuleSetError
from docverify.model import DossierFacts, Ficha, Pedido
from docverify.norms import load_norm
from docverify.norms.decide import decide
from docverify.resources import package_path

NORM = package_path("norms", "glp297.toml").read_text(encoding="utf-8")
TRR = package_path("norms", "trr97.toml").read_text(encoding="utf-8")


def _check(folder: Path, data: bytes) -> int:
    path = folder / "n.toml"
    path.write_bytes(data)
    return run(["norms", "check", str(path)])


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"a = " + b"[" * 50_000, "aninhadas demais"),
        (b"a = " + b"{a=" * 3_000 + b"1" + b"}" * 3_000, "aninhadas demais"),
        (b"esquema = " + b"9" * 10_000, "longo demais"),
        (NORM.encode() + b"\n#" + b"x" * 3_000_000, "passa de 2 MB"),
        (NORM.encode("utf-16"), "UTF-8"),
        (NORM.encode("latin-1", "replace"), "UTF-8, desde a linha"),
    ],
)
def test_a_file_beyond_measure_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], data: bytes, said: str
) -> None:
    assert _check(tmp_path, data) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    assert _check(tmp_path, b"\xef\xbb\xbf" + NORM.encode()) == 0


def test_what_is_no_file_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "d.toml").mkdir()
    (tmp_path / "l.toml").symlink_to("l.toml")
    for name in ("d.toml", "l.toml", "nada.toml"):
        assert run(["norms", "check", str(tmp_path / name)]) == 2
        assert "Reinstale" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"telefone",', '"telefono",', "'telefone'"),
        ('outros = ["licenca_operacao"', 'outros = ["licenca"', "o tipo de documento 'licenca'"),
        ('inferidos = ["capacidade_incompativel_com_classe"', 'inferidos = ["capacidade"', "o motivo"),
        (
            'alteracao_socios = ["contrato_social|estatuto_social',
            'alteracao_socios = ["contrato_social|estatuto',
            "'estatuto'",
        ),
        ("dias = 30", "dias = 99999999999", "Use um número de 0"),
        ('atividade = "revenda_glp"', 'atividade = "revenda"', "não é aceita"),
        ('aceito = "acolhido"', 'aceito = "nao_acolhido"', "não é efeito"),
        ("novo = ", "nova = ", "Você quis dizer 'novo'?"),
        ("inicio = 2003", "inicio = 2093", "anterior a 'inicio'"),
    ],
)
def test_a_name_that_nothing_knows_is_told_when_the_file_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, said: str
) -> None:
    text = next((t for t in (NORM, TRR) if old in t), None)
    assert text is not None, old
    assert _check(tmp_path, text.replace(old, new).encode()) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("asked", [(), ("R41-K1",)])
def test_a_request_that_asks_for_nothing_is_never_accepted(asked: tuple[str, ...]) -> None:
    norm = load_norm("RES41")
    pedido = Pedido(norma="RES41", situacao="novo", perfil="solicitacao_anp", solicitados=asked)
    ficha = Ficha(origem="json", pedido=pedido, razao_social="Posto A Ltda", cnpj="11222333000181")
    with pytest.raises(InvalidFichaError, match="solicitados"):
        decide(ficha, pedido, (), DossierFacts(), norm, date(2019, 5, 20))


@pytest.mark.parametrize(
    ("norm", "text", "said"),
    [
        ("RES41", 'via_completa = ["logradoro"]', "logradouro"),
        ("RES41", "via_completa = [3]", "na lista"),
        ("RES41", 'lo_120_dias = "sim"', "não aceita"),
        ("TRR97", "semestral_dias_de_duvida = 99999999999", "Use 0 a"),
    ],
)
def test_an_office_s_setting_names_what_there_is(tmp_path: Path, norm: str, text: str, said: str) -> None:
    (tmp_path / "ajustes.toml").write_text(f"[{norm}]\n{text}\n", encoding="utf-8")
    with pytest.raises(RuleSetError, match=said):
        load_norm(norm, pasta=tmp_path)

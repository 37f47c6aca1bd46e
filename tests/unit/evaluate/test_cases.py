"""Files of cases that cannot be used say what to correct; a case that does not come out as written says how."""

from __future__ import annotations

from pathlib import Path

import pytest

from docverify.evaluate.cases import CaseError, failures, is_case_file
from docverify.norms import load_norm
from tests.acceptance.norms.cases import FOLDER

OK = 'nome = "em ordem"\nresultado = "aceito"\nefeito = "apto_a_registro"\n'


def _file(folder: Path, *cases: str) -> Path:
    (folder / "base.toml").write_text((FOLDER / "pr95" / "base.toml").read_text(encoding="utf-8"), encoding="utf-8")
    path = folder / "casos.toml"
    path.write_text("".join(f"[[casos]]\n{c}\n" for c in cases), encoding="utf-8")
    return path


def _said(path: Path) -> str | None:
    return list(failures(path, load_norm))[-1][1]


def test_a_case_in_order(tmp_path: Path) -> None:
    path = _file(tmp_path, OK)
    assert is_case_file(path) and not is_case_file(tmp_path / "base.toml")
    assert list(failures(path, load_norm)) == [("em ordem", None)]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ('tira = ["alvara_funcionamento"]\n', "resultado é 'rejeitado', e se espera 'aceito'"),
        ('tira = ["alvara_funcionamento"]\n', "P95-1 é 'ausente', e se espera 'conforme' (Falta o alvará"),
        ('tira = ["alvara"]\n', "não há 'alvara' no dossiê em ordem"),
        ('tira = ["alvara_funcionamento.nada"]\n', "não há 'nada' no dossiê em ordem"),
        ('confianca = { "alvara_funcionamento.nada" = 0.5 }\n', "não há 'nada' no dossiê em ordem"),
        ('acrescenta = [{ tipo = "alvará" }]\n', "o tipo de documento 'alvará' não existe"),
        ('pedido = { situacao = "operacao" }\n', "A situação 'operacao' não existe"),
        ("ajustes = { nada = 1 }\n", "não tem o ajuste 'nada'"),
        ('muda = { "ficha.cnpj" = "123" }\n', "cnpj"),
        ("muda = 3\n", "tipo errado"),
        ('muda = { "alvara_funcionamento.validde" = "2027-01-01" }\n', "Você quis dizer 'validade'?"),
        ('motivo = { P95-1 = ["validade_vencida:impede"] }\n', "Você quis dizer 'motivos'?"),
        ("fatos = { paginas = true }\n", "chave desconhecida 'paginas'"),
        ("bases = { revogacoes = [] }\n", "chave desconhecida 'revogacoes'"),
        ('acrescenta = [{ tipo = "alvara_funcionamento", campo = {} }]\n', "Você quis dizer 'campos'?"),
        ('avisos = ["nulidade"]\n', "se espera ['nulidade']"),
        ('diz = { P95-2 = "depois de amanhã" }\n', "P95-2 não diz “depois de amanhã”"),
        ('itens = { P95-9 = "conforme" }\n', "a norma não tem a regra P95-9"),
        ('motivos = { P95-1 = ["validade_vencida:impede", "..."] }\n', "e se espera validade_vencida:impede"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, more: str, said: str) -> None:
    try:
        found = _said(_file(tmp_path, OK + more))
    except CaseError as error:
        found = error.mensagem
    assert found is not None and said in found, found


@pytest.mark.parametrize("text", ["casos = 3\n", "[[casos]]\nresultado = 'aceito'\n", "[[casos\n", "casos = [1]\n"])
def test_a_file_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    path = _file(tmp_path)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CaseError, match=r"casos\.toml"):
        list(failures(path, load_norm))


def test_without_the_dossier_in_order_the_file_is_named(tmp_path: Path) -> None:
    path = _file(tmp_path, OK + 'base = "outra"\n')
    with pytest.raises(CaseError, match=r"base_outra\.toml"):
        list(failures(path, load_norm))

"""Files of outside data written carelessly: a debt that is left out is an acceptance that nobody decided."""

from __future__ import annotations

from pathlib import Path

import pytest

from docverify.norms.bases_csv import BasesError, load_bases

HEAD = "documento;nome;data\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD + '11222333000181;"POSTO;01/01/2020\n33000167000101;Y;01/01/2020\n', "linha 3"),
        (HEAD + '11222333000181;"POSTO;01/01/2020\n33000167000101;"Y;01/01/2020\n', "linha 3"),
        (HEAD + "11222333000181;A;B;01/01/2020\n", "mais colunas"),
        (HEAD.replace("nome", "documento") + "11222333000181;33000167000101;\n", "duas colunas"),
        (HEAD + "11222333000181;A\0;\n", "não é um texto"),
    ],
)
def test_no_line_is_swallowed(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "cadin.csv").write_text(text, encoding="utf-8")
    with pytest.raises(BasesError, match=said):
        load_bases(tmp_path)


def test_empty_cells_at_the_end_and_unread_columns_are_no_fault(tmp_path: Path) -> None:
    (tmp_path / "cadin.csv").write_text("documento;data;fone1;fone2\n11222333000181;;1;2;;\n", encoding="utf-8")
    assert len(load_bases(tmp_path).cadin or ()) == 1


def test_a_name_in_capitals_is_the_file_and_a_folder_or_a_broken_link_is_told(tmp_path: Path) -> None:
    (tmp_path / "CADIN.CSV").write_text(HEAD + "11222333000181;X;\n", encoding="utf-8")
    assert len(load_bases(tmp_path).cadin or ()) == 1
    (tmp_path / "revogacoes.csv").symlink_to("nada")
    with pytest.raises(BasesError, match="revogacoes"):
        load_bases(tmp_path)
    (tmp_path / "revogacoes.csv").unlink()
    (tmp_path / "revogacoes.csv").mkdir()
    with pytest.raises(BasesError, match="não é um arquivo"):
        load_bases(tmp_path)

from __future__ import annotations

from pathlib import Path

import pytest

from docverify.cli.app import run
from docverify.store.opening import Store
from docverify.store.tables import usuarios
from tests.service import people


@pytest.fixture
def named(store: Store, monkeypatch: pytest.MonkeyPatch) -> Store:
    """The installation, named by the environment."""
    settings = store.settings
    assert settings.database_url is not None and settings.secret is not None
    monkeypatch.setenv("DOCVERIFY_HOME", str(settings.home))
    monkeypatch.setenv("DOCVERIFY_DATABASE_URL", settings.database_url.get_secret_value())
    monkeypatch.setenv("DOCVERIFY_SECRET", settings.secret.get_secret_value())
    monkeypatch.setenv("DOCVERIFY_PUBLIC_URL", "https://docverify.exemplo.com.br/")
    return store


def test_who_lost_the_password_gets_a_link(named: Store, capsys: pytest.CaptureFixture[str]) -> None:
    person = people.user(named, "administrador", todas=True)
    assert run(["user", "link", f" {person.login.upper()} "]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("https://docverify.exemplo.com.br/convite?token=")
    assert "vale uma vez" in said.err
    page = people.client(named).get("/convite", params={"token": said.out.strip().partition("=")[2]})
    assert page.status_code == 200 and person.login in page.text


def test_unknown_and_switched_off_accounts(named: Store, capsys: pytest.CaptureFixture[str]) -> None:
    person = people.user(named)
    with named.database.begin() as connection:
        connection.execute(usuarios.update().values(ativo=False))
    assert run(["user", "link", "ninguem@exemplo.com.br"]) == 2
    assert "não há conta" in capsys.readouterr().err
    assert run(["user", "link", person.login]) == 2
    assert "desativada" in capsys.readouterr().err
    assert run(["user", "list"]) == 0
    assert f"{person.login}\tentidade\t" in capsys.readouterr().out


def test_asking_makes_no_installation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "nenhuma"
    monkeypatch.setenv("DOCVERIFY_HOME", str(home))
    monkeypatch.delenv("DOCVERIFY_DATABASE_URL", raising=False)
    asked = (["user", "list"], ["user", "link", "a@b.com.br"], ["audit", "verify"], ["audit", "export"])
    for call in (*asked, ["audit", "accept", "--ator", "a", "--porque", "b"], ["purge"], ["purge", "--dry-run"]):
        assert run(call) == 2
        assert "não há instalação" in capsys.readouterr().err
    assert not home.exists()


def test_a_database_without_tables_is_no_defect(named: Store, capsys: pytest.CaptureFixture[str]) -> None:
    with named.database.begin() as connection:
        connection.exec_driver_sql("DROP SCHEMA public CASCADE")
    for call in (["user", "list"], ["user", "link", "a@b.com.br"], ["audit", "verify"], ["audit", "export"], ["purge"]):
        assert run(call) == 4
        assert "não tem as tabelas" in capsys.readouterr().err


def test_a_dossier_that_is_not_there_is_named(named: Store, capsys: pytest.CaptureFixture[str]) -> None:
    login = people.user(named, "supervisor").login
    nobody = "00000000-0000-4000-8000-000000000000"
    for more in ([], ["--dry-run"]):
        assert run(["purge", "--dossie", nobody, "--porque", "pedido do titular", "--ator", login, *more]) == 2
        assert f"não há dossiê {nobody}" in capsys.readouterr().err

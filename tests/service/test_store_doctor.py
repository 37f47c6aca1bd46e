"""What `docverify doctor` says of the service."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from pydantic import SecretStr

from docverify import __version__
from docverify.cli import app, doctor_service
from docverify.cli.finding import Finding
from docverify.store.actors import system
from docverify.store.config import ServiceSettings
from docverify.store.opening import Store, open_store
from tests.service.other_user import NOBODY, forked, succeeded
from tests.service.test_store_embedded import ROOT


def _found(settings: ServiceSettings) -> dict[str, Finding]:
    return {finding.nome: finding for finding in doctor_service.examine(settings)}


def _begin(store: Store) -> None:
    with store.database.begin() as connection:
        store.ledger.append(connection, system(), "teste", "teste", None, entidade_id=None)
    store.files.check()


def test_where_there_is_nothing_it_says_so_and_makes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = _found(ServiceSettings(home=tmp_path / "casa"))
    assert {name: finding.certo for name, finding in found.items()} == {
        "casa": None,
        "banco": None,
        "relógio": True,
        "segredo": None,
        "armazenamento": None,
    }
    assert all("docverify serve" in found[name].detalhe for name in ("casa", "banco", "segredo", "armazenamento"))
    assert "PostgreSQL 18" in found["banco"].detalhe
    monkeypatch.setenv("DOCVERIFY_HOME", str(tmp_path / "casa"))
    app.run(["doctor"])
    assert list(tmp_path.iterdir()) == []


def test_of_an_installation_that_is_well(tmp_path: Path) -> None:
    settings = ServiceSettings(home=tmp_path / "casa")
    store = open_store(settings)
    _begin(store)
    running = _found(settings)
    store.close()
    stopped = _found(settings)
    for found in (running, stopped):
        assert {name: finding.certo for name, finding in found.items()} == dict.fromkeys(found, True)
    assert re.fullmatch(r"PostgreSQL 18\.\d+ embutido, revisão \d+", stopped["banco"].detalhe)
    assert not (tmp_path / "casa" / "postgres" / "postmaster.pid").exists()


def test_of_a_database_elsewhere(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    _begin(store)
    found = _found(store.settings)
    assert found["banco"].certo is True and "em DOCVERIFY_DATABASE_URL" in found["banco"].detalhe
    assert found["segredo"].certo is True
    assert found["armazenamento"].certo is None and "todas precisam ver esta pasta" in found["armazenamento"].detalhe
    other = _found(store.settings.model_copy(update={"secret": SecretStr("um segredo que é outro")}))
    assert other["segredo"].certo is False and "não é o desta instalação" in other["segredo"].detalhe
    short = _found(store.settings.model_copy(update={"secret": SecretStr("curto")}))
    assert short["segredo"].certo is False and "curto demais" in short["segredo"].detalhe
    none = _found(store.settings.model_copy(update={"secret": None}))
    assert none["segredo"].certo is False and "falta o desta instalação" in none["segredo"].detalhe
    assert not (store.settings.home / "segredo").exists()
    with store.database.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    newer = _found(store.settings)["banco"]
    assert newer.certo is False and "atualize o docverify" in newer.detalhe


def test_a_secret_of_this_machine_alone_and_one_that_others_read(store: Store) -> None:
    settings = store.settings.model_copy(update={"secret": None})
    (settings.home).mkdir(exist_ok=True)
    secret = settings.home / "segredo"
    secret.write_text("0123456789abcdef0123456789abcdef")
    secret.chmod(0o644)
    assert "chmod 600" in _found(settings)["segredo"].detalhe
    secret.chmod(0o600)
    found = _found(settings)["segredo"]
    assert found.certo is None and "o mesmo DOCVERIFY_SECRET em todas" in found.detalhe


def test_a_database_that_does_not_answer_and_one_without_tables(
    tmp_path: Path, postgres: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    away = f"postgresql://alguem:senha-secreta@/b?host={tmp_path}"
    found = _found(ServiceSettings(home=tmp_path, database_url=SecretStr(away)))["banco"]
    assert found.certo is False and "está no ar" in found.detalhe
    monkeypatch.setenv("DOCVERIFY_DATABASE_URL", away)
    assert app.run(["doctor"]) == 4
    assert "senha-secreta" not in "".join(capsys.readouterr())
    wrong = _found(ServiceSettings(home=tmp_path, database_url=SecretStr("mysql://x/y")))["banco"]
    assert wrong.certo is False and "usa PostgreSQL" in wrong.detalhe
    empty = _found(ServiceSettings(home=tmp_path, database_url=SecretStr(postgres)))["banco"]
    assert empty.certo is None and "ainda sem tabelas" in empty.detalhe


@pytest.mark.parametrize(("apart", "right"), [(1, True), (30, False), (-30, False)])
def test_clocks_that_differ(store: Store, monkeypatch: pytest.MonkeyPatch, apart: int, right: bool) -> None:
    class Ours(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return datetime.now(tz) + timedelta(seconds=apart)

    monkeypatch.setattr(doctor_service, "datetime", Ours)
    found = _found(store.settings)["relógio"]
    assert found.certo is right
    assert right or re.search(r"a (29|30) s do desta máquina", found.detalhe)


def test_a_clock_before_this_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Ours(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return datetime(2001, 1, 1, tzinfo=UTC)

    monkeypatch.setattr(doctor_service, "datetime", Ours)
    found = _found(ServiceSettings(home=tmp_path))["relógio"]
    assert found.certo is False and "01/01/2001" in found.detalhe


def test_the_release_is_the_changelogs() -> None:
    changelog = (Path(__file__).parents[2] / "CHANGELOG.md").read_text(encoding="utf-8")
    dated = re.search(rf"## \[{re.escape(__version__)}\] - (\S+)", changelog)
    assert dated is not None and dated[1] == doctor_service.RELEASED.isoformat()


def test_no_room(small_disk: Path) -> None:
    (small_disk / "arquivos").mkdir()
    found = _found(ServiceSettings(home=small_disk))
    for name in ("casa", "armazenamento"):
        assert found[name].certo is False and "0,0 GB livres; libere espaço" in found[name].detalhe


def test_a_store_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "arquivo").write_text("")
    for storage in ("nada://x", str(tmp_path / "arquivo")):
        found = _found(ServiceSettings(home=tmp_path, storage=storage))["armazenamento"]
        assert found.certo is False and "DOCVERIFY_STORAGE" in found.detalhe


@pytest.mark.skipif(not ROOT, reason="needs to become another user")
def test_a_home_that_is_somebody_elses(tmp_path: Path) -> None:
    def look() -> None:
        found = _found(ServiceSettings(home=tmp_path / "casa"))
        assert found["casa"].certo is False and "DOCVERIFY_HOME" in found["casa"].detalhe
        assert found["banco"].certo is False and "dê permissão" in found["banco"].detalhe

    assert succeeded(forked(look, uid=NOBODY))

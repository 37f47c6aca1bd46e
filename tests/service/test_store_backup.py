from __future__ import annotations

import io
import json
import shutil
import stat
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
import sqlalchemy as sa
from pydantic import SecretStr

from docverify.cli import app
from docverify.store import jobs, pgtools
from docverify.store.actors import system
from docverify.store.audit_accept import accept
from docverify.store.audit_check import verify
from docverify.store.backup import (
    BackupError,
    BackupFolderError,
    NoInstallationError,
    Outcome,
    backup,
    read_manifest,
)
from docverify.store.checkpoints import checkpoint
from docverify.store.config import ServiceSettings
from docverify.store.embedded import Embedded
from docverify.store.files import FileStore, original
from docverify.store.opening import Store, open_store, see_secret
from docverify.store.restore import NotEmptyError, OtherSecretError, restore
from docverify.store.secret import SecretError
from docverify.store.tables import arquivos, auditoria, dossies, metadata
from tests.service.rows import fill

SECRET = SecretStr("segredo somente para os testes")


def _work(store: Store, content: bytes = b"%PDF-1.7 um original") -> tuple[UUID, str]:
    """A dossier with an original, a job that waits, entries of the audit chain and a checkpoint."""
    with store.database.begin() as connection:
        rows = fill(connection, without=("auditoria", "instalacao", "entradas"))
        entidade = rows["entidades"]["id"]
        digest, _ = store.files.put(entidade, io.BytesIO(content))
        named = arquivos.update().where(arquivos.c.id == rows["arquivos"]["id"])
        connection.execute(named.values(digest=digest, expurgado_em=None))
        jobs.defer(connection, "docverify.verificar", {"rodada_id": str(rows["rodadas"]["id"])})
    for number in range(3):
        with store.database.begin() as connection:
            store.ledger.append(
                connection, system(), "dossie.enviar", "dossie", uuid4(), entidade_id=entidade, depois={"n": number}
            )
    checkpoint(store)
    return entidade, digest


def _dump(store: Store) -> dict[str, list[dict[str, Any]]]:
    with store.database.begin() as connection:
        return {
            table.name: [
                dict(row) for row in connection.execute(sa.select(table).order_by(*table.primary_key)).mappings()
            ]
            for table in metadata.sorted_tables
        }


@pytest.fixture
def other(postgres: str, tmp_path: Path) -> Iterator[ServiceSettings]:
    """Another installation, empty."""
    name = f"o{uuid4().hex}"
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    url = postgres.replace("/postgres?", f"/{name}?")
    yield ServiceSettings(home=tmp_path / "outra", database_url=SecretStr(url), secret=SECRET)
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def _empty_again(settings: ServiceSettings) -> None:
    assert settings.database_url is not None
    with psycopg.connect(settings.database_url.get_secret_value(), autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")


def test_everything_survives(store: Store, other: ServiceSettings, tmp_path: Path) -> None:
    entidade, digest = _work(store)
    before = _dump(store)
    done = backup(store.settings, tmp_path / "copia")
    assert (len(done.manifesto.originais), done.copiados, done.retirados) == (1, 1, 0)
    assert done.manifesto.ausentes == ()
    assert restore(other, tmp_path / "copia").segredo
    again = open_store(other)
    after = _dump(again)
    assert after.pop("auditoria")[:-1] == before.pop("auditoria")
    assert after == before
    assert again.files.read(original(entidade, digest)) == b"%PDF-1.7 um original"
    result = verify(again)
    assert result.intacta and result.pontos == 1 and result.entradas == 4
    with again.database.begin() as connection:
        assert connection.execute(sa.text("SELECT count(*) FROM procrastinate_jobs")).scalar() == 1
        assert connection.execute(
            sa.select(auditoria.c.acao).order_by(auditoria.c.numero.desc()).limit(1)
        ).scalar() == ("copia.restaurar")
        job = jobs.defer(connection, "docverify.verificar", {"rodada_id": "x"})  # no number is given twice
        assert job == 2
    again.close()
    assert verify(store).intacta


def test_of_embedded_servers_by_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a person does it, the secret in the copy, with `audit verify` at the end."""
    home, elsewhere, copy = tmp_path / "casa", tmp_path / "outra casa", tmp_path / "cópia de segurança"
    monkeypatch.setenv("DOCVERIFY_HOME", str(home))
    store = open_store(ServiceSettings())
    _work(store)
    before = _dump(store)
    assert app.run(["backup", str(copy), "--com-segredo"]) == 0  # while the service is up
    store.close()
    monkeypatch.setenv("DOCVERIFY_HOME", str(elsewhere))
    assert app.run(["restore", str(copy)]) == 0
    assert app.run(["audit", "verify"]) == 0
    again = open_store(ServiceSettings())
    assert _dump(again)["dossies"] == before["dossies"]
    again.close()
    assert (elsewhere / "segredo").read_bytes() == (home / "segredo").read_bytes()
    for path in (elsewhere / "segredo", copy / "segredo", copy / "manifesto.json", *copy.glob("*.dump")):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(copy.stat().st_mode) == 0o700
    assert app.run(["restore", str(copy)]) == 2  # not over what is there
    assert Embedded(elsewhere).close() is None


def test_the_secret_itself_is_not_in_the_copy(store: Store, other: ServiceSettings, tmp_path: Path) -> None:
    _work(store)
    backup(store.settings, tmp_path / "copia", with_secret=True)
    assert (tmp_path / "copia" / "segredo").read_text() == SECRET.get_secret_value()
    backup(store.settings, tmp_path / "copia")
    for path in (tmp_path / "copia").rglob("*"):
        assert not path.is_file() or SECRET.get_secret_value().encode() not in path.read_bytes()
    nothing = other.model_copy(update={"secret": None})
    with pytest.raises(OtherSecretError, match="sem o segredo"):
        restore(nothing, tmp_path / "copia")
    wrong = other.model_copy(update={"secret": SecretStr("um segredo que é outro")})
    with pytest.raises(OtherSecretError, match="não é o da instalação"):
        restore(wrong, tmp_path / "copia")
    assert not restore(wrong, tmp_path / "copia", other_secret=True).segredo
    again = open_store(wrong)
    assert len(_dump(again)["dossies"]) == 1
    assert not verify(again).intacta
    with pytest.raises(SecretError, match="docverify audit accept"):
        see_secret(again)
    assert accept(again, system(), "o segredo se perdeu").intacta
    see_secret(again)
    again.close()


def test_a_second_copy_is_of_what_is_new_and_forgets_what_was_purged(store: Store, tmp_path: Path) -> None:
    entidade, digest = _work(store)
    folder = tmp_path / "copia"
    backup(store.settings, folder)
    kept = FileStore(str(folder / "arquivos"))
    first = (folder / "arquivos" / original(entidade, digest)).stat().st_ino
    with store.database.begin() as connection:
        row = dict(connection.execute(sa.select(arquivos)).mappings().one())
        other_digest, _ = store.files.put(entidade, io.BytesIO(b"outro"))
        connection.execute(arquivos.insert().values({**row, "id": uuid4(), "nome": "2", "digest": other_digest}))
    done = backup(store.settings, folder)
    assert (done.copiados, done.retirados, len(done.manifesto.originais)) == (1, 0, 2)
    assert (folder / "arquivos" / original(entidade, digest)).stat().st_ino == first
    with store.database.begin() as connection:
        connection.execute(arquivos.update().where(arquivos.c.digest == digest).values(expurgado_em=sa.func.now()))
    store.files.delete(original(entidade, digest))
    done = backup(store.settings, folder)
    assert (done.copiados, done.retirados, len(done.manifesto.originais)) == (0, 1, 1)
    assert not kept.exists(original(entidade, digest))
    assert len(list(folder.glob("*.dump"))) == 1


def test_an_original_that_is_lost_is_told_and_one_that_the_copy_has_is_kept(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    entidade, digest = _work(store)
    path = Path(store.settings.storage_url) / original(entidade, digest)
    backup(store.settings, tmp_path / "antes")
    path.write_bytes(b"estragado")
    assert backup(store.settings, tmp_path / "antes").manifesto.ausentes == ()  # it has it from before
    _environment(monkeypatch, store.settings)
    assert app.run(["backup", str(tmp_path / "depois")]) == 4
    said = capsys.readouterr()
    assert "1 original(is) faltam ou foram alterados" in said.err
    assert read_manifest(tmp_path / "depois").ausentes == (original(entidade, digest),)


def _environment(monkeypatch: pytest.MonkeyPatch, settings: ServiceSettings) -> None:
    assert settings.database_url is not None and settings.secret is not None
    monkeypatch.setenv("DOCVERIFY_HOME", str(settings.home))
    monkeypatch.setenv("DOCVERIFY_DATABASE_URL", settings.database_url.get_secret_value())
    monkeypatch.setenv("DOCVERIFY_SECRET", settings.secret.get_secret_value())


def test_a_damaged_copy_is_refused_before_anything_is_touched(
    store: Store, other: ServiceSettings, tmp_path: Path
) -> None:
    entidade, digest = _work(store)
    folder = tmp_path / "copia"
    backup(store.settings, folder)

    def damaged(path: Path, match: str) -> None:
        whole = path.read_bytes()
        path.write_bytes(whole[:-1] + b"!")
        with pytest.raises((BackupError, BackupFolderError), match=match):
            restore(other, folder)
        path.unlink()
        with pytest.raises((BackupError, BackupFolderError), match=match if path.suffix != ".json" else "falta"):
            restore(other, folder)
        path.write_bytes(whole)

    damaged(next(folder.glob("*.dump")), "falta ou foi alterado")
    damaged(folder / "arquivos" / original(entidade, digest), "faltam ou foram alterados")
    damaged(folder / "manifesto.json", "não serve")
    manifest = json.loads((folder / "manifesto.json").read_text())
    for key, value in (("formato", 2), ("revisao", "9999")):
        (folder / "manifesto.json").write_text(json.dumps(manifest | {key: value}))
        with pytest.raises(BackupFolderError, match="mais novo"):
            restore(other, folder)
    (folder / "manifesto.json").write_text(json.dumps(manifest))
    assert not other.home.exists()
    restore(other, folder)


def test_a_restoration_that_broke_off_may_be_begun_again(
    store: Store, other: ServiceSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _work(store)
    backup(store.settings, tmp_path / "copia")
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(pgtools, "run", _interrupted)
        restore(other, tmp_path / "copia")
    restore(other, tmp_path / "copia")
    with pytest.raises(NotEmptyError, match="não está vazio"):
        restore(other, tmp_path / "copia")
    _empty_again(other)
    FileStore(other.storage_url).put(uuid4(), io.BytesIO(b"de outro"))
    with pytest.raises(NotEmptyError, match="originais que não são"):
        restore(other, tmp_path / "copia")


def _interrupted(*_: object) -> None:
    raise KeyboardInterrupt


def test_a_copy_that_breaks_off_leaves_the_last_one_whole(
    store: Store, other: ServiceSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _work(store)
    folder = tmp_path / "copia"
    first = backup(store.settings, folder)
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr("docverify.store.backup._copy_files", _interrupted)
        backup(store.settings, folder)
    assert read_manifest(folder) == first.manifesto
    restore(other, folder)


def test_what_is_written_while_it_is_copied_is_in_it_whole_or_not_at_all(
    store: Store, other: ServiceSettings, tmp_path: Path
) -> None:
    _work(store)
    stop = threading.Event()

    def write() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            with store.database.begin() as connection:
                row = dict(connection.execute(sa.select(dossies).limit(1)).mappings().one())
                row |= {"id": uuid4(), "conteudo": uuid4().hex}
                connection.execute(dossies.insert().values(row))
                digest, length = store.files.put(row["entidade_id"], io.BytesIO(str(number).encode()))
                paper = dict(connection.execute(sa.select(arquivos).limit(1)).mappings().one())
                paper |= {"id": uuid4(), "dossie_id": row["id"], "digest": digest, "bytes": length}
                connection.execute(arquivos.insert().values(paper))

    thread = threading.Thread(target=write)
    thread.start()
    try:
        done: list[Outcome] = [backup(store.settings, tmp_path / "copia") for _ in range(2)]
    finally:
        stop.set()
        thread.join()
    assert done[1].copiados > 0 and not done[1].manifesto.ausentes
    restore(other, tmp_path / "copia")
    again = open_store(other)
    with again.database.begin() as connection:
        rows = connection.execute(sa.select(arquivos.c.entidade_id, arquivos.c.digest)).all()
    assert len(rows) == done[1].manifesto.linhas["arquivos"] == done[1].manifesto.linhas["dossies"]
    assert all(again.files.sound(row.entidade_id, row.digest) for row in rows)
    again.close()


def test_folders_that_will_not_do(store: Store, tmp_path: Path) -> None:
    strange = tmp_path / "documentos"
    strange.mkdir()
    (strange / "carta.txt").write_text("")
    with pytest.raises(BackupFolderError, match="não está vazia"):
        backup(store.settings, strange)
    assert (strange / "carta.txt").exists()
    with pytest.raises(BackupFolderError, match="dentro do armazenamento"):
        backup(store.settings, Path(store.settings.storage_url) / "copia")
    (tmp_path / "arquivo").write_text("")
    with pytest.raises(BackupFolderError, match="não consigo escrever"):
        backup(store.settings, tmp_path / "arquivo")
    backup(store.settings, tmp_path / "copia")
    another = store.settings.model_copy(update={"secret": SecretStr("um segredo que é outro")})
    with pytest.raises(BackupFolderError, match="outra instalação"):
        backup(another, tmp_path / "copia")
    with pytest.raises(BackupFolderError, match="falta manifesto"):
        restore(store.settings, tmp_path)


def test_where_there_is_no_installation_none_is_made(tmp_path: Path) -> None:
    with pytest.raises(NoInstallationError, match="DOCVERIFY_HOME"):
        backup(ServiceSettings(home=tmp_path / "casa"), tmp_path / "copia")
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_leaves_the_last_copy_whole(store: Store, small_disk: Path) -> None:
    _work(store)
    folder = small_disk / "copia"
    first = backup(store.settings, folder)
    (small_disk / "cheio").write_bytes(bytes(shutil.disk_usage(small_disk).free - 8192))
    with pytest.raises((BackupError, pgtools.DumpError)):
        backup(store.settings, folder)
    assert read_manifest(folder) == first.manifesto
    (small_disk / "cheio").unlink()
    assert backup(store.settings, folder).manifesto.linhas["dossies"] == 1


def test_nobody_sees_the_password(store: Store, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    seen: list[list[str]] = []
    ran = pgtools.subprocess.run

    def noted(command: list[str], **named: Any) -> Any:
        seen.append(command)
        return ran(command, **named)

    monkeypatch.setattr(pgtools.subprocess, "run", noted)
    assert store.settings.database_url is not None
    url = store.settings.database_url.get_secret_value().replace("postgres:@", "postgres:senha-secreta@")
    backup(store.settings.model_copy(update={"database_url": SecretStr(url)}), tmp_path / "copia")
    assert any("--format=custom" in command for command in seen)
    assert not any("senha-secreta" in word for command in seen for word in command)


def test_of_machines_that_share_a_database_each_with_its_own_secret_the_first_is_right(store: Store) -> None:
    see_secret(store)  # of an installation in which nothing has happened yet
    _work(store)
    see_secret(store)
    second = open_store(store.settings.model_copy(update={"secret": SecretStr("o segredo da segunda máquina")}))
    with pytest.raises(SecretError, match="o mesmo DOCVERIFY_SECRET em todas as máquinas"):
        see_secret(second)
    second.close()
    assert verify(store).intacta

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import psycopg
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.engine import Connection

from docverify.store import jobs, migrate
from docverify.store.database import Database
from docverify.store.embedded import DatabaseUnavailableError
from docverify.store.tables import metadata
from tests.service.rows import fill


@pytest.fixture
def empty(postgres: str) -> Iterator[Database]:
    name = f"v{uuid4().hex}"
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    database = Database(postgres.replace("/postgres?", f"/{name}?"))
    yield database
    database.close()
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def _tables(connection: Connection) -> set[str]:
    return set(sa.inspect(connection).get_table_names()) - {"alembic_version"}


def test_down_with_data_and_up_again(empty: Database) -> None:
    migrate.upgrade(empty)
    with empty.begin() as connection:
        rows = fill(connection)
        job = jobs.defer(connection, "docverify.verificar", {"rodada_id": "x"})
    assert set(rows) == set(metadata.tables)
    with empty.begin() as connection:
        for table in metadata.sorted_tables:
            found = connection.execute(sa.select(table)).mappings().one()
            assert {name: found[name] for name in rows[table.name]} == rows[table.name], table.name
    migrate.upgrade(empty)  # again: nothing to do, nothing lost
    with empty.begin() as connection:
        assert all(
            connection.execute(sa.select(sa.func.count()).select_from(t)).scalar() for t in metadata.sorted_tables
        )
    migrate.downgrade(empty, "base")
    assert migrate.revision(empty) is None
    with empty.begin() as connection:
        assert not _tables(connection) & set(metadata.tables)
        left = connection.execute(
            sa.text(
                "SELECT proname FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace WHERE nspname = 'public'"
            )
        ).scalars()
        assert [name for name in left if not name.startswith("procrastinate")] == []
        assert connection.execute(
            sa.text("SELECT count(*) FROM procrastinate_jobs WHERE id = :id"), {"id": job}
        ).scalar()
    migrate.upgrade(empty)
    assert migrate.revision(empty) == migrate.head()
    with empty.begin() as connection:
        fill(connection)


def test_every_step_down_and_up_with_data(empty: Database) -> None:
    """One revision at a time, so that a later one which cannot go back is found."""
    migrate.upgrade(empty)
    with empty.begin() as connection:
        fill(connection)
    seen = []
    while (at := migrate.revision(empty)) is not None:
        seen.append(at)
        migrate.downgrade(empty, "-1")
    migrate.upgrade(empty)
    assert seen[0] == migrate.head() and seen[-1] == "0001" and migrate.revision(empty) == seen[0]


def test_the_tables_of_the_code_are_those_of_the_migrations(store_database: Database) -> None:
    def ours(thing: Any, name: str | None, kind: str, reflected: bool, _: Any) -> bool:
        return not (kind == "table" and str(name).startswith("procrastinate"))

    with store_database.begin() as connection:
        context = MigrationContext.configure(
            connection, opts={"include_object": ours, "compare_type": True, "compare_server_default": True}
        )
        assert compare_metadata(context, metadata) == []
        checks = sa.inspect(connection)
        for table in metadata.sorted_tables:
            wanted = {c.name for c in table.constraints if isinstance(c, sa.CheckConstraint)}
            found = {c["name"] for c in checks.get_check_constraints(table.name)}
            assert found == {str(name) if str(name).startswith("ck_") else f"ck_{table.name}_{name}" for name in wanted}


def test_what_a_column_may_hold_is_what_the_code_says(store_database: Database) -> None:
    with store_database.begin() as connection:
        inspector = sa.inspect(connection)
        for table in metadata.sorted_tables:
            kept = " ".join(str(c["sqltext"]) for c in inspector.get_check_constraints(table.name))
            for constraint in table.constraints:
                if isinstance(constraint, sa.CheckConstraint):
                    for value in str(constraint.sqltext).split("'")[1::2]:
                        assert f"'{value}'" in kept, (table.name, value)


def test_two_who_upgrade_at_once_find_one_database(empty: Database) -> None:
    failed: list[BaseException] = []

    def go() -> None:
        try:
            migrate.upgrade(empty)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=go) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert migrate.revision(empty) == migrate.head()
    with empty.begin() as connection:
        names = connection.execute(sa.text("SELECT nome FROM procrastinate_migracoes")).scalars().all()
        assert sorted(names) == sorted(migrate._queue_scripts())


def test_tables_of_a_newer_docverify_are_refused_and_left_alone(store_database: Database) -> None:
    with store_database.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(DatabaseUnavailableError, match=r"mais nova do docverify \(revisão 9999\); atualize"):
        migrate.upgrade(store_database)
    assert migrate.revision(store_database) == "9999"


def test_a_queue_of_a_newer_docverify_is_refused(store_database: Database) -> None:
    with store_database.begin() as connection:
        connection.execute(sa.text("INSERT INTO procrastinate_migracoes VALUES ('99.00.00_01_novo.sql')"))
    with pytest.raises(DatabaseUnavailableError, match="fila .* mais nova"):
        migrate.upgrade(store_database)


def test_a_database_of_somebody_elses_queue_is_refused(empty: Database) -> None:
    with empty.begin() as connection:
        connection.execute(sa.text("CREATE TABLE procrastinate_jobs (id int)"))
    with pytest.raises(DatabaseUnavailableError, match="banco próprio"):
        migrate.upgrade(empty)
    with empty.begin() as connection:
        assert _tables(connection) == {"procrastinate_jobs"}


def test_an_older_queue_is_brought_up_with_the_scripts_that_it_has_not_seen(
    empty: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The queue of Procrastinate 2.x, as its own scripts make it, with a job waiting."""
    scripts = migrate._queue_scripts()
    older = [name for name in scripts if name < "03"]
    newer = [name for name in scripts if name >= "03"]
    assert older and newer
    with empty.begin() as connection:
        cursor = connection.connection.cursor()
        for name in older:
            cursor.execute(scripts[name])
        connection.execute(sa.text("CREATE TABLE procrastinate_migracoes (nome text PRIMARY KEY)"))
        connection.execute(sa.text("INSERT INTO procrastinate_migracoes VALUES (:n)"), [{"n": name} for name in older])
        connection.execute(
            sa.text(
                "INSERT INTO procrastinate_jobs (task_name, queue_name) VALUES ('docverify.verificar', 'docverify')"
            )
        )
    applied = _watched(monkeypatch, scripts)
    migrate.upgrade(empty)
    assert applied == newer
    with empty.begin() as connection:
        jobs.defer(connection, "docverify.verificar", {"rodada_id": "x"})
        assert connection.execute(sa.text("SELECT count(*) FROM procrastinate_jobs")).scalar() == 2
    migrate.upgrade(empty)
    assert applied == newer  # once


def _watched(monkeypatch: pytest.MonkeyPatch, scripts: dict[str, str]) -> list[str]:
    """Note which of the queue's scripts are executed from now on."""
    applied: list[str] = []
    names = {text: name for name, text in scripts.items()}
    execute = psycopg.Cursor.execute

    def noted(self: Any, query: Any, *arguments: Any, **named: Any) -> Any:
        if query in names:
            applied.append(names[query])
        return execute(self, query, *arguments, **named)

    monkeypatch.setattr(psycopg.Cursor, "execute", noted)
    return applied


@pytest.mark.parametrize("verb", ["UPDATE auditoria SET ator = 'x'", "DELETE FROM auditoria", "TRUNCATE auditoria"])
def test_the_audit_chain_only_grows(store_database: Database, verb: str) -> None:
    with store_database.begin() as connection:
        fill(connection)
    with pytest.raises(sa.exc.DBAPIError, match="só cresce"), store_database.begin() as connection:
        connection.execute(sa.text(verb))


def test_a_user_who_may_not_make_tables_is_told(postgres: str, empty: Database) -> None:
    role = f"r{uuid4().hex}"
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {role} LOGIN")
    poor = Database(empty.url.replace("postgres:@", f"{role}:@"))
    with pytest.raises(DatabaseUnavailableError, match="banco próprio"):
        migrate.upgrade(poor)
    poor.close()
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"DROP ROLE {role}")

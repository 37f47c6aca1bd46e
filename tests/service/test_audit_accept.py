"""Going on after a restored copy or a lost secret: said, on record, and no cover for tampering."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import sqlalchemy as sa
from pydantic import SecretStr

from docverify.cli.app import run
from docverify.store.actors import system
from docverify.store.audit_accept import accept
from docverify.store.audit_check import verify
from docverify.store.checkpoints import ASIDE, checkpoint
from docverify.store.config import ServiceSettings
from docverify.store.opening import Store, open_store
from docverify.store.refusals import Conflict
from docverify.store.tables import auditoria
from tests.service.people import user
from tests.service.test_audit_chain import fill, kinds, tamper


@pytest.fixture
def other(store: Store, service_settings: ServiceSettings) -> Iterator[Store]:
    """The same installation after its secret was lost."""
    opened = open_store(service_settings.model_copy(update={"secret": SecretStr("o segredo que veio depois")}))
    yield opened
    opened.close()


def test_a_restored_copy_is_accepted_and_stays_on_record(store: Store) -> None:
    fill(store, 6)
    checkpoint(store)
    tamper(store, "DELETE FROM auditoria WHERE numero > 3")
    assert kinds(verify(store)) == {"truncada"}
    assert accept(store, system(), "restaurada a cópia de ontem").intacta
    with store.database.begin() as connection:
        told = connection.execute(sa.select(auditoria).order_by(auditoria.c.numero.desc()).limit(1)).one()
    assert (told.numero, told.acao, told.porque) == (4, "auditoria.aceitar", "restaurada a cópia de ontem")
    assert [point["numero"] for point in told.depois["pontos_retirados"]] == [6]
    assert len(store.files.keys(ASIDE)) == 1
    fill(store, 4)
    assert checkpoint(store) is not None
    assert verify(store).intacta


def test_what_was_changed_is_never_accepted(store: Store) -> None:
    fill(store, 6)
    checkpoint(store)
    with pytest.raises(Conflict, match="íntegra"):
        accept(store, system(), "x")
    tamper(store, "DELETE FROM auditoria WHERE numero = 6", "UPDATE auditoria SET ator = 'x' WHERE numero = 2")
    with pytest.raises(Conflict, match="não se aceita"):
        accept(store, system(), "x")
    assert store.files.keys(ASIDE) == []


def test_a_lost_secret_is_accepted_for_what_it_wrote_and_no_further(store: Store, other: Store) -> None:
    fill(store, 4)
    checkpoint(store)
    assert verify(other).outra_chave
    result = accept(other, system(), "o segredo se perdeu com a máquina")
    assert (result.intacta, result.nao_conferidas, result.entradas) == (True, 4, 5)
    fill(other, 3)
    checkpoint(other)
    assert verify(other).intacta
    tamper(other, "UPDATE auditoria SET ator = 'x' WHERE numero = 6")
    assert kinds(verify(other)) == {"alterada"}


def test_a_lost_secret_under_which_work_went_on_is_accepted_too(store: Store, other: Store) -> None:
    fill(store, 3)
    fill(other, 2)
    assert not verify(other).intacta
    assert accept(other, system(), "x").intacta
    tamper(other, "DELETE FROM auditoria WHERE numero = 2")
    assert "ausente" in kinds(verify(other))


def test_changes_among_entries_of_the_new_key_are_not_taken_for_a_lost_secret(store: Store, other: Store) -> None:
    fill(store, 3)
    fill(other, 3)
    tamper(other, "UPDATE auditoria SET ator = 'x' WHERE numero = 5")
    with pytest.raises(Conflict, match="não se aceita"):
        accept(other, system(), "x")


def test_links_of_what_cannot_be_checked_are_followed(store: Store, other: Store) -> None:
    fill(store, 4)
    accept(other, system(), "x")
    tamper(other, "UPDATE auditoria SET resumo = repeat('a', 64) WHERE numero = 2")
    assert kinds(verify(other)) == {"ligacao"}


def test_nobody_without_the_secret_makes_others_believe_that_it_was_lost(store: Store) -> None:
    fill(store, 5)
    tamper(
        store,
        "UPDATE auditoria SET ator = 'x' WHERE numero = 2",
        "UPDATE auditoria SET acao = 'auditoria.aceitar', depois = '{\"nao_conferidas_ate\": 4}' WHERE numero = 5",
    )
    assert {found.numero for found in verify(store).achados} == {2, 5}


def test_the_command(
    store: Store, database_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DOCVERIFY_HOME", str(store.settings.home))
    monkeypatch.setenv("DOCVERIFY_DATABASE_URL", database_url)
    monkeypatch.setenv("DOCVERIFY_SECRET", "segredo somente para os testes")
    boss, clerk = user(store, "administrador"), user(store, "supervisor")
    fill(store, 3)
    checkpoint(store)
    tamper(store, "DELETE FROM auditoria WHERE numero > 5")
    assert run(["audit", "verify"]) == 1
    assert run(["audit", "accept", "--ator", clerk.login, "--porque", "x"]) == 2
    assert run(["audit", "accept", "--ator", boss.login]) == 2
    assert run(["audit", "accept", "--ator", boss.login, "--porque", " "]) == 2
    assert run(["audit", "accept", "--ator", boss.login, "--porque", "cópia restaurada"]) == 0
    assert run(["audit", "verify"]) == 0
    assert "íntegra" in capsys.readouterr().out

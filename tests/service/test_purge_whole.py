"""Purges: what goes, what stays, that nothing is left, and that a crash between any two steps ends clean."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import uuid
import warnings
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import jsonschema
import pytest
import sqlalchemy as sa
from pydantic import SecretStr

from docverify import cache_owners as page_cache
from docverify.cache_owners import Owner, owned
from docverify.cli.app import run
from docverify.confirmation.registry import Registry
from docverify.reading.cache import PageCache
from docverify.resources import package_path
from docverify.store import dossiers, purge, purge_plan, retention
from docverify.store.actors import system
from docverify.store.audit_check import verify
from docverify.store.config import ServiceSettings
from docverify.store.files import derived_page, original
from docverify.store.opening import Store, open_store
from docverify.store.refusals import Conflict, Gone, NotFound
from docverify.store.tables import arquivos, auditoria, dossies, entregas, expurgos, paginas, rodadas, vereditos
from docverify.values.brasilia import today
from docverify.work.leftovers import PageCacheLeftover, RegistryLeftover, sweep, sweep_registry
from tests.service.people import Person, user
from tests.service.purge_made import MARK, age, dossier, dump, holding, keep

POLICY = retention.load(None)
SCHEMA = json.loads(package_path("report", "schema", "relatorio-1.json").read_text(encoding="utf-8"))
LONG = 2_000  # days: past every term
SHORT = 200  # past the term of an identity document only


@pytest.fixture
def person(store: Store) -> Person:
    return user(store)


@pytest.fixture
def pages(store: Store) -> Path:
    return store.settings.home / "cache"


def places(top: Path) -> tuple[PageCacheLeftover]:
    return (PageCacheLeftover(top),)


def purge_due(store: Store, top: Path, day: date | None = None) -> list[purge.Feito]:
    done = []
    when = day or today()
    for planned in list(purge_plan.overdue(store, POLICY, when)):
        made = purge_plan.begin_by_term(store, system(), planned.dossie_id, POLICY, when)
        if made is not None:
            done.append(purge.execute(store, system(), made, places(top)))
    return done


def row(store: Store, dossie_id: UUID) -> Any:
    with store.database.begin() as connection:
        return connection.execute(sa.select(dossies).where(dossies.c.id == dossie_id)).one()


def rows(store: Store, table: sa.Table, dossie_id: UUID) -> list[Any]:
    with store.database.begin() as connection:
        return list(connection.execute(sa.select(table).where(table.c.dossie_id == dossie_id)).all())


def test_of_a_whole_dossier_nothing_is_left(store: Store, person: Person, pages: Path, database_url: str) -> None:
    own = dossier(store, person, days_ago=LONG, cache=pages)
    other = dossier(store, person, tag="B", cache=pages)
    assert MARK + "A" in dump(database_url)
    assert holding(store.settings.home, MARK + "A")
    (done,) = purge_due(store, pages)
    assert (done.dossie_id, done.inteiro, done.prova["encontrado"]) == (own, True, 0)
    assert (done.prova["originais_apagados"], done.prova["imagens_apagadas"]) == (2, 2)
    assert MARK + "A" not in dump(database_url)
    assert holding(store.settings.home, MARK + "A") == []
    assert MARK + "B" in dump(database_url)
    assert len(holding(store.settings.home, MARK + "B")) == 5
    assert verify(store).intacta
    assert row(store, other).estado == "concluido"


def test_the_stub_stays(store: Store, person: Person, pages: Path) -> None:
    own = dossier(store, person, days_ago=LONG)
    digests = {a.digest for a in rows(store, arquivos, own)}
    purge_due(store, pages)
    found = row(store, own)
    assert (found.estado, found.resultado, found.norma, found.versao) == ("expurgado", "rejeitado", "GLP297", 1)
    assert found.expurgado_em is not None
    assert {a.digest for a in rows(store, arquivos, own)} == digests
    (made,) = rows(store, expurgos, own)
    assert (made.estado, made.inteiro, made.prova["encontrado"]) == ("concluido", True, 0)
    assert {file["sha256"] for file in made.plano["arquivos"]} == digests
    assert {tuple(file["tipos"]) for file in made.plano["arquivos"]} == {
        ("contrato_social",),
        ("documento_identidade",),
    }
    assert {rule["prazo"] for rule in made.plano["regras"]} >= {"contrato_social", "ficha", "relatorio"}
    with store.database.begin() as connection:
        told = connection.execute(
            sa.select(auditoria.c.acao).where(auditoria.c.alvo_id == str(own)).order_by(auditoria.c.numero)
        ).scalars()
        assert list(told)[-2:] == ["expurgo.iniciar", "expurgo.concluir"]
    (verdict,) = rows(store, vereditos, own)
    jsonschema.validate(verdict.relatorio, SCHEMA)
    assert verdict.relatorio["expurgado"] is True
    assert [d["tipo"] for d in verdict.relatorio["documentos"]] == ["contrato_social", "documento_identidade"]
    assert {e.estado for e in rows(store, entregas, own)} == {"desistida"}


def test_an_original_goes_before_the_others(store: Store, person: Person, pages: Path, database_url: str) -> None:
    own = dossier(store, person, days_ago=SHORT, cache=pages)
    (done,) = purge_due(store, pages)
    assert (done.inteiro, done.prova["originais_apagados"], done.prova["imagens_apagadas"]) == (False, 1, 1)
    found = row(store, own)
    assert (found.estado, found.nome, found.conteudo) == ("concluido", f"{MARK}ANOME", None)
    assert found.ficha is not None
    everything = dump(database_url)
    for gone in ("documento_identidade", "rg.pdf"):
        assert f"{MARK}A{gone}" not in everything
    assert f"{MARK}Acontrato_socialLIDO" in everything
    left = holding(store.settings.home, f"{MARK}A")
    assert len(left) == 2
    assert not holding(store.settings.home, f"{MARK}Adocumento_identidade")
    assert [page.arquivo for page in rows(store, paginas, own)] == [f"{MARK}Acontrato.pdf"]
    (verdict,) = rows(store, vereditos, own)
    jsonschema.validate(verdict.relatorio, SCHEMA)
    kept, lost = verdict.relatorio["documentos"]
    assert kept["campos"]
    assert (lost["campos"], lost["expurgado"], "campos_extras" in lost) == ({}, True, False)
    assert purge_due(store, pages) == []
    age(store, own, LONG)
    (rest,) = purge_due(store, pages)
    assert rest.inteiro
    assert f"{MARK}A" not in dump(database_url)
    assert holding(store.settings.home, f"{MARK}A") == []
    assert verify(store).intacta


def test_what_is_not_due_stays(store: Store, person: Person, pages: Path) -> None:
    for tag, days, resultado in (("A", 180, "rejeitado"), ("B", LONG, "em_analise"), ("C", 0, "rejeitado")):
        dossier(store, person, tag=tag, days_ago=days, resultado=resultado)
    under_way = dossier(store, person, tag="D", days_ago=LONG)
    with store.database.begin() as connection:
        connection.execute(rodadas.update().where(rodadas.c.dossie_id == under_way).values(estado="na_fila"))
    assert purge_due(store, pages) == []
    for tag in "ABCD":
        assert len(holding(store.settings.home, f"{MARK}{tag}")) == 4


def test_what_was_due_when_it_was_listed_is_looked_at_again(store: Store, person: Person) -> None:
    own = dossier(store, person, days_ago=LONG)
    assert [planned.dossie_id for planned in purge_plan.overdue(store, POLICY, today())] == [own]
    with store.database.begin() as connection:
        connection.execute(dossies.update().where(dossies.c.id == own).values(resultado="em_analise"))
    assert purge_plan.begin_by_term(store, system(), own, POLICY, today()) is None


def test_an_original_that_another_dossier_needs_stays(store: Store, person: Person, pages: Path) -> None:
    own = dossier(store, person, days_ago=LONG)
    other = dossier(store, person, tag="B")
    shared = rows(store, arquivos, own)[0].digest
    with store.database.begin() as connection:
        first = rows(store, arquivos, other)[0].id
        connection.execute(arquivos.update().where(arquivos.c.id == first).values(digest=shared))
    stranger = user(store)
    (done,) = purge_due(store, pages)
    assert done.prova["originais_de_outro_dossie"] == 1
    assert store.files.exists(original(person.entidade_id, shared))
    assert stranger.entidade_id != person.entidade_id
    age(store, other, LONG)
    (rest,) = purge_due(store, pages)
    assert rest.prova["originais_de_outro_dossie"] == 0
    assert not store.files.exists(original(person.entidade_id, shared))


def test_the_same_content_sent_again_is_a_new_dossier(store: Store, person: Person, pages: Path) -> None:
    own = dossier(store, person, days_ago=LONG)
    purge_due(store, pages)
    assert dossier(store, person) != own


def test_without_its_ficha_a_dossier_is_not_verified_again(store: Store, person: Person, pages: Path) -> None:
    own = dossier(store, person, days_ago=SHORT)
    terms = {name: retention.Prazo(9_000, "x", "x") for name in POLICY.prazos}
    policy = retention.Politica(terms | {"ficha": retention.Prazo(10, "x", "x")}, frozenset())
    made = purge_plan.begin_by_term(store, system(), own, policy, today())
    assert made is not None
    assert not purge.execute(store, system(), made, places(pages)).inteiro
    assert row(store, own).ficha is None
    assert [file.expurgado_em for file in rows(store, arquivos, own)] == [None, None]
    with pytest.raises(Gone, match="Ficha"):
        dossiers.reprocess(store, system(), own, norma=None, data=None, porque=None)
    assert dossier(store, person) != own, "the same sent again is judged by what it declares"


STEPS = ["originais", "derivados", "sobras", "linhas", "prova", "registro"]


def killed_before(step: str, settings: ServiceSettings, expurgo: UUID, top: Path) -> int:
    """Do a purge in a process that is killed before a step; return how it ended."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of a fork beside threads: the child opens all it uses
        pid = os.fork()
    if pid == 0:
        try:
            purge._step = lambda name: os.kill(os.getpid(), signal.SIGKILL) if name == step else None
            purge.execute(open_store(settings, pool=1, migrated=False), system(), expurgo, places(top))
        finally:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("days", [LONG, SHORT])
def test_a_kill_before_any_step_ends_clean(
    store: Store, person: Person, pages: Path, database_url: str, step: str, days: int
) -> None:
    own = dossier(store, person, days_ago=days, cache=pages)
    made = purge_plan.begin_by_term(store, system(), own, POLICY, today())
    assert made is not None
    assert killed_before(step, store.settings, made, pages) == -signal.SIGKILL
    assert purge.unfinished(store) == [made]
    assert purge_plan.begin_by_term(store, system(), own, POLICY, today()) is None, "it is begun once"
    purge.execute(store, system(), made, places(pages))
    assert purge.unfinished(store) == []
    gone = f"{MARK}A" if days == LONG else f"{MARK}Adocumento_identidade"
    assert gone not in dump(database_url)
    assert holding(store.settings.home, gone) == []
    assert verify(store).intacta
    with store.database.begin() as connection:
        told = connection.execute(sa.select(auditoria.c.acao).where(auditoria.c.acao.like("expurgo.%"))).scalars()
        assert sorted(told) == ["expurgo.concluir", "expurgo.iniciar"]


def test_every_step_is_tried(store: Store, person: Person, pages: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dossier(store, person, days_ago=LONG)
    seen: list[str] = []
    monkeypatch.setattr(purge, "_step", seen.append)
    purge_due(store, pages)
    assert seen == STEPS


def test_what_cannot_be_deleted_is_not_said_to_be_gone(
    store: Store, person: Person, pages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = dossier(store, person, days_ago=LONG, cache=pages)
    made = purge_plan.begin_by_term(store, system(), own, POLICY, today())
    assert made is not None
    with monkeypatch.context() as patched:
        patched.setattr(type(store.files), "delete", lambda self, key: None)
        with pytest.raises(purge.PurgeIncompleteError, match="original"):
            purge.execute(store, system(), made, places(pages))
    keep(pages, person.entidade_id, own, "A")
    with monkeypatch.context() as patched:
        patched.setattr(PageCacheLeftover, "forget", lambda self, trace: None)
        with pytest.raises(purge.PurgeIncompleteError, match="cache de páginas"):
            purge.execute(store, system(), made, places(pages))
    assert purge.unfinished(store) == [made]
    assert purge.execute(store, system(), made, places(pages)).prova["encontrado"] == 0


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE dossies SET ficha = 'x'", "ficha"),
        ("UPDATE dossies SET razao_social = 'x'", "coluna razao_social"),
        ("UPDATE dossies SET busca = 'x'", "coluna busca"),
        ("UPDATE arquivos SET nome = 'x' || ordem", "nome do arquivo"),
        ("UPDATE rodadas SET erro_mensagem = 'x'", "rodadas"),
        ("UPDATE entregas SET corpo = 'x'", "entregas"),
        ("UPDATE decisoes SET justificativa = 'x'", "decisoes"),
        (
            "UPDATE vereditos SET relatorio = jsonb_set(relatorio::jsonb, '{itens,0,motivos,0,mensagem}', '\"x\"')",
            "veredito",
        ),
    ],
)
def test_the_proof_looks_at_the_rows(
    store: Store, person: Person, pages: Path, monkeypatch: pytest.MonkeyPatch, statement: str, said: str
) -> None:
    own = dossier(store, person, days_ago=LONG)
    made = purge_plan.begin_by_term(store, system(), own, POLICY, today())
    assert made is not None

    def spoil(name: str) -> None:
        if name == "prova":
            with store.database.begin() as connection:
                connection.execute(sa.text(statement))

    monkeypatch.setattr(purge, "_step", spoil)
    with pytest.raises(purge.PurgeIncompleteError, match=said):
        purge.execute(store, system(), made, places(pages))


def test_a_late_worker_leaves_nothing_behind(store: Store, person: Person, pages: Path) -> None:
    own = dossier(store, person, days_ago=LONG, cache=pages)
    purge_due(store, pages)
    store.files.put_bytes(derived_page(person.entidade_id, own, 1, 0), f"{MARK}A".encode())
    keep(pages, person.entidade_id, own, "A")
    assert purge.look_again(store, places(pages)) == 2
    assert holding(store.settings.home, f"{MARK}A") == []
    assert purge.look_again(store, places(pages)) == 0


def test_on_request_a_dossier_goes_whatever_its_terms(store: Store, person: Person, pages: Path) -> None:
    own = dossier(store, person, resultado="em_analise", cache=pages)
    supervisor = user(store, "supervisor", person.entidade_id)
    made = purge_plan.begin_on_request(store, supervisor.actor, own, "pedido do titular")
    purge.execute(store, supervisor.actor, made, places(pages))
    found = row(store, own)
    assert (found.estado, found.municipio, found.cnpj) == ("expurgado", None, None)
    assert holding(store.settings.home, f"{MARK}A") == []
    with pytest.raises(Conflict, match="já foi expurgado"):
        purge_plan.begin_on_request(store, supervisor.actor, own, "de novo")


def test_on_request_only_within_reach_and_at_rest(store: Store, person: Person) -> None:
    own = dossier(store, person)
    with pytest.raises(NotFound):
        purge_plan.begin_on_request(store, user(store, "supervisor").actor, own, "x")
    with store.database.begin() as connection:
        connection.execute(dossies.update().where(dossies.c.id == own).values(estado="processando"))
    with pytest.raises(Conflict, match="em andamento"):
        purge_plan.begin_on_request(store, system(), own, "x")
    with store.database.begin() as connection:
        connection.execute(dossies.update().where(dossies.c.id == own).values(estado="rascunho"))
    with pytest.raises(Conflict, match="rascunho"):
        purge_plan.begin_on_request(store, system(), own, "x")


def test_entities_share_no_entry_of_the_cache_and_dossiers_of_one_do(pages: Path) -> None:
    key = uuid.uuid4().hex
    with owned(Owner("e1", "d1")):
        PageCache(pages, 10**9).put_json(key, 1)
    with owned(Owner("e2", "d2")):
        assert PageCache(pages, 10**9).get_json(key) is None
    assert PageCache(pages, 10**9).get_json(key) is None
    with owned(Owner("e1", "d3")):
        assert PageCache(pages, 10**9).get_json(key) == 1
    assert [owner.dossie for owner in page_cache.owners(pages)] == ["d1", "d3"]
    assert page_cache.forget(pages, Owner("e1", "d3")) == 1
    assert page_cache.held(pages, Owner("e1", "d1")) == []


def test_the_cache_of_all_entities_is_bounded_together(pages: Path) -> None:
    for number in range(8):
        with owned(Owner(f"e{number}", "d")):
            PageCache(pages, 10**9).put_json(uuid.uuid4().hex, "x" * 1000)
    with owned(Owner("e0", "d")):
        PageCache(pages, 3_500).trim()
    assert len(list(pages.glob("*/??/*.json"))) == 3


def test_every_machine_forgets_what_was_purged_elsewhere(store: Store, person: Person, pages: Path) -> None:
    elsewhere = store.settings.home / "outra-maquina"
    whole = dossier(store, person, days_ago=LONG, cache=elsewhere)
    partly = dossier(store, person, tag="B", days_ago=SHORT, cache=elsewhere)
    stays = dossier(store, person, tag="C", cache=elsewhere)
    assert sweep(store, elsewhere) == 0
    purge_due(store, pages)
    assert sweep(store, elsewhere) == 2
    assert {owner.dossie for owner in page_cache.owners(elsewhere)} == {str(stays)}
    assert {whole, partly}.isdisjoint({UUID(owner.dossie) for owner in page_cache.owners(elsewhere)})


def presented(path: Path, *dossiers: UUID) -> None:
    Registry(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        for number, name in enumerate(map(str, dossiers)):
            connection.execute(
                "INSERT INTO pagina VALUES (?, '11222333000181', '', ?, 't', ?, ?, '', '')", (number, name, name, name)
            )
            connection.execute("INSERT INTO figura VALUES ('f', ?)", (number,))


def test_the_registry_of_pages_forgets_too(person: Person, tmp_path: Path) -> None:
    own, other = uuid.uuid4(), uuid.uuid4()
    path = page_cache.apart(tmp_path / "digitais.sqlite", str(person.entidade_id))
    presented(path, own, other)
    place = RegistryLeftover(tmp_path / "digitais.sqlite")
    trace = purge.Trace(own, person.entidade_id)
    assert len(place.held(trace)) == 1
    assert place.held(purge.Trace(own, uuid.uuid4())) == [], "each entity has a registry of its own"
    place.forget(trace)
    assert place.held(trace) == []
    assert str(own) not in path.read_bytes().decode("latin-1")
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM pagina").fetchone() == (1,)
        assert connection.execute("SELECT count(*) FROM figura").fetchone() == (1,)


def test_every_machines_registry_forgets_what_was_purged_elsewhere(
    store: Store, person: Person, pages: Path, tmp_path: Path
) -> None:
    path = tmp_path / "digitais.sqlite"
    whole, partly = dossier(store, person, days_ago=LONG), dossier(store, person, tag="B", days_ago=SHORT)
    stays = dossier(store, person, tag="C")
    presented(page_cache.apart(path, str(person.entidade_id)), whole, partly, stays)
    assert sweep_registry(store, path) == 0
    purge_due(store, pages)
    assert sweep_registry(store, path) == 2
    assert RegistryLeftover(path).dossiers(person.entidade_id) == {stays}


@pytest.fixture
def environment(store: Store, database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCVERIFY_HOME", str(store.settings.home))
    monkeypatch.setenv("DOCVERIFY_DATABASE_URL", database_url)
    monkeypatch.setenv("DOCVERIFY_SECRET", "segredo somente para os testes")


def test_the_command_says_what_would_go_and_then_what_went(
    store: Store, person: Person, pages: Path, environment: None, capsys: pytest.CaptureFixture[str], database_url: str
) -> None:
    own = dossier(store, person, days_ago=LONG, cache=pages)
    assert run(["purge", "--dry-run"]) == 0
    assert f"{own}: inteiro" in capsys.readouterr().out
    assert len(holding(store.settings.home, f"{MARK}A")) == 5
    assert run(["purge", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["dossie_id"] for one in told["feitos"]] == [str(own)]
    assert (told["falhas"], told["tabelas_nao_compactadas"]) == ([], [])
    assert MARK not in dump(database_url)
    assert run(["purge"]) == 0
    assert "0 expurgos feitos" in capsys.readouterr().out


def test_the_command_ends_what_was_interrupted(
    store: Store, person: Person, environment: None, capsys: pytest.CaptureFixture[str]
) -> None:
    own = dossier(store, person, days_ago=LONG)
    assert purge_plan.begin_by_term(store, system(), own, POLICY, today()) is not None
    assert run(["purge"]) == 0
    assert f"{own}: expurgado;" in capsys.readouterr().out


def test_a_day_to_come_serves_to_look_only(
    store: Store, person: Person, environment: None, capsys: pytest.CaptureFixture[str]
) -> None:
    dossier(store, person)
    later = (today() + timedelta(days=LONG)).isoformat()
    assert run(["purge", "--as-of", later, "--dry-run", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["previstos"]) == 1
    assert run(["purge", "--as-of", later]) == 2
    assert len(holding(store.settings.home, f"{MARK}A")) == 4


def test_a_request_needs_who_and_why(
    store: Store, person: Person, environment: None, capsys: pytest.CaptureFixture[str]
) -> None:
    own = str(dossier(store, person))
    supervisor = user(store, "supervisor", person.entidade_id)
    foreign = user(store, "administrador")
    assert run(["purge", "--dossie", own]) == 2
    assert run(["purge", "--dossie", own, "--porque", "x"]) == 2
    assert run(["purge", "--dossie", own, "--porque", "x", "--ator", person.login]) == 2
    assert run(["purge", "--dossie", own, "--porque", "x", "--ator", foreign.login]) == 2
    assert run(["purge", "--dossie", "x", "--porque", "x", "--ator", supervisor.login]) == 2
    assert run(["purge", "--porque", "x"]) == 2
    assert row(store, UUID(own)).estado == "concluido"
    assert run(["purge", "--dossie", own, "--porque", "pedido", "--ator", supervisor.login.upper()]) == 0
    with store.database.begin() as connection:
        told = connection.execute(sa.select(auditoria).where(auditoria.c.acao == "expurgo.iniciar")).one()
    assert (told.ator, told.porque, told.papel) == (supervisor.login, "pedido", "supervisor")


def test_an_office_with_terms_of_its_own(
    store: Store,
    person: Person,
    environment: None,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    own = dossier(store, person, days_ago=12)
    path = tmp_path / "prazos.toml"
    path.write_text(
        '[[prazos]]\npara = ["contrato_social", "documento_identidade", "ficha", "relatorio"]\ndias = 10\n'
        'razao = "norma interna"\n[lista]\nmanter = ["cnpj", "nome"]\n'
    )
    monkeypatch.setenv("DOCVERIFY_RETENCAO", str(path))
    assert run(["purge"]) == 0
    found = row(store, own)
    assert (found.estado, found.cnpj, found.razao_social) == ("expurgado", "11222333000181", None)
    assert found.nome == f"{MARK}ANOME"
    path.write_text('[[prazos]]\npara = ["ficha"]\ndias = "dez"\nrazao = "x"\n')
    assert run(["purge"]) == 2
    assert "linha 3" in capsys.readouterr().err


def test_old_drafts_go(store: Store, person: Person, environment: None) -> None:
    own = dossier(store, person)
    with store.database.begin() as connection:
        connection.execute(
            dossies.update()
            .where(dossies.c.id == own)
            .values(estado="rascunho", atualizado_em=datetime.now(UTC) - timedelta(days=5))
        )
    assert run(["purge"]) == 0
    with store.database.begin() as connection:
        assert connection.execute(sa.select(dossies)).first() is None
    assert holding(store.settings.home / "arquivos" / "originais", MARK) == []


@pytest.fixture
def embedded(tmp_path: Path) -> Iterator[Store]:
    settings = ServiceSettings(home=tmp_path / "casa", secret=SecretStr("segredo somente para os testes"))
    opened = open_store(settings, pool=4)
    yield opened
    opened.close()


@pytest.mark.slow
def test_the_whole_home_folder_holds_nothing_with_the_files_of_the_database(embedded: Store) -> None:
    """Not even in what PostgreSQL leaves of old rows: its tables, statistics, log and write-ahead log."""
    person = user(embedded)
    top = embedded.settings.home / "cache"
    for number in range(3):
        dossier(embedded, person, tag=f"A{number}", days_ago=LONG, cache=top)
    with embedded.database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(sa.text("ANALYZE"))
        connection.execute(sa.text("CHECKPOINT"))
    found = holding(embedded.settings.home, f"{MARK}A")
    assert any("postgres/base" in path for path in found)
    assert any("pg_wal" in path for path in found)
    assert len(purge_due(embedded, top)) == 3
    assert purge.compact(embedded) == []
    assert holding(embedded.settings.home, f"{MARK}A") == []
    assert verify(embedded).intacta


def test_a_table_in_use_is_left_for_another_time(store: Store, person: Person, pages: Path) -> None:
    dossier(store, person, days_ago=LONG)
    purge_due(store, pages)
    with store.database.begin() as connection:
        connection.execute(sa.text("LOCK TABLE vereditos IN ACCESS SHARE MODE"))
        assert purge.compact(store, wait_s=0.2) == ["vereditos"]
    assert purge.compact(store) == []

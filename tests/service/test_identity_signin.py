from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher

from docverify.store import passwords
from docverify.store.identity import utcnow
from docverify.store.opening import Store
from docverify.store.people import (
    Visit,
    accept_invitation,
    authenticate_session,
    claim_first,
    first_admin_link,
    invitations,
    sessions,
    sign_in,
    sign_out,
    sweep,
    users,
)
from docverify.store.refusals import Gone, Invalid, TooMany
from docverify.store.signin import Rejected
from docverify.store.tables import entidades, entradas, sessoes, usuarios
from docverify_api.visits import hashing
from tests.service import people
from tests.service.people import PASSWORD


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hashes that cost little, where it is not about them."""
    monkeypatch.setattr(passwords, "hasher", PasswordHasher(time_cost=1, memory_cost=64, parallelism=1))
    passwords._nobody.cache_clear()
    yield
    passwords._nobody.cache_clear()


def _fail(store: Store, login: str, address: str) -> str:
    try:
        sign_in(store, login, "não é esta senha", Visit(address))
    except (Rejected, TooMany) as error:
        return error.codigo
    raise AssertionError("a wrong password opened")


@pytest.mark.usefixtures("quick")
def test_one_login_is_not_guessed_from_many_addresses(store: Store) -> None:
    person = people.user(store, senha=PASSWORD)
    limit = store.settings.logins_per_minute
    codes = [_fail(store, person.login, f"198.51.100.{n}") for n in range(limit + 3)]
    assert codes == ["entrada_recusada"] * limit + ["tentativas_demais"] * 3
    with pytest.raises(TooMany):
        sign_in(store, person.login, PASSWORD, Visit("203.0.113.9"))


@pytest.mark.usefixtures("quick")
def test_one_address_does_not_guess_many_logins(store: Store) -> None:
    limit = store.settings.logins_per_minute
    codes = [_fail(store, f"pessoa{n}@exemplo.com.br", "198.51.100.7") for n in range(limit + 1)]
    assert codes[-1] == "tentativas_demais"
    assert _fail(store, "outra@exemplo.com.br", "198.51.100.8") == "entrada_recusada"


@pytest.mark.usefixtures("quick")
def test_who_was_here_before_is_not_kept_out_by_strangers(store: Store) -> None:
    person = people.user(store, senha=PASSWORD)
    sign_in(store, person.login, PASSWORD, Visit("203.0.113.9"))
    for n in range(3 * store.settings.logins_per_minute):
        _fail(store, person.login, f"198.51.100.{n}")
    assert sign_in(store, person.login, PASSWORD, Visit("203.0.113.9"))
    with pytest.raises(TooMany):
        sign_in(store, person.login, PASSWORD, Visit("203.0.113.10"))


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:198.51.100.7", "198.51.100.7", True),
        ("testclient", "", True),
    ],
)
def test_what_counts_as_one_address(store: Store, one: str, other: str, same: bool) -> None:
    for n in range(store.settings.logins_per_minute):
        _fail(store, f"pessoa{n}@exemplo.com.br", one)
    assert _fail(store, "outra@exemplo.com.br", other) == ("tentativas_demais" if same else "entrada_recusada")


@pytest.mark.usefixtures("quick")
def test_success_is_not_counted_and_being_refused_does_not_prolong_the_wait(store: Store) -> None:
    person = people.user(store, senha=PASSWORD)
    visit = Visit("198.51.100.7")
    for _ in range(store.settings.logins_per_minute + 5):
        sign_in(store, person.login, PASSWORD, visit)
    for _ in range(3 * store.settings.logins_per_minute):
        _fail(store, person.login, "198.51.100.7")
    with store.database.begin() as connection:
        counted = connection.execute(sa.select(sa.func.count()).select_from(entradas)).scalar_one()
    assert counted == store.settings.logins_per_minute


@pytest.mark.usefixtures("quick")
def test_a_hundred_guesses_at_once_are_counted_too(store: Store) -> None:
    person = people.user(store, senha=PASSWORD)
    codes: list[str] = []
    threads = [
        threading.Thread(target=lambda: codes.append(_fail(store, person.login, "198.51.100.7"))) for _ in range(30)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert codes.count("entrada_recusada") == store.settings.logins_per_minute


def test_an_unknown_login_costs_the_same_work(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    person, never = people.user(store, senha=PASSWORD), people.user(store)
    done: list[str] = []
    verify = passwords.hasher.verify

    class Counting:
        def verify(self, stored: str, senha: bytes) -> bool:
            done.append(stored.rsplit("$", 2)[0])
            return verify(stored, senha)

        def check_needs_rehash(self, stored: str) -> bool:
            return False

        hash = passwords.hasher.hash

    monkeypatch.setattr(passwords, "hasher", Counting())
    for login in (person.login, never.login, "ninguem@exemplo.com.br"):
        assert _fail(store, login, "198.51.100.7") == "entrada_recusada"
    assert len(done) == 3 and len(set(done)) == 1, "one hash each, with the same parameters"


@pytest.mark.usefixtures("quick")
def test_a_hash_of_other_parameters_is_made_anew(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    person = people.user(store, senha=PASSWORD)
    monkeypatch.setattr(passwords, "hasher", PasswordHasher(time_cost=2, memory_cost=128, parallelism=1))

    def stored() -> str:
        with store.database.begin() as connection:
            row = connection.execute(sa.select(usuarios.c.senha_hash).where(usuarios.c.id == person.id))
            return str(row.scalar_one())

    before = stored()
    sign_in(store, person.login, PASSWORD, Visit())
    after = stored()
    assert "m=64," in before and "m=128," in after
    sign_in(store, person.login, PASSWORD, Visit())
    assert stored() == after


def test_passwords_are_hashed_with_argon2id_and_at_most_two_at_a_time() -> None:
    assert passwords.hashed(PASSWORD).startswith("$argon2id$")
    running, most = 0, 0
    lock = threading.Lock()

    def work() -> None:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        time.sleep(0.02)
        with lock:
            running -= 1

    async def flood() -> None:
        await asyncio.gather(*(hashing(work) for _ in range(12)))

    asyncio.run(flood())
    assert most == 2


@pytest.mark.parametrize(
    "senha",
    [
        "",
        "xyz9k",
        "a" * 9,
        "a" * 257,
        "aaaaaaaaaaaa",
        "abababababab",
        "1234567890",
        "12345678901234",
        "987654321098",
        "Senha12345",
        "BRASIL2026",
        "maria.silva@exemplo.com.br",
        "maria.silva2026",
        "Maria.Silva!!",
        "com nulo\0no meio",
        "com \ud800 solto no meio",
        "ｓｅｎｈａ１２３４５",
    ],
)
def test_a_weak_password_is_refused_and_not_repeated(senha: str) -> None:
    with pytest.raises(Invalid) as refused:
        passwords.check_new(senha, "maria.silva@exemplo.com.br")
    assert refused.value.codigo == "senha_fraca"
    assert not senha or senha not in refused.value.mensagem


@pytest.mark.parametrize(
    "senha", ["uma frase curta", "çãéõü ñ 12345", "correct horse", "7tK!x0q_Zp", "x" * 3 + "yzwkq" * 50]
)
def test_a_good_password_is_taken(senha: str) -> None:
    assert passwords.verify(passwords.hashed(passwords.check_new(senha, "maria@exemplo.com.br")), senha)


def test_accents_typed_in_two_ways_are_one_password() -> None:
    stored = passwords.hashed(passwords.check_new("coração e pão", "m@exemplo.com.br"))
    assert passwords.verify(stored, "corac\u0327a\u0303o e pa\u0303o")
    assert not passwords.verify(stored, "coracao e pao")
    assert not passwords.verify(None, "coração e pão")
    assert not passwords.verify("não é um hash", "coração e pão")


def test_a_session_moves_on_while_it_is_used_and_ends_in_any_case(store: Store) -> None:
    person = people.user(store)
    with store.database.begin() as connection:
        token = sessions.open_session(connection, store.settings, person.id, None)
    begin = utcnow()

    def alive(hours: float) -> bool:
        with store.database.begin() as connection:
            now = begin + timedelta(hours=hours)
            found = authenticate_session(connection, store.settings, store.secret, token, now=now)
            return found is not None

    idle = store.settings.session_hours
    steps = [n * (idle - 1) for n in range(1, int(sessions.LONGEST.total_seconds() / 3600 / (idle - 1)) + 1)]
    assert all(alive(hours) for hours in steps)
    assert not alive(sessions.LONGEST.total_seconds() / 3600 + 0.1)
    with store.database.begin() as connection:
        other = sessions.open_session(connection, store.settings, person.id, None)
    token = other
    assert alive(idle - 0.5) and not alive(2 * idle)


def test_the_token_of_a_session_is_nowhere_in_the_database(store: Store) -> None:
    person = people.user(store)
    with store.database.begin() as connection:
        token = sessions.open_session(connection, store.settings, person.id, None)
        text = connection.execute(sa.text("SELECT string_agg(s::text, '|') FROM sessoes s")).scalar_one()
    assert token not in text and sessions.csrf_token(store.secret, token) not in text


def test_another_secret_makes_another_csrf_token(store: Store) -> None:
    token = "A" * 43
    other = replace(store, secret=b"outro segredo")
    assert sessions.csrf_token(store.secret, token) != sessions.csrf_token(other.secret, token)


@pytest.mark.usefixtures("quick")
def test_old_attempts_sessions_and_links_are_forgotten(store: Store) -> None:
    person = people.user(store, senha=PASSWORD)
    _fail(store, person.login, "198.51.100.7")
    sign_in(store, person.login, PASSWORD, Visit("198.51.100.7"))
    with store.database.begin() as connection:
        sweep(connection)
        assert connection.execute(sa.select(sa.func.count()).select_from(entradas)).scalar_one() == 1
        connection.execute(sa.text("UPDATE entradas SET quando = quando - interval '25 hours'"))
        connection.execute(sessoes.update().values(expira_em=utcnow() - timedelta(days=31)))
        sweep(connection)
        for table in (entradas, sessoes):
            assert connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one() == 0


@pytest.mark.usefixtures("quick")
def test_a_link_used_twice_at_once_works_once(store: Store) -> None:
    chief, person = people.user(store, "administrador", todas=True), people.user(store)
    with store.database.begin() as connection:
        token, _ = invitations.invite(connection, store.ledger, chief.actor, person.id)
    outcomes = _at_once(
        *(lambda n=n: accept_invitation(store, token, f"frase comprida {n}", Visit()) for n in range(4))
    )
    assert sum(isinstance(outcome, str) for outcome in outcomes) == 1
    assert {type(outcome) for outcome in outcomes} == {str, Gone}


@pytest.mark.usefixtures("quick")
def test_of_two_first_administrators_at_once_there_is_one(store: Store) -> None:
    tokens = [first_admin_link(store) or "" for _ in range(2)]
    outcomes = _at_once(
        *(
            lambda n=n: claim_first(
                store,
                tokens[n],
                entidade=f"Casa {n}",
                nome="Ana",
                login=f"ana{n}@exemplo.com.br",
                senha=PASSWORD,
                visit=Visit(),
            )
            for n in range(2)
        )
    )
    assert sum(isinstance(outcome, str) for outcome in outcomes) == 1
    with store.database.begin() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(usuarios)).scalar_one() == 1
        assert connection.execute(sa.select(sa.func.count()).select_from(entidades)).scalar_one() == 1


@pytest.mark.usefixtures("quick")
def test_inviting_anew_using_a_link_and_leaving_at_once_wait_for_each_other_in_order(store: Store) -> None:
    chief, person = people.user(store, "administrador", todas=True), people.user(store, senha=PASSWORD)

    def invite() -> str:
        with store.database.begin() as connection:
            return invitations.invite(connection, store.ledger, chief.actor, person.id)[0]

    def rename(n: int) -> None:
        with store.database.begin() as connection:
            users.change(connection, store.ledger, chief.actor, person.id, {"nome": f"Nome {n}"})

    for n in range(6):
        token = invite()
        session = sign_in(store, person.login, PASSWORD, Visit())
        outcomes = _at_once(
            invite,
            lambda token=token: accept_invitation(store, token, PASSWORD, Visit()),
            lambda session=session: sign_out(store, person.actor, session),
            lambda session=session: sign_in(store, person.login, PASSWORD, Visit(token=session)),
            lambda n=n: rename(n),
        )
        unexpected = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
        assert all(isinstance(outcome, (Gone, Rejected)) for outcome in unexpected), unexpected


def _at_once(*acts: Callable[[], object]) -> list[object]:
    """Do several things at once, and return what each gave or raised."""
    together = threading.Barrier(len(acts))

    def one(act: Callable[[], object]) -> object:
        together.wait()
        try:
            return act()
        except Exception as error:
            return error

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(one, acts))

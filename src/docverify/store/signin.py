"""Proving who one is: by password, by a one-time link, by what another service vouches for.

Failed attempts are counted per login and per address within a minute, before any work is done for them; whoever has
too many waits until the first of them is a minute old. So guessing is slow, and nobody is locked out for longer than
the guessing goes on: an address from which the account was used before is not held to what others do to the login.
"""

from __future__ import annotations

import ipaddress
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from docverify.store import entities, passwords, users
from docverify.store.actors import Actor
from docverify.store.identity import ACTOR_COLUMNS, LIVE, LOGIN_LONGEST, actor_of, clean_login, clean_name, utcnow
from docverify.store.invitations import FIRST, PASSWORD, issue, look, use, withdraw
from docverify.store.opening import Store
from docverify.store.refusals import Conflict, Invalid, Refusal, TooMany
from docverify.store.sessions import end_session, end_sessions_of, open_session
from docverify.store.tables import convites, entidades, entradas, sessoes, usuarios
from docverify.store.users import has_administrator, lock_administration

WINDOW = timedelta(minutes=1)


class Rejected(Refusal):
    """A login or password is wrong; which, is not told."""


@dataclass(frozen=True, slots=True)
class Visit:
    """From where somebody comes.

    Attributes:
        endereco_ip: Their address.
        pedido_id: Of the request.
        token: Of the session that the browser had, which ends.
    """

    endereco_ip: str = ""
    pedido_id: str | None = None
    token: str | None = None


def sign_in(store: Store, login: str, senha: str, visit: Visit) -> str:
    """Sign somebody in by password, and return the token of a new session. Slow on purpose: not for the event loop.

    Args:
        store: The installation.
        login: As typed.
        senha: As typed.
        visit: From where.

    Raises:
        Rejected: ``entrada_recusada``.
        TooMany: ``tentativas_demais``.
    """
    name = login.strip().lower()[:LOGIN_LONGEST].replace("\0", "\ufffd").encode("utf-8", "replace").decode("utf-8")
    with store.database.begin() as connection:
        attempt = _attempt(connection, store, name, visit)
        row = connection.execute(_user().where(usuarios.c.login == name)).one_or_none()
    right = passwords.verify(None if row is None else row.senha_hash, senha)
    if row is None or not right or not row.ativa:
        raise Rejected("entrada_recusada", "e-mail ou senha não conferem")
    fresh = passwords.hashed(senha) if passwords.outdated(row.senha_hash) else None
    with store.database.begin() as connection:
        now = connection.execute(_user().where(usuarios.c.id == row.usuario_id).with_for_update(of=usuarios)).one()
        if now.senha_hash != row.senha_hash or not now.ativa:
            raise Rejected("entrada_recusada", "e-mail ou senha não conferem")
        if fresh is not None:
            connection.execute(usuarios.update().where(usuarios.c.id == row.usuario_id).values(senha_hash=fresh))
        connection.execute(entradas.delete().where(entradas.c.id == attempt))
        return admit(connection, store, actor_of(now, pedido_id=visit.pedido_id), visit, "senha")


def admit(
    connection: Connection,
    store: Store,
    actor: Actor,
    visit: Visit,
    how: str,
    *told: tuple[str, Mapping[str, str]],
) -> str:
    """Open a session for somebody who has proved who they are; the one that the browser had ends.

    Args:
        connection: In a transaction; nothing else is to be written in it.
        store: The installation.
        actor: Who.
        visit: From where.
        how: By what they proved it: ``senha``, ``convite``, ``oidc``.
        told: What else was done to the account, for the audit chain. It is written last: whoever writes there waits
            for whoever else does, and must not then wait for a row that the other holds.

    Returns:
        The session's token.
    """
    assert actor.usuario_id is not None
    if visit.token is not None:
        end_session(connection, visit.token)
    token = open_session(connection, store.settings, actor.usuario_id, _network(visit.endereco_ip))
    for acao, depois in (*told, ("sessao.abrir", {"por": how})):
        store.ledger.append(
            connection,
            actor,
            acao,
            "usuario",
            actor.usuario_id,
            entidade_id=actor.entidade_id,
            depois=depois,
        )
    return token


def sign_out(store: Store, actor: Actor, token: str) -> None:
    """End a session."""
    with store.database.begin() as connection:
        if end_session(connection, token):
            store.ledger.append(
                connection, actor, "sessao.encerrar", "usuario", actor.usuario_id, entidade_id=actor.entidade_id
            )


def first_admin_link(store: Store) -> str | None:
    """Return the token of a link by which the first administrator is made; None where there is one.

    Args:
        store: The installation.
    """
    with store.database.begin() as connection:
        return None if has_administrator(connection) else issue(connection, FIRST, None)[0]


def claim_first(store: Store, token: str, *, entidade: str, nome: str, login: str, senha: str, visit: Visit) -> str:
    """Make the first entity and its administrator by a one-time link, and return the token of a session.

    Args:
        store: The installation.
        token: Of the link.
        entidade: Name of the entity.
        nome: Of the person.
        login: E-mail address.
        senha: The password.
        visit: From where.

    Raises:
        Gone: ``convite_invalido``.
        Invalid: A value cannot be used.
        Conflict: ``ja_iniciado``, ``entidade_existente``, ``login_em_uso``.
    """
    with store.database.begin() as connection:
        look(connection, FIRST, token)
    login, nome, entidade = clean_login(login), clean_name(nome), clean_name(entidade, "entidade")
    stored = passwords.hashed(passwords.check_new(senha, login))
    with store.database.begin() as connection:
        lock_administration(connection)
        if has_administrator(connection):
            raise Conflict("ja_iniciado", "já há um administrador; entre, ou peça um convite a ele")
        use(connection, look(connection, FIRST, token, locked=True))
        connection.execute(convites.delete().where(convites.c.finalidade == FIRST, convites.c.usado_em.is_(None)))
        maker = Actor("sistema", todas_entidades=True, pedido_id=visit.pedido_id)
        house = entities.create(connection, store.ledger, maker, nome=entidade)
        row = users.create(
            connection,
            store.ledger,
            maker,
            nome=nome,
            login=login,
            papel="administrador",
            entidade_id=house.id,
            todas_entidades=True,
        )
        connection.execute(usuarios.update().where(usuarios.c.id == row.id).values(senha_hash=stored))
        actor = Actor(row.login, row.id, row.papel, row.entidade_id, True, pedido_id=visit.pedido_id)
        return admit(connection, store, actor, visit, "convite")


def first_faults(*, entidade: str, nome: str, login: str, senha: str) -> list[Invalid]:
    """Return everything that cannot be used of what :func:`claim_first` is to be given, not the first fault alone.

    Args:
        entidade: Name of the entity.
        nome: Of the person.
        login: E-mail address.
        senha: The password.
    """
    looks: tuple[Callable[[], str], ...] = (
        lambda: clean_name(entidade, "entidade"),
        lambda: clean_name(nome),
        lambda: clean_login(login),
        lambda: passwords.check_new(senha, login.strip()),
    )
    found: list[Invalid] = []
    for look_at in looks:
        try:
            look_at()
        except Invalid as error:
            found.append(error)
    return found


def accept_invitation(store: Store, token: str, senha: str, visit: Visit) -> str:
    """Set a password by a one-time link, and return the token of a session; all others of the user end.

    Args:
        store: The installation.
        token: Of the link.
        senha: The new password.
        visit: From where.

    Raises:
        Gone: ``convite_invalido``.
        Invalid: ``senha_fraca``.
    """
    with store.database.begin() as connection:
        invitation = look(connection, PASSWORD, token)
    stored = passwords.hashed(passwords.check_new(senha, invitation.login))
    with store.database.begin() as connection:
        # the account before the link, as whoever invites anew does: neither waits for the other
        connection.execute(sa.select(usuarios.c.id).where(usuarios.c.id == invitation.usuario_id).with_for_update())
        invitation = look(connection, PASSWORD, token, locked=True)
        assert invitation.usuario_id is not None
        use(connection, invitation)
        return _new_password(connection, store, invitation.usuario_id, stored, visit, "convite")


def change_password(store: Store, actor: Actor, atual: str, nova: str, visit: Visit) -> str:
    """Change one's own password, and return the token of a new session; all others end.

    Args:
        store: The installation.
        actor: Who, signed in.
        atual: The password until now.
        nova: The new one.
        visit: From where.

    Raises:
        Rejected: ``senha_atual_incorreta``.
        Invalid: ``senha_fraca``.
        TooMany: ``tentativas_demais``.
    """
    assert actor.usuario_id is not None
    new = passwords.check_new(nova, actor.ator)
    with store.database.begin() as connection:
        attempt = _attempt(connection, store, actor.ator, visit)
        row = connection.execute(_user().where(usuarios.c.id == actor.usuario_id)).one()
    if not passwords.verify(row.senha_hash, atual):
        raise Rejected("senha_atual_incorreta", "a senha atual não confere", campo="atual")
    stored = passwords.hashed(new)
    with store.database.begin() as connection:
        connection.execute(entradas.delete().where(entradas.c.id == attempt))
        return _new_password(connection, store, actor.usuario_id, stored, visit, "senha")


def sign_in_vouched(store: Store, subject: str, email: str | None, visit: Visit) -> str:
    """Sign in somebody for whom another service vouches, and return the token of a new session.

    Accounts are never made here. The first time somebody is found by the address that the service has checked; from
    then on by the service's own name for them, which does not change hands as addresses do.

    Args:
        store: The installation.
        subject: Issuer and the service's own name of the person.
        email: Their address, if the service has checked it.
        visit: From where.

    Raises:
        Rejected: ``conta_desconhecida``: no active account is theirs.
    """
    with store.database.begin() as connection:
        row = connection.execute(_user().where(usuarios.c.oidc_sub == subject)).one_or_none()
        first = row is None and email is not None
        if first:
            mine = sa.and_(usuarios.c.login == (email or "").strip().lower(), usuarios.c.oidc_sub.is_(None))
            row = connection.execute(_user().where(mine).with_for_update(of=usuarios)).one_or_none()
        if row is None or not row.ativa:
            raise Rejected("conta_desconhecida", "não há conta ativa aqui para esta pessoa; peça a um administrador")
        actor = actor_of(row, pedido_id=visit.pedido_id)
        if first:
            connection.execute(usuarios.update().where(usuarios.c.id == row.usuario_id).values(oidc_sub=subject))
            told = (("usuario.vincular", {"emissor": subject.partition("#")[0]}),)
            return admit(connection, store, actor, visit, "oidc", *told)
        return admit(connection, store, actor, visit, "oidc")


def sweep(connection: Connection) -> None:
    """Forget failed attempts after a day, and sessions and links a month after their end."""
    now = utcnow()
    connection.execute(entradas.delete().where(entradas.c.quando < now - timedelta(days=1)))
    connection.execute(sessoes.delete().where(sessoes.c.expira_em < now - timedelta(days=30)))
    connection.execute(convites.delete().where(convites.c.expira_em < now - timedelta(days=30)))


def _new_password(connection: Connection, store: Store, usuario_id: object, stored: str, visit: Visit, how: str) -> str:
    """Put a new password in force: older sessions and links end."""
    whose = usuarios.c.id == usuario_id
    connection.execute(usuarios.update().where(whose).values(senha_hash=stored))
    row = connection.execute(_user().where(whose)).one()
    end_sessions_of(connection, whose)
    withdraw(connection, row.usuario_id)
    actor = actor_of(row, pedido_id=visit.pedido_id)
    return admit(connection, store, actor, visit, how, ("usuario.definir_senha", {"por": how}))


def _user() -> sa.Select[tuple[object, ...]]:
    return sa.select(usuarios.c.senha_hash, LIVE.label("ativa"), *ACTOR_COLUMNS).join_from(
        usuarios, entidades, entidades.c.id == usuarios.c.entidade_id
    )


def _attempt(connection: Connection, store: Store, login: str, visit: Visit) -> int:
    """Note an attempt as failed until it succeeds, and return its number.

    Attempts on one login or from one address wait for each other here, so that a hundred at once are counted too.

    Raises:
        TooMany: ``tentativas_demais``: this one is not counted, so that insisting does not prolong the wait.
    """
    now, where = utcnow(), _network(visit.endereco_ip)
    for name in sorted((f"login {login}", f"endereco {where}")):
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))"), {"name": name})
    known = (
        sa.select(sessoes.c.id)
        .join_from(sessoes, usuarios)
        .where(usuarios.c.login == login, sessoes.c.endereco_ip == where)
        .exists()
    )
    recent = entradas.c.quando > now - WINDOW
    counted = sa.or_(
        entradas.c.endereco_ip == where,
        sa.and_(entradas.c.login == login, sa.not_(known)),
    )
    limit = store.settings.logins_per_minute
    rows = connection.execute(
        sa.select(entradas.c.login, entradas.c.endereco_ip, entradas.c.quando)
        .where(recent, counted)
        .order_by(entradas.c.quando.desc())
        .limit(4 * limit)
    ).all()
    of_address = [row.quando for row in rows if row.endereco_ip == where]
    of_login = [row.quando for row in rows if row.login == login]
    for times in (of_address, of_login):
        if len(times) >= limit:
            wait = max(1, math.ceil((times[limit - 1] + WINDOW - now).total_seconds()))
            raise TooMany("tentativas_demais", f"tentativas demais; espere {wait} s e tente de novo", wait)
    made = connection.execute(
        entradas.insert().values(login=login, endereco_ip=where, quando=now).returning(entradas.c.id)
    )
    return int(made.scalar_one())


def _network(address: str) -> str:
    """Return an address as it is counted: of IPv6 the /64, all of which one subscriber has."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return "desconhecido"
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, 64), strict=False).network_address) + "/64"
    return str(parsed)

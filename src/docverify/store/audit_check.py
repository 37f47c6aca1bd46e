"""Looking through the whole audit chain for what was changed, taken away or put in.

The chain is read in its order, some thousand entries at a time; every keyed hash is computed anew, every link followed,
every checkpoint outside the database looked for, and the trigger that refuses changes looked at.
"""

from __future__ import annotations

import hmac
from collections import deque
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from docverify.store.audit import GENESIS, KEY_NAME
from docverify.store.checkpoints import Checkpoint, stored
from docverify.store.embedded import DatabaseUnavailableError
from docverify.store.opening import Store
from docverify.store.tables import auditoria, instalacao

Kind = Literal["alterada", "ligacao", "ausente", "intrusa", "truncada", "ponto", "gatilho", "chave"]

ACCEPTED = "auditoria.aceitar"
"""What an entry is called by which somebody accepts a loss (`docverify.store.audit_accept`)."""

_BLOCK = 2_000
_SHOWN = 50
_BEFORE_EACH_STATEMENT = 2 | 8 | 16 | 32
"""``pg_trigger.tgtype``: before, delete, update, truncate; for each statement."""


@dataclass(frozen=True, slots=True)
class Achado:
    """Something that is not as it was written.

    Attributes:
        tipo: What kind of thing.
        mensagem: What, in Portuguese.
        numero: Which entry.
        quando: When the entry says that it was written.
        acao: What the entry tells of.
    """

    tipo: Kind
    mensagem: str
    numero: int | None = None
    quando: datetime | None = None
    acao: str | None = None


@dataclass
class Verificacao:
    """What became of looking through the chain.

    Attributes:
        entradas: How many entries there are.
        ultimo: The hash of the last one.
        pontos: How many checkpoints it was held against.
        achados: The first of what was found.
        total: How much was found.
        outra_chave: The secret is not the one that the chain was written with: nothing can be said of it.
        nao_conferidas: Entries at the beginning that were written with a key that is lost, as was accepted: only their
            links were followed.
        primeiro_firme: The first entry that holds by our key, 0 where none does.
        ultimo_falho: The last one that does not, 0 where all do.
    """

    entradas: int = 0
    ultimo: str = GENESIS
    pontos: int = 0
    achados: list[Achado] = field(default_factory=list)
    total: int = 0
    outra_chave: bool = False
    nao_conferidas: int = 0
    primeiro_firme: int = 0
    ultimo_falho: int = 0
    outra_marca: bool = False

    @property
    def comeco_de_outra_chave(self) -> bool:
        """The database says that another key began the chain, and from some entry on all hold by ours, none before."""
        return self.outra_marca and 0 < self.ultimo_falho < self.primeiro_firme

    @property
    def intacta(self) -> bool:
        """The chain is as it was written."""
        return not self.total and not self.outra_chave

    def add(self, found: Achado) -> None:
        """Count something found; of very much the first is kept."""
        self.total += 1
        if len(self.achados) < _SHOWN:
            self.achados.append(found)


def verify(store: Store) -> Verificacao:
    """Look through the chain.

    Args:
        store: The installation.

    Raises:
        DatabaseUnavailableError: The database cannot be reached or holds no tables of docverify.
        StorageError: The checkpoints cannot be read.
    """
    # checkpoints first: the chain that is read afterwards holds all that they saw
    points = stored(store.files, store.ledger)
    result = Verificacao(pontos=len(points))
    try:
        with store.database.engine.connect() as connection:
            connection.execute(sa.text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"))
            fingerprint = _fingerprint(connection)
            holding = _walk(store, connection, points, result, _accepted(store, connection))
            _look_at_trigger(connection, result)
    except sa.exc.ProgrammingError as error:
        raise DatabaseUnavailableError(
            "o banco de dados não tem as tabelas do docverify; confira DOCVERIFY_DATABASE_URL ou inicie com docverify "
            "serve"
        ) from error
    except sa.exc.OperationalError as error:
        raise DatabaseUnavailableError(
            "não consegui falar com o banco de dados; confira se o PostgreSQL está no ar e DOCVERIFY_DATABASE_URL"
        ) from error
    _look_at_key(store, fingerprint, points, holding, result)
    return result


def _accepted(store: Store, connection: Connection) -> int:
    """Return up to which entry it was accepted that only links can be followed; what accepts it holds by our key."""
    found = 0
    for row in connection.execute(sa.select(auditoria).where(auditoria.c.acao == ACCEPTED)).mappings():
        entry = dict(row)
        told = entry["depois"] or {}
        until = told.get("nao_conferidas_ate") if isinstance(told, dict) else None
        if isinstance(until, int) and hmac.compare_digest(store.ledger.digest(entry), entry["resumo"]):
            found = max(found, min(until, entry["numero"] - 1))
    return found


def _walk(store: Store, connection: Connection, points: list[Checkpoint], result: Verificacao, accepted: int) -> int:
    """Follow the chain to its end; return how many entries hold by our key."""
    waiting = deque(sorted((p for p in points if p.valido), key=lambda point: point.numero))
    statement = sa.select(auditoria).order_by(auditoria.c.numero).execution_options(yield_per=_BLOCK)
    expected, previous, torn, holding = 1, GENESIS, False, 0
    for found in connection.execute(statement).mappings():
        row = dict(found)
        number: int = row["numero"]
        _gap(expected, number, row, result)
        whole = hmac.compare_digest(store.ledger.digest(row), row["resumo"])
        holding += whole
        _mark(result, number, whole=whole)
        if not whole and number <= accepted:
            result.nao_conferidas += 1
            if row["anterior"] != previous and number == expected:
                result.add(_of(row, "ligacao", f"a entrada {number} não segue a que está antes dela"))
        elif not whole:
            result.add(_of(row, "alterada", f"a entrada {number} não é a que foi escrita"))
        if number == expected and row["anterior"] != previous and whole and not torn:
            result.add(_of(row, "ligacao", f"a entrada {number} não segue a que está antes dela"))
        while waiting and waiting[0].numero <= number:
            point = waiting.popleft()
            if point.numero < number or point.resumo != row["resumo"]:
                result.add(_replaced(point, row))
        expected, previous, torn = number + 1, row["resumo"], not whole and number > accepted
        result.entradas += 1
    result.ultimo = previous
    if waiting:
        result.add(_truncated(waiting[-1], expected - 1))
    for point in points:
        if not point.valido and point.chave in ("", store.ledger.fingerprint):
            result.add(Achado("ponto", f"o ponto de controle {point.endereco} foi alterado", point.numero or None))
    return holding


def _mark(result: Verificacao, number: int, *, whole: bool) -> None:
    if not whole:
        result.ultimo_falho = max(result.ultimo_falho, number)
    elif not result.primeiro_firme:
        result.primeiro_firme = number


def _gap(expected: int, number: int, row: Any, result: Verificacao) -> None:
    if number > expected:
        last = number - 1
        said = f"falta a entrada {expected}" if last == expected else f"faltam as entradas {expected} a {last}"
        result.add(_of(row, "ausente", f"{said}, antes da entrada {number}", expected))
    elif number < expected:
        result.add(_of(row, "intrusa", f"a entrada {number} está onde devia estar a {expected}"))


def _replaced(point: Checkpoint, row: Any) -> Achado:
    return _of(
        row,
        "truncada",
        f"a cadeia não é a que havia em {_moment(point.quando)}: a entrada {point.numero} era outra. Um estado mais "
        "antigo do banco foi posto no lugar, e a cadeia cresceu de novo a partir dele",
        point.numero,
    )


def _truncated(point: Checkpoint, last: int) -> Achado:
    return Achado(
        "truncada",
        f"o fim da cadeia falta: em {_moment(point.quando)} ela ia até a entrada {point.numero}, e agora vai até a "
        f"{last}. Entradas foram apagadas, ou um estado mais antigo do banco foi posto no lugar",
        last + 1,
        point.quando,
    )


def _look_at_trigger(connection: Connection, result: Verificacao) -> None:
    """See that PostgreSQL still refuses to change or to take away entries."""
    found = connection.execute(
        sa.text(
            "SELECT t.tgenabled, t.tgtype, t.tgqual IS NULL AS always, p.prosrc, c.relhasrules, c.relrowsecurity "
            "FROM pg_class c LEFT JOIN pg_trigger t ON t.tgrelid = c.oid AND t.tgname = 'auditoria_so_cresce' "
            "LEFT JOIN pg_proc p ON p.oid = t.tgfoid WHERE c.oid = 'auditoria'::regclass"
        )
    ).one()
    if found.tgenabled is None:
        said = "o gatilho que impede alterar a auditoria foi retirado"
    elif found.tgenabled not in ("O", "A"):
        said = "o gatilho que impede alterar a auditoria está desligado"
    elif found.tgtype != _BEFORE_EACH_STATEMENT or not found.always or not _refuses(found.prosrc):
        said = "o gatilho que impede alterar a auditoria foi trocado por outro"
    elif found.relhasrules or found.relrowsecurity:
        said = "a tabela da auditoria tem uma regra que não é do docverify"
    else:
        return
    result.add(Achado("gatilho", said + "; com docverify serve parado, recupere o banco de uma cópia de segurança"))


def _refuses(source: str) -> bool:
    words = source.upper().split()
    return words[:3] == ["BEGIN", "RAISE", "EXCEPTION"]


def _fingerprint(connection: Connection) -> str | None:
    value = connection.execute(sa.select(instalacao.c.valor).where(instalacao.c.chave == KEY_NAME)).scalar()
    return str(value.get("digital")) if isinstance(value, dict) else None


def _look_at_key(
    store: Store, fingerprint: str | None, points: list[Checkpoint], holding: int, result: Verificacao
) -> None:
    """Tell a wrong secret from a chain that was tampered with.

    With another secret no entry holds, and the chain says that it was begun with another key. Where a single entry
    holds, the secret is the right one, and whatever says otherwise was changed.
    """
    ours = store.ledger.fingerprint
    others = {f for f in (fingerprint, *(p.chave for p in points)) if f} - {ours}
    if fingerprint is None and (result.entradas or points):
        result.add(Achado("chave", "a marca da chave com que a auditoria começou foi retirada do banco"))
    if result.entradas == 0 and fingerprint == ours and not points:
        result.add(Achado("truncada", "a auditoria está vazia, e já teve entradas", 1))
    result.outra_marca = fingerprint is not None and fingerprint != ours
    if not others:
        return
    if holding == 0 and fingerprint != ours:
        result.outra_chave = True
    else:
        result.add(Achado("chave", "a marca da chave no banco ou num ponto de controle não é a desta instalação"))


def _of(row: Any, kind: Kind, said: str, number: int | None = None) -> Achado:
    return Achado(kind, said, row["numero"] if number is None else number, row["quando"], row["acao"])


def _moment(when: datetime) -> str:
    return when.strftime("%d/%m/%Y %H:%M:%S UTC")

"""``docverify audit``: whether anybody tampered with the audit chain, and what it says."""

from __future__ import annotations

import contextlib
import csv
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any, Literal

import typer

from docverify.cli.app import app, fail
from docverify.cli.options import CallError, counted, parse_day, service_settings
from docverify.errors import EXIT_BAD_INPUT

if TYPE_CHECKING:
    from docverify.store.actors import Actor
    from docverify.store.audit_check import Verificacao
    from docverify.store.opening import Store

audit = typer.Typer(help="Confere e exporta a auditoria.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(audit, name="audit")

_TAMPERED = 1
_OTHER_KEY = (
    "a auditoria foi escrita com outra chave: o DOCVERIFY_SECRET (ou o arquivo “segredo” de DOCVERIFY_HOME) não é o "
    "desta instalação. Nada se pode dizer dela sem a chave certa; recupere-a da cópia de segurança"
)


@contextmanager
def opened(*, pool: int = 2) -> Iterator[Store]:
    """The installation that the environment names, as it is: no table is made or changed.

    Raises:
        CallError: There is none under ``DOCVERIFY_HOME``: a question does not make one.
        DocverifyError: It cannot be opened, or has no tables.
    """
    # imported here: other commands need no database
    import sqlalchemy as sa

    from docverify.store import migrate
    from docverify.store.backup import exists
    from docverify.store.database import UNREACHABLE, passing
    from docverify.store.embedded import DatabaseUnavailableError
    from docverify.store.opening import open_store

    chosen = service_settings()
    if not exists(chosen):
        raise CallError(f"não há instalação em {chosen.home}; confira DOCVERIFY_HOME ou DOCVERIFY_DATABASE_URL")
    store = open_store(chosen, pool=pool, migrated=False)
    try:
        if migrate.revision(store.database) is None:
            raise DatabaseUnavailableError(
                "o banco de dados não tem as tabelas do docverify; confira DOCVERIFY_DATABASE_URL ou inicie com "
                "docverify serve"
            )
        yield store
    except sa.exc.SQLAlchemyError as error:
        if not passing(error):
            raise
        raise DatabaseUnavailableError(UNREACHABLE) from error
    finally:
        store.close()


@audit.command("verify", help="Confere se alguém alterou, apagou ou pôs entradas na auditoria.")
def verify_chain(
    as_json: Annotated[bool, typer.Option("--json", help="resultado em JSON na saída padrão")] = False,
) -> None:
    """Look through the chain; exit status 0 whole, 1 tampered with, 2 another secret, 4 not reachable."""
    from docverify.store.audit_check import verify
    from docverify.store.checkpoints import checkpoint

    with opened() as store:
        result = verify(store)
        if result.intacta:
            checkpoint(store)
    if as_json:
        print(json.dumps(_as_data(result), ensure_ascii=False))
    if result.outra_chave:
        raise typer.Exit(fail(_OTHER_KEY, EXIT_BAD_INPUT))
    if not as_json:
        _tell(result)
    raise typer.Exit(0 if result.intacta else _TAMPERED)


@audit.command("export", help="Escreve a auditoria em JSONL ou CSV, com os CPFs mascarados.")
def export_chain(
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="ARQUIVO", help="(padrão: saída padrão)")
    ] = None,
    form: Annotated[
        Literal["jsonl", "csv"], typer.Option("--format", help="(padrão: jsonl)", show_default=False)
    ] = "jsonl",
    since: Annotated[str | None, typer.Option("--desde", metavar="AAAA-MM-DD", help="primeiro dia (Brasília)")] = None,
    until: Annotated[str | None, typer.Option("--ate", metavar="AAAA-MM-DD", help="último dia (Brasília)")] = None,
) -> None:
    """Write all entries in their order."""
    from docverify.store.actors import system
    from docverify.store.trail import Filtro, export

    filtro = Filtro(
        desde=None if since is None else parse_day("--desde", since),
        ate=None if until is None else parse_day("--ate", until),
    )
    with opened() as store, store.database.begin() as connection, _target(output) as stream:
        entries = export(connection, system(), filtro)
        count = _csv(entries, stream) if form == "csv" else _jsonl(entries, stream)
    print(counted(count, "entrada", "entradas"), file=sys.stderr)


@audit.command(
    "accept",
    short_help="Registra que se aceita uma perda.",
    help="Registra que se aceita uma perda: foi restaurada uma cópia, ou a chave se perdeu.",
)
def accept_loss(
    login: Annotated[str, typer.Option("--ator", metavar="LOGIN", help="o administrador que aceita")],
    reason: Annotated[str, typer.Option("--porque", metavar="TEXTO", help="o que houve; não nomeie pessoas")],
) -> None:
    """Accept that the end of the chain is missing, or that its key is lost; exit status as of ``verify`` afterwards."""
    from docverify.store.audit_accept import accept

    if not reason.strip():
        raise CallError("--porque: diga o que houve")
    with opened() as store:
        result = accept(store, named_actor(store, login, ("administrador",)), reason)
    _tell(result)
    raise typer.Exit(0 if result.intacta else _TAMPERED)


def named_actor(store: Store, login: str, roles: tuple[str, ...]) -> Actor:
    """Return the person that a call names.

    Args:
        store: Of the installation.
        login: As it was given.
        roles: Which of them may do what is asked.

    Raises:
        CallError: There is no such active person, or the role may not.
    """
    import sqlalchemy as sa

    from docverify.store.actors import Actor
    from docverify.store.tables import usuarios

    with store.database.begin() as connection:
        row = connection.execute(
            sa.select(usuarios).where(usuarios.c.login == login.strip().lower(), usuarios.c.ativo)
        ).one_or_none()
    if row is None or row.papel not in roles:
        raise CallError(f"--ator: é preciso o login de quem seja {' ou '.join(roles)}, com a conta ativa")
    return Actor(row.login, row.id, row.papel, row.entidade_id, row.todas_entidades)


def _tell(result: Verificacao) -> None:
    if result.intacta:
        points = "1 ponto de controle conferido"
        if result.pontos != 1:
            points = f"{result.pontos} pontos de controle conferidos"
        print(f"auditoria íntegra: {counted(result.entradas, 'entrada', 'entradas')}, {points}")
        if result.nao_conferidas:
            print(
                f"as {result.nao_conferidas} primeiras, de uma chave que se perdeu, só nas ligações, como foi aceito e "
                "registrado"
            )
        return
    print(f"auditoria ALTERADA: {result.total} problemas em {result.entradas} entradas")
    for found in result.achados:
        when = "" if found.quando is None else f" [{found.quando:%d/%m/%Y %H:%M:%S} UTC]"
        what = "" if found.acao is None else f" ({found.acao})"
        print(f"- {found.mensagem}{what}{when}")
    if result.total > len(result.achados):
        print(f"- e mais {result.total - len(result.achados)}")


def _as_data(result: Verificacao) -> dict[str, Any]:
    return {
        "intacta": result.intacta,
        "outra_chave": result.outra_chave,
        "entradas": result.entradas,
        "nao_conferidas": result.nao_conferidas,
        "ultimo": result.ultimo,
        "pontos_de_controle": result.pontos,
        "problemas": result.total,
        "achados": [
            {
                "tipo": found.tipo,
                "numero": found.numero,
                "quando": None if found.quando is None else found.quando.isoformat(),
                "acao": found.acao,
                "mensagem": found.mensagem,
            }
            for found in result.achados
        ],
    }


@contextmanager
def _target(path: Path | None) -> Iterator[IO[str]]:
    """Where an export goes; a file appears under its name when it is whole."""
    if path is None:
        yield sys.stdout
        return
    aside = path.with_name(f".{path.name}.parte")
    try:
        with aside.open("w", encoding="utf-8", newline="") as stream:
            yield stream
        aside.replace(path)
    finally:
        with contextlib.suppress(OSError):
            aside.unlink()


def _jsonl(entries: Iterator[dict[str, Any]], stream: IO[str]) -> int:
    count = 0
    for entry in entries:
        stream.write(json.dumps(entry, ensure_ascii=False, default=_text) + "\n")
        count += 1
    return count


def _csv(entries: Iterator[dict[str, Any]], stream: IO[str]) -> int:
    from docverify.store.tables import auditoria

    columns = [column.name for column in auditoria.c]
    writer = csv.writer(stream)
    writer.writerow(columns)
    count = 0
    for entry in entries:
        writer.writerow([_cell(entry[name]) for name in columns])
        count += 1
    return count


def _cell(value: Any) -> str:
    """Return a value as a cell that no spreadsheet takes for a formula."""
    if value is None:
        return ""
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, (dict, list)) else _text(value)
    return f"'{text}" if text.lstrip()[:1] in ("=", "+", "-", "@") or text[:1] in ("\t", "\r", "\n") else text


def _text(value: Any) -> str:
    return str(value.isoformat() if hasattr(value, "isoformat") else value)

"""The rows of a purge: what is taken out of them, and that it is out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from docverify.store.listing import files_of, pages_of, search_text
from docverify.store.retention import COLUMNS
from docverify.store.scrub import SCRUBBED, emptied, lost_documents, owners, scrubbed
from docverify.store.tables import arquivos, decisoes, dossies, entregas, expurgos, paginas, rodadas, vereditos

NAME = "dossiê expurgado"
_DOCUMENT = re.compile(r"(?:campo|documento):([0-9]+)(?::|$)")
_GIVEN_UP = "o dossiê foi expurgado"

Row = sa.Row[Any]


@dataclass(frozen=True, slots=True)
class _Files:
    """The originals of a dossier, as a purge sees them.

    Attributes:
        all: Names of all.
        gone: Names of those that this purge takes away.
        renamed: What each is called afterwards.
    """

    all: Set[str]
    gone: Set[str]
    renamed: Mapping[str, str]


def scrub(connection: Connection, purge: Row) -> None:
    """Take out of the rows what a purge takes away, all at once.

    Args:
        connection: In a transaction.
        purge: Row of ``expurgos``.
    """
    dossier = connection.execute(sa.select(dossies).where(dossies.c.id == purge.dossie_id).with_for_update()).one()
    rows = files_of(connection, purge.dossie_id)
    files = _files(rows, purge)
    _verdicts(connection, purge, files)
    for page in _pages(connection, purge, files):
        connection.execute(
            paginas.delete().where(paginas.c.dossie_id == purge.dossie_id, paginas.c.ordem == page.ordem)
        )
    for row in rows:
        if row.nome in files.gone:
            connection.execute(arquivos.update().where(arquivos.c.id == row.id).values(nome=_called(row)))
    if purge.ficha:
        connection.execute(dossies.update().where(dossies.c.id == purge.dossie_id).values(ficha=None))
    if purge.inteiro:
        _empty(connection, dossier, purge)
    connection.execute(expurgos.update().where(expurgos.c.id == purge.id).values(estado="apagado"))


def look(connection: Connection, purge: Row) -> tuple[int, list[str]]:
    """Look through the rows of a dossier for what a purge has taken away.

    Args:
        connection: In a transaction.
        purge: Row of ``expurgos``.

    Returns:
        How many rows were looked at, and what is still there.
    """
    rows = files_of(connection, purge.dossie_id)
    files = _files(rows, purge)
    left = [f"nome do arquivo {row.id}" for row in rows if row.nome in files.gone and row.nome != _called(row)]
    dossier = connection.execute(sa.select(dossies).where(dossies.c.id == purge.dossie_id)).one()
    if purge.ficha and dossier.ficha is not None:
        left.append("ficha")
    verdicts = connection.execute(sa.select(vereditos).where(vereditos.c.dossie_id == purge.dossie_id)).all()
    same = _Files(files.all, files.gone, {name: name for name in files.all})
    # what is scrubbed already does not change when it is scrubbed
    left += [f"veredito {v.versao}" for v in verdicts if _report(v.relatorio, purge, same) != v.relatorio]
    pages = _pages(connection, purge, files)
    left += [f"página {page.ordem}" for page in pages]
    if purge.inteiro:
        kept = _kept(dossier, purge)
        left += [f"coluna {name}" for name, value in kept.items() if getattr(dossier, name) != value]
        for table, condition in (
            (decisoes, decisoes.c.justificativa != SCRUBBED),
            (entregas, entregas.c.corpo != "{}"),
            (rodadas, sa.or_(rodadas.c.erro_mensagem.is_not(None), rodadas.c.parametros.has_key("porque"))),
        ):
            found = sa.select(sa.func.count()).where(table.c.dossie_id == purge.dossie_id, condition)
            left += [f"{table.name}"] * connection.execute(found).scalar_one()
    return 1 + len(rows) + len(verdicts) + len(pages), left


def _files(rows: list[Row], purge: Row) -> _Files:
    ids = {UUID(file["id"]) for file in purge.plano["arquivos"]}
    gone = frozenset(row.nome for row in rows if row.id in ids)
    renamed = {row.nome: _called(row) if row.id in ids else row.nome for row in rows}
    return _Files(frozenset(renamed), gone, renamed)


def _called(row: Row) -> str:
    """Return what a purged original is called: by what its stub says of it anyway."""
    return f"expurgado-{row.ordem + 1}-{row.digest[:12]}"


def _pages(connection: Connection, purge: Row, files: _Files) -> list[Row]:
    pages = pages_of(connection, purge.dossie_id)
    return [page for page in pages if purge.inteiro or owners(page.arquivo, files.all) & files.gone]


def _report(report: Mapping[str, Any], purge: Row, files: _Files) -> dict[str, Any]:
    if purge.inteiro:
        return emptied(report, files.all, files.renamed, NAME)
    return scrubbed(report, files.all, files.gone, ficha=purge.ficha, renamed=files.renamed)


def _verdicts(connection: Connection, purge: Row, files: _Files) -> None:
    """Scrub every version of the verdict, and the decisions of people about what goes."""
    now = datetime.now(UTC)
    for verdict in connection.execute(sa.select(vereditos).where(vereditos.c.dossie_id == purge.dossie_id)).all():
        values: dict[str, Any] = {"relatorio": _report(verdict.relatorio, purge, files), "expurgado_em": now}
        connection.execute(vereditos.update().where(vereditos.c.id == verdict.id).values(**values))
        lost = lost_documents(verdict.relatorio, files.all, files.gone)
        resting = {i["id"] for i in verdict.relatorio["itens"] if lost.intersection(i["documentos"])}
        made = connection.execute(sa.select(decisoes).where(decisoes.c.veredito_id == verdict.id)).all()
        ids = [d.id for d in made if purge.inteiro or _about(d.alvo, lost, resting)]
        if ids:
            connection.execute(
                decisoes.update()
                .where(decisoes.c.id.in_(ids))
                .values(antes=sa.null(), depois=sa.null(), justificativa=SCRUBBED)
            )


def _about(alvo: str, lost: set[int], resting: set[str]) -> bool:
    """Tell whether a decision is about a document that goes, or an item that rests on one."""
    found = _DOCUMENT.match(alvo)
    return int(found[1]) in lost if found else alvo.removeprefix("item:") in resting


def _kept(dossier: Row, purge: Row) -> dict[str, Any]:
    """Return the columns of a dossier that is purged as a whole."""
    keep = set(purge.plano["manter"])
    values: dict[str, Any] = {name: getattr(dossier, name) if name in keep else None for name in COLUMNS}
    searched = [values["nome"], values["razao_social"], values["cnpj"]]
    values["nome"] = values["nome"] or NAME
    return {
        **values,
        "ficha": None,
        "busca": search_text(*searched),
        "erro_mensagem": None,
        "estado": "expurgado",
        "conteudo": None,
    }


def _empty(connection: Connection, dossier: Row, purge: Row) -> None:
    """Leave of a dossier its stub."""
    own = purge.dossie_id
    connection.execute(dossies.update().where(dossies.c.id == own).values(**_kept(dossier, purge)))
    connection.execute(
        rodadas.update()
        .where(rodadas.c.dossie_id == own)
        .values(erro_mensagem=None, parametros=rodadas.c.parametros.op("-")("porque"))
    )
    connection.execute(entregas.update().where(entregas.c.dossie_id == own).values(corpo="{}"))
    connection.execute(
        entregas.update()
        .where(entregas.c.dossie_id == own, entregas.c.estado == "pendente")
        .values(estado="desistida", detalhe=_GIVEN_UP)
    )

"""Pages that dossiers presented before: one SQLite file, shared by the processes of an office.

Off unless ``DOCVERIFY_DIGITAIS`` names the file: with it a report depends on what was verified before. Of a page only
hashes are kept (its figures, its look), beside the CNPJ, the place and the name of the dossier that presented it.
"""

from __future__ import annotations

import contextlib
import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from docverify.confirmation.reuse import COMPANY, REUSED, Sheet, bound_pages, ours_by_right, same_sheet
from docverify.errors import BadInputError
from docverify.model import Document, Ficha, Page
from docverify.values.addresses import Endereco
from docverify.values.identifiers import cnpj
from docverify.values.sinais import Sinal
from docverify.values.text import fold

_SCHEMA = """
CREATE TABLE IF NOT EXISTS pagina (
    id INTEGER PRIMARY KEY,
    cnpj TEXT NOT NULL,
    lugar TEXT NOT NULL,
    dossie TEXT NOT NULL,
    tipo TEXT NOT NULL,
    digest TEXT NOT NULL,
    impressao TEXT NOT NULL,
    todas TEXT NOT NULL,
    cnpjs TEXT NOT NULL,
    UNIQUE (cnpj, digest)
);
CREATE TABLE IF NOT EXISTS figura (
    marca TEXT NOT NULL,
    pagina INTEGER NOT NULL REFERENCES pagina (id) ON DELETE CASCADE,
    PRIMARY KEY (marca, pagina)
) WITHOUT ROWID;
"""
_WAIT_S = 30.0
_MAX_FIGURES = 60  # of a page: asked for in one statement
_WHOLE = (0.0, 0.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Earlier:
    """A page that a dossier presented before.

    Attributes:
        cnpj: Of the Ficha.
        lugar: Its address, folded.
        dossie: Its name.
        tipo: Of the document.
    """

    cnpj: str
    lugar: str
    dossie: str
    tipo: str


class Registry:
    """The pages presented before.

    Args:
        path: The SQLite file, made where it does not exist.

    Raises:
        BadInputError: It cannot be opened, or is no such file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path.expanduser()
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._open() as connection:
                connection.executescript(_SCHEMA)
        except (OSError, sqlite3.Error) as error:
            raise self._unusable(error) from error

    def _unusable(self, error: Exception) -> BadInputError:
        return BadInputError(
            f"O registro de páginas de DOCVERIFY_DIGITAIS ({self._path}) não pôde ser usado ({error}). Corrija a "
            "configuração, ou retire-a."
        )

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        connection = sqlite3.connect(self._path, timeout=_WAIT_S)
        try:
            connection.execute("PRAGMA foreign_keys = ON")
            with connection:
                yield connection
        finally:
            connection.close()

    def of_others(self, sheet: Sheet, own: str) -> list[Earlier]:
        """Return who presented a sheet before under another CNPJ, by CNPJ and name.

        Args:
            sheet: The page.
            own: CNPJ of this dossier's Ficha.

        Raises:
            BadInputError: The file cannot be used.
        """
        marks = sorted(sheet.longas)[:_MAX_FIGURES]
        holes = ",".join("?" * len(marks))
        # of the long figures of the same sheet four in five are the same; half finds them all
        statement = f"""
            SELECT p.cnpj, p.lugar, p.dossie, p.tipo, p.impressao, p.todas, p.cnpjs, p.id
            FROM pagina p JOIN figura f ON f.pagina = p.id
            WHERE f.marca IN ({holes}) AND p.cnpj <> ?
            GROUP BY p.id HAVING COUNT(*) * 2 >= ? ORDER BY p.cnpj, p.dossie, p.digest
        """  # noqa: S608  (only question marks are put in)
        try:
            with self._open() as connection:
                rows = connection.execute(statement, (*marks, own, len(marks))).fetchall()
                found = []
                for who, place, name, kind, look, every, companies, number in rows:
                    long_ones = connection.execute("SELECT marca FROM figura WHERE pagina = ?", (number,)).fetchall()
                    other = Sheet(frozenset(m for (m,) in long_ones), _set(every), _set(companies), look)
                    if same_sheet(sheet, other):
                        found.append(Earlier(who, place, name, kind))
        except sqlite3.Error as error:
            raise self._unusable(error) from error
        return found

    def remember(self, dossie: str, ficha: Ficha, presented: Sequence[tuple[str, str, Sheet]]) -> None:
        """Keep the pages of a dossier; those that its CNPJ presented before are there already.

        Args:
            dossie: Its name.
            ficha: Its declared data.
            presented: Type of document, digest and sheet of each page.

        Raises:
            BadInputError: The file cannot be used.
        """
        who, place = ficha.cnpj or "", place_of(ficha.endereco)
        try:
            with self._open() as connection:
                for kind, digest, sheet in presented:
                    row = (who, place, dossie, kind, digest, sheet.impressao, _text(sheet.todas), _text(sheet.cnpjs))
                    done = connection.execute(
                        "INSERT OR IGNORE INTO pagina (cnpj, lugar, dossie, tipo, digest, impressao, todas, cnpjs) "
                        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                        row,
                    )
                    if done.rowcount == 1:
                        marks = [(mark, done.lastrowid) for mark in sorted(sheet.longas)]
                        connection.executemany("INSERT OR IGNORE INTO figura (marca, pagina) VALUES (?, ?)", marks)
        except sqlite3.Error as error:
            raise self._unusable(error) from error


def place_of(endereco: Endereco | None) -> str:
    """Return an address as it is compared: CEP and number; empty where either is missing."""
    if endereco is None or not endereco.cep or not endereco.numero:
        return ""
    return f"{re.sub(r'[^0-9]', '', endereco.cep)}/{re.sub(r'[^A-Z0-9]', '', fold(endereco.numero))}"


def across(
    documents: Sequence[Document], pages: Sequence[Page], ficha: Ficha, dossie: str, registry: Registry
) -> tuple[Document, ...]:
    """Mark the documents that another establishment presented before, and keep what this dossier presents.

    A paper that names the applicant is the applicant's, whoever presented it before. A paper that names nobody may have
    been presented by who was at the same address before.

    Args:
        documents: Of the dossier.
        pages: Of the dossier.
        ficha: The declared data; without a CNPJ nothing is compared or kept.
        dossie: Name of the dossier.
        registry: What was presented before.

    Returns:
        The documents with their signs.

    Raises:
        BadInputError: The registry cannot be used.
    """
    if not ficha.cnpj:
        return tuple(documents)
    bound = bound_pages(documents, pages)
    place = place_of(ficha.endereco)
    signs: dict[int, list[Sinal]] = {}
    kept: list[tuple[str, str, Sheet]] = []
    for owner, page, sheet in bound:
        document = documents[owner]
        if ours_by_right(document, ficha):
            kept.append((document.tipo, page.digest, sheet))
            continue
        names_nobody = "cnpj" not in document.campos and "razao_social" not in document.campos
        before = [
            e
            for e in registry.of_others(sheet, ficha.cnpj)
            if not (e.tipo in COMPANY and e.cnpj[:8] == ficha.cnpj[:8])
            and not (names_nobody and place and e.lugar == place)
        ]
        if before:
            said = f"já foi apresentado em outro dossiê (“{before[0].dossie}”, CNPJ {_shown(before[0].cnpj)})"
            other = page.arquivo if page.arquivo != document.arquivo else None
            signs.setdefault(owner, []).append(Sinal(REUSED, said, _WHOLE, page.numero, None, other))
        else:
            kept.append((document.tipo, page.digest, sheet))
    registry.remember(dossie, ficha, kept)
    return tuple(replace(d, sinais=d.sinais + tuple(signs.get(i, ()))) for i, d in enumerate(documents))


def _shown(number: str) -> str:
    with contextlib.suppress(ValueError):
        return cnpj.format(number)
    return number


def _text(marks: frozenset[str]) -> str:
    return " ".join(sorted(marks))


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())

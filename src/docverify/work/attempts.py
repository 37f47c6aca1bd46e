"""One attempt at a run: claim it, fetch the originals, have a child verify them, write the verdict.

Every step may be done twice. What went wrong is told by whose fault it is: the dossier's own (final at once), an
engine's or a defect (tried again, up to ``attempts``), the machine's (no room, the scans or the database away: given
back for as long as it takes, and not counted).
"""

from __future__ import annotations

import contextlib
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar
from uuid import UUID

import sqlalchemy as sa
import structlog
from sqlalchemy.engine import Connection

from docverify.errors import EXIT_BAD_INPUT, DocverifyError
from docverify.store import runs, verdicts
from docverify.store.contents import Original
from docverify.store.embedded import DatabaseUnavailableError
from docverify.store.files import MissingFileError, StorageError, derived_page
from docverify.store.opening import Store
from docverify.store.runs import Attempt
from docverify.store.tables import arquivos, dossies, paginas
from docverify.work import stages
from docverify.work.child import defect
from docverify.work.job import Failure, Job, Outcome, PageImage
from docverify.work.sandbox import Crew, Step
from docverify.work.scratch import Scratch, ScratchError

T = TypeVar("T")

_ZIP = "application/zip"
_FICHA = "ficha.json"
_ROOM_BYTES = 32_000_000
"""What a dossier needs beside its originals, at least."""
_FIRST_FAILURE = Failure("defeito", "o dossiê não foi julgado", 70)
_PATIENCE_S = 5.0
_PROGRESS_S = 0.5

_log = structlog.get_logger("docverify.trabalhador")


class Stopping(BaseException):
    """The worker ends and cannot wait for the database any longer."""


class Attempts:
    """Does attempts, several at a time where several threads call.

    Args:
        store: Of the installation.
        crew: Children that verify.
        scratch: Where temporary files go.
        stopping: Set once what is under way must be given back.
    """

    def __init__(self, store: Store, crew: Crew, scratch: Scratch, stopping: threading.Event) -> None:
        self._store = store
        self._crew = crew
        self._scratch = scratch
        self._stopping = stopping

    def verify(self, rodada_id: UUID, tarefa: int) -> None:
        """Do an attempt at a run, as the job that it is; nothing where the run is over or another's.

        Raises:
            Stopping: The worker ends while the database is away; the job is found again when it is silent.
        """
        stages.reached("recebida")
        store = self._store
        attempt = self._written(lambda c: runs.begin(c, store.ledger, store.settings, rodada_id, tarefa))
        if attempt is None:
            _log.info("rodada.nada_a_fazer", rodada_id=str(rodada_id), tarefa=tarefa)
            return
        bound = {"pedido_id": attempt.pedido_id, "rodada_id": str(rodada_id), "dossie_id": str(attempt.dossie_id)}
        with structlog.contextvars.bound_contextvars(**bound, tentativa=attempt.tentativa):
            _log.info("rodada.iniciada")
            stages.reached("iniciada")
            try:
                self._attempt(attempt)
            except Exception as error:
                _log.error("rodada.defeito", exc_info=error)
                self._failed(attempt, defect(error))

    def illustrate(self, dossie_id: UUID) -> None:
        """Draw the pages of a dossier anew, where no run is under way that will.

        Raises:
            DocverifyError: They cannot be drawn.
            Stopping: The worker ends.
        """
        row = self._written(lambda c: c.execute(sa.select(dossies).where(dossies.c.id == dossie_id)).one_or_none())
        if row is None or row.estado not in ("concluido", "erro"):
            return
        files = self._written(lambda c: runs.originals(c, dossie_id))
        with self._folder(row.entidade_id, dossie_id, row.ficha, files) as (path, folder):
            job = Job(
                path, row.hoje or row.criado_em.date(), paginas=folder / "paginas", so_paginas=True, lado=self._side,
                dono=(str(row.entidade_id), str(dossie_id)),
            )  # fmt: skip
            outcome = self._crew.run(job, lambda _: not self._stopping.is_set())
            if outcome.failure is not None:
                _log.warning("paginas.falharam", dossie_id=str(dossie_id), codigo=outcome.failure.codigo)
                return
            stored = self._stored(row.entidade_id, dossie_id, row.rodada, outcome.pages)
            needless = self._written(lambda c: self._replaced(c, dossie_id, row, stored))
        self._forget(needless, ())

    @property
    def _side(self) -> int:
        return self._store.settings.page_long_side

    def _attempt(self, attempt: Attempt) -> None:
        store = self._store
        try:
            with self._folder(attempt.entidade_id, attempt.dossie_id, attempt.ficha, attempt.arquivos) as (
                path,
                folder,
            ):
                stages.reached("buscada")
                outcome = self._crew.run(self._job(attempt, path, folder), _Listener(self, attempt))
                stages.reached("decidida")
                if outcome.report is None:
                    self._failed(attempt, outcome.failure or _FIRST_FAILURE)
                    return
                pages = self._illustrated(attempt, outcome)
        except MissingFileError as error:
            self._failed(attempt, Failure(error.codigo, error.mensagem, error.exit_status))
            return
        except StorageError as error:
            self._give_back(attempt, error.mensagem)
            return
        stages.reached("gravando")
        report, origin = outcome.report, verdicts.Origin(**outcome.origin)
        former = self._written(lambda c: _keys(c, attempt.dossie_id))
        written = self._written(
            lambda c: verdicts.finish(c, store.ledger, store.settings, attempt, report, origin, pages)
        )
        stages.reached("gravada")
        if written is None:
            _log.warning("rodada.superada", resultado_descartado=True)
            if self._written(lambda c: _is_purged(c, attempt.dossie_id)):
                self._forget([page.endereco for page in pages], ())
            return
        _log.info("rodada.concluida", veredito_id=str(written), resultado=report["resultado"], paginas=len(pages))
        if pages:
            self._forget(former, pages)

    def _job(self, attempt: Attempt, path: Path, folder: Path) -> Job:
        return Job(
            path,
            attempt.hoje,
            norma=attempt.norma,
            data_referencia=attempt.data,
            paginas=folder / "paginas",
            lado=self._side,
            dono=(str(attempt.entidade_id), str(attempt.dossie_id)),
        )

    def _failed(self, attempt: Attempt, failure: Failure) -> None:
        """Say what became of an attempt without a report."""
        if self._stopping.is_set():
            self._give_back(attempt, "o trabalhador está parando", wait=False)
            return
        if failure.sem_espaco or not self._scratch.room(_ROOM_BYTES):
            # whatever it is called, it may have been for want of room: no judgment of the dossier
            self._give_back(attempt, "não há espaço para arquivos temporários")
            return
        store, final = self._store, failure.exit_status == EXIT_BAD_INPUT
        became = self._written(
            lambda c: runs.fail(
                c,
                store.ledger,
                store.settings,
                attempt,
                codigo=failure.codigo,
                mensagem=failure.mensagem,
                retry=not final,
            )  # fmt: skip
        )
        # of bad input the message may repeat what somebody wrote: it is for that somebody, and for no log
        told = {} if final else {"motivo": failure.mensagem}
        _log.warning("rodada.falhou", codigo=failure.codigo, fim=became or "superada", **told)

    def _give_back(self, attempt: Attempt, why: str, *, wait: bool = True) -> None:
        given = self._written(lambda c: runs.give_back(c, self._store.settings, attempt, wait=wait))
        _log.warning("rodada.devolvida", motivo=why, superada=not given)

    @contextlib.contextmanager
    def _folder(
        self, entidade: UUID, dossie: UUID, ficha: bytes | None, files: tuple[Original, ...]
    ) -> Iterator[tuple[Path, Path]]:
        """Give a dossier's files on this machine, and a folder to work in, for the time of a block.

        Raises:
            StorageError: They cannot be fetched, or there is no room.
        """
        if not self._scratch.room(_ROOM_BYTES + sum(file.bytes for file in files)):
            raise ScratchError("não há espaço para arquivos temporários; libere espaço em disco")
        folder = self._scratch.folder / f"{dossie}-{threading.get_ident()}"
        try:
            path = self._fetched(entidade, folder / str(dossie), ficha, files)
            yield path, folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _fetched(self, entidade: UUID, path: Path, ficha: bytes | None, files: tuple[Original, ...]) -> Path:
        """Copy originals to a folder, or a zip that is all there is to its own name; return what is to be opened."""
        try:
            path.mkdir(parents=True)
            for file in files:
                self._store.files.fetch(entidade, file.digest, path / file.nome)
            if ficha is not None:
                (path / _FICHA).write_bytes(ficha)
        except OSError as error:
            raise ScratchError(f"não consegui escrever arquivos temporários ({error.strerror})") from error
        whole = len(files) == 1 and files[0].midia == _ZIP and ficha is None
        return path / files[0].nome if whole else path

    def _illustrated(self, attempt: Attempt, outcome: Outcome) -> tuple[verdicts.Pagina, ...]:
        """Return the images of the pages, stored; none where that fails: the verdict does not wait for them."""
        try:
            stored = self._stored(attempt.entidade_id, attempt.dossie_id, attempt.numero, outcome.pages)
        except (DocverifyError, OSError) as error:
            _log.warning("paginas.falharam", motivo=type(error).__name__)
            return ()
        stages.reached("ilustrada")
        return stored

    def _stored(
        self, entidade: UUID, dossie: UUID, rodada: int, images: tuple[PageImage, ...]
    ) -> tuple[verdicts.Pagina, ...]:
        stored = []
        for ordem, image in enumerate(images):
            key = derived_page(entidade, dossie, rodada, ordem)
            self._store.files.put_bytes(key, image.path.read_bytes())
            stored.append(verdicts.Pagina(image.arquivo, image.numero, image.largura, image.altura, key))
        return tuple(stored)

    def _replaced(
        self,
        connection: Connection,
        dossie_id: UUID,
        seen: sa.Row[tuple[object, ...]],
        pages: tuple[verdicts.Pagina, ...],
    ) -> list[str]:
        """Put drawn pages in the place of those before, unless the dossier has gone on; return the keys to delete."""
        now = connection.execute(
            sa.select(dossies.c.rodada, dossies.c.estado).where(dossies.c.id == dossie_id).with_for_update()
        ).one_or_none()
        drawn = [page.endereco for page in pages]
        purged = sa.exists().where(arquivos.c.dossie_id == dossie_id, arquivos.c.expurgado_em.is_not(None))
        if now is None or now.estado == "expurgado" or connection.execute(sa.select(purged)).scalar_one():
            return drawn
        if now.rodada != seen.rodada:
            return [key for key in drawn if key not in _keys(connection, dossie_id)]
        former = _keys(connection, dossie_id)
        verdicts.replace_pages(connection, dossie_id, seen.entidade_id, pages)
        return [key for key in former if key not in drawn]

    def _forget(self, former: list[str], stored: tuple[verdicts.Pagina, ...]) -> None:
        """Delete images that no row names any more; what stays behind costs room and nothing else."""
        kept = {page.endereco for page in stored}
        for key in former:
            if key not in kept:
                with contextlib.suppress(StorageError):
                    self._store.files.delete(key)

    def _written(self, work: Callable[[Connection], T]) -> T:
        """Run a transaction that may be done twice, however long the database is away.

        Raises:
            Stopping: The worker ends meanwhile.
        """
        while True:
            try:
                return self._store.database.patiently(work, seconds=_PATIENCE_S)
            except DatabaseUnavailableError:
                _log.warning("banco.ausente")
                if self._stopping.is_set():
                    raise Stopping from None


class _Listener:
    """Writes down how far an attempt is, and finds out that it was overtaken."""

    def __init__(self, owner: Attempts, attempt: Attempt) -> None:
        self._owner = owner
        self._attempt = attempt
        self._last = ""
        self._due = 0.0
        self._step = Step("abrindo")

    def __call__(self, step: Step | None) -> bool:
        if step is not None:
            self._step = step
            if step.etapa != self._last:
                self._last, self._due = step.etapa, 0.0
                stages.reached(f"etapa:{step.etapa}")
        if self._owner._stopping.is_set():
            return False
        now = time.monotonic()
        if now < self._due:
            return True
        settings = self._owner._store.settings
        self._due = now + (_PROGRESS_S if step is not None else settings.heartbeat_s)
        told = self._step
        try:
            with self._owner._store.database.begin() as connection:
                goes_on = runs.progress(connection, self._attempt, told.etapa, told.feito, told.total)  # type: ignore[arg-type]
        except sa.exc.SQLAlchemyError:
            return True  # the database is away: the verdict waits for it, not how far it is
        if not goes_on:
            _log.warning("rodada.superada", etapa=told.etapa)
        return goes_on


def _keys(connection: Connection, dossie_id: UUID) -> list[str]:
    return list(connection.execute(sa.select(paginas.c.endereco).where(paginas.c.dossie_id == dossie_id)).scalars())


def _is_purged(connection: Connection, dossie_id: UUID) -> bool:
    state = connection.execute(sa.select(dossies.c.estado).where(dossies.c.id == dossie_id)).scalar_one_or_none()
    return state in (None, "expurgado")

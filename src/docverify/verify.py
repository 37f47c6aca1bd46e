"""The corridor that a dossier walks, on one page.

bytes -> intake -> reading -> documents -> norms -> report. A pure function of the dossier's bytes, the norm and the
dates that are handed in: the same input gives the same report, ``tempos`` aside (with ``DOCVERIFY_DIGITAIS``, what was
verified before is input too). What each station does is said there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from docverify import ficha, ficha_scanned
from docverify.cache_owners import apart, owner_now
from docverify.confirmation import calibrated, confirm, witnesses_of
from docverify.confirmation.registry import Registry, across
from docverify.confirmation.reuse import within
from docverify.documents import declared as declared_values
from docverify.documents.assemble import documents_of
from docverify.errors import MissingFichaError
from docverify.intake import Intake, open_dossier
from docverify.model import (
    ARQUIVO_DANIFICADO,
    DESCONHECIDO,
    Decision,
    Document,
    DossierFacts,
    Ficha,
    Notice,
    Page,
    Timings,
    Verification,
)
from docverify.norms.bases_csv import load_bases
from docverify.norms.context import default_limiares
from docverify.norms.decide import decide
from docverify.norms.loader import catalog, choose_norm, load_norm
from docverify.reading import PageFailure, ReadingResult, open_cache, read_all, reading_key
from docverify.remember import Achados, Memory, memory_key, opened_files
from docverify.settings import Settings

Notify = Callable[[str, int, int | None], None]
"""Told how far a dossier is: the station, pages done, pages in all where they are counted."""

_DAMAGED = "O arquivo está danificado, e parte do conteúdo pode não aparecer. Envie-o de novo, a partir do original."


def verify(
    path: Path | str,
    *,
    today: date,
    settings: Settings,
    norm: str | None = None,
    data_referencia: date | None = None,
) -> Verification:
    """Verify one dossier.

    Args:
        path: A folder, a ``.zip`` of one, or one PDF.
        today: The day of the verification, used only where neither ``data_referencia`` nor the Ficha gives one.
        settings: Limits and the machine.
        norm: Overrides the norm that the Ficha names.
        data_referencia: The day against which validity is judged; default: ``pedido.data_protocolo``.

    Returns:
        Everything that a report shows.

    Raises:
        BadInputError: The dossier or the call cannot be used.
        EngineError: A reading engine failed.
    """
    with open_dossier(path, settings, opened_files(settings)) as intake:
        return walk(intake, today=today, settings=settings, norm=norm, data_referencia=data_referencia)


def walk(
    intake: Intake,
    *,
    today: date,
    settings: Settings,
    norm: str | None = None,
    data_referencia: date | None = None,
    with_pages: bool = True,
    notify: Notify | None = None,
) -> Verification:
    """Verify a dossier that is open already (see :func:`verify`), for callers that show its pages afterwards.

    ``with_pages`` False leaves ``Verification.paginas`` empty where the pages are not needed for the decision.
    ``notify`` is told the stations ``lendo``, ``conferindo`` and ``decidindo``.
    """
    tell = notify or _nobody
    started = time.perf_counter()
    bases = load_bases(settings.bases)
    known = catalog(settings.norms)
    declared = None if intake.ficha_bytes is None else ficha.parse(intake.ficha_bytes, tuple(known))
    memory = _memory(intake, settings, norm, known)
    found = memory.get()
    reading: ReadingResult | None = None
    if found is None:
        reading, found = _found(intake, settings, declared, norm, memory, tell)
    elif with_pages or settings.digitais is not None:
        reading = read_all(intake, settings, notify=_reading(tell))
    documents = found.documentos
    if declared is None:
        # its data are as sure as the fields that they were read from, which the witness looked at
        declared = scanned_ficha(documents, norm)
    if settings.digitais is not None and reading is not None:
        owner = owner_now()  # of the service: no entity learns of another's dossiers by the papers that they share
        name, kept = (
            (intake.nome, settings.digitais)
            if owner is None
            else (owner.dossie, apart(settings.digitais, owner.entidade))
        )
        documents = across(documents, reading.pages, declared, name, Registry(kept))
    tell("decidindo", 0, None)
    rules = load_norm(choose_norm(declared.pedido, norm, settings.norms), pasta=settings.norms)
    day = data_referencia or declared.pedido.data_protocolo or today
    failures = () if reading is None else reading.failures
    facts = DossierFacts(
        paginas_em_duvida=found.em_duvida,
        arquivos_ilegiveis=tuple(sorted({f.arquivo for f in intake.falhas} | {f.arquivo for f in failures})),
        paginas_ilegiveis=tuple(f"{name}, página {number}: {said}" for name, number, said in found.ilegiveis),
    )
    decision = decide(declared, declared.pedido, documents, facts, rules, day, bases=bases)
    decision = _with_failed_files(decision, intake, failures, found)
    times = _times(intake, reading, time.perf_counter() - started)
    return Verification(
        intake.nome, declared, decision, documents, times, reading.pages if reading is not None and with_pages else ()
    )


def _memory(intake: Intake, settings: Settings, norm: str | None, known: Iterable[str]) -> Memory:
    store = open_cache(settings)
    if not settings.cache_enabled or not intake.fontes:
        return Memory(store, None)
    return Memory(store, memory_key(intake, settings, reading_key(settings), (norm, list(known))))


def _found(
    intake: Intake, settings: Settings, declared: Ficha | None, norm: str | None, memory: Memory, tell: Notify
) -> tuple[ReadingResult, Achados]:
    """Read the pages and find all that the decision needs of them; what another run would find as well is kept."""
    reading = read_all(intake, settings, notify=_reading(tell))
    tell("conferindo", 0, None)
    documents = documents_of(reading.pages, {f.arquivo: f.assinaturas for f in intake.fontes})
    if declared is None:
        declared = scanned_ficha(documents, norm)
    documents = declared_values.complete(documents, reading.pages, declared)
    witnesses = witnesses_of(reading, settings)
    documents = confirm(documents, reading.pages, declared, witnesses)
    documents = within(calibrated(documents, reading.pages), reading.pages)
    unreadable = tuple((page.arquivo, page.numero, said) for page, said in _unreadable(reading))
    found = Achados(documents, _in_doubt(reading, documents), unreadable)
    if not reading.failures and not (witnesses is not None and witnesses.lost):
        memory.put(found)
    return reading, found


def _reading(tell: Notify) -> Callable[[int, int], None]:
    return lambda done, total: tell("lendo", done, total)


def _nobody(_station: str, _done: int, _total: int | None) -> None:
    """Nobody asks how far it is."""


def _times(intake: Intake, reading: ReadingResult | None, total_s: float) -> Timings:
    if reading is None:
        pages = sum(source.page_count for source in intake.fontes)
        return Timings(total_s=total_s, paginas=pages, paginas_cache=pages)
    return Timings(
        ocr_s=reading.ocr_s,
        total_s=total_s,
        paginas=reading.paginas,
        paginas_ocr=reading.paginas_ocr,
        paginas_cache=reading.paginas_cache,
    )


def scanned_ficha(documents: tuple[Document, ...], norm: str | None) -> Ficha:
    """Return the declared data from the scanned Ficha among the documents.

    Raises:
        MissingFichaError: There is none.
    """
    found = ficha_scanned.from_documents(documents, norm)
    if found is None:
        raise MissingFichaError(
            "não há ficha.json nem Ficha Cadastral digitalizada que se reconheça; inclua uma delas no dossiê"
        )
    return found


def _in_doubt(reading: ReadingResult, documents: tuple[Document, ...]) -> bool:
    """Tell whether some page may be a document that seems missing: unread, unidentified, or held by none."""
    sure = default_limiares().desconhecido
    if reading.failures or any(d.tipo == DESCONHECIDO and d.confianca < sure for d in documents):
        return True
    known = [d for d in documents if d.tipo != DESCONHECIDO]
    papers = {(document.arquivo, number) for document in known for number in document.paginas}
    if any(ARQUIVO_DANIFICADO in p.notes and (p.blank or (p.arquivo, p.numero) not in papers) for p in reading.pages):
        return True  # blank or strange because of what is lost
    held = {(document.arquivo, number) for document in documents for number in document.paginas}
    return any(not page.blank and (page.arquivo, page.numero) not in held for page in reading.pages)


def _unreadable(reading: ReadingResult) -> list[tuple[Page, str]]:
    """Return the pages that bear print which could not be read, each with what to do."""
    verdicts = [(page, page.legibilidade) for page in reading.pages if page.legibilidade is not None]
    return [(page, verdict.mensagem) for page, verdict in verdicts if verdict.veredito == "ilegivel"]


def _with_failed_files(decision: Decision, intake: Intake, failures: Sequence[PageFailure], found: Achados) -> Decision:
    notices = [Notice(f.codigo, f.mensagem, f.arquivo) for f in intake.falhas]
    notices += [Notice("arquivo_ilegivel", f.mensagem, f.arquivo) for f in failures]
    notices += [
        Notice("arquivo_ilegivel", f"A página {number} não pôde ser lida. {said}", name)
        for name, number, said in found.ilegiveis
    ]
    notices += [Notice("arquivo_ilegivel", _DAMAGED, f.arquivo) for f in intake.fontes if ARQUIVO_DANIFICADO in f.notes]
    return replace(decision, avisos=decision.avisos + tuple(notices))

"""The page of a new dossier: files, and the Ficha typed, as ficha.json or among the scans.

It takes the same way as the API (`docverify_api.uploads`); what is refused comes back beside its field, with all that
was typed. Only the files must be chosen anew: no browser lets a page choose them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Request
from fastapi.responses import RedirectResponse, Response
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile

from docverify.errors import DocverifyError, InvalidFichaError, UndefinedNormError
from docverify.ficha import MODALIDADES
from docverify.ficha_reader import CLASSES
from docverify.norms import loader
from docverify.report import codes, words
from docverify.settings import Settings
from docverify.store import names
from docverify.store.actors import Actor
from docverify.store.opening import Store
from docverify.values.brasilia import today
from docverify.values.ufs import UFS
from docverify_api import ficha_form, pages, problems, uploads
from docverify_api.auth import StoreDep, require
from docverify_api.problems import Problem

router = APIRouter()

Sender = Annotated[Actor, Depends(require("dossie.criar"))]

TYPED, AS_FILE, SCANNED = "digitada", "arquivo", "digitalizada"
_LONGEST_NAME = 120
_BR_DATE = re.compile(r"([0-9]{2})/([0-9]{2})/([0-9]{4})")
_FIELDS = {"data": "data_referencia", "norma": "norma_digitalizada", "nome": "nome_dossie", "ficha": "ficha"}
"""Fields of the API by the names that they have on this page."""


@dataclass
class Sent:
    """What a form brought, and what became of it.

    Attributes:
        values: Texts by the name of the field.
        errors: Sentences by the name of the field; ``""`` is the form as a whole.
        status: Of the answer, where there are errors.
        headers: Of that answer.
        digits: Check digits do not hold: the box that confirms them is shown.
        dossie: The dossier that it became.
        again: That had been sent before.
    """

    values: dict[str, str]
    errors: dict[str, str] = field(default_factory=dict)
    status: int = 422
    headers: dict[str, str] = field(default_factory=dict)
    digits: bool = False
    dossie: UUID | None = None
    again: bool = False

    def refused(self, place: str, error: Problem | DocverifyError) -> None:
        """Take down a refusal; where it is not about what was sent, the answer has its status."""
        problem = error if isinstance(error, Problem) else problems.of_error(error)
        if problem.status not in (413, 415, 422):
            self.status, self.headers, place = problem.status, problem.headers, ""
        self.errors.setdefault(place, pages.sentence(problem.detalhe))


@router.get("/dossies/novo")
def novo(request: Request, store: StoreDep, actor: Sender) -> Response:
    """Show the empty form."""
    return _form(request, store, Sent({"data_protocolo": today().isoformat()}, status=200))


@router.post("/dossies/novo")
async def criar(request: Request, store: StoreDep, actor: Sender) -> Response:
    """Take the form: lead to the dossier, or show the form again with what is wrong."""
    machine = uploads.machine_of(request)
    async with uploads.read_form(request, machine) as form:
        sent = await run_in_threadpool(_receive, store, actor, machine, form)
        had_files = any(isinstance(value, UploadFile) and value.filename for _, value in form.multi_items())
    if sent.dossie is not None:
        return RedirectResponse(f"/dossies/{sent.dossie}" + ("?repetido=sim" if sent.again else ""), 303)
    answer = await run_in_threadpool(_form, request, store, sent, had_files=had_files)
    answer.headers.update(sent.headers)
    return answer


def _receive(store: Store, actor: Actor, machine: Settings, form: FormData) -> Sent:
    values = {name: value for name, value in form.items() if isinstance(value, str)}
    mode = values.get("modo", TYPED)
    sent = Sent(values)
    ficha, scans = _ficha(sent, mode, form, machine)
    papers = _papers(sent, mode, [*form.getlist("arquivos"), *scans], machine, with_ficha=ficha is not None)
    if mode == AS_FILE and ficha is None:
        ficha = papers[1]
        if ficha is None:
            sent.errors.setdefault("ficha", "Escolha o arquivo ficha.json.")
    norma = values.get("norma_digitalizada") if mode == SCANNED else None
    try:
        declared = uploads.declare(ficha, norma, _iso(values.get("data_referencia")), machine)
    except InvalidFichaError as error:
        sent.errors.setdefault("ficha" if mode == AS_FILE else "", ficha_form.readable(error))
    except UndefinedNormError as error:
        sent.refused("ficha" if mode == AS_FILE else "norma_digitalizada" if mode == SCANNED else "norma", error)
    except Problem as error:
        sent.refused(_FIELDS.get(str(error.extra.get("campo")), ""), error)
    if sent.errors:
        return sent
    try:
        nome = names.title(values.get("nome_dossie", ""))[:_LONGEST_NAME]
        received = uploads.send(store, actor, papers[0], ficha, declared, nome=nome)
    except (Problem, DocverifyError) as error:
        sent.refused("arquivos", error)
        return sent
    sent.dossie, sent.again = received.id, not received.novo
    return sent


def _ficha(sent: Sent, mode: str, form: FormData, machine: Settings) -> tuple[bytes | None, Sequence[object]]:
    """Return the Ficha that was typed or sent as a file, and what of its own field turned out to be a scan."""
    if mode == TYPED:
        typed = ficha_form.build(sent.values, tuple(loader.catalog(machine.norms)))
        sent.errors.update(typed.erros)
        sent.digits = typed.digitos or bool(sent.values.get(ficha_form.CONFERIDO))
        return typed.ficha, ()
    if mode != AS_FILE:
        return None, ()
    try:
        return uploads.ficha_of(form.getlist("ficha"), machine)
    except InvalidFichaError as error:
        sent.errors["ficha"] = ficha_form.readable(error)
    except Problem as error:
        sent.refused("ficha", error)
    return None, ()


def _papers(
    sent: Sent, mode: str, files: Sequence[object], machine: Settings, *, with_ficha: bool
) -> tuple[list[uploads.Paper], bytes | None]:
    try:
        papers, ficha = uploads.papers_of(files, machine)
    except (Problem, InvalidFichaError) as error:
        sent.refused("arquivos", error)
        return [], None
    if ficha is not None and (mode != AS_FILE or with_ficha):
        sent.errors["arquivos"] = (
            "Há um ficha.json entre os arquivos. Tire-o, ou escolha enviá-lo em “2. Ficha Cadastral”, para que não "
            "haja duas fichas."
        )
    elif not papers:
        sent.errors["arquivos"] = "Escolha ao menos um arquivo com os documentos."
    return papers, ficha


def _iso(text: str | None) -> str | None:
    match = _BR_DATE.fullmatch((text or "").strip())
    return f"{match[3]}-{match[2]}-{match[1]}" if match else text


def _form(request: Request, store: Store, sent: Sent, *, had_files: bool = False) -> Response:
    machine = uploads.machine_of(request)
    norms = [(n.id, f"{n.titulo} ({n.id})") for n in loader.catalog(machine.norms).values()]
    values: Mapping[str, str] = sent.values
    return pages.render(
        request,
        "novo.html",
        sent.status,
        secao="novo",
        v=values,
        erros=sent.errors,
        havia_arquivos=had_files,
        digitos=sent.digits,
        limites={
            "arquivos": machine.max_files,
            "bytes": min(store.settings.max_upload_bytes, machine.max_total_bytes),
        },
        linhas={name: ficha_form.rows_of(values, name) for name in ficha_form.LISTAS},
        normas=[("", "Escolha"), *norms],
        normas_opcionais=[("", "A que a Ficha disser"), *norms],
        situacoes=list(words.PEDIDOS.items()),
        perfis=[(code, _capital(name)) for code, name in codes.PERFIS.items()],
        modalidades=[("", "Escolha"), *((m, _capital(codes.MODALIDADES[m])) for m in MODALIDADES)],
        classes=[("", "Escolha"), *((c, c) for c in CLASSES)],
        ufs=[("", "—"), *((uf, uf) for uf in sorted(UFS))],
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]

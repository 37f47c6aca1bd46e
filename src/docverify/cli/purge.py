"""``docverify purge``: what is past its term goes, and that it is gone is proved."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any
from uuid import UUID

import typer

from docverify.cli.app import app, fail
from docverify.cli.audit import named_actor, opened
from docverify.cli.options import CallError, counted, parse_day, settings
from docverify.errors import EXIT_ENGINE, EngineError
from docverify.values.brasilia import today

if TYPE_CHECKING:
    from docverify.store.actors import Actor
    from docverify.store.opening import Store
    from docverify.store.purge import Feito, Leftover
    from docverify.store.purge_plan import Previsto

_MAY = ("supervisor", "administrador")


@app.command(
    short_help="Expurga o que passou do prazo de guarda, ou a pedido.",
    help="Expurga o que passou do prazo de guarda, ou um dossiê a pedido, e confere que nada ficou.",
)
def purge(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="só mostra o que seria expurgado")] = False,
    dossier: Annotated[str | None, typer.Option("--dossie", metavar="ID", help="este, por inteiro, a pedido")] = None,
    reason: Annotated[str | None, typer.Option("--porque", metavar="TEXTO", help="por que; não nomeie pessoas")] = None,
    login: Annotated[str | None, typer.Option("--ator", metavar="LOGIN", help="quem manda expurgar")] = None,
    as_of: Annotated[
        str | None, typer.Option("--as-of", metavar="AAAA-MM-DD", help="como se hoje fosse este dia (padrão: hoje)")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="resultado em JSON na saída padrão")] = False,
) -> None:
    """Purge; exit status 0 done, 2 the call cannot be used, 4 something could not be deleted yet."""
    day = today() if as_of is None else parse_day("--as-of", as_of)
    if day > today() and not dry_run:
        raise CallError("--as-of: um dia que ainda não chegou só serve com --dry-run")
    asked = _asked(dossier, reason, login, as_of)
    with opened(pool=4) as store:
        if dry_run:
            _show(_foreseen(store, day, asked, login), day, as_json=as_json)
            raise typer.Exit(0)
        status = _purge(store, day, asked, login, reason, as_json=as_json)
    raise typer.Exit(status)


def _asked(dossier: str | None, reason: str | None, login: str | None, as_of: str | None) -> UUID | None:
    """Return the dossier that is to go on request, None where terms decide.

    Raises:
        CallError: The call is not complete.
    """
    if dossier is None:
        if reason is not None:
            raise CallError("--porque só serve com --dossie")
        return None
    if not (reason or "").strip() or not login:
        raise CallError("--dossie pede também --porque TEXTO e --ator LOGIN: a auditoria guarda quem mandou e por quê")
    if as_of is not None:
        raise CallError("--as-of não serve com --dossie: a pedido não há prazo")
    try:
        return UUID(dossier)
    except ValueError as error:
        raise CallError(f"--dossie: “{dossier}” não é o id de um dossiê") from error


def _purge(store: Store, day: date, asked: UUID | None, login: str | None, reason: str | None, *, as_json: bool) -> int:
    from docverify.store import purge as purging
    from docverify.store import purge_plan, retention
    from docverify.work.leftovers import of_machine

    actor = _actor(store, login)
    policy = retention.load(store.settings.retencao)
    places = of_machine(settings(), store.settings)
    done: list[Feito] = []
    failed: list[str] = []
    for begun in purging.unfinished(store):  # of a purge that was interrupted
        _execute(store, actor, begun, places, done, failed)
    if asked is not None:
        with _found(asked):
            begun = purge_plan.begin_on_request(store, actor, asked, reason or "")
        _execute(store, actor, begun, places, done, failed)
    else:
        for planned in list(purge_plan.overdue(store, policy, day)):
            made = purge_plan.begin_by_term(store, actor, planned.dossie_id, policy, day)
            if made is not None:
                _execute(store, actor, made, places, done, failed)
        _drop_drafts(store, actor, policy.prazos["rascunho"].dias, day)
    late = purging.look_again(store, places)
    missed = purging.compact(store) if done else []
    _tell(done, failed, late, missed, as_json=as_json)
    if failed:
        return fail(
            f"{counted(len(failed), 'expurgo não terminou', 'expurgos não terminaram')}: {failed[0]}", EXIT_ENGINE
        )
    return 0


def _execute(
    store: Store,
    actor: Actor,
    expurgo: UUID,
    places: tuple[Leftover, ...],
    done: list[Feito],
    failed: list[str],
) -> None:
    """Do one purge; what cannot be done now is left for the next time, and holds nothing else back."""
    from docverify.store.purge import execute

    try:
        done.append(execute(store, actor, expurgo, places))
    except EngineError as error:
        failed.append(error.mensagem)


def _drop_drafts(store: Store, actor: Actor, days: int, day: date) -> None:
    from datetime import datetime, timedelta

    from docverify.store import contents, drafts
    from docverify.values.brasilia import BRASILIA

    before = datetime.combine(day - timedelta(days=days), datetime.min.time(), BRASILIA)
    while drafts.drop_drafts(store, actor, before):
        pass
    contents.orphans(store)


def _foreseen(store: Store, day: date, asked: UUID | None, login: str | None) -> list[Previsto]:
    from docverify.store import purge_plan, retention

    policy = retention.load(store.settings.retencao)
    if asked is None:
        return list(purge_plan.overdue(store, policy, day))
    with _found(asked):
        return [purge_plan.foresee_request(store, _actor(store, login), asked)]


@contextmanager
def _found(asked: UUID) -> Iterator[None]:
    """Say of a dossier that is not there, or not within reach, which call named it."""
    from docverify.store.refusals import NotFound

    try:
        yield
    except NotFound as error:
        raise CallError(f"--dossie: não há dossiê {asked} que a conta de --ator possa ver") from error


def _actor(store: Store, login: str | None) -> Actor:
    """Return who purges: the system, or the person named.

    Raises:
        CallError: There is no such person, or the role does not purge.
    """
    from docverify.store.actors import system

    return system() if login is None else named_actor(store, login, _MAY)


def _show(foreseen: list[Previsto], day: date, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"dia": day.isoformat(), "previstos": [_as_data(p) for p in foreseen]}, ensure_ascii=False))
        return
    for planned in foreseen:
        what = "inteiro" if planned.inteiro else f"{counted(len(planned.arquivos), 'original', 'originais')}"
        form = " e a Ficha" if planned.ficha and not planned.inteiro else ""
        terms = ", ".join(
            str(rule["prazo"])
            if rule["dias"] is None
            else f"{rule['prazo']}: {rule['dias']} dias desde {date.fromisoformat(str(rule['desde'])):%d/%m/%Y}"
            for rule in planned.regras
        )
        print(f"{planned.dossie_id}: {what}{form} ({terms})")
    print(f"{counted(len(foreseen), 'dossiê', 'dossiês')} a expurgar em {day:%d/%m/%Y}; nada foi apagado")


def _as_data(planned: Previsto) -> dict[str, Any]:
    return {
        "dossie_id": str(planned.dossie_id),
        "entidade_id": str(planned.entidade_id),
        "inteiro": planned.inteiro,
        "ficha": planned.ficha,
        "arquivos": [dict(file) for file in planned.arquivos],
        "regras": [dict(rule) for rule in planned.regras],
    }


def _tell(done: list[Feito], failed: list[str], late: int, missed: list[str], *, as_json: bool) -> None:
    if as_json:
        told = {
            "feitos": [
                {
                    "expurgo_id": str(one.expurgo_id),
                    "dossie_id": str(one.dossie_id),
                    "inteiro": one.inteiro,
                    "prova": one.prova,
                }
                for one in done
            ],
            "falhas": failed,
            "restos_de_antes": late,
            "tabelas_nao_compactadas": missed,
        }
        print(json.dumps(told, ensure_ascii=False))
        return
    for one in done:
        proof = one.prova
        print(
            f"{one.dossie_id}: {'expurgado' if one.inteiro else 'expurgado em parte'}; "
            f"{proof['originais_apagados']} originais e {proof['imagens_apagadas']} imagens apagados, "
            f"{proof['linhas_conferidas']} linhas conferidas, nada encontrado"
            + (
                f"; {proof['originais_de_outro_dossie']} originais ficam para outro dossiê"
                if proof["originais_de_outro_dossie"]
                else ""
            )
        )
    print(counted(len(done), "expurgo feito", "expurgos feitos"))
    if missed:
        print(f"em uso, não compactadas agora: {', '.join(missed)}; rode docverify purge de novo em outra hora")

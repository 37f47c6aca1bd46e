"""Going on after a loss that has an honest reason: an older copy was restored, or the secret is lost for good.

Nothing is made undone by it: the chain gets an entry that says what is missing or cannot be checked any more, who
accepts that, and why. What was changed in the middle of the chain cannot be accepted.
"""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Any

import sqlalchemy as sa

from docverify.store.actors import Actor
from docverify.store.audit import KEY_NAME
from docverify.store.audit_check import ACCEPTED, Verificacao, verify
from docverify.store.checkpoints import ASIDE, Checkpoint, checkpoint, stored
from docverify.store.opening import Store
from docverify.store.refusals import Conflict
from docverify.store.tables import auditoria, instalacao


def accept(store: Store, actor: Actor, porque: str) -> Verificacao:
    """Accept that the end of the chain is missing, or that its beginning was written with a key that is lost.

    Args:
        store: Of the installation.
        actor: Who accepts it.
        porque: Why.

    Returns:
        The chain, looked through once more.

    Raises:
        Conflict: There is nothing to accept, or entries were changed, which nobody can accept.
        EngineError: The database or the store of files cannot be reached.
    """
    found = verify(store)
    if found.intacta:
        raise Conflict("auditoria_integra", "a auditoria está íntegra: não há o que aceitar")
    other_key = found.outra_chave or found.comeco_de_outra_chave
    if not other_key and {entry.tipo for entry in found.achados} != {"truncada"}:
        raise Conflict(
            "auditoria_alterada",
            "a auditoria tem entradas alteradas, e isso não se aceita: veja docverify audit verify, e recupere o "
            "banco de uma cópia de segurança",
        )
    points = stored(store.files, store.ledger)
    with store.database.begin() as connection:
        fitting = [point for point in points if _fits(connection, store, point)]
        aside = [point for point in points if point not in fitting]
        told: dict[str, Any] = {
            "pontos_retirados": [
                {"numero": p.numero, "resumo": p.resumo, "quando": p.quando.isoformat()} for p in aside
            ],
            "entradas_na_hora": found.entradas,
        }
        if other_key:
            told["nao_conferidas_ate"] = found.ultimo_falho
            mark = {"digital": store.ledger.fingerprint}
            connection.execute(instalacao.update().where(instalacao.c.chave == KEY_NAME).values(valor=mark))
        store.ledger.append(
            connection, actor, ACCEPTED, "auditoria", None, entidade_id=None, depois=told, porque=porque
        )  # fmt: skip
    for point in aside:
        name = PurePosixPath(point.endereco).stem
        store.files.put_bytes(f"{ASIDE}/{name}-{point.numero}.json", store.files.read(point.endereco))
        store.files.delete(point.endereco)
    checkpoint(store)
    return verify(store)


def _fits(connection: sa.Connection, store: Store, point: Checkpoint) -> bool:
    held = connection.execute(sa.select(auditoria.c.resumo).where(auditoria.c.numero == point.numero)).scalar()
    return point.valido and point.chave == store.ledger.fingerprint and held == point.resumo

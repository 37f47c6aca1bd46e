"""An installation with something of everything: an entity with dossiers in each state, keys, webhooks and messages."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID, uuid4

import sqlalchemy as sa

from docverify.store.identity import utcnow
from docverify.store.opening import Store
from docverify.store.tables import arquivos, entregas, ganchos
from tests.service import pages_made, people
from tests.service.people import Person

STATES = ("rascunho", "na_fila", "processando", "erro", "expurgado")


@dataclass(frozen=True)
class House:
    """An entity and what belongs to it.

    Attributes:
        id: Of the entity.
        clerk: Who has sent its dossiers.
        dossiers: By state.
        files: The file of each dossier, by state.
        key: Id of a key of the clerk's.
        hook: Id of a webhook, with a delivery.
    """

    id: UUID
    clerk: Person
    dossiers: dict[str, UUID]
    files: dict[str, UUID]
    key: UUID
    hook: UUID

    @property
    def ids(self) -> list[str]:
        """Whatever names something of it."""
        own = [self.id, self.clerk.id, self.key, self.hook, *self.dossiers.values(), *self.files.values()]
        return [str(each) for each in own]


def house(store: Store, name: str) -> House:
    """Make an entity with something of everything."""
    where = people.entity(store, f"Casa {name}")
    clerk = people.user(store, "entidade", where)
    made = {
        state: pages_made.dossier(
            store,
            clerk,
            nome=f"Dossiê {name} {state}",
            estado=state,
            **({"erro_codigo": "vazio", "erro_mensagem": "nada"} if state == "erro" else {}),
        )
        for state in STATES
    }
    made["concluido"] = pages_made.dossier(store, clerk, nome=f"Dossiê {name}", relatorio=pages_made.report())
    people.key(store, clerk, ["dossies:ler"])
    hook = uuid4()
    with store.database.begin() as connection:
        key = connection.execute(
            sa.text("SELECT id FROM chaves WHERE usuario_id = :who").bindparams(who=clerk.id)
        ).scalar_one()
        found = connection.execute(sa.select(arquivos.c.id, arquivos.c.dossie_id)).all()
        by_dossier = {row.dossie_id: row.id for row in found}
        now = utcnow()
        connection.execute(
            ganchos.insert().values(
                id=hook,
                entidade_id=where,
                url="https://exemplo.com.br/avisos",
                segredo="s",
                ativo=True,
                criado_por=clerk.id,
                criado_em=now,
            )  # fmt: skip
        )
        connection.execute(
            entregas.insert().values(
                id=uuid4(),
                gancho_id=hook,
                entidade_id=where,
                dossie_id=made["concluido"],
                evento="veredito.novo",
                corpo="{}",
                estado="entregue",
                tentativas=1,
                resposta=200,
                criada_em=now,
                entregue_em=now,
            )  # fmt: skip
        )
    return House(where, clerk, made, {state: by_dossier[each] for state, each in made.items()}, UUID(str(key)), hook)

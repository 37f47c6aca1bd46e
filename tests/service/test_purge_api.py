"""What the API and the pages say of a dossier of which something, or everything, was purged."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

import pytest
import sqlalchemy as sa

from docverify.store.opening import Store
from docverify.store.tables import arquivos
from tests.service.people import Person, session_client, user
from tests.service.purge_made import MARK, dossier
from tests.service.test_purge_whole import LONG, SHORT, purge_due

ROUTES = (
    "", "/relatorio", "/relatorio.json", "/relatorio.html", "/relatorio.pdf", "/versoes", "/arquivos", "/paginas",
    "/paginas/0", "/paginas/1", "/paginas/0/recorte?caixa=0.1,0.1,0.2,0.2", "/paginas/1/recorte?caixa=0.1,0.1,0.2,0.2",
)  # fmt: skip


@pytest.fixture
def person(store: Store) -> Person:
    return user(store, "administrador")


@pytest.mark.parametrize(("days", "gone"), [(LONG, MARK), (SHORT, f"{MARK}Adocumento_identidade")])
def test_nothing_that_is_purged_is_shown_and_nothing_breaks(
    store: Store, person: Person, tmp_path: Path, days: int, gone: str
) -> None:
    own = dossier(store, person, days_ago=days)
    with store.database.begin() as connection:
        rows = connection.execute(sa.select(arquivos.c.nome, arquivos.c.id).where(arquivos.c.dossie_id == own)).all()
    ids = {row.nome: row.id for row in rows}
    client = session_client(store, person)
    purge_due(store, tmp_path)
    for route in (*(f"/v1/dossies/{own}{tail}" for tail in ROUTES), f"/dossies/{own}", "/v1/dossies", "/"):
        answer = client.get(route)
        assert answer.status_code in (200, 404, 409, 410, 503 if days == SHORT else 410), (route, answer.text)
        assert gone not in answer.text, route
        assert "rg.pdf" not in answer.text, route
    rg: UUID = ids[f"{MARK}Arg.pdf"]
    assert client.get(f"/v1/dossies/{own}/arquivos/{rg}/original").status_code == 410
    contrato = client.get(f"/v1/dossies/{own}/arquivos/{ids[f'{MARK}Acontrato.pdf']}/original")
    assert contrato.status_code == (200 if days == SHORT else 410)
    again = client.post(f"/v1/dossies/{own}/reprocessar", json={})
    assert (again.status_code, again.json()["codigo"]) == (410, "expurgado")
    assert client.post(f"/v1/dossies/{own}/enviar").status_code in (409, 410)

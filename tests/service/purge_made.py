"""Dossiers of the tests of purges: sent and judged as the service does it, marks planted wherever a text may be."""

from __future__ import annotations

import io
import json
import uuid
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
import sqlalchemy as sa
from PIL import Image

from docverify.cache_owners import Owner, owned
from docverify.ficha import parse
from docverify.reading.cache import PageCache
from docverify.store import dossiers, runs, verdicts
from docverify.store.contents import Original
from docverify.store.files import derived_page
from docverify.store.opening import Store
from docverify.store.tables import decisoes, dossies, ganchos, rodadas, vereditos
from tests.service.people import Person

MARK = "QZMARCA"
"""In everything that is gone after a purge of the whole."""

BOX = [0.1, 0.2, 0.4, 0.23]
FILES = {"contrato_social": "contrato", "documento_identidade": "rg"}


def dossier(
    store: Store,
    person: Person,
    *,
    tag: str = "A",
    kinds: Mapping[str, str] = FILES,
    days_ago: int = 0,
    resultado: str = "rejeitado",
    cache: Path | None = None,
) -> UUID:
    """Send a dossier and give it its verdict; one file for each type of document.

    Args:
        store: The installation.
        person: Who sends it.
        tag: In every mark, to tell dossiers apart.
        kinds: Types of documents, and what their file is called.
        days_ago: When it was concluded.
        resultado: Of the verdict.
        cache: Folder of the page cache in which it leaves something.
    """
    names = {kind: f"{MARK}{tag}{called}.pdf" for kind, called in kinds.items()}
    files = []
    for kind, name in names.items():
        digest, length = store.files.put(person.entidade_id, io.BytesIO(f"%PDF {MARK}{tag}{kind} bytes".encode()))
        files.append(Original(name, digest, length, "application/pdf"))
    form = json.dumps(
        {
            "pedido": {"norma": "GLP297"},
            "razao_social": f"{MARK}{tag}FICHA LTDA",
            "cnpj": "11222333000181",
            "responsavel": {"nome": f"{MARK}{tag}RESPONSAVEL"},
        }
    ).encode()
    sent = dossiers.send(
        store,
        person.actor,
        dossiers.Envio(nome=f"{MARK}{tag}NOME", arquivos=tuple(files), ficha=form, declarado=parse(form)),
    )
    assert sent.novo
    with store.database.begin() as connection:
        run = connection.execute(sa.select(rodadas).where(rodadas.c.dossie_id == sent.id)).one()
        connection.execute(
            rodadas.update().where(rodadas.c.id == run.id).values(parametros={"porque": f"{MARK}{tag}PORQUE"})
        )
    _hook(store, person)
    pages = _pages(store, person, sent.id, names)
    with store.database.begin() as connection:
        attempt = runs.begin(connection, store.ledger, store.settings, run.id, run.tarefa or 1)
        assert attempt is not None
        made = verdicts.finish(
            connection,
            store.ledger,
            store.settings,
            attempt,
            report(tag, names, resultado),
            verdicts.Origin({"docverify": "0"}, {}, "0"),
            pages,
        )
        assert made is not None
    _decide(store, person, sent.id, made, tag)
    age(store, sent.id, days_ago)
    if cache is not None:
        keep(cache, person.entidade_id, sent.id, tag)
    return sent.id


def age(store: Store, dossie_id: UUID, days: int) -> None:
    """Make a dossier concluded some days ago."""
    with store.database.begin() as connection:
        when = datetime.now(UTC) - timedelta(days=days)
        connection.execute(dossies.update().where(dossies.c.id == dossie_id).values(concluido_em=when))


def keep(cache: Path, entidade_id: UUID, dossie_id: UUID, tag: str) -> str:
    """Leave an entry in a page cache; return its key."""
    key = uuid.uuid4().hex
    with owned(Owner(str(entidade_id), str(dossie_id))):
        PageCache(cache, 10**9).put_json(key, [f"{MARK}{tag}CACHE"])
    return key


def report(tag: str, names: Mapping[str, str], resultado: str = "rejeitado") -> dict[str, Any]:
    """A report in the contract's shape: each document has a field, and an item that says what it read."""
    documents, items = [], []
    for number, (kind, name) in enumerate(names.items()):
        read = f"{MARK}{tag}{kind}LIDO"
        value = {"valor": read, "lido": read, "confianca": 0.9, "pagina": 1, "caixa": BOX}
        documents.append(
            {
                "arquivo": name, "paginas": [1], "tipo": kind, "confianca": 0.9,
                "campos": {"razao_social": value}, "campos_extras": {"outro": value},
            }
        )  # fmt: skip
        evidence = {
            "documento": number, "campo": "razao_social", "pagina": 1, "caixa": BOX, "lido": read,
            "declarado": f"{MARK}{tag}FICHA LTDA", "similaridade": 0.5,
        }  # fmt: skip
        reason = {
            "codigo": "razao_social_divergente", "gravidade": "revisar" if resultado == "em_analise" else "impede",
            "mensagem": f"No documento está “{read}”.", "citacao": "art. 6º", "inferencia": False,
            "evidencia": evidence,
        }  # fmt: skip
        items.append(
            {
                "id": f"GLP-{number}", "descricao": "Item", "citacao": "art. 6º",
                "situacao": "em_analise" if resultado == "em_analise" else "nao_conforme", "documentos": [number],
                "motivos": [reason],
            }
        )  # fmt: skip
    effect = "em_analise" if resultado == "em_analise" else "nao_acolhido"
    return {
        "versao": 1, "dossie": "x", "norma": "GLP297", "titulo_norma": "Portaria ANP nº 297/2003", "situacao": "novo",
        "modalidade": None, "perfil": None, "data_referencia": "2026-11-30", "resultado": resultado,
        "efeito": {"codigo": effect, "mensagem": "Efeito.", "citacao": "art. 6º"},
        "avisos": [
            {"codigo": "arquivo_ilegivel", "arquivo": name, "mensagem": f"{MARK}{tag}AVISO {name}"}
            for name in names.values()
        ],
        "ficha": {"origem": "json", "razao_social": f"{MARK}{tag}FICHA LTDA", "cnpj": "11222333000181"},
        "itens": items, "documentos": documents,
        "tempos": {"ocr_s": 0.0, "total_s": 1.0, "paginas": 1, "paginas_ocr": 0, "paginas_cache": 0},
    }  # fmt: skip


def dump(url: str) -> str:
    """Return all rows of all tables, the queue's too."""
    out = []
    with psycopg.connect(url) as connection:
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        for (name,) in tables:
            with connection.cursor().copy(f'COPY "{name}" TO STDOUT') as copy:
                out += [bytes(block).decode() for block in copy]
    return "".join(out)


def holding(folder: Path, mark: str) -> list[str]:
    """Return the files below a folder whose name or content holds a mark."""
    wanted = mark.encode()
    return [
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if mark in path.name or (path.is_file() and wanted in path.read_bytes())
    ]


def _pages(store: Store, person: Person, dossie_id: UUID, names: Mapping[str, str]) -> tuple[verdicts.Pagina, ...]:
    pages = []
    for number, name in enumerate(names.values()):
        key = derived_page(person.entidade_id, dossie_id, 1, number)
        picture = io.BytesIO()
        Image.new("L", (300, 400), 255).save(picture, "JPEG", comment=name.encode())
        store.files.put_bytes(key, picture.getvalue())
        pages.append(verdicts.Pagina(name, 1, 300, 400, key))
    return tuple(pages)


def _hook(store: Store, person: Person) -> None:
    with store.database.begin() as connection:
        there = sa.select(ganchos.c.id).where(ganchos.c.entidade_id == person.entidade_id)
        if connection.execute(there).first() is None:
            connection.execute(
                ganchos.insert().values(
                    id=uuid.uuid4(), entidade_id=person.entidade_id, url="https://x.example/", segredo="s",
                    criado_por=person.id, criado_em=datetime.now(UTC),
                )
            )  # fmt: skip


def _decide(store: Store, person: Person, dossie_id: UUID, veredito_id: UUID, tag: str) -> None:
    with store.database.begin() as connection:
        for alvo in ("item:GLP-0", "campo:1:razao_social", "documento:0"):
            connection.execute(
                decisoes.insert().values(
                    id=uuid.uuid4(), dossie_id=dossie_id, entidade_id=person.entidade_id, veredito_id=veredito_id,
                    alvo=alvo, acao="corrigir", antes={"valor": f"{MARK}{tag}ANTES{alvo[-1]}"},
                    depois={"valor": f"{MARK}{tag}DEPOIS"}, justificativa=f"{MARK}{tag}JUSTIFICATIVA",
                    usuario_id=person.id, quando=datetime.now(UTC),
                )
            )  # fmt: skip
        assert connection.execute(sa.select(vereditos.c.id).where(vereditos.c.id == veredito_id)).one()

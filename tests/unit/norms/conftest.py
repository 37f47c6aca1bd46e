"""Checks of an invented norm."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from docverify.norms.context import Context
from docverify.norms.registry import CHECKS, Achado, CheckSpec


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> dict[str, CheckSpec]:
    """Return the registry with checks that say what they are told to."""

    def no_object(ctx: Context) -> Iterator[Achado]:
        if not ctx.dossie.de_tipo("licenca_operacao"):
            yield ctx.sem_objeto()

    def not_verifiable(ctx: Context) -> Iterator[Achado]:
        if ctx.dossie.bases.cadin is None:
            yield ctx.nao_verificavel("base_externa_nao_consultada", "Sem base.")
        else:
            for debt in ctx.dossie.bases.cadin:
                yield ctx.motivo("debito_cadin", "impede", debt.documento)

    def grave(ctx: Context) -> Iterator[Achado]:
        yield ctx.motivo("fora_do_prazo", "impede", "Grave.")
        yield ctx.aviso("reexame")

    for name, function in (
        ("sem_objeto_aqui", no_object),
        ("base_externa", not_verifiable),
        ("sempre_grave", grave),
    ):
        monkeypatch.setitem(CHECKS, name, CheckSpec(name, function, "dossie"))
    return CHECKS

"""Papers that the request need not bring, judged where they came: the CNPJ card in the system's own instruction.

RES41, art. 7º, § 1º leaves the CNPJ, the state registration and the company's act to ANP's own consultation. Without
the paper the rules that rest on them are not verifiable here; with it they are judged as if it had been asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from docverify.model import Reason
from docverify.norms.checks.atividade import cnae_principal
from docverify.norms.checks.endereco import endereco
from docverify.norms.checks.formalidade import leitura
from docverify.norms.checks.identidade import cnpj, nome_fantasia, razao_social
from docverify.norms.checks.inscricao import inscricao_estadual, situacao_cadastral
from docverify.norms.context import Context
from docverify.norms.outcome import PESO
from docverify.norms.registry import Achado, CheckFunction, check
from docverify.norms.schema import CheckCall

Pedida = tuple[CheckFunction, Mapping[str, Any]]
"""A check and its parameters."""

SITUACAO: tuple[Pedida, ...] = (
    (situacao_cadastral, {}),
    (cnae_principal, {"ramo": "combustiveis", "exigido": True, "gravidade": "impede"}),
)
"""What art. 8º, II looks at."""

CADASTRO: tuple[Pedida, ...] = (
    (cnpj, {"raiz": False, "exigido": True}),
    (razao_social, {"exigida": True}),
    (nome_fantasia, {}),
    (endereco, {"exigido": True, "sede": False}),
)
"""What art. 8º, III looks at: the declared data against the registered."""

OUTROS: tuple[Pedida, ...] = (
    (cnpj, {"raiz": True, "exigido": False}),
    (razao_social, {"exigida": False}),
    (endereco, {"exigido": False, "sede": True}),
    (inscricao_estadual, {}),
)
"""What is compared on a paper that nobody asked for."""


@dataclass(frozen=True, slots=True)
class Conferencia:
    """What was found on one paper, by the group of checks that found it."""

    indice: int
    achados: tuple[tuple[str, Reason], ...]

    def of(self, group: str) -> list[Reason]:
        """Return what a group of checks found."""
        return [r for g, r in self.achados if g == group]


def run(ctx: Context, indice: int, wanted: Sequence[Pedida]) -> Iterator[Reason]:
    """Run checks on one document under the citation of the check at work."""
    for function, params in wanted:
        call = CheckCall(ctx.call.nome, ctx.call.citacao, ctx.call.inferencia, False, params)
        for found in function(replace(ctx, indice=indice, call=call)):
            if isinstance(found, Reason):
                yield found


def own(ctx: Context, *tipos: str) -> list[int]:
    """Return the applicant's papers of the given types; one that may be another company's counts."""
    return [i for i in ctx.dossie.de_tipo(*tipos) if ctx.dossie.de_outra(i) != "sim"]


def _doubt(reason: Reason) -> Reason:
    if reason.gravidade != "impede":
        return reason
    text = f"{reason.mensagem} Pode ser o comprovante da empresa substituída: confira."
    return replace(reason, gravidade="revisar", mensagem=text)


def best_card(ctx: Context) -> Conferencia | None:
    """Judge every CNPJ card of the applicant's, and return the one against which least stands; None without any."""
    found = []
    for index in own(ctx, "comprovante_cnpj"):
        reading = [("leitura", r) for r in leitura(replace(ctx, indice=index))]
        status = [("situacao", r) for r in run(ctx, index, SITUACAO)]
        data = [("cadastro", r) for r in run(ctx, index, CADASTRO)]
        told = reading + status + data
        if ctx.dossie.de_outra(index) == "talvez":
            # it may be the card of the company that gives way: a person says whose it is
            told = [(g, _doubt(r)) for g, r in told]
        found.append(Conferencia(index, tuple(told)))

    def merit(c: Conferencia) -> tuple[int, int, int]:
        grades = [PESO[r.gravidade] for _, r in c.achados]
        return grades.count(2), grades.count(1), c.indice

    return min(found, key=merit, default=None)


def _judge(ctx: Context, groups: tuple[str, ...], keep: Callable[[Reason], bool] = lambda _: True) -> Iterator[Achado]:
    card = best_card(ctx)
    if card is None:
        yield ctx.nao_verificavel(
            "base_externa_nao_consultada",
            "O dossiê não traz o comprovante de inscrição e de situação cadastral no CNPJ, que a ANP consulta em linha "
            "(art. 7º, § 1º, a).",
        )
        return
    for group in groups:
        yield from (r for r in card.of(group) if keep(r))


@check("situacao_e_cnae_do_cartao", alcance="dossie")
def situacao_e_cnae_do_cartao(ctx: Context) -> Iterator[Achado]:
    """The CNPJ is active, and the resale of fuels its principal activity (RES41, art. 8º, II)."""
    yield from _judge(ctx, ("leitura", "situacao"))


@check("ficha_confere_com_cartao", alcance="dossie")
def ficha_confere_com_cartao(ctx: Context) -> Iterator[Achado]:
    """The declared data are those registered in the CNPJ (RES41, art. 8º, III)."""
    yield from _judge(ctx, ("leitura", "cadastro"))


@check("cnae_do_cartao_se_houver", alcance="dossie")
def cnae_do_cartao_se_houver(ctx: Context) -> Iterator[Achado]:
    """The Ficha's company has the resale of fuels as its principal activity, as far as a card is there to tell."""
    card = best_card(ctx)
    if card is not None:
        yield from (r for r in card.of("situacao") if r.codigo == "cnae_principal_divergente")

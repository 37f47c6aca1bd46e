"""Papers that the norm did not ask for: what they print is compared too, and can only raise a doubt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from docverify.model import Reason
from docverify.norms.checks.endereco import endereco
from docverify.norms.checks.identidade import cnpj, razao_social
from docverify.norms.context import Context
from docverify.norms.registry import Parameter, check
from docverify.norms.schema import CheckCall

_CRUZAMENTOS = (
    (cnpj, {"raiz": True, "exigido": False}),
    (razao_social, {"exigida": False}),
    (endereco, {"exigido": False, "sede": True}),
)


def _judged(ctx: Context) -> set[str]:
    """Return the types that the rule's check on an alteration judges in full, and that are not for a doubt here."""
    for call in ctx.rule.chamadas:
        if call.nome == "documentos_alteracao":
            wanted = call.parametros["exigidos"].get(ctx.dossie.pedido.situacao, [])
            if wanted:
                return {t for w in wanted for t in w.split("|")}
            return {t for rule in ctx.dossie.norm.regras for t in rule.tipos}
    return set()


@check(
    "documentos_nao_pedidos",
    alcance="dossie",
    tipos=Parameter(list, itens="tipos"),
    situacoes=Parameter(list, (), [], itens="situacoes"),
)
def documentos_nao_pedidos(ctx: Context) -> Iterator[Reason]:
    """CNPJ, name and address on a paper that no rule asked for are the Ficha's (contract, section 4, reading 1).

    With ``situacoes`` only in those situations, where the rule is owed in others too that ask for more.
    """
    only = ctx.param("situacoes")
    if only and ctx.dossie.pedido.situacao not in only:
        return
    judged = _judged(ctx)
    yield from doubts_of(ctx, [t for t in ctx.param("tipos") if t not in judged])


def doubts_of(ctx: Context, tipos: Sequence[str]) -> Iterator[Reason]:
    """Compare papers of the given types with the Ficha: what would be a defect is a doubt, no rule asked for them."""
    for index in ctx.dossie.de_tipo(*tipos):
        for function, params in _CRUZAMENTOS:
            call = CheckCall("documentos_nao_pedidos", ctx.call.citacao, inferencia=True, parametros=params)
            for reason in function(replace(ctx, indice=index, call=call)):
                assert isinstance(reason, Reason)
                if reason.gravidade == "impede":
                    note = " É um documento que a norma não pediu: confira."
                    yield replace(reason, gravidade="revisar", mensagem=reason.mensagem + note)
                elif reason.codigo != "confianca_baixa":
                    # a doubt on a paper that nobody asked for holds nothing back
                    yield reason

"""Which rules of a norm have an object in a request: by situation, modality, profile and what was asked for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from docverify.errors import InvalidFichaError
from docverify.model import Ficha, Pedido
from docverify.norms.schema import Norm, Rule

SOLICITACAO = "solicitacao_anp"
"""The profile in which the authority asks for documents by the rule's id (contract, ``pedido.solicitados``)."""

Resposta = Literal["sim", "nao", "sem_modalidade"]


@dataclass(frozen=True, slots=True)
class Alcance:
    """What decides whether a rule has an object.

    Attributes:
        etiquetas: Tags of the request.
        modalidade: Declared, or taken for granted where the norm's setting says so; None where nobody says.
        presumida: The modality was taken for granted.
        perfil: Profile, None in norms that know none.
        solicitados: Ids that the authority asked for; None: all.
    """

    etiquetas: frozenset[str]
    modalidade: str | None
    presumida: bool
    perfil: str | None
    solicitados: tuple[str, ...] | None


def tags_of(norm: Norm, ficha: Ficha, pedido: Pedido) -> frozenset[str]:
    """Return the tags of a request: its situation, those that the norm gives it, and those of its data."""
    tags = {"sempre", pedido.situacao, *norm.situacoes[pedido.situacao]}
    if ficha.vias_de_acesso:
        tags.add("varias_vias")
    if pedido.data_registro_anterior is not None:
        tags.add("pos_registro")
    if pedido.data_notificacao is not None and pedido.situacao == "operacao":
        tags.add("notificacao")  # the date has a meaning for who operates only (contract, ``pedido.data_notificacao``)
    return frozenset(tags)


def scope_of(norm: Norm, ficha: Ficha, pedido: Pedido) -> Alcance:
    """Return what decides whether a rule has an object in this request.

    Raises:
        InvalidFichaError: If the norm does not know the situation, the modality, the profile or what was asked for.
    """
    if pedido.situacao not in norm.situacoes:
        raise InvalidFichaError(
            f"A situação '{pedido.situacao}' não existe na {norm.titulo}. Use uma de: {', '.join(norm.situacoes)}."
        )
    perfil = pedido.perfil if norm.perfis else None
    modalidade = pedido.modalidade if norm.modalidades else None
    for value, known, what in ((perfil, norm.perfis, "O perfil"), (modalidade, norm.modalidades, "A modalidade")):
        if value is not None and value not in known:
            raise InvalidFichaError(f"{what} '{value}' não existe na {norm.titulo}. Use: {', '.join(known)}.")
    presumed = bool(norm.modalidades) and modalidade is None and norm.setting("modalidade_omitida") == "alerta"
    tags = tags_of(norm, ficha, pedido)
    asked = pedido.solicitados if perfil == SOLICITACAO else None
    if asked is not None:
        if not asked:
            raise InvalidFichaError(
                "'pedido.solicitados' está vazia: nada se pediria. Diga o que a ANP solicitou, ou apague a chave, que "
                "vale por tudo."
            )
        accepted = [r.id for r in norm.regras if r.solicitavel or r.grupo]
        wrong = [i for i in asked if i not in accepted]
        idle = [r.id for r in norm.regras if r.id in asked and tags.isdisjoint(r.situacoes)]
        if wrong:
            raise InvalidFichaError(
                f"Em 'pedido.solicitados' há o que a {norm.titulo} não deixa solicitar: {', '.join(wrong)[:80]}. "
                f"Use: {', '.join(accepted)}."
            )
        if idle:
            raise InvalidFichaError(
                f"Em 'pedido.solicitados', {', '.join(idle)[:80]} não tem objeto na situação '{pedido.situacao}'. "
                "Confira 'pedido.situacao'."
            )
    return Alcance(tags, norm.modalidades[0] if presumed else modalidade, presumed, perfil, asked)


def comparable(rule: Rule, scope: Alcance) -> bool:
    """Tell whether a rule is of the request's profile and modality, whatever the situation.

    Such a rule is evaluated, because checks on the dossier may look at its outcome.
    """
    if rule.perfis and scope.perfil not in rule.perfis:
        return False
    return not rule.modalidades or scope.modalidade is None or scope.modalidade in rule.modalidades


def applies(rule: Rule, scope: Alcance) -> Resposta:
    """Tell whether a rule has an object; ``sem_modalidade`` where it depends on a modality that nobody gave."""
    if scope.etiquetas.isdisjoint(rule.situacoes) or not comparable(rule, scope):
        return "nao"
    if rule.solicitavel and scope.solicitados is not None and rule.id not in scope.solicitados:
        return "nao"
    return "sem_modalidade" if rule.modalidades and scope.modalidade is None else "sim"


def groups(rules: Iterable[Rule], scope: Alcance) -> dict[str, tuple[str, ...]]:
    """Return the groups of which one rule is enough, with the ids of their rules that have an object.

    A group of which only one rule has an object is none: that rule is owed.
    """
    found: dict[str, list[str]] = {}
    for rule in rules:
        if rule.grupo is not None and applies(rule, scope) != "nao":
            found.setdefault(rule.grupo, []).append(rule.id)
    return {name: tuple(ids) for name, ids in found.items() if len(ids) > 1}

"""What a norm answers for a dossier: every rule an item, and the legal consequence of the whole.

Pure: the same arguments give the same answer, byte for byte; nothing is read but the norm's data that is handed in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from docverify.errors import InvalidFichaError
from docverify.model import Decision, Document, DossierFacts, Ficha, Notice, Pedido
from docverify.norms.applicability import applies, comparable
from docverify.norms.bases import Bases
from docverify.norms.context import Dossier, Limiares, default_limiares
from docverify.norms.dossier import SEM_BASES, address_of
from docverify.norms.effects import effect_of, effects_of, notices_of, result_of, window_notice
from docverify.norms.items import Answered, settle, unsettled
from docverify.norms.outcome import RuleOutcome
from docverify.norms.parts import answer_rule
from docverify.norms.schema import Norm
from docverify.values.addresses import Endereco
from docverify.values.errors import InvalidValue
from docverify.values.identifiers import cep as cep_values


def decide(
    ficha: Ficha,
    pedido: Pedido,
    documentos: Sequence[Document],
    facts: DossierFacts,
    norm: Norm,
    data_referencia: date,
    limiares: Limiares | None = None,
    bases: Bases | None = None,
) -> Decision:
    """Judge a dossier under a norm.

    Args:
        ficha: Declared data.
        pedido: What is asked for.
        documentos: Documents found, those that continue another marked by ``continua``.
        facts: What is in doubt beyond the documents.
        norm: The norm, its settings as wanted.
        data_referencia: Day against which validity is judged.
        limiares: Thresholds of confidence, default those of the package.
        bases: What is known from outside the dossier, default nothing.

    Raises:
        InvalidFichaError: If the norm does not know the situation, modality or profile of the request, or an id that it
            says was asked for, or has no rule for such a request.
    """
    base = Dossier(
        norm,
        ficha,
        pedido,
        tuple(documentos),
        facts,
        data_referencia,
        limiares or default_limiares(),
        ficha.endereco,
        bases=bases or SEM_BASES,
    )
    scope = base.alcance
    if all(applies(r, scope) == "nao" for r in norm.regras):
        raise InvalidFichaError(
            f"A {norm.titulo} nada pede na situação '{pedido.situacao}' com os dados do pedido. "
            "Confira 'pedido.situacao', 'pedido.perfil' e 'pedido.modalidade'."
        )
    dossie = _complete_address(base)
    outcomes: dict[str, RuleOutcome] = {
        r.id: answer_rule(dossie, r) for r in norm.regras if r.tipos and comparable(r, scope)
    }
    answered = settle(dossie, [unsettled(dossie, rule, outcomes) for rule in norm.regras])
    items = tuple(a.item for a in answered)
    resultado = result_of(items)
    effect, lesser = effect_of(norm, resultado, _effects(norm, answered))
    raised = [n for a in answered for n in (*a.avisos, *notices_of(norm, a.rule, a.item))]
    notices = (*window_notice(norm, data_referencia), *raised, *lesser)
    return Decision(
        norma=norm.id,
        titulo_norma=norm.titulo,
        situacao=pedido.situacao,
        modalidade=pedido.modalidade if norm.modalidades else None,
        perfil=scope.perfil,
        data_referencia=data_referencia,
        resultado=resultado,
        efeito=effect,
        itens=items,
        avisos=_distinct(notices),
    )


def _effects(norm: Norm, answered: Sequence[Answered]) -> list[str]:
    return [code for a in answered for code in effects_of(norm, a.rule, a.item)]


def _distinct(notices: Sequence[Notice]) -> tuple[Notice, ...]:
    return tuple(dict.fromkeys(notices))


def _complete_address(dossie: Dossier) -> Dossier:
    """Complete the declared address: the form FC/REVGLP has neither municipality nor State (contract, section 4, 1)."""
    declared = dossie.ficha.endereco
    if declared is None or (declared.municipio and declared.uf):
        return dossie
    for index in dossie.de_tipo("comprovante_cnpj"):
        card = dossie.documentos[index]
        number, found = card.campos.get("cnpj"), card.campos.get("endereco")
        read = address_of(found.valor) if found else None
        if number is None or number.valor != dossie.ficha.cnpj or found is None or read is None or not read.municipio:
            continue
        sure = found.confianca >= dossie.limiares.campo and dossie.tipo_certo(index)
        full = replace(declared, municipio=declared.municipio or read.municipio, uf=declared.uf or read.uf)
        return replace(dossie, endereco=_uf_from_cep(full), municipio_certo=sure)
    return replace(dossie, endereco=_uf_from_cep(declared), municipio_certo=True)


def _uf_from_cep(endereco: Endereco) -> Endereco:
    if endereco.uf or not endereco.cep:
        return endereco
    try:
        return replace(endereco, uf=cep_values.uf_of(endereco.cep))
    except InvalidValue:
        return endereco

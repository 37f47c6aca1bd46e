"""What a norm's file can say, each thing on an invented norm: tags, modalities, profiles, parts, groups, effects."""

from __future__ import annotations

from typing import Any

import pytest

from docverify.errors import InvalidFichaError
from docverify.model import Notice, Pedido, Reason
from docverify.norms.bases import Bases, Debito
from docverify.norms.parser import parse_norm
from docverify.norms.registry import CheckSpec
from docverify.norms.schema import (
    MissingKeyError,
    NormFileError,
    UnknownKeyError,
    UnknownReferenceError,
    WrongValueError,
)
from docverify.values.addresses import Endereco
from tests.unit.norms.invented import (
    ALVARA,
    DAY,
    GOOD,
    HEAD,
    LICENCA,
    OLD,
    OTHER,
    OWN,
    THERE,
    a_ficha,
    codes,
    item,
    judge,
    paper,
    rule,
    states,
)


@pytest.mark.parametrize(
    ("tags", "pedido", "more", "applies"),
    [
        ('["novo"]', {"situacao": "substituicao"}, {}, True),
        ('["troca"]', {"situacao": "substituicao"}, {}, True),
        ('["troca"]', {"situacao": "novo"}, {}, False),
        ('["operacao"]', {"situacao": "novo"}, {}, False),
        ('["varias_vias"]', {}, {}, False),
        ('["varias_vias"]', {}, {"vias_de_acesso": (Endereco(**THERE),)}, True),
        ('["pos_registro"]', {"data_registro_anterior": DAY}, {}, True),
        ('["notificacao"]', {"situacao": "operacao", "data_notificacao": DAY}, {}, True),
        ('["notificacao"]', {"data_notificacao": DAY}, {}, False),
        ('["notificacao"]', {}, {}, False),
    ],
)
def test_a_rule_applies_by_one_of_its_tags(
    checks: dict[str, CheckSpec], tags: str, pedido: dict[str, Any], more: dict[str, Any], applies: bool
) -> None:
    always = rule("R-0", situacoes='["sempre"]', nao_verificavel='"Nada."')
    ficha = a_ficha(Pedido(**pedido), **more)
    decision = judge(always + rule(situacoes=tags, documentos=ALVARA), checks, ficha=ficha)
    assert item(decision).situacao == ("ausente" if applies else "nao_aplicavel")


def test_a_request_of_which_no_rule_speaks_is_never_accepted(checks: dict[str, CheckSpec]) -> None:
    with pytest.raises(InvalidFichaError, match="operacao"):
        judge(rule(documentos=ALVARA), checks, ficha=a_ficha(Pedido(situacao="operacao")))


FLOATING = rule(modalidades='["flutuante"]', documentos=ALVARA) + rule("R-2", nao_verificavel='"Nada."')


def test_a_rule_of_one_modality_has_no_object_in_another(checks: dict[str, CheckSpec]) -> None:
    assert item(judge(FLOATING, checks)).situacao == "nao_aplicavel"
    floating = judge(FLOATING, checks, ficha=a_ficha(Pedido(modalidade="flutuante")))
    assert item(floating).situacao == "ausente"
    assert floating.modalidade == "flutuante"


def test_without_a_modality_what_depends_on_it_is_in_doubt_or_taken_for_the_usual_one(
    checks: dict[str, CheckSpec],
) -> None:
    ficha = a_ficha(Pedido())
    doubt = judge(FLOATING, checks, ficha=ficha)
    assert item(doubt).situacao == "em_analise"
    assert codes(doubt) == ["modalidade_nao_indicada:revisar"]
    assert "pedido.modalidade" in item(doubt).motivos[0].mensagem
    lenient = (
        '[ajustes.modalidade_omitida]\npadrao = "alerta"\nvalores = ["revisar", "alerta"]\ndescricao = "x"\n'
        'citacao = "art. 1º"\n'
    )
    taken = judge(FLOATING, checks, ficha=ficha, settings=lenient)
    assert item(taken).situacao == "nao_aplicavel"
    assert codes(taken) == ["modalidade_nao_indicada:alerta"]


ASKED = (
    rule("R-S", perfis='["sistema"]', documentos=LICENCA)
    + rule("R-A", perfis='["solicitacao_anp"]', solicitavel="true", documentos=ALVARA)
    + rule("R-B", perfis='["solicitacao_anp"]', solicitavel="true", documentos=LICENCA)
)


@pytest.mark.parametrize(
    ("perfil", "asked", "owed"),
    [
        ("sistema", None, {"R-S"}),
        ("sistema", ("R-A",), {"R-S"}),
        ("solicitacao_anp", None, {"R-A", "R-B"}),
        ("solicitacao_anp", ("R-B",), {"R-B"}),
    ],
)
def test_the_profile_and_what_was_asked_for_say_which_rules_apply(
    checks: dict[str, CheckSpec], perfil: str, asked: tuple[str, ...] | None, owed: set[str]
) -> None:
    decision = judge(ASKED, checks, ficha=a_ficha(Pedido(perfil=perfil, solicitados=asked)))
    assert {i.id for i in decision.itens if i.situacao == "ausente"} == owed
    assert decision.perfil == perfil


@pytest.mark.parametrize("wrong", ["R-S", "R-X", "x" * 10_000])
def test_what_cannot_be_asked_for_is_named_with_what_can(checks: dict[str, CheckSpec], wrong: str) -> None:
    with pytest.raises(InvalidFichaError) as caught:
        judge(ASKED, checks, ficha=a_ficha(Pedido(perfil="solicitacao_anp", solicitados=("R-A", wrong))))
    assert "R-A, R-B" in caught.value.mensagem
    assert wrong[:20] in caught.value.mensagem
    assert len(caught.value.mensagem) < 400


EFFECTS = rule(
    documentos=ALVARA,
    ausente='"pendente"',
    defeituoso='"pendente"',
    efeito_por_motivo='{ cnpj_divergente = "indeferir" }',
    avisos='[{ codigo = "cancelar", motivos = ["cnpj_divergente"] }, { codigo = "reexame" }]',
    verificacoes='[{ nome = "cnpj" }, { nome = "validade" }]',
)


@pytest.mark.parametrize(
    ("fields", "effect", "notices"),
    [
        (GOOD, "acolhido", set()),
        (OLD, "pendente", {"reexame"}),
        ({**GOOD, "cnpj": OTHER}, "indeferir", {"cancelar", "reexame"}),
        ({**OLD, "cnpj": OTHER}, "indeferir", {"cancelar", "reexame", "pendente"}),
        (None, "pendente", {"reexame"}),
        ({}, "em_analise", set()),
    ],
)
def test_the_graver_effect_stands_and_a_broken_item_raises_its_notices(
    checks: dict[str, CheckSpec], fields: dict[str, Any] | None, effect: str, notices: set[str]
) -> None:
    papers = [] if fields is None else [paper("alvara_funcionamento", **fields)]
    decision = judge(EFFECTS, checks, papers)
    assert decision.efeito.codigo == effect
    assert {n.codigo for n in decision.avisos} == notices


def test_a_check_may_say_that_papers_cannot_answer_or_that_there_is_no_object(checks: dict[str, CheckSpec]) -> None:
    rules = rule("R-1", verificacoes='[{ nome = "base_externa" }]') + rule(
        "R-2", documentos='["protocolo_renovacao"]', verificacoes='[{ nome = "sem_objeto_aqui" }]'
    )
    decision = judge(rules, checks)
    assert states(decision) == {"R-1": "nao_verificavel", "R-2": "nao_aplicavel"}
    assert codes(decision) == ["base_externa_nao_consultada:alerta"]
    assert decision.resultado == "aceito"
    assert states(judge(rules, checks, [paper("licenca_operacao")]))["R-2"] == "ausente"
    assert item(judge(rules, checks, bases=Bases(cadin=()))).situacao == "conforme"
    owing = judge(rules, checks, bases=Bases(cadin=(Debito(OWN),)))
    assert item(owing).situacao == "nao_conforme"


def test_what_is_graver_than_a_word_stands(checks: dict[str, CheckSpec]) -> None:
    rules = rule(verificacoes='[{ nome = "base_externa" }, { nome = "sempre_grave" }]')
    assert item(judge(rules, checks)).situacao == "nao_conforme"


def test_a_rule_that_cannot_be_verified_only_informs(checks: dict[str, CheckSpec]) -> None:
    decision = judge(rule(nao_verificavel='"Juízo."', verificacoes='[{ nome = "sempre_grave" }]'), checks)
    assert item(decision).situacao == "nao_verificavel"
    assert codes(decision) == ["base_externa_nao_consultada:alerta", "fora_do_prazo:alerta"]
    assert item(decision).motivos[0].mensagem == "Juízo."
    assert decision.avisos == (Notice("reexame", "Reexamina-se."),)


def test_checks_on_the_dossier_run_in_parts_too(checks: dict[str, CheckSpec]) -> None:
    rules = rule() + f'[[regras.partes]]\ndocumentos = {ALVARA}\nverificacoes = [{{ nome = "sempre_grave" }}]\n'
    assert codes(judge(rules, checks, [paper("alvara_funcionamento")])) == ["fora_do_prazo:impede"]


@pytest.mark.parametrize(
    ("text", "kind", "says"),
    [
        (rule(documentos=ALVARA, modalidades='["gnv"]'), UnknownReferenceError, "a modalidade 'gnv'"),
        (rule(documentos=ALVARA, perfis='["sistem"]'), UnknownReferenceError, "Você quis dizer 'sistema'"),
        (rule(documentos=ALVARA, de='"outra"'), WrongValueError, "'requerente' ou 'substituida' ou 'qualquer'"),
        (rule(documentos=ALVARA, solicitavel='"sim"'), WrongValueError, "true ou false"),
        (rule(documentos=ALVARA, suprido_por='"R-9"'), UnknownReferenceError, "a regra 'R-9'"),
        (
            rule(documentos=ALVARA, efeito_por_motivo='{ cnpj_divergente = "nada" }'),
            UnknownReferenceError,
            "o efeito 'nada'",
        ),
        (rule(documentos=ALVARA, avisos='[{ codigo = "cancela" }]'), UnknownReferenceError, "'cancelar'"),
        (rule(documentos=ALVARA, avisos='[{ codigo = "cancelar", motivo = [] }]'), UnknownKeyError, "'motivos'"),
        (rule(situacoes='["trocas"]', documentos=ALVARA), UnknownReferenceError, "'troca'"),
        (rule(documentos=ALVARA) + f"[[regras.partes]]\ndocumentos = {ALVARA}\n", WrongValueError, "partes"),
        (rule() + f'[[regras.partes]]\ndocumentos = {ALVARA}\npor = "filial"\n', WrongValueError, "estabelecimento"),
        (rule() + f"[[regras.partes]]\ndocumento = {ALVARA}\n", UnknownKeyError, "'documentos'"),
        (rule() + "[[regras.partes]]\nopcional = true\n", MissingKeyError, "'documentos'"),
        (rule() + "[[regras.partes]]\ndocumentos = []\n", WrongValueError, "está vazia"),
        (rule(), MissingKeyError, "não pede documento"),
    ],
)
def test_a_fault_of_the_new_keys_is_named_with_line_key_and_remedy(
    checks: dict[str, CheckSpec], text: str, kind: type[NormFileError], says: str
) -> None:
    with pytest.raises(NormFileError) as caught:
        parse_norm(HEAD + rule("R-0", situacoes='["troca"]', documentos=ALVARA) + text, "mun1.toml", checks)
    error = caught.value
    assert isinstance(error, kind), error
    assert says in error.mensagem
    assert HEAD.count("\n") < error.linha <= (HEAD + text).count("\n") + 8


def test_a_tag_that_no_rule_uses_is_a_misspelling(checks: dict[str, CheckSpec]) -> None:
    with pytest.raises(WrongValueError, match="troca"):
        parse_norm(HEAD + rule(documentos=ALVARA), "mun1.toml", checks)


def test_reasons_of_the_engine_are_reasons(checks: dict[str, CheckSpec]) -> None:
    swapped = rule("R-0", situacoes='["troca"]', documentos=ALVARA)
    for reason in item(judge(swapped + rule(documentos=ALVARA), checks)).motivos:
        assert isinstance(reason, Reason)
        assert reason.citacao == "Decreto nº 1, art. 9º"


@pytest.mark.parametrize(
    ("value", "situation", "found"),
    [
        ("impede", "nao_conforme", ["razao_social_divergente:impede"]),
        ("revisar", "em_analise", ["razao_social_divergente:revisar"]),
        ("alerta", "conforme", ["razao_social_divergente:alerta"]),
        ("nao_exigir", "conforme", []),
    ],
)
def test_a_ceiling_holds_what_a_check_finds_and_is_told(
    checks: dict[str, CheckSpec], value: str, situation: str, found: list[str]
) -> None:
    setting = (
        f'[ajustes.outro]\npadrao = "{value}"\nvalores = ["impede", "revisar", "alerta", "nao_exigir"]\n'
        'descricao = "Outro nome."\ncitacao = "art. 1º"\n'
    )
    owed = rule(documentos=ALVARA, verificacoes='[{ nome = "razao_social", teto = "@outro" }]')
    decision = judge(owed, checks, [paper("alvara_funcionamento", razao_social="OURO NEGRO LTDA")], settings=setting)
    assert (item(decision).situacao, codes(decision)) == (situation, found)
    assert all(f"outro = {value}" in m.mensagem for m in item(decision).motivos)


def test_a_ceiling_that_is_no_gravity_is_refused(checks: dict[str, CheckSpec]) -> None:
    with pytest.raises(WrongValueError, match="teto"):
        judge(rule(documentos=ALVARA, verificacoes='[{ nome = "razao_social", teto = "talvez" }]'), checks)

"""What a norm's file can say, each thing on an invented norm: tags, modalities, profiles, parts, groups, effects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from docverify.errors import InvalidFichaError
from docverify.model import Decision, Document, DossierFacts, Ficha, Filial, Item, Notice, Pedido, Reason
from docverify.norms.bases import Bases, Debito
from docverify.norms.context import Context
from docverify.norms.decide import decide
from docverify.norms.parser import parse_norm
from docverify.norms.registry import CHECKS, Achado, CheckSpec
from docverify.norms.schema import (
    MissingKeyError,
    NormFileError,
    UnknownKeyError,
    UnknownReferenceError,
    WrongValueError,
)
from docverify.values.addresses import Endereco
from tests.acceptance.norms.cases import document

DAY = date(2026, 11, 30)
HEAD = """
esquema = 1
id = "MUN1"
titulo = "Decreto nº 1"
ementa = "Decreto nº 1, inventado"
atividade = "revenda_glp"
modalidades = ["automotivos", "flutuante"]
perfis = ["sistema", "solicitacao_anp"]
[vigencia]
inicio = 2000-01-01
fonte = "inventada"
[situacoes]
novo = "novo"
substituicao = ["novo", "troca"]
alteracao_endereco = "alteracao_endereco"
operacao = "operacao"
[resultado]
aceito = "acolhido"
em_analise = "em_analise"
defeito = "pendente"
[efeitos.acolhido]
mensagem = "Bom."
citacao = "art. 1º"
[efeitos.em_analise]
mensagem = "Dúvida."
citacao = "art. 1º"
[efeitos.pendente]
mensagem = "Falta."
citacao = "art. 2º"
peso = 1
[efeitos.indeferir]
mensagem = "Não."
citacao = "art. 3º"
peso = 2
[avisos]
cancelar = "Cancela-se."
reexame = "Reexamina-se."
"""


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


OWN = "11222333000181"
OTHER = "33000167000101"
HERE = {"logradouro": "Rua Coronel Silva Teles", "numero": "1450", "municipio": "Campinas", "uf": "SP"}
THERE = {"logradouro": "Avenida Brasil", "numero": "7", "municipio": "Campinas", "uf": "SP"}


def a_ficha(pedido: Pedido | None = None, **changes: Any) -> Ficha:
    base = Ficha(
        "json",
        pedido or Pedido(modalidade="automotivos"),
        razao_social="Posto Taquaral Ltda",
        cnpj=OWN,
        endereco=Endereco(**HERE),
    )
    return replace(base, **changes)


def paper(tipo: str, number: int = 0, **campos: Any) -> Document:
    return document(tipo, {"campos": campos}, number)


def rule(id: str = "R-1", **keys: Any) -> str:
    """Return a rule's TOML; values are TOML already."""
    lines = {"descricao": '"Regra"', "citacao": '"art. 9º"', "situacoes": '["novo"]', **keys}
    body = "\n".join(f"{k} = {v}" for k, v in lines.items() if v is not None)
    return f'\n[[regras]]\nid = "{id}"\n{body}\n'


def judge(
    rules: str,
    checks: dict[str, CheckSpec],
    documents: list[Document] | None = None,
    ficha: Ficha | None = None,
    facts: DossierFacts | None = None,
    bases: Bases | None = None,
    settings: str = "",
) -> Decision:
    if "troca" not in rules:
        rules += rule("R-T", situacoes='["troca"]', nao_verificavel='"Nada."')
    norm = parse_norm(HEAD + settings + rules, "mun1.toml", checks)
    declared = ficha or a_ficha()
    facts = facts or DossierFacts()
    return decide(declared, declared.pedido, documents or [], facts, norm, DAY, bases=bases)


def item(decision: Decision, id: str = "R-1") -> Item:
    return next(i for i in decision.itens if i.id == id)


def codes(decision: Decision, id: str = "R-1") -> list[str]:
    return [f"{m.codigo}:{m.gravidade}" for m in item(decision, id).motivos]


ALVARA = '["alvara_funcionamento"]'
LICENCA = '["licenca_operacao"]'


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
        ('["notificacao"]', {"data_notificacao": DAY}, {}, True),
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


PARTS = rule() + (
    "[[regras.partes]]\ndocumentos = " + ALVARA + '\nverificacoes = [{ nome = "validade" }]\n'
    '[[regras.partes]]\ndocumentos = ["licenca_operacao"]\nopcional = true\nverificacoes = [{ nome = "validade" }]\n'
    '[[regras.partes]]\ndocumentos = ["comprovante_cnpj"]\nsituacoes = ["troca"]\n'
)
GOOD, OLD = {"validade": "2027-01-01"}, {"validade": "2020-01-01"}


@pytest.mark.parametrize(
    ("documents", "situation", "state"),
    [
        ([("alvara_funcionamento", GOOD)], "novo", "conforme"),
        ([("alvara_funcionamento", GOOD), ("licenca_operacao", OLD)], "novo", "nao_conforme"),
        ([("licenca_operacao", GOOD)], "novo", "ausente"),
        ([("alvara_funcionamento", GOOD)], "substituicao", "ausente"),
        ([("alvara_funcionamento", GOOD), ("comprovante_cnpj", {"cnpj": OWN})], "substituicao", "conforme"),
        ([("alvara_funcionamento", OLD)], "substituicao", "ausente"),
    ],
)
def test_every_part_is_owed_and_the_worst_stands(
    checks: dict[str, CheckSpec], documents: list[tuple[str, dict[str, Any]]], situation: str, state: str
) -> None:
    papers = [paper(t, i, **c) for i, (t, c) in enumerate(documents)]
    decision = judge(PARTS, checks, papers, a_ficha(Pedido(situacao=situation)))
    assert item(decision).situacao == state
    assert set(item(decision).documentos) <= set(range(len(papers)))
    in_doubt = judge(PARTS, checks, papers, a_ficha(Pedido(situacao=situation)), DossierFacts(paginas_em_duvida=True))
    expected = {"ausente": "nao_conforme" if OLD in [c for _, c in documents] else "em_analise"}.get(state, state)
    assert item(in_doubt).situacao == expected


ESTABLISHMENTS = rule() + (
    '[[regras.partes]]\ndocumentos = ["inscricao_estadual"]\npor = "estabelecimento"\n'
    'verificacoes = [{ nome = "cnpj" }, { nome = "inscricao_estadual" }, { nome = "uf_emissor" }]\n'
)
BRANCH = "11222333000262"
BRANCHES = a_ficha(inscricao_estadual="110042490114", filiais=(Filial(BRANCH, "MT", "00130000019"),))
MATRIZ_IE = {"cnpj": OWN, "inscricao_estadual": "110042490114", "uf": "SP"}
FILIAL_IE = {"cnpj": BRANCH, "inscricao_estadual": "00130000019", "uf": "MT"}


@pytest.mark.parametrize(
    ("papers", "state", "said"),
    [
        ([MATRIZ_IE, FILIAL_IE], "conforme", []),
        ([FILIAL_IE, MATRIZ_IE], "conforme", []),
        ([MATRIZ_IE], "nao_conforme", ["filial_nao_coberta:impede"]),
        ([], "ausente", ["documento_ausente:impede", "documento_ausente:impede"]),
        ([FILIAL_IE], "ausente", ["documento_ausente:impede"]),
        ([MATRIZ_IE, {**FILIAL_IE, "cnpj": None}], "conforme", []),  # told by its inscription
        ([MATRIZ_IE, {"uf": "MT"}], "conforme", []),  # told by its State
        ([MATRIZ_IE, {"situacao": "ATIVO"}], "em_analise", ["confianca_baixa:revisar"]),  # by elimination
        ([MATRIZ_IE, {**FILIAL_IE, "cnpj": OTHER}], "nao_conforme", ["cnpj_divergente:impede"]),
        ([MATRIZ_IE, {**FILIAL_IE, "uf": "GO"}], "nao_conforme", ["uf_emissor_divergente:impede"]),
        ([MATRIZ_IE, MATRIZ_IE], "nao_conforme", ["filial_nao_coberta:impede"]),
    ],
)
def test_a_paper_is_owed_for_each_establishment_and_compared_with_it(
    checks: dict[str, CheckSpec], papers: list[dict[str, Any]], state: str, said: list[str]
) -> None:
    documents = [paper("inscricao_estadual", i, **p) for i, p in enumerate(papers)]
    decision = judge(ESTABLISHMENTS, checks, documents, BRANCHES)
    assert item(decision).situacao == state
    assert codes(decision) == said


STATES = rule() + '[[regras.partes]]\ndocumentos = ["certidao_negativa_estadual"]\npor = "estado"\n'


@pytest.mark.parametrize(
    ("states", "papers", "state", "said"),
    [
        (("GO", "MT"), ["GO", "MT"], "conforme", []),
        (("GO", "MT"), ["GO"], "nao_conforme", ["uf_nao_coberta:impede"]),
        (("GO", "MT"), [], "ausente", ["documento_ausente:impede"]),
        (("GO", "MT"), ["GO", None], "em_analise", ["confianca_baixa:revisar"]),
        (("GO", "MT"), ["GO", "Estado de Mato Grosso"], "conforme", []),
        ((), ["SP"], "conforme", []),
        ((), ["GO"], "nao_conforme", ["uf_nao_coberta:impede"]),
    ],
)
def test_a_paper_is_owed_for_each_state(
    checks: dict[str, CheckSpec], states: tuple[str, ...], papers: list[str | None], state: str, said: list[str]
) -> None:
    documents = [paper("certidao_negativa_estadual", i, uf=uf) for i, uf in enumerate(papers)]
    decision = judge(STATES, checks, documents, a_ficha(estados_onde_atua=states))
    assert (item(decision).situacao, codes(decision)) == (state, said)


GROUP = (
    rule("K-1", situacoes='["troca"]', grupo='"k"', documentos='["comprovante_cnpj"]', de='"substituida"')
    + rule("K-2", situacoes='["troca"]', grupo='"k"', documentos='["distrato_social"]', de='"substituida"',
           verificacoes='[{ nome = "validade" }]')
    + rule("R-1", documentos='["comprovante_cnpj"]', verificacoes='[{ nome = "cnpj" }]')
)  # fmt: skip
SWAP = a_ficha(Pedido(situacao="substituicao"))
OWN_CARD = {"cnpj": OWN, "razao_social": "Posto Taquaral Ltda", "endereco": HERE}
OTHER_CARD = {"cnpj": OTHER, "razao_social": "Auto Posto Serra Azul Ltda", "endereco": HERE}


def states(decision: Decision) -> dict[str, str]:
    return {i.id: i.situacao for i in decision.itens if i.id != "R-T"}


def test_one_of_a_group_is_enough_and_the_others_only_warn(checks: dict[str, CheckSpec]) -> None:
    papers = [paper("comprovante_cnpj", 0, **OWN_CARD), paper("comprovante_cnpj", 1, **OTHER_CARD)]
    bad = paper("distrato_social", 2, **OLD)
    alone = judge(GROUP, checks, papers, SWAP)
    assert states(alone) == {"K-1": "conforme", "K-2": "nao_aplicavel", "R-1": "conforme"}
    both = judge(GROUP, checks, [*papers, bad], SWAP)
    assert states(both) == states(alone)
    assert codes(both, "K-2") == ["validade_vencida:alerta"]
    only_bad = judge(GROUP, checks, [papers[0], bad], SWAP)
    assert states(only_bad) == {"K-1": "nao_aplicavel", "K-2": "nao_conforme", "R-1": "conforme"}
    none = judge(GROUP, checks, papers[:1], SWAP)
    assert states(none) == {"K-1": "nao_aplicavel", "K-2": "nao_aplicavel", "R-1": "conforme"}


def test_a_group_of_which_one_rule_applies_is_owed(checks: dict[str, CheckSpec]) -> None:
    decision = judge(
        GROUP.replace('["troca"]', '["operacao"]', 1), checks, [paper("comprovante_cnpj", **OWN_CARD)], SWAP
    )
    assert states(decision) == {"K-1": "nao_aplicavel", "K-2": "ausente", "R-1": "conforme"}


@pytest.mark.parametrize(
    ("changes", "k1", "own"),
    [
        ({}, "conforme", "ausente"),
        ({"endereco": THERE}, "nao_aplicavel", "nao_conforme"),  # another company, elsewhere
        ({"endereco": None}, "em_analise", "nao_conforme"),  # nobody knows where
        ({"cnpj": {"valor": OTHER, "confianca": 0.5}}, "em_analise", "em_analise"),
        ({"cnpj": None}, "conforme", "ausente"),  # told by its name
        ({"cnpj": None, "razao_social": None}, "nao_aplicavel", "conforme"),
        ({"cnpj": "11222333000262"}, "nao_aplicavel", "nao_conforme"),  # a branch of the applicant
        ({"razao_social": "POSTO TAQUARAL LTDA"}, "em_analise", "nao_conforme"),  # the applicant's name
        ({"razao_social": None}, "conforme", "ausente"),
    ],
)
def test_another_companys_paper_is_told_by_company_and_place(
    checks: dict[str, CheckSpec], changes: dict[str, Any], k1: str, own: str
) -> None:
    card = paper("comprovante_cnpj", **{**OTHER_CARD, **changes})
    decision = judge(GROUP, checks, [card], SWAP)
    assert (states(decision)["K-1"], states(decision)["R-1"]) == (k1, own)


def test_in_a_plain_request_nobody_elses_papers_are_looked_for(checks: dict[str, CheckSpec]) -> None:
    card = paper("comprovante_cnpj", **OTHER_CARD)
    assert states(judge(GROUP, checks, [card]))["R-1"] == "nao_conforme"


def test_another_access_road_is_the_place_too(checks: dict[str, CheckSpec]) -> None:
    ficha = replace(SWAP, vias_de_acesso=(Endereco(**THERE),))
    card = paper("comprovante_cnpj", **{**OTHER_CARD, "endereco": THERE})
    assert states(judge(GROUP, checks, [card], ficha))["K-1"] == "conforme"


SUPPLIED = rule("R-1", documentos=LICENCA, suprido_por='"R-2"') + rule(
    "R-2", documentos='["protocolo_transferencia_titularidade"]', verificacoes='[{ nome = "validade" }]'
)


@pytest.mark.parametrize(
    ("documents", "state"),
    [
        ([], "ausente"),
        ([("protocolo_transferencia_titularidade", GOOD)], "conforme"),
        ([("protocolo_transferencia_titularidade", {})], "em_analise"),
        ([("protocolo_transferencia_titularidade", OLD)], "ausente"),
        ([("licenca_operacao", {}), ("protocolo_transferencia_titularidade", OLD)], "conforme"),
    ],
)
def test_a_rule_may_answer_for_another(
    checks: dict[str, CheckSpec], documents: list[tuple[str, dict[str, Any]]], state: str
) -> None:
    papers = [paper(t, i, **c) for i, (t, c) in enumerate(documents)]
    assert item(judge(SUPPLIED, checks, papers)).situacao == state


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
        (rule(documentos=ALVARA, efeito_por_motivo='{ x = "nada" }'), UnknownReferenceError, "o efeito 'nada'"),
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


def test_a_partners_number_on_the_applicants_own_act_makes_it_nobody_elses(checks: dict[str, CheckSpec]) -> None:
    act = replace(
        paper("comprovante_cnpj", cnpj=OTHER, endereco=HERE), texto="a sociedade POSTO TAQUARAL LTDA, com sede"
    )
    decision = states(judge(GROUP, checks, [act], SWAP))
    assert (decision["K-1"], decision["R-1"]) == ("em_analise", "nao_conforme")

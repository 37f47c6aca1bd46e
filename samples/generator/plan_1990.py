"""Scripts of the four norms of the 1990s: TRR97 (with branches), TRR95, PR95, DIST95."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from samples.generator.frame import COM_DATA, Muda, Roteiro, com_validade, marca, nada, poe, registra, tira, vence
from samples.generator.plan import Plano
from samples.generator.ramos import estabelecimento

DE_97 = (date(1997, 6, 10), date(1997, 9, 3))
DE_95 = (date(1996, 5, 14), date(1996, 10, 22), date(1995, 11, 6))
HOJE = (date(2026, 11, 30),)
_EM_VIGOR = ("data", "exercicio", "prazo", "indeterminado", "mes_ano")


def _roteiro(
    norma: str,
    nome: str,
    base: Muda,
    muda: Muda,
    ramo: str,
    dias: tuple[date, ...],
    situacao: str = "novo",
    **mais: Any,
) -> None:
    registra(Roteiro(norma, nome, base, muda, ramo, dias, situacao, **mais))


def _ha(p: Plano, dias: int) -> None:
    p.pedido["data_efetivacao"] = (p.empresa.referencia - timedelta(days=dias)).isoformat()


def _alvara(p: Plano) -> None:
    poe(p, "alvara_funcionamento", **com_validade(*_EM_VIGOR))


def _falta(tipo: str, item: str) -> Muda:
    def f(p: Plano, rng: random.Random) -> None:
        tira(p, tipo)
        p.falha(item, "documento_ausente", situacao="ausente")

    return f


def _vencido(tipo: str, item: str) -> Muda:
    def f(p: Plano, rng: random.Random) -> None:
        vence(p, tipo, item)

    return f


def _sem_registro(item: str) -> Muda:
    def f(p: Plano, rng: random.Random) -> None:
        p.muda("contrato_social", registrado=False)
        p.falha(item, "registro_junta_ausente")

    return f


def _atrasada(item: str) -> Muda:
    def f(p: Plano, rng: random.Random) -> None:
        _ha(p, rng.choice([31, 45, rng.randint(32, 150)]))
        p.falha(item, "fora_do_prazo")

    return f


# --- TRR97 ----------------------------------------

T97 = tuple(f"T97-{i}" for i in range(1, 7))


def _certidoes(p: Plano) -> None:
    poe(p, "certidao_negativa_federal", **com_validade(*COM_DATA))
    poe(p, "certidao_negativa_estadual", **com_validade(*COM_DATA))
    for f in p.empresa.filiais:
        poe(p, "certidao_negativa_estadual", empresa=estabelecimento(p.empresa, f), **com_validade(*COM_DATA))


def _trr97(p: Plano, rng: random.Random) -> None:
    poe(p, "ficha_cadastral")
    poe(p, "contrato_social", especie="constituicao")
    _alvara(p)
    poe(p, "comprovante_conclusao_obras", serve=lambda layout: "sim" in layout.tancagem, extra={"tancagem": True})
    for e in (None, *(estabelecimento(p.empresa, f) for f in p.empresa.filiais)):
        poe(
            p,
            "inscricao_estadual",
            empresa=e,
            serve=lambda layout: {"cnpj", "inscricao_estadual"} <= set(layout.campos),
        )
        poe(p, "comprovante_cnpj", empresa=e)
    _certidoes(p)
    marca(p, "conforme", *T97)
    marca(p, "nao_verificavel", "T97-7", "T97-9")
    marca(p, "nao_aplicavel", "T97-8", "T97-10")


def _sem_tancagem(p: Plano, rng: random.Random) -> None:
    p.exige("comprovante_conclusao_obras", lambda layout: "nao" in layout.tancagem)
    p.muda("comprovante_conclusao_obras", extra={"tancagem": False})
    p.falha("T97-3", "tancagem_nao_contemplada")


def _da_filial(p: Plano, tipo: str) -> None:
    """Take away the paper of the last branch."""
    ultima = p.empresa.filiais[-1].cnpj
    antes = len(p.docs)
    p.docs = [d for d in p.docs if not (d.tipo == tipo and d.empresa is not None and d.empresa.cnpj == ultima)]
    assert len(p.docs) == antes - 1


def _sem_filial(tipo: str, item: str, codigo: str) -> Muda:
    def f(p: Plano, rng: random.Random) -> None:
        _da_filial(p, tipo)
        p.falha(item, codigo)

    return f


def _certidao_positiva(tipo: str) -> Muda:
    def f(p: Plano, rng: random.Random) -> None:
        p.exige(tipo, lambda layout: "positiva" in layout.resultados)
        p.muda(tipo, extra={"resultado": "positiva"})
        p.falha("T97-6", "certidao_positiva")

    return f


def _com_efeito(p: Plano, rng: random.Random) -> None:
    for tipo in ("certidao_negativa_federal", "certidao_negativa_estadual"):
        p.exige(tipo, lambda layout: "positiva_com_efeito_de_negativa" in layout.resultados)
        p.muda(tipo, extra={"resultado": "positiva_com_efeito_de_negativa"})


def _semestral(p: Plano, rng: random.Random) -> None:
    _certidoes(p)
    marca(p, "nao_aplicavel", *(i for i in (*T97, "T97-8") if i != "T97-6"))
    marca(p, "conforme", "T97-6")


def _alteracao97(p: Plano, rng: random.Random) -> None:
    poe(p, "ficha_cadastral")
    poe(p, "comprovante_cnpj")
    poe(p, "contrato_social", especie="consolidacao", serve=lambda layout: "consolidacao" in layout.atos)
    _alvara(p)
    _ha(p, rng.randint(4, 30))
    marca(p, "nao_aplicavel", *T97)
    marca(p, "conforme", "T97-8")


def _t97(nome: str, muda: Muda, base: Muda = _trr97, situacao: str = "novo", **mais: Any) -> None:
    _roteiro("TRR97", nome, base, muda, "trr", mais.pop("dias", DE_97), situacao, **mais)


_t97("novo_matriz_aceito", nada, peso=2)
_t97("novo_com_filiais_aceito", nada, filiais=2, peso=2)
_t97("novo_hoje_fora_de_vigencia", nada, dias=HOJE, fora_de_vigencia=True)
_t97("novo_certidoes_com_efeito_aceito", _com_efeito)
_t97("novo_obras_sem_tancagem", _sem_tancagem)
_t97("novo_filial_sem_ie", _sem_filial("inscricao_estadual", "T97-4", "filial_nao_coberta"), filiais=2)
_t97("novo_filial_sem_cgc", _sem_filial("comprovante_cnpj", "T97-5", "filial_nao_coberta"), filiais=1)
_t97("novo_estado_sem_certidao", _sem_filial("certidao_negativa_estadual", "T97-6", "uf_nao_coberta"), filiais=2)
_t97("novo_certidao_federal_positiva", _certidao_positiva("certidao_negativa_federal"))
_t97("novo_alvara_vencido", _vencido("alvara_funcionamento", "T97-3"))
_t97("novo_contrato_sem_registro", _sem_registro("T97-2"))
_t97("novo_falta_ficha", _falta("ficha_cadastral", "T97-1"))
_t97("semestral_aceito", nada, _semestral, "semestral", filiais=1, dias=(date(1997, 7, 15),))
_t97(
    "semestral_certidao_estadual_positiva",
    _certidao_positiva("certidao_negativa_estadual"),
    _semestral,
    "semestral",
    dias=(date(1997, 7, 15),),
)
_t97(
    "semestral_certidao_vencida",
    _vencido("certidao_negativa_federal", "T97-6"),
    _semestral,
    "semestral",
    dias=(date(1997, 7, 15),),
)
for _s in ("alteracao_endereco", "alteracao_socios", "alteracao_outras"):
    _t97(f"{_s}_aceito", nada, _alteracao97, _s)
_t97("alteracao_marca_atrasada", _atrasada("T97-8"), _alteracao97, "alteracao_marca")

for _s in ("substituicao", "fusao"):
    _t97(f"{_s}_aceito", nada, _trr97, _s)

# --- TRR95 ----------------------------------------


def _trr95(p: Plano, rng: random.Random) -> None:
    poe(p, "contrato_social", especie="constituicao")
    poe(p, "ficha_cadastral")
    _alvara(p)
    poe(p, "comprovante_conclusao_obras")
    marca(p, "conforme", "T95-1")
    marca(p, "nao_verificavel", "T95-2")
    marca(p, "nao_aplicavel", "T95-3")


def _obras_simples(p: Plano, rng: random.Random) -> None:
    """The works' certificate says nothing of tanks: TRR95 does not ask for it."""
    p.exige("comprovante_conclusao_obras", lambda layout: "nao" in layout.tancagem)
    p.muda("comprovante_conclusao_obras", extra={"tancagem": False})


def _alteracao95(item: str, outros: tuple[str, ...]) -> Muda:
    def f(p: Plano, rng: random.Random) -> None:
        poe(p, "ficha_cadastral")
        _ha(p, rng.randint(4, 30))
        marca(p, "nao_aplicavel", *outros)
        marca(p, "conforme", item)

    return f


_alt_t95 = _alteracao95("T95-3", ("T95-1",))
for _nome, _muda in {
    "novo_aceito": nada,
    "novo_obras_sem_tancagem_aceito": _obras_simples,
    "novo_falta_conclusao_obras": _falta("comprovante_conclusao_obras", "T95-1"),
    "novo_contrato_sem_registro": _sem_registro("T95-1"),
    "novo_alvara_vencido": _vencido("alvara_funcionamento", "T95-1"),
}.items():
    _roteiro("TRR95", _nome, _trr95, _muda, "trr", DE_95)
for _s in ("alteracao_endereco", "alteracao_socios", "alteracao_marca", "alteracao_outras"):
    _roteiro("TRR95", f"{_s}_aceito", _alt_t95, nada, "trr", DE_95, _s)
_roteiro("TRR95", "alteracao_outras_atrasada", _alt_t95, _atrasada("T95-3"), "trr", DE_95, "alteracao_outras")

for _s in ("substituicao", "fusao"):
    _roteiro("TRR95", f"{_s}_aceito", _trr95, nada, "trr", DE_95, _s)

# --- PR95 ----------------------------------------


def _pr95(p: Plano, rng: random.Random) -> None:
    poe(p, "ficha_cadastral")
    _alvara(p)
    marca(p, "conforme", "P95-1")
    marca(p, "nao_verificavel", "P95-2")
    marca(p, "nao_aplicavel", "P95-3")


def _recadastramento(p: Plano, rng: random.Random) -> None:
    poe(p, "ficha_cadastral")
    marca(p, "conforme", "P95-1")
    marca(p, "nao_aplicavel", "P95-3")


def _fora_dos_90(p: Plano, rng: random.Random) -> None:
    p.falha("P95-1", "fora_do_prazo")


_alt_p95 = _alteracao95("P95-3", ("P95-1",))
for _nome, _muda in {
    "novo_aceito": nada,
    "novo_falta_alvara": _falta("alvara_funcionamento", "P95-1"),
    "novo_alvara_vencido": _vencido("alvara_funcionamento", "P95-1"),
}.items():
    _roteiro("PR95", _nome, _pr95, _muda, "posto", DE_95)
_roteiro("PR95", "recadastramento_aceito", _recadastramento, nada, "posto", (date(1995, 5, 18),), "recadastramento")
_roteiro(
    "PR95", "recadastramento_atrasado", _recadastramento, _fora_dos_90, "posto", (date(1995, 8, 18),), "recadastramento"
)
for _s in ("alteracao_endereco", "alteracao_socios", "alteracao_marca", "alteracao_outras"):
    _roteiro("PR95", f"{_s}_aceito", _alt_p95, nada, "posto", DE_95, _s)
_roteiro("PR95", "alteracao_endereco_atrasada", _alt_p95, _atrasada("P95-3"), "posto", DE_95, "alteracao_endereco")

for _s in ("substituicao", "fusao"):
    _roteiro("PR95", f"{_s}_aceito", _pr95, nada, "posto", DE_95, _s)

# --- DIST95 ----------------------------------------


def _dist95(p: Plano, rng: random.Random) -> None:
    poe(p, "contrato_social", especie="constituicao", serve=lambda layout: "objeto_social" in layout.campos)
    marca(p, "conforme", "D95-1")
    marca(p, "nao_aplicavel", "D95-2", "D95-3", "D95-4")


def _pos_registro(tipo: str, dias: int) -> Muda:
    def f(p: Plano, rng: random.Random) -> None:
        _dist95(p, rng)
        p.pedido["data_registro_anterior"] = (p.empresa.referencia - timedelta(days=dias)).isoformat()
        poe(p, tipo)
        marca(p, "conforme", "D95-3")
        if dias > 180:
            p.falha("D95-3", "fora_do_prazo")
            p.avisos.append("nulidade")

    return f


def _nada_em_180(p: Plano, rng: random.Random) -> None:
    tira(p, "projeto_instalacoes")
    p.pedido["data_registro_anterior"] = (p.empresa.referencia - timedelta(days=230)).isoformat()
    p.falha("D95-3", "documento_ausente", situacao="ausente")
    p.avisos.append("nulidade")


def _alteracao_dist(p: Plano, rng: random.Random) -> None:
    alvo = poe(
        p,
        "contrato_social",
        especie="consolidacao",
        serve=lambda layout: "consolidacao" in layout.atos and layout.junta != "sem_data",
    )
    alvo.ajuste = replace(
        alvo.ajuste, extra=alvo.ajuste.extra | {"registro": p.empresa.referencia - timedelta(days=12)}
    )
    _ha(p, 20)
    marca(p, "nao_aplicavel", "D95-1", "D95-3", "D95-4")
    marca(p, "conforme", "D95-2")


def _registrada_ha_muito(p: Plano, rng: random.Random) -> None:
    dia = p.empresa.referencia - timedelta(days=rng.randint(40, 120))
    p.muda("contrato_social", extra={"registro": dia})
    _ha(p, (p.empresa.referencia - dia).days + 9)
    p.falha("D95-2", "fora_do_prazo")


def _operacao_dist(p: Plano, rng: random.Random) -> None:
    poe(p, "contrato_cessao_espaco")
    marca(p, "nao_aplicavel", "D95-1", "D95-2", "D95-3")
    marca(p, "nao_verificavel", "D95-4")


def _d95(nome: str, base: Muda, muda: Muda = nada, situacao: str = "novo") -> None:
    _roteiro("DIST95", nome, base, muda, "distribuidor", DE_95[:2], situacao)


_d95("novo_aceito", _dist95)
_d95("novo_contrato_sem_registro", _dist95, _sem_registro("D95-1"))
_d95("pos_registro_projeto_aceito", _pos_registro("projeto_instalacoes", 150))
_d95("pos_registro_cessao_aceito", _pos_registro("contrato_cessao_espaco", 100))
_d95("pos_registro_projeto_atrasado", _pos_registro("projeto_instalacoes", 215))
_d95("pos_registro_nada", _pos_registro("projeto_instalacoes", 150), _nada_em_180)
for _s in ("alteracao_endereco", "alteracao_socios", "alteracao_outras"):
    _d95(f"{_s}_aceito", _alteracao_dist, situacao=_s)
_d95("alteracao_marca_atrasada", _alteracao_dist, _registrada_ha_muito, "alteracao_marca")
_d95("operacao_aceito", _operacao_dist, situacao="operacao")
for _s in ("substituicao", "fusao"):
    _d95(f"{_s}_aceito", _dist95, situacao=_s)

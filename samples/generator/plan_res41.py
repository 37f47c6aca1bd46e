"""Scripts of RES41, Resolução ANP 41/2013: new requests, in the system and on ANP's demand, of the four modalities."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date
from typing import Any

from samples.generator import numbers, pools
from samples.generator.frame import COM_DATA, Roteiro, com_validade, marca, nada, poe, registra, tira, vence
from samples.generator.layouts import Layout
from samples.generator.plan import Plano

RAMOS = {"automotivos": "posto", "gnv": "gnv", "flutuante": "flutuante", "maritima": "maritimo"}
NA_VIGENCIA = (date(2016, 8, 10), date(2019, 5, 20), date(2022, 9, 15))
HOJE = (date(2026, 11, 30),)
K = tuple(f"R41-K{i}" for i in range(1, 9))
SOLICITADOS = tuple(f"R41-{x}" for x in "ABCDEFGHIJ")
SISTEMA = ("R41-01", "R41-02", "R41-03", "R41-04", "R41-05")
OPERACAO = ("R41-21A", "R41-21B", "R41-21C", "R41-21D", "R41-21E", "R41-21F", "R41-212", "R41-213")
ALTERACOES = ("R41-111", "R41-112", "R41-113", "R41-114", "R41-115", "R41-116")
EXTERNAS = ("R41-84", "R41-85", "R41-86", "R41-87")


def licencas(p: Plano, *, autenticadas: bool = False, alvara: bool = True) -> None:
    """Add alvará of the year, licence, fire certificate, and the vessel's certificate of a floating station."""
    sim: dict[str, Any] = {"autenticada": autenticadas}
    if alvara:
        d = poe(p, "alvara_funcionamento", **com_validade("data", "exercicio"), **sim)
        d.ajuste = replace(d.ajuste, extra=d.ajuste.extra | {"no_ano": True})
        antes = d.serve
        d.serve = lambda layout: antes(layout) and {"razao_social", "endereco", "atividade"} <= set(layout.campos)
    poe(p, "licenca_operacao", **com_validade(*COM_DATA), **sim)
    poe(p, "certificado_bombeiros", **com_validade(*COM_DATA), **sim)
    if p.pedido["modalidade"] == "flutuante":
        poe(p, "certificado_borda_livre", **com_validade(*COM_DATA), **sim)


def fora(p: Plano) -> None:
    """Say what no new request is asked for."""
    marca(p, "nao_aplicavel", *K, *ALTERACOES, *OPERACAO, "R41-11")


def sistema(p: Plano, rng: random.Random) -> None:
    """Put together a new request in ANP's system (art. 7, caput), with the CNPJ card that nobody asked for."""
    licencas(p)
    poe(p, "comprovante_cnpj")
    fora(p)
    marca(p, "conforme", "R41-01", "R41-02", "R41-04", "R41-05", "R41-82", "R41-83")
    marca(p, "conforme" if p.pedido["modalidade"] == "flutuante" else "nao_aplicavel", "R41-03")
    marca(p, "conforme" if p.empresa.vias else "nao_aplicavel", "R41-06")
    marca(p, "nao_aplicavel", "R41-07", *SOLICITADOS)
    marca(p, "nao_verificavel", *EXTERNAS)


def _diz_atividade(layout: Layout) -> bool:
    campos = set(layout.campos)
    return "inscricao_estadual" in campos and bool(campos & {"cnae_principal", "atividade"})


def solicitacao(p: Plano, rng: random.Random) -> None:
    """Put together the answer to ANP's demand for papers (art. 7, par. 2)."""
    poe(p, "requerimento")
    poe(p, "documento_identidade", autenticada=True)
    poe(p, "ficha_cadastral")
    poe(p, "comprovante_cnpj")
    # art. 7, par. 2, d: the paper must specify the activity
    poe(
        p,
        "inscricao_estadual",
        serve=lambda layout: "inscricao_estadual" in layout.campos and "cnae_principal" in layout.campos,
    )
    poe(p, "contrato_social", autenticada=True, serve=lambda layout: "objeto_social" in layout.campos)
    poe(p, "certidao_junta", serve=lambda layout: layout.historico)
    licencas(p, autenticadas=True)
    fora(p)
    marca(p, "nao_aplicavel", *SISTEMA, "R41-07")
    marca(p, "conforme", *(i for i in SOLICITADOS if i != "R41-H"))
    marca(p, "conforme" if p.pedido["modalidade"] == "flutuante" else "nao_aplicavel", "R41-H")
    marca(p, "nao_verificavel", *EXTERNAS)


def _novo(nome: str, muda: Any, modalidade: str = "automotivos", perfil: str = "sistema", **mais: Any) -> None:
    registra(
        Roteiro(
            "RES41",
            nome,
            sistema if perfil == "sistema" else solicitacao,
            muda,
            RAMOS[modalidade],
            mais.pop("referencias", NA_VIGENCIA),
            modalidade=modalidade,
            perfil=perfil,
            **mais,
        )
    )


for _m in RAMOS:
    _novo(f"sistema_{_m}_aceito", nada, _m, peso=3)
    _novo(f"solicitacao_{_m}_aceito", nada, _m, "solicitacao_anp", peso=2)
_novo("sistema_hoje_fora_de_vigencia", nada, referencias=HOJE, fora_de_vigencia=True)
_novo("sistema_varias_vias_aceito", nada, vias=2)


def _sem_cartao(p: Plano, rng: random.Random) -> None:
    tira(p, "comprovante_cnpj")
    marca(p, "nao_verificavel", "R41-82", "R41-83")


def _falta(tipo: str, item: str) -> Any:
    def f(p: Plano, rng: random.Random) -> None:
        tira(p, tipo)
        p.falha(item, "documento_ausente", situacao="ausente")

    return f


def _vencido(tipo: str, item: str) -> Any:
    def f(p: Plano, rng: random.Random) -> None:
        vence(p, tipo, item)

    return f


def _exercicio_anterior(p: Plano, rng: random.Random) -> None:
    alvo = p.doc("alvara_funcionamento")
    alvo.ajuste = replace(alvo.ajuste, vencido=True, validades=("exercicio",))
    p.exige("alvara_funcionamento", lambda layout: "exercicio" in layout.validade)
    p.falha("R41-02", "exercicio_divergente")


def _outra_atividade_principal(p: Plano, rng: random.Random) -> None:
    p.muda("comprovante_cnpj", cnaes=(rng.choice(["4732600", "4784900", "4520005"]), ("4731800",)))
    p.falha("R41-82", "cnae_principal_divergente", efeito="indeferir")
    p.itens.pop("R41-01")


def _cnpj_irregular(p: Plano, rng: random.Random) -> None:
    p.muda("comprovante_cnpj", situacao_cnpj=rng.choice(["INAPTA", "BAIXADA", "SUSPENSA"]))
    p.falha("R41-82", "situacao_cadastral_irregular", efeito="indeferir")
    p.itens.pop("R41-01")


def _outro_endereco_no_cnpj(p: Plano, rng: random.Random) -> None:
    rua = rng.choice([x for x in pools.RUAS if x != p.empresa.endereco.nome])
    p.muda("comprovante_cnpj", endereco=replace(p.empresa.endereco, tipo="Rua", nome=rua, numero="77"))
    p.falha("R41-83", "endereco_divergente", efeito="indeferir")
    p.itens.pop("R41-01")


def _vias_incompletas(p: Plano, rng: random.Random) -> None:
    p.omitir_ficha = ("vias_de_acesso.0.logradouro",)
    p.falha("R41-06", "vias_de_acesso_incompletas")


def _bombeiros_de_outra_uf(p: Plano, rng: random.Random) -> None:
    m = rng.choice([m for m in pools.MUNICIPIOS if m[1] != p.empresa.endereco.uf])
    p.muda("certificado_bombeiros", emissor=(m[0], m[1]))
    p.exige("certificado_bombeiros", lambda layout: not layout.ufs and "uf_emissor" in layout.campos)
    p.falha("R41-05", "uf_emissor_divergente")


_novo("sistema_sem_cartao_cnpj_aceito", _sem_cartao)
_novo("sistema_falta_licenca", _falta("licenca_operacao", "R41-04"))
_novo("sistema_falta_alvara", _falta("alvara_funcionamento", "R41-02"))
_novo("sistema_falta_borda_livre", _falta("certificado_borda_livre", "R41-03"), "flutuante")
_novo("sistema_borda_livre_vencido", _vencido("certificado_borda_livre", "R41-03"), "flutuante")
_novo("sistema_bombeiros_vencido", _vencido("certificado_bombeiros", "R41-05"), "gnv")
_novo("sistema_licenca_vencida", _vencido("licenca_operacao", "R41-04"), "maritima")
_novo("sistema_alvara_exercicio_anterior", _exercicio_anterior)
_novo("sistema_cnae_principal_outro", _outra_atividade_principal)
_novo("sistema_cnpj_irregular", _cnpj_irregular)
_novo("sistema_cnpj_outro_endereco", _outro_endereco_no_cnpj)
_novo("sistema_vias_incompletas", _vias_incompletas, vias=1)
_novo("sistema_bombeiros_de_outra_uf", _bombeiros_de_outra_uf)


def _alvara_simples(p: Plano, rng: random.Random) -> None:
    p.exige("alvara_funcionamento", lambda layout: layout.autenticacao is None)
    p.muda("alvara_funcionamento", autenticacao=None)
    p.falha("R41-G", "autenticacao_ausente")


def _so_pedidos(p: Plano, rng: random.Random) -> None:
    p.pedido["solicitados"] = ["R41-I", "R41-J"]
    p.docs = [d for d in p.docs if d.tipo in {"licenca_operacao", "certificado_bombeiros", "comprovante_cnpj"}]
    marca(p, "nao_aplicavel", *(i for i in SOLICITADOS if i not in {"R41-I", "R41-J"}))


def _contrato_sem_registro(p: Plano, rng: random.Random) -> None:
    p.muda("contrato_social", registrado=False)
    p.falha("R41-E", "registro_junta_ausente")


def _certidao_ausente(p: Plano, rng: random.Random) -> None:
    _falta("certidao_junta", "R41-F")(p, rng)


def _ie_outro_cnpj(p: Plano, rng: random.Random) -> None:
    p.exige("inscricao_estadual", lambda layout: "cnpj" in layout.campos)
    p.muda("inscricao_estadual", cnpj=numbers.novo_cnpj(rng))
    p.falha("R41-D", "cnpj_divergente")
    p.efeito = ""  # whether art. 8 is reached from this paper is the norm's setting


def _procurador(p: Plano, rng: random.Random) -> None:
    tira(p, "documento_identidade")
    poe(p, "documento_identidade", autenticada=True, extra={"procurador": True})
    poe(p, "procuracao", autenticada=True)
    poe(p, "documento_identidade", autenticada=True)


_novo("solicitacao_so_os_pedidos_aceito", _so_pedidos, perfil="solicitacao_anp")
_novo("solicitacao_procurador_aceito", _procurador, perfil="solicitacao_anp")
_novo("solicitacao_alvara_sem_autenticacao", _alvara_simples, perfil="solicitacao_anp")
_novo("solicitacao_contrato_sem_registro", _contrato_sem_registro, "gnv", "solicitacao_anp")
_novo("solicitacao_falta_certidao_junta", _certidao_ausente, "maritima", "solicitacao_anp")
_novo("solicitacao_falta_borda_livre", _falta("certificado_borda_livre", "R41-H"), "flutuante", "solicitacao_anp")
_novo("solicitacao_ie_de_outro_cnpj", _ie_outro_cnpj, perfil="solicitacao_anp")

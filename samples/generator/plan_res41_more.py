"""Scripts of RES41 beyond the new request: another company's place, mergers, changes, operation, closings."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta
from typing import Any

from samples.generator.frame import COM_DATA, Muda, Roteiro, com_validade, marca, nada, poe, registra, tira, vence
from samples.generator.plan import Plano
from samples.generator.plan_res41 import NA_VIGENCIA, RAMOS, SISTEMA, SOLICITADOS, K, licencas, sistema
from samples.generator.ramos import substituida


def _roteiro(nome: str, situacao: str, base: Muda, muda: Muda, modalidade: str = "automotivos", **mais: Any) -> None:
    registra(
        Roteiro(
            "RES41",
            nome,
            base,
            muda,
            RAMOS[modalidade],
            NA_VIGENCIA,
            situacao,
            modalidade,
            mais.pop("perfil", "sistema"),
            **mais,
        )
    )


# --- substituição: one of k1 to k8 ----------------------------------------


_OUTRO_OBJETO = {
    "mudanca": ("objeto", "a alteração do objeto social, do qual se exclui a revenda varejista de combustíveis"),
    "objeto": "o comércio varejista de materiais de construção em geral",
}


def _base_substituicao(p: Plano, rng: random.Random) -> None:
    sistema(p, rng)
    p.outra = substituida(p.empresa, rng)
    for i in ("R41-07", "R41-11", *K):
        p.itens.pop(i)


def _k(numero: int) -> Muda:
    tipos: dict[int, tuple[str, dict[str, Any]]] = {
        1: ("requerimento_cancelamento", {}),
        2: ("mandado_judicial", {"autenticada": True}),
        3: ("contrato_social", {"autenticada": True, "especie": "consolidacao", "extra": _OUTRO_OBJETO}),
        4: ("distrato_social", {}),
        5: ("ato_incorporacao", {"autenticada": True}),
        6: ("comprovante_cnpj", {"situacao_cnpj": "INAPTA"}),
        7: ("inscricao_estadual", {"extra": {"situacao_ie": "BAIXADA"}}),
        8: ("declaracao_prefeitura", {}),
    }
    tipo, ajuste = tipos[numero]

    def f(p: Plano, rng: random.Random) -> None:
        assert p.outra is not None
        quem = {"empresa": p.outra, "outro": p.empresa}
        if numero == 5:  # the act is the applicant's: it takes the other company over
            quem = {"outro": p.outra}
        serve = {
            3: lambda layout: (
                "consolidacao" in layout.atos
                and {"cnpj", "razao_social", "endereco", "objeto_social"} <= set(layout.campos)
            ),
            7: lambda layout: {"cnpj", "situacao", "endereco"} <= set(layout.campos),
        }.get(numero, lambda layout: {"razao_social"} <= set(layout.campos))
        poe(p, tipo, serve=serve, **quem, **{k: dict(v) if isinstance(v, dict) else v for k, v in ajuste.items()})
        marca(p, "conforme", "R41-07", f"R41-K{numero}")

    return f


def _sem_k(p: Plano, rng: random.Random) -> None:
    p.falha("R41-07", "documento_ausente", situacao="ausente")


def _cnpj_ativo(p: Plano, rng: random.Random) -> None:
    poe(p, "comprovante_cnpj", empresa=p.outra, outro=p.empresa)
    p.falha("R41-07", "substituicao_nao_comprovada")


def _sem_firma(p: Plano, rng: random.Random) -> None:
    poe(p, "requerimento_cancelamento", empresa=p.outra, outro=p.empresa, firma=False)
    p.falha("R41-K1", "firma_nao_reconhecida")


for _n, _m in zip(
    range(1, 9),
    ["automotivos", "gnv", "automotivos", "automotivos", "maritima", "automotivos", "gnv", "flutuante"],
    strict=True,
):
    _roteiro(f"substituicao_k{_n}_aceito", "substituicao", _base_substituicao, _k(_n), _m)
_roteiro("substituicao_sem_k", "substituicao", _base_substituicao, _sem_k)
_roteiro("substituicao_cnpj_ainda_ativo", "substituicao", _base_substituicao, _cnpj_ativo)
_roteiro("substituicao_k1_sem_firma", "substituicao", _base_substituicao, _sem_firma)


# --- fusão: the licence still in the other company's name ----------------------------------------


def _base_fusao(p: Plano, rng: random.Random) -> None:
    sistema(p, rng)
    p.outra = substituida(p.empresa, rng)
    for i in ("R41-07", "R41-11", *K):
        p.itens.pop(i)
    poe(p, "ato_incorporacao", autenticada=True, outro=p.outra)
    marca(p, "conforme", "R41-K5")


def _licenca_da_outra(p: Plano, rng: random.Random) -> None:
    tira(p, "licenca_operacao")
    serve = com_validade(*COM_DATA)
    e_nome = lambda layout: serve["serve"](layout) and {"razao_social", "endereco"} <= set(layout.campos)  # noqa: E731
    poe(
        p,
        "licenca_operacao",
        autenticada=True,
        empresa=p.outra,
        outro=p.empresa,
        validades=serve["validades"],
        serve=e_nome,
    )


def _com_protocolo(p: Plano, rng: random.Random) -> None:
    _licenca_da_outra(p, rng)
    poe(p, "protocolo_transferencia_titularidade", outro=p.outra)
    marca(p, "conforme", "R41-11", "R41-04")


def _sem_protocolo(p: Plano, rng: random.Random) -> None:
    _licenca_da_outra(p, rng)
    p.falha("R41-04", situacao="ausente")
    p.falha("R41-11", "documento_ausente", situacao="ausente")


def _sem_ato(p: Plano, rng: random.Random) -> None:
    tira(p, "ato_incorporacao")
    p.falha("R41-K5", "documento_ausente", situacao="ausente")


_roteiro("fusao_licenca_propria_aceito", "fusao", _base_fusao, nada)
_roteiro("fusao_licenca_da_anterior_aceito", "fusao", _base_fusao, _com_protocolo)
_roteiro("fusao_sem_protocolo_transferencia", "fusao", _base_fusao, _sem_protocolo)
_roteiro("fusao_sem_ato", "fusao", _base_fusao, _sem_ato)


# --- alterações ----------------------------------------


def _ha(p: Plano, dias: int) -> None:
    p.pedido["data_efetivacao"] = (p.empresa.referencia - timedelta(days=dias)).isoformat()


def _base_endereco(p: Plano, rng: random.Random) -> None:
    licencas(p)
    poe(p, "comprovante_cnpj")
    _ha(p, rng.randint(4, 30))
    marca(p, "nao_aplicavel", "R41-01", *SOLICITADOS, "R41-111", "R41-113", "R41-115", "R41-116", "R41-11")
    marca(p, "conforme", "R41-02", "R41-04", "R41-05", "R41-112")


def _base_alteracao(p: Plano, rng: random.Random) -> None:
    _ha(p, rng.randint(4, 30))
    poe(p, "comprovante_cnpj")
    poe(p, "contrato_social", especie="consolidacao", serve=lambda layout: "consolidacao" in layout.atos)
    marca(p, "nao_aplicavel", *SISTEMA, *SOLICITADOS, *K, "R41-07", "R41-111", "R41-114", "R41-115", "R41-116")
    marca(p, "conforme", "R41-112")


def _base_marca(p: Plano, rng: random.Random) -> None:
    _ha(p, rng.randint(4, 15))
    poe(p, "comprovante_cnpj")
    marca(p, "nao_aplicavel", *SISTEMA, *SOLICITADOS, *K, "R41-112", "R41-114", "R41-115", "R41-116")
    marca(p, "nao_verificavel", "R41-111")


def _atrasada(p: Plano, rng: random.Random) -> None:
    _ha(p, rng.choice([31, 45, rng.randint(32, 200)]))
    p.falha("R41-112", "fora_do_prazo")
    p.avisos.append("reexame")


_roteiro("alteracao_endereco_aceito", "alteracao_endereco", _base_endereco, nada, "gnv")
_roteiro("alteracao_endereco_atrasada", "alteracao_endereco", _base_endereco, _atrasada)
_roteiro("alteracao_socios_aceito", "alteracao_socios", _base_alteracao, nada)
_roteiro("alteracao_socios_atrasada", "alteracao_socios", _base_alteracao, _atrasada, "maritima")
_roteiro("alteracao_outras_aceito", "alteracao_outras", _base_alteracao, nada)
_roteiro("alteracao_outras_atrasada", "alteracao_outras", _base_alteracao, _atrasada)
_roteiro("alteracao_marca_aceito", "alteracao_marca", _base_marca, nada)


# --- operação ----------------------------------------


def _base_operacao(p: Plano, rng: random.Random) -> None:
    licencas(p)
    poe(p, "inscricao_estadual", serve=lambda layout: "situacao" in layout.campos)
    poe(p, "comprovante_cnpj")
    marca(
        p, "nao_aplicavel", *SISTEMA, *SOLICITADOS, *K, "R41-07", "R41-11", "R41-111", "R41-112", "R41-115", "R41-116"
    )
    marca(p, "conforme", "R41-21A", "R41-21C", "R41-21D", "R41-21E", "R41-21F")
    marca(p, "conforme" if p.pedido["modalidade"] == "flutuante" else "nao_aplicavel", "R41-21B")
    marca(p, "nao_aplicavel", "R41-212", "R41-213")


def _expirou(tipo: str, item: str) -> Muda:
    def f(p: Plano, rng: random.Random) -> None:
        vence(p, tipo, item, efeito="vedado_operar")
        p.avisos.append("notificar_30_dias")

    return f


def _protocolado(tipo: str, item: str, antes: int) -> Muda:
    """Let a paper be expired for some days and its renewal filed ``antes`` days before that."""

    def f(p: Plano, rng: random.Random) -> None:
        venceu = p.empresa.referencia - timedelta(days=rng.randint(5, 50))
        alvo = p.doc(tipo)
        alvo.ajuste = replace(alvo.ajuste, vence=venceu, validades=("data",))
        p.exige(tipo, lambda layout: "data" in layout.validade)
        dia = venceu - timedelta(days=antes)
        poe(
            p,
            "protocolo_renovacao",
            emissao=dia,
            extra={"protocolo": dia, "vencimento": venceu},
            serve=lambda layout: layout.documento_renovado == tipo and "data_protocolo" in layout.campos,
        )
        marca(p, "conforme", "R41-212", item)
        if antes < 0:
            p.falha(item, "protocolo_fora_do_prazo", efeito="vedado_operar")
            p.falha("R41-212", "protocolo_fora_do_prazo", efeito="vedado_operar")
            p.avisos.append("notificar_30_dias")

    return f


def _irregular(p: Plano, rng: random.Random) -> None:
    p.muda("comprovante_cnpj", situacao_cnpj="INAPTA")
    p.falha("R41-21F", "situacao_cadastral_irregular", efeito="vedado_operar")
    p.avisos.append("cancelar")


def _ie_baixada(p: Plano, rng: random.Random) -> None:
    p.muda("inscricao_estadual", extra={"situacao_ie": "BAIXADA", "autenticada": False})
    p.falha("R41-21E", "situacao_cadastral_irregular", efeito="vedado_operar")
    p.avisos.append("cancelar")


_roteiro("operacao_automotivos_aceito", "operacao", _base_operacao, nada)
_roteiro("operacao_flutuante_aceito", "operacao", _base_operacao, nada, "flutuante")
_roteiro("operacao_bombeiros_vencido", "operacao", _base_operacao, _expirou("certificado_bombeiros", "R41-21D"))
_roteiro("operacao_licenca_vencida", "operacao", _base_operacao, _expirou("licenca_operacao", "R41-21C"), "gnv")
_roteiro(
    "operacao_bombeiros_com_protocolo_aceito",
    "operacao",
    _base_operacao,
    _protocolado("certificado_bombeiros", "R41-21D", 20),
)
_roteiro(
    "operacao_licenca_com_protocolo_aceito",
    "operacao",
    _base_operacao,
    _protocolado("licenca_operacao", "R41-21C", 130),
)
_roteiro(
    "operacao_protocolo_depois",
    "operacao",
    _base_operacao,
    _protocolado("certificado_bombeiros", "R41-21D", -3),
    "maritima",
)
_roteiro("operacao_cnpj_inapto", "operacao", _base_operacao, _irregular)
_roteiro("operacao_ie_baixada", "operacao", _base_operacao, _ie_baixada)


# --- encerramento, desativação ----------------------------------------


def _base_encerramento(p: Plano, rng: random.Random) -> None:
    dias = rng.randint(4, 30)
    _ha(p, dias)
    poe(p, "comunicacao_encerramento", extra={"efetivacao": p.empresa.referencia - timedelta(days=dias)})
    marca(p, "nao_aplicavel", *SISTEMA, *SOLICITADOS, *K, "R41-112", "R41-116")
    marca(p, "conforme", "R41-115")


def _encerrou_tarde(p: Plano, rng: random.Random) -> None:
    dias = rng.randint(31, 120)
    _ha(p, dias)
    p.muda("comunicacao_encerramento", extra={"efetivacao": p.empresa.referencia - timedelta(days=dias)})
    p.falha("R41-115", "fora_do_prazo")


def _base_desativacao(p: Plano, rng: random.Random) -> None:
    _ha(p, rng.randint(4, 30))
    poe(p, "requerimento_cancelamento")
    marca(p, "nao_aplicavel", *SISTEMA, *SOLICITADOS, *K, "R41-112", "R41-115")
    marca(p, "conforme", "R41-116")


def _desativou_tarde(p: Plano, rng: random.Random) -> None:
    _ha(p, rng.randint(31, 120))
    p.falha("R41-116", "fora_do_prazo")


def _sem_requerimento(p: Plano, rng: random.Random) -> None:
    tira(p, "requerimento_cancelamento")
    poe(p, "comprovante_cnpj")
    p.falha("R41-116", "documento_ausente", situacao="ausente")


_roteiro("encerramento_aceito", "encerramento", _base_encerramento, nada)
_roteiro("encerramento_atrasado", "encerramento", _base_encerramento, _encerrou_tarde, "gnv")
_roteiro("desativacao_aceito", "desativacao", _base_desativacao, nada)
_roteiro("desativacao_atrasada", "desativacao", _base_desativacao, _desativou_tarde)
_roteiro("desativacao_sem_requerimento", "desativacao", _base_desativacao, _sem_requerimento)

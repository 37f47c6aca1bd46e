"""When a paper was issued and until when it holds."""

from __future__ import annotations

import random
from datetime import date, timedelta
from typing import Any

from samples.generator.changes import Ajuste
from samples.generator.company import Empresa
from samples.generator.layouts import Layout
from samples.generator.written import fim_do_mes, soma_meses

_RECENTES: dict[str, tuple[int, int]] = {
    "procuracao": (5, 200),
    "documento_identidade": (300, 3200),
    "requerimento_cancelamento": (2, 25),
    "comunicacao_encerramento": (1, 8),
    "projeto_instalacoes": (5, 60),
    "contrato_cessao_espaco": (10, 90),
    "certidao_junta": (2, 28),
    "protocolo_transferencia_titularidade": (3, 60),
    "mandado_judicial": (20, 240),
    "distrato_social": (40, 300),
    "ato_incorporacao": (30, 200),
    "declaracao_prefeitura": (5, 120),
    "comprovante_conclusao_obras": (15, 300),
}
"""How many days before the reference date a paper of that type is issued, at least and at most."""
_DIAS = (30, 60, 60, 90, 90, 180, 180)


def datas(rng: random.Random, tipo: str, layout: Layout, e: Empresa, aj: Ajuste) -> dict[str, Any]:
    """Draw issue, validity, term and exercise: in force on the reference date, or expired where asked."""
    ref = e.referencia
    kinds = [k for k in layout.validade if not aj.validades or k in aj.validades] or list(layout.validade)
    if aj.validade:
        kinds = [aj.validade]
    elif aj.vencido:
        kinds = [k for k in kinds if k in {"data", "mes_ano", "prazo", "prazo_dias", "exercicio"}] or kinds
    elif len(kinds) > 1 or kinds[0] == "nenhuma":
        kinds = [k for k in kinds if k not in {"nenhuma", "prorrogada"}] or kinds
    tipo_validade = rng.choice(kinds)
    termo = rng.choice(
        {"certificado_bombeiros": [12, 12, 24, 36, 60], "licenca_operacao": [24, 48, 60]}.get(tipo, [12, 12, 12, 6, 24])
    )
    minimo = e.abertura + timedelta(days=4)
    validade: date | None = None
    if tipo_validade in {"data", "mes_ano", "prazo"}:
        if aj.vencido:
            validade = ref - timedelta(days=rng.choice([1, 12, 45, 120, rng.randint(20, 420)]))
            if tipo_validade == "mes_ano":
                validade = fim_do_mes(ref.replace(day=1) - timedelta(days=rng.randint(1, 300)))
            while termo > 6 and soma_meses(validade, -termo) < minimo:
                termo = max(6, termo // 2)
            emissao = soma_meses(validade, -termo)
        else:
            emissao = ref - timedelta(days=rng.randint(8, max(9, min(termo * 29, 420))))
            emissao = max(emissao, minimo)
            validade = soma_meses(emissao, termo)
            if validade <= ref:
                validade = soma_meses(ref, 3)
                emissao = max(soma_meses(validade, -termo), minimo)
            if tipo_validade == "data" and rng.random() < 0.4:
                validade += timedelta(days=rng.randint(1, 50))
            if tipo_validade == "mes_ano":
                validade = fim_do_mes(validade)
        if tipo_validade == "prazo":
            validade = soma_meses(emissao, termo)
            if not aj.vencido and validade <= ref:  # the company is young: the term still holds from a later issue
                emissao, validade = ref - timedelta(days=3), soma_meses(ref - timedelta(days=3), termo)
    elif tipo_validade == "prazo_dias":
        emissao = ref  # set below
    elif tipo_validade == "exercicio":
        ano = ref.year - 1 if aj.vencido else ref.year
        emissao = date(ano, 1, 5) + timedelta(days=rng.randint(0, 200))
        if not aj.vencido:
            emissao = min(max(emissao, minimo), ref - timedelta(days=2))
    else:
        emissao = max(ref - timedelta(days=rng.randint(8, 500)), minimo)
    if tipo in {"comprovante_cnpj", "inscricao_estadual", "requerimento", "ficha_cadastral", "protocolo_renovacao"}:
        emissao = ref - timedelta(days=rng.randint(2, 12 if tipo in {"requerimento", "ficha_cadastral"} else 40))
    dias = 0
    if tipo_validade == "prazo_dias" or (tipo.startswith("certidao_negativa") and validade):
        emissao, validade, dias = _em_dias(rng, e, aj)
    elif tipo in _RECENTES and validade is None:
        menos, mais = _RECENTES[tipo]
        emissao = max(ref - timedelta(days=rng.randint(menos, mais)), min(minimo, ref - timedelta(days=menos)))
    if tipo_validade == "data" and (aj.vence or aj.extra.get("no_ano")):
        emissao, validade = _ate(rng, e, aj, termo)
    emissao = aj.emissao or emissao
    return {
        "validade_tipo": tipo_validade,
        "validade": validade,
        "emissao": emissao,
        "prazo": termo,
        "prazo_dias": dias,
        "exercicio": emissao.year if tipo_validade != "exercicio" or not aj.vencido else ref.year - 1,
    }


def _em_dias(rng: random.Random, e: Empresa, aj: Ajuste) -> tuple[date, date, int]:
    """Return issue, expiry and term of a paper that holds for a number of days (a certidão)."""
    dias = rng.choice(_DIAS)
    if aj.vencido:
        validade = e.referencia - timedelta(days=rng.randint(1, 100))
        return validade - timedelta(days=dias), validade, dias
    emissao = e.referencia - timedelta(days=rng.randint(2, dias - 4))
    return emissao, emissao + timedelta(days=dias), dias


def _ate(rng: random.Random, e: Empresa, aj: Ajuste, termo: int) -> tuple[date, date]:
    """Return issue and expiry where the scenario rules the expiry, or wants both within the reference date's year."""
    if aj.vence:
        emissao = min(soma_meses(aj.vence, -termo), e.referencia - timedelta(days=2))
        return max(emissao, e.abertura + timedelta(days=4)), aj.vence
    ano = e.referencia.year - (1 if aj.vencido else 0)
    ultimo = (date(ano, 11, 20) if aj.vencido else e.referencia - timedelta(days=2)) - date(ano, 1, 5)
    return date(ano, 1, 5) + timedelta(days=rng.randint(0, ultimo.days)), date(ano, 12, 31)

"""Dates, numbers and money in the ways that Brazilian papers write them."""

from __future__ import annotations

import calendar
import unicodedata
from datetime import date
from typing import Any

MESES = [
    "janeiro",
    "fevereiro",
    "março",
    "abril",
    "maio",
    "junho",
    "julho",
    "agosto",
    "setembro",
    "outubro",
    "novembro",
    "dezembro",
]
_ATE_19 = [
    "zero",
    "um",
    "dois",
    "três",
    "quatro",
    "cinco",
    "seis",
    "sete",
    "oito",
    "nove",
    "dez",
    "onze",
    "doze",
    "treze",
    "quatorze",
    "quinze",
    "dezesseis",
    "dezessete",
    "dezoito",
    "dezenove",
]
_DEZENAS = ["", "", "vinte", "trinta", "quarenta", "cinquenta", "sessenta", "setenta", "oitenta", "noventa"]
_CENTENAS = [
    "",
    "cento",
    "duzentos",
    "trezentos",
    "quatrocentos",
    "quinhentos",
    "seiscentos",
    "setecentos",
    "oitocentos",
    "novecentos",
]


def sem_acento(texto: str) -> str:
    """Return the text without diacritics."""
    return "".join(c for c in unicodedata.normalize("NFD", texto) if not unicodedata.combining(c))


def extenso(n: int, *, feminino: bool = False) -> str:
    """Return a whole number below a thousand millions in words."""
    if n < 0 or n >= 1_000_000_000:
        raise ValueError(n)
    if n < 20:
        palavra = _ATE_19[n]
        return {"um": "uma", "dois": "duas"}.get(palavra, palavra) if feminino else palavra
    if n < 100:
        return _DEZENAS[n // 10] + (f" e {extenso(n % 10, feminino=feminino)}" if n % 10 else "")
    if n == 100:
        return "cem"
    if n < 1000:
        centena = _CENTENAS[n // 100]
        if feminino and n >= 200:
            centena = centena[:-2] + "as"
        return centena + (f" e {extenso(n % 100, feminino=feminino)}" if n % 100 else "")
    if n < 1_000_000:
        milhar, resto = divmod(n, 1000)
        cabeca = "mil" if milhar == 1 else f"{extenso(milhar, feminino=feminino)} mil"
        if not resto:
            return cabeca
        juncao = " e " if resto < 100 or resto % 100 == 0 else ", "
        return cabeca + juncao + extenso(resto, feminino=feminino)
    milhao, resto = divmod(n, 1_000_000)
    cabeca = "um milhão" if milhao == 1 else f"{extenso(milhao)} milhões"
    return cabeca + (f" e {extenso(resto, feminino=feminino)}" if resto else "")


def milhar(n: int) -> str:
    """Return a whole number with Brazilian thousands dots."""
    return f"{n:,}".replace(",", ".")


def reais(centavos: int) -> str:
    """Return cents as ``R$ 1.234,56``."""
    return f"R$ {milhar(centavos // 100)},{centavos % 100:02d}"


def _ano_por_extenso(ano: int) -> str:
    return extenso(ano).replace(", ", " e ")


def data(d: date) -> dict[str, Any]:
    """Return every written form of a day that the layouts know (DATA.md, DATE)."""
    mes = MESES[d.month - 1]
    dia = "1º" if d.day == 1 else str(d.day) if d.day >= 10 or d.year % 2 else f"{d.day:02d}"
    dias = "primeiro dia" if d.day == 1 else f"{extenso(d.day)} dias"
    return {
        "iso": d.isoformat(),
        "br": f"{d:%d/%m/%Y}",
        "pontos": f"{d:%d.%m.%Y}",
        "tracos": f"{d:%d-%m-%Y}",
        "curta": f"{d:%d/%m/%y}",
        "curta_pontos": f"{d:%d.%m.%y}",
        "extenso": f"{dia} de {mes} de {d.year}",
        "extenso_cap": f"{dia} de {mes.capitalize()} de {d.year}",
        "extenso_maiusculas": f"{dia} de {mes} de {d.year}".upper(),
        "milhar": f"{dia} de {mes} de {milhar(d.year)}",
        "palavras": f"{dias} do mês de {mes} de {_ano_por_extenso(d.year)}",
        "carimbo": f"{d.day:02d} {mes[:3].upper()}. {d.year}",
        "carimbo_simples": f"{d.day:02d} {mes[:3].upper()} {d.year}",
        "mes_ano": f"{d:%m/%Y}",
        "mes_ano_extenso": f"{mes} de {d.year}",
        "dia": d.day,
        "mes": d.month,
        "mes_nome": mes,
        "ano": d.year,
    }


def soma_meses(d: date, meses: int) -> date:
    """Return the day ``meses`` calendar months later, the last of the month where the day does not exist."""
    total = d.year * 12 + d.month - 1 + meses
    ano, mes = divmod(total, 12)
    return date(ano, mes + 1, min(d.day, calendar.monthrange(ano, mes + 1)[1]))


def fim_do_mes(d: date) -> date:
    """Return the last day of the month of ``d``."""
    return d.replace(day=calendar.monthrange(d.year, d.month)[1])


def prazo(meses: int) -> dict[str, Any]:
    """Return a term in its written forms (DATA.md, PRAZO)."""
    anos = meses // 12 if meses % 12 == 0 else None
    unidade = "mês" if meses == 1 else "meses"
    ano = "ano" if anos == 1 else "anos"
    return {
        "meses": meses,
        "anos": anos,
        "texto": f"{meses:02d} ({extenso(meses)}) {unidade}",
        "curto": f"{meses} {unidade}",
        "em_anos": f"{anos:02d} ({extenso(anos)}) {ano}" if anos else None,
        "em_anos_curto": f"{anos} {ano}" if anos else None,
    }


def prazo_em_dias(dias: int) -> dict[str, Any]:
    """Return a term of days in its written forms (DATA.md, ``d.doc.prazo_dias``)."""
    return {"dias": dias, "texto": f"{dias} ({extenso(dias)}) dias", "curto": f"{dias} dias"}

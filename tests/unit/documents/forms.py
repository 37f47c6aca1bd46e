"""Forms made at random: labels in many words, other labels among them, in nine dispositions; with what they print.

What a page says is known, where it stands is not: a reader of forms must not care.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from docverify.documents.layout import PageLayout, build
from docverify.model import Box, Page, Word

Placed = tuple[float, float, str, float]
"""``(x, y, text, height)`` in fractions of the page."""

_ASPECT = 3508 / 2480
_PITCH = 0.52
_PRINT, _SMALL = 0.0105, 0.0075

LABELS: dict[str, Sequence[str]] = {
    "validade": (
        "Validade",
        "Válido até",
        "Data de validade",
        "Vencimento",
        "Vence em",
        "Validade até",
        "Prazo de validade",
        "Val.",
        "Vigência até",
        "Expira em",
        "Data de vencimento",
        "Validade do documento",
        "Válida até",
        "Data limite",
        "Vigente até",
        "Dt. validade",
    ),
    "data_emissao": (
        "Emissão",
        "Data de emissão",
        "Emitido em",
        "Expedido em",
        "Data de expedição",
        "Dt. emissão",
        "Data da concessão",
        "Expedição",
        "Concedido em",
        "Emitida",
        "Data do documento",
    ),
    "cnpj": ("CNPJ", "CNPJ/MF", "CPF/CNPJ", "CNPJ nº", "C.N.P.J.", "Inscrição no CNPJ"),
    "atividade": (
        "Atividade",
        "Ramo de atividade",
        "Atividade principal",
        "Atividade licenciada",
        "Atividade econômica",
    ),
}
NUMBERS: dict[str, Sequence[str]] = {
    "alvara_funcionamento": ("Alvará nº", "Nº do alvará", "Número", "Licença nº", "Nº da licença"),
    "certificado_bombeiros": ("Certificado nº", "Nº do certificado", "Número", "Número do documento"),
    "licenca_operacao": ("Licença nº", "Nº da licença", "Número", "Número do documento"),
}
OTHERS = (
    ("Data de abertura", "d"),
    ("Início das atividades", "d"),
    ("Data do protocolo", "d"),
    ("Data da vistoria", "d"),
    ("Processo nº", "p"),
    ("Protocolo", "p"),
    ("Inscrição imobiliária", "i"),
    ("Área", "a"),
    ("Telefone", "t"),
    ("Data da última alteração", "d"),
    ("Responsável técnico", "n"),
    ("CREA", "c"),
    ("Guia nº", "p"),
    ("Valor da taxa", "v"),
    ("Data de pagamento", "d"),
    ("Horário", "h"),
    ("Código de verificação", "k"),
    ("Alvará anterior", "p"),
    ("Validade anterior", "d"),
    ("Data da publicação", "d"),
    ("Matrícula do imóvel", "i"),
    ("Data de nascimento", "d"),
    ("ART nº", "p"),
    ("Vencimento da taxa", "d"),
    ("Data de inscrição", "d"),
    ("Próxima vistoria", "d"),
    ("Data do deferimento", "d"),
    ("Data de entrada", "d"),
)
TITLES = {
    "alvara_funcionamento": ("PREFEITURA MUNICIPAL DE ASSIS", "ALVARÁ DE FUNCIONAMENTO"),
    "certificado_bombeiros": ("CORPO DE BOMBEIROS MILITAR DO ESTADO DE GOIÁS", "CERTIFICADO DE CONFORMIDADE"),
    "licenca_operacao": ("SECRETARIA DE ESTADO DO MEIO AMBIENTE", "LICENÇA DE OPERAÇÃO"),
}
_WIDE = 22
"""Characters from which a value has a row of its own."""


def placed(items: Sequence[Placed], cells: Sequence[Box] = ()) -> PageLayout:
    """Lay out texts at their places on an A4 page."""
    words: list[Word] = []
    for number, (left, y, text, height) in enumerate(items):
        pitch, x = height * _PITCH * _ASPECT, left
        for word in text.split():
            end = x + len(word) * pitch
            words.append(Word(word, (round(x, 5), y, round(end, 5), y + height), 0.95, number))
            x = end + pitch
    return build(
        Page("a.pdf", 1, "0" * 64, 2480, 3508, tuple(words), tuple(cells), source="ocr", quality=0.95, blank=False)
    )


def form(seed: int) -> tuple[str, PageLayout, dict[str, str]]:
    """Make a form.

    Args:
        seed: Of all choices.

    Returns:
        Its type, its page, and what must be read of it.
    """
    chance = random.Random(seed)
    tipo = chance.choice(sorted(TITLES))
    issued, ends = _day(chance, 2026, 2026), _day(chance, 2027, 2031)
    number = chance.choice(
        (
            f"{chance.randint(1000, 9999)}/2026",
            f"{chance.randint(10**5, 10**7)}",
            f"2026/{chance.randint(1000, 99999):06d}",
        )
    )
    activity = chance.choice(
        ("COMÉRCIO VAREJISTA DE GÁS LIQUEFEITO DE PETRÓLEO (GLP)", "Revenda de recipientes transportáveis de GLP")
    )
    said = {"validade": ends, "data_emissao": issued, "cnpj": "11.222.333/0001-81", "atividade": activity}
    rows = [(chance.choice(LABELS[name]), value) for name, value in said.items()]
    rows.append((chance.choice(NUMBERS[tipo]), number))
    rows += [(label, _other(chance, kind)) for label, kind in chance.sample(OTHERS, chance.randint(2, 8))]
    chance.shuffle(rows)
    if chance.random() < 0.4:
        rows = [(label.upper(), value) for label, value in rows]
    items: list[Placed] = [(0.25, 0.04, TITLES[tipo][0], 0.0145), (0.3, 0.07, TITLES[tipo][1], 0.018)]
    cells: list[Box] = []
    style = chance.choice(("inline", "leaders", "columns", "under", "above", "cells", "mixed"))
    (_in_rows if style in ("above", "cells", "mixed") else _in_lines)(chance, style, rows, items, cells)
    wanted = {
        "validade": _iso(ends),
        "data_emissao": _iso(issued),
        "cnpj": "11222333000181",
        "atividade": activity,
        "numero": number,
    }
    return tipo, placed(items, cells), wanted


def _in_lines(
    chance: random.Random, style: str, rows: list[tuple[str, str]], items: list[Placed], cells: list[Box]
) -> None:
    """Set one label and value on each line (of a column of values, over its label, behind dots)."""
    colon, column, y = chance.choice(("", ":")), chance.choice((0.35, 0.45, 0.6)), 0.13
    for label, value in rows:
        if style == "inline":
            items.append((0.08, y, f"{label}: {value}", _PRINT))
        elif style == "leaders":
            items.append((0.08, y, f"{label}{'.' * (30 - len(label))}: {value}", _PRINT))
        elif style == "columns":
            items += [(0.08, y, label + colon, _PRINT), (min(column, 0.95 - len(value) * 0.0078), y, value, _PRINT)]
        else:
            items += [(0.08, y, value, 0.012), (0.08, y + 0.015, label, 0.008)]
        y += 0.04 if style == "under" else 0.02


def _in_rows(
    chance: random.Random, style: str, rows: list[tuple[str, str]], items: list[Placed], cells: list[Box]
) -> None:
    """Set several labels to a row, over their values or in cells with them."""
    short, across, y = [row for row in rows if len(row[1]) <= _WIDE], chance.choice((2, 3)), 0.13
    bands = [[row] for row in rows if len(row[1]) > _WIDE]
    bands += [short[i : i + across] for i in range(0, len(short), across)]
    chance.shuffle(bands)
    for band in bands:
        width = 0.86 / len(band)
        for place, (label, value) in enumerate(band):
            x = 0.08 + width * place
            if style == "above":
                items += [(x, y, label, _PRINT), (x, y + 0.015, value, _PRINT)]
                continue
            cells.append((x - 0.008, y - 0.004, x - 0.008 + width, y + 0.028))
            if style == "cells" or chance.random() < 0.6:
                items += [(x, y, label, _SMALL), (x + 0.005, y + 0.013, value, _PRINT)]
            else:
                items.append((x, y + 0.006, f"{label}: {value}", 0.008))
        y += 0.042 if style == "above" else 0.032


def _day(chance: random.Random, first: int, last: int) -> str:
    return f"{chance.randint(1, 28):02d}/{chance.randint(1, 12):02d}/{chance.randint(first, last)}"


def _iso(day: str) -> str:
    return f"{day[6:]}-{day[3:5]}-{day[:2]}"


def _other(chance: random.Random, kind: str) -> str:
    number = chance.randint(1000, 9999)
    return {
        "d": _day(chance, 2005, 2025),
        "p": f"{number}/{chance.randint(2015, 2025)}",
        "i": f"{number % 900 + 100}.{number}.21",
        "a": f"{number % 900},50 m²",
        "t": f"(18) 3322-{number}",
        "n": "JOSÉ ALMEIDA PRADO",
        "c": f"18{number}/D",
        "v": f"R$ {number % 900},00",
        "h": "08:00 às 18:00",
        "k": f"A{number}B{number % 90 + 10}C",
    }[kind]

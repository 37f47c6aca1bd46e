"""Two readings of one place that differ, where the paper itself says which is right.

Two cases only; all else stays a divergence:

- one of them is a number whose check digits hold and the other is none, few look-alikes or a swallowed separator apart;
- the first reader's figures are those of the witness with an end cut off, the witness never saw another number, and the
  first reader sees the whole number too once it is shown more of the line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rapidfuzz.distance import Levenshtein

from docverify.confirmation.deciding import Asked
from docverify.confirmation.judging import Seen, figures_of, same_reading
from docverify.model import Testemunha
from docverify.values.identifiers import cnpj as cnpj_values
from docverify.values.identifiers import cpf as cpf_values
from docverify.values.text import fold

_CHECKED: Mapping[str, tuple[Any, int]] = {"cnpj": (cnpj_values, 14), "cpf": (cpf_values, 11)}
"""Numbers with two check digits: one wrong figure in a hundred passes them at most."""
_SLIPS = 2
"""Characters in which a number that is none may differ from the one that holds."""
_CUT = 3
"""Figures that a cut end may have had."""
_RUN = re.compile(r"\d[\d.]*")


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of a question.

    Attributes:
        testemunha: What the witness says of the value.
        visto: What it saw instead, where it diverges.
        valor: The value to take instead of the one read, None to keep that.
        lido: How it stands in the reading that is right.
        reparado: The value rests on one reader and its own check digits.
    """

    testemunha: Testemunha
    visto: str | None = None
    valor: Any = None
    lido: str = ""
    reparado: bool = False


def checked_reading(asked: Asked, looks: Sequence[Sequence[Seen]]) -> Settled | None:
    """Take the witness's number where its check digits hold and those of the reading do not.

    Args:
        asked: A field that the witness saw otherwise.
        looks: Of the witness.

    Returns:
        None where the reading is well-formed itself, where no look gives one number that holds, or where several do.
    """
    known = _CHECKED.get(asked.campo)
    if known is None or known[0].is_valid(str(asked.field.valor)):
        return None
    values, length = known
    valid: dict[str, str] = {}
    for look in looks:
        for said in (" ".join(s.texto for s in look), " ".join(s.largo for s in look)):
            for token in said.split():
                plain = "".join(c for c in token if c.isalnum())
                if len(plain) == length and plain.isdigit() and values.is_valid(plain):
                    valid.setdefault(plain, token)
    if len(valid) != 1:
        return None
    ((number, text),) = valid.items()
    read = "".join(c for c in fold(asked.field.lido) if c.isalnum())
    # a number longer by a figure is one whose slash or dot was read as a figure
    if Levenshtein.distance(read[-length - 1 :], number) > _SLIPS:
        return None
    return Settled("concorda", valor=number, lido=text, reparado=True)


def longer_figures(asked: Asked, looks: Sequence[Sequence[Seen]], lead: Sequence[str]) -> str | None:
    """Return the whole number of which the first reader may have cut off an end.

    Args:
        asked: A weight or an address that the witness saw otherwise.
        looks: Of the witness.
        lead: What the first reader saw, line by line.

    Returns:
        The figures; None where the value is no plain number, or some look gives another one.
    """
    mine = _own_number(asked)
    first = " ".join(lead)
    if not mine or _runs(first).count(mine) != 1:
        return None
    longer: set[str] = set()
    for look in looks:
        said = " ".join(s.texto for s in look if s.texto)
        here = {run for run in _runs(said) if _is_end(mine, run)}
        if mine in _runs(said) or len(here) > 1:
            return None
        if asked.especie != "endereco" and not here and figures_of(said):
            return None
        longer |= here
    return longer.pop() if len(longer) == 1 else None


def whole_number(asked: Asked, longer: str, wide: Sequence[Seen], least: float) -> Settled | None:
    """Take the whole number where the first reader sees it too on a wider cut.

    Args:
        asked: The field.
        longer: From :func:`longer_figures`.
        wide: What the first reader saw on the wider cut.
        least: Confidence from which that counts.
    """
    said = " ".join(s.texto for s in wide if s.texto)
    runs = _runs(said)
    mine = _own_number(asked)
    if runs.count(longer) != 1 or mine in runs or min((s.confianca for s in wide), default=0.0) < least:
        return None
    value = asked.field.valor
    lido = re.sub(rf"(?<!\d){re.escape(mine)}(?!\d)", longer, asked.field.lido, count=1)
    if not same_reading(figures_of(lido), figures_of(asked.field.lido).replace(mine, longer, 1)):
        return None
    if isinstance(value, Mapping):
        return Settled("concorda", valor={**value, "numero": longer}, lido=lido)
    return Settled("concorda", valor=int(longer), lido=lido)


def _own_number(asked: Asked) -> str:
    value = asked.field.valor
    if asked.especie == "endereco" and isinstance(value, Mapping):
        number = str(value.get("numero") or "")
        return number if number.isdigit() else ""
    whole = isinstance(value, int) and not isinstance(value, bool)
    return str(value) if asked.campo == "capacidade_glp_kg" and whole else ""


def _runs(text: str) -> list[str]:
    """Return the numbers of a text without the points of their thousands; leaders of dots are none."""
    return [m.group().replace(".", "") for m in _RUN.finditer(text)]


def _is_end(mine: str, whole: str) -> bool:
    missing = len(whole) - len(mine)
    return 0 < missing <= _CUT and (whole.endswith(mine) or whole.startswith(mine)) and not whole.startswith("0")

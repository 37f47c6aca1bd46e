"""What the company's object says of the fuels that a TRR may not sell."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace

from docverify.model import Reason
from docverify.norms import labels
from docverify.norms.checks.identidade import same_root
from docverify.norms.checks.text import folded
from docverify.norms.context import Context
from docverify.norms.registry import GRAVIDADE, check
from docverify.values.text import fold_same_length

_EXCLUIDOS = re.compile(r"\bG\.? ?L\.? ?P\b|GAS LIQUEFEITO|LIQUEFEITO DE PETROLEO|\bGASOLINAS?\b|\bALCOOL\b|\bETANOL\b")
_EXCECAO = re.compile(
    r"\b(?:EXCET[OU]|EXCETUAD[OA]S?|EXCLU(?:I|IDO|IDA|IDOS|IDAS|INDO|SIVE)|SALVO|A EXCECAO D|COM EXCECAO D|"
    r"NAO (?:INCLU|ABRANG|COMPREEND)|VEDAD[OA]S?)[^;]{0,240}?(?:;|\.\s+[A-Z]{3}|$)"
)
"""Words that take products out of the object, and what they take out: up to the end of the clause."""

_COMBUSTIVEIS = re.compile(
    r"\bT\.? ?R\.? ?R\b|TRANSPORTADOR[ -]+REVENDEDOR|\bCOMBUSTIVE(?:L|IS)\b|\bDIESEL\b|\bQUEROSENE\b|"
    r"\bOLEOS? (?:COMBUSTIVE|LUBRIFICANTE)|DERIVADOS DE PETROLEO|\bPETROLEO\b"
)
_OBJETO = re.compile(r"\bOBJETO (?:SOCIAL|DA SOCIEDADE)\b|\bTEM (?:POR|COMO) OBJET(?:O|IVO)\b|\bOBJETIVO SOCIAL\b")
_CLAUSE = 600
"""Characters after the word by which an act names its object."""

_LIMIT = 20_000
"""Characters of an object that are looked at."""


def _own_acts(ctx: Context) -> list[Context]:
    """Return the company's acts in the dossier, the one that decided first."""
    acts = ctx.dossie.de_tipo("contrato_social", "estatuto_social")
    chosen = [o.escolhido for o in ctx.resultados.values() if o.escolhido in acts]
    own = []
    for index in dict.fromkeys([*chosen, *acts]):
        assert index is not None
        paper = replace(ctx, indice=index)
        number = paper.campo("cnpj")
        if number is None or ctx.ficha.cnpj is None or same_root(str(number.valor), ctx.ficha.cnpj):
            own.append(paper)
    return own


def _in_running_text(acts: list[Context]) -> Iterator[Reason]:
    """Look for the object in the act's text, where no field told it: what is found there accepts, or is a doubt."""
    for paper in acts:
        plain = folded(paper.doc.texto)
        for place in _OBJETO.finditer(plain):
            clause = _EXCECAO.sub(" ; ", plain[place.end() : place.end() + _CLAUSE])
            if _COMBUSTIVEIS.search(clause) and not _EXCLUIDOS.search(clause):
                return
    yield acts[0].nao_lido("objeto_social")


@check("objeto_trr", alcance="dossie", gravidade=GRAVIDADE)
def objeto_trr(ctx: Context) -> Iterator[Reason]:
    """The company's object does not take in LPG, petrol or alcohol, which the activity of TRR leaves out.

    A company may sell them under another registration, so by default a mention is for a person to look at.
    """
    if ctx.param("gravidade") == "nao_exigir":
        return
    acts = _own_acts(ctx)
    paper = next((a for a in acts if a.campo("objeto_social") is not None), None)
    if paper is None:
        if acts:
            yield from _in_running_text(acts)
        else:
            yield ctx.motivo(
                "documento_ausente",
                "revisar",
                f"Sem {labels.tipo('contrato_social')} não se sabe se o objeto da empresa exclui GLP, gasolina e "
                "álcool.",
            )
        return
    found = paper.campo("objeto_social")
    assert found is not None
    told = unicodedata.normalize("NFC", str(found.valor))[:_LIMIT]
    # what is taken out leaves as many blanks, so that what is found stands at the same place in the original
    text = _EXCECAO.sub(lambda out: " " * len(out[0]), fold_same_length(told))
    named = _EXCLUIDOS.search(text)
    if named is not None:
        message = (
            f"O objeto social fala em “{told[named.start() : named.end()]}”, e a atividade de TRR não abrange GLP, "
            f"gasolina nem álcool combustível. Confira se é de outra atividade da empresa.{ctx.nota_param('gravidade')}"
        )
        yield paper.defeito("atividade_nao_contemplada", message, "objeto_social", gravidade=ctx.param("gravidade"))
    elif not _COMBUSTIVEIS.search(text):
        yield paper.motivo(
            "atividade_nao_contemplada",
            "alerta",
            f"O objeto social (“{found.lido[:120]}”) não fala de combustíveis.",
            "objeto_social",
            inferencia=True,
        )

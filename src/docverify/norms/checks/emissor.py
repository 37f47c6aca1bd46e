"""Who issued the paper: a prefeitura, a fire brigade, of the right municipality or State."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rapidfuzz.fuzz import ratio

from docverify.model import Reason
from docverify.norms.checks.text import has
from docverify.norms.context import Context
from docverify.norms.registry import Parameter, check
from docverify.values.municipios import find as find_municipio
from docverify.values.municipios import uf_of_text
from docverify.values.text import collapse, fold

# In the Distrito Federal, which has no municipalities, the district's own government issues the alvará.
_PREFEITURA = re.compile(r"\b(PREFEITURA|MUNICIPIO|MUNICIPAL|SUBPREFEITURA|ADMINISTRACAO REGIONAL|DISTRITO FEDERAL)\b")
_PREFEITURA_NO_TEXTO = re.compile(
    r"\b(PREFEITURA|MUNICIPIO D[AEO]S?|GOVERNO DO DISTRITO FEDERAL|ADMINISTRACAO REGIONAL)\b"
)
_BOMBEIROS = re.compile(r"\bBOMBEIROS?\b|\bCBM[A-Z]{2,3}\b|\bCBPMESP\b")
_BOMBEIROS_CIVIS = re.compile(r"\bBOMBEIROS? CIVI[SL]\b|\bBRIGADISTAS?\b")
_OUTRO_ORGAO = re.compile(
    r"\b(GOVERNO DO ESTADO|ESTADO D[AEO]|SECRETARIA D[AEO] (ESTADO|FAZENDA)|POLICIA|JUNTA COMERCIAL|RECEITA FEDERAL|"
    r"SEGURANCA PUBLICA|LTDA|EIRELI|ASSOCIACAO|SINDICATO|ENGENHARIA|CARTORIO|TABELIONATO)\b"
)


@check("emissor_prefeitura")
def emissor_prefeitura(ctx: Context) -> Iterator[Reason]:
    """The alvará, or the certificate of finished works, was issued by a prefeitura."""
    found = ctx.campo("orgao_emissor")
    text = fold(str(found.valor)) if found else ""
    if _PREFEITURA.search(text) and not _BOMBEIROS.search(text):
        return
    name = f"{ctx.nome_doc[0].upper()}{ctx.nome_doc[1:]}"
    message = f"{name} deve ser expedido pela prefeitura municipal. Apresente o documento da prefeitura."
    if found and (_BOMBEIROS.search(text) or _OUTRO_ORGAO.search(text)):
        if has(ctx.doc.texto, _PREFEITURA_NO_TEXTO):
            yield ctx.duvida(f"O emissor foi lido como “{found.lido}”. {message}", "orgao_emissor")
        else:
            yield ctx.defeito("orgao_emissor_incompetente", f"O emissor é “{found.lido}”. {message}", "orgao_emissor")
        return
    if ctx.campo("municipio_emissor") is None and not has(ctx.doc.texto, _PREFEITURA_NO_TEXTO):
        yield ctx.nao_lido("orgao_emissor")


@check("emissor_bombeiros")
def emissor_bombeiros(ctx: Context) -> Iterator[Reason]:
    """The certificate was issued by a State's fire brigade (not by a firm of private firefighters)."""
    found = ctx.campo("orgao_emissor")
    text = fold(str(found.valor)) if found else ""
    civil = bool(_BOMBEIROS_CIVIS.search(text))
    if _BOMBEIROS.search(text) and not civil:
        return
    message = "O certificado deve ser do corpo de bombeiros. Apresente o certificado do corpo de bombeiros do Estado."
    if found and (civil or _PREFEITURA.search(text) or _OUTRO_ORGAO.search(text)):
        # a fire brigade's paper often names the State above the brigade
        if not civil and has(ctx.doc.texto, _BOMBEIROS):
            return
        yield ctx.defeito("orgao_emissor_incompetente", f"O emissor é “{found.lido}”. {message}", "orgao_emissor")
        return
    if not has(ctx.doc.texto, _BOMBEIROS):
        yield ctx.nao_lido("orgao_emissor")


def _municipio(name: str, uf: str | None) -> tuple[str, str | None]:
    """Return the official name (folded) of a municipality where the list knows it, and its State."""
    known = find_municipio(name, uf)
    if known is None:
        return collapse(fold(name)), uf
    return collapse(fold(known.nome)), known.uf


@check("municipio_emissor")
def municipio_emissor(ctx: Context) -> Iterator[Reason]:
    """The issuing prefeitura is that of the establishment's municipality."""
    found, declared = ctx.campo("municipio_emissor"), ctx.dossie.endereco
    if found is None or declared is None or declared.municipio is None or declared.uf == "DF":
        return
    read = str(found.valor)
    here, there = _municipio(read, declared.uf)[0], _municipio(declared.municipio, declared.uf)[0]
    if here.replace(" ", "") == there.replace(" ", ""):  # readers swallow blanks
        doubt = ctx.concordou("municipio_emissor")
        if doubt:
            yield doubt
        return
    similarity = ratio(here, there) / 100
    message = (
        f"O emissor {ctx.no_doc} é de {found.lido}, e o estabelecimento fica em {declared.municipio}. "
        "Apresente o documento do município do estabelecimento."
    )
    near = similarity >= 0.85 or there in here or here in there
    if near or not ctx.dossie.municipio_certo:
        yield ctx.duvida(message, "municipio_emissor", declarado=declared.municipio, similaridade=similarity)
        return
    yield ctx.defeito(
        "municipio_emissor_divergente",
        message,
        "municipio_emissor",
        declarado=declared.municipio,
        similaridade=similarity,
        chaves=("endereco.municipio",),
    )


@check("uf_emissor", campos=Parameter(list, (), ["uf_emissor", "uf"], itens="campos"))
def uf_emissor(ctx: Context) -> Iterator[Reason]:
    """The issuer is of the establishment's State."""
    declared = ctx.dossie.endereco.uf if ctx.dossie.endereco else None
    name = next((n for n in ctx.param("campos") if ctx.campo(n) is not None), None)
    if name is None or declared is None:
        return
    found = ctx.campo(name)
    assert found is not None
    read = str(found.valor).strip().upper()
    if len(read) != 2:
        read = uf_of_text(read) or read
    if read == declared:
        doubt = ctx.concordou(name)
        if doubt:
            yield doubt
        return
    message = (
        f"O emissor {ctx.no_doc} é de {read}, e o estabelecimento fica em {declared}. "
        "Apresente o documento do Estado do estabelecimento."
    )
    if len(read) != 2 or not ctx.dossie.municipio_certo:
        yield ctx.duvida(message, name, declarado=declared)
        return
    yield ctx.defeito("uf_emissor_divergente", message, name, declarado=declared, chaves=("endereco.uf",))

"""Who issued a licence, a load-line certificate or a certidão: told by what the issuer is, never by a list of names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docverify.model import Reason
from docverify.norms.checks.emissor import municipio_emissor
from docverify.norms.checks.text import has
from docverify.norms.context import Context
from docverify.norms.registry import GRAVIDADE, Parameter, check
from docverify.values.text import fold

_AMBIENTAL = re.compile(
    r"\bAMBIENT|ECOLOGI|RECURSOS NATURAIS|RECURSOS HIDRICOS|SUSTENTA|BIODIVERSIDADE|NATUREZA|AGUA E TERRA|FLORESTA|"
    # agencies whose usual name says nothing of the environment; only a help, words decide
    r"\b(CETESB|FEPAM|FEAM|INEA|IBAMA|INEMA|NATURATINS|IMASUL|IPAAM|SUDEMA|CPRH|SEMACE|SEMAD|SUPRAM|SUDAM\w*|"
    r"IDEMA|ADEMA|IEMA|FEMARH|IMAC|SEMAS|FATMA|IAT|IAP)\b"
)
_LEI_AMBIENTAL = re.compile(rf"{_AMBIENTAL.pattern}|\bCONAMA\b|\bSISNAMA\b|\b6\.?938/|POLUID")
"""What a page of an environmental licence says where its issuer's name does not."""

_MUNICIPAL = re.compile(r"\b(PREFEITURA|MUNICIPIO|MUNICIPAL)\b")
_CAPITANIA = re.compile(r"\bCAPITANIA|\bMARINHA DO BRASIL|DIRETORIA DE PORTOS E COSTAS")
_DELEGADA = re.compile(r"AUTORIDADE MARITIMA|\bDPC\b|GOVERNO (BRASILEIRO|D[AO] (BRASIL|REPUBLICA))|NORMAM")
"""What a classification society prints where it certifies on the maritime authority's behalf."""

_CLASSIFICADORA = re.compile(r"CLASSIFICADORA|ENTIDADE CERTIFICADORA|BUREAU|REGISTRO BRASILEIRO DE NAVIOS|\bRBNA\b")
_JUNTA = re.compile(r"JUNTA COMERCIAL|REGISTRO (PUBLICO )?DE EMPRESAS|\bJUC[A-Z]{2,4}\b")
_CARTORIO = re.compile(r"CARTORIO|TABELIONATO|OFICIAL DE REGISTRO|REGISTRO CIVIL")
_ALHEIO = re.compile(
    r"\b(BOMBEIROS?|SECRETARIA D[AEO] (ESTADO D[AEO] )?(FAZENDA|FINANCAS|SAUDE)|RECEITA FEDERAL|JUNTA COMERCIAL|"
    r"POLICIA CIVIL|LTDA|EIRELI|SINDICATO|CARTORIO|TABELIONATO|VIGILANCIA SANITARIA|CONSELHO REGIONAL|"
    r"AGENCIA NACIONAL)\b"
)


def _issuer(
    ctx: Context, own: re.Pattern[str], other: re.Pattern[str], message: str, hint: re.Pattern[str] | None = None
) -> Iterator[Reason]:
    """Judge the issuer: its own words, or those of the page (``hint``), make it; surely another one is a defect."""
    found = ctx.campo("orgao_emissor")
    text = fold(str(found.valor)) if found else ""
    if own.search(text):
        return
    told = has(ctx.doc.texto, hint or own)
    if found and other.search(text):
        if told:
            yield ctx.duvida(f"O emissor foi lido como “{found.lido}”. {message}", "orgao_emissor")
        else:
            yield ctx.defeito("orgao_emissor_incompetente", f"O emissor é “{found.lido}”. {message}", "orgao_emissor")
        return
    if told:
        return
    if found:
        yield ctx.duvida(f"O emissor foi lido como “{found.lido}”, e não se sabe o que é. {message}", "orgao_emissor")
        return
    yield ctx.nao_lido("orgao_emissor")


@check("emissor_ambiental", exigido=Parameter(bool, (), True))
def emissor_ambiental(ctx: Context) -> Iterator[Reason]:
    """The paper was issued by an environmental body, of the State, the municipality or the Union."""
    message = "O documento deve ser do órgão ambiental competente. Apresente o desse órgão."
    found = ctx.campo("orgao_emissor")
    if found is None and not ctx.param("exigido"):
        return
    text = fold(str(found.valor)) if found else ""
    if _MUNICIPAL.search(text) and not _AMBIENTAL.search(text) and not has(ctx.doc.texto, _AMBIENTAL):
        # a municipality licenses through its secretariat, which a head of "Prefeitura Municipal" alone does not name
        yield ctx.motivo(
            "orgao_emissor_incompetente",
            "revisar",
            f"O emissor é “{found.lido if found else ''}”, e não se leu qual é o órgão ambiental. {message}",
            "orgao_emissor",
        )
        return
    yield from _issuer(ctx, _AMBIENTAL, _ALHEIO, message, _LEI_AMBIENTAL)


_OUTRA_LICENCA = re.compile(r"^L\.?(?:P|I|P\.?I|A\.?P|A\.?I)\.?$|\bPREVIA\b|\bINSTALACAO\b")


@check("licenca_de_operacao")
def licenca_de_operacao(ctx: Context) -> Iterator[Reason]:
    """The licence is for operation: one for the project (LP) or for the works (LI) lets nobody operate."""
    found = ctx.campo("tipo_licenca")
    text = fold(str(found.valor)).strip() if found else ""
    if found is None or not _OUTRA_LICENCA.search(text) or "OPERACAO" in text:
        return
    yield ctx.motivo(
        "tipo_incerto",
        "revisar",
        f"O tipo da licença foi lido como “{found.lido}”, que não é licença de operação. Confira no documento, ou "
        "apresente a licença de operação ou a que lhe equivale.",
        "tipo_licenca",
    )


@check("municipio_do_orgao")
def municipio_do_orgao(ctx: Context) -> Iterator[Reason]:
    """Where the issuer is a municipality's, it is the establishment's; a State agency's city is not compared."""
    found = ctx.campo("orgao_emissor")
    if found is not None and _MUNICIPAL.search(fold(str(found.valor))):
        yield from (r for r in municipio_emissor(ctx) if isinstance(r, Reason))


@check("emissor_capitania", classificadora=GRAVIDADE)
def emissor_capitania(ctx: Context) -> Iterator[Reason]:
    """The load-line certificate was issued by a Capitania dos Portos, or on its behalf by a classification society.

    ``classificadora`` is how grave the latter is where the paper says that the maritime authority recognises the
    society; where it does not, it is a doubt at least.
    """
    message = "O certificado de borda-livre deve ser emitido pela Capitania dos Portos."
    found, gravity = ctx.campo("orgao_emissor"), ctx.param("classificadora")
    text = fold(str(found.valor)) if found else ""
    if found and _CLASSIFICADORA.search(text) and not _CAPITANIA.search(text):
        delegated = has(ctx.doc.texto, _DELEGADA)
        if delegated and gravity == "nao_exigir":
            return
        told = "reconhecida pela Autoridade Marítima" if delegated else "que pode emitir em nome da Autoridade Marítima"
        yield ctx.motivo(
            "orgao_emissor_incompetente",
            gravity if delegated else "revisar",
            f"O emissor é a sociedade classificadora “{found.lido}”, {told}. {message}"
            + ("" if delegated else " Confira.")
            + ctx.nota_param("classificadora"),
            "orgao_emissor",
            inferencia=True,
        )
        return
    other = re.compile(rf"{_ALHEIO.pattern}|{_MUNICIPAL.pattern}")
    yield from _issuer(ctx, _CAPITANIA, other, f"{message} Apresente o certificado dela.")


@check("emissor_junta")
def emissor_junta(ctx: Context) -> Iterator[Reason]:
    """The certidão was issued by a Junta Comercial."""
    message = "A certidão deve ser emitida pela Junta Comercial. Apresente a certidão da Junta."
    if ctx.campo("junta_comercial") is not None and ctx.campo("orgao_emissor") is None:
        return
    yield from _issuer(ctx, _JUNTA, re.compile(rf"{_CARTORIO.pattern}|{_MUNICIPAL.pattern}|{_ALHEIO.pattern}"), message)


@check("historico_junta", gravidade=GRAVIDADE)
def historico_junta(ctx: Context) -> Iterator[Reason]:
    """The certidão holds the history of the company's acts; a plain one (simplificada) shows only the last."""
    text, gravity = ctx.doc.texto, ctx.param("gravidade")
    if (
        gravity == "nao_exigir"
        or not text
        or has(text, re.compile(r"HISTORIC|INTEIRO TEOR|ESPECIFICA|ATOS ARQUIVADOS|ARQUIVAMENTOS|ALTERAC(AO|OES)"))
    ):
        return
    yield ctx.motivo(
        "tipo_incerto",
        "alerta" if gravity == "alerta" else "revisar",
        "Não se leu na certidão da Junta Comercial o histórico das alterações do ato constitutivo. Confira."
        + ctx.nota_param("gravidade"),
    )

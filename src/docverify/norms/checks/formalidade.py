"""The form of a paper: authenticated copy, recognised signature, marks that a reader noticed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rapidfuzz.fuzz import ratio

from docverify.model import Gravidade, Notice, Reason
from docverify.norms.checks.sinais import dos_sinais
from docverify.norms.checks.text import has, has_near
from docverify.norms.context import Context
from docverify.norms.registry import GRAVIDADE, Parameter, check
from docverify.values.name_lexicon import CONNECTORS
from docverify.values.names import compare_person
from docverify.values.text import fold, words

# Words of a notary's seal (domain facts, section (l)): only a hint, a stamp is often read in part.
_CARTORIO = re.compile(
    r"TABELI[AO]|OFICIO DE NOTAS|CONFERE COM O ORIGINAL|\bAUTENTICACAO\b(?! (DIGITAL|MECANICA|BANCARIA))|ESCREVENTE|"
    r"\bDOU FE\b|SELO (DIGITAL|DE FISCALIZACAO|DE AUTENTICIDADE)|REPROGRAFICA"
)
_FIRMA = re.compile(r"\bRECONHECO\b|POR SEMELHANCA|POR AUTENTICIDADE|TABELI[AO]|\bDOU FE\b|ESCREVENTE|OFICIO DE NOTAS")


@check("autenticacao", gravidade=GRAVIDADE)
def autenticacao(ctx: Context) -> Iterator[Reason | Notice]:
    """The copy is authenticated: by a notary, or digitally; a civil servant's check is for a person to accept."""
    gravidade: Gravidade | str = ctx.param("gravidade")
    if gravidade == "nao_exigir":
        return
    found = ctx.campo("autenticacao")
    kind = str(found.valor) if found else ""
    if kind and not ctx.firme("autenticacao"):
        yield ctx.duvida(f"A autenticação parece ser do tipo “{kind}”.", "autenticacao")
        return
    note = ctx.nota_param("gravidade")
    if kind == "cartorio":
        return
    if kind == "digital":
        if not any(s.cobre and s.cadeia == "confiavel" for s in ctx.doc.assinaturas):
            yield ctx.aviso("certificacao_nao_verificada")
        return
    if kind == "servidor":
        if ctx.ajuste("aceita_lei_13726"):
            yield ctx.motivo(
                "autenticacao_ausente",
                "alerta",
                f"A conferência com o original {ctx.no_doc} é de servidor público, aceita pela Lei nº 13.726/2018, "
                "art. 3º." + ctx.nota_ajuste("aceita_lei_13726"),
                "autenticacao",
            )
        else:
            yield ctx.motivo(
                "autenticacao_ausente",
                "alerta" if gravidade == "alerta" else "revisar",
                f"A conferência com o original {ctx.no_doc} é de servidor público, e a norma pede cópia autenticada. "
                "Confira se é aceita." + ctx.nota_ajuste("aceita_lei_13726"),
                "autenticacao",
            )
        return
    yield ctx.falta(
        "autenticacao_ausente",
        f"Não há autenticação {ctx.no_doc}, e a norma pede cópia autenticada. "
        f"Apresente a cópia autenticada em cartório ou com certificação digital.{note}",
        "autenticacao",
        gravidade=gravidade,  # type: ignore[arg-type]
        # a bare QR code does not count (contract, section 4, 4)
        indicio=(ctx.campo("codigo_verificacao") is not None and "codigo_so_no_qr" not in ctx.doc.notas)
        or bool(ctx.doc.assinaturas)
        or has(ctx.doc.texto, _CARTORIO),
    )


@check("firma_reconhecida", gravidade=GRAVIDADE, de=Parameter(str, ("responsavel", "substituida"), "responsavel"))
def firma_reconhecida(ctx: Context) -> Iterator[Reason]:
    """The signature is recognised by a notary; ``de`` says whose it is, the Ficha's responsible person's by default."""
    gravidade: Gravidade | str = ctx.param("gravidade")
    if gravidade == "nao_exigir":
        return
    found = ctx.doc.campos.get("firma_reconhecida")
    if found is not None and found.valor is True:
        if not ctx.firme("firma_reconhecida"):
            yield ctx.duvida("A firma parece estar reconhecida.", "firma_reconhecida")
        if ctx.param("de") == "responsavel":
            yield from _de_outra_pessoa(ctx)
        return
    paper = "da Ficha Cadastral" if ctx.doc.tipo == "ficha_cadastral" else ctx.no_doc
    again = "a Ficha" if ctx.doc.tipo == "ficha_cadastral" else ctx.nome_doc
    message = (
        f"A assinatura {paper} não tem reconhecimento de firma. Apresente {again} com a firma reconhecida em cartório."
    )
    if ctx.ajuste("aceita_lei_13726"):
        note = ctx.nota_ajuste("aceita_lei_13726")
        yield ctx.motivo(
            "firma_nao_reconhecida", "alerta", f"{message} A Lei nº 13.726/2018, art. 3º a dispensa.{note}"
        )
        return
    yield ctx.falta(
        "firma_nao_reconhecida",
        message,
        "firma_reconhecida",
        gravidade=gravidade,  # type: ignore[arg-type]
        indicio=bool(ctx.doc.assinaturas) or has(ctx.doc.texto, _FIRMA),
    )


def _is_other(named: str, declared: str) -> bool:
    """Tell whether the name in a stamp is surely another one.

    Such a name has no clear end, and the lines of a stamp read crosswise mix: words of the notary's stand among those
    of the name, or its last ones are missing. Two words of the declared name, or the first, are enough to be it.
    """
    if has_near(named, declared) or has_near(declared, named):
        return False
    printed = [w for w in named.split() if fold(w) not in CONNECTORS]
    if len({w.isupper() for w in printed}) != 1:
        return False
    wanted = [w for w in words(declared) if w not in CONNECTORS]
    shared = [w for w in wanted if any(ratio(w, x) >= _SAME_WORD for x in words(named))]
    return len(shared) < 2 and wanted[:1] != shared[:1]


def _de_outra_pessoa(ctx: Context) -> Iterator[Reason]:
    """The stamp names whose signature it recognises; another person's says nothing of who signs the Ficha."""
    named, declared = ctx.doc.campos_extras.get("signatario_firma"), ctx.ficha.responsavel
    if named is None or declared is None or not declared.nome or named.confianca < ctx.dossie.limiares.campo:
        return
    name = str(named.valor)
    outcome = compare_person(name, declared.nome, named.confianca, ctx.pixels("firma_reconhecida"))
    if outcome.nivel != "impede" or not _is_other(name, declared.nome):
        return
    several = ctx.doc.campos_extras.get("signatarios_firma")
    if several is not None and not all(_is_other(str(one), declared.nome) for one in several.valor):
        return
    yield ctx.motivo(
        "firma_nao_reconhecida",
        "revisar",
        f"O reconhecimento de firma na Ficha Cadastral traz o nome “{name}”, e a Ficha é de “{declared.nome}”. Confira "
        "de quem é a firma reconhecida.",
        "firma_reconhecida",
        declarado=declared.nome,
        similaridade=outcome.similaridade,
    )


_SAME_WORD = 80
"""Similarity in percent from which two words are one, misread."""

_NOTAS = {
    "texto_oculto": ("texto_oculto_divergente", "tem texto que não se vê na página, ou que difere do que se vê"),
    "texto_oculto_divergente": ("texto_oculto_divergente", "tem texto que não se vê, ou que difere do que se vê"),
    "leitores_divergentes": ("leitores_divergentes", "foi lido de modo diferente por dois leitores"),
    "documento_alterado": ("documento_alterado", "tem sinais de alteração depois de assinado"),
    "documento_reutilizado": ("documento_reutilizado", "já foi apresentado em outro dossiê"),
}


def leitura(ctx: Context) -> Iterator[Reason]:
    """What every document owes, whatever the rule: a sure type, and no mark of its pages that a person must see."""
    if ctx.indice is not None and not ctx.dossie.tipo_provavel(ctx.indice):
        yield ctx.motivo(
            "tipo_incerto",
            "revisar",
            f"Parece ser {ctx.nome_doc}, mas não é certo. Confira se é esse o documento.",
            inferencia=False,
        )
    placed = {s.codigo for s in ctx.doc.sinais} & {"texto_oculto_divergente"}
    for note in ctx.doc.notas:
        if note in _NOTAS and _NOTAS[note][0] not in placed:  # what is known with its place is said by ``dos_sinais``
            code, what = _NOTAS[note]
            message = f"{ctx.nome_doc[0].upper()}{ctx.nome_doc[1:]} {what}. Confira no documento."
            yield ctx.motivo(code, "revisar", message, inferencia=False)
    yield from dos_sinais(ctx)

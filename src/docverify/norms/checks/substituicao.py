"""The papers by which the end of another reseller at the same place is shown (RES41, art. 7º, § 2º, k).

They name the company that gives way, at the establishment's address or one of its access roads; each kind shows the end
in its own way. Which papers of the dossier are the other company's is told before (``Dossier.de_outra``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from docverify.model import Gravidade, Reason
from docverify.norms import labels
from docverify.norms.checks.endereco import from_value, one_line
from docverify.norms.checks.identidade import mask, same_root
from docverify.norms.checks.inscricao import IRREGULAR
from docverify.norms.checks.ramos import COMBUSTIVEIS, RAMOS, covers
from docverify.norms.checks.text import folded, has, has_address, has_cnpj, has_near, has_words
from docverify.norms.context import Context
from docverify.norms.registry import Parameter, check
from docverify.values.addresses import Endereco, compare_address
from docverify.values.identifiers import cnpj as cnpj_values
from docverify.values.names import compare_company, core_name
from docverify.values.text import fold

_NAO_COMPROVADA = "substituicao_nao_comprovada"

_ARTIGOS = r"(?:(?:D[EOA]S?|O|A|OS|AS|SEU|SUA|SUAS|SE|NO|NA|EM|PARA|RAMO|RESPECTIV[OA])\W{1,3}){0,4}"


@dataclass(frozen=True, slots=True)
class Palavras:
    """What a paper must say.

    Attributes:
        certas: Words that show it.
        talvez: Words that may; boilerplate has them too, so that alone they are a doubt.
        o_que: How a message asks for it.
        nega: Words that deny it, which makes it a doubt.
    """

    certas: re.Pattern[str]
    talvez: re.Pattern[str]
    o_que: str
    nega: re.Pattern[str] | None = None


PALAVRAS = {
    "retomada": Palavras(
        re.compile(
            r"MANDADO\b[^.]{0,60}\b(IMISSAO|REINTEGRACAO|DESPEJO|DESOCUPACAO|RETOMADA)|"
            r"AUTO DE (IMISSAO|REINTEGRACAO|DESPEJO|DESOCUPACAO)|"
            r"\b(IMITI|REINTEGR)\w{1,8}\W{1,3}(\w{1,12}\W{1,3}){0,4}POSSE\b|\bIMISSAO\W{1,3}(NA|DE)\W{1,3}POSSE|"
            r"(EXPECA-SE|CUMPRA-SE|DECRET\w{1,4}|DETERMIN\w{1,4})\b[^.]{0,60}\bDESPEJO"
        ),
        re.compile(r"\bIMISSAO\b|\bIMITIR\b|REINTEGRA|\bDESPEJ|RETOMADA|DESOCUPA"),
        "a imissão ou reintegração de posse, ou o despejo",
        re.compile(
            r"MANDADO DE (CITACAO|INTIMACAO|PENHORA|AVALIACAO)\b(?! E (IMISSAO|REINTEGRACAO|DESPEJO))|"
            r"\b(INDEFIR|INDEFER|NEGO\b|REVOG|SUSPENDO|SUST)\w{0,6}[^.]{0,80}(IMISSAO|REINTEGRA|DESPEJ|LIMINAR|MANDADO)|"
            r"JULGO[^.]{0,40}\bIMPROCEDENTE"
        ),
    ),
    "mudanca": Palavras(
        re.compile(
            # a consolidated contract speaks of dissolution, and of the end of the year, whatever was altered
            rf"(MUDANCA|MUDAR?|ALTERACAO|ALTERA[R]?(-SE)?|ALTERAD[OA]|TRANSFER\w{{1,12}}|MODIFIC\w{{1,8}})\W{{1,3}}{_ARTIGOS}"
            r"(ENDERECO|SEDE\b|OBJETO|ATIVIDADE|ESTABELECIMENTO|FILIAL)|"
            r"\bPASSA\w{0,6} A (TER|SER|FUNCIONAR|EXERCER|OPERAR|EXPLORAR)|"
            rf"(EXTIN|ENCERR)\w{{1,8}}\W{{1,3}}{_ARTIGOS}(FILIA(L|IS)|ESTABELECIMENTO|ATIVIDADES|POSTO)|"
            r"\bFICA\w{0,3} (EXTINT|ENCERRAD|DISSOLVID|BAIXAD)|BAIXA D[AEO] (FILIAL|ESTABELECIMENTO|INSCRICAO)"
        ),
        re.compile(
            r"EXTIN(CAO|GU|T)|DISSOLU|ENCERRA(MENTO|D|R)|\bBAIXA D|"
            r"(MUDANCA|ALTERACAO|ALTERAR?|TRANSFER\w{1,12}|MUDAR?|PASSA\w{0,6})\b[^.;]{0,80}"
            r"\b(ENDERECO|SEDE|OBJETO|ATIVIDADE|FILIAL)"
        ),
        "a mudança de atividade ou de endereço, ou a extinção do estabelecimento",
    ),
    "sucessao": Palavras(
        re.compile(r"\bATIVOS? E (O )?PASSIVOS?\b|\bSUCE(SS|D)|INCORPORA|\bFUSAO\b|\bCISAO\b|\bCINDID"),
        re.compile(r"\bASSUM|DIREITOS E OBRIGACOES"),
        "que a requerente assume o ativo e o passivo da substituída",
    ),
    "encerramento": Palavras(
        re.compile(r"ENCERR|\bBAIXA|CESSA(CAO|RAM|DA|ND)|EXTIN(CAO|GU|T)|CANCELA"),
        re.compile(r"INATIV|PARALIS|DESATIV"),
        "o encerramento das atividades ou a baixa de ofício",
        re.compile(
            r"\bNAO (HOUVE|CONSTA|FOI|HA|ESTA|ENCERROU|REQUEREU)\b[^.]{0,60}(ENCERR|BAIXA|CESSA|CANCEL)|\bNAO ENCERR"
        ),
    ),
}
"""What a paper must say, by the name that the norm's file uses."""


def differs(read: Endereco, place: Endereco) -> bool | None:
    """Tell whether two addresses are surely two places; None where that is in doubt."""
    levels = {c.nivel for _, c in compare_address(read, place)}
    return True if "impede" in levels else None if "revisar" in levels else False


@check("da_substituida", nomeia=Parameter(bool, (), True))
def da_substituida(ctx: Context) -> Iterator[Reason]:
    """The paper is the other company's, and of this place, as far as it prints either.

    With ``nomeia`` a paper that prints neither CNPJ nor name is in doubt: nobody knows whose it is. Without, it is a
    court's: it names several parties and places, and only its place may raise a doubt.
    """
    if not ctx.param("nomeia"):
        if not any(has_address(ctx.doc.texto, place) for place in ctx.dossie.enderecos):
            yield from _place(ctx, "revisar")
        yield from _against_the_applicant(ctx)
        return
    number, name = ctx.campo("cnpj"), ctx.campo("razao_social")
    declared, own_name = ctx.ficha.cnpj, ctx.ficha.razao_social
    if number is not None and declared is not None:
        read = str(number.valor)
        if cnpj_values.is_valid(read) and same_root(read, declared):
            yield ctx.defeito(
                _NAO_COMPROVADA,
                f"O CNPJ {labels.do_tipo(ctx.doc.tipo)} é {mask(read)}, da própria requerente: o documento deve ser da "
                "revenda que operava no endereço. Apresente o documento da substituída.",
                "cnpj",
                declarado=mask(declared),
                identificador=True,
                chaves=("cnpj",),
            )
            return
    elif number is None and name is not None and own_name is not None:
        if compare_company(str(name.valor), own_name, name.confianca).nivel in ("igual", "alerta"):
            yield ctx.motivo(
                _NAO_COMPROVADA,
                "revisar",
                f"O nome {ctx.no_doc} é o da requerente (“{name.lido}”). Confira se o documento é da substituída.",
                "razao_social",
                declarado=own_name,
            )
            return
    elif number is None and name is None:
        yield ctx.motivo(
            "confianca_baixa",
            "revisar",
            f"Não foi possível ler {ctx.no_doc} o nome nem o CNPJ da empresa substituída. Confira no documento.",
        )
    if ctx.doc.tipo == "licenca_operacao" and "fusao" in ctx.dossie.etiquetas:
        yield from of_the_act(ctx, own_too=False)
    yield from _place(ctx)


def of_the_act(ctx: Context, *, own_too: bool) -> Iterator[Reason]:
    """A company named in a fusion's papers is one of those of the act; another's paper is for a person to look at.

    Args:
        ctx: A context on the paper.
        own_too: It may be the applicant's own.
    """
    number, name = ctx.campo("cnpj"), ctx.campo("razao_social")
    texts = [ctx.dossie.documentos[i].texto for i in ctx.dossie.de_tipo("ato_incorporacao", "contrato_social")]
    read = str(number.valor) if number else ""
    if not any(texts) or (number is None and name is None):
        return
    own_name, own_number = ctx.ficha.razao_social, ctx.ficha.cnpj
    if own_too and own_number and read and same_root(read, own_number):
        return
    if own_too and own_name and name and compare_company(str(name.valor), own_name, name.confianca).nivel != "impede":
        return
    if any((read and has_cnpj(t, read)) or (name and has_near(t, core_name(str(name.valor)))) for t in texts):
        return
    field = "razao_social" if name is not None else "cnpj"
    yield ctx.motivo(
        _NAO_COMPROVADA,
        "revisar",
        f"{labels.tipo(ctx.doc.tipo).capitalize()} é de “{(name or number).lido}”, que não se lê no ato de "  # type: ignore[union-attr]
        "incorporação, fusão ou cisão. Confira se é da revenda que foi incorporada.",
        field,
        inferencia=True,
    )


def _against_the_applicant(ctx: Context) -> Iterator[Reason]:
    """Say that an order seems to be against the applicant, who then is not the one that took the place back."""
    name = core_name(ctx.ficha.razao_social or "")
    if name and re.search(rf"{_CONTRA}{re.escape(fold(name))}", re.sub(r"\s+", " ", folded(ctx.doc.texto))):
        yield ctx.motivo(
            _NAO_COMPROVADA,
            "revisar",
            f"A ordem parece ser contra a própria requerente, {labels.no_tipo(ctx.doc.tipo)}. Confira.",
            inferencia=True,
        )


_CONTRA = r"\b(?:EM FACE|CONTRA|REQUERID[AO]S?|REUS?|RE|EXECUTAD[AO]S?)\b\W{1,4}(?:D?[EAO] )?(?:EMPRESA )?"
"""Words before the party against whom an order is given."""

_DIZEM_ONDE = frozenset({"requerimento_cancelamento", "distrato_social", "declaracao_prefeitura"})
"""Papers of whatever company, which the place alone ties to the establishment."""


def _nowhere(ctx: Context) -> Iterator[Reason]:
    """Say that a paper does not tell of which place it is: any closed reseller's paper would do."""
    text = ctx.doc.texto
    if ctx.doc.tipo in _DIZEM_ONDE and not any(has_address(text, place) for place in ctx.dossie.enderecos):
        yield ctx.motivo(
            "confianca_baixa",
            "revisar",
            f"Não foi possível ler {ctx.no_doc} o endereço, e não se sabe se é da revenda que operava no endereço da "
            "Ficha. Confira no documento.",
        )


def _place(ctx: Context, gravidade: Gravidade = "impede") -> Iterator[Reason]:
    found = ctx.campo("endereco")
    read = from_value(found.valor) if found else None
    wanted = ctx.dossie.enderecos
    if read is None and wanted:
        yield from _nowhere(ctx)
    if found is None or read is None or not wanted or ctx.doc.tipo == "contrato_social":
        # an alteration that moves the company prints the new address
        return
    answers = [differs(read, place) for place in wanted]
    if False in answers:
        return
    shown = "; ".join(one_line(place) for place in wanted)
    message = (
        f"O endereço {ctx.no_doc} ({one_line(read)}) não é o do estabelecimento nem o de suas vias de acesso. "
        "Apresente o documento da revenda que operava no endereço da Ficha."
    )
    if None in answers:
        yield ctx.duvida(message, "endereco", declarado=shown)
    else:
        yield ctx.defeito(
            _NAO_COMPROVADA, message, "endereco", declarado=shown, gravidade=gravidade, chaves=("endereco",)
        )


@check("diz", o_que=Parameter(str, tuple(PALAVRAS)))
def diz(ctx: Context) -> Iterator[Reason]:
    """The paper says what it is to show: the repossession, the change, the succession, the end of activity."""
    wanted = PALAVRAS[ctx.param("o_que")]
    text = ctx.doc.texto
    denied = wanted.nega is not None and has(text, wanted.nega)
    if has(text, wanted.certas) and not denied:
        return
    activity = ctx.campo("objeto_social") or ctx.campo("atividade")
    if (
        ctx.param("o_que") == "mudanca"
        and activity is not None
        and covers(str(activity.valor), "combustiveis") is False
    ):
        return
    yield ctx.falta(
        _NAO_COMPROVADA,
        f"Não se lê {ctx.no_doc} {wanted.o_que}. Apresente um documento que o comprove.",
        "objeto_social",
        # a page of which no text came down may say it all the same
        indicio=not text or has(text, wanted.talvez) or has(text, wanted.certas),
    )


@check("assume_a_substituida")
def assume_a_substituida(ctx: Context) -> Iterator[Reason]:
    """The applicant is a party to the act of incorporation, merger or succession."""
    name, number = ctx.ficha.razao_social, ctx.ficha.cnpj
    text = ctx.doc.texto
    printed = ctx.campo("cnpj")
    if printed is not None and number is not None and same_root(str(printed.valor), number):
        return
    told = ctx.campo("razao_social")
    same = told is not None and name is not None and compare_company(str(told.valor), name, told.confianca)
    if same and same.nivel in ("igual", "alerta"):
        return
    if (number and has_cnpj(text, number)) or (name and has_words(text, core_name(name))):
        return
    yield ctx.motivo(
        _NAO_COMPROVADA,
        "revisar",
        f"Não se lê {ctx.no_doc} o nome nem o CNPJ da requerente, que deve assumir o ativo e o passivo da substituída. "
        "Confira no documento.",
    )


@check("cnpj_encerrado")
def cnpj_encerrado(ctx: Context) -> Iterator[Reason]:
    """The other company's CNPJ is unfit or cancelled, or its activity is no longer the resale of fuels (k, 6)."""
    found, activity = ctx.campo("situacao_cadastral"), ctx.campo("cnae_principal")
    status = fold(str(found.valor)).strip() if found else ""
    if re.search(r"INAPT|CANCELAD|\bNUL[AO]\b", status):
        if not ctx.firme("situacao_cadastral"):
            yield ctx.duvida("A situação do CNPJ da substituída parece ser inapta ou cancelada.", "situacao_cadastral")
        return
    if "BAIXAD" in status and found is not None:
        gravity = ctx.ajuste("cnpj_baixado_comprova")
        yield ctx.motivo(
            _NAO_COMPROVADA,
            gravity,
            f"A situação do CNPJ da substituída é “{found.lido}”. O texto só fala em inapto ou cancelado; a baixa é o "
            "encerramento da inscrição." + ctx.nota_ajuste("cnpj_baixado_comprova"),
            "situacao_cadastral",
            inferencia=True,
        )
        return
    wanted = RAMOS["combustiveis"].cnae
    if activity is not None and re.sub(r"\D", "", str(activity.valor)) != wanted:
        if not ctx.certo("cnae_principal", identificador=True):
            yield ctx.duvida("A substituída parece ter mudado de atividade.", "cnae_principal")
        return
    message = (
        "O comprovante do CNPJ da substituída não mostra inscrição inapta ou cancelada, nem mudança de atividade"
        + (f" (situação “{found.lido}”)" if found else "")
        + ". Apresente outro documento que comprove o encerramento."
    )
    if found is None or "SUSPENS" in status:
        yield ctx.motivo(_NAO_COMPROVADA, "revisar", f"{message} Confira.", "situacao_cadastral")
    else:
        yield ctx.defeito(_NAO_COMPROVADA, message, "situacao_cadastral")


@check("inscricao_encerrada")
def inscricao_encerrada(ctx: Context) -> Iterator[Reason]:
    """The other company's state registration was closed, or its activity changed (k, 7)."""
    found = ctx.campo("situacao")
    status = fold(str(found.valor)) if found else ""
    if IRREGULAR.search(status) or "ENCERRAD" in status:
        if not ctx.firme("situacao"):
            yield ctx.duvida("A inscrição estadual da substituída parece encerrada.", "situacao")
        return
    code, activity = ctx.campo("cnae_principal"), ctx.campo("atividade")
    if code is not None and re.sub(r"\D", "", str(code.valor)) != RAMOS["combustiveis"].cnae:
        if not ctx.certo("cnae_principal", identificador=True):
            yield ctx.duvida("A substituída parece ter mudado de atividade.", "cnae_principal")
        return
    if activity is not None and covers(str(activity.valor), "combustiveis") is False and ctx.certo("atividade"):
        return
    message = (
        "A inscrição estadual da substituída não mostra encerramento, baixa de ofício nem mudança de atividade"
        + (f" (situação “{found.lido}”)" if found else "")
        + ". Apresente outro documento que comprove o encerramento."
    )
    if found is None:
        hint = re.search(r"ENCERR|\bBAIXA", folded(ctx.doc.texto)) is not None
        yield ctx.falta(_NAO_COMPROVADA, message, "situacao", indicio=hint or not ctx.doc.texto)
    else:
        yield ctx.defeito(_NAO_COMPROVADA, message, "situacao")


@check("pede_cancelamento")
def pede_cancelamento(ctx: Context) -> Iterator[Reason]:
    """The request asks to cancel the authorisation of a resale of fuels, and not of another activity."""
    found = ctx.campo("atividade")
    if found is None or covers(str(found.valor), "combustiveis") is not False or has(ctx.doc.texto, COMBUSTIVEIS):
        return
    yield ctx.motivo(
        _NAO_COMPROVADA,
        "revisar",
        f"O requerimento pede o cancelamento da autorização de “{found.lido[:120]}”, e não da revenda varejista de "
        "combustíveis. Confira.",
        "atividade",
    )

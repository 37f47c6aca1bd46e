"""Who signs the request: the identity document that comes with it, and the power of attorney where there is one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from docverify.model import Notice, Reason
from docverify.norms import labels
from docverify.norms.checks.formalidade import autenticacao
from docverify.norms.checks.pessoas import Pessoa, find_person, other_number, people
from docverify.norms.checks.text import has_near
from docverify.norms.context import Context
from docverify.norms.registry import GRAVIDADE, Parameter, check
from docverify.norms.schema import CheckCall


@check("identidade_de_quem_assina", gravidade=GRAVIDADE, procuracao=Parameter(bool, (), True))
def identidade_de_quem_assina(ctx: Context) -> Iterator[Reason | Notice]:
    """With the request comes an authenticated identity document of whoever signs it, or of their attorney.

    Identity papers are compared by name; another CPF is for a person to look at. ``gravidade`` is that of a copy
    that is not authenticated.
    """
    papers = ctx.dossie.de_tipo("documento_identidade")
    if not papers:
        doubt = ctx.dossie.tem_duvida
        yield ctx.motivo(
            "documento_ausente",
            "revisar" if doubt else "impede",
            "Falta a cópia autenticada do documento de identificação de quem assina o requerimento. "
            + ("Ela pode estar entre as páginas não lidas ou não identificadas: confira." if doubt else "Apresente-a."),
        )
        return
    signers = _signers(ctx)
    # of several papers the best decides: the one of whoever signs, and of its copies the one in due form
    answers = {index: _names(replace(ctx, indice=index), signers) for index in papers}
    best = min(papers, key=lambda i: (-_ORDER[answers[i]], _weight(replace(ctx, indice=i)), i))
    identity, answer = replace(ctx, indice=best), answers[best]
    shown = ", ".join(p.nome for p in signers if p.nome)
    if signers and answer != "sim":
        name = identity.campo("nome")
        shows = f"traz o nome “{name.lido}”" if name else "não mostra nome legível"
        message = (
            f"O documento de identidade {shows}, e quem "
            f"responde pelo pedido é {shown}. Apresente a identidade de quem assina, ou a procuração."
        )
        sure = answer == "nao" and name is not None and not ctx.dossie.tem_duvida
        if sure and identity.certo("nome"):
            yield identity.motivo("representante_sem_poderes", "impede", message, "nome", declarado=shown)
        else:
            yield identity.motivo(
                "representante_sem_poderes", "revisar", f"{message} Confira no documento.", "nome", declarado=shown
            )
    elif cpf := identity.campo("cpf"):
        person = [Pessoa(str(name.valor) if (name := identity.campo("nome")) else None, str(cpf.valor))]
        numbers = [other_number(s, person, cpf.confianca, (identity.doc.origem == "ocr", False)) for s in signers]
        if any(numbers):
            message = f"O documento de identidade traz o CPF {cpf.lido}, que não é o declarado na Ficha. Confira."
            yield identity.motivo("representante_sem_poderes", "revisar", message, "cpf")
    yield from _authenticated(identity)
    if ctx.param("procuracao"):
        powers = [replace(ctx, indice=i) for i in ctx.dossie.de_tipo("procuracao")]
        owed = [p for p in powers if _acts_by(p, identity)]
        if owed:
            yield from _authenticated(min(owed, key=_weight))


def _acts_by(paper: Context, identity: Context) -> bool:
    """Tell whether whoever the identity paper is of acts by a power of attorney; another's is not asked for."""
    person = identity.campo("nome")
    granted = people(paper.campo("outorgado"))
    if person is None or not granted:
        return False
    return find_person(Pessoa(str(person.valor)), granted, person.confianca) != "nao"


def _weight(paper: Context) -> int:
    """Return how much stands against the form of a paper."""
    grades = {r.gravidade for r in _authenticated(paper) if isinstance(r, Reason)}
    return 2 if "impede" in grades else 1 if "revisar" in grades else 0


_ORDER = {"nao": 0, "talvez": 1, "sim": 2}


def _signers(ctx: Context) -> list[Pessoa]:
    """Return who may sign: the Ficha's responsible person, whoever signs the request, their attorneys."""
    attorneys = []
    for index in ctx.dossie.de_tipo("procuracao"):
        attorneys += [p for p in people(replace(ctx, indice=index).campo("outorgado")) if p.nome]
    declared, signs = ctx.ficha.responsavel, [p for p in people(ctx.campo("signatario")) if p.nome]
    own = [Pessoa(declared.nome, declared.cpf)] if declared is not None and declared.nome else []
    if signs and find_person(signs[0], attorneys) == "sim" and find_person(signs[0], own) == "nao":
        # an attorney signs: it is the attorney's own identity that comes with the power of attorney
        return attorneys
    return own + signs + attorneys


def _names(paper: Context, signers: list[Pessoa]) -> str:
    """Tell whether an identity paper is of one of those who may sign."""
    found = paper.campo("nome")
    cpf = paper.campo("cpf")
    person = Pessoa(str(found.valor) if found else None, str(cpf.valor) if cpf else None)
    if found is None and cpf is None:
        return "talvez"
    confidence, pixels = found.confianca if found else None, (paper.doc.origem == "ocr", False)
    answer = find_person(person, signers, confidence, pixels)
    if found is not None and find_person(Pessoa(person.nome), signers, confidence, pixels) == "nao":
        # identity papers are compared by name: the same CPF under another name is for a person to look at
        answer = "talvez" if answer == "sim" else answer
    if answer == "nao" and any(p.nome and has_near(paper.doc.texto, p.nome) for p in signers):
        return "talvez"
    return answer


def _authenticated(paper: Context) -> Iterator[Reason | Notice]:
    call = CheckCall(
        "autenticacao", paper.call.citacao, paper.call.inferencia, False, {"gravidade": paper.param("gravidade")}
    )
    for found in autenticacao(replace(paper, call=call)):
        if isinstance(found, Reason | Notice):
            yield found


@check("signatario_com_poderes")
def signatario_com_poderes(ctx: Context) -> Iterator[Reason]:
    """Whoever signs is the Ficha's responsible person, a partner or officer, or holds a power of attorney."""
    signers = people(ctx.campo("signatario"))
    if not signers or signers[0].nome is None:
        return
    found = ctx.campo("signatario")
    known = [Pessoa(s.nome, s.documento) for s in ctx.ficha.socios]
    if ctx.ficha.responsavel is not None:
        known.append(Pessoa(ctx.ficha.responsavel.nome, ctx.ficha.responsavel.cpf))
    for index in ctx.dossie.de_tipo(
        "contrato_social", "estatuto_social", "ata_eleicao", "certidao_junta", "procuracao"
    ):
        paper = replace(ctx, indice=index)
        for name in ("administradores", "socios", "outorgado"):
            known += people(paper.campo(name))
    if not known:
        return
    answer = find_person(signers[0], known, found.confianca if found else None, (ctx.doc.origem == "ocr", False))
    if answer == "sim":
        return
    yield ctx.motivo(
        "representante_sem_poderes",
        "revisar",
        f"Quem assina {labels.tipo(ctx.doc.tipo)} (“{signers[0].nome}”) não é o responsável da Ficha nem foi "
        "encontrado entre os sócios, administradores e procuradores. Confira se tem poderes.",
        "signatario",
        inferencia=True,
    )

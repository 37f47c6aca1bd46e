"""Partners, officers, and whether whoever fills the Ficha may speak for the company."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from docverify.model import Field, Reason
from docverify.norms.checks.poderes import objection
from docverify.norms.checks.text import has_near
from docverify.norms.context import Context
from docverify.norms.registry import Parameter, check
from docverify.values.identifiers import cnpj, cpf
from docverify.values.misreading import ON_PAPER, Pixels
from docverify.values.names import compare_person

Resposta = Literal["sim", "talvez", "nao"]


@dataclass(frozen=True, slots=True)
class Pessoa:
    """A person named on a paper."""

    nome: str | None
    documento: str | None = None


def people(found: Field | None) -> list[Pessoa]:
    """Return the persons of a field: a list of ``{nome, documento}`` or of names, or one name."""
    if found is None:
        return []
    items = found.valor if isinstance(found.valor, list | tuple) else [found.valor]
    persons = []
    for item in items:
        if isinstance(item, Mapping):
            persons.append(Pessoa(item.get("nome"), item.get("documento") or item.get("cpf")))
        elif isinstance(item, str):
            persons.append(Pessoa(item))
    return persons


def _digits(text: str | None) -> str:
    return re.sub(r"\D", "", text or "")


def same_person(a: Pessoa, b: Pessoa, confidence: float | None = None, pixels: Pixels = ON_PAPER) -> Resposta:
    """Tell whether two mentions are of one person: by CPF where both have one, else by name.

    Args:
        a: As declared.
        b: As read.
        confidence: Of the reading, 0..1.
        pixels: Which of both was read from pixels.
    """
    one, other = _digits(a.documento), _digits(b.documento)
    level = compare_person(a.nome, b.nome, confidence, pixels).nivel
    if len(one) == len(other) == 11 and one == other:
        # a number under quite another name is for a person to look at: a new surname, or a slip of the pen
        return "talvez" if level == "impede" else "sim"
    if level in ("igual", "alerta"):
        return "sim"
    return "talvez" if level in ("revisar", "indeterminado") else "nao"


def find_person(
    wanted: Pessoa, listed: list[Pessoa], confidence: float | None = None, pixels: Pixels = ON_PAPER
) -> Resposta:
    """Tell whether a declared person is among those listed (arguments as of :func:`same_person`)."""
    answers = {same_person(wanted, p, confidence, pixels) for p in listed}
    return "sim" if "sim" in answers else "talvez" if "talvez" in answers else "nao"


def other_number(wanted: Pessoa, listed: list[Pessoa], confidence: float | None, pixels: Pixels) -> str | None:
    """Return the number of whoever bears a declared person's name, where it is a valid one and another.

    None where one of that name has the declared number, or where nothing can be compared (a number in part masked).
    """
    declared = _plain(wanted.documento)
    if len(declared) not in (11, 14):
        return None
    named = [p for p in listed if same_person(Pessoa(wanted.nome), Pessoa(p.nome), confidence, pixels) == "sim"]
    numbers = [_plain(p.documento) for p in named]
    if declared in numbers:
        return None
    return next((n for n in numbers if len(n) == len(declared) and (cpf.is_valid(n) or cnpj.is_valid(n))), None)


def _plain(text: str | None) -> str:
    return re.sub(r"[^0-9A-Z]", "", (text or "").upper())


@check("socios")
def socios(ctx: Context) -> Iterator[Reason]:
    """The declared partners are those of the contrato."""
    declared = ctx.ficha.socios
    if not declared or ctx.doc.tipo != "contrato_social":
        return
    found = ctx.campo("socios")
    listed = people(found)
    if found is None or not listed:
        yield ctx.nao_lido("socios")
        return
    shown = ", ".join(s.nome for s in declared)
    pixels = _pixels(ctx, "socios")
    for socio in declared:
        wanted = Pessoa(socio.nome, socio.documento)
        answer = find_person(wanted, listed, found.confianca, pixels)
        if answer == "sim":
            if other := other_number(wanted, listed, found.confianca, pixels):
                text = (
                    f"{socio.nome} tem no contrato social o CPF ou CNPJ {other}, e na Ficha {socio.documento}. Confira."
                )
                yield ctx.motivo("socios_divergentes", "revisar", text, "socios", declarado=shown)
            continue
        message = f"{socio.nome}, sócio declarado na Ficha, não foi encontrado entre os sócios do contrato social."
        if answer == "talvez" or has_near(ctx.doc.texto, socio.nome):
            yield ctx.motivo("socios_divergentes", "revisar", f"{message} Confira os nomes.", "socios", declarado=shown)
        else:
            yield ctx.defeito(
                "socios_divergentes",
                f"{message} Corrija a Ficha ou apresente a alteração contratual.",
                "socios",
                declarado=shown,
                chaves=("socios",),
            )
    for person in listed:
        named = [Pessoa(s.nome, s.documento) for s in declared]
        if find_person(person, named, found.confianca, pixels[::-1]) == "nao":
            yield ctx.motivo(
                "socios_divergentes",
                "alerta",
                f"{person.nome}, sócio no contrato social, não está declarado na Ficha.",
                "socios",
                declarado=shown,
            )


@check("responsavel", outros=Parameter(list, (), ["ata_eleicao"], itens="tipos"))
def responsavel(ctx: Context) -> Iterator[Reason]:
    """Whoever fills the Ficha is a partner or officer, or holds a power of attorney (contract, 4, reading 8)."""
    declared = ctx.ficha.responsavel
    if declared is None or declared.nome is None:
        return
    wanted = Pessoa(declared.nome, declared.cpf)
    papers = [ctx, *(replace(ctx, indice=i) for i in ctx.dossie.de_tipo(*ctx.param("outros")))]
    sources = [(p, name) for p in papers for name in ("administradores", "socios") if people(p.campo(name))]
    answers = {
        find_person(wanted, people(p.campo(name)), _confidence(p, name), _pixels(p, name)) for p, name in sources
    }
    attorney, against = _attorney(ctx, wanted)
    if "sim" in answers or attorney == "sim":
        yield from _same_number(sources, wanted)
        return
    if against is not None and "talvez" not in answers:
        yield against
        return
    message = (
        f"{declared.nome}, que preencheu a Ficha, não foi encontrado entre os sócios e administradores da empresa, "
        "nem há procuração em seu nome. Apresente a procuração ou a Ficha assinada por quem representa a empresa."
    )
    hint = any(has_near(p.doc.texto, declared.nome) for p in papers)
    paper, name = next((s for s in sources if s[0].certo(s[1])), sources[0] if sources else (ctx, "administradores"))
    if not sources or hint or "talvez" in (*answers, attorney):
        yield paper.motivo(
            "representante_sem_poderes",
            "revisar",
            f"{message} A leitura dos nomes não é segura: confira.",
            name,
            declarado=declared.nome,
        )
    elif ctx.dossie.tem_duvida:
        text = f"{message} A procuração pode estar entre as páginas não lidas."
        yield paper.duvida(text, name, declarado=declared.nome)
    else:
        yield paper.defeito(
            "representante_sem_poderes", message, name, declarado=declared.nome, chaves=("responsavel.nome",)
        )


def _same_number(sources: list[tuple[Context, str]], wanted: Pessoa) -> Iterator[Reason]:
    """Say that the papers give the person's name another CPF, where none of them gives the declared one."""
    other = None
    for paper, name in sources:
        listed = people(paper.campo(name))
        if _plain(wanted.documento) in {_plain(p.documento) for p in listed}:
            return
        number = other_number(wanted, listed, _confidence(paper, name), _pixels(paper, name))
        other = other or ((paper, name, number) if number else None)
    if other is not None:
        paper, name, number = other
        yield paper.motivo(
            "representante_sem_poderes",
            "revisar",
            f"{wanted.nome} tem {paper.no_doc} o CPF {number}, e na Ficha {wanted.documento}. Confira.",
            name,
            declarado=wanted.documento,
        )


def _confidence(ctx: Context, name: str) -> float | None:
    found = ctx.campo(name)
    return found.confianca if found else None


def _pixels(ctx: Context, name: str) -> Pixels:
    """Return which was read from pixels, the declared name first."""
    read, declared = ctx.pixels(name)
    return declared, read


def _attorney(ctx: Context, wanted: Pessoa) -> tuple[Resposta, Reason | None]:
    """Tell whether a procuração names a person, and the doubt where one does whose powers are in question."""
    best: Resposta = "nao"
    against = None
    for index in ctx.dossie.de_tipo("procuracao"):
        paper = replace(ctx, indice=index)
        granted = people(paper.campo("outorgado"))
        answer = find_person(wanted, granted, None, _pixels(paper, "outorgado")) if granted else "talvez"
        if answer == "nao" and wanted.nome and has_near(paper.doc.texto, wanted.nome):
            answer = "talvez"
        if answer == "sim" and not (paper.firme("outorgado") and ctx.dossie.tipo_certo(index)):
            answer = "talvez"
        why = objection(paper) if answer == "sim" else None
        if answer == "sim" and why is None:
            return "sim", None
        if why is not None:
            text = f"{wanted.nome}, que preencheu a Ficha, é procurador da empresa, mas {why}. Confira os poderes."
            against = against or paper.motivo(
                "representante_sem_poderes", "revisar", text, "poderes", declarado=wanted.nome
            )
            answer = "talvez"
        if answer == "talvez":
            best = "talvez"
    return best, against

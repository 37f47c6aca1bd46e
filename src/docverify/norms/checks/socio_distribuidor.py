"""No distributor of liquid fuels is a partner of a reseller, a training station apart (RES41, arts. 8º, IX and 26)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from docverify.model import Reason
from docverify.norms.checks.identidade import same_root
from docverify.norms.checks.opcionais import own
from docverify.norms.checks.pessoas import people
from docverify.norms.checks.text import has
from docverify.norms.context import Context
from docverify.norms.registry import Achado, check
from docverify.values.identifiers import cnpj as cnpj_values
from docverify.values.text import fold

_EMPRESA = re.compile(
    # "Sá" is a surname: S.A. counts with its points or stroke only
    r"\b(LTDA|LIMITADA|EIRELI|S[/.] ?A|COMPANHIA|CIA|EPP|SLU|LLC|GMBH|COOPERATIVA|HOLDING|PARTICIPACOES|"
    r"EMPREENDIMENTOS|DISTRIBUIDORA?|FUNDO DE INVESTIMENTO)\b"
)
_DISTRIBUI = re.compile(r"\bDISTRIBUI")
_LIQUIDOS = re.compile(
    r"\bCOMBUSTIVE|\bPETROLEO\b|\bDERIVADOS\b|\bETANOL\b|\bALCOOL\b|\bDIESEL\b|\bGASOLINA\b|\bBIODIESEL\b"
)
_ESCOLA = re.compile(r"\b(POSTO|REVENDEDOR)(ES)? ESCOLA\b")


@dataclass(frozen=True, slots=True)
class _Partner:
    nome: str | None
    documento: str
    paper: Context | None


def _partners(ctx: Context) -> list[_Partner]:
    """Return the partners that the Ficha declares and those of the company's papers."""
    found = [_Partner(s.nome, _key(s.documento), None) for s in ctx.ficha.socios]
    for index in own(ctx, "contrato_social", "estatuto_social", "certidao_junta"):
        paper = replace(ctx, indice=index)
        found += [_Partner(p.nome, _key(p.documento), paper) for p in people(paper.campo("socios"))]
    return found


def _key(document: str | None) -> str:
    return re.sub(r"[^0-9A-Z]", "", fold(document or ""))


def _is_company(partner: _Partner) -> bool:
    if len(partner.documento) == 11 and partner.documento.isdigit():
        return False
    return len(partner.documento) == 14 or _EMPRESA.search(fold(partner.nome or "")) is not None


@check("socio_distribuidor", alcance="dossie")
def socio_distribuidor(ctx: Context) -> Iterator[Achado]:
    """No partner is a distributor; a company among the partners whose name does not tell is for a person."""
    partners = _partners(ctx)
    if not partners:
        yield ctx.nao_verificavel(
            "base_externa_nao_consultada",
            "Nem a Ficha nem os documentos dizem quem são os sócios; a ANP consulta o quadro societário em linha.",
        )
        return
    school = any(has(d.texto, _ESCOLA) for d in ctx.dossie.documentos) or any(
        _ESCOLA.search(fold(n or "")) for n in (ctx.ficha.razao_social, ctx.ficha.nome_fantasia)
    )
    told: set[str] = set()
    for partner in partners:
        name = fold(partner.nome or partner.documento)
        if name in told or not _is_company(partner):
            continue
        told.add(name)
        yield _judged(ctx, partner, name, school)


def _judged(ctx: Context, partner: _Partner, name: str, school: bool) -> Reason:
    at = partner.paper or ctx
    field = "socios" if partner.paper else None
    known = any(d.cnpj and same_root(d.cnpj, partner.documento) for d in ctx.ficha.distribuidores) or any(
        same_root(a.cnpj, partner.documento) and _DISTRIBUI.search(fold(a.atividade or ""))
        for a in ctx.dossie.bases.autorizadas or ()
    )
    says = bool(_DISTRIBUI.search(name) and _LIQUIDOS.search(name))
    message = f"O sócio {partner.nome or partner.documento} "
    sure = partner.paper is None or partner.paper.certo("socios")
    if partner.documento and len(partner.documento) == 14 and not cnpj_values.is_valid(partner.documento):
        sure = sure and says
    if (known or says) and school:
        message += (
            "parece ser distribuidor de combustíveis líquidos, e o pedido fala em posto revendedor escola. Confira."
        )
        return at.motivo("socio_distribuidor", "revisar", message, field)
    if (known or says) and sure:
        message += (
            "é distribuidor de combustíveis líquidos, o que se veda ao quadro de sócios da revenda varejista, salvo "
            "posto revendedor escola."
        )
        return at.motivo("socio_distribuidor", "impede", message, field)
    message += (
        "é pessoa jurídica, e não se sabe se é distribuidor de combustíveis líquidos autorizado pela ANP. Confira."
    )
    return at.motivo("socio_distribuidor", "revisar", message, field)

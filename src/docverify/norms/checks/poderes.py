"""Powers of attorney: whether one that names a person lets them speak for the company before the authority.

The law says nothing of how powers are worded, and they are worded in as many ways as there are notaries. So nothing
here is a defect: a paper that speaks only of other matters (a court, a bank, a house for sale), has run out, or was
granted by another company, is a doubt.
"""

from __future__ import annotations

import re
from dataclasses import replace

from docverify.norms.checks.validade import br, cancelled, field_date
from docverify.norms.context import Context
from docverify.values.names import compare_company, compare_person
from docverify.values.text import fold

_FORO = re.compile(r"(?:AMPLOS )?(?:E GERAIS )?PODERES (?:PARA O|DO|NO) FORO EM GERAL|CLAUSULA AD JUDICIA")
_GERAIS = re.compile(
    r"\bAMPLOS\b|\bGERAIS\b|ILIMITADOS|AGENCIA NACIONAL|\bANP\b|\bDNC\b|REPARTIC|ORGAOS?\b|AUTARQUIA|"
    r"ADMINISTRACAO PUBLICA|AUTORIDADES?\b|PODER(?:ES)? PUBLICOS?|QUAISQUER|ENTIDADES?\b|FICHA CADASTRAL|REVENDA|"
    r"COMBUSTIVE|\bGLP\b|GERIR|ADMINISTRAR|PERANTE TERCEIROS"
)
_OUTROS = re.compile(
    r"AD JUDICIA|FORO EM GERAL|JUIZO|TRIBUNA|JUSTICA|CONTAS? (?:CORRENTES?|BANCARIAS?)|\bBANCOS?\b|FINANCEIRA|CHEQUE|"
    r"DETRAN|VEICULO|IMOVE(?:L|IS)|ESCRITURA|\bINSS\b|PREVIDENCIA|INVENTARIO|CASAMENTO|MATRICULA|CITACAO|LICITAC|"
    r"CORREIOS?|CORRESPONDENCIA"
)


def speak_of_other_matters(poderes: str) -> bool:
    """Tell whether the powers are surely for other matters than to represent the company before an authority."""
    text = fold(poderes)
    rest = _FORO.sub(" ", text)
    return _OUTROS.search(text) is not None and _GERAIS.search(rest) is None


def objection(paper: Context) -> str | None:
    """Return what speaks against a power of attorney, in Portuguese, None where nothing does.

    Args:
        paper: A context on the procuração.
    """
    powers = paper.campo("poderes")
    if powers is not None and speak_of_other_matters(str(powers.valor)):
        return "os poderes da procuração parecem ser só para outros assuntos, e não para representar a empresa na ANP"
    until, reference = field_date(paper, "validade"), paper.dossie.data_referencia
    if until is not None and until < reference:
        return f"a procuração parece ter valido só até {br(until)}"
    granted = field_date(paper, "data_emissao")
    if granted is not None and granted > reference:
        return f"a procuração parece ter sido passada só em {br(granted)}"
    if word := cancelled(paper):
        return f"a procuração traz a marca “{word}”"
    number, declared = paper.campo("cnpj"), paper.ficha.cnpj
    if number is not None and declared is not None and str(number.valor)[:8] != declared[:8]:
        return "a procuração traz o CNPJ de outra empresa"
    if number is None and _granted_by_another(paper):
        return "a procuração parece ter sido passada por outra pessoa ou empresa"
    return None


def _granted_by_another(paper: Context) -> bool:
    """Tell whether who grants the powers is surely neither the company nor a partner of it."""
    found, company = paper.campo("outorgante"), paper.ficha.razao_social
    if found is None or company is None or not paper.firme("outorgante"):
        return False
    values = found.valor if isinstance(found.valor, list | tuple) else [found.valor]
    names = [str(v.get("nome") if isinstance(v, dict) else v) for v in values]
    partners = [s.nome for s in paper.ficha.socios]
    for index in paper.dossie.de_tipo("contrato_social", "estatuto_social", "ata_eleicao"):
        act = replace(paper, indice=index)
        for key in ("socios", "administradores"):
            listed = act.campo(key)
            if listed is not None and isinstance(listed.valor, list):
                partners += [str(p.get("nome")) if isinstance(p, dict) else str(p) for p in listed.valor]
    for name in names:
        if compare_company(name, company, found.confianca).nivel != "impede":
            return False
        if any(compare_person(name, p, found.confianca).nivel != "impede" for p in partners):
            return False
    return bool(names)

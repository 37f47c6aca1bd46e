"""Issuers of the papers that only fuel stations, TRR and distributors need: navy, courts, treasuries, Juntas."""

from __future__ import annotations

import random

from samples.generator import bodies, pools

# Navy's agencies by State: (kind and place, "da/do" is in the text)
_CAPITANIAS: dict[str, str] = {
    "AM": "Capitania Fluvial da Amazônia Ocidental",
    "PA": "Capitania dos Portos da Amazônia Oriental",
    "RO": "Delegacia Fluvial de Porto Velho",
    "AP": "Capitania dos Portos do Amapá",
    "RJ": "Capitania dos Portos do Rio de Janeiro",
    "SC": "Capitania dos Portos de Santa Catarina",
    "BA": "Capitania dos Portos da Bahia",
    "MS": "Capitania Fluvial do Pantanal",
}
CLASSIFICADORAS = (
    "Bureau Colombo Brasil",
    "RBNA - Registro Brasileiro de Navios e Aeronaves",
    "Autoship Classificadora",
)
_PGE = "Procuradoria-Geral do Estado"

Emissor = tuple[str, str | None, str, str, str]
"""Name, letters, department, unit, post of the one who signs."""


def emissor_novo(rng: random.Random, tipo: str, municipio: str, uf: str, epoca: str) -> Emissor | None:
    """Return who issues a paper of that type, or none where the type has no issuer of its own kind."""
    do = f"{pools.UFS[uf][1]} {pools.UFS[uf][0]}"
    if tipo == "comprovante_cnpj" and epoca == "1990":
        return (
            "Secretaria da Receita Federal",
            "SRF",
            "Ministério da Fazenda",
            f"Delegacia da Receita Federal em {municipio}",
            "Delegado da Receita Federal",
        )
    if tipo == "certidao_negativa_federal":
        if epoca == "1990":
            return (
                "Secretaria da Receita Federal",
                "SRF",
                "Ministério da Fazenda",
                f"Delegacia da Receita Federal em {municipio}",
                "Delegado da Receita Federal",
            )
        return (
            "Secretaria Especial da Receita Federal do Brasil",
            "RFB",
            "Procuradoria-Geral da Fazenda Nacional",
            "Ministério da Fazenda",
            "Auditor-Fiscal da Receita Federal do Brasil",
        )
    if tipo == "certidao_negativa_estadual":
        nome = (
            f"Secretaria da Fazenda do Estado {do}"
            if uf in {"SP", "RS", "PE", "BA", "CE"} or epoca == "1990"
            else f"Secretaria de Estado da Fazenda {do}"
        )
        return (
            nome,
            f"SEFAZ-{uf}",
            "Coordenadoria da Administração Tributária" if epoca == "1990" else f"{_PGE} {do}",
            f"Posto Fiscal de {municipio}",
            rng.choice(["Chefe do Posto Fiscal", "Auditor Fiscal", "Agente Fiscal de Rendas"]),
        )
    if tipo == "certificado_borda_livre":
        nome = _CAPITANIAS.get(uf, f"Capitania dos Portos {do}")
        return (
            nome,
            "MB",
            "Marinha do Brasil",
            "Diretoria de Portos e Costas",
            rng.choice(["Capitão de Mar e Guerra - Capitão dos Portos", "Capitão de Fragata - Capitão dos Portos"]),
        )
    if tipo == "protocolo_transferencia_titularidade":
        sigla, nome = bodies.AMBIENTAIS.get(uf, ("SEMA", f"Secretaria de Estado do Meio Ambiente {do}"))
        return (
            nome,
            sigla,
            "Diretoria de Licenciamento Ambiental",
            f"Agência Ambiental de {municipio}",
            "Chefe do Protocolo",
        )
    if tipo == "certidao_junta":
        sigla, nome = bodies.JUNTAS.get(uf, (f"JUCE{uf}", f"Junta Comercial do Estado {do}"))
        return nome, sigla, "Secretaria-Geral", f"Escritório Regional de {municipio}", "Secretário-Geral"
    if tipo == "mandado_judicial":
        vara = f"{rng.randint(1, 9)}ª Vara Cível"
        return (
            f"Tribunal de Justiça do Estado {do}",
            f"TJ{uf}",
            "Poder Judiciário",
            f"{vara} da Comarca de {municipio}",
            ("Juiz de Direito"),
        )
    if tipo == "documento_identidade":
        return (
            f"Secretaria de Segurança Pública do Estado {do}",
            f"SSP/{uf}",
            "Instituto de Identificação",
            "",
            "Diretor",
        )
    return None

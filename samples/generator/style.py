"""How one paper writes what another writes differently: case, accents, abbreviations, suffixes. All of it benign."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from samples.generator import pools
from samples.generator.company import Empresa, Endereco
from samples.generator.written import sem_acento


@dataclass(frozen=True)
class Estilo:
    """One paper's manner: ``caixa`` normal, alta or alta_sem_acento; ``abrevia`` no, dot (``R.``) or bare (``R``)."""

    caixa: str = "normal"
    abrevia: str = "nao"
    sufixo: str | None = None
    sem_complemento: bool = False

    def texto(self, s: str) -> str:
        """Return a text in this manner's case."""
        if self.caixa == "normal":
            return s
        return s.upper() if self.caixa == "alta" else sem_acento(s).upper()


def sortear(rng: random.Random, tipo: str, e: Empresa) -> Estilo:
    """Draw the manner of one paper of that type."""
    if tipo == "comprovante_cnpj":
        return Estilo("alta_sem_acento", "seco", _outro_sufixo(rng, e, 0.5))
    if tipo in {"contrato_social", "estatuto_social", "ata_eleicao", "requerimento", "ficha_cadastral"}:
        return Estilo(rng.choice(["normal", "alta", "alta"]), rng.choice(["nao", "nao", "nao", "ponto"]), None)
    caixa = rng.choice(["normal", "alta", "alta", "alta_sem_acento"])
    abrevia = rng.choice(["nao", "nao", "ponto", "seco" if caixa != "normal" else "ponto"])
    return Estilo(caixa, abrevia, _outro_sufixo(rng, e, 0.3), rng.random() < 0.15)


def _outro_sufixo(rng: random.Random, e: Empresa, p: float) -> str | None:
    """Return another way to write the company's kind, or none."""
    if rng.random() > p:
        return None
    if e.sa:
        return rng.choice(["S/A", "S.A.", "S A"])
    base = e.sufixo.split()[0]
    if base == "EIRELI":
        return rng.choice(["EIRELI", "EIRELI - ME", "Ltda"])
    return rng.choice(
        [
            "Ltda",
            "LTDA.",
            "Limitada",
            f"Ltda - {e.porte}" if e.porte != "DEMAIS" else "Ltda",
            "Ltda ME" if e.porte == "ME" else "Ltda",
        ]
    )


def nome(e: Empresa, est: Estilo) -> str:
    """Return the company's name as the paper writes it."""
    return est.texto(f"{e.nucleo} {est.sufixo or e.sufixo}")


def endereco(a: Endereco, est: Estilo, rng: random.Random) -> dict[str, Any]:
    """Return an address as the paper writes it (DATA.md, ENDERECO)."""
    tipo, via = a.tipo, a.nome
    rodovia = tipo == "Rodovia"
    if est.abrevia != "nao":
        ponto = "." if est.abrevia == "ponto" else ""
        breve_tipo = pools.ABREVIA.get(tipo)
        if breve_tipo:  # a kind of street without a usual abbreviation is written out
            tipo = (breve_tipo if est.caixa != "normal" else breve_tipo.capitalize()) + ponto
        for longo, breve in pools.TITULOS.items():
            if via.startswith(longo):
                via = via.replace(longo, breve + ("." if ponto and " " not in breve else ""), 1)
    numero = a.numero
    if numero == "S/N":
        numero = rng.choice(["S/N", "s/nº", "S/Nº"]) if est.abrevia != "seco" else "S/N"
    logradouro = est.texto(f"{tipo} {via}")
    complemento = None if est.sem_complemento and a.numero != "S/N" else a.complemento
    complemento = est.texto(complemento) if complemento else None
    bairro, cidade = est.texto(a.bairro), est.texto(a.municipio)
    cep = f"{a.cep[:5]}-{a.cep[5:]}"
    sinal = (
        "" if not numero[0].isdigit() else "nº " if est.caixa == "normal" else "Nº " if est.caixa == "alta" else "N "
    )
    partes = [f"{logradouro}, {sinal}{numero}", complemento, bairro, f"{cidade}/{a.uf}", f"CEP {cep}"]
    return {
        "logradouro": logradouro,
        "numero": numero,
        "complemento": complemento,
        "bairro": bairro,
        "cep": cep,
        "cep_ponto": f"{a.cep[:2]}.{a.cep[2:5]}-{a.cep[5:]}",
        "cep_puro": a.cep,
        "municipio": cidade,
        "uf": a.uf,
        "uf_nome": pools.UFS[a.uf][0],
        "linha": ", ".join(p for p in partes if p),
        "linha_curta": f"{logradouro}, {numero}" + (f", {complemento}" if complemento else "") + f" - {bairro}",
        "rodovia": rodovia,
    }

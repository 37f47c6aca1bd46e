"""Which layout draws a paper."""

from __future__ import annotations

import random
from collections import Counter

from samples.generator.company import Empresa
from samples.generator.document import ATOS
from samples.generator.layouts import Layout
from samples.generator.papers import todos
from samples.generator.plan import Doc


class SemLayout(LookupError):
    """No layout can draw a paper that the scenario needs."""


class Escolha:
    """Chooses layouts so that all of them get their turn."""

    def __init__(self) -> None:
        """Start with every layout unused."""
        self.usos: Counter[str] = Counter()

    def um(self, doc: Doc, grupo: str, e: Empresa, rng: random.Random, destaque: str | None) -> Layout | None:
        """Return the least used fitting layout of the group, else of the working one; none where nothing fits."""
        atos = {doc.ajuste.especie} if doc.ajuste.especie else {"constituicao", "consolidacao"}
        for g in dict.fromkeys((grupo, "working")):
            opcoes = [
                x
                for x in todos()
                if x.tipo == doc.tipo
                and x.grupo == g
                and x.serve(e.endereco.uf, e.endereco.municipio, e.ramo)
                and doc.serve(x)
                and (e.sa or "ltda" in x.sociedades or x.tipo in ATOS)
                and (doc.tipo != "contrato_social" or bool(atos & set(x.atos)))
                and (doc.tipo != "comprovante_cnpj" or ("FILIAL" if e.filial else "MATRIZ") in x.matriz_filial)
            ]
            opcoes = [x for x in opcoes if e.epoca in x.epocas] or [x for x in opcoes if e.epoca == "1990"]
            if not opcoes:
                continue
            escolhido = next((x for x in opcoes if x.nome == destaque), None)
            if escolhido is None:
                menor = min(self.usos[x.nome] / x.peso for x in opcoes)
                escolhido = rng.choice([x for x in opcoes if self.usos[x.nome] / x.peso <= menor])
            self.usos[escolhido.nome] += 1
            return escolhido
        return None

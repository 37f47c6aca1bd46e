"""The dossier as the decision sees it, and the thresholds of confidence."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from typing import Literal

from docverify.model import ARQUIVO_DANIFICADO, LINHAS_NAO_LIDAS, Document, DossierFacts, Ficha, Pedido
from docverify.norms.applicability import Alcance, scope_of
from docverify.norms.bases import Bases
from docverify.norms.schema import Norm
from docverify.resources import package_path
from docverify.values.addresses import Endereco

Pertence = Literal["sim", "talvez", "nao"]

SEM_BASES = Bases()


def address_of(value: object) -> Endereco | None:
    """Return the address of a field's value, None where it is not one."""
    if not isinstance(value, Mapping):
        return None
    keys = ("logradouro", "numero", "complemento", "bairro", "cep", "municipio", "uf")
    parts = {k: str(value[k]) for k in keys if value.get(k)}
    return Endereco(**parts) if parts else None


@dataclass(frozen=True, slots=True)
class Limiares:
    """Thresholds of confidence, 0..1; what each is for stands in ``limiares.toml``."""

    tipo: float
    tipo_concordante: float
    desconhecido: float
    indicio: float
    campo: float
    identificador: float
    quase_igual: float
    concordante: float
    qualidade_ausencia: float
    ficha: float


@cache
def default_limiares() -> Limiares:
    """Return the thresholds that travel with the package."""
    text = package_path("norms", "limiares.toml").read_text(encoding="utf-8")
    return Limiares(**tomllib.loads(text))


@dataclass(frozen=True)
class Dossier:
    """Everything that the decision looks at.

    Attributes:
        endereco: The declared address, completed with municipality and State where the Ficha has none.
        municipio_certo: The Ficha declares municipality and State, or where they come from was read surely.
        bases: What is known from outside the dossier.
    """

    norm: Norm
    ficha: Ficha
    pedido: Pedido
    documentos: tuple[Document, ...]
    facts: DossierFacts
    data_referencia: date
    limiares: Limiares
    endereco: Endereco | None = None
    municipio_certo: bool = True
    bases: Bases = SEM_BASES

    @cached_property
    def _partes(self) -> Mapping[int, tuple[int, ...]]:
        parts: dict[int, list[int]] = {}
        for index in range(len(self.documentos)):
            head, steps = index, 0
            # a chain of continuations, and never a loop: an index may only point back
            while (before := self.documentos[head].continua) is not None and before < head and steps < 1000:
                head, steps = before, steps + 1
            parts.setdefault(head, []).append(index)
        return {k: tuple(v) for k, v in parts.items()}

    def de_tipo(self, *tipos: str) -> tuple[int, ...]:
        """Return the documents (first parts only) of the given types, in order."""
        return tuple(i for i in self._partes if self.documentos[i].tipo in tipos)

    def partes(self, index: int) -> tuple[int, ...]:
        """Return every entry of the document that begins at ``index``."""
        return self._partes.get(index, (index,))

    @cached_property
    def alcance(self) -> Alcance:
        """What decides which rules have an object in the request."""
        return scope_of(self.norm, self.ficha, self.pedido)

    @property
    def etiquetas(self) -> frozenset[str]:
        """Tags of the request, its situation first of all."""
        return self.alcance.etiquetas

    @property
    def modalidade(self) -> str | None:
        """The modality under which the request is judged."""
        return self.alcance.modalidade

    @cached_property
    def enderecos(self) -> tuple[Endereco, ...]:
        """The declared address and those of the other access roads."""
        own = () if self.endereco is None else (self.endereco,)
        return own + self.ficha.vias_de_acesso

    def de_outra(self, index: int) -> Pertence:
        """Tell whether a paper is the substituted company's (see `docverify.norms.other_company`)."""
        from docverify.norms.other_company import whose

        if index not in self._de_outra:
            self._de_outra[index] = whose(self, index)
        return self._de_outra[index]

    @cached_property
    def _de_outra(self) -> dict[int, Pertence]:
        return {}

    def tipo_certo(self, index: int) -> bool:
        """Tell whether the document's type is sure enough for its findings to count."""
        return self.documentos[index].confianca >= self.limiares.tipo

    def tipo_provavel(self, index: int) -> bool:
        """Tell whether the document's type is sure enough for a paper on which nothing else is wrong."""
        return self.documentos[index].confianca >= self.limiares.tipo_concordante

    def leu_bem(self, index: int) -> bool:
        """Tell whether the document was read so well that what was not found on it is not there."""
        document = self.documentos[index]
        whole = not {LINHAS_NAO_LIDAS, ARQUIVO_DANIFICADO} & set(document.notas)
        return whole and self.tipo_certo(index) and document.qualidade >= self.limiares.qualidade_ausencia

    def ficha_certa(self, *chaves: str) -> bool:
        """Tell whether the declared data under ``chaves`` are sure (those of a JSON always are)."""
        if self.ficha.origem == "json":
            return True
        return all(
            value >= self.limiares.ficha
            for key, value in self.ficha.confiancas.items()
            if any(key == c or key.startswith(c + ".") for c in chaves)
        )

    def pode_estar(self, *tipos: str) -> bool:
        """Tell whether a document of the types, which seems missing, may be in the dossier after all.

        It may be on a page in doubt (see :attr:`tem_duvida`), or be a paper that the norm does not ask for, or that is
        there twice, and that bears marks of the missing one.
        """
        return self.tem_duvida or any(
            self.documentos[i].indicios.get(t, 0.0) >= self.limiares.indicio for i in self._a_mais for t in tipos
        )

    @cached_property
    def _a_mais(self) -> tuple[int, ...]:
        """Papers of no type that a rule asks for, and those of one type that are several."""
        asked = {t for r in self.norm.regras for t in (*r.documentos, *(d for p in r.partes for d in p.documentos))}
        heads = [(i, self.documentos[i].tipo) for i in self._partes]
        count = Counter(tipo for _, tipo in heads)
        return tuple(i for i, tipo in heads if tipo not in asked or count[tipo] > 1)

    @property
    def tem_duvida(self) -> bool:
        """Tell whether some page may be a document that seems missing.

        A page that nobody could name may be it, and so may one that was given a type without being sure of it.
        """
        if self.facts.paginas_em_duvida or self.facts.arquivos_ilegiveis:
            return True
        return any(d.tipo != "desconhecido" and d.confianca < self.limiares.tipo for d in self.documentos)

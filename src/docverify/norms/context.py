"""What a check sees: the dossier, the rule that owes the check, one document; and how it says what it found.

Confidence is weighed here and nowhere else. A check says what would be wrong if the reading is right; whether that is a
defect or a doubt follows from how surely the field, and the type of its document, were read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from docverify.model import Document, Evidence, Ficha, Field, Gravidade, Notice, Reason
from docverify.norms import labels
from docverify.norms.dossier import Dossier, Limiares, default_limiares
from docverify.norms.registry import NaoVerificavel, SemObjeto
from docverify.norms.schema import CheckCall, Rule
from docverify.values.misreading import Pixels

if TYPE_CHECKING:
    from docverify.norms.outcome import RuleOutcome

__all__ = ["Context", "Dossier", "Limiares", "default_limiares"]


@dataclass(frozen=True)
class Context:
    """One check on one document (or on the dossier, ``indice`` None).

    Attributes:
        resultados: Outcomes of the rules on documents, for checks on the dossier.
        olhados: Collects the fields that a check looks at, as ``(index, name)``; None where nobody wants to know.
    """

    dossie: Dossier
    rule: Rule
    call: CheckCall
    indice: int | None = None
    resultados: Mapping[str, RuleOutcome] = field(default_factory=dict)
    olhados: set[tuple[int, str]] | None = field(default=None, compare=False, repr=False)

    @property
    def ficha(self) -> Ficha:
        """The declared data."""
        return self.dossie.ficha

    @property
    def doc(self) -> Document:
        """The document under check."""
        assert self.indice is not None
        return self.dossie.documentos[self.indice]

    @property
    def nome_doc(self) -> str:
        """The document's type with its article."""
        return labels.tipo(self.doc.tipo)

    @property
    def no_doc(self) -> str:
        """The document's type with ``em``."""
        return labels.no_tipo(self.doc.tipo)

    def param(self, name: str) -> Any:
        """Return a parameter of the check, settings resolved."""
        value = self.call.parametros[name]
        if isinstance(value, str) and value.startswith("@"):
            return self.dossie.norm.setting(value[1:])
        return value

    def ajuste(self, name: str) -> Any:
        """Return a setting of the norm."""
        return self.dossie.norm.setting(name)

    def nota_ajuste(self, name: str) -> str:
        """Return the remark that a setting mattered, to end a message with."""
        return f" (Leitura configurável da norma: {name} = {labels.valor(self.ajuste(name))}.)"

    def nota_param(self, name: str) -> str:
        """Return :meth:`nota_ajuste` where the parameter comes from a setting, else nothing."""
        value = self.call.parametros[name]
        return self.nota_ajuste(value[1:]) if isinstance(value, str) and value.startswith("@") else ""

    def campo(self, name: str) -> Field | None:
        """Return a field of the document; one without a value counts as not there."""
        found = self.doc.campos.get(name)
        if self.olhados is not None and self.indice is not None:
            self.olhados.add((self.indice, name))
        return None if found is None or found.valor in (None, "", [], {}) else found

    @property
    def leu_bem(self) -> bool:
        """Tell whether what was not found on the document is surely not there."""
        return self.indice is not None and self.dossie.leu_bem(self.indice)

    def certo(self, name: str, *, identificador: bool = False, quase_igual: bool = False) -> bool:
        """Tell whether a field was read surely enough to hold a defect against the document."""
        found = self.campo(name)
        limits = self.dossie.limiares
        needed = limits.quase_igual if quase_igual else limits.identificador if identificador else limits.campo
        tipo_certo = self.indice is not None and self.dossie.tipo_certo(self.indice)
        return found is not None and tipo_certo and found.confianca >= needed and _undisputed(found)

    def firme(self, name: str) -> bool:
        """Tell whether a field was read surely enough to count in the document's favour.

        Whether the document's type is sure is a doubt of its own, said once.
        """
        found = self.campo(name)
        return found is not None and found.confianca >= self.dossie.limiares.campo and _undisputed(found)

    def pixels(self, name: str) -> Pixels:
        """Return which of both sides, the field and the declared data, was read from pixels.

        In what was, few other letters or a cut end are a doubt and no defect (`docverify.values.misreading`).
        """
        found = self.campo(name)
        part = self.doc if found is None else self.dossie.documentos[self._part_of(found)]
        return part.origem == "ocr", self.ficha.origem != "json"

    def _part_of(self, found: Field) -> int:
        """Return which entry of the document a field stands on."""
        assert self.indice is not None
        if found.arquivo is not None:
            for part in self.dossie.partes(self.indice):
                document = self.dossie.documentos[part]
                if document.arquivo == found.arquivo and found.pagina in document.paginas:
                    return part
        return self.indice

    def evidencia(
        self, name: str | None = None, *, declarado: str | None = None, similaridade: float | None = None
    ) -> Evidence | None:
        """Return where a field stands; None where it stands nowhere, as the contract has it."""
        found = self.doc.campos.get(name) if name and self.indice is not None else None
        if found is None or self.indice is None:
            return None
        index = self._part_of(found)
        rounded = None if similaridade is None else round(similaridade, 3)
        return Evidence(index, name, found.pagina, found.caixa, found.lido, declarado, rounded)

    def motivo(
        self,
        codigo: str,
        gravidade: Gravidade,
        mensagem: str,
        campo: str | None = None,
        *,
        declarado: str | None = None,
        similaridade: float | None = None,
        citacao: str | None = None,
        inferencia: bool | None = None,
    ) -> Reason:
        """Return a reason that cites the check's provision."""
        return Reason(
            codigo=codigo,
            gravidade=gravidade,
            mensagem=mensagem,
            citacao=self.dossie.norm.cite(citacao or self.call.citacao),
            inferencia=self.call.inferencia if inferencia is None else inferencia,
            evidencia=self.evidencia(campo, declarado=declarado, similaridade=similaridade),
        )

    def defeito(
        self,
        codigo: str,
        mensagem: str,
        campo: str,
        *,
        declarado: str | None = None,
        similaridade: float | None = None,
        identificador: bool = False,
        quase_igual: bool = False,
        gravidade: Gravidade = "impede",
        chaves: tuple[str, ...] = (),
    ) -> Reason:
        """Return the reason of a defect on a field: a defect where it was read surely, else a doubt.

        Args:
            codigo: Code of the defect.
            mensagem: What is wrong and what to do.
            campo: Field on which it stands.
            declarado: What the Ficha declares.
            similaridade: 0..1.
            identificador: The field is an identifier, which asks for a surer reading.
            quase_igual: It differs by one character from what is declared, which asks for a surer one still.
            gravidade: Of the defect where the reading is sure.
            chaves: Keys of the Ficha that it was compared with; a scanned one must have been read surely too.
        """
        sure = self.certo(campo, identificador=identificador, quase_igual=quase_igual)
        if sure and self.dossie.ficha_certa(*chaves):
            return self.motivo(codigo, gravidade, mensagem, campo, declarado=declarado, similaridade=similaridade)
        return self.duvida(mensagem, campo, declarado=declarado, similaridade=similaridade)

    def duvida(
        self, mensagem: str, campo: str, *, declarado: str | None = None, similaridade: float | None = None
    ) -> Reason:
        """Return the doubt on a field: what it would be, and that a person must look.

        Its code is ``leitores_divergentes`` where two readers saw different things, else ``confianca_baixa``.
        """
        found = self.campo(campo)
        if found is not None and found.testemunha == "diverge":
            code, why = "leitores_divergentes", self._readings(found, campo)
        else:
            code, why = "confianca_baixa", "Leitura incerta, confira no documento."
        text = f"{why} {mensagem}".strip()
        return self.motivo(code, "revisar", text, campo, declarado=declarado, similaridade=similaridade)

    def divergencia(self, campo: str) -> Reason | None:
        """Return the doubt that two readers saw different things in a field, None where they did not."""
        found = self.campo(campo)
        return self.duvida("", campo) if found is not None and found.testemunha == "diverge" else None

    def _readings(self, found: Field, campo: str) -> str:
        where = f"onde está {labels.campo(campo)} {self.no_doc}"
        other = f"“{found.visto}”" if found.visto else "outra coisa"
        return f"Dois leitores viram coisas diferentes {where}: “{found.lido}” e {other}. Confira no documento."

    def falta(
        self, codigo: str, mensagem: str, campo: str, *, gravidade: Gravidade = "impede", indicio: bool = False
    ) -> Reason:
        """Return the reason that something owed was not found on the document.

        It is a defect only where the document was read well, nothing hints (``indicio``) that it is there after all,
        and no page of the dossier is unidentified: a stamp often stands on the back, or on a page that was not told.
        """
        loose = self.dossie.tem_duvida
        if self.leu_bem and not indicio and not loose:
            return self.motivo(codigo, gravidade, mensagem, campo)
        weaker: Gravidade = "alerta" if gravidade == "alerta" else "revisar"
        if self.leu_bem and loose:
            text = f"{mensagem} Há página não identificada no dossiê, que pode ser deste documento: confira."
            return self.motivo(codigo, weaker, text, campo)
        why = "Há na página indício de que esteja lá" if indicio else "A página não foi lida com segurança"
        return self.motivo(codigo, weaker, f"{mensagem} {why}: confira.{self._conselho}", campo)

    def nao_lido(self, campo: str) -> Reason:
        """Return the doubt that a field which such a document always prints was not read."""
        what = labels.campo(campo)
        return self.motivo(
            "confianca_baixa",
            "revisar",
            f"Não foi possível ler {what} {self.no_doc}. Confira no documento.{self._conselho}",
            campo,
        )

    @property
    def _conselho(self) -> str:
        """What to do about the document's worst page, to end a message with."""
        said = self.doc.conselho if self.indice is not None else ""
        return f" {said}" if said else ""

    def concordou(self, campo: str) -> Reason | None:
        """Return a doubt where a field agrees with the Ficha but was read too badly even for that."""
        found = self.campo(campo)
        if found is None:
            return None
        if found.confianca >= self.dossie.limiares.concordante and found.testemunha != "diverge":
            return None
        what = labels.campo(campo)
        return self.duvida(f"{what[0].upper()}{what[1:]} parece conferir com a Ficha.", campo)

    def aviso(self, codigo: str, mensagem: str | None = None) -> Notice:
        """Return a notice of the norm; without ``mensagem``, with the norm's own words for it."""
        return Notice(codigo, mensagem if mensagem is not None else self.dossie.norm.avisos.get(codigo, codigo))

    def nao_verificavel(self, codigo: str, mensagem: str) -> NaoVerificavel:
        """Return the word that papers cannot answer the rule, with a warning that says why."""
        return NaoVerificavel(self.motivo(codigo, "alerta", mensagem, inferencia=False))

    def sem_objeto(self, codigo: str | None = None, mensagem: str = "") -> SemObjeto:
        """Return the word that the rule has no object here, with a warning that says why where there is one."""
        return SemObjeto(self.motivo(codigo, "alerta", mensagem, inferencia=False) if codigo else None)


def _undisputed(found: Field) -> bool:
    """Tell whether a reading needed no repair and no second reader saw something else."""
    return not found.reparado and found.testemunha != "diverge"

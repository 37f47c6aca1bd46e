"""Which fields decide, of what kind each is, and which of them prove themselves.

A value that says exactly what an independent document says needs no witness: a misreading that gives the declared CNPJ,
name or street letter by letter does not happen (`docverify.norms`, threshold ``concordante``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from docverify.model import DESCONHECIDO, Document, Ficha, Field, Trecho
from docverify.values.addresses import Endereco, compare_address
from docverify.values.identifiers import cnpj as cnpj_values
from docverify.values.identifiers import cpf as cpf_values
from docverify.values.numbers_pt import parse_number_words
from docverify.values.text import fold

Especie = Literal["identificador", "data", "numero", "lista", "nome", "endereco"]
"""Kind of a value: how two readings of it are compared, and how often a reader of pixels errs in it."""

ESPECIES: Mapping[str, Especie] = {
    "cnpj": "identificador",
    "inscricao_estadual": "identificador",
    "cpf": "identificador",
    "cnae_principal": "identificador",
    "validade": "data",
    "data_emissao": "data",
    "data_protocolo": "data",
    "data_registro": "data",
    "data_abertura": "data",
    "mandato_ate": "data",
    "exercicio": "numero",
    "capacidade_glp_kg": "numero",
    "situacao_cadastral": "lista",
    "situacao": "lista",
    "resultado": "lista",
    "matriz_filial": "lista",
    "prazo_indeterminado": "lista",
    "contempla_revenda_glp": "lista",
    "contempla_tancagem": "lista",
    "tipo_licenca": "lista",
    "documento_renovado": "lista",
    "razao_social": "nome",
    "nome": "nome",
    "outorgante": "nome",
    "outorgado": "nome",
    "municipio_emissor": "nome",
    "endereco": "endereco",
}
"""The fields that decide a verdict, by name: those that some check of a norm looks at."""

OUTROS = "outros"
_OUTRAS: Mapping[str, str] = {
    **dict.fromkeys(("atividade", "objeto_social", "poderes", "orgao_emissor", "natureza_juridica"), "texto"),
    **dict.fromkeys(("socios", "administradores", "distribuidores", "responsavel", "signatario"), "pessoas"),
    **dict.fromkeys(("numero", "codigo_verificacao", "numero_registro", "inscricao_municipal", "telefone"), "codigo"),
    **dict.fromkeys(("uf", "uf_emissor", "junta_comercial", "classe_armazenamento"), "sigla"),
    **dict.fromkeys(("autenticacao", "firma_reconhecida", "alterado", "consolidado"), "marca"),
    **dict.fromkeys(("nome_fantasia", "embarcacao", "destinatario", "local"), "nome"),
}
"""Kinds of the fields that nobody is asked about, for calibration alone."""


def sort_of(campo: str) -> str:
    """Return the kind of a field by name: an :data:`Especie`, or one of the fields that nobody is asked about."""
    return ESPECIES.get(campo) or _OUTRAS.get(campo, OUTROS)


_IN_BOTH = re.compile(
    r"(?:[A-Z ]{1,30})?(?P<figures>\d{1,3}(?:\.\d{3}){1,2}|\d{1,6}) ?(?:KG|KGS|QUILOS|QUILOGRAMAS)? ?"
    r"\((?P<words>[A-Z, ]{2,90}?)(?: (?:QUILOS|QUILOGRAMAS|KG))?\) ?(?:DIAS?|MES(?:ES)?|ANOS?|KG|QUILOS|QUILOGRAMAS)?"
    r"(?: DE GLP)?"
)
_INDEPENDENT = 0.6
"""Raw confidence that a reading needs to speak for the same number on another paper."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A field that decides.

    Attributes:
        documento: Index of its document.
        campo: Its name.
        field: As it was read.
        especie: Its kind.
    """

    documento: int
    campo: str
    field: Field
    especie: Especie


def trechos_of(asked: Asked) -> tuple[Trecho, ...]:
    """Return the words to look at: of an address those of street and number, which decide; of all else every one."""
    value, every = asked.field.valor, asked.field.trechos
    if asked.especie != "endereco" or not isinstance(value, Mapping):
        return every
    street, number = (_letters(value.get(part) or "") for part in ("logradouro", "numero"))
    own = []
    for trecho in every:
        said = _letters(trecho.texto)
        tokens = [_letters(t) for t in trecho.texto.split()]
        if said and ((street and (said in street or street in said)) or (number and number in tokens)):
            own.append(trecho)
    return tuple(own) or every


def deciding(documents: Sequence[Document]) -> Iterator[Asked]:
    """Yield every deciding field of a dossier that stands on words."""
    for index, document in enumerate(documents):
        if document.continua is not None or document.tipo == DESCONHECIDO:
            continue
        for name, found in sorted(document.campos.items()):
            especie = ESPECIES.get(name)
            if especie is not None and found.trechos and found.valor not in (None, "", [], {}):
                yield Asked(index, name, found, especie)


class Proofs:
    """What the independent documents of a dossier say.

    Args:
        documents: All of them, as read.
        ficha: The declared data; one that was itself scanned is a reading like others and proves nothing.
    """

    def __init__(self, documents: Sequence[Document], ficha: Ficha) -> None:
        self._declared = ficha if ficha.origem == "json" else None
        self._numbers: dict[tuple[str, str], set[int]] = {}
        for index, document in enumerate(documents):
            for name, valid in (("cnpj", cnpj_values.is_valid), ("cpf", cpf_values.is_valid)):
                found = document.campos.get(name)
                sure = found is not None and found.confianca >= _INDEPENDENT and not found.reparado
                if found is not None and sure and document.tipo != DESCONHECIDO and valid(found.valor):
                    self._numbers.setdefault((name, str(found.valor)), set()).add(index)

    def proves(self, asked: Asked) -> bool:
        """Tell whether a field says what an independent document of the dossier says.

        That is the Ficha where it came as data, or, for a number with valid check digits, another paper; a number
        that is printed in figures and in words proves itself.
        """
        if said_twice(asked):
            return True
        if self._declared is not None and _declared(asked, self._declared):
            return True
        others = self._numbers.get((asked.campo, str(asked.field.valor)), set()) - {asked.documento}
        return bool(others) and not asked.field.reparado


def said_twice(asked: Asked) -> bool:
    """Tell whether a number stands in figures and, in brackets, in words that say the same: "90 (NOVENTA) DIAS".

    Figures and words are not misread alike. A date with a number of days in it, or a second number, is none of this.
    """
    if asked.especie not in ("data", "numero") or asked.field.reparado:
        return False
    read = _IN_BOTH.fullmatch(fold(" ".join(t.texto for t in asked.field.trechos)).strip(" .,;:"))
    if read is None:
        return False
    number, words = int(read["figures"].replace(".", "")), parse_number_words(read["words"])
    value = asked.field.valor
    return words == number and (asked.especie == "data" or value == number)


def _declared(asked: Asked, ficha: Ficha) -> bool:
    name, value = asked.campo, asked.field.valor
    if name == "endereco":
        return _same_place(value, ficha.endereco)
    if name == "municipio_emissor":
        town = ficha.endereco.municipio if ficha.endereco is not None else None
        return town is not None and _letters(value) == _letters(town)
    known: Sequence[str | None] = ()
    if name == "cnpj":
        known = (ficha.cnpj, *(f.cnpj for f in ficha.filiais))
    elif name == "inscricao_estadual":
        known = (ficha.inscricao_estadual, *(f.inscricao_estadual for f in ficha.filiais))
    elif name == "razao_social":
        known = (ficha.razao_social,)
    elif name == "cpf":
        known = (ficha.responsavel.cpf if ficha.responsavel else None, *(s.documento for s in ficha.socios))
    elif name in ("nome", "outorgado"):
        known = (ficha.responsavel.nome if ficha.responsavel else None, *(s.nome for s in ficha.socios))
    elif name == "outorgante":
        known = (ficha.razao_social, *(s.nome for s in ficha.socios))
    said = _letters(value)
    return bool(said) and any(said == _letters(k) for k in known if k)


def _same_place(value: object, declared: Endereco | None) -> bool:
    if declared is None or not isinstance(value, Mapping):
        return False
    parts = {k: str(v) for k, v in value.items() if v and k in Endereco.__dataclass_fields__}
    if not parts.get("logradouro") or not parts.get("numero"):
        return False
    levels = {part: found.nivel for part, found in compare_address(Endereco(**parts), declared)}
    return all(levels.get(part) == "igual" for part in ("logradouro", "numero"))


def _letters(value: object) -> str:
    return "".join(c for c in fold(str(value)) if c.isalnum())

"""Reading the office's files of outside data (`docverify.norms.bases`) from the folder ``DOCVERIFY_BASES``.

Files are CSV with ``;``, UTF-8 (with or without a byte order mark) or Latin-1, columns told by name whatever their case
and accents, in any order; columns that nothing reads are passed over:

- ``cadin.csv``: ``documento`` (CNPJ or CPF), ``nome``, ``data`` and, where the office knows the debtors' partners,
  ``socio``, ``documento_socio``, ``saida_socio`` (when they left): a line per partner, or one line without any;
- ``revogacoes.csv``: ``cnpj``, ``razao_social``, ``data``, ``socio``, ``documento_socio``: a line per partner or
  responsible person, or one line without any;
- ``autorizacoes.csv``: ``cnpj``, ``razao_social``, ``endereco`` (street and number) or ``logradouro`` and ``numero``,
  ``complemento``, ``bairro``, ``cep``, ``uf``, ``municipio``, ``atividade``. ANP's own open data have these columns.

A line that cannot be read is an error and not passed over: a debt left out would be an acceptance that nobody decided.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path

from docverify.errors import BadInputError
from docverify.norms.bases import Autorizacao, Bases, Debito, Revogacao, SocioDeDevedora
from docverify.values.addresses import Endereco
from docverify.values.dates import parse_date
from docverify.values.text import fold

MAX_BYTES = 200_000_000
"""Of one file; ANP's cadastre of all fuel stations has about 10 MB."""

_CPF_MASKED = re.compile(r"[\d*]{3}\.?[\d*]{3}\.?[\d*]{3}-?[\d*]{2}")
_NUMBER = re.compile(r"^(?P<rua>.+?)\s*,\s*(?P<numero>(?:N[.º°]?\s*)?(?:\d[\w/-]*|S/?N)\b.*)$", re.IGNORECASE)


_LIDAS = frozenset(
    {
        *("DOCUMENTO", "CNPJ", "CPF", "CNPJCPF", "CPFCNPJ", "DATA", "NOME", "RAZAOSOCIAL", "DEVEDOR"),
        *("SOCIO", "RESPONSAVEL", "DOCUMENTOSOCIO", "CPFSOCIO", "SAIDASOCIO"),
        *("ENDERECO", "LOGRADOURO", "NUMERO", "COMPLEMENTO", "BAIRRO", "CEP", "MUNICIPIO", "UF", "ATIVIDADE"),
    }
)
"""Columns that are read, of any file: two of one name would be a choice that nobody made."""


class BasesError(BadInputError):
    """A file of outside data cannot be used; the message names file, line and remedy."""


class _Row:
    """A line of a file, with columns by name."""

    def __init__(self, arquivo: str, linha: int, values: Mapping[str, str]) -> None:
        self.arquivo, self.linha, self._values = arquivo, linha, values

    def error(self, problem: str) -> BasesError:
        return BasesError(f"{self.arquivo}, linha {self.linha}: {problem} Corrija a linha ou apague-a.")

    def text(self, *names: str) -> str | None:
        return next((v for n in names if (v := self._values.get(n, ""))), None)

    def has(self, name: str) -> bool:
        return name in self._values

    def document(self, *names: str, cpf: bool = False) -> str:
        raw = self.text(*names) or ""
        plain = re.sub(r"[^0-9A-Za-z]", "", raw).upper()
        if len(plain) == 14 or (cpf and len(plain) == 11 and plain.isdigit()):
            return plain
        if cpf and "*" in raw and _CPF_MASKED.fullmatch(raw):
            return raw
        wanted = "CNPJ (14) ou CPF (11)" if cpf else "CNPJ (14)"
        raise self.error(f"'{raw[:40]}' não é {wanted}, com todos os caracteres e zeros à esquerda.")

    def day(self, name: str) -> date | None:
        raw = self.text(name)
        found = parse_date(raw) if raw else None
        if raw and found is None:
            raise self.error(f"'{raw[:40]}' não é uma data como 31/12/2025.")
        return found


def _name(header: str) -> str:
    return re.sub(r"[^A-Z]", "", fold(header))


def _rows(path: Path, *columns: str) -> Iterator[_Row]:
    """Yield the lines of a file that has the given columns (each ``a|b``: either of them)."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise BasesError(f"{path.name} passa de {MAX_BYTES // 1_000_000} MB. Exporte só o que interessa.")
        if not path.is_file():
            raise BasesError(f"{path.name} não é um arquivo. Ponha o arquivo no lugar dele, ou apague-o.")
        data = path.read_bytes()
    except OSError as error:
        raise BasesError(f"Não foi possível ler {path.name}: {error}. Confira a pasta DOCVERIFY_BASES.") from error
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    if "\0" in text:
        raise BasesError(f"{path.name} não é um texto em UTF-8 nem em Latin-1. Exporte-o de novo, como CSV.")
    # a quote that is not closed would swallow the lines after it
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=";", strict=True)
    try:
        header = [_name(h) for h in next(reader, [])]
        twice = next((h for h in header if h in _LIDAS and header.count(h) > 1), None)
        if twice:
            raise BasesError(f"{path.name}, linha 1: há duas colunas '{twice.lower()}'. Deixe uma.")
        for column in columns:
            if not set(column.split("|")) & set(header):
                raise BasesError(
                    f"{path.name}, linha 1: falta a coluna '{column.lower()}'. Colunas separadas por ponto e vírgula."
                )
        for cells in reader:
            if any(c.strip() for c in cells[len(header) :]):
                raise BasesError(
                    f"{path.name}, linha {reader.line_num}: há mais colunas que no cabeçalho. Ponha entre aspas o que "
                    "tem ponto e vírgula."
                )
            if any(c.strip() for c in cells):
                values = {h: c.strip() for h, c in zip(header, cells, strict=False)}
                yield _Row(path.name, reader.line_num, values)
    except csv.Error as error:
        raise BasesError(f"{path.name}, linha {reader.line_num}: não é CSV ({error}). Exporte-o de novo.") from error


def _cadin(path: Path) -> tuple[Debito, ...]:
    names = ("DOCUMENTO", "CNPJ", "CPF", "CNPJCPF", "CPFCNPJ")
    found: dict[tuple[str, date | None], Debito] = {}
    for row in _rows(path, "|".join(names)):
        key = (row.document(*names, cpf=True), row.day("DATA"))
        before = found.get(key)
        partners = (before.socios if before else None) or ()
        if name := row.text("SOCIO"):
            number = row.text("DOCUMENTOSOCIO", "CPFSOCIO")
            partners += (SocioDeDevedora(name, _plain(number), row.day("SAIDASOCIO")),)
        title = (before.nome if before else None) or row.text("NOME", "RAZAOSOCIAL", "DEVEDOR")
        found[key] = Debito(key[0], title, key[1], partners if row.has("SOCIO") else None)
    return tuple(found.values())


def _plain(number: str | None) -> str | None:
    return re.sub(r"[^0-9A-Z]", "", number.upper()) if number else None


def _revocations(path: Path) -> tuple[Revogacao, ...]:
    found: dict[tuple[str, date | None], Revogacao] = {}
    for row in _rows(path, "CNPJ", "DATA"):
        key = (row.document("CNPJ"), row.day("DATA"))
        before = found.get(key, Revogacao(*key))
        name = row.text("SOCIO", "RESPONSAVEL")
        partners = before.socios
        if name:
            number = row.text("DOCUMENTOSOCIO", "CPFSOCIO", "CPF")
            partners += ((name, _plain(number)),)
        found[key] = Revogacao(*key, before.razao_social or row.text("RAZAOSOCIAL", "NOME"), partners)
    return tuple(found.values())


def _authorised(path: Path) -> tuple[Autorizacao, ...]:
    found = []
    for row in _rows(path, "CNPJ", "ENDERECO|LOGRADOURO", "MUNICIPIO"):
        street, number = row.text("LOGRADOURO"), row.text("NUMERO")
        whole = row.text("ENDERECO")
        if street is None and whole is not None:
            parted = _NUMBER.match(whole)
            street, number = (parted["rua"], parted["numero"]) if parted else (whole, number)
        cep = re.sub(r"\D", "", row.text("CEP") or "")
        place = Endereco(
            logradouro=street,
            numero=number,
            complemento=row.text("COMPLEMENTO"),
            bairro=row.text("BAIRRO"),
            cep=cep if len(cep) == 8 else None,
            municipio=row.text("MUNICIPIO"),
            uf=row.text("UF"),
        )
        found.append(Autorizacao(row.document("CNPJ"), row.text("RAZAOSOCIAL"), place, row.text("ATIVIDADE")))
    return tuple(found)


def load_bases(folder: Path | None) -> Bases:
    """Load the files of a folder; those that are not there are not known.

    Args:
        folder: The folder, None where the office has none.

    Raises:
        BasesError: If the folder is not there, or a file cannot be read, lacks a column or has a wrong line.
    """
    if folder is None:
        return Bases()
    folder = folder.expanduser()
    if not folder.is_dir():
        raise BasesError("A pasta de DOCVERIFY_BASES não existe. Crie-a com os arquivos, ou apague a configuração.")
    try:
        there = {p.name.lower(): p for p in sorted(folder.iterdir())}
    except OSError as error:
        raise BasesError(f"A pasta de DOCVERIFY_BASES não pôde ser lida: {error.strerror}. Confira-a.") from error
    cadin, revoked, authorised = (there.get(n) for n in ("cadin.csv", "revogacoes.csv", "autorizacoes.csv"))
    # what is there and no file (a folder, a broken link) is an error when it is read, and not a file that is not known
    return Bases(
        cadin=_cadin(cadin) if cadin else None,
        revogadas=_revocations(revoked) if revoked else None,
        autorizadas=_authorised(authorised) if authorised else None,
    )

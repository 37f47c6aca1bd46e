"""A second look, for what the applicant declares, on papers whose own layout did not tell it.

The patterns read a paper without knowing the Ficha. Where they found no company name, CNPJ, address or State
registration, the paper may still print the declared one, letter by letter, in a place that no label announces. It is
then taken as printed there: a paper that spells the declared CNPJ, or street and number in a row, speaks of them.

Nothing that was read is overruled but a reading too weak to count either way, or a name without a company's suffix on a
paper of the declared CNPJ (its trade name, a label), and nothing is repaired or guessed: only exact spellings count,
those of abbreviations and accents forgiven.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from docverify.documents import layout as layouts
from docverify.documents.contract import campos_of
from docverify.documents.declared_lines import completed, lacks_lines
from docverify.documents.declared_partners import with_partners
from docverify.documents.layout import PageLayout, Text
from docverify.model import Document, Ficha, Field, Page, shown_box
from docverify.values.addresses import Endereco, compare_address
from docverify.values.identifiers.cnpj import find_cnpjs
from docverify.values.identifiers.cnpj import is_valid as is_cnpj
from docverify.values.name_lexicon import ABBREVIATIONS, SUFFIX_KIND
from docverify.values.names import compare_company, parse_company
from docverify.values.text import fold_same_length, words

OF_OTHERS = frozenset(
    {
        "desconhecido",
        "documento_identidade",
        "mandado_judicial",
        "distrato_social",
        "declaracao_prefeitura",
        "requerimento_cancelamento",
        "protocolo_transferencia_titularidade",
        "ato_incorporacao",
    }
)
"""Papers that by nature name somebody else beside the applicant, or in its place."""

WEAK = 0.5
"""Confidence under which a reading holds nothing for nor against the paper."""

CERTAINTY = 0.9
"""Of a value found by its letters alone, before the reader's own confidence."""

_LEAST_LETTERS = 9
"""Letters of a name that does not stand on a paper by chance."""

_TO_NUMBER = 6
"""Words from the end of a street's name to the number: ``N``, ``NUMERO``, a label or two."""

_BEFORE = 60
"""Characters before a value in which a word may say whose it is."""

_AFTER_NUMBER = 34
"""Words after the number within which the rest of the address stands: complement, district, town, labels of a form."""

_BOXED = 2
"""Characters of a word that fills one box of a form, or two that a reader took together."""

_TOKEN = re.compile(r"[A-Z0-9]+")
_STREET = re.compile(
    r"^(RUA|R|AV|AVENIDA|ROD|RODOVIA|TRAVESSA|TV|TRAV|ALAMEDA|AL|PRACA|PCA|PC|ESTRADA|EST|ESTR|LARGO|LGO|LRG|VIA|VIELA|"
    r"QUADRA|QD|SETOR|MARGINAL|ACESSO|LADEIRA|BECO|PASSAGEM|LOTEAMENTO|FAZENDA|SITIO|CHACARA|PARQUE|PASSEIO)$"
)
_BEFORE_NAME = re.compile(
    r"^((?:[AO]|D[AO]|PEL[AO])?(?:EMPRESA|FIRMA)|SOCIAL|NOME|EMPRESARIAL|REQUERENTE|INTERESSAD[OA]|CONTRIBUINTE|DENOMINACAO|COMERCIAL|SOCIEDADE|"
    r"ESTABELECIMENTO|RAZAO|INDETERMINAD[OA]|ATIV[OA]|REGULAR|DEFERID[OA]|LICENCIAD[OA]|AUTORIZAD[OA]|TITULAR|ENTIDADE|EMPREENDEDOR|JURIDICA|PARA|DE|DA|DO|A|O|E|EM)$"
)
_AFTER_NAME = re.compile(
    r"^(CNPJ|CGC|CPF|INSCRICAO|INSCRITA|ESTABELECID[AO]|SITUAD[AO]|LOCALIZAD[AO]|COM|SEDIADA|ENDERECO|NA|NO|QUE|PESSOA)$"
)
_SOMEBODY_ELSE = re.compile(
    r"PROPRIETARI|LOCADOR|SOCI[AO]\b|DISTRIBUIDOR|FORNECEDOR|CONTADOR|CONTABIL|CEDENTE|VENDEDOR|ANTERIOR|SUCEDID|EXTINT"
)
_OTHER_PLACE = re.compile(r"RESIDENT|RESIDENC|DOMICILIAD|CORRESPONDENCIA|COBRANCA|MATRIZ|ESCRITORIO|FIADOR")
"""Words before an address that is not the establishment's though the company's own."""
_NOT_IN_NAME = re.compile(r"[:;,()\[\]|•·\t\n\"“”]|(?<!\w)[-–—](?!\w)")


@dataclass(frozen=True, slots=True)
class _Token:
    folded: str
    start: int
    end: int


def complete(documents: Sequence[Document], pages: Sequence[Page], ficha: Ficha) -> tuple[Document, ...]:
    """Add to documents what the Ficha declares and they print, where their fields lack it.

    Args:
        documents: As the patterns read them.
        pages: Of the whole dossier.
        ficha: The declared data.

    Returns:
        The documents in the same order; a field found so has ``confianca`` of at most 0.9.
    """
    by_place = {(page.arquivo, page.numero): page for page in pages}
    completed = []
    for index, document in enumerate(documents):
        if document.continua is not None or document.tipo in OF_OTHERS or not _lacks(document, ficha):
            completed.append(document)
            continue
        members = [document, *(other for other in documents if other.continua == index)]
        places = [(m.arquivo, number) for m in members for number in m.paginas]
        own = [layouts.build(by_place[place]) for place in places if place in by_place]
        completed.append(replace(document, campos=_completed(document, own, ficha)))
    return tuple(completed)


def _lacks(document: Document, ficha: Ficha) -> bool:
    fields = document.campos
    if document.tipo == "ficha_cadastral" and ficha.origem != "json":
        return False
    address = fields.get("endereco")
    parts = address.valor if address is not None and isinstance(address.valor, Mapping) else {}
    weak = any(name not in fields or fields[name].confianca < WEAK for name in ("cnpj", "razao_social"))
    weak = weak or _confused(fields, ficha) or lacks_lines(fields, ficha)
    number = document.tipo == "inscricao_estadual" and "inscricao_estadual" not in fields
    partners = document.tipo == "contrato_social" and bool(ficha.socios)
    return weak or number or partners or not parts.get("logradouro") or not parts.get("numero")


def _completed(document: Document, own: Sequence[PageLayout], ficha: Ficha) -> Mapping[str, Field]:
    fields = completed(document.campos, document, own, ficha)
    finders = {"cnpj": _cnpj, "razao_social": _company, "inscricao_estadual": _registration}
    for name, finder in finders.items():
        known = fields.get(name)
        wanted = known is None or _replaceable(name, known) or (name == "razao_social" and _confused(fields, ficha))
        if name not in campos_of(document.tipo) or not wanted:
            continue
        found = next(finder(own, ficha), None)
        if found is not None:
            fields[name] = _field(document, *found)
    if "endereco" in campos_of(document.tipo) and ficha.endereco is not None:
        known = fields.get("endereco")
        place = None if known is not None and not _open(known, ficha.endereco) else next(_address(own, ficha), None)
        if place is not None:
            new = _field(document, *place)
            if known is not None:
                parts = {**new.valor, **{k: v for k, v in known.valor.items() if v}}
                both = known.trechos + new.trechos
                new = replace(known, valor=parts, confianca=min(known.confianca, new.confianca), trechos=both)
            fields["endereco"] = new
    return with_partners(fields, document, own, ficha)


def _replaceable(name: str, known: Field) -> bool:
    """Tell whether a weak reading may give way: it is no other company's valid CNPJ, nor a whole other name."""
    if known.confianca >= WEAK:
        return False
    if name == "cnpj":
        return not is_cnpj(str(known.valor))
    if name == "razao_social":
        return not parse_company(str(known.valor)).kind
    return True


def _confused(fields: Mapping[str, Field], ficha: Ficha) -> bool:
    """Tell whether a paper of the declared CNPJ seems to name no company (a trade name, a label), or the name's end."""
    number, name = fields.get("cnpj"), fields.get("razao_social")
    if name is not None and _is_tail(str(name.valor), ficha.razao_social or ""):
        return True
    if number is None or name is None or number.valor != ficha.cnpj or number.confianca < CERTAINTY * CERTAINTY:
        return False
    read = str(name.valor)
    same = compare_company(read, ficha.razao_social, name.confianca).nivel in ("igual", "alerta")
    wanted = " ".join(parse_company(ficha.razao_social or "").printed)
    runs_on = name.confianca < WEAK and bool(wanted) and f" {wanted} " in f" {' '.join(words(read))} "
    return not same and (runs_on or not parse_company(read).kind)


def _is_tail(read: str, declared: str) -> bool:
    """Tell whether what was read is the end of the declared name: the last line of a cell."""
    end, whole = parse_company(read).printed, parse_company(declared).printed
    return 0 < len(end) < len(whole) and tuple(whole[-len(end) :]) == tuple(end)


def _field(document: Document, layout: PageLayout, chosen: tuple[int, ...], value: object, read: str) -> Field:
    page = layout.page
    return Field(
        valor=value,
        lido=" ".join(read.split()),
        confianca=round(CERTAINTY * layout.confidence_of(chosen), 4),
        pagina=page.numero,
        caixa=shown_box(page, layout.box_of(chosen)),
        arquivo=page.arquivo if page.arquivo != document.arquivo else None,
        trechos=layout.trechos_of(chosen),
    )


_Found = tuple[PageLayout, tuple[int, ...], object, str]


def _in_boxes(own: Sequence[PageLayout], wanted: str) -> Iterator[tuple[PageLayout, tuple[int, ...]]]:
    """Yield where a value is filled in one character a box: a line of words of one or two characters that spell it."""
    for layout in own:
        for line in layout.lines:
            row = [w for i in line for w in layout.segments[i].text.words]
            told = [(re.sub(r"[^A-Z0-9]", "", fold_same_length(layout.page.words[w].text)), w) for w in row]
            boxed = [(text, w) for text, w in told if text]
            spelt = "".join(text for text, _ in boxed)
            # Boxes at an even pitch were joined already (combs.py): then the whole line spells it.
            if sum(len(text) <= _BOXED for text, _ in boxed) < 0.6 * len(boxed) and spelt != wanted:
                continue
            at = spelt.find(wanted)
            if at < 0:
                continue
            ends = list(accumulate(len(text) for text, _ in boxed))
            inside = [i for i, e in enumerate(ends) if e > at and e - len(boxed[i][0]) < at + len(wanted)]
            around = [boxed[i][0] for i in (inside[0] - 1, inside[-1] + 1) if 0 <= i < len(boxed)]
            if any(len(text) <= _BOXED and text.isdigit() == wanted[0].isdigit() for text in around):
                continue  # the boxes go on: a longer name or number
            yield layout, tuple(boxed[i][1] for i in inside)


def _texts(own: Sequence[PageLayout]) -> Iterator[tuple[PageLayout, Text]]:
    """Yield what a value may stand in: the lines of each page, then its blocks, where a value may run on."""
    for layout in own:
        yield layout, layout.text
        for block in range(len(layout.blocks)):
            yield layout, layout.block_text(block)


def _cnpj(own: Sequence[PageLayout], ficha: Ficha) -> Iterator[_Found]:
    known = {n for n in (ficha.cnpj, *(f.cnpj for f in ficha.filiais)) if n}
    for number in known:
        for layout, chosen in _in_boxes(own, number):
            yield layout, chosen, number, " ".join(layout.page.words[w].text for w in chosen)
    hits = [
        (layout, m)
        for layout in own
        for m in find_cnpjs(layout.text.raw)
        if m.valor in known
        and not m.reparado
        and not _SOMEBODY_ELSE.search(layout.text.folded[max(0, m.start - _BEFORE) : m.start])
    ]
    if len({m.valor for _, m in hits}) == 1:
        for layout, m in hits:
            yield layout, layout.text.words_of(m.start, m.end), m.valor, layout.text.raw[m.start : m.end]


def _registration(own: Sequence[PageLayout], ficha: Ficha) -> Iterator[_Found]:
    wanted = re.sub(r"[^0-9A-Z]", "", (ficha.inscricao_estadual or "").upper())
    if sum(map(str.isdigit, wanted)) < 8:
        return
    for layout in own:
        for m in re.finditer(r"(?<![0-9A-Z])P?[0-9][0-9./ -]{6,22}[0-9](?![0-9])", layout.text.folded):
            if re.sub(r"[^0-9A-Z]", "", m[0]) == wanted:
                yield layout, layout.text.words_of(*m.span()), wanted, layout.text.raw[slice(*m.span())]


def _tokens(text: Text) -> list[_Token]:
    return [_Token(m[0], m.start(), m.end()) for m in _TOKEN.finditer(text.folded)]


def _runs(tokens: Sequence[_Token], wanted: Sequence[str]) -> Iterator[int]:
    """Yield where the wanted words stand in a row, abbreviations of the one or the other side spelt out."""
    spelt = [ABBREVIATIONS.get(w, w) for w in wanted]
    own = [ABBREVIATIONS.get(t.folded, t.folded) for t in tokens]
    for at in range(len(tokens) - len(wanted) + 1):
        if own[at : at + len(spelt)] == spelt:
            yield at


def _company(own: Sequence[PageLayout], ficha: Ficha) -> Iterator[_Found]:
    wanted = parse_company(ficha.razao_social or "").printed
    if sum(map(len, wanted)) < _LEAST_LETTERS:
        return
    for layout, chosen in _in_boxes(own, "".join(words(ficha.razao_social or ""))):
        yield layout, chosen, ficha.razao_social, " ".join(layout.page.words[w].text for w in chosen)
    for layout, text in _texts(own):
        tokens = _tokens(text)
        for at in _runs(tokens, wanted):
            end = _name_end(text, tokens, at, at + len(wanted) - 1)
            if end is not None and _name_begins(text, tokens, at):
                start, stop = tokens[at].start, tokens[end].end
                read = text.raw[start:stop]
                yield layout, text.words_of(start, stop), " ".join(read.split()), read


def _name_begins(text: Text, tokens: Sequence[_Token], at: int) -> bool:
    before = text.folded[max(0, tokens[at].start - _BEFORE) : tokens[at].start]
    if _SOMEBODY_ELSE.search(before):
        return False
    if at and re.search(r"(?:\bE|&)\s*$", text.folded[tokens[at - 1].start : tokens[at].start]):
        return False  # "IRMÃOS ALVES E" / "BOM JESUS LTDA"
    if at == 0 or _NOT_IN_NAME.search(text.raw[tokens[at - 1].end : tokens[at].start]):
        return True
    last = tokens[at - 1]
    return text.raw[last.start].islower() or _BEFORE_NAME.match(last.folded) is not None


def _name_end(text: Text, tokens: Sequence[_Token], at: int, last: int) -> int | None:
    """Return the last token of the name with its suffixes, None where it goes on as another name or is torn."""
    for i in range(at, last):
        if re.search(r"[\t:;|]", text.raw[tokens[i].end : tokens[i + 1].start]):
            return None
    while last + 1 < len(tokens):
        gap, following = text.raw[tokens[last].end : tokens[last + 1].start], tokens[last + 1]
        pair = f"{following.folded}{tokens[last + 2].folded}" if last + 2 < len(tokens) else ""
        if re.search(r"[\t\n:;|]", gap):
            return last
        if following.folded in SUFFIX_KIND:
            last += 1
        elif following.folded == "S" and pair == "SA":
            last += 2
        elif _NOT_IN_NAME.search(gap) or "." in gap:
            return last
        else:
            ends = text.raw[following.start].islower() or _AFTER_NAME.match(following.folded)
            return last if ends else None
    return last


def _open(known: Field, declared: Endereco) -> bool:
    """Tell whether an address that was read lacks street or number, and says nothing against the declared one."""
    parts = known.valor if isinstance(known.valor, Mapping) else {}
    if parts.get("logradouro") and parts.get("numero"):
        return False
    read = Endereco(**{k: str(v) for k, v in parts.items() if v and k in Endereco.__dataclass_fields__})
    levels = {part: c.nivel for part, c in compare_address(read, declared, known.confianca)}
    stated = [part for part in ("logradouro", "numero", "municipio", "uf") if getattr(read, part)]
    return all(levels.get(part, "igual") in ("igual", "alerta", "indeterminado") for part in stated)


def _address(own: Sequence[PageLayout], ficha: Ficha) -> Iterator[_Found]:
    declared = ficha.endereco
    if declared is None or not declared.logradouro or not declared.numero:
        return
    street = words(declared.logradouro)
    street = street[1:] if street and _STREET.match(street[0]) else street
    number = words(declared.numero)
    if not street or not any(c.isdigit() for c in declared.numero):
        return
    short = sum(map(len, street)) < _LEAST_LETTERS
    for layout, text in _texts(own):
        tokens = _tokens(text)
        for at in _runs(tokens, street):
            typed = at > 0 and _STREET.match(tokens[at - 1].folded) is not None
            if short and not typed:
                continue
            place = _number_after(tokens, at + len(street), number)
            before = text.folded[max(0, tokens[at].start - _BEFORE) : tokens[at].start]
            if place is None or _SOMEBODY_ELSE.search(before) or _OTHER_PLACE.search(before):
                continue
            first = at - 1 if typed else at
            last = at + len(street) - 1
            value = {
                "logradouro": " ".join(text.raw[tokens[first].start : tokens[last].end].split()),
                "numero": " ".join(text.raw[tokens[place].start : tokens[place + len(number) - 1].end].split()),
                **_rest(text, tokens[place + len(number) :][:_AFTER_NUMBER], declared),
            }
            start, stop = tokens[first].start, tokens[place + len(number) - 1].end
            yield layout, text.words_of(start, stop), value, text.raw[start:stop]


def _number_after(tokens: Sequence[_Token], start: int, number: Sequence[str]) -> int | None:
    """Return where the number stands, None where another figure stands first or none does."""
    for at in range(start, min(start + _TO_NUMBER, len(tokens))):
        if [t.folded for t in tokens[at : at + len(number)]] == list(number):
            return at
        if tokens[at].folded.isdigit():
            return None
    return None


def _rest(text: Text, after: Sequence[_Token], declared: Endereco) -> dict[str, str]:
    """Return district, town, State and CEP where the declared ones follow."""
    found: dict[str, str] = {}
    for part in ("bairro", "municipio"):
        wanted = words(getattr(declared, part) or "")
        at = next(_runs(after, wanted), None) if wanted else None
        if at is None:
            continue
        last = at + len(wanted) - 1
        found[part] = " ".join(text.raw[after[at].start : after[last].end].split())
        if part == "municipio" and last + 1 < len(after) and after[last + 1].folded == declared.uf:
            found["uf"] = declared.uf
    if declared.cep:
        digits = [t.folded for t in after]
        if declared.cep in digits or any(a + b == declared.cep for a, b in zip(digits, digits[1:], strict=False)):
            found["cep"] = declared.cep
    return found

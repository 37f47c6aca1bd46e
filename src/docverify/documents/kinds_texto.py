"""Kinds of values without a shape of their own: names, activities, the standing of an inscription."""

from __future__ import annotations

import re

from docverify.documents import neighbours
from docverify.documents.anchors import words_of
from docverify.documents.kinds import TRAILING, Parsed, collapse, is_empty, trimmed
from docverify.documents.patterns import Campo
from docverify.values.text import fold, fold_same_length

_GOES_ON = re.compile(
    r"\s*,\s+(?:(?:E\s+)?(?:INSCRIT|SITUAD|LOCALIZAD|ESTABELECID|SEDIAD|PORTADOR|VISTORIAD|INSTALAD)[AO]?S?\b"
    r"|(?:ENCONTRA|ACHA)-?\s?SE\b|COM\s+(?:SEDE|ESTABELECIMENTO|ENDERECO)|(?:NO\s+)?CNPJ"
    r"|DE\s+PROPRIEDADE|PERTENCENTE|D[EO]\s+TIPO|DE\s+BANDEIRA|FOI\s)"
)
_QUOTED = re.compile(r'["“”]([^"“”\n]{2,60})["“”]')


_OTHER_LABEL = re.compile(r"\W*(?:C\.?N\.?P\.?J|C\.?P\.?F|C\.?E\.?P|N\.?I\.?R\.?E|C\.?G\.?C)\b")
"""What begins so is the next thing of the sentence or form."""


def texto(raw: str, campo: Campo) -> list[Parsed]:
    """Free text, ended where a sentence goes on about the company so called."""
    start, end = trimmed(raw)
    quoted = _QUOTED.match(raw, start, end)
    if quoted:
        start, end = quoted.span(1)
    stop = _GOES_ON.search(fold_same_length(raw[start:end]), 2)
    if stop:
        end = start + stop.start()
    if end - start > 2 and raw[start] in '"“”' and raw[end - 1] in '"“”':
        start, end = start + 1, end - 1
    # "(nome fantasia CASA DO GÁS), CNPJ ...": the bracket was opened before the label.
    closed = raw.find(")", start, end)
    if closed > start + 2 and "(" not in raw[start:closed]:
        end = closed
    text = raw[start:end]
    if is_empty(text) or sum(c.isalnum() for c in text) < 2 or _OTHER_LABEL.match(fold(text)):
        return []
    letters = sum(c.isalpha() for c in text)
    worth = 0.9 if letters >= 3 else 0.4
    if text[0].islower():
        worth *= 0.6
    return [Parsed(collapse(text), start, end, worth)]


_ENDS_ACTIVITY_LINE = re.compile(
    r"\n(?=[A-Z .'-]{3,40}, \d{1,2}º? DE )|"
    r"\n(?=(?:ESTE|ESTA|O|A|OS|AS|VALID[AO]|PARA(?! (?:VEIC|EMBARC|USO|FINS))|"
    r"SUJEIT[AO]|OBS|NAO|CONFORME|EM(?! (?:RECIPIENTE|BOTIJ|VASILHAME|CILINDRO|GERAL|LOJA|POSTO|EMBARC))|DEVE|AFIX|FICA"
    r"|PRAZO|VIGENCIA|VENCIMENTO|EXERCICIO|AFIXAR|DOCUMENTO|CERTIFICO|CERTIFICAMOS|DECLARAMOS|CODIGO DE|DATA DE"
    r"|EMITID[AO]"
    r"|(?:ALVARA|LICENCA|ATESTADO|CERTIFICADO|CERTIDAO)(?! DE\b)) )"
    # The form's next row: a label and its colon, or what is weighed and measured.
    r"|\n(?=[A-Z][A-Z .()/ºª°-]{2,40}[.…·_ ]{0,40}:)"
    r"|\n(?=(?:CAPACIDADE|CAP|CAPAC|CLASSE|QUANTIDADE|QTDE?|ESTOQUE|CARGA|TAXA|VALOR|ALTURA|VOLUME|PESO|MASSA|LOTACAO"
    r"|LIMITE|AREA|INVENTARIO|ARMAZENA(?:GEM|MENTO)\s+(?:DE\s+)?ATE|REVENDA\s+DE\s+GLP\s+COM)\b)"
    r"|\n(?=[0-9][0-9.,]*\s{0,2}(?:KG|QUIL|LITROS|M2|M²|M3|M³)\b)"
)
_ENDS_ACTIVITY = re.compile(
    r"[;|]|\.\s+(?=[A-Z]|\d{1,2}(?:\W|$))|\.\s*$|_{4,}"
    r"|\b(?:ESTE ALVARA|ESTA LICENCA|O PRESENTE|A PRESENTE|NO HORARIO|HORARIO|VALID[AO] (?:ATE|POR|PARA)|SITUAD[AO]|"
    r"LOCALIZAD[AO]|ESTABELECID[AO]|"
    r"OBSERVAD[AO]S|DEVENDO|SUJEITANDO|COM AREA|NA AREA|EM AREA|NO ENDERECO|CNPJ|COM VALIDADE|NOS TERMOS|"
    r"NO MUNICIPIO DE|DURANTE O EXERCICIO|"
    r"N[AO] (?:RUA|AV|AVENIDA|ORLA|RODOVIA|ROD|MARGEM|ESTRADA|PRACA|TRAVESSA|ALAMEDA)|"
    r"(?<=, )(?:N[AO]|A) (?:R|TV|TRAV|AL|EST|PCA|LARGO|LGO|VILA|VIA|QUADRA|SETOR|BR|PORTO|BECO)|"
    r"QUE (?:EXERC|MANT|EXPLOR|OPERAV|VINHA)\w*|"
    r"N[OA] (?:IMOVEL|PREDIO|TERRENO|LOCAL SITUADO|SEGUINTE ENDERECO)|NEST[AE] (?:CIDADE|MUNICIPIO|ENDERECO)|"
    r"TENDO EM VISTA|UMA VEZ QUE|POR NAO|EM RAZAO D[AEO]|NO ESTABELECIMENTO|SEM SUCESSOR|EM (?=\d{1,2}(?:/| DE ))|"
    r"E A DESATIVACAO|JA QUE|PUBLICADA|ESTOQUE|LIMITE DE|DE ACORDO COM|CONFORME|INSCRICAO|PELO PRAZO|"
    r"JUNTANDO|PARA TANTO|PARA O QUE|EM (?:FAVOR|NOME) D[AEO]|NA FORMA D[AEO]|DE QUE TRATA|PREVIST[AO] N[AO]|"
    r"COM FUNDAMENTO|"
    r"COM BASE N[AO]|PELA (?:EMPRESA|REQUERENTE|INTERESSADA)|A QUE SE REFERE|ANEXANDO)\b"
    r"|, (?:FOI|ENCONTRA-?\s?SE|ESTA (?!BELEC)|POSSUI|ATENDE|TENDO|DE PROPRIEDADE|SOB |INSCRIT[AO]"
    r"|COM (?:AREA|HORARIO|SEDE|PRAZO|VIGENCIA)|E POSSUI|E ATENDE)\b"
)
_ACTIVITY = re.compile(
    r"\b(?:COMERC\w*|VAREJ\w*|ATACAD\w*|REVEND\w*|VENDA\w*|DISTRIBUI\w*|ARMAZENA\w*|DEPOSITO|POSTO\w*|COMBUST\w*|"
    r"GAS|GLP|LIQUEFEITO|SERVICO\w*|"
    r"FABRICA\w*|INDUSTRIA\w*|TRANSPORTE\w*|ABASTECIMENTO|LOJA\w*|RESTAURANTE\w*|PETROLEO|BEBIDAS|AGUA|OFICINA|"
    r"ESCRITORIO|EDUCACIONAL|HOSPEDAGEM|"
    r"PRESTACAO|PRODUTOS|LUBRIFICANTES|INFLAMAVE\w*|RECIPIENTES|ENVASADO)\b|\b[0-9]{2}\.?[0-9]{2}-?[0-9]"
)


_CODE = re.compile(r"[0-9][0-9./-]{3,12}\s*[-–:]?\s*")


_LEAD = re.compile(
    r"[DN][AO]\s+(?:IMOVEL|EDIFICACAO|LOCAL)\s+(?=\w{4})"
    r"|(?:O\s+)?EXERCICIO\s+D[AE]S?\s+ATIVIDADES?\s+D[EAO]\s+|(?:AS?\s+)?ATIVIDADES?\s+DE\s+"
)


def atividade(raw: str, campo: Campo) -> list[Parsed]:
    """What an establishment does: text that names a trade, ended where the sentence ends."""
    start, end = trimmed(raw)
    folded = fold_same_length(raw[start:end])
    # In a sentence the end of a line says nothing; in a form the next row begins there.
    stops = (_ENDS_ACTIVITY_LINE.search(folded, 4), _ENDS_ACTIVITY.search(folded.replace("\n", " "), 4))
    end = min((start + stop.start() for stop in stops if stop), default=end)
    while end > start and raw[end - 1] in TRAILING:
        end -= 1
    lead = _LEAD.match(fold_same_length(raw[:end]), start)
    start = lead.end() if lead else start
    code = _CODE.match(raw, start, end)
    if code and sum(c.isalpha() for c in raw[code.end() : end]) >= 4:
        start = code.end()
    text = raw[start:end]
    if is_empty(text) or sum(c.isalpha() for c in text) < 4:
        return []
    worth = 1.0 if _ACTIVITY.search(fold(text)) else 0.35
    return [Parsed(collapse(text), start, end, worth)]


_STANDING = re.compile(
    r"\b(?:NAO )?(?:HABILITAD[AO]|ATIV[AO]|REGULAR|BAIXAD[AO]|SUSPENS[AO]|CANCELAD[AO]|INAPT[AO]|PARALISAD[AO]|"
    r"IRREGULAR|CASSAD[AO]|NUL[AO]|INATIV[AO]|"
    r"INABILITAD[AO]|DESABILITAD[AO]|BLOQUEAD[AO]|PENDENTE|BAIXA|EM PROCESSO DE BAIXA|EXCLUID[AO])\b(?: - [A-Z]+)?"
)


def situacao(raw: str, campo: Campo) -> list[Parsed]:
    """Standing of an inscription in the word of its State (``HABILITADO``, ``ATIVA``, ``BAIXADO`` ...), as printed."""
    return [
        Parsed(collapse(raw[m.start() : m.end()]), m.start(), m.end(), 1.0)
        for m in _STANDING.finditer(fold_same_length(raw))
    ]


_SUFFIX = re.compile(r"\b(?:LTDA|LIMITADA|S[./ ]?A|EIRELI|ME|EPP|MEI|SLU|CIA|COMPANHIA|SPE)\b\.?")
# The line ends behind the suffix, and the next one is not of the name (", EM RECUPERAÇÃO JUDICIAL", "- ME", "& CIA").
_NEXT_LINE = re.compile(
    r"[ .]*\n(?!\W{0,3}(?:ME|EPP|MEI|EIRELI|LTDA|LIMITADA|S[./ ]?A|CIA|FILIAL|MATRIZ|EM LIQ|EM REC|& )\b)"
)
_OF_THE_KIND = (
    r"(?!\W{0,3}(?:ME|EPP|MEI|EIRELI|LTDA|LIMITADA|S[./ ]?A|CIA|FILIAL|MATRIZ|EM LIQ|EM REC|"
    r"UNIPESSOAL|SOC|MICRO|EMPRESA|\d|& |E )\b)"
)
_BEHIND_LIMITED = re.compile(
    r"(?<=[A-Z.)]\s)(?P<sufixo>(?:LTDA|EIRELI)\b\.?(?:\s*[-–]?\s*\(?(?:ME|EPP|MEI|EIRELI)\b\)?\.?)?)"
    rf"\s+{_OF_THE_KIND}(?!\W{{0,3}}$|\W*\()"
    rf"|(?<=[A-Z.)]\s)(?P<outro>(?:S\s?[./]\s?A|ME|EPP|MEI)\b\.?)[ .]*\n\s*{_OF_THE_KIND}(?=\w)"
)
"""A limited company's name ends with its kind: what follows is the form's next word (``LTDA Nº DO CNPJ``)."""


def end_of_kind(folded: str, start: int, end: int) -> int:
    """Return where a company's name ends that goes on behind the kind of company; ``end`` where it does not.

    Args:
        folded: Text in capitals without accents.
        start: Offset of the name's first character.
        end: Offset behind its last.
    """
    over = _BEHIND_LIMITED.search(folded, start, end)
    return max(over.end("sufixo"), over.end("outro")) if over else end


_GLUED = re.compile(r"(?:[AO]|D[AO]|PEL[AO])\s?(?:EMPRESA|FIRMA|SOCIEDADE)\s+(?=\w)|FIRMA\s+(?:INDIVIDUAL\s+)?(?=\w)")
_CALLED = re.compile(r"(?:empresa|sociedade|firma)\s+(?=[^\W\d_a-zà-ÿ])")
"""The sentence's word before a name, its article glued to it or not; ``EMPRESA`` in capitals may begin a name."""
_COMPANY_WORD = re.compile(
    r"\b(?:COMERCI\w*|COM|REVENDA\w*|DISTRIBUI\w*|GAS|GLP|POSTO|COMBUSTIVE\w*|TRANSPORT\w*|INDUSTRIA|SERVICOS|"
    r"DEPOSITO|EMPRESA|CASA|LOJA\w*|MERCAD\w*|AGUA|ENERGIA|DERIVADOS|PETROLEO)\b"
)
_ENDS_NAME = re.compile(
    r"\b(?:CNPJ|C\.?N\.?P\.?J|C\.?G\.?C\b|CPF|INSCRIT[AO]|INSCRICAO|COM SEDE|SEDIAD[AO]|"
    r"ESTABELECID[AO]|SITUAD[AO]|LOCALIZAD[AO]|"
    r"PESSOA JURIDICA|DORAVANTE|CONHECID[AO]|(?:COM |DE )?NOME (?:DE )?FANTASIA|TAMBEM |R[$]|"
    r"REGISTRAD[AO]|NIRE|PORTADOR[A]?|ENDERECO|PARA |A EXERCER|QUE |NESTE ATO)|[\t]| {3,}|"
    r"\b(?:FOI|FICA|ACHA-SE|ESTA|ENCONTRA-SE)\s+(?:CONCEDID|AUTORIZAD|LICENCIAD|INSCRIT|CADASTRAD|HABILITAD)|"
    r"[;\"”“]"
)
_OTHER_NAME = re.compile(r"\s*\((?!\s*(?:EM |ME\b|EPP\b|MEI\b|FILIAL|MATRIZ|SOCIEDADE))[A-Z][^()]{3,60}\)?")
_OF_A_STAMP = re.compile(
    r"\bRECONHECO\b|POR SEMELHANCA|POR AUTENTICIDADE|\bAUTENTICO\b|\bTABELI(?:AO|A|ONATO)\b|\bDOU FE\b|"
    r"^VALOR(?:ES)?\b|\bVALOR (?:RECEBIDO|PAGO|TOTAL|COBRADO)\b|^EMOLUMENTOS?\b|^CUSTAS\b|^SELO (?:DIGITAL|DE)\b|^ISS\b"
)
_OF_A_PLACE = re.compile(r"D[AO]S? [A-Z]{3,}\s+(?!LTDA|S\W?A\b|ME\b|EPP\b|EIRELI)[A-Z]{2}")
_NOT_A_NAME = re.compile(
    r"^(?:D[AEO]S? |PARA |QUE |COM |E |OU |EM |N[AO]S? |SER |FOI |SE |A SEGUIR|ABAIXO|ACIMA|CONFORME|NOS TERMOS|POR )"
)


_ANSWERED = re.compile(r"(?:INDETERMINAD[OA]|DEFERID[OA]|LICENCIAD[OA])(?:[\s.;:,–-]{1,4}(?=\w)|\W*$)")
"""Answers another label ("Validade", "Situação") on the line above a name."""


def empresa(raw: str, campo: Campo) -> list[Parsed]:
    """Name of a company: cut where the sentence goes on, more plausible with a suffix or a word of trade."""
    start, end = trimmed(raw)
    start = neighbours.before_name(raw, start, end)
    glued = _GLUED.match(fold_same_length(raw), start) or _CALLED.match(raw, start)
    start = glued.end() if glued else start
    answered = _ANSWERED.match(fold_same_length(raw), start)
    start = answered.end() if answered else start
    stop = _ENDS_NAME.search(fold_same_length(raw[start:end]))
    if stop and stop.start() > 2:
        end = start + stop.start()
    start, end, plain = neighbours.of_name(raw, start, end)
    folded = fold_same_length(raw[start:end])
    suffix = list(_SUFFIX.finditer(folded[: end - start]))
    broken = next((m for m in (_NEXT_LINE.match(folded, s.end()) for s in suffix) if m), None)
    if broken:
        end = min(end, start + broken.start())
    end = start + end_of_kind(folded, 0, end - start)
    comma = folded.find(",", suffix[-1].end() if suffix else 0)
    if 0 <= comma < end - start:
        end = start + comma
    closed = raw.find(")", start, end)
    if closed > start + 2 and "(" not in raw[start:closed]:
        end = closed
    # "GÁS DO VALE LTDA (VALE GÁS)": another name in brackets; "(ME)" and "(em liquidação)" are of the name.
    other = _OTHER_NAME.search(folded, suffix[0].end() if suffix else len(folded), max(0, end - start))
    if other:
        end = start + other.start()
    while end > start and raw[end - 1] in TRAILING:
        end -= 1
    text = raw[start:end]
    folded = folded[: end - start]
    if is_empty(text) or sum(c.isalpha() for c in text) < 3 or len(text) > 160:
        return []
    worth = 0.8
    if _SUFFIX.search(folded):
        worth = 1.0
    elif _COMPANY_WORD.search(folded):
        worth = 0.93
    if _NOT_A_NAME.match(folded) or text[0].islower():
        # "DO VALE COMÉRCIO DE GÁS LTDA" is a name all the same: capitals throughout, and its kind at the end.
        worth *= 0.85 if _OF_A_PLACE.match(folded) and text.isupper() and worth >= 1.0 else 0.3
    if not plain or _OF_A_STAMP.search(folded):
        worth *= 0.4
    if sum(c.isdigit() for c in text) > max(4, sum(c.isalpha() for c in text)):
        worth *= 0.5
    return [Parsed(collapse(text), start, end, worth)]


_WRAPPED_PERSON = re.compile(r"[A-Z'´`.~ -]{5,60}\n[A-Z'´`.~ -]{3,30}")
_NOT_NAMES = words_of("_comum", "prosa.toml", "nao_nomes")
NO_FIRST_NAME = frozenset(
    (
        *("DE", "DA", "DO", "DAS", "DOS", "PELO", "PELA", "NOME", "RG", "CPF", "CARGO", "FUNCAO"),
        # the rest of another label: "NOME FANTASIA", "NOME EMPRESARIAL"
        *("FANTASIA", "EMPRESARIAL", "COMERCIAL", "COMPLETO", "DOCUMENTO", "DOCUMENTOS", "FIRMA", "EMPRESA"),
    )
)


def pessoa(raw: str, campo: Campo) -> list[Parsed]:
    """Name of a person: words of letters only, two or more."""
    start, end = trimmed(raw)
    start = neighbours.before_name(raw, start, end)
    folded = fold_same_length(raw[start:end])
    if _WRAPPED_PERSON.fullmatch(folded) and not _NOT_NAMES & set(folded.split()):
        folded = folded.replace("\n", " ")
    match = re.match(r"[A-Z'´`.~ \t-]{5,80}", folded)
    if match is None:
        return []
    stop = _ENDS_NAME.search(match.group()) or re.search(r"\s[-–]\s|\sNOME\b", match.group())
    end = start + (stop.start() if stop and stop.start() > 3 else match.end())
    text = raw[start:end].strip(TRAILING)
    if raw[end : end + 1] in ("º", "°") and text[-2:] in (" N", " n"):
        text = text[:-2].rstrip(TRAILING)  # "Nº" of the next label
    words = text.split()
    if len(words) < 2 or is_empty(text) or len(words) > 10 or fold(words[0]) in NO_FIRST_NAME:
        return []
    worth = 0.9 if all(w[0].isupper() or fold(w) in ("DE", "DA", "DO", "DAS", "DOS", "E") for w in words) else 0.5
    return [Parsed(collapse(text), start, start + len(text), worth)]

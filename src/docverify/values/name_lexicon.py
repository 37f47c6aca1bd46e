"""Words of company names: suffixes that do not distinguish, and abbreviations.

Source of the suffixes: LC 123/2006 art. 72 (ME, EPP; revoked by LC 155/2016), Lei 14.195/2021 art. 41 (EIRELI became
sociedade limitada unipessoal), Lei 11.101/2005 art. 69 ("em recuperação judicial").
"""

from __future__ import annotations

# Kind of company by its suffix; the kinds LIMITADA and SA are told apart, the rest are mere enclosures.
SUFFIX_KIND: dict[str, str] = {
    "LTDA": "LIMITADA",
    "LIMITADA": "LIMITADA",
    "LTD": "LIMITADA",
    "LDA": "LIMITADA",
    "LTDS": "LIMITADA",
    "EIRELI": "LIMITADA",
    "SLU": "LIMITADA",
    "SA": "SA",
    "ME": "PORTE",
    "EPP": "PORTE",
    "MEI": "PORTE",
    "EI": "PORTE",
    "MICROEMPRESA": "PORTE",
}

# Ends of a name that describe a state of the company, as sequences of folded words.
STATE_PHRASES: tuple[tuple[str, ...], ...] = (
    ("EM", "RECUPERACAO", "JUDICIAL"),
    ("EM", "RECUPERACAO", "EXTRAJUDICIAL"),
    ("EM", "LIQUIDACAO", "EXTRAJUDICIAL"),
    ("EM", "LIQUIDACAO"),
    ("EMPRESA", "DE", "PEQUENO", "PORTE"),
    ("MICRO", "EMPRESA"),
    ("SOCIEDADE", "LIMITADA", "UNIPESSOAL"),
    ("SOCIEDADE", "UNIPESSOAL"),
    ("UNIPESSOAL",),
)

# One expansion each, so that two spellings meet; those of `AMBIGUOUS` take their commonest.
ABBREVIATIONS: dict[str, str] = {
    "COM": "COMERCIO",
    "COML": "COMERCIAL",
    "COMERC": "COMERCIO",
    "COMB": "COMBUSTIVEIS",
    "COMBUST": "COMBUSTIVEIS",
    "COMBUSTIVEL": "COMBUSTIVEIS",
    "DIST": "DISTRIBUIDORA",
    "DISTR": "DISTRIBUIDORA",
    "DISTRIB": "DISTRIBUIDORA",
    "TRANSP": "TRANSPORTES",
    "TRANSPORTE": "TRANSPORTES",
    "TRANS": "TRANSPORTES",
    "DERIV": "DERIVADOS",
    "DER": "DERIVADOS",
    "PET": "PETROLEO",
    "PETR": "PETROLEO",
    "PETROL": "PETROLEO",
    "REP": "REPRESENTACOES",
    "REPRES": "REPRESENTACOES",
    "REPRESENTACAO": "REPRESENTACOES",
    "IND": "INDUSTRIA",
    "SERV": "SERVICOS",
    "SERVICO": "SERVICOS",
    "SVC": "SERVICOS",
    "SERVS": "SERVICOS",
    "PROD": "PRODUTOS",
    "PRODS": "PRODUTOS",
    "MAT": "MATERIAIS",
    "CONSTR": "CONSTRUCAO",
    "ALIM": "ALIMENTOS",
    "BEB": "BEBIDAS",
    "LUBRIF": "LUBRIFICANTES",
    "LUB": "LUBRIFICANTES",
    "EMP": "EMPREENDIMENTOS",
    "EMPREEND": "EMPREENDIMENTOS",
    "PART": "PARTICIPACOES",
    "PARTIC": "PARTICIPACOES",
    "ADM": "ADMINISTRADORA",
    "REV": "REVENDEDORA",
    "REVEND": "REVENDEDORA",
    "VAREJ": "VAREJISTA",
    "ATAC": "ATACADISTA",
    "AT": "AUTO",
    "CIA": "COMPANHIA",
    "IRMAO": "IRMAOS",
    "LIQ": "LIQUEFEITO",
    "LOG": "LOGISTICA",
    "CONV": "CONVENIENCIA",
    "GASES": "GAS",
    "STO": "SANTO",
    "STA": "SANTA",
    "NSA": "NOSSA",
    "SRA": "SENHORA",
    "SR": "SENHOR",
    "DR": "DOUTOR",
    "DRA": "DOUTORA",
    "PROF": "PROFESSOR",
    "PE": "PADRE",
    "CEL": "CORONEL",
    "GAL": "GENERAL",
    "JR": "JUNIOR",
    "JUN": "JUNIOR",
}

# Abbreviations (and a plural) of more than one word: each matches any of those that it may stand for.
AMBIGUOUS: dict[str, tuple[str, ...]] = {
    "COM": ("COMERCIO", "COMERCIAL", "COMERCIALIZADORA", "COMERCIALIZACAO"),
    "COMERC": ("COMERCIO", "COMERCIAL", "COMERCIALIZADORA", "COMERCIALIZACAO"),
    "DIST": ("DISTRIBUIDORA", "DISTRIBUICAO", "DISTRIBUIDOR"),
    "DISTR": ("DISTRIBUIDORA", "DISTRIBUICAO", "DISTRIBUIDOR"),
    "DISTRIB": ("DISTRIBUIDORA", "DISTRIBUICAO", "DISTRIBUIDOR"),
    "TRANSP": ("TRANSPORTES", "TRANSPORTADORA", "TRANSPORTADOR"),
    "TRANS": ("TRANSPORTES", "TRANSPORTADORA", "TRANSPORTADOR"),
    "REP": ("REPRESENTACOES", "REPRESENTANTE", "REPRESENTANTES"),
    "REPRES": ("REPRESENTACOES", "REPRESENTANTE", "REPRESENTANTES"),
    "IND": ("INDUSTRIA", "INDUSTRIAL", "INDUSTRIAS"),
    "REV": ("REVENDEDORA", "REVENDA", "REVENDEDOR", "REVENDAS"),
    "REVEND": ("REVENDEDORA", "REVENDA", "REVENDEDOR", "REVENDAS"),
    "CONSTR": ("CONSTRUCAO", "CONSTRUCOES", "CONSTRUTORA"),
    "EMP": ("EMPREENDIMENTOS", "EMPRESA", "EMPRESARIAL"),
    "EMPREEND": ("EMPREENDIMENTOS", "EMPREENDIMENTO"),
    "PART": ("PARTICIPACOES", "PARTICIPACAO"),
    "PARTIC": ("PARTICIPACOES", "PARTICIPACAO"),
    "ADM": ("ADMINISTRADORA", "ADMINISTRACAO"),
    "VAREJ": ("VAREJISTA", "VAREJO"),
    "ATAC": ("ATACADISTA", "ATACADO", "ATACAREJO"),
    "MAT": ("MATERIAIS", "MATERIAL"),
    "PROD": ("PRODUTOS", "PRODUTO", "PRODUTORA"),
    "ALIM": ("ALIMENTOS", "ALIMENTICIOS", "ALIMENTACAO"),
    "DEP": ("DEPOSITO", "DEPOSITOS"),
    "ARM": ("ARMAZEM", "ARMAZENS", "ARMAZENAMENTO"),
    "ENG": ("ENGENHARIA", "ENGARRAFADORA"),
    "ENGARR": ("ENGARRAFADORA", "ENGARRAFADOS"),
    "EQUIP": ("EQUIPAMENTOS", "EQUIPAMENTO"),
    "IMP": ("IMPORTACAO", "IMPORTADORA"),
    "EXP": ("EXPORTACAO", "EXPORTADORA"),
    "LOG": ("LOGISTICA",),
    "SUP": ("SUPERMERCADO", "SUPERMERCADOS"),
    "MERC": ("MERCADO", "MERCEARIA", "MERCANTIL"),
    "PET": ("PETROLEO", "PETROLEOS", "PETROQUIMICA"),
    "ESP": ("ESPECIAIS", "ESPECIAL", "ESPECIALIZADA"),
}

CONNECTORS = frozenset({"DE", "DA", "DO", "DAS", "DOS", "E", "EM", "A", "O", "PARA", "D"})

ROMAN: dict[str, str] = {"II": "2", "III": "3", "IV": "4", "VI": "6", "VII": "7", "VIII": "8", "IX": "9"}

_WORDS = {
    "DOIS DUAS SEGUNDO SEGUNDA": "2",
    "TRES TERCEIRO TERCEIRA": "3",
    "QUATRO QUARTO QUARTA": "4",
    "CINCO QUINTO QUINTA": "5",
    "SEIS SEXTO SEXTA": "6",
    "SETE SETIMO SETIMA": "7",
    "OITO OITAVO OITAVA": "8",
    "NOVE NONO NONA": "9",
    "DEZ DECIMO DECIMA": "10",
    "PRIMEIRO PRIMEIRA 1O 1A": "1",
}
_FIGURES = {word: figure for written, figure in _WORDS.items() for word in written.split()}

# Shapes that engines confuse between letters; both sides are mapped, so only equality afterwards means anything.
LOOKALIKE = (
    ("RN", "M"),
    ("VV", "W"),
    ("CL", "D"),
    ("L", "I"),
    ("J", "I"),
    ("Q", "O"),
    ("G", "C"),
    ("Y", "V"),
    ("H", "N"),
)


def in_figures(words: list[str]) -> list[str]:
    """The words, numbers that are written out as figures: ``DOIS IRMAOS`` and ``II IRMAOS`` are ``2 IRMAOS``."""
    return [_FIGURES.get(w, ROMAN.get(w, w)) for w in words if w not in ("º", "ª", "°")]


GENERATION = frozenset({"JUNIOR", "FILHO", "FILHA", "NETO", "NETA", "SOBRINHO", "SOBRINHA", "SEGUNDO", "TERCEIRO"})


def meanings(word: str) -> tuple[str, ...]:
    """The written-out words that a folded word may stand for; itself where it is no known abbreviation."""
    return AMBIGUOUS.get(word) or (ABBREVIATIONS.get(word, word),)


def _spellings() -> dict[str, frozenset[str]]:
    known: dict[str, set[str]] = {}
    for short in (*AMBIGUOUS, *ABBREVIATIONS):
        for word in meanings(short):
            known.setdefault(word, {word}).add(short)
    return {word: frozenset(shorts) for word, shorts in known.items()}


_SPELLINGS = _spellings()


def spellings(word: str) -> frozenset[str]:
    """Every way to write a folded word, or what it may stand for: ``COMERCIO`` is also written ``COM`` and ``COMERC``.

    From an abbreviation to the words that it may stand for, and from those to their other abbreviations.
    """
    found = {word}
    for meant in meanings(word):
        found |= _SPELLINGS.get(meant, frozenset((meant,)))
    return frozenset(found)

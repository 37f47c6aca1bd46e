"""Valid identifiers for invented companies and people, computed here and not by the product.

The check digits are written a second time on purpose: an error of the product must not hide in its own samples.
"""

from __future__ import annotations

import random
from collections.abc import Callable

ALFANUMERICOS = "0123456789ABCDEFGHJKLMNPRSTVWXYZ"
"""Characters of an alphanumeric CNPJ; letters that are easily taken for a digit (I, O, Q, U) are left to the tests."""


def _mod11(texto: str, pesos: list[int]) -> int:
    """Return the weighted sum of the characters, modulo 11 (value of a character: its ASCII code less 48)."""
    return sum((ord(c) - 48) * p for c, p in zip(texto, pesos, strict=True)) % 11


def _dv(texto: str, pesos: list[int]) -> int:
    """Return the usual check digit: 11 less the remainder, and 0 where that has two digits."""
    resto = _mod11(texto, pesos)
    return 0 if resto < 2 else 11 - resto


def cnpj_dv(base: str) -> str:
    """Return the two check digits of a CNPJ's 12 characters (IN RFB 2.229/2024, weights from right to left)."""
    pesos = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]
    d1 = _dv(base, pesos)
    d2 = _dv(base + str(d1), [6, *pesos])
    return f"{d1}{d2}"


def novo_cnpj(rng: random.Random, *, alfanumerico: bool = False, ordem: str = "0001", raiz: str | None = None) -> str:
    """Return a valid CNPJ of 14 characters without punctuation."""
    if raiz is None:
        if alfanumerico:
            raiz = "".join(rng.choice(ALFANUMERICOS) for _ in range(8))
            if raiz.isdigit():
                raiz = raiz[:3] + "K" + raiz[4:]
        else:
            raiz = f"{rng.randint(2, 62):02d}" + "".join(str(rng.randint(0, 9)) for _ in range(6))
    base = raiz + ordem
    return base + cnpj_dv(base)


def mascara_cnpj(cnpj: str) -> str:
    """Return a CNPJ in its printed form."""
    return f"{cnpj[:2]}.{cnpj[2:5]}.{cnpj[5:8]}/{cnpj[8:12]}-{cnpj[12:]}"


def novo_cpf(rng: random.Random) -> str:
    """Return a valid CPF of 11 digits."""
    base = "".join(str(rng.randint(0, 9)) for _ in range(9))
    if len(set(base)) == 1:
        base = "390533447"
    d1 = _dv(base, list(range(10, 1, -1)))
    d2 = _dv(base + str(d1), list(range(11, 1, -1)))
    return f"{base}{d1}{d2}"


def mascara_cpf(cpf: str) -> str:
    """Return a CPF in its printed form."""
    return f"{cpf[:3]}.{cpf[3:6]}.{cpf[6:9]}-{cpf[9:]}"


def _decrescentes(n: int) -> list[int]:
    """Return the weights ``n .. 2``."""
    return list(range(n, 1, -1))


def _simples(prefixo: str) -> Callable[[str], str]:
    """Return an algorithm of eight digits and one check digit with the weights 9..2."""
    return lambda d: (prefixo + d)[:8] + str(_dv((prefixo + d)[:8], _decrescentes(9)))


def _vezes10(base: str) -> int:
    """Return ten times the weighted sum modulo 11, with 10 written 0 (AL, RN)."""
    return sum(int(c) * p for c, p in zip(base, _decrescentes(9), strict=True)) * 10 % 11 % 10


def _ie_ac(d: str, prefixo: str = "01") -> str:
    base = prefixo + d[:9]
    pesos = [4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]
    d1 = _dv(base, pesos)
    return f"{base}{d1}{_dv(f'{base}{d1}', [5, *pesos])}"


def _ie_ap(d: str) -> str:
    base = "03" + d[:6]
    numero = int(base)
    p, especial = (5, 0) if numero <= 3017000 else (9, 1) if numero <= 3019022 else (0, 0)
    dv = 11 - (p + sum(int(c) * w for c, w in zip(base, _decrescentes(9), strict=True))) % 11
    return base + str(0 if dv == 10 else especial if dv == 11 else dv)


def _ie_ba(d: str) -> str:
    base = "1" + d[:6]
    modulo = 11 if base[1] in "679" else 10

    def digito(texto: str) -> int:
        resto = sum(int(c) * w for c, w in zip(texto, _decrescentes(len(texto) + 1), strict=True)) % modulo
        return 0 if resto == 0 or (modulo == 11 and resto == 1) else modulo - resto

    d2 = digito(base)
    return f"{base}{digito(f'{base}{d2}')}{d2}"


def _ie_go(d: str) -> str:
    base = "10" + d[:6]
    while _mod11(base, _decrescentes(9)) == 1:  # its digit is 0 or 1 by range: not worth a sample
        base = base[:-1] + str((int(base[-1]) + 1) % 10)
    return base + str(_dv(base, _decrescentes(9)))


def _ie_mg(d: str) -> str:
    base = d[:9] + "00"
    soma = sum(int(c) for i, x in enumerate(base[:3] + "0" + base[3:]) for c in str(int(x) * (1 + i % 2)))
    d1 = -soma % 10
    return f"{base}{d1}{_dv(f'{base}{d1}', [3, 2, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2])}"


def _ie_mt(d: str) -> str:
    base = "0013" + d[:6]
    return base + str(_dv(base, [3, 2, 9, 8, 7, 6, 5, 4, 3, 2]))


def _ie_pr(d: str) -> str:
    base = "9" + d[:7]
    d1 = _dv(base, [3, 2, 7, 6, 5, 4, 3, 2])
    return f"{base}{d1}{_dv(f'{base}{d1}', [4, 3, 2, 7, 6, 5, 4, 3, 2])}"


def _ie_pe(d: str) -> str:
    base = "0" + d[:6]
    d1 = _dv(base, _decrescentes(8))
    return f"{base}{d1}{_dv(f'{base}{d1}', _decrescentes(9))}"


def _ie_ro(d: str) -> str:
    base = "00000" + d[:8]
    dv = 11 - _mod11(base, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])
    return base + str(dv - 10 if dv >= 10 else dv)


def _ie_rr(d: str) -> str:
    base = "240" + d[:5]
    return base + str(sum(int(c) * w for c, w in zip(base, range(1, 9), strict=True)) % 9)


def _ie_sp(d: str) -> str:
    base = d[:8]
    d1 = _mod11(base, [1, 3, 4, 5, 6, 7, 8, 10]) % 10
    meio = f"{base}{d1}{d[8:10]}"
    return meio + str(_mod11(meio, [3, 2, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 10)


def _ie_to(d: str) -> str:
    base = "29" + d[:6]
    return f"2902{d[:6]}{_dv(base, _decrescentes(9))}"


_IE: dict[str, tuple[Callable[[str], str], str]] = {
    "AC": (_ie_ac, "##.###.###/###-##"),
    "AL": (lambda d: "240" + d[:5] + str(_vezes10("240" + d[:5])), "#########"),
    "AM": (_simples("04"), "##.###.###-#"),
    "AP": (_ie_ap, "#########"),
    "BA": (_ie_ba, "###.###.###"),
    "CE": (_simples("06"), "########-#"),
    "DF": (lambda d: _ie_ac(d, "073"[:2]), "##.######.###-##"),
    "ES": (_simples("08"), "###.###.##-#"),
    "GO": (_ie_go, "##.###.###-#"),
    "MA": (_simples("12"), "##.######-#"),
    "MG": (_ie_mg, "###.######.##-##"),
    "MS": (_simples("28"), "##.###.###-#"),
    "MT": (_ie_mt, "##########-#"),
    "PA": (_simples("15"), "##-######-#"),
    "PB": (_simples("16"), "##.###.###-#"),
    "PE": (_ie_pe, "#######-##"),
    "PI": (_simples("19"), "##.###.###-#"),
    "PR": (_ie_pr, "########-##"),
    "RJ": (lambda d: d[:7] + str(_dv(d[:7], [2, 7, 6, 5, 4, 3, 2])), "##.###.##-#"),
    "RN": (lambda d: "200" + d[:5] + str(_vezes10("200" + d[:5])), "##.###.###-#"),
    "RO": (_ie_ro, "#############-#"),
    "RR": (_ie_rr, "########-#"),
    "RS": (lambda d: "096" + d[:6] + str(_dv("096" + d[:6], [2, 9, 8, 7, 6, 5, 4, 3, 2])), "###/#######"),
    "SC": (_simples("25"), "###.###.###"),
    "SE": (_simples("27"), "##.###.###-#"),
    "SP": (_ie_sp, "###.###.###.###"),
    "TO": (_ie_to, "##.##.######-#"),
}


def nova_ie(rng: random.Random, uf: str) -> str:
    """Return an inscrição estadual whose check digits hold in ``uf``, without punctuation."""
    digitos = "".join(str(rng.randint(1, 9)) for _ in range(11))
    return _IE[uf][0](digitos)


def mascara_ie(ie: str, uf: str) -> str:
    """Return an inscrição estadual in its State's printed form."""
    resto = iter(ie)
    return "".join(next(resto) if c == "#" else c for c in _IE[uf][1])


_CHAVE_NIRE = {
    "SP": "35",
    "RJ": "33",
    "MG": "31",
    "RS": "43",
    "PR": "41",
    "SC": "42",
    "BA": "29",
    "GO": "52",
    "PE": "26",
    "CE": "23",
    "ES": "32",
    "DF": "53",
    "PA": "15",
    "MA": "21",
    "PB": "25",
    "RN": "24",
    "AL": "27",
    "SE": "28",
    "PI": "22",
    "AM": "13",
    "RO": "11",
    "AC": "12",
    "RR": "14",
    "AP": "16",
    "TO": "17",
    "MT": "51",
    "MS": "54",
}


def novo_nire(rng: random.Random, uf: str, *, sa: bool = False) -> str:
    """Return a NIRE: the State, the kind of company (2 limitada, 3 sociedade por ações) and eight more digits."""
    return _CHAVE_NIRE[uf] + ("3" if sa else "2") + "".join(str(rng.randint(0, 9)) for _ in range(8))

"""Check digits of the inscrição estadual of the 27 UFs, as data and four small functions.

Source: the routines of SINTEGRA (one page per State, "Cad_Estados/cad_XX"), read in secondary sources; compared with
@brazilian-utils/brazilian-utils 2.4.0 on random numbers. A State may have several formats (old and new); where a State
publishes its prefixes they are held here, and a number outside of them is a wrong format, not a wrong digit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

Digits = Sequence[int]


@dataclass(frozen=True, slots=True)
class Formato:
    """One printed format of a State.

    Attributes:
        tamanho: number of characters.
        confere: whether the check digits hold; gets the digits (a leading letter already removed).
        prefixos: allowed beginnings; empty where any is allowed.
        letra: leading letter that belongs to the number, or empty.
        mascara: how the State prints it, ``#`` for a digit.
    """

    tamanho: int
    confere: Callable[[Digits], bool]
    prefixos: tuple[str, ...] = ()
    letra: str = ""
    mascara: str = ""


def _sum(digits: Digits, weights: Sequence[int]) -> int:
    return sum(d * w for d, w in zip(digits, weights, strict=True))


def _down(high: int, low: int = 2) -> tuple[int, ...]:
    return tuple(range(high, low - 1, -1))


_W9 = _down(9)  # the common one: eight digits, weights 9 to 2


def _mod11(total: int) -> int:
    """11 minus the rest; 10 and 11 become 0."""
    dv = 11 - total % 11
    return 0 if dv >= 10 else dv


def _mod11_wrap(total: int) -> int:
    """11 minus the rest; 10 and 11 become 0 and 1."""
    dv = 11 - total % 11
    return dv - 10 if dv >= 10 else dv


def _times10(total: int) -> int:
    """Ten times the sum, rest of 11; 10 becomes 0."""
    rest = total * 10 % 11
    return 0 if rest == 10 else rest


def _simple(weights: Sequence[int], rule: Callable[[int], int] = _mod11) -> Callable[[Digits], bool]:
    """One check digit at the end."""

    def confere(d: Digits) -> bool:
        return d[-1] == rule(_sum(d[:-1], weights))

    return confere


def _double(first: Sequence[int], second: Sequence[int]) -> Callable[[Digits], bool]:
    """Two check digits at the end, the second over the first too."""

    def confere(d: Digits) -> bool:
        return d[-2] == _mod11(_sum(d[:-2], first)) and d[-1] == _mod11(_sum(d[:-1], second))

    return confere


def _amapa(d: Digits) -> bool:
    number = int("".join(map(str, d[:8])))
    p, zero = (5, 0) if 3000001 <= number <= 3017000 else (9, 1) if 3017001 <= number <= 3019022 else (0, 0)
    dv = 11 - (_sum(d[:8], _W9) + p) % 11
    return d[8] == (0 if dv == 10 else zero if dv == 11 else dv)


def _bahia(d: Digits) -> bool:
    """The second digit is computed first; the modulus depends on the first (8 digits) or second (9 digits) digit."""
    body = list(d[:-2])
    key = d[0] if len(d) == 8 else d[1]
    modulus = 11 if key in (6, 7, 9) else 10

    def dv(digits: list[int]) -> int:
        rest = _sum(digits, _down(len(digits) + 1)) % modulus
        return 0 if rest == 0 or (modulus == 11 and rest == 1) else modulus - rest

    second = dv(body)
    return d[-1] == second and d[-2] == dv([*body, second])


def _goias(d: Digits) -> bool:
    number = int("".join(map(str, d[:8])))
    rest = _sum(d[:8], _W9) % 11
    if rest == 0:
        return d[8] == 0
    if rest == 1:
        return d[8] == (1 if 10103105 <= number <= 10119997 else 0)
    return d[8] == 11 - rest


def _minas(d: Digits) -> bool:
    stretched = [*d[:3], 0, *d[3:11]]
    total = 0
    for i, digit in enumerate(stretched):
        product = digit * (1 if i % 2 == 0 else 2)
        total += product // 10 + product % 10
    first = -total % 10
    return d[11] == first and d[12] == _mod11(_sum(d[:12], (3, 2, *_down(11))))


def _pernambuco_antigo(d: Digits) -> bool:
    dv = 11 - _sum(d[:13], (5, 4, 3, 2, 1, *_down(9))) % 11
    return d[13] == (dv - 10 if dv > 9 else dv)


def _rondonia_antigo(d: Digits) -> bool:
    return d[8] == _mod11_wrap(_sum(d[3:8], _down(6)))


def _roraima(d: Digits) -> bool:
    return d[8] == _sum(d[:8], range(1, 9)) % 9


_SP_FIRST = (1, 3, 4, 5, 6, 7, 8, 10)


def _sao_paulo(d: Digits) -> bool:
    first = _sum(d[:8], _SP_FIRST) % 11 % 10
    second = _sum(d[:11], (3, 2, *_down(10))) % 11 % 10
    return d[8] == first and d[11] == second


def _sao_paulo_rural(d: Digits) -> bool:
    return d[8] == _sum(d[:8], _SP_FIRST) % 11 % 10


def _tocantins_antigo(d: Digits) -> bool:
    """Digits 3 and 4 say the kind of company (01, 02, 03, 99) and do not count."""
    return tuple(d[2:4]) in ((0, 1), (0, 2), (0, 3), (9, 9)) and d[10] == _mod11(_sum([*d[:2], *d[4:10]], _W9))


_COMMON = _simple(_W9)
_AC = _double((4, 3, 2, *_W9), (5, 4, 3, 2, *_W9))
_DOIS = tuple(str(n) for n in range(20, 30))

FORMATOS: dict[str, tuple[Formato, ...]] = {
    "AC": (Formato(13, _AC, ("01",), mascara="##.###.###/###-##"),),
    "AL": (Formato(9, _simple(_W9, _times10), ("24",), mascara="#########"),),
    "AM": (Formato(9, _COMMON, mascara="##.###.###-#"),),
    "AP": (Formato(9, _amapa, ("03",), mascara="#########"),),
    "BA": (Formato(8, _bahia, mascara="######-##"), Formato(9, _bahia, mascara="#######-##")),
    "CE": (Formato(9, _COMMON, mascara="########-#"),),
    "DF": (Formato(13, _AC, ("07", "08"), mascara="###########-##"),),
    "ES": (Formato(9, _COMMON, mascara="########-#"),),
    "GO": (Formato(9, _goias, ("10", "11", "15", *_DOIS), mascara="##.###.###-#"),),
    "MA": (Formato(9, _COMMON, ("12",), mascara="########-#"),),
    "MG": (Formato(13, _minas, mascara="###.###.###/####"),),
    "MS": (Formato(9, _COMMON, ("28", "50"), mascara="########-#"),),
    "MT": (Formato(11, _simple((3, 2, *_W9)), mascara="##########-#"),),
    "PA": (Formato(9, _COMMON, ("15", "75", "76", "77", "78", "79"), mascara="##-######-#"),),
    "PB": (Formato(9, _COMMON, mascara="########-#"),),
    "PE": (
        Formato(9, _double(_down(8), _W9), mascara="#######-##"),
        Formato(14, _pernambuco_antigo, mascara="##.#.###.#######-#"),
    ),
    "PI": (Formato(9, _COMMON, mascara="#########"),),
    "PR": (Formato(10, _double((3, 2, *_down(7)), (4, 3, 2, *_down(7))), mascara="########-##"),),
    "RJ": (Formato(8, _simple((2, *_down(7))), mascara="##.###.##-#"),),
    "RN": (
        Formato(9, _simple(_W9, _times10), ("20",), mascara="##.###.###-#"),
        Formato(10, _simple(_down(10), _times10), ("20",), mascara="##.#.###.###-#"),
    ),
    "RO": (
        Formato(14, _simple((6, 5, 4, 3, 2, *_W9), _mod11_wrap), mascara="#############-#"),
        Formato(9, _rondonia_antigo, mascara="###.#####-#"),
    ),
    "RR": (Formato(9, _roraima, ("24",), mascara="########-#"),),
    "RS": (Formato(10, _simple((2, *_W9)), mascara="###/#######"),),
    "SC": (Formato(9, _COMMON, mascara="###.###.###"),),
    "SE": (Formato(9, _COMMON, mascara="########-#"),),
    "SP": (
        Formato(12, _sao_paulo, mascara="###.###.###.###"),
        Formato(13, _sao_paulo_rural, ("P",), letra="P", mascara="P-########.#/###"),
    ),
    "TO": (
        Formato(11, _tocantins_antigo, mascara="##.##.######-#"),
        Formato(9, _COMMON, mascara="##.###.###-#"),
    ),
}

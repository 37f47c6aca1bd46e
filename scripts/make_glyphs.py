"""Draw the known shapes of ``src/docverify/reading/data/glyphs.npz`` from printed fonts, leaving out near doubles.

Run with ``python -m scripts.make_glyphs``; ``--check`` measures instead, each family against the shapes of the others:
how many characters are proven, and how many are proven to be what they are not (must be none).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from importlib.metadata import distributions
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from docverify.reading import glyphs

TARGET = Path(__file__).parent.parent / "src/docverify/reading/data/glyphs.npz"
DIGITS = "0123456789"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzçÇ"
NO_PRINT = ("caveat", "kalam", "math", "thin", "extralight")
SLANTED = {"Regular": ("Regular", "Italic"), "Bold": ("Bold", "Bold Italic")}
FINE = 8
SIZES = (14, 18, 32)
PHASES = (0, 36)
ALIKE = 0.94
"""Correlation from which a shape adds nothing to another of its class."""


def faces() -> Iterator[tuple[str, Path, str | None]]:
    """Yield family, file and named weight of the fonts of the machine and of the ``fontpkg`` packages."""
    found = [p for p in Path("/usr/share/fonts").rglob("*.ttf") if p.name.startswith(("Liberation", "DejaVu"))]
    for package in distributions():
        if package.name.startswith("fontpkg-"):
            found += [Path(str(package.locate_file(f))) for f in package.files or () if f.suffix in (".ttf", ".otf")]
    for path in sorted({p.name: p for p in found}.values(), key=lambda p: p.name):
        if any(word in path.name.lower() for word in NO_PRINT):
            continue
        family = path.name.split("-")[0].split("[")[0].split(".")[0]
        family = family.replace("Condensed", "") if family.startswith("DejaVu") else family
        yield from ((family, path, weight) for weight in (tuple(SLANTED) if "[" in path.name else (None,)))


def drawn(
    characters: str, sizes: tuple[int, ...], phases: tuple[int, ...] = (0,)
) -> tuple[NDArray[np.uint8], NDArray[np.int32], NDArray[np.str_]]:
    """Return shapes, code points and families of characters in all faces.

    Args:
        characters: To draw.
        sizes: Of the type in pixels.
        phases: Where in a pixel they stand, in steps of a ``FINE`` th: rows of ``FINE`` steps to the right.
    """
    shapes, codes, families = [], [], []
    for family, path, weight in faces():
        for size in sizes:
            font = ImageFont.truetype(str(path), size * FINE, layout_engine=ImageFont.Layout.BASIC)
            if weight is not None:
                names = [n.decode() if isinstance(n, bytes) else n for n in font.get_variation_names()]
                # slanted fonts say "Italic" and "Bold Italic"
                font.set_variation_by_name(next(n for n in names if n in SLANTED[weight]))
            for character, phase in ((c, p) for c in characters for p in phases):
                image = Image.new("L", (4 * size * FINE, 3 * size * FINE), 0)
                place = (size * FINE + phase % FINE, size * FINE // 2 + phase // FINE)
                ImageDraw.Draw(image).text(place, character, font=font, fill=255)
                # a viewer of PDFs draws outlines as they are, without fitting them to the pixels
                shape = glyphs.shape_of(np.array(image.reduce(FINE)))
                if shape is not None:
                    shapes.append(shape)
                    codes.append(ord(character))
                    families.append(family)
    return np.array(shapes), np.array(codes, np.int32), np.array(families)


def thinned(shapes: NDArray[np.uint8], codes: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return the indexes of shapes of which none is nearly another of its class."""
    vectors = glyphs.unit(shapes.astype(np.float32))
    kept: list[int] = []
    for code in sorted(set(codes.tolist())):
        own: list[int] = []
        for index in np.flatnonzero(codes == code).tolist():
            if not own or float((vectors[own] @ vectors[index]).max()) < ALIKE:
                own.append(index)
        kept += own
    return np.array(kept)


def check() -> None:
    """Print for each family how the shapes of all others judge it."""
    for characters in (DIGITS, LETTERS):
        shapes, codes, families = drawn(characters, SIZES, PHASES)
        asked, claims, whose = drawn(characters, (15, 21), (18, 45))
        for family in sorted(set(whose.tolist())):
            others = families != family
            kept = thinned(shapes[others], codes[others])
            known = glyphs.shapes_from(shapes[others][kept], codes[others][kept])
            of_it = whose == family
            right = glyphs.judged(asked[of_it], "".join(map(chr, claims[of_it])), known) > 0
            wrong = 0
            for other in characters:
                lie = [i for i in np.flatnonzero(of_it) if glyphs.group(chr(claims[i])) != glyphs.group(other)]
                wrong += int(glyphs.judged(asked[lie], other * len(lie), known).clip(0).sum())
            print(f"{family:24} {len(right):5} proven {right.mean():.3f}, wrongly {wrong}")


def main() -> None:
    """Draw or measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    if parser.parse_args().check:
        check()
        return
    digits, letters = drawn(DIGITS, SIZES, PHASES), drawn(LETTERS, SIZES[1:])
    shapes, codes = (np.concatenate([a, b]) for a, b in zip(digits[:2], letters[:2], strict=True))
    kept = thinned(shapes, codes)
    TARGET.parent.mkdir(exist_ok=True)
    np.savez_compressed(TARGET, pixels=shapes[kept] & 0xF0, classes=codes[kept])
    print(f"{len(kept)} of {len(shapes)} shapes, {TARGET.stat().st_size} bytes")


if __name__ == "__main__":
    main()

"""Measure the detector of patches: false alarms on honest pages, and how many pasted values it finds.

python -m samples.generator --out build/d --count 8 --seed 51 --group working --tiers clean,poor,photo
python scripts/measure_signs.py build/d/*
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from docverify.errors import BadInputError
from docverify.intake import open_dossier
from docverify.reading.layer_check import grey
from docverify.reading.patches import find_patches
from docverify.settings import Settings

Pixels = np.ndarray
Box = tuple[float, float, float, float]
QUALITIES = (None, 92, 80, 60)
VALUES = ("31/12/2027", "VALIDADE 14/08/2028", "11.222.333/0001-81", "12.480 kg")


def pages(folders: list[Path]) -> Iterator[tuple[str, Pixels]]:
    """Yield every page of the dossiers as it is read, grey."""
    for folder in sorted(f for f in folders if f.is_dir()):
        with open_dossier(folder, Settings()) as intake:
            for source in intake.fontes:
                for raw in source.pages():
                    try:
                        yield f"{folder.name}/{raw.arquivo}#{raw.numero}", grey(raw.render(300).pixels)
                    except BadInputError:
                        continue


def pasted(page: Pixels, rng: random.Random, *, white: bool) -> tuple[Pixels, Box]:
    """Cover a random place with a rectangle and type a value on it."""
    height, width = page.shape
    size = int(max(height, width) / 11.7 * rng.choice([9, 10, 11, 12]) / 72)
    image = Image.fromarray(page)
    draw = ImageDraw.Draw(image)
    font = ImageFont.truetype("LiberationSans-Regular.ttf", size)
    text = rng.choice(VALUES)
    left, top, right, bottom = (int(v) for v in draw.textbbox((0, 0), text, font=font))
    margin = int(size * rng.uniform(0.15, 0.5))
    wide, high = right - left + 2 * margin, bottom - top + 2 * margin
    x = rng.randint(int(width * 0.12), max(int(width * 0.12), int(width * 0.85) - wide))
    y = rng.randint(int(height * 0.1), int(height * 0.88))
    place = page[y : y + high, x : x + wide]
    level = 255 if white else int(np.median(place[place >= np.median(place)]))
    draw.rectangle([x, y, x + wide, y + high], fill=level)
    draw.text((x + margin - left, y + margin - top), text, font=font, fill=25)
    return np.asarray(image), (x / width, y / height, (x + wide) / width, (y + high) / height)


def saved(page: Pixels, quality: int | None) -> Pixels:
    """Return the page saved again as a JPEG; None: as it is."""
    if quality is None:
        return page
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", page, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], 0))


def hits(box: Box, found: tuple[Box, ...]) -> bool:
    """Tell whether a place found covers most of the one pasted."""
    return any(
        min(box[2], f[2]) - max(box[0], f[0]) > 0.6 * (box[2] - box[0])
        and min(box[3], f[3]) - max(box[1], f[1]) > 0.4 * (box[3] - box[1])
        for f in found
    )


def main() -> None:
    """Print the counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--seed", type=int, default=5)
    arguments = parser.parse_args()
    rng, count = random.Random(arguments.seed), Counter[str]()
    for name, page in pages(arguments.folders):
        count["pages"] += 1
        small = page if max(page.shape) < 2500 else cv2.resize(page, None, fx=2 / 3, fy=2 / 3, interpolation=3)
        for quality in QUALITIES:
            if find_patches(saved(page if quality is None else small, quality)):
                count[f"false alarm, JPEG {quality}"] += 1
                print("false alarm:", name, quality)
        for white in (True, False):
            forged, box = pasted(small, rng, white=white)
            for quality in QUALITIES:
                count[f"found, {'white' if white else 'paper'}, JPEG {quality}"] += hits(
                    box, find_patches(saved(forged, quality))
                )
    for what, number in count.items():
        print(f"{what}: {number}")


if __name__ == "__main__":
    main()

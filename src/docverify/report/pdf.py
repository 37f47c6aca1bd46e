"""The PDF report: the same view as the HTML one, set by Typst. Text of the documents is data there, never markup."""

from __future__ import annotations

import io
import json
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

import typst
from PIL import Image

from docverify.report import words
from docverify.report.crops import Cropper, places
from docverify.report.view import View
from docverify.resources import package_path


def render(view: View, cropper: Cropper) -> bytes:
    """Render a report.

    Args:
        view: What it says.
        cropper: Where its pictures come from.

    Returns:
        The bytes of a PDF; the same view and pictures give the same bytes.
    """
    urgency = list(words.SITUACOES)
    data: dict[str, Any] = asdict(view)
    data["itens"] = []
    with tempfile.TemporaryDirectory(prefix="docverify-") as folder:
        root = Path(folder)
        for item in sorted(view.itens, key=lambda i: urgency.index(i.situacao)):
            shown: list[dict[str, Any]] = []
            for place in places(item) if item.situacao != "nao_aplicavel" else ():
                picture = cropper.jpeg(place)
                if picture is not None:
                    name = f"{item.id}-{len(shown)}.jpg"
                    (root / name).write_bytes(picture)
                    legend = f"{place.legenda} — {place.arquivo}, p. {place.pagina}"
                    shown.append({"imagem": name, "alta": _tall(picture), "legenda": legend})
            data["itens"].append({**asdict(item), "recortes": shown})
        (root / "dados.json").write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
        main = root / "relatorio.typ"
        main.write_bytes(package_path("report", "templates", "relatorio.typ").read_bytes())
        return bytes(typst.compile(str(main), root=str(root), timestamp=0))


def _tall(picture: bytes) -> bool:
    """Tell whether a picture as wide as the page would take up more than half of it."""
    with Image.open(io.BytesIO(picture)) as opened:
        return opened.height > 0.55 * opened.width

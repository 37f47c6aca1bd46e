"""Files for the tests of intake and reading: PDFs written byte by byte, and images drawn on the spot."""

from __future__ import annotations

import io
import zlib
from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

_FONTS = ("LiberationSans-Regular.ttf", "DejaVuSans.ttf")


def pdf(
    contents: Sequence[bytes | str],
    *,
    media_box: str = "[0 0 595 842]",
    page_extra: str = "",
    resources_extra: str = "",
    objects: Sequence[bytes] = (),
    catalog_extra: str = "",
    compress: bool = False,
) -> bytes:
    """Return a PDF with one page per content stream, Helvetica as /F1.

    ``objects`` are further objects, numbered from 4 + 2 * len(contents).
    """
    count = len(contents)
    kids = " ".join(f"{4 + 2 * i} 0 R" for i in range(count))
    body = [
        f"<< /Type /Catalog /Pages 2 0 R {catalog_extra} >>".encode(),
        f"<< /Type /Pages /Kids [{kids}] /Count {count} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for index, content in enumerate(contents):
        stream = content.encode("cp1252") if isinstance(content, str) else content
        filters = ""
        if compress:
            stream, filters = zlib.compress(stream, 9), "/Filter /FlateDecode"
        body.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox {media_box} {page_extra} /Contents {5 + 2 * index} 0 R "
            f"/Resources << /Font << /F1 3 0 R >> {resources_extra} >> >>".encode()
        )
        body.append(f"<< /Length {len(stream)} {filters} >>\nstream\n".encode() + stream + b"\nendstream")
    body.extend(objects)
    return assemble(body)


def assemble(body: Sequence[bytes]) -> bytes:
    """Number the objects from 1 and put header, table and trailer around them."""
    out = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, item in enumerate(body, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n".encode() + item + b"\nendobj\n"
    start = len(out)
    out += f"xref\n0 {len(body) + 1}\n0000000000 65535 f \n".encode()
    for place in places:
        out += f"{place:010d} 00000 n \n".encode()
    out += f"trailer\n<< /Size {len(body) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(out)


def lines(*texts: str, size: int = 14, top: int = 780, left: int = 60, extra: str = "") -> str:
    """Return a content stream that prints lines of text, one under the other."""
    parts = [f"BT /F1 {size} Tf {extra} {left} {top} Td {size * 1.6} TL"]
    for text in texts:
        safe = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        parts.append(f"({safe}) Tj T*")
    parts.append("ET")
    return "\n".join(parts)


def font(size: int) -> ImageFont.FreeTypeFont:
    """Return a font that the test machine has."""
    for name in _FONTS:
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            continue
    raise RuntimeError("no Liberation or DejaVu fonts: make test installs them")


def page_image(
    *texts: str,
    size: int = 34,
    width: int = 1240,
    height: int = 1754,
    left: int = 110,
    top: int = 120,
    step: float = 1.7,
) -> Image.Image:
    """Return an A4 page at 150 dpi (unless told otherwise) with lines of black text."""
    image = Image.new("RGB", (width, height), "white")
    draw = ImageDraw.Draw(image)
    for index, text in enumerate(texts):
        draw.text((left, top + int(index * size * step)), text, fill="black", font=font(size))
    return image


def encoded(image: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    """Return the bytes of an image file."""
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def image_pdf(image: Image.Image, *, overlay: str = "", dpi: int = 150) -> bytes:
    """Return a PDF whose page is a picture, with a further content stream over it."""
    data = encoded(image.convert("RGB"), "JPEG", quality=90)
    width, height = image.width * 72 / dpi, image.height * 72 / dpi
    picture = (
        (
            f"<< /Type /XObject /Subtype /Image /Width {image.width} /Height {image.height} /ColorSpace /DeviceRGB "
            f"/BitsPerComponent 8 /Filter /DCTDecode /Length {len(data)} >>\nstream\n"
        ).encode()
        + data
        + b"\nendstream"
    )
    content = f"q {width:.2f} 0 0 {height:.2f} 0 0 cm /Im1 Do Q\n{overlay}"
    return pdf(
        [content],
        media_box=f"[0 0 {width:.2f} {height:.2f}]",
        resources_extra="/XObject << /Im1 6 0 R >>",
        objects=[picture],
    )


def folder(path: Path, files: dict[str, bytes]) -> Path:
    """Write files below a new folder."""
    path.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        target = path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    return path

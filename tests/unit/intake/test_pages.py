from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pypdfium2 as pdfium
import pytest
from PIL import Image

from docverify.errors import PasswordProtectedError
from docverify.intake import RawPage, open_dossier
from docverify.settings import Settings
from tests.made_files import encoded, folder, lines, page_image, pdf

SETTINGS = Settings(cache_enabled=False)


def pages_of(tmp_path: Path, data: bytes, use: object) -> object:
    top = folder(tmp_path / "d", {"a": data})
    with open_dossier(top, SETTINGS) as intake:
        pages = [p for f in intake.fontes for p in f.pages()]
        return use(pages)  # type: ignore[operator]


def corner(image: Image.Image) -> Image.Image:
    """Blacken the top left corner, to tell which way up an image is."""
    image.paste((0, 0, 0), (0, 0, image.width // 4, image.height // 4))
    return image


def dark_corner(page: RawPage) -> str:
    pixels = page.render(72).pixels
    grey = pixels if pixels.ndim == 2 else pixels.mean(axis=2)
    height, width = grey.shape[0] // 8, grey.shape[1] // 8
    places = {"tl": grey[:height, :width], "tr": grey[:height, -width:]}
    places |= {"bl": grey[-height:, :width], "br": grey[-height:, -width:]}
    return min(places, key=lambda k: float(places[k].mean()))


@pytest.mark.parametrize("orientation", range(9))
def test_exif_orientation_is_applied(tmp_path: Path, orientation: int) -> None:
    image = corner(Image.new("RGB", (200, 120), "white"))
    exif = Image.Exif()
    exif[0x0112] = orientation
    data = encoded(image, "JPEG", exif=exif.tobytes(), quality=95)
    expected = {2: "tr", 3: "br", 4: "bl", 5: "tl", 6: "tr", 7: "br", 8: "bl"}.get(orientation, "tl")
    assert pages_of(tmp_path, data, lambda pages: dark_corner(pages[0])) == expected


def test_a_tiff_of_many_pages_has_as_many(tmp_path: Path) -> None:
    frames = [Image.new("1", (200, 300), 1) for _ in range(5)]
    out = io.BytesIO()
    frames[0].save(out, "TIFF", save_all=True, append_images=frames[1:], compression="group4")
    shapes = pages_of(tmp_path, out.getvalue(), lambda pages: [p.render(72).pixels.shape for p in pages])
    assert shapes == [(300, 200)] * 5


@pytest.mark.parametrize(
    ("kind", "mode", "options"),
    [
        ("JPEG", "CMYK", {}),
        ("PNG", "RGBA", {}),
        ("PNG", "LA", {}),
        ("PNG", "P", {}),
        ("PNG", "I;16", {}),
        ("TIFF", "I;16", {}),
        ("TIFF", "F", {}),
        ("WEBP", "RGB", {"lossless": True}),
        ("BMP", "RGB", {}),
        ("GIF", "L", {}),
    ],
)
def test_every_kind_of_pixel_becomes_grey_or_rgb(
    tmp_path: Path, kind: str, mode: str, options: dict[str, bool]
) -> None:
    grey = corner(Image.new("L", (160, 160), 255).convert("RGB")).convert("L")
    if mode == "I;16":
        image = Image.fromarray(np.asarray(grey).astype(np.uint16) * 257)
    elif mode == "F":
        image = grey.convert("F")
    elif mode == "CMYK":
        image = grey.convert("RGB").convert("CMYK")
    else:
        image = grey.convert(mode)

    def check(pages: list[RawPage]) -> None:
        pixels = pages[0].render(72).pixels
        assert pixels.dtype == np.uint8
        assert pixels[5, 5].max() < 40
        assert pixels[-5, -5].min() > 215

    pages_of(tmp_path, encoded(image, kind, **options), check)


def test_transparent_paper_is_white(tmp_path: Path) -> None:
    image = Image.new("RGBA", (100, 100), (0, 0, 0, 0))

    def check(pages: list[RawPage]) -> None:
        assert pages[0].render(72).pixels.min() == 255

    pages_of(tmp_path, encoded(image), check)


def test_text_layer_has_boxes_where_the_letters_are_drawn(tmp_path: Path) -> None:
    data = pdf([lines("Validade 31/12/2026", size=30)], page_extra="/Rotate 90")

    def check(pages: list[RawPage]) -> None:
        layer = pages[0].text_layer()
        assert layer is not None
        assert (
            "".join(c for c, put_in in zip(layer.text, layer.generated, strict=True) if not put_in)
            .replace(" ", "")
            .startswith("Validade31/12/2026")
        )
        pixels = pages[0].render(72, grey=True).pixels
        height, width = pixels.shape
        assert width > height
        for char, (x0, y0, x1, y1) in zip(layer.text, layer.boxes.tolist(), strict=True):
            if char.isalnum():
                inside = pixels[int(y0 * height) : int(y1 * height) + 1, int(x0 * width) : int(x1 * width) + 1]
                assert inside.min() < 160, char

    pages_of(tmp_path, data, check)


def test_drawing_without_text_leaves_the_rest(tmp_path: Path) -> None:
    data = pdf([lines("texto", size=40) + "\n100 100 200 50 re f"])

    def check(pages: list[RawPage]) -> None:
        full = pages[0].render(72, grey=True).pixels
        bare = pages[0].render(72, grey=True, without_text=True).pixels
        again = pages[0].render(72, grey=True).pixels
        assert (full[:120] < 128).any() and not (bare[:120] < 128).any()
        assert (bare[690:742] < 128).any()
        assert (full == again).all()

    pages_of(tmp_path, data, check)


def protected(user: str, owner: str) -> bytes:
    fpdf = pytest.importorskip("fpdf")
    document = fpdf.FPDF()
    document.add_page()
    document.set_font("Helvetica", size=20)
    document.cell(text="Validade 31/12/2026")
    document.set_encryption(owner_password=owner, user_password=user)
    return bytes(document.output())


def test_a_password_to_open_is_refused_and_one_of_the_owner_noted(tmp_path: Path) -> None:
    locked = tmp_path / "fechado.pdf"
    locked.write_bytes(protected("abc", "def"))
    with pytest.raises(PasswordProtectedError) as error, open_dossier(locked, SETTINGS):
        pass
    assert error.value.codigo == "protegido_por_senha"
    top = folder(tmp_path / "d", {"fechado.pdf": protected("abc", "def"), "dono.pdf": protected("", "def")})
    with open_dossier(top, SETTINGS) as intake:
        assert [(f.arquivo, f.codigo) for f in intake.falhas] == [("fechado.pdf", "pdf_protegido")]
        assert intake.fontes[0].notes == ("senha_de_proprietario",)
        assert intake.fontes[0].pages()[0].text_layer() is not None


def test_attachments_scripts_and_signatures_are_noted(tmp_path: Path) -> None:
    document = pdfium.PdfDocument(pdf([lines("portfólio")]))
    document.new_attachment("dados.xml").set_data(b"<x/>")
    out = io.BytesIO()
    document.save(out)
    document.close()
    script = pdf(
        [lines("x")],
        catalog_extra="/Names << /JavaScript << /Names [(a) 6 0 R] >> >>",
        objects=[b"<< /S /JavaScript /JS (app.alert\\(1\\)) >>"],
    )
    top = folder(tmp_path / "d", {"anexo.pdf": out.getvalue(), "script.pdf": script})
    with open_dossier(top, SETTINGS) as intake:
        assert {f.arquivo: f.notes for f in intake.fontes} == {"anexo.pdf": ("anexos",), "script.pdf": ("javascript",)}


def test_only_the_first_frame_of_an_animation_is_read(tmp_path: Path) -> None:
    frames = [page_image("a", width=80, height=80, size=20, top=5, left=5), Image.new("RGB", (80, 80), "red")]
    data = encoded(frames[0], "WEBP", save_all=True, append_images=frames[1:])
    top = folder(tmp_path / "d", {"a.webp": data})
    with open_dossier(top, SETTINGS) as intake:
        assert intake.fontes[0].page_count == 1
        assert intake.fontes[0].notes == ("imagem_animada",)


@pytest.mark.parametrize("mode", ["1", "L", "RGB", "RGBA"])
def test_a_huge_image_is_handed_over_reduced_and_the_right_way_up(tmp_path: Path, mode: str) -> None:
    image = Image.new("RGB", (10_000, 5_000), "white")
    image.paste("black", (0, 0, 5_000, 2_500))
    exif = Image.Exif()
    exif[0x0112] = 3  # upside down
    top = folder(tmp_path / "d", {"a.png": encoded(image.convert(mode), exif=exif)})
    with open_dossier(top, SETTINGS) as intake:
        shown = intake.fontes[0].pages()[0].render(300).pixels
    assert shown.shape[:2] == (2_500, 5_000)
    assert shown[-1, -1].max() == 0 and shown[0, 0].min() == 255


def test_a_poster_is_drawn_with_fewer_dots(tmp_path: Path) -> None:
    top = folder(tmp_path / "d", {"a.pdf": pdf([lines("x")], media_box="[0 0 14400 14400]")})
    with open_dossier(top, SETTINGS) as intake:
        height, width = intake.fontes[0].pages()[0].render(300, grey=True).pixels.shape
    assert height == width and height * width <= 40_100_000

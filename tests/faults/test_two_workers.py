"""Two workers over TCP share dossiers, one is killed half-way: what is stored equals what one alone has stored."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from scripts import bench_workers


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that the user of a server which root starts may pass through."""
    made = Path(tempfile.mkdtemp(prefix="docverify-t-")).resolve()
    yield made
    shutil.rmtree(made)


@pytest.mark.slow
def test_two_workers_of_which_one_is_killed_store_what_one_stores(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = bench_workers.share(folder, 60, 2, patience=300)
    with capsys.disabled():
        print("\ntwo workers:", "network namespaces of their own" if told.separate else "one network namespace only")
    assert told.same
    killed, other = told.by.values()
    assert killed and other and killed + other == 60, "who was killed had one in hand that the other did"
    assert told.again >= 1

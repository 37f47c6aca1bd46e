"""Settings of the service that do not go together, and the address that users are told."""

from __future__ import annotations

import pytest

from docverify.cli.app import run
from docverify.store.config import ServiceSettings


def test_the_address_is_the_public_one() -> None:
    assert ServiceSettings(host="127.0.0.1", port=8765).address() == "http://127.0.0.1:8765"
    assert ServiceSettings(host="::1").address(9000) == "http://[::1]:9000"
    assert ServiceSettings(host="0.0.0.0").address() == "http://localhost:8765"  # noqa: S104
    assert ServiceSettings(public_url="https://docverify.exemplo.br/").address(9) == "https://docverify.exemplo.br"


@pytest.mark.parametrize(
    "url",
    [
        "docverify.exemplo.br",
        "ftp://docverify.exemplo.br",
        "https://",
        "https://docverify.exemplo.br/servico",
        "https://docverify.exemplo.br?a=1",
        "https://eu:senha@docverify.exemplo.br",
    ],
)
def test_a_public_address_that_nobody_could_follow_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], url: str
) -> None:
    monkeypatch.setenv("DOCVERIFY_PUBLIC_URL", url)
    assert run(["serve"]) == 2
    told = capsys.readouterr().err
    assert "DOCVERIFY_PUBLIC_URL tem um valor que não serve; use a forma https://" in told
    assert "senha" not in told


@pytest.mark.parametrize("name", ["HEARTBEAT_S", "STALLED_S"])
def test_workers_that_would_take_each_others_work_do_not_start(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    monkeypatch.setenv(f"DOCVERIFY_{name}", {"HEARTBEAT_S": "15", "STALLED_S": "9"}[name])
    assert run(["worker"]) == 2
    assert "precisa ser ao menos o dobro de DOCVERIFY_HEARTBEAT_S" in capsys.readouterr().err

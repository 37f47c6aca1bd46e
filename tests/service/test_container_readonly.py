"""The service as its container runs it: nobody's rights, and nothing to write to but a home and /tmp.

A mount namespace stands for the image: every file system is read-only in it but for two of memory.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import httpx
import psutil
import pytest

from tests.service.serving import Serve
from tests.service.test_serve_whole import administrator

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "samples" / "dossies" / "01_aceito"
HOME = Path("/mnt")
UID = 10001
NAMESPACE = ["unshare", "--mount", "--propagation", "private"]
AS_NOBODY = [
    "setpriv", "--reuid", str(UID), "--regid", str(UID), "--clear-groups", "--no-new-privs", "--inh-caps=-all",
    "--bounding-set=-all",
]  # fmt: skip
CLOSED = f"""
set -e
base={sys.base_prefix}
top=/$(echo "$base" | cut -d/ -f2)
if [ "$base" != "$top" ] && ! setpriv --reuid {UID} --regid {UID} --clear-groups ls "$base/bin" >/dev/null 2>&1; then
    mount --bind "$base" {HOME}                       # a Python in somebody's home: shown alone, the home is not
    mount -t tmpfs -o mode=0755,size=1m tmpfs "$top"
    mkdir -p "$base"
    mount --move {HOME} "$base"
fi
awk '{{print $5}}' /proc/self/mountinfo | while read -r at; do
    case "$at" in
        /proc|/proc/*|/sys|/sys/*|/dev|/dev/*) ;;
        *) mount -o remount,bind,ro "$at" 2>/dev/null || [ "$at" != / ] ;;
    esac
done
mount -t tmpfs -o mode=0700,uid={UID},gid={UID},size=2g tmpfs {HOME}
mount -t tmpfs -o mode=1777,size=512m tmpfs /tmp
{{ cat /etc/passwd; echo 'docverify:x:{UID}:{UID}::{HOME}:/usr/sbin/nologin'; }} > /tmp/.passwd
chmod 0444 /tmp/.passwd
mount --bind /tmp/.passwd /etc/passwd                # as the image has it: initdb wants its user to have a name
exec "$@"
"""


def _why_not() -> str | None:
    """Return what keeps this machine from running it so."""
    if os.geteuid() != 0:
        return "making a mount namespace needs root"
    if not all(shutil.which(program) for program in ("unshare", "setpriv", "mount", "awk")):
        return "unshare, setpriv, mount and awk are needed"
    if any(Path(path).is_relative_to("/tmp") for path in (ROOT, sys.prefix, sys.base_prefix)):
        return "/tmp is another one in the namespace, and something needed lies there"
    tried = subprocess.run(
        [
            *NAMESPACE,
            "sh",
            "-c",
            CLOSED,
            "sh",
            *AS_NOBODY,
            "env",
            sys.executable,
            "-c",
            "import docverify; import sqlalchemy",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return None if tried.returncode == 0 else f"the machine does not permit it: {tried.stderr.strip()[-200:]}"


def _whose(pid: int) -> tuple[str, str, str]:
    """Return user, effective capabilities and whether new privileges are out of reach."""
    lines = (Path("/proc") / str(pid) / "status").read_text(encoding="ascii").splitlines()
    told = dict(line.split(":", 1) for line in lines)
    return told["Uid"].split()[1], told["CapEff"].strip(), told["NoNewPrivs"].strip()


@pytest.mark.slow
def test_it_verifies_without_rights_on_a_read_only_root() -> None:
    if why := _why_not():
        pytest.skip(why)
    closed = [*NAMESPACE, "sh", "-c", CLOSED, "sh", *AS_NOBODY]
    environment = {
        "HOME": str(HOME),
        "XDG_CACHE_HOME": str(HOME / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "DOCVERIFY_WORKERS": "1",
    }
    with Serve(HOME, environment=environment, before=closed) as serving:
        address, link = serving.ready(180), serving.first_link()
        assert link is not None
        mounts = (Path("/proc") / str(serving.process.pid) / "mountinfo").read_text(encoding="utf-8")
        root = next(line.split() for line in mounts.splitlines() if line.split()[4] == "/")
        assert "ro" in root[5].split(",")
        assert httpx.get(f"{address}/pronto").status_code == 200
        key = administrator(address, link)
        with httpx.Client(base_url=address, headers={"Authorization": f"Bearer {key}"}, timeout=30) as client:
            sent = [("arquivos", (p.name, p.read_bytes())) for p in sorted(SAMPLE.glob("*.pdf"))[:2]]
            sent.append(("ficha", ("ficha.json", (SAMPLE / "ficha.json").read_bytes())))
            dossie = client.post("/v1/dossies", files=sent).json()["id"]
            until = time.monotonic() + 240
            while (state := client.get(f"/v1/dossies/{dossie}").json())["estado"] not in ("concluido", "erro"):
                assert time.monotonic() < until, (state, serving.err)
                time.sleep(0.2)
            assert state["estado"] == "concluido", (state, serving.err)
            assert state["veredito"]["resultado"] == "rejeitado", "the other papers are missing"
            assert client.get(f"/v1/dossies/{dossie}/relatorio.pdf").content.startswith(b"%PDF")
            assert client.get("/pronto").json()["trabalhadores"] == 1
            assert len(client.get(f"/v1/dossies/{dossie}/paginas").json()["paginas"]) >= 2
        inside = Path("/proc") / str(serving.process.pid) / "root"
        database = (inside / "mnt" / "postgres" / "postmaster.pid").read_text(encoding="ascii").split()[0]
        family = [psutil.Process(pid) for pid in (serving.process.pid, int(database))]
        family += [child for process in tuple(family) for child in process.children(recursive=True)]
        assert len(family) >= 8, "server, worker, its children, database"
        assert {_whose(each.pid) for each in family} == {(str(UID), "0" * 16, "1")}
        assert serving.stop() == 0
    assert "Read-only file system" not in serving.err


def test_a_number_without_a_name_is_told_what_to_do() -> None:
    """``docker run --user 12345``: the embedded database's programs refuse it, in their own words."""
    if why := _why_not():
        pytest.skip(why)
    nameless = CLOSED.replace("mount --bind /tmp/.passwd /etc/passwd", "true")
    with Serve(HOME, "--workers", "0", before=[*NAMESPACE, "sh", "-c", nameless, "sh", *AS_NOBODY]) as serving:
        assert serving.ended() == 4
    assert "não tem nome em /etc/passwd" in serving.err

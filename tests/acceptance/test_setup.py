"""``scripts/setup.sh`` on machines that lack things: what it asks apt for, and what it says where it cannot go on.

The machines are made of stubs on an otherwise empty PATH: nothing is installed.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ("bash", "env", "dirname", "cat", "cksum", "grep", "rm", "mkdir", "chmod", "cp")

PYTHON = """#!/bin/bash
[ "$1" = -m ] && [ "$2" = venv ] && { mkdir -p .venv/bin; cp "$0" .venv/bin/python; exit 0; }
[ "$1" = -m ] && { echo "pip $*" >> LOG; exit PIP; }
case "$2" in
  "import ensurepip"*) [ -e BIN/ensurepip ] ;;
  *print*) echo 3.MINOR ;;
  *) [ MINOR -ge 11 ] && [ MINOR -lt 14 ] ;;
esac
"""

APT_GET = """#!/bin/bash
echo "apt-get $*" >> LOG
[ "$1" = update ] && { touch() { : > "$1"; }; touch BIN/lists; exit 0; }
for name in "$@"; do
  case $name in
    python3) cp BIN/offered BIN/python3 ;;
    python3.*-venv|python3-venv) : > BIN/ensurepip ;;
    python3.*) cp BIN/offered "BIN/$name" ;;
  esac
done
"""


@dataclass
class Machine:
    """A machine made of stubs."""

    folder: Path
    offers: Mapping[str, str] = field(default_factory=dict)
    python: int | None = None
    venv: bool = True
    tesseract: bool = False
    user: int = 0
    sudo: bool = False
    apt: bool = True
    pip_fails: bool = False
    system: str = "debian"

    def __post_init__(self) -> None:
        self.bin = self.folder / "bin"
        self.log = self.folder / "log"
        self.bin.mkdir()
        self.log.touch()
        for tool in TOOLS:
            (self.bin / tool).symlink_to(shutil.which(tool) or tool)
        self.put("id", f"#!/bin/bash\necho {self.user}\n")
        self.put("make", "#!/bin/bash\n")
        if self.tesseract:
            self.put("tesseract", "#!/bin/bash\necho por\n")
            self.put("fc-list", "#!/bin/bash\necho Liberation Sans\necho DejaVu Sans\n")
        if self.python is not None:
            self.put("python3", self._python(self.python))
        if self.venv and self.python is not None:
            (self.bin / "ensurepip").touch()
        newest = [v.split(".")[1] for name, v in self.offers.items() if name == "python3" or name.endswith("-venv")]
        self.put("offered", self._python(max((int(m) for m in newest if 11 <= int(m) <= 13), default=11)))
        if self.sudo:
            self.put("sudo", f'#!/bin/bash\necho "sudo $*" >> {self.log}\nexec "$@"\n')
        if self.apt:
            self.put("apt-get", APT_GET)
            lines = "".join(f"  {name}) echo '  Candidate: {v}' ;;\n" for name, v in self.offers.items())
            self.put("apt-cache", f'#!/bin/bash\n[ -e BIN/lists ] || exit 0\ncase "$2" in\n{lines}esac\n')
        (self.folder / "os-release").write_text(f'ID={self.system}\nNAME="Um sistema"\n', encoding="utf-8")
        self.clone = self.folder / "clone"
        (self.clone / "scripts").mkdir(parents=True)
        for name in ("scripts/setup.sh", "requirements.lock", "requirements-dev.lock", "pyproject.toml"):
            shutil.copy(ROOT / name, self.clone / name)

    def _python(self, minor: int) -> str:
        return PYTHON.replace("MINOR", str(minor)).replace("PIP", "1" if self.pip_fails else "0")

    def put(self, name: str, text: str) -> None:
        path = self.bin / name
        path.write_text(text.replace("LOG", str(self.log)).replace("BIN", str(self.bin)), encoding="utf-8")
        path.chmod(0o755)

    def setup(self, clone: Path | None = None, profile: str = "run") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.bin / "bash", (clone or self.clone) / "scripts" / "setup.sh", profile],
            env={"PATH": str(self.bin), "HOME": str(self.folder), "OS_RELEASE": str(self.folder / "os-release")},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    def installed(self) -> set[str]:
        calls = [line.split() for line in self.log.read_text(encoding="utf-8").splitlines()]
        return {w for call in calls if call[:2] == ["apt-get", "install"] for w in call[2:] if not w.startswith("-")}


@pytest.mark.parametrize(
    ("offers", "python", "venv", "expected"),
    [
        ({"python3": "3.11.2-1+b1"}, None, True, {"python3", "python3-venv"}),
        ({"python3": "3.13.5-1"}, None, True, {"python3", "python3-venv"}),
        ({"python3": "3.10.6-1", "python3.11-venv": "3.11.0~rc1"}, 10, True, {"python3.11", "python3.11-venv"}),
        ({"python3": "3.12.3-0ubuntu2"}, 12, False, {"python3.12-venv"}),
        ({"python3": "3.14.0-1", "python3.13-venv": "3.13.9-1"}, 14, True, {"python3.13", "python3.13-venv"}),
        ({"python3": "3.12.3-0ubuntu2"}, 12, True, set()),
    ],
    ids=["debian 12", "debian 13", "ubuntu 22.04", "ubuntu 24.04", "newer than supported", "python is there"],
)
def test_a_bare_machine_gets_what_it_lacks(
    tmp_path: Path, offers: Mapping[str, str], python: int | None, venv: bool, expected: set[str]
) -> None:
    machine = Machine(tmp_path, offers, python, venv)
    done = machine.setup()
    assert done.returncode == 0, done.stderr
    others = {"tesseract-ocr", "tesseract-ocr-por", "tesseract-ocr-osd", "fontconfig", "fonts-liberation"}
    assert machine.installed() == expected | others | {"fonts-dejavu-core"}
    assert "requirements.lock" in machine.log.read_text(encoding="utf-8")


def test_where_all_is_there_nothing_is_asked_of_apt_and_the_second_time_nothing_of_pip(tmp_path: Path) -> None:
    machine = Machine(tmp_path, python=12, tesseract=True, apt=False)
    assert machine.setup().returncode == 0
    first = machine.log.read_text(encoding="utf-8")
    assert "apt-get" not in first and first.count("pip install") == 2
    assert machine.setup().returncode == 0
    assert machine.log.read_text(encoding="utf-8") == first


def test_a_moved_clone_gets_a_new_environment(tmp_path: Path) -> None:
    machine = Machine(tmp_path, python=12, tesseract=True)
    assert machine.setup().returncode == 0
    moved = machine.clone.rename(tmp_path / "outra pasta")
    done = machine.setup(moved)
    assert done.returncode == 0 and "making .venv" in done.stderr


def test_without_root_packages_come_by_sudo_or_the_way_out_is_told(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    with_sudo = Machine(tmp_path / "a", python=12, user=1000, sudo=True)
    assert with_sudo.setup().returncode == 0
    assert "sudo apt-get update" in with_sudo.log.read_text(encoding="utf-8")
    without = Machine(tmp_path / "b", python=12, user=1000)
    done = without.setup()
    assert done.returncode == 1 and "administrator" in done.stderr and not without.installed()


def test_debian_gets_a_browser_for_the_tests_and_other_systems_are_told(tmp_path: Path) -> None:
    for name in ("debian", "ubuntu", "there"):
        (tmp_path / name).mkdir()
    debian = Machine(tmp_path / "debian", python=12, tesseract=True)
    assert debian.setup(profile="dev").returncode == 0
    assert debian.installed() == {"chromium"}
    ubuntu = Machine(tmp_path / "ubuntu", python=12, tesseract=True, system="ubuntu")
    done = ubuntu.setup(profile="dev")
    assert done.returncode == 0 and not ubuntu.installed()
    assert "skipped" in done.stderr and "CHROMIUM=" in done.stderr
    there = Machine(tmp_path / "there", python=12, tesseract=True, apt=False)
    there.put("google-chrome", "#!/bin/bash\n")
    assert there.setup(profile="dev").returncode == 0


@pytest.mark.parametrize(
    ("lacks", "told"),
    [
        ({"apt": False}, "tesseract-ocr"),
        ({"offers": {"python3": "3.9.2-3"}}, "PYTHON="),
        ({"python": 12, "pip_fails": True}, "HTTPS_PROXY"),
    ],
    ids=["no apt", "no python to be had", "no network"],
)
def test_where_it_cannot_go_on_it_says_what_to_do(tmp_path: Path, lacks: dict[str, object], told: str) -> None:
    done = Machine(tmp_path, **lacks).setup()  # type: ignore[arg-type]
    assert done.returncode == 1 and told in done.stderr.splitlines()[-1]

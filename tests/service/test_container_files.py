"""Dockerfile, compose.yaml and what docs/operacao.md says of them: as far as they can be judged without a daemon.

The image itself is not built here; `test_container_readonly` runs the service as the container would.
"""

from __future__ import annotations

import ast
import fnmatch
import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click
import pytest
import typer.main
import yaml

import docverify
from docverify.cli import app as cli
from docverify.settings import Settings
from docverify.store.config import ServiceSettings

ROOT = Path(__file__).parents[2]
SETTINGS = {f"DOCVERIFY_{name.upper()}" for name in (*Settings.model_fields, *ServiceSettings.model_fields)}
SECRET_WORDS = ("PASSWORD", "SECRET", "TOKEN", "KEY", "SENHA")
GRACE_S = 30
"""Within which `serve` and `worker` end."""


def _instructions() -> list[tuple[str, str]]:
    """The Dockerfile's instructions with their arguments, continued lines joined, comments left out."""
    lines = [line for line in (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    joined = re.sub(r"\\\n\s*", " ", "\n".join(line for line in lines if not line.lstrip().startswith("#")))
    return [
        (name.upper(), rest.strip()) for name, _, rest in (line.partition(" ") for line in joined.splitlines() if line)
    ]


def _all(name: str) -> list[str]:
    return [rest for found, rest in _instructions() if found == name]


def _final() -> list[tuple[str, str]]:
    """The instructions of the image that is left, without those of the stage that builds."""
    told = _instructions()
    last = max(i for i, (name, _) in enumerate(told) if name == "FROM")
    return told[last:]


def test_images_are_pinned_and_stages_alike() -> None:
    bases = [rest.split()[0] for rest in _all("FROM")]
    assert len(bases) == 2
    assert len(set(bases)) == 1, "a package built for one Python is of no use to another"
    assert all(re.fullmatch(r"python:3\.1[123]-slim-bookworm", base) for base in bases)


def test_only_known_instructions_none_that_fetches() -> None:
    known = {"FROM", "ENV", "RUN", "WORKDIR", "COPY", "USER", "VOLUME", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK"}
    assert {name for name, _ in _instructions()} <= known | {"ENTRYPOINT", "CMD"}
    assert not any(
        word in rest for rest in _all("RUN") for word in ("curl ", "wget ", "sudo ", "chmod 777", "--user root")
    )


def test_it_does_not_run_as_root() -> None:
    users = [rest for name, rest in _final() if name == "USER"]
    assert users == ["10001:10001"], "a number: Kubernetes sees that it is not root"
    names = [name for name, _ in _final()]
    assert names.index("USER") > max(i for i, name in enumerate(names) if name in ("RUN", "COPY"))
    made = " ".join(rest for name, rest in _final() if name == "RUN")
    assert "useradd --uid 10001" in made
    assert "install -d -o 10001 -g 10001 -m 0700 /dados" in made
    assert [rest for name, rest in _final() if name == "VOLUME"] == ["/dados"]


def _ignored(path: str) -> bool:
    """Tell whether .dockerignore keeps a path of the top out of the build."""
    out = False
    for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines():
        pattern = line.strip()
        if pattern and not pattern.startswith("#") and fnmatch.fnmatch(path, pattern.lstrip("!")):
            out = not pattern.startswith("!")
    return out


def test_what_is_copied_is_there_and_goes_to_the_builder() -> None:
    copied = [source for rest in _all("COPY") if "--from" not in rest for source in rest.split()[:-1]]
    assert copied
    for source in copied:
        assert (ROOT / source).exists(), source
        assert not _ignored(source), source
    for kept in (".git", ".venv", "docverify.env", "postgres.env", "tests", "samples"):
        assert _ignored(kept), kept


def test_what_the_wheel_is_made_of_is_copied() -> None:
    """The build names files of its own: a readme, a licence, folders of packages and of models."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = {"pyproject.toml", "LICENSE", project["project"]["readme"], *wheel["force-include"]}
    needed |= {Path(package).parts[0] for package in wheel["packages"]}
    copied = {source for rest in _all("COPY") for source in rest.split()[:-1]}
    assert needed <= copied


def test_it_has_the_system_packages_that_set_up_installs() -> None:
    setup = (ROOT / "scripts" / "setup.sh").read_text(encoding="utf-8")
    wanted = set(re.findall(r"\b(tesseract-ocr(?:-\w+)?|fontconfig|fonts-[\w-]+)\b", setup))
    assert wanted
    assert wanted <= set(" ".join(_all("RUN")).split())


def test_its_variables_are_settings_and_none_is_a_secret() -> None:
    told = dict(pair.split("=", 1) for rest in _all("ENV") for pair in shlex.split(rest))
    ours = {name for name in told if name.startswith("DOCVERIFY_")}
    assert ours == {"DOCVERIFY_HOME", "DOCVERIFY_HOST"} <= SETTINGS
    assert not any(word in name for name in told for word in SECRET_WORDS)
    assert told["DOCVERIFY_HOME"] == told["HOME"] == "/dados"
    assert told["XDG_CACHE_HOME"].startswith("/dados/")


def test_it_starts_without_a_shell_so_that_signals_arrive() -> None:
    (entry,), (command,) = _all("ENTRYPOINT"), _all("CMD")
    _called([*json.loads(entry), *json.loads(command)])
    (check,) = _all("HEALTHCHECK")
    words = json.loads(check[check.index("[") :])
    assert words[:2] == ["python", "-c"]
    ast.parse(words[2])
    assert f":{ServiceSettings.model_fields['port'].default}/saude" in words[2]
    assert _all("EXPOSE") == [str(ServiceSettings.model_fields["port"].default)]


def _called(words: list[str]) -> None:
    """See that a command line is one of ours, with options that there are."""
    assert words[0] == "docverify"
    cli._register()
    group = typer.main.get_command(cli.app)
    assert isinstance(group, click.Group) or hasattr(group, "commands")
    command = group.commands[words[1]]  # type: ignore[attr-defined]
    command.make_context(words[1], words[2:], resilient_parsing=False)


def _compose() -> dict[str, Any]:
    told: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    return told


SERVICES: dict[str, Any] = _compose()["services"]


@pytest.mark.parametrize("name", list(SERVICES))
def test_every_service_is_closed(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "privileged" not in service and "cap_add" not in service and "network_mode" not in service
    assert "build" in service or service["user"] not in ("root", "0")
    assert any(mount.startswith("/tmp:") for mount in service["tmpfs"])
    assert all(not volume.startswith(("/", ".")) for volume in service["volumes"])
    assert ":" in service["image"] and not service["image"].endswith(":latest")
    assert service["env_file"] == ("postgres.env" if name == "postgres" else "docverify.env")
    assert not any(word in key for key in service.get("environment", {}) for word in SECRET_WORDS)
    assert all(port.startswith("127.0.0.1:") for port in service.get("ports", []))
    assert int(service["stop_grace_period"].removesuffix("s")) >= GRACE_S


def test_the_parts_fit_together() -> None:
    told = _compose()
    for service in SERVICES.values():
        assert set(service["networks"]) <= told["networks"].keys()
        assert {volume.partition(":")[0] for volume in service["volumes"]} <= told["volumes"].keys()
        assert service.get("depends_on", {}).keys() <= SERVICES.keys()
    assert told["networks"]["interna"] == {"internal": True}
    assert SERVICES["postgres"]["networks"] == ["interna"], "nobody outside talks to the database"
    assert "ports" not in SERVICES["postgres"]
    for name in ("serve", "worker"):
        service = SERVICES[name]
        assert service["depends_on"] == {"postgres": {"condition": "service_healthy"}}
        assert service["image"] == f"docverify:{docverify.__version__}"
        assert service["volumes"] == ["dados:/dados"]
        _called(["docverify", *service["command"]])
    assert SERVICES["serve"]["command"] == ["serve", "--workers", "0"]
    assert SERVICES["worker"]["command"][0] == "worker"


def _docs() -> str:
    return (ROOT / "docs" / "operacao.md").read_text(encoding="utf-8")


def test_the_files_of_secrets_are_made_as_the_page_says(tmp_path: Path) -> None:
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    (made,) = re.findall(r"^\( umask 077;.*?^\)$", _docs(), re.MULTILINE | re.DOTALL)
    subprocess.run(["bash", "-euc", made], cwd=tmp_path, check=True)
    files = {path.name: path for path in tmp_path.iterdir()}
    assert files.keys() == {"docverify.env", "postgres.env"}
    assert {path.stat().st_mode & 0o777 for path in files.values()} == {0o600}
    told, database = (
        dict(line.split("=", 1) for line in files[name].read_text(encoding="utf-8").splitlines())
        for name in ("docverify.env", "postgres.env")
    )
    assert told.keys() <= SETTINGS
    assert database.keys() == {"POSTGRES_PASSWORD"}, "who has the database has not the key of the audit chain"
    address, postgres = urlsplit(told["DOCVERIFY_DATABASE_URL"]), SERVICES["postgres"]["environment"]
    assert address.hostname in SERVICES
    assert address.username == postgres["POSTGRES_USER"]
    assert address.path == f"/{postgres['POSTGRES_DB']}"
    assert address.password == database["POSTGRES_PASSWORD"]
    assert len(told["DOCVERIFY_SECRET"]) >= 32
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert "/*.env" in ignored


def test_the_unit_of_systemd_is_one() -> None:
    (unit,) = re.findall(r"```ini\n(.*?)```", _docs(), re.DOTALL)
    told = dict(line.split("=", 1) for line in unit.splitlines() if "=" in line and not line.startswith("#"))
    program, *words = told["ExecStart"].split()
    _called([Path(program).name, *words])
    assert {pair.split("=")[0] for pair in shlex.split(told["Environment"])} <= SETTINGS
    assert told["User"] != "root"
    assert int(told["TimeoutStopSec"]) >= GRACE_S
    assert re.findall(r"^\[(\w+)\]$", unit, re.MULTILINE) == ["Unit", "Service", "Install"]


def test_the_proxies_let_through_as_much_as_the_service_takes() -> None:
    most = ServiceSettings.model_fields["max_upload_bytes"].default
    assert f"client_max_body_size {most // 1_000_000}m;" in _docs()
    assert f"max_size {most // 1_000_000}MB" in _docs()

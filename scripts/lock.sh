#!/usr/bin/env bash
# Writes requirements.lock (running) and requirements-dev.lock (testing) from pyproject.toml: exact versions that were
# resolved together in a fresh environment. No registry is named in them.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q -q --disable-pip-version-check . >&2
"$work/venv/bin/pip" freeze --exclude docverify --exclude pip --exclude setuptools | sort -f > "$work/run"
"$work/venv/bin/pip" install -q -q --disable-pip-version-check '.[dev]' >&2
"$work/venv/bin/pip" freeze --exclude docverify --exclude pip --exclude setuptools | sort -f > "$work/all"
header='# Written by `make lock` from pyproject.toml: do not edit.'
{ echo "$header"; cat "$work/run"; } > requirements.lock
{ echo "$header"; grep -Fvxf "$work/run" "$work/all" || true; } > requirements-dev.lock

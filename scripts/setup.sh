#!/usr/bin/env bash
# Installs what is missing: system packages by apt (sudo only where not root), then .venv with the locked packages.
# Does nothing when everything is there already. Usage: scripts/setup.sh [run|dev]
set -euo pipefail
cd "$(dirname "$0")/.."
profile=${1:-run}

say() { printf 'setup: %s\n' "$*" >&2; }

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"
  elif command -v sudo >/dev/null 2>&1; then sudo "$@"
  else say "root rights are needed for: $*. Run it as root, or install sudo."; exit 1; fi
}

# A Python that is new enough and can make a virtual environment.
find_python() {
  local candidate
  for candidate in "${PYTHON:-}" python3 python3.13 python3.12 python3.11; do
    [ -n "$candidate" ] && command -v "$candidate" >/dev/null 2>&1 || continue
    "$candidate" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null || continue
    printf '%s\n' "$candidate"
    return 0
  done
  return 1
}

missing=()
python=$(find_python) || python=""
if [ -z "$python" ]; then
  default=$(apt-cache policy python3 2>/dev/null | sed -n 's/.*Candidate: \(3\.[0-9]*\).*/\1/p')
  case "$default" in
    3.11|3.12|3.13) missing+=(python3 python3-venv) ;;
    *) missing+=(python3.11 python3.11-venv) ;;
  esac
elif ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
  version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  missing+=("python$version-venv")
fi
if ! command -v tesseract >/dev/null 2>&1; then missing+=(tesseract-ocr tesseract-ocr-por tesseract-ocr-osd)
elif ! tesseract --list-langs 2>/dev/null | grep -qx por; then missing+=(tesseract-ocr-por)
fi
command -v make >/dev/null 2>&1 || missing+=(make)
if ! command -v fc-list >/dev/null 2>&1; then missing+=(fontconfig fonts-liberation fonts-dejavu-core)
else
  fc-list | grep -qi 'liberation' || missing+=(fonts-liberation)
  fc-list | grep -qi 'dejavu' || missing+=(fonts-dejavu-core)
fi

if [ ${#missing[@]} -gt 0 ]; then
  if ! command -v apt-get >/dev/null 2>&1; then
    say "missing: ${missing[*]}; this machine has no apt-get: install them by its own means and run again"
    exit 1
  fi
  say "installing by apt: ${missing[*]}"
  as_root apt-get update -q >&2
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}" >&2
  python=$(find_python) || { say "no Python 3.11 to 3.13 could be installed"; exit 1; }
fi

stamp=.venv/.docverify-$profile
wanted=$(cat requirements.lock requirements-dev.lock pyproject.toml scripts/setup.sh | cksum)
if [ -x .venv/bin/python ] && [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ]; then exit 0; fi
if [ ! -x .venv/bin/python ] || ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
  say "making .venv with $python"
  rm -rf .venv
  "$python" -m venv .venv
fi
say "installing Python packages (a minute or two the first time)"
locks=(-r requirements.lock)
[ "$profile" = dev ] && locks+=(-r requirements-dev.lock)
.venv/bin/python -m pip install -q --disable-pip-version-check "${locks[@]}" >&2
.venv/bin/python -m pip install -q --disable-pip-version-check --no-deps -e . >&2
printf '%s\n' "$wanted" > "$stamp"

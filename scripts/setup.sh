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

supported='3\.1[123]'

# A Python that is new enough; the packages are locked for 3.11 to 3.13.
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

can_make_venv() { "$1" -c 'import ensurepip, venv' 2>/dev/null; }

# The packages that bring a Python: the system's own where it is new enough, else the newest that apt offers.
python_packages() {
  local version
  if apt-cache policy python3 2>/dev/null | grep -q "Candidate: $supported\.[0-9]"; then
    echo python3 python3-venv
    return
  fi
  for version in 3.13 3.12 3.11; do
    if apt-cache policy "python$version-venv" 2>/dev/null | grep -q 'Candidate: [0-9]'; then
      echo "python$version" "python$version-venv"
      return
    fi
  done
  return 1
}

# What apt is to bring, besides Python.
missing=()
if ! command -v tesseract >/dev/null 2>&1; then missing+=(tesseract-ocr tesseract-ocr-por tesseract-ocr-osd)
elif ! tesseract --list-langs 2>/dev/null | grep -qx por; then missing+=(tesseract-ocr-por)
fi
command -v make >/dev/null 2>&1 || missing+=(make)
if ! command -v fc-list >/dev/null 2>&1; then missing+=(fontconfig fonts-liberation fonts-dejavu-core)
else
  fonts=$(fc-list 2>/dev/null || true)
  grep -qi liberation <<<"$fonts" || missing+=(fonts-liberation)
  grep -qi dejavu <<<"$fonts" || missing+=(fonts-dejavu-core)
fi
# The tests of the pages want a browser. Debian has one as a package; Ubuntu's is a snap, which a container cannot run:
# there the tests are skipped, with their reason, unless a Chrome or Chromium is there already (or CHROMIUM names one).
if [ "$profile" = dev ] && [ -z "${CHROMIUM:-}" ]; then
  browser=""
  for candidate in chromium chromium-browser google-chrome google-chrome-stable; do
    command -v "$candidate" >/dev/null 2>&1 && browser=$candidate && break
  done
  if [ -z "$browser" ]; then
    if [ "$(. "${OS_RELEASE:-/etc/os-release}" 2>/dev/null && printf %s "${ID:-}")" = debian ]; then missing+=(chromium)
    else say "no Chromium or Chrome here: the tests in a browser will be skipped (install one, or set CHROMIUM=its path)"; fi
  fi
fi
python=$(find_python) || python=""

if [ ${#missing[@]} -gt 0 ] || [ -z "$python" ] || ! can_make_venv "$python"; then
  if ! command -v apt-get >/dev/null 2>&1; then
    say "missing: ${missing[*]:-} ${python:-Python 3.11 to 3.13, with venv}; this machine has no apt-get:" \
      "install them by its own means and run again"
    exit 1
  fi
  if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null 2>&1; then
    say "an administrator must install packages: run scripts/setup.sh as root once, or install sudo"
    exit 1
  fi
  # First the lists: a fresh machine has none, and what apt offers is asked below. A broken foreign source is no reason
  # to stop: installing tells whether what is needed is there.
  as_root apt-get update -q >&2 || say "apt-get update failed in part; trying with the lists that there are"
  if [ -z "$python" ]; then
    offered=$(python_packages) || { say "apt offers no Python 3.11 to 3.13: install one and set PYTHON=its path"; exit 1; }
    read -r -a offered <<<"$offered"
    missing+=("${offered[@]}")
  elif ! can_make_venv "$python"; then
    missing+=("python$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')-venv")
  fi
  say "installing by apt: ${missing[*]}"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}" >&2
  python=$(find_python) || { say "no Python 3.11 to 3.13 could be installed"; exit 1; }
fi

stamp=.venv/.docverify-$profile
wanted="$(cat requirements.lock requirements-dev.lock pyproject.toml scripts/setup.sh | cksum) $PWD"
if [ -x .venv/bin/python ] && [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ]; then exit 0; fi
# The commands of a .venv name the folder that it was made in: a moved one is made anew, as one of another Python is.
if [ ! -x .venv/bin/python ] || [ "$(cat .venv/.docverify-home 2>/dev/null || echo "$PWD")" != "$PWD" ] ||
  ! .venv/bin/python -c 'import pip, sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null; then
  say "making .venv with $python"
  rm -rf .venv
  "$python" -m venv .venv
  printf '%s\n' "$PWD" > .venv/.docverify-home
fi
say "installing Python packages (a minute or two the first time)"
locks=(-r requirements.lock)
[ "$profile" = dev ] && locks+=(-r requirements-dev.lock)
.venv/bin/python -m pip install -q --disable-pip-version-check "${locks[@]}" >&2 || {
  say "the Python packages could not be installed; is the network there (behind a proxy: set HTTPS_PROXY)? Run again."
  exit 1
}
.venv/bin/python -m pip install -q --disable-pip-version-check --no-deps -e . >&2
printf '%s\n' "$wanted" > "$stamp"

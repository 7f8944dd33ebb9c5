#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# Installs, on Debian, what is missing: `setup.sh build` for `make run`, `setup.sh test` for `make test`.
# Asks apt for nothing that is there already, and for its lists once at most.
. "$(dirname "$0")/steps.sh"

wanted=${1:-build}
missing=()

has_package() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }
want() { has_package "$1" || missing+=("$1"); }

if ! command -v dpkg-query >/dev/null 2>&1; then
    command -v cc >/dev/null 2>&1 || fail "A C compiler is needed. On this system it has to be installed by hand."
    exit 0
fi

# SQLite and the cryptography are compiled; certificates are for downloads.
command -v cc >/dev/null 2>&1 || missing+=(gcc)
want libc6-dev
want ca-certificates
if [ "$wanted" = test ]; then
    # The second database, and a browser with letters to show.
    compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || missing+=(postgresql)
    command -v chromium-headless-shell >/dev/null 2>&1 || missing+=(chromium-headless-shell)
    want fonts-liberation
    # Counts the instructions of a call.
    want valgrind
    # The Python client is written and tested in an environment of its own.
    python3 -c 'import ensurepip, venv' 2>/dev/null || missing+=(python3-venv)
fi
[ ${#missing[@]} -gt 0 ] || exit 0

as_root=()
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null 2>&1 || fail "Missing: ${missing[*]}. Install them as root, then try again."
    as_root=(sudo)
fi
say "Installing: ${missing[*]}"
if [[ " ${missing[*]} " == *" postgresql "* ]]; then
    # The programs only: the tests start servers of their own.
    "${as_root[@]}" mkdir -p /etc/postgresql-common
    if [ ! -e /etc/postgresql-common/createcluster.conf ]; then
        printf 'create_main_cluster = false\nstart_conf = manual\n' |
            "${as_root[@]}" tee /etc/postgresql-common/createcluster.conf >/dev/null
    fi
fi
apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3)
"${apt[@]}" update </dev/null >/dev/null
"${apt[@]}" install --no-install-recommends "${missing[@]}" </dev/null

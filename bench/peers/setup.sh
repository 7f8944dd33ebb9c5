#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# setup.sh FOLDER: installs what Salal is measured beside into FOLDER: GNU Health from PyPI and Helios FHIR Server
# from crates.io, each of one version. What is there already stays; a peer that cannot be had is skipped.
set -euo pipefail

[ $# = 1 ] || { echo "usage: setup.sh FOLDER" >&2; exit 2; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)
if [ -d "$HOME/.cargo/bin" ]; then PATH="$HOME/.cargo/bin:$PATH"; fi

gnuhealth() {
    local venv=$folder/gnuhealth
    if [ -x "$venv/bin/gunicorn" ] && "$venv/bin/python" -c 'from importlib.metadata import version as v; exit(v("gnuhealth") != "5.0.6")'; then
        return 0
    fi
    python3 -m venv "$venv" &&
        "$venv/bin/pip" install --quiet --disable-pip-version-check gnuhealth==5.0.6 gunicorn==27.0.1
}

helios() {
    local bin=$folder/bin/hfs
    if [ -x "$bin" ] && [[ "$("$bin" --version)" == "hfs 0.2.7"* ]]; then return 0; fi
    # Without its web pages: what is measured is the interface for programs.
    cargo install --quiet --root "$folder" --locked --version =0.2.7 --no-default-features --features R4,sqlite helios-hfs
}

if gnuhealth; then
    echo "GNU Health 5.0.6 is in $folder/gnuhealth."
else
    echo "GNU Health is skipped: Python's venv or PyPI could not be had (see above)."
fi
if helios; then
    echo "Helios FHIR Server 0.2.7 is in $folder/bin."
else
    echo "Helios FHIR Server is skipped: Cargo or crates.io could not be had, or it did not compile (see above)."
fi

#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# `make bench`: a release build, then the server measured with much data on a database of its own.
# Wants a quiet machine, and is no part of the gate. Takes the federal drug files of 2020-05 when they
# lie beside this checkout, or those in SALAL_BENCH_CATALOGUE; else the small demo catalogue.
. "$(dirname "$0")/steps.sh"

check_tools
step "Web app's libraries" web_libraries
step "Web app" web_app
# Together, so that both are made of the same libraries.
step "Release build (long, the first time)" cargo build --release -p salal-server -p salal-bench

options=("$@")
files=${SALAL_BENCH_CATALOGUE:-../shared/data/dpd/2020-05}
if [ -d "$files" ]; then
    # The marketed drugs: what was cancelled, dormant or only approved stands in files of its own.
    marketed=$(mktemp -d)
    trap 'rm -r "$marketed"' EXIT
    for file in "$(cd "$files" && pwd)"/*.txt*; do
        case $(basename "$file") in *_ap.* | *_dr.* | *_ia.*) ;; *) ln -s "$file" "$marketed/" ;; esac
    done
    options+=(--catalogue "$marketed")
fi
# Other systems, where somebody has put them up (bench/peers/README.md).
if [ -d target/peers ]; then options+=(--peers "$PWD/target/peers"); fi
keys() { (cd web && SALAL_BIN=$PWD/../target/release/salal npx playwright test -c bench); }

step "Measuring" target/release/salal-bench "${options[@]}"
# The browser is only there where the tests were set up.
if compgen -G '/usr/bin/chromium*' >/dev/null; then step "From a key to the paint" keys; fi

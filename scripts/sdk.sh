#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# `make sdk`: typed clients of the API for TypeScript and Python, from openapi.json. `sdk.sh test` also takes
# each through a renewal with the real program.
. "$(dirname "$0")/steps.sh"
exec </dev/null

ts=sdk/typescript
py=sdk/python
venv=$py/.venv

in_typescript() { (cd $ts && "$@"); }
in_python() { (cd $py && PATH="$PWD/.venv/bin:$PATH" "$@"); }

python_libraries() {
    install() {
        rm -rf $venv
        python3 -m venv $venv &&
            $venv/bin/pip install --quiet --disable-pip-version-check --require-hashes --requirement $py/requirements.txt
    }
    unless_current $venv/.lock-of-this-install $py/requirements.txt -- install
}

write_typescript() {
    unless_current $ts/src/generated/.made-of openapi.json $ts/openapi-ts.config.ts $ts/package-lock.json -- \
        in_typescript npm run --silent generate
}
build_typescript() { in_typescript npm run --silent build; }

write_python() {
    write() {
        in_python openapi-python-client generate --fail-on-warning --meta none --overwrite \
            --config generator.yml --path ../../openapi.json --output-path salal_client
    }
    unless_current $py/salal_client/.made-of openapi.json $py/generator.yml $py/requirements.txt -- write
}

# with_program COMMAND…: beside a fresh program with sandbox and demo data, in a folder that goes afterwards.
with_program() (
    program=$(realpath "${SALAL_BIN:-target/debug/salal}")
    folder=$(test_folder salal-sdk)
    pids=()
    stop() {
        trap - EXIT INT TERM
        if [ ${#pids[@]} -gt 0 ]; then
            kill "${pids[@]}" 2>/dev/null
            wait "${pids[@]}" 2>/dev/null
        fi
        rm -rf "$folder"
    }
    trap stop EXIT
    trap 'exit 130' INT TERM
    port=$(free_port)
    sandbox=$(free_port)
    smtp=$(free_port)
    export SALAL_DATABASE_URL="sqlite://$folder/salal.db?mode=rwc" SALAL_DATABASE__UPLOADS="$folder/uploads"
    export SALAL_SERVER__ADDRESS=127.0.0.1:$port SALAL_SERVER__PUBLIC_URL=http://127.0.0.1:$port
    export SALAL_SANDBOX__ADDRESS=127.0.0.1:$sandbox SALAL_SANDBOX__SMTP=127.0.0.1:$smtp
    # Nobody is to wait for nothing.
    export SALAL_JOBS__POLL_MILLISECONDS=200 SALAL_JOBS__UNDO_SECONDS=0 SALAL_PRESCRIPTIONS__FAX_POLL_SECONDS=1
    if ! "$program" demo --empty --json >"$folder/accounts.json" 2>"$folder/demo.log"; then
        tail -n 20 "$folder/demo.log" >&2
        exit 1
    fi
    "$program" sandbox >"$folder/sandbox.log" 2>&1 &
    pids+=($!)
    "$program" serve >"$folder/serve.log" 2>&1 &
    pids+=($!)
    wait_for "$sandbox" / "${pids[0]}" "$folder/sandbox.log" "The sandbox"
    wait_for "$port" /readyz "${pids[1]}" "$folder/serve.log" "The server"
    export JOURNEY_URL=http://127.0.0.1:$port JOURNEY_SANDBOX=http://127.0.0.1:$sandbox
    export JOURNEY_ACCOUNTS="$folder/accounts.json"
    if ! "$@"; then
        say "The server's last lines:"
        tail -n 20 "$folder/serve.log"
        exit 1
    fi
)

clients() {
    need python3 "Python 3.11 or newer"
    step "Libraries of the TypeScript client" npm_libraries $ts
    step "Libraries of the Python client" python_libraries
    step "TypeScript client" write_typescript
    step "Its types, and those of its journey" build_typescript
    step "Python client" write_python
}

check_tools
case "${1:-write}" in
    write)
        clients
        say "Written: $ts/src/generated, $py/salal_client. See sdk/README.md."
        ;;
    test)
        clients
        step "Formatting of the Python journey" in_python ruff format --check --quiet journey_test.py sandbox.py
        step "Types of the Python client and its journey" in_python mypy --no-error-summary
        if [ -z "${SALAL_BIN:-}" ]; then step "Server" server; fi
        step "A renewal with the TypeScript client" with_program in_typescript npm run --silent test
        step "A renewal with the Python client" with_program in_python python -m unittest --quiet journey_test
        ;;
    *)
        fail "sdk.sh: write or test"
        ;;
esac

#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# The tests and lints. `test.sh all` is what the gate runs; `unit`, `pg`, `e2e`, `instructions` and `lint` are parts of it.
# Needs no terminal and reads nothing from standard input.
. "$(dirname "$0")/steps.sh"
exec </dev/null
export CI=${CI:-true}

what=${1:-all}

if [ -z "${SALAL_TEST_FOLDER:-}" ]; then
    SALAL_TEST_FOLDER=$(test_folder salal-test)
    export SALAL_TEST_FOLDER TMPDIR="$SALAL_TEST_FOLDER"
    trap 'stop_beside; rm -rf "$SALAL_TEST_FOLDER"' EXIT
    trap 'exit 130' INT TERM
fi

in_web() { (cd web && "$@"); }

lint_web() {
    step "Types of the web app" in_web npm run --silent typecheck
    step "Wire types of the web app are current" in_web npm run --silent gen:check
    step "Lints of the web app" in_web npm run --silent lint
    step "Formatting of the web app" in_web npm run --silent format:check
    step "Spelling" in_web npm run --silent spelling
    step "Rules for alerts" alert_rules
    step "Licences of all packages" node scripts/sbom.mjs --check
}
lint_rust() {
    step "Formatting of the Rust code" cargo fmt --all --check
    # Seconds, and what it refuses would otherwise be told after a quarter of an hour.
    step "Layers, names and habits" cargo test --quiet --package salal-tidy
}
clippy() { cargo clippy --workspace --all-targets --quiet -- -D warnings; }

# From here on our own crates are compiled by clippy's driver, which is the compiler with its lints: one pass
# gives programs and warnings, where `cargo clippy` would read everything a second time.
lint_while_compiling() {
    RUSTC_WORKSPACE_WRAPPER="$(rustc --print sysroot)/bin/clippy-driver"
    [ -x "$RUSTC_WORKSPACE_WRAPPER" ] || RUSTC_WORKSPACE_WRAPPER=$(command -v clippy-driver)
    export RUSTC_WORKSPACE_WRAPPER CLIPPY_ARGS="-Dwarnings__CLIPPY_HACKERY__"
}

# rust_tests WORD…: the words are for the test programs. Not with nextest, which starts a process a
# test: here the tests of a program share what is costly to make (the database they copy, the server).
rust_tests() {
    local words=()
    if [ $# -gt 0 ]; then words=(-- "$@"); fi
    # A call waits for its database and its jobs as long as it works: twice as many at a time as processors.
    RUST_TEST_THREADS=${RUST_TEST_THREADS:-$(($(nproc) * 2))} cargo test --workspace --exclude salal-tidy --no-fail-fast "${words[@]}"
}

web_tests() { in_web npx vitest run; }

# Half of a build uses one processor alone: this is done meanwhile.
everything_but_rust() {
    lint_web
    step "Unit tests of the web app" web_tests
    scripts/sdk.sh write
}

server_and_bench() {
    if [ -n "${EVERYTHING_BUILT:-}" ]; then
        everything
    else
        cargo build --quiet -p salal-server --bin salal -p salal-bench --bin salal-bench
    fi
}

# Instructions do not depend on how fast or busy the machine is: a call that became dearer is refused. Where there is
# no Valgrind to count with (it is not made for every system), that is said.
counted_calls() {
    if ! command -v valgrind >/dev/null 2>&1; then
        say "Not counted: there is no Valgrind on this machine."
        return 0
    fi
    server_and_bench || return 1
    local built=${CARGO_TARGET_DIR:-target}/debug
    "$built/salal-bench" --instructions compare --program "$built/salal" --folder "$SALAL_TEST_FOLDER/counted"
}

# Beside the empty call of the same run, with margins so wide that only a call that has become several times as dear fails.
calls_beside_the_empty_one() {
    server_and_bench || return 1
    local built=${CARGO_TARGET_DIR:-target}/debug
    "$built/salal-bench" --short --program "$built/salal" --folder "$SALAL_TEST_FOLDER/beside"
}

# The rules for Prometheus, with a test that fires each. Debian has promtool in its package prometheus, which also
# starts a server, so it is not installed for this; where there is none, that is said.
alert_rules() {
    if ! command -v promtool >/dev/null 2>&1; then
        say "Not checked: there is no promtool on this machine."
        return 0
    fi
    promtool check rules deploy/prometheus/salal.rules.yml >/dev/null &&
        promtool test rules deploy/prometheus/salal.rules.test.yml >/dev/null
}

costs_of_calls() {
    step "Instructions of a call" counted_calls
    step "Calls beside the empty one" calls_beside_the_empty_one
}

browser_tests() {
    server
    in_web npx playwright test
}

check_tools
case "$what" in
    lint)
        step "Libraries of the web app" web_libraries
        lint_web
        lint_rust
        step "Clippy" clippy
        ;;
    unit)
        step "Libraries of the web app" web_libraries
        beside step "Unit tests of the web app" web_tests
        # Neither the other engine nor the programs that die at every point: those are the gate's.
        step "Rust tests on SQLite" rust_tests --skip postgres --skip every_crash_point --skip a_disk_that_refuses
        join_beside
        ;;
    pg)
        step "What the system lacks" scripts/setup.sh test
        step "Rust tests on PostgreSQL" scripts/with-postgres.sh scripts/test.sh pg-inner
        ;;
    instructions)
        step "What the system lacks" scripts/setup.sh test
        costs_of_calls
        ;;
    pg-inner)
        rust_tests postgres
        ;;
    e2e)
        step "What the system lacks" scripts/setup.sh test
        step "Libraries of the web app" web_libraries
        step "Web app" web_app
        step "Browser tests" browser_tests
        ;;
    rust-inner)
        rust_tests
        ;;
    all)
        step "What the system lacks" scripts/setup.sh test
        step "Libraries of the web app" web_libraries
        step "Web app" web_app
        beside everything_but_rust
        lint_while_compiling
        lint_rust
        step "Compile and lint (clippy)" everything
        export EVERYTHING_BUILT=yes
        join_beside
        step "Rust tests on both databases" scripts/with-postgres.sh scripts/test.sh rust-inner
        step "Package, units and samples" deploy/test/samples.sh
        # It uses little more than one processor.
        beside costs_of_calls
        step "Clients of the API" scripts/sdk.sh test
        join_beside
        step "Browser tests" browser_tests
        say ""
        say "Everything passed in $(took $((SECONDS - began)))."
        ;;
    *)
        fail "test.sh: all, unit, pg, e2e, instructions or lint"
        ;;
esac

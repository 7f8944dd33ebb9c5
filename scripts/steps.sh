#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# Shared by the scripts beside it (sourced): steps with their time, and the builds.
# shellcheck shell=bash

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Cargo's and Node's programs are found even when the shell has not read its profile.
if [ -d "$HOME/.cargo/bin" ]; then PATH="$HOME/.cargo/bin:$PATH"; fi
export PATH

began=$SECONDS

took() { # seconds -> "1 min 05 s"
    if [ "$1" -ge 60 ]; then printf '%d min %02d s' $(($1 / 60)) $(($1 % 60)); else printf '%d s' "$1"; fi
}

say() { printf '%s\n' "$*"; }

fail() {
    printf '\n%s\n' "$*" >&2
    exit 1
}

# step "what it does" command…: says what is done, shows its output, says how long it took.
step() {
    local what=$1 from=$SECONDS
    shift
    say "==> $what"
    if "$@"; then
        say "    $what: $(took $((SECONDS - from)))"
    else
        fail "Stopped: $what failed after $(took $((SECONDS - from)))."
    fi
}

# beside COMMAND…: runs it in the background, where it fills what a build leaves idle. What it says is kept until
# `join_beside`, which waits for it, shows it, and stops when it failed.
beside() {
    beside_log=$(mktemp)
    # A process group of its own, so that all of it can be stopped.
    set -m
    "$@" >"$beside_log" 2>&1 &
    beside_pid=$!
    set +m
}
join_beside() {
    local done_well=0
    wait "$beside_pid" || done_well=$?
    cat "$beside_log"
    rm -f "$beside_log"
    beside_pid=
    [ $done_well = 0 ] || exit 1
}
# For a trap: nothing is left running.
stop_beside() {
    if [ -n "${beside_pid:-}" ]; then kill -- "-$beside_pid" 2>/dev/null || true; fi
}

need() { # command, what it is
    command -v "$1" >/dev/null 2>&1 || fail "$2 is missing ($1 was not found). See README.md, \"Start\"."
}

check_tools() {
    need cargo "Rust 1.94 or newer"
    need node "Node 20.19 or newer"
    need npm "npm"
    node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' ||
        fail "Node 20.19 or newer is needed; this is $(node --version)."
}

# unless_current STAMP FILE… -- COMMAND…: runs the command unless it did well for these files as they are.
unless_current() {
    local stamp=$1 files=() now
    shift
    while [ "$1" != -- ]; do files+=("$1"); shift; done
    shift
    now=$(cat "${files[@]}" | sha256sum | cut -d ' ' -f 1) || return 1
    if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$now" ]; then return 0; fi
    rm -f "$stamp"
    "$@" || return 1
    printf '%s\n' "$now" >"$stamp"
}

# A folder's npm libraries, fetched again only when its lock file changed.
npm_libraries() { # folder
    fetch() { (cd "$1" && npm ci --no-audit --no-fund --loglevel=error </dev/null); }
    unless_current "$1/node_modules/.lock-of-this-install" "$1/package-lock.json" -- fetch "$1"
}
web_libraries() { npm_libraries web; }

# The built web app with its pre-rendered pages, made again only when a source of it is newer.
web_app() {
    local built=web/dist/pages/index.html
    if [ -f "$built" ] && [ -z "$(find web/src web/public web/index.html web/public.html web/vite.config.ts web/scripts/prerender.ts web/package-lock.json -newer "$built" -print -quit)" ]; then
        return 0
    fi
    (cd web && npm run --silent build -- --logLevel warn </dev/null)
}

# Where tests write: into memory where there is enough of it. They make and remove some hundred thousand
# files of databases, and nothing of theirs has to survive a power cut.
test_folder() { # a short name
    local base=/tmp folder free
    free=$(df --output=avail -B 1M /dev/shm 2>/dev/null | tail -n 1 || true)
    if [ -w /dev/shm ] && [ "${free:-0}" -ge 6000 ]; then base=/dev/shm; fi
    folder=$(mktemp -d "$base/$1-XXXXXX")
    # PostgreSQL runs as somebody else and has a folder of its own in it.
    chmod 711 "$folder"
    printf '%s\n' "$folder"
}

# Every program with every test. Tests want more of some libraries than the program does, and half of it would be
# compiled again for the program alone: where all of it is there, that is taken.
everything() { cargo build --workspace --bins --tests --quiet </dev/null; }
server() {
    if [ -n "${EVERYTHING_BUILT:-}" ]; then everything; else cargo build -p salal-server --bin salal </dev/null; fi
}

# The same for somebody who waits for it the first time: one line that says how far it is, and what the compiler said
# when it failed. Cargo names each part as it begins it; the lock file says how many there are.
server_with_progress() {
    local log all begun=0 line shown=-1 of
    log=$(mktemp)
    say "    Server: fetching what it is made of"
    all=$(cargo tree -p salal-server -e normal,build --prefix none 2>/dev/null </dev/null | sed 's/ (\*)$//' | sort -u | wc -l) || all=0
    if [ "$all" -lt 1 ]; then all=1; fi
    if server 2>&1 | while IFS= read -r line; do
        printf '%s\n' "$line" >>"$log"
        case $line in *Compiling*) begun=$((begun + 1)) ;; *) continue ;; esac
        # The last ones, Salal itself and the linker, take their time: never "100 %" before it is there.
        of=$((begun * 99 / all))
        if [ $of -gt 99 ]; then of=99; fi
        if [ -t 1 ]; then
            printf '\r    Server: %d %%, %d of about %d parts' "$of" "$begun" "$all"
        elif [ $((of / 10)) -gt "$shown" ]; then
            shown=$((of / 10))
            say "    Server: $of %, $begun of about $all parts"
        fi
    done; then
        if [ -t 1 ] && grep -q Compiling "$log"; then printf '\r\033[K'; fi
        rm -f "$log"
    else
        if [ -t 1 ]; then printf '\n'; fi
        grep -v '^ *Compiling ' "$log" >&2 || true
        rm -f "$log"
        return 1
    fi
}

# Something answers on this port of this machine.
port_taken() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

free_port() {
    local port
    # Below the ports that the system gives to outgoing connections.
    until port=$((20000 + RANDOM % 12000)) && ! port_taken $port; do :; done
    printf '%s\n' $port
}

# The status line of a GET, without needing curl: answered PORT PATH
answered() {
    (
        exec 3<>"/dev/tcp/127.0.0.1/$1" || exit 1
        printf 'GET %s HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n' "$2" >&3
        head -n 1 <&3
    ) 2>/dev/null
}

# wait_for PORT PATH PID LOG WHAT: until it answers 200, or its process is gone.
wait_for() {
    local waited=0
    until [[ "$(answered "$1" "$2" || true)" == *" 200"* ]]; do
        if ! kill -0 "$3" 2>/dev/null || [ $waited -ge 300 ]; then
            tail -n 20 "$4" >&2 || true
            fail "$5 did not start. Its last lines are above; all of them: $4"
        fi
        waited=$((waited + 1))
        sleep 0.2
    done
}

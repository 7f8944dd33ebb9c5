#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# `make run`: installs what is missing, builds, starts the sandbox and the server with demo data, and
# stays until Ctrl-C. The data lie in ./data and are kept.
. "$(dirname "$0")/steps.sh"

address=${SALAL_SERVER__ADDRESS:-127.0.0.1:8080}
sandbox=${SALAL_SANDBOX__ADDRESS:-127.0.0.1:8090}
smtp=${SALAL_SANDBOX__SMTP:-127.0.0.1:8025}
export SALAL_SERVER__PUBLIC_URL=${SALAL_SERVER__PUBLIC_URL:-http://$address}

check_port() { # address, setting, an example
    if port_taken "${1##*:}"; then
        fail "Port ${1##*:} is in use. Is another \`make run\` running? Stop it, or take another port:
    $2=127.0.0.1:$3 make run"
    fi
}
check_port "$address" SALAL_SERVER__ADDRESS 8081
check_port "$sandbox" SALAL_SANDBOX__ADDRESS 8091
check_port "$smtp" SALAL_SANDBOX__SMTP 8026

check_tools
step "What the system lacks" scripts/setup.sh build

if [ ! -x target/debug/salal ]; then
    say "The first build compiles every library and takes several minutes; later ones take seconds. When it is done,"
    say "the addresses, and whom to sign in as with which code, stand here."
fi
both() {
    # The web app is built while the server compiles.
    local web result=0
    (web_libraries && web_app) &
    web=$!
    server_with_progress || result=1
    wait $web || result=1
    return $result
}
step "Web app and server" both

config=()
if [ -f salal.toml ]; then config=(--config salal.toml); fi
logs=data/log
mkdir -p $logs

pids=()
stop() {
    trap - EXIT INT TERM
    if [ ${#pids[@]} -gt 0 ]; then
        kill "${pids[@]}" 2>/dev/null || true
        wait "${pids[@]}" 2>/dev/null || true
        say ""
        say "Stopped. Data is kept in ./data."
    fi
}
trap stop EXIT
trap 'exit 0' INT TERM

# Kept data may be of an earlier version; only this and the start bring them up to date.
migrate() { target/debug/salal "${config[@]}" migrate >>$logs/server.log 2>&1 </dev/null; }
# A history of 60 days and 7 patients, because a debug build signs slowly: the 90 days and 40 patients that the
# program makes by itself take it minutes. Made once; afterwards it only prints the accounts again. Before the sandbox, which then knows what was paid and faxed.
demo() { { migrate && target/debug/salal "${config[@]}" demo --patients 7 --days 60 >$logs/demo.txt 2>>$logs/server.log </dev/null; } || { tail -n 20 $logs/server.log >&2; return 1; }; }
step "Database and demo data" demo

target/debug/salal "${config[@]}" sandbox >>$logs/sandbox.log 2>&1 </dev/null &
pids+=($!)
step "Sandbox" wait_for "${sandbox##*:}" / "${pids[0]}" $logs/sandbox.log "The sandbox"

target/debug/salal "${config[@]}" serve >>$logs/server.log 2>&1 </dev/null &
pids+=($!)
step "Server" wait_for "${address##*:}" /readyz "${pids[1]}" $logs/server.log "The server"

say ""
say "Salal is ready after $(took $((SECONDS - began)))."
say ""
say "  Salal      $SALAL_SERVER__PUBLIC_URL          staff: $SALAL_SERVER__PUBLIC_URL/office-login"
say "  Sandbox    http://$sandbox          sign-in codes, emails, faxes, payments, and what can fail"
say "  API docs   $SALAL_SERVER__PUBLIC_URL/api/docs"
say "  Logs       $logs/"
say ""
say "To begin, in this order, in windows of their own. Later codes are on the sandbox's page."
say ""
# The sandbox says at its start whom to sign in as, with the codes of that moment.
tac $logs/sandbox.log | sed '/^Sign in as/q' | tac || true
say ""
say "More patients, and secrets for an authenticator app: $logs/demo.txt"
say ""
say "Ctrl-C stops everything and keeps the data; \`rm -rf data\` starts over."

# Until one of the two ends.
wait -n "${pids[@]}" || true
say ""
say "The sandbox or the server stopped unexpectedly. Last log lines:"
tail -n 10 $logs/sandbox.log $logs/server.log
exit 1

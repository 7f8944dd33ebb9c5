#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# `make dev`: sandbox, server and the web app's own server, for work on the code. A saved Rust file
# compiles and restarts the server; a saved web file shows at once. Data in ./data, as `make run`.
. "$(dirname "$0")/steps.sh"

for port in 8080 8090 8025 5173; do
    if port_taken $port; then fail "Port $port is in use. Is \`make run\` or another \`make dev\` running?"; fi
done
check_tools
step "What the system lacks" scripts/setup.sh build
step "Libraries of the web app" web_libraries
step "Server" server
mkdir -p data/log

others=()
serving=
stop() {
    trap - EXIT INT TERM
    kill "${others[@]}" $serving 2>/dev/null || true
    wait 2>/dev/null || true
}
trap stop EXIT
trap 'exit 0' INT TERM

config=()
if [ -f salal.toml ]; then config=(--config salal.toml); fi
# Kept data may be of an earlier version; `demo` does not bring them up to date. Before the sandbox, which
# then knows what was paid and faxed. The history is as small as that of `make run`, for the same reason.
target/debug/salal "${config[@]}" migrate </dev/null
target/debug/salal "${config[@]}" demo --patients 7 --days 60 </dev/null
target/debug/salal "${config[@]}" sandbox >>data/log/sandbox.log 2>&1 </dev/null &
others+=($!)
step "Sandbox" wait_for 8090 / "${others[0]}" data/log/sandbox.log "The sandbox"
(cd web && exec npx vite --host 127.0.0.1 </dev/null) &
others+=($!)

serve() {
    target/debug/salal "${config[@]}" serve </dev/null &
    serving=$!
}
# The newest change of anything the program is made of.
newest() { find crates Cargo.toml Cargo.lock -type f -printf '%T@\n' | sort -n | tail -n 1; }

serve
say "The web app: http://127.0.0.1:5173   the server: http://127.0.0.1:8080   the sandbox: http://127.0.0.1:8090"
seen=$(newest)
while sleep 1; do
    now=$(newest)
    if [ "$now" = "$seen" ]; then continue; fi
    seen=$now
    if server; then
        kill $serving 2>/dev/null || true
        wait $serving 2>/dev/null || true
        serve
    fi
done

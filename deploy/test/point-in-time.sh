#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# PostgreSQL brought back to a point in time with pgBackRest, a part of `make proof`: with the samples of deploy/pgbackrest
# a clinic works on, something is sent after the point, the database is restored to it, and `salal restore
# --after-point-in-time` holds what would be sent again. Needs PostgreSQL's programs, pgbackrest and python3.
#   SALAL_BINARY  the program; the development build when absent
. "$(dirname "$0")/../../scripts/steps.sh"
exec </dev/null

need pgbackrest "Debian's pgbackrest"
need python3 "Python"
bin=$(compgen -G '/usr/lib/postgresql/*/bin/initdb' | sort -V | tail -n 1 || true)
[ -n "$bin" ] || fail "PostgreSQL's programs are missing: make setup-test"
bin=$(dirname "$bin")
if [ -z "${SALAL_BINARY:-}" ]; then
    step "The program" server
    SALAL_BINARY=${CARGO_TARGET_DIR:-target}/debug/salal
fi
program=$(realpath "$SALAL_BINARY")
unset SALAL_BINARY

folder=$(test_folder salal-pitr)
data=$folder/pg/main
as=()
mkdir -p "$folder/pg" "$folder/repo" "$folder/log" "$folder/uploads"
if [ "$(id -u)" = 0 ]; then
    as=(setpriv --reuid=postgres --regid=postgres --init-groups)
    chown postgres:postgres "$folder/pg" "$folder/repo" "$folder/log"
fi
running=()
stop_running() {
    local pid
    for pid in "${running[@]}"; do kill "$pid" 2>/dev/null || true; done
    for pid in "${running[@]}"; do wait "$pid" 2>/dev/null || true; done
    running=()
}
postgres() { (cd / && "${as[@]}" "$bin/pg_ctl" -w -t 120 -D "$data" -l "$folder/log/postgres" "$@" >>"$folder/log/ctl" 2>&1); }
clean_up() {
    stop_running
    if [ -n "${sandbox_pid:-}" ]; then kill "$sandbox_pid" 2>/dev/null || true; fi
    postgres -m immediate stop || true
    rm -rf "$folder"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
port=$(free_port) sandbox=$(free_port) smtp=$(free_port) database=$(free_port)
# The samples as they are, but for the places.
export PGBACKREST_CONFIG=$folder/pg/pgbackrest.conf PGBACKREST_LOG_PATH=$folder/log PGBACKREST_LOCK_PATH=$folder/pg
export PGBACKREST_PG1_PORT=$database PGBACKREST_PG1_SOCKET_PATH=$folder/pg PGBACKREST_PG1_USER=salal PGBACKREST_PG1_DATABASE=postgres
backrest() { (cd / && "${as[@]}" pgbackrest --stanza=salal "$@"); }
sql() { (cd / && "${as[@]}" "$bin/psql" -X -q -t -A -h "$folder/pg" -p "$database" -U salal -d "$1" -c "$2"); }

export SALAL_ENVIRONMENT=test SALAL_SERVER__ADDRESS=127.0.0.1:$port SALAL_SERVER__LEAVE_SECONDS=0
export SALAL_DATABASE_URL="postgres://salal@localhost:$database/salal?host=$folder/pg"
export SALAL_DATABASE__UPLOADS=$folder/uploads SALAL_SANDBOX__ENABLED=true
export SALAL_SANDBOX__ADDRESS=127.0.0.1:$sandbox SALAL_SANDBOX__SMTP=127.0.0.1:$smtp
SALAL_SECRETS__MASTER_KEY=$("$program" keys new)
export SALAL_SECRETS__MASTER_KEY

caller() { python3 deploy/test/caller.py "$port" "$folder/kept.json" "$@"; }
emails_to() { caller emails "$sandbox" "$1"; }
serve() {
    "$program" serve "$@" >>"$folder/log/serve" 2>&1 &
    running+=($!)
    wait_for "$port" /readyz $! "$folder/log/serve" Salal
}

database_with_archive() {
    (cd / && "${as[@]}" "$bin/initdb" -U salal --auth=trust -E UTF8 --locale=C.UTF-8 --data-checksums -D "$data" >"$folder/log/initdb" 2>&1)
    sed "s|^repo1-path=.*|repo1-path=$folder/repo|; s|^pg1-path=.*|pg1-path=$data|; s|REPLACE-WITH-.*|$(openssl rand -base64 48 | tr -d '\n')|" \
        deploy/pgbackrest/pgbackrest.conf >"$folder/pg/pgbackrest.conf"
    {
        cat deploy/pgbackrest/postgresql-salal.conf
        printf "port = %s\nlisten_addresses = ''\nunix_socket_directories = '%s'\n" "$database" "$folder/pg"
    } >"$folder/pg/more.conf"
    chmod 644 "$folder/pg"/*.conf
    "${as[@]}" sh -c "echo \"include '$folder/pg/more.conf'\" >>'$data/postgresql.conf'"
    postgres start || fail "PostgreSQL did not start: $(tail -n 5 "$folder/log/postgres")"
    sql postgres "CREATE DATABASE salal"
    backrest stanza-create
    backrest check
}

clinic_at_work() {
    "$program" sandbox >"$folder/log/sandbox" 2>&1 &
    sandbox_pid=$!
    wait_for "$sandbox" / $sandbox_pid "$folder/log/sandbox" "The sandbox"
    "$program" migrate >/dev/null
    "$program" administrator boss@clinic.test --first-name Alder --last-name Whitcombe >"$folder/link"
    serve
    caller first-sign-in boss@clinic.test "$folder/link"
    caller invite before@clinic.test
    caller mail "$sandbox" before@clinic.test
    backrest --type=full backup
    "$program" backup mark --name pgbackrest >/dev/null
}

# An invitation waits to be sent at the point, and is sent after it.
point() {
    stop_running
    serve --no-worker
    caller invite waiting@clinic.test
    point=$(sql postgres "SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')")
    [ "$(emails_to waiting@clinic.test)" = 0 ] || fail "It was sent before the point."
    "$program" work >"$folder/log/work" 2>&1 &
    running+=($!)
    caller mail "$sandbox" waiting@clinic.test
    caller invite after@clinic.test
    caller mail "$sandbox" after@clinic.test
    sql postgres "SELECT pg_switch_wal()" >/dev/null
    backrest check
}

back_to_it() {
    stop_running
    postgres -m fast stop
    backrest --delta --type=time --target="$point+00" --target-action=promote restore
    postgres start || fail "PostgreSQL did not start: $(tail -n 5 "$folder/log/postgres")"
    until [ "$(sql postgres 'SELECT pg_is_in_recovery()')" = f ]; do sleep 0.1; done
    [ "$(sql salal "SELECT count(*) FROM invitation")" = 2 ] || fail "The database is not the one of the point."
    "$program" restore --after-point-in-time --point "${point/ /T}Z"
}

held() {
    serve
    if caller still-signed-in 2>/dev/null; then fail "The session of before counts."; fi
    "$program" restore status >"$folder/status"
    cat "$folder/status"
    grep -q 'Send an email' "$folder/status" || fail "What waited at the point is not listed."
    caller sign-in boss@clinic.test
    # The worker has run for longer than it takes to send one: signing in waits for the next code.
    [ "$(emails_to waiting@clinic.test)" = 1 ] || fail "It was sent a second time."
    if "$program" doctor >"$folder/doctor"; then fail "The doctor says nothing of what is held."; fi
    grep -q 'everything outside is held' "$folder/doctor" || fail "The doctor does not say what is held."
    "$program" restore release --all --reason "compared with the mail server"
    caller emails "$sandbox" waiting@clinic.test 2
    "$program" audit verify >/dev/null
}

step "A database whose log is kept" database_with_archive
step "A clinic at work, and a backup" clinic_at_work
step "A point in time, and what is sent after it" point
step "Back to it" back_to_it
step "What is held" held

#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# with-postgres.sh COMMAND…: runs it with one private PostgreSQL server for all its test processes,
# in a temporary folder, as an unprivileged user, reachable through a socket only, gone at the end.
. "$(dirname "$0")/steps.sh"

if [ -n "${SALAL_TEST_POSTGRES:-}" ]; then exec "$@"; fi

bin=$(compgen -G '/usr/lib/postgresql/*/bin/initdb' | sort -V | tail -n 1 || true)
[ -n "$bin" ] || bin=$(command -v initdb) || fail "PostgreSQL's programs are missing: make setup-test"
bin=$(dirname "$bin")

# A socket's path has at most 107 characters, so the folder's name is short.
folder=$(test_folder salal-pg)
as=()
if [ "$(id -u)" = 0 ]; then
    as=(setpriv --reuid=postgres --regid=postgres --init-groups)
    chown postgres:postgres "$folder"
fi
chmod 700 "$folder"

stop() {
    (cd / && "${as[@]}" "$bin/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1) || true
    rm -rf "$folder"
}
trap stop EXIT
trap 'exit 130' INT TERM

(
    cd /
    "${as[@]}" "$bin/initdb" -U salal --auth=trust -E UTF8 --locale=C.UTF-8 --no-sync -D "$folder/data" >/dev/null
    # Tests only: nothing here has to survive a power cut.
    "${as[@]}" "$bin/pg_ctl" -w -t 60 -D "$folder/data" -l "$folder/log" -o "-c listen_addresses= -k $folder \
        -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=400" start >/dev/null
) || fail "PostgreSQL for the tests did not start."

export SALAL_TEST_POSTGRES="postgres://salal@localhost/postgres?host=$folder"
"$@"

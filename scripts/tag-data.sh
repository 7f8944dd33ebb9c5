#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# tag-data.sh VERSION [PROGRAM]: what a clinic that has worked for some days with this version leaves in each kind of
# database, into crates/server/tests/data/tags/VERSION. Every later version must open it (docs/release.md). Nobody in it
# is real. PROGRAM is target/debug/salal unless named.
. "$(dirname "$0")/steps.sh"

version=${1:-}
[ -n "$version" ] || fail "Name the version: scripts/tag-data.sh 0.1.0"
program=$(realpath "${2:-${CARGO_TARGET_DIR:-target}/debug/salal}")
[ -x "$program" ] || fail "$program is not there: build it, or name another program."
into=$PWD/crates/server/tests/data/tags/$version
[ ! -e "$into" ] || fail "$into is there already. The data of a version is made once, and never again: remove it yourself if it was never released."
if [ -z "${SALAL_TEST_POSTGRES:-}" ]; then exec scripts/with-postgres.sh "$0" "$version" "$program"; fi

work=$(test_folder salal-tag)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

lists=$PWD/crates life=$PWD/scripts/tag-life.mjs

# As somebody would: a clinic with a history, lists, a server at which people sign in, a backup on record.
live() {
    local place=$work/$1 port sandbox smtp
    port=$(free_port) sandbox=$(free_port) smtp=$(free_port)
    mkdir -p "$place/uploads"
    export SALAL_DATABASE_URL=$2 SALAL_DATABASE__UPLOADS=$place/uploads SALAL_BACKUP__FOLDER=$place/backups
    export SALAL_SERVER__ADDRESS=127.0.0.1:$port SALAL_SERVER__PUBLIC_URL=http://127.0.0.1:$port
    export SALAL_SANDBOX__ADDRESS=127.0.0.1:$sandbox SALAL_SANDBOX__SMTP=127.0.0.1:$smtp
    (
        cd "$place"
        {
            "$program" demo --json --days 60 --patients 7 >accounts.json &&
                "$program" administrator second@clinic.example --first-name Second --last-name Admin --reason "a second one" &&
                "$program" import msp "$lists/formats/tests/published/msp" &&
                "$program" import safety "$lists/domain/src/safety/data" &&
                "$program" backup mark --name first
        } >log 2>&1 || { tail -n 20 log; exit 1; }
        trap 'kill $(jobs -p) 2>/dev/null; wait' EXIT
        "$program" sandbox >sandbox.log 2>&1 &
        wait_for "$sandbox" / $! sandbox.log "The sandbox"
        "$program" serve >serve.log 2>&1 &
        serve=$!
        wait_for "$port" /readyz $serve serve.log "The server"
        node "$life" "http://127.0.0.1:$port" "http://127.0.0.1:$sandbox" accounts.json &&
            kill -TERM $serve && wait $serve && "$program" audit verify
    ) || return 1
    mkdir -p "$into/$1"
    cp "$place/accounts.json" "$into/$1/"
    cp -r "$place/uploads" "$into/$1/"
    chmod -R go+rX "$into/$1"
}

step "A clinic of $version on SQLite" live sqlite "sqlite://$work/sqlite/salal.db?mode=rwc"
# All of it in the one file: the last connection that closes empties the log into it.
[ ! -s "$work/sqlite/salal.db-wal" ] || fail "The log of the SQLite database was not emptied into its file."
gzip -9nc "$work/sqlite/salal.db" >"$into/sqlite/database.gz"

name=tag_$$
psql -q "$SALAL_TEST_POSTGRES" -c "create database $name template template0"
url=${SALAL_TEST_POSTGRES/\/postgres?//$name?}
step "A clinic of $version on PostgreSQL" live postgres "$url"
# Statements that any connection takes: no commands of psql.
pg_dump --no-owner --no-privileges --inserts --rows-per-insert=200 "$url" | grep -v '^\\' | gzip -9n >"$into/postgres/database.gz"
du -sh "$into"/*/* | sed 's/^/  /'

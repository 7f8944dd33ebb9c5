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

# As somebody would: a clinic with a history, a server that runs for a while, lists, a backup on record.
live() {
    local place=$work/$1
    mkdir -p "$place/uploads"
    export SALAL_DATABASE_URL=$2 SALAL_DATABASE__UPLOADS=$place/uploads SALAL_BACKUP__FOLDER=$place/backups
    export SALAL_SERVER__ADDRESS=127.0.0.1:0 SALAL_SANDBOX__ADDRESS=127.0.0.1:47181 SALAL_SANDBOX__SMTP=127.0.0.1:47125
    # A shell of its own stops at the first thing that fails.
    (cd "$place" && bash -euc '
        "$1" demo --json --days 12 --patients 4 >accounts.json
        "$1" administrator second@clinic.example --first-name Second --last-name Admin --reason "a second one"
        "$1" backup mark --name first
        timeout -s INT 8 "$1" serve || [ $? = 124 ]
        "$1" audit verify
    ' - "$program" 2>&1 | tee log | grep -v " INFO " | cut -c 1-200) || return 1
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

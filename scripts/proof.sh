#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# `make proof`: the long tests, over the whole published files that the gate has small fixtures of. SALAL_DATA
# names their folder; CONTRIBUTING.md says what is in it. Fails where a file is missing: it skips nothing.
. "$(dirname "$0")/steps.sh"
exec </dev/null

data=${SALAL_DATA:-}
[ -n "$data" ] || fail "SALAL_DATA must name the folder of the published files: SALAL_DATA=FOLDER make proof. CONTRIBUTING.md, \"The long proof\", says what is in it."
[ -d "$data" ] || fail "SALAL_DATA names $data, which is no folder."
SALAL_DATA=$(cd "$data" && pwd)
export SALAL_DATA

needed=()
for set in '' _ap _dr; do
    for resource in drug ingred form route ther status comp schedule; do needed+=("dpd/2020-05/$resource$set.txt.gz"); done
done
for resource in drugproduct activeingredient form route therapeuticclass status; do needed+=("dpd/json-sample/$resource.json"); done
needed+=(teleplan/remittance-a.txt)
for list in msp_diagnostic_codes msp_diagnostic_codes_grouped icd9_oscar icd9cm_v32_long_short; do needed+=("icd9/$list.csv"); done
for list in service_codes fee_guide_2005 explanatory_codes adjustment_codes; do needed+=("msp/$list.csv"); done
missing=()
for file in "${needed[@]}"; do
    if [ ! -r "$SALAL_DATA/$file" ]; then missing+=("$file"); fi
done
[ ${#missing[@]} = 0 ] || fail "$SALAL_DATA lacks: ${missing[*]}"

TMPDIR=$(test_folder salal-proof)
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
trap 'exit 130' INT TERM

# One program at a time; `cargo test` alone builds none of them.
proof() { cargo test --quiet --package "$1" --test proof; }
proof_of_server() { scripts/with-postgres.sh cargo test --quiet --package salal-server --test proof; }

proof_of_accounts() { scripts/with-postgres.sh cargo test --quiet --package salal-accounts --test proof; }
samples_with_every_tool() { deploy/test/samples.sh all; }
# Codes, tokens and keys are other ones each time; then once for more days, and for more keys one after the other.
secrets_and_keys() {
    for _ in 1 2 3 4 5; do
        scripts/with-postgres.sh cargo test --quiet --package salal-server --test it -- stories::at_rest stories::keys || return 1
    done
    SALAL_TEST_ROUNDS=24 scripts/with-postgres.sh cargo test --quiet --package salal-server --test it -- \
        stories::at_rest::day stories::keys::at_work
}
known_faults() { cargo test --quiet --package salal-tidy --test advisories --test npm_advisories; }
hostile_documents() { SALAL_ROUNDS=20000 cargo test --quiet --package salal-reference --lib hostile; }

step "Hostile documents" hostile_documents
step "Ten thousand ways to tamper with the audit, and 200,000 lines verified, on both databases" proof_of_accounts
step "Secrets at rest and master keys, again and again, on both databases" secrets_and_keys
step "Known faults of packages" known_faults
step "Published files" proof salal-formats
step "Filters and search over the whole drug register" proof salal-domain
step "The whole drug register as the catalogue, on both databases, and the drill of backups" proof_of_server
step "Package, units and samples, with every tool" samples_with_every_tool
step "The package on a bare Debian" deploy/test/deb.sh
step "The units under systemd" deploy/test/units.sh
step "The container image" deploy/test/image.sh
step "PostgreSQL to a point in time" deploy/test/point-in-time.sh
say ""
say "Proved in $(took $((SECONDS - began)))."

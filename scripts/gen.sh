#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# `make gen`: openapi.json from the table of calls, and what the web app generates from it.
. "$(dirname "$0")/steps.sh"
check_tools
document() {
    cargo run --quiet -p salal-server --bin salal -- openapi >openapi.json.new </dev/null || { rm -f openapi.json.new; return 1; }
    mv openapi.json.new openapi.json
}
step "openapi.json from the table of calls" document
step "Libraries of the web app" web_libraries
client() { (cd web && npm run --if-present --silent gen </dev/null); }
step "What the web app generates from it" client

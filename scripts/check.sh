#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# `make check`: does what was changed compile, and does it keep to the map? Of the tests, those of the map alone are
# compiled and run. After the first time it takes seconds: cargo looks at the changed crate and at those above it alone.
. "$(dirname "$0")/steps.sh"
exec </dev/null

check_tools
web_types() { (cd web && npm run --silent typecheck); }

step "Rust code" cargo check --workspace --quiet
step "Formatting of the Rust code" cargo fmt --all --check
step "Layers, names and habits" cargo test --quiet --package salal-tidy
step "Libraries of the web app" web_libraries
step "Types of the web app" web_types

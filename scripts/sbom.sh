#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# `make sbom`: the list of packages of scripts/sbom.mjs, after fetching the web app's.
. "$(dirname "$0")/steps.sh"

check_tools
step "Web app's libraries" web_libraries
exec node scripts/sbom.mjs

#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# `make shots`: a picture of every page of everybody at the width of a desk and of a phone, light and dark, and one
# sheet with all of them in target/shots/index.html, beside the drawings when SHOTS_TARGETS names their folder.
# The clinic has worked for 60 days; the pictures of README.md are taken of it as well, when all are.
# For a part: SHOTS_BY, SHOTS_OF, SHOTS_WIDTHS and SHOTS_THEMES (web/shots/shots.spec.ts).
. "$(dirname "$0")/steps.sh"

check_tools
step "What the system lacks" scripts/setup.sh test
step "Web app's libraries" web_libraries
step "Web app" web_app
step "Server" server
cd web && exec npx playwright test -c shots

# The one list of commands. `make` alone prints it.

.DEFAULT_GOAL := help
.PHONY: help run test setup setup-test hooks dev check unit pg e2e instructions lint gen sdk bench proof shots sbom deb release

help: ## this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

run: ## everything a newcomer needs: builds, starts, prints addresses and demo accounts
	@scripts/run.sh

test: ## everything the gate runs: both databases, the web app, the browser
	@scripts/test.sh all

dev: ## the server and the web app, both rebuilt when a file is saved
	@scripts/dev.sh

check: ## does it compile, and keep to the map? no tests, in seconds
	@scripts/check.sh

unit: ## the quick tests: Rust on SQLite alone, and the web app's
	@scripts/test.sh unit

pg: ## the Rust tests that need PostgreSQL, alone
	@scripts/test.sh pg

e2e: ## the browser tests
	@scripts/test.sh e2e

instructions: ## how many instructions a call takes, against what is noted (needs Valgrind), and how long beside an empty call
	@scripts/test.sh instructions

lint: ## formatting, spelling, clippy, oxlint, types
	@scripts/test.sh lint

gen: ## writes openapi.json again, and what is generated from it
	@scripts/gen.sh

sdk: ## writes the typed clients for TypeScript and Python (sdk/README.md)
	@scripts/sdk.sh

bench: ## measures a release build with much data, prints one table (wants a quiet machine)
	@scripts/bench.sh

shots: ## pictures of every page, both widths and schemes, on one sheet (target/shots), and those of README.md
	@scripts/shots.sh

proof: ## the long tests over the whole published files: SALAL_DATA=FOLDER make proof
	@scripts/proof.sh

deb: ## the Debian package, in target/deb (SALAL_BINARY=PROGRAM packs that one)
	@scripts/deb.sh

release: ## checks, all tests, and what a release consists of, with checksums (docs/release.md)
	@scripts/release.sh

sbom: ## what the program and its web app are made of, with licences and checksums (target/sbom)
	@scripts/sbom.sh

setup: ## installs what `make run` needs and is not there
	@scripts/setup.sh build

setup-test: ## installs what `make test` needs and is not there
	@scripts/setup.sh test

hooks: ## checks formatting and the tree's rules before every commit, in seconds
	@git config core.hooksPath scripts/hooks

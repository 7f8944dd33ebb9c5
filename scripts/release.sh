#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# `make release`: everything that a release consists of, in target/release-VERSION, after the checks and all tests. It
# tags and publishes nothing: docs/release.md says who does that. SALAL_BINARY packs that program instead of building one.
#   release.sh check   only what must be true before: in a second
#   release.sh pack    checks, and packs without the tests
. "$(dirname "$0")/steps.sh"

part=${1:-all}
case $part in check | pack | all) ;; *) fail "release.sh knows check, pack, or nothing." ;; esac

version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
heading=$(grep -m 1 '^## ' CHANGELOG.md || true)

ready() {
    local wrong=()
    [ -z "$(git status --porcelain)" ] || wrong+=("The tree has changes that are not committed: git status.")
    [[ $heading =~ ^"## $version ("[0-9]{4}-[0-9]{2}-[0-9]{2}")"$ ]] ||
        wrong+=("CHANGELOG.md begins with \"$heading\". Its first heading must be \"## $version ($(date -u +%F))\": name the version and the day in place of Next, in Cargo.toml as well.")
    [ -d "crates/server/tests/data/tags/$version" ] ||
        wrong+=("There is no data of $version: scripts/tag-data.sh $version, and commit it.")
    if git rev-parse --quiet --verify "refs/tags/v$version" >/dev/null; then
        wrong+=("v$version is tagged already. A released version is never made again: name the next one.")
    fi
    if [ ${#wrong[@]} = 0 ]; then return 0; fi
    printf '    %s\n' "${wrong[@]}"
    return 1
}
step "Ready for $version" ready
[ "$part" != check ] || exit 0

commit=$(git rev-parse HEAD)
[ "$part" = pack ] || step "All tests" scripts/test.sh all
into=target/release-$version
rm -rf "$into"
mkdir -p "$into"
step "Debian package" env SALAL_DEB_INTO="$into" scripts/deb.sh
step "What it is made of" scripts/sbom.sh
cp target/sbom/salal.cdx.json "$into/salal-$version.cdx.json"
cp openapi.json "$into/salal-$version.openapi.json"
git archive --format=tar --prefix="salal-$version/" "$commit" | gzip -9n >"$into/salal-$version.tar.gz"
awk -v heading="$heading" '$0 == heading { on = 1; next } /^## / { on = 0 } on' CHANGELOG.md >"$into/CHANGES.md"
(cd "$into" && sha256sum -- * >SHA256SUMS && sha256sum --check --quiet SHA256SUMS)

[ "$(git rev-parse HEAD)" = "$commit" ] && [ -z "$(git status --porcelain)" ] ||
    fail "The tree was changed meanwhile: what is in $into is not of one commit. Run this again."
say ""
say "$version is in $into, of commit $commit. Now: git tag -s v$version $commit"

#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# `make deb`: the Debian package, in target/deb. The same source makes the same bytes.
#   SALAL_BINARY    packs this program instead of building one for release (a development build reads the web app's
#                   pages from its own tree, and shows none elsewhere)
#   SALAL_REVISION  the package's revision of this version (1)
#   SALAL_DEB_INTO  the folder of the package
#   SALAL_DEB_PACK  how dpkg-deb packs (-Zxz)
. "$(dirname "$0")/steps.sh"

command -v dpkg-deb >/dev/null 2>&1 || fail "dpkg-deb is missing: packages are made on Debian."

build_program() {
    web_libraries && web_app && cargo build --release --quiet -p salal-server --bin salal </dev/null
}

binary=${SALAL_BINARY:-}
if [ -z "$binary" ]; then
    need cargo "Rust 1.94 or newer"
    step "The program" build_program
    binary=${CARGO_TARGET_DIR:-target}/release/salal
fi
[ -x "$binary" ] || fail "There is no program at $binary."

if [ -z "${SOURCE_DATE_EPOCH:-}" ]; then
    SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)
fi
export SOURCE_DATE_EPOCH
version=$("$binary" --version | cut -d ' ' -f 2)-${SALAL_REVISION:-1}
architecture=$(dpkg --print-architecture)
# The newest version of the C library that the program asks for.
libc=$(grep -ao 'GLIBC_2\.[0-9]*' "$binary" | sort -uV | tail -n 1)
libc=${libc#GLIBC_}

work=$(mktemp -d "${TMPDIR:-/tmp}/salal-deb-XXXXXX")
trap 'rm -rf "$work"' EXIT
tree=$work/tree
chmod 755 "$work"

put() { install -D -m "$1" "$2" "$tree/$3"; }
# Without its name and time, so that the bytes depend on the text alone.
pack() { mkdir -p "$tree/$(dirname "$1")" && gzip -9n >"$tree/$1" && chmod 644 "$tree/$1"; }

put 755 "$binary" usr/bin/salal
put 755 deploy/debian/salalctl usr/sbin/salalctl
put 640 deploy/debian/salal.toml etc/salal/salal.toml
put 600 deploy/debian/secrets.env etc/salal/secrets.env
for unit in deploy/systemd/*.service deploy/systemd/*.timer; do put 644 "$unit" "lib/systemd/system/$(basename "$unit")"; done
put 644 deploy/systemd/sysusers.conf usr/lib/sysusers.d/salal.conf
put 644 deploy/systemd/tmpfiles.conf usr/lib/tmpfiles.d/salal.conf

doc=usr/share/doc/salal
sed "s,](security/,](,; s,](../deploy/\([a-z]*\)/,](examples/\1/,; s,](../,](," docs/operate.md >"$work/operate.md"
put 644 "$work/operate.md" $doc/operate.md
put 644 docs/metrics.md $doc/metrics.md
put 644 docs/security/keys.md $doc/keys.md
put 644 SECURITY.md $doc/SECURITY.md
put 644 deploy/debian/copyright $doc/copyright
"$binary" config show >"$work/settings.toml"
put 644 "$work/settings.toml" $doc/settings.toml
for part in caddy nginx pgbackrest prometheus grafana docker kubernetes; do
    for file in deploy/"$part"/*; do
        if [ -f "$file" ]; then put 644 "$file" "$doc/examples/$part/$(basename "$file")"; fi
    done
done
pack $doc/LICENSE.gz <LICENSE
pack $doc/changelog.gz <CHANGELOG.md
printf 'salal (%s) stable; urgency=medium\n\n  * What changed is in changelog.gz.\n\n -- Salal <security@salal.example>  %s\n' \
    "$version" "$(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")" | pack $doc/changelog.Debian.gz
pack usr/share/man/man8/salal.8.gz <deploy/debian/salal.8
ln -s salal.8.gz "$tree/usr/share/man/man8/salalctl.8.gz"

find "$tree" -type d -exec chmod 755 {} +
size=$(du -sk --apparent-size "$tree" | cut -f 1)
mkdir "$tree/DEBIAN"
chmod 755 "$tree/DEBIAN"
for script in preinst postinst prerm postrm; do
    sed "s/@VERSION@/$version/" "deploy/debian/$script" >"$tree/DEBIAN/$script"
    chmod 755 "$tree/DEBIAN/$script"
done
sed "s/@VERSION@/$version/; s/@ARCHITECTURE@/$architecture/; s/@SIZE@/$size/; s/@LIBC@/$libc/" deploy/debian/control >"$tree/DEBIAN/control"
printf '/etc/salal/salal.toml\n/etc/salal/secrets.env\n' >"$tree/DEBIAN/conffiles"
(cd "$tree" && find . -type f ! -path './DEBIAN/*' -printf '%P\n' | LC_ALL=C sort | xargs -d '\n' md5sum) >"$tree/DEBIAN/md5sums"
chmod 644 "$tree/DEBIAN/control" "$tree/DEBIAN/conffiles" "$tree/DEBIAN/md5sums"
find "$tree" -exec touch --no-dereference -d "@$SOURCE_DATE_EPOCH" {} +

into=${SALAL_DEB_INTO:-target/deb}
mkdir -p "$into"
package=$into/salal_${version}_$architecture.deb
read -r -a packing <<<"${SALAL_DEB_PACK:--Zxz}"
dpkg-deb --root-owner-group "${packing[@]}" --build "$tree" "$package" >/dev/null
say "$package ($(du -h "$package" | cut -f 1))"

#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# The short form, for the gate: the package is made of whatever program there is and holds what it should; units, proxies'
# samples and manifests are read by the tools that will read them. A tool that this machine lacks is named and passed
# over; `samples.sh all`, a part of `make proof`, lacks none.
. "$(dirname "$0")/../../scripts/steps.sh"
exec </dev/null

all=${1:-}
folder=$(test_folder salal-samples)
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM

# Whether a tool is there; without it the check is passed over, or in the long form fails.
has() {
    if command -v "$1" >/dev/null 2>&1; then return 0; fi
    [ "$all" != all ] || fail "$1 is missing ($2)."
    say "Not checked: there is no $1 on this machine ($2)."
    return 1
}
complain() { cat "$folder/said" >&2; fail "$*"; }

package() {
    has dpkg-deb "Debian's dpkg" || return 0
    local binary=${SALAL_BINARY:-} built=${CARGO_TARGET_DIR:-target}
    if [ -z "$binary" ]; then
        for binary in "$built/debug/salal" "$built/release/salal"; do if [ -x "$binary" ]; then break; fi; done
    fi
    [ -x "$binary" ] || fail "There is no program to pack: cargo build -p salal-server --bin salal"
    SALAL_BINARY=$binary SALAL_DEB_INTO=$folder SALAL_DEB_PACK=-Znone scripts/deb.sh
    local made=("$folder"/*.deb) wrong=0 line
    dpkg-deb -c "${made[0]}" | awk '{ print $1, $2, $6 }' >"$folder/said"
    # Mode, owner and place of what matters; the rest is documents.
    while read -r line; do
        grep -qxF -- "$line" "$folder/said" || { say "It lacks: $line"; wrong=1; }
    done <<'END'
-rwxr-xr-x root/root ./usr/bin/salal
-rwxr-xr-x root/root ./usr/sbin/salalctl
-rw-r----- root/root ./etc/salal/salal.toml
-rw------- root/root ./etc/salal/secrets.env
-rw-r--r-- root/root ./lib/systemd/system/salal.service
-rw-r--r-- root/root ./lib/systemd/system/salal-work.service
-rw-r--r-- root/root ./lib/systemd/system/salal-backup.service
-rw-r--r-- root/root ./lib/systemd/system/salal-backup.timer
-rw-r--r-- root/root ./lib/systemd/system/salal-doctor.service
-rw-r--r-- root/root ./lib/systemd/system/salal-doctor.timer
-rw-r--r-- root/root ./usr/lib/sysusers.d/salal.conf
-rw-r--r-- root/root ./usr/lib/tmpfiles.d/salal.conf
-rw-r--r-- root/root ./usr/share/doc/salal/operate.md
-rw-r--r-- root/root ./usr/share/doc/salal/copyright
-rw-r--r-- root/root ./usr/share/doc/salal/changelog.Debian.gz
-rw-r--r-- root/root ./usr/share/man/man8/salal.8.gz
END
    [ $wrong = 0 ] || complain "The package is not whole."
    if awk '$2 != "root/root" || $1 ~ /^[^l].....(.w|..[st])/ || $1 ~ /^[^l]..s/ || $1 ~ /^[^l].......w/' "$folder/said" | grep .; then
        complain "The package has files that others than root own or may change."
    fi
    dpkg-deb -e "${made[0]}" "$folder/control"
    [ "$(cat "$folder/control/conffiles")" = $'/etc/salal/salal.toml\n/etc/salal/secrets.env' ] || fail "The package's conffiles are not those of /etc/salal."
    for line in preinst postinst prerm postrm; do sh -n "$folder/control/$line" || fail "$line is no script."; done
    # Nothing but what the clinic has to fill in is wrong with the settings.
    if env -i SALAL_SECRETS__MASTER_KEY_FILE='' SALAL_SECRETS__MASTER_KEY="$("$binary" keys new)" "$binary" --config deploy/debian/salal.toml config check >"$folder/said" 2>&1; then
        fail "The package's settings are taken with nothing filled in."
    fi
    if grep -E 'unknown|invalid type|TOML' "$folder/said"; then complain "The package's settings cannot be read."; fi
}

units() {
    has systemd-analyze "systemd" || return 0
    local root=$folder/root unit
    mkdir -p "$root/lib/systemd/system" "$root/usr/bin" "$root/usr/lib"
    cp deploy/systemd/*.service deploy/systemd/*.timer "$root/lib/systemd/system/"
    printf '#!/bin/sh\n' >"$root/usr/bin/salal"
    chmod 755 "$root/usr/bin/salal"
    for unit in sysinit basic network-online time-sync multi-user timers shutdown; do
        printf '[Unit]\nDescription=%s\n' "$unit" >"$root/lib/systemd/system/$unit.target"
    done
    for unit in "$root"/lib/systemd/system/salal*; do
        SYSTEMD_LOG_LEVEL=warning systemd-analyze verify --man=no --root="$root" "$unit" >"$folder/said" 2>&1 || complain "$(basename "$unit") is not right."
        # Words that it does not know are warnings to it.
        if grep -E 'Unknown|Failed to parse|Invalid|ignoring' "$folder/said"; then complain "$(basename "$unit") has words that systemd does not know."; fi
    done
    for unit in deploy/systemd/*.service; do
        # In tenths: 0 is a unit that may do nothing, 100 one that may do all.
        systemd-analyze security --offline=true --threshold=15 "$unit" >"$folder/said" 2>&1 || complain "$(basename "$unit") may do more than it should."
        tail -n 1 "$folder/said"
    done
}

proxies() {
    if has caddy "Debian's caddy"; then
        caddy validate --adapter caddyfile --config deploy/caddy/Caddyfile >"$folder/said" 2>&1 || complain "Caddy refuses its sample."
    fi
    if has nginx "Debian's nginx-light" && has openssl "openssl"; then
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=renew.clinic.example \
            -keyout "$folder/key.pem" -out "$folder/cert.pem" 2>/dev/null
        sed "s|/etc/letsencrypt/live/renew.clinic.example/fullchain.pem|$folder/cert.pem|; s|/etc/letsencrypt/live/renew.clinic.example/privkey.pem|$folder/key.pem|; s|/var/log/nginx|$folder|" \
            deploy/nginx/salal.conf >"$folder/site.conf"
        printf 'pid %s/pid; error_log stderr; events {} http { include %s/site.conf; }\n' "$folder" "$folder" >"$folder/nginx.conf"
        nginx -t -c "$folder/nginx.conf" >"$folder/said" 2>&1 || complain "nginx refuses its sample."
    fi
}

manifests() {
    local python=${SALAL_KUBERNETES_VALIDATE:-kubernetes-validate}
    if ! command -v "$python" >/dev/null 2>&1 && [ "$all" = all ]; then
        python3 -m venv "$folder/python" && "$folder/python/bin/pip" install --quiet kubernetes-validate
        python=$folder/python/bin/kubernetes-validate
    fi
    has "$python" "kubernetes-validate, from PyPI" || return 0
    "$python" --strict --quiet deploy/kubernetes/*.yaml >"$folder/said" 2>&1 || complain "A manifest is not right."
}

step "The Debian package" package
step "Units" units
step "Proxies' samples" proxies
step "Kubernetes manifests" manifests

#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# Shared by deb.sh and units.sh (sourced): a bare Debian in a folder, the packages, a clinic's settings, and what is expected.
# shellcheck shell=bash
. "$(dirname "${BASH_SOURCE[0]}")/../../scripts/steps.sh"
exec </dev/null

[ "$(id -u)" = 0 ] || fail "The tests of the package need root, to install it into a folder of its own."
need debootstrap "Debian's debootstrap"
need python3 "Python"
# Mounts of its own, which end with it.
if [ -z "${SALAL_OWN_MOUNTS:-}" ]; then SALAL_OWN_MOUNTS=yes exec unshare --mount "$0" "$@"; fi

if [ -z "${SALAL_BINARY:-}" ]; then
    step "The program" server
    SALAL_BINARY=${CARGO_TARGET_DIR:-target}/debug/salal
fi
export SALAL_BINARY
folder=$(test_folder salal-deb)
root=$folder/root
running=()
stop_running() {
    local pid
    for pid in "${running[@]}"; do kill "$pid" 2>/dev/null || true; done
    for pid in "${running[@]}"; do wait "$pid" 2>/dev/null || true; done
    running=()
}
clean_up() {
    stop_running
    umount --recursive "$root/proc" "$root/dev" 2>/dev/null || true
    rm -rf --one-file-system "$folder"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

# What runs a command in the folder; units.sh has another one.
within=(chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive)
inside() { "${within[@]}" "$@"; }
# expect "what should be so" COMMAND…
expect() {
    local what=$1
    shift
    "$@" >"$folder/said" 2>&1 || { cat "$folder/said" >&2; fail "Not so: $what"; }
}
expect_not() {
    local what=$1
    shift
    if "$@" >"$folder/said" 2>&1; then
        cat "$folder/said" >&2
        fail "Not so: $what"
    fi
}
said() { grep -q -- "$1" "$folder/said" || { cat "$folder/said" >&2; fail "Not said: $1"; }; }
mode() { expect "$2 has the mode and owner $1" test "$(inside stat -c '%a %U:%G' "$2")" = "$1"; }
there() { expect "$1 is there" test -e "$root$1"; }
gone() { expect_not "$1 is gone" test -e "$root$1"; }
set_in() { sed -i "s|^$2 = .*|$2 = $3|" "$root/etc/salal/$1"; }
backups() { find "$root/var/backups/salal/copies" -name 'salal-*.copy' 2>/dev/null | wc -l; }
caller() { python3 deploy/test/caller.py "$port" "$folder/kept.json" "$@"; }

# Whether a process has the folder as its root.
any_running() {
    local process
    for process in /proc/[0-9]*; do
        if [ "$(readlink "$process/root" 2>/dev/null)" = "$root" ]; then return 0; fi
    done
    return 1
}

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

packages() {
    SALAL_DEB_INTO=$folder SALAL_DEB_PACK='-Zzstd -z1' scripts/deb.sh
    first=$(find "$folder" -name '*-1_*.deb')
    mkdir "$folder/again"
    SALAL_DEB_INTO=$folder/again SALAL_DEB_PACK='-Zzstd -z1' scripts/deb.sh >/dev/null
    expect "the same source makes the same package" cmp "$first" "$folder/again/$(basename "$first")"
    SALAL_DEB_INTO=$folder SALAL_REVISION=2 SALAL_DEB_PACK='-Zzstd -z1' scripts/deb.sh
    rm -r "$folder/again"
}

bare_system() {
    if [ -n "${SALAL_BARE:-}" ]; then
        cp -a "$SALAL_BARE" "$root"
    else
        debootstrap --variant=minbase bookworm "$root" "${SALAL_MIRROR:-http://deb.debian.org/debian}" >"$folder/debootstrap.log" 2>&1 ||
            { tail -n 5 "$folder/debootstrap.log" >&2; return 1; }
    fi
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    cp "$folder"/*.deb "$root/root/"
}

configure() {
    local file=salal.toml
    set_in $file public_url '"https://renew.clinic.test"'
    set_in $file publish_folder '"/srv/salal-audit"'
    for key in name partner_name; do set_in $file $key '"Cedar Street Clinic"'; done
    for key in address partner_address; do set_in $file $key '"1 Cedar Street, Victoria, BC V8V 1A1"'; done
    sed -i 's|^address = "1 Cedar.*|&|; 0,/^address = /s|^address = .*|address = "127.0.0.1:'"$port"'"|' "$root/etc/salal/$file"
    for key in phone fax partner_phone; do set_in $file $key '"604-555-0200"'; done
    for key in support_email customer_service_email sender_email; do set_in $file $key '"care@clinic.test"'; done
    set_in $file metrics_address '""'
    for key in billing wallet captcha; do set_in $file $key false; done
    for key in data_centre payee; do set_in $file $key '"X1234"'; done
    set_in $file host '"mail.clinic.test"'
    set_in $file from '"+16045550200"'
    sed -i '/^\[services.email\]/,/^\[services.sms\]/s|^from = .*|from = "Cedar Street Clinic <no-reply@clinic.test>"|' "$root/etc/salal/$file"
    set_in $file account_sid '"AC1"'
    set_in $file access_id '"1"'
    set_in $file caller_id '"6045550200"'
    set_in $file publishable_key '"pk_live_1"'
    local secrets=$root/etc/salal/secrets.env
    sed -i 's|__AUTH_TOKEN=$|&1|; s|__ACCESS_PASSWORD=$|&1|; s|CARDS__SECRET_KEY=$|&sk_live_1|; s|WEBHOOK_SECRET=$|&whsec_0123456789abcdef|' "$secrets"
    inside install -d -o salal -g salal -m 0700 /srv/salal-audit
    expect "the settings are those of a clinic" inside salalctl config check
    said "environment: prod"
    said "There is no database yet"
    # From here on without the outside world: prod refuses the sandbox.
    {
        echo SALAL_ENVIRONMENT=test
        echo SALAL_SANDBOX__ENABLED=true
        echo "SALAL_SANDBOX__ADDRESS=127.0.0.1:$sandbox"
        echo "SALAL_SANDBOX__SMTP=127.0.0.1:$smtp"
        echo SALAL_SERVER__LEAVE_SECONDS=0
    } >>"$secrets"
}

port=$(free_port) sandbox=$(free_port) smtp=$(free_port)

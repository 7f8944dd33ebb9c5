#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# The package on a bare Debian, a part of `make proof`: installed, configured, started, signed in to, backed up, upgraded,
# brought back to the version of before, removed and purged. The outside services are the sandbox's. There is no systemd in
# the folder: deploy/test/units.sh starts the units. Needs root, debootstrap, python3 and Debian's mirror (SALAL_MIRROR).
#   SALAL_BINARY  the program in the package; the development build when absent
#   SALAL_BARE    a folder that debootstrap made before, to copy
. "$(dirname "$0")/../../scripts/steps.sh"
exec </dev/null

[ "$(id -u)" = 0 ] || fail "The test of the package needs root, to install it into a folder of its own."
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
trap 'stop_running; umount --recursive "$root/proc" "$root/dev" 2>/dev/null || true; rm -rf --one-file-system "$folder"' EXIT
trap 'exit 130' INT TERM

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
backups() { find "$root/var/backups/salal" -maxdepth 1 -name 'salal-*' | wc -l; }
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

install_it() {
    expect "it installs" inside apt-get install -q -y --no-install-recommends "/root/$(basename "$first")"
    said "installed and not started"
    mode '755 root:root' /usr/bin/salal
    mode '750 root:salal' /etc/salal
    mode '640 root:salal' /etc/salal/salal.toml
    mode '600 root:root' /etc/salal/secrets.env
    mode '640 root:salal' /etc/salal/master.key
    mode '700 salal:salal' /var/lib/salal
    mode '700 salal:salal' /var/backups/salal
    expect "the key is one" grep -Eqx '[0-9a-f]{64}' "$root/etc/salal/master.key"
    gone /var/lib/salal/salal.db
    expect_not "nothing runs" any_running
    expect_not "it starts with nothing filled in" inside salalctl serve
    said "clinic.name must be the clinic"
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

start() {
    "${within[@]}" salalctl serve >>"$folder/serve.log" 2>&1 &
    running+=($!)
    wait_for "$port" /readyz $! "$folder/serve.log" Salal
}
start_all() {
    "${within[@]}" salalctl sandbox >>"$folder/sandbox.log" 2>&1 &
    running+=($!)
    wait_for "$sandbox" / $! "$folder/sandbox.log" "The sandbox"
    start
}

walk() {
    inside salalctl administrator boss@clinic.test --first-name Alder --last-name Whitcombe >"$folder/link"
    caller first-sign-in boss@clinic.test "$folder/link"
    caller invite office@clinic.test
    caller mail "$sandbox" office@clinic.test
    # The process that reads uploaded files denies itself everything, whoever it runs as.
    expect "uploads are read in a confined process" inside salalctl pdf-worker --confinement
    cat "$folder/said"
    expect "a backup is made" inside salalctl backup
    expect "there is one" test "$(backups)" -ge 1
    expect "others cannot read what was made" test -z "$(find "$root/var/lib/salal" "$root/var/backups/salal" -perm /077 -print -quit)"
    expect "the doctor finds nothing" inside salalctl doctor
    expect "the audit is intact" inside salalctl audit verify
}

upgrade() {
    local before
    before=$(backups)
    stop_running
    expect "it upgrades" inside apt-get install -q -y --no-install-recommends "/root/$(basename "$second")"
    said "The database is up to date"
    expect "a backup was made before the migrations" test "$(backups)" -gt "$before"
    there /usr/lib/salal/previous/salal
    expect "of before" grep -qx "$(dpkg-deb -f "$first" Version)" "$root/usr/lib/salal/previous/version"
    expect "the settings are the operator's" grep -q 'Cedar Street' "$root/etc/salal/salal.toml"
    mode '640 root:salal' /etc/salal/salal.toml
    start_all
    caller still-signed-in
    caller invite later@clinic.test
}

way_back() {
    stop_running
    inside mkdir /root/aside
    inside sh -c 'mv /var/lib/salal/salal.db* /root/aside/'
    expect "the earlier version installs" inside apt-get install -q -y --no-install-recommends --allow-downgrades "/root/$(basename "$first")"
    said "nothing was migrated and nothing was started"
    gone /var/lib/salal/salal.db
    expect "the backup is put back" inside salalctl restore /var/backups/salal
    start_all
    expect_not "the session of before counts" caller still-signed-in
    caller sign-in boss@clinic.test
    expect "what is held is listed" inside salalctl restore status
    expect "it is released" inside salalctl restore release --all --reason "the way back, tried"
}

remove() {
    stop_running
    expect "it is removed" inside apt-get remove -q -y salal
    gone /usr/bin/salal
    gone /usr/lib/salal
    there /etc/salal/salal.toml
    there /var/lib/salal/salal.db
    cp "$root/etc/salal/master.key" "$folder/key"
    expect "it is purged" inside apt-get purge -q -y salal
    said "records are kept"
    gone /etc/salal/salal.toml
    gone /etc/salal/secrets.env
    there /var/lib/salal/salal.db
    expect "the backups are kept" test "$(backups)" -ge 2
    expect "it installs again" inside apt-get install -q -y --no-install-recommends "/root/$(basename "$first")"
    expect "with the key of before" cmp "$folder/key" "$root/etc/salal/master.key"
}

port=$(free_port) sandbox=$(free_port) smtp=$(free_port)
step "Packages of two revisions" packages
second=$(find "$folder" -name '*-2_*.deb')
step "A bare Debian" bare_system
step "Install" install_it
step "Configure" configure
step "Start" start_all
step "First administrator, invitation, backup" walk
step "Upgrade" upgrade
step "The way back" way_back
step "Remove and purge" remove

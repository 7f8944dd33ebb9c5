#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# The package on a bare Debian, a part of `make proof`: installed, configured, started, signed in to, backed up, upgraded,
# brought back to the version of before, removed and purged. The outside services are the sandbox's. There is no systemd in
# the folder: deploy/test/units.sh starts the units. Needs root, debootstrap, python3 and Debian's mirror (SALAL_MIRROR).
#   SALAL_BINARY  the program in the package; the development build when absent
#   SALAL_BARE    a folder that debootstrap made before, to copy
. "$(dirname "$0")/bare.sh"

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
    caller picture
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

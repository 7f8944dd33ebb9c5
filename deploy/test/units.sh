#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# The units on a Debian that systemd has booted, a part of `make proof`: Salal starts within its hardening, uploads are read by
# a process that confines itself further, backup and health check run, an upgrade starts again what ran, and a stop is in
# order. Needs systemd-nspawn (Debian's systemd-container) beside what bare.sh needs.
. "$(dirname "$0")/bare.sh"

need systemd-nspawn "Debian's systemd-container"
nspawn=

# It would wait for all that runs there to end; nothing in it has to be kept.
trap '[ -z "$nspawn" ] || kill -KILL "$nspawn" 2>/dev/null; clean_up' EXIT

# The first process of the booted system.
leader() { pgrep -P "$nspawn" | head -n 1; }
booted() {
    local waited=0
    # By itself nspawn keeps these calls from everything in it, which a machine does not.
    systemd-nspawn --quiet -D "$root" --system-call-filter="landlock_create_ruleset landlock_add_rule landlock_restrict_self" --keep-unit --register=no --console=pipe -b >"$folder/boot.log" 2>&1 &
    nspawn=$!
    until [ -n "$(leader)" ] && inside systemctl is-active --quiet dbus.socket; do
        waited=$((waited + 1))
        [ $waited -lt 300 ] || { tail -n 20 "$folder/boot.log" >&2; fail "The system did not boot."; }
        sleep 0.2
    done
}
inside() { nsenter -t "$(leader)" -a /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
# wait_inside "what" COMMAND…
wait_inside() {
    local what=$1 waited=0
    shift
    until "$@" >"$folder/said" 2>&1; do
        waited=$((waited + 1))
        if [ $waited -ge 150 ]; then
            cat "$folder/said" >&2
            inside journalctl --no-pager -u 'salal*' -n 30 >&2
            fail "Not so: $what"
        fi
        sleep 0.2
    done
}
is_ready() { [[ "$(answered "$port" /readyz || true)" == *" 200"* ]]; }

system() {
    bare_system
    chroot "$root" /usr/bin/env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends systemd systemd-sysv dbus ca-certificates >"$folder/said" 2>&1 ||
        { cat "$folder/said" >&2; return 1; }
    umount --recursive "$root/proc" "$root/dev"
    booted
    # It has a folder in memory of its own.
    expect "systemd is the first process" test "$(inside ps -p 1 -o comm= 2>/dev/null || inside cat /proc/1/comm)" = systemd
}

install_it() {
    expect "it installs" inside apt-get install -q -y --no-install-recommends "/root/$(basename "$first")"
    said "installed and not started"
    expect_not "nothing was started" inside systemctl is-active salal
    expect_not "nothing is switched on" inside systemctl is-enabled salal
    configure
}

start() {
    inside salalctl sandbox >"$folder/sandbox.log" 2>&1 &
    running+=($!)
    wait_for "$sandbox" / $! "$folder/sandbox.log" "The sandbox"
    expect "it starts" inside systemctl enable --now salal salal-backup.timer salal-doctor.timer
    wait_inside "Salal is ready" is_ready
    caller_signs_in
}
caller_signs_in() {
    inside salalctl administrator boss@clinic.test --first-name Alder --last-name Whitcombe >"$folder/link"
    caller first-sign-in boss@clinic.test "$folder/link"
    caller picture
}

# The process that reads uploads, within what the unit allows.
confinement() {
    local unit=salal-confinement.service
    sed 's|^Type=.*|Type=oneshot|; s|^ExecStart=.*|ExecStart=/usr/bin/salal pdf-worker --confinement|; /^Restart/d' \
        "$root/lib/systemd/system/salal.service" >"$root/etc/systemd/system/$unit"
    inside systemctl daemon-reload
    expect "it runs" inside systemctl start $unit
    inside journalctl --no-pager -o cat -u $unit >"$folder/said"
    said "Landlock: in force"
    said "seccomp: in force"
    grep -E 'in force|refused' "$folder/said"
    inside rm "/etc/systemd/system/$unit"
    inside systemctl daemon-reload
}

timers() {
    expect "a backup is made" inside systemctl start salal-backup.service
    expect "it is there" test "$(backups)" -ge 1
    expect "it can be read" inside salalctl backup verify
    wait_inside "the health check finds nothing" inside systemctl start salal-doctor.service
    inside systemctl list-timers --no-pager 'salal-*' >"$folder/said"
    said salal-backup.timer
    said salal-doctor.timer
}

upgrade() {
    local before made
    before=$(inside systemctl show -P MainPID salal) made=$(backups)
    expect "it upgrades" inside apt-get install -q -y --no-install-recommends "/root/$(basename "$second")"
    wait_inside "Salal is ready again" is_ready
    expect "another process" test "$before" != "$(inside systemctl show -P MainPID salal)"
    expect "after a backup" test "$(backups)" -gt "$made"
    caller still-signed-in
}

stop() {
    local from=$SECONDS
    expect "it stops" inside systemctl stop salal
    expect "soon" test $((SECONDS - from)) -lt 40
    expect "in order" test "$(inside systemctl show -P Result salal)" = success
    expect "it is removed" inside apt-get remove -q -y salal
    expect_not "nothing of it is switched on" inside systemctl is-enabled salal salal-backup.timer salal-doctor.timer
    expect "nothing has failed" test -z "$(inside systemctl list-units --failed --plain --no-legend 'salal*')"
}

step "Packages of two revisions" packages
second=$(find "$folder" -name '*-2_*.deb')
step "A Debian that systemd has booted" system
step "Install" install_it
step "Start within the hardening" start
step "Reading uploads" confinement
step "Backup and health check" timers
step "Upgrade" upgrade
step "Stop and remove" stop

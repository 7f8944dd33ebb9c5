#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# The image of deploy/docker, a part of `make proof`: built, started as compose.yaml starts it (user 10001, nothing to be
# written but its volume and /tmp, no capability), healthy, the same data after a restart, stopped in time. The two stages
# that compile are given what they would make, since that is built here already; their COPY lines are tried all the same.
# Needs podman (with runc where crun will not), and debootstrap with Debian's mirror (SALAL_MIRROR).
#   SALAL_BINARY  the program in the image; the development build when absent
#   SALAL_BARE    a folder that debootstrap made before
. "$(dirname "$0")/../../scripts/steps.sh"
exec </dev/null
need podman "podman"
need debootstrap "Debian's debootstrap"

if [ -z "${SALAL_BINARY:-}" ]; then
    step "The program" server
    SALAL_BINARY=${CARGO_TARGET_DIR:-target}/debug/salal
fi
# Not in memory: images are gigabytes.
folder=$(mktemp -d /var/tmp/salal-image-XXXXXX)
image=localhost/salal-test base=docker.io/library/debian:bookworm-slim name=salal-test-$$
own=(--root "$folder/store" --runroot "$folder/run" --storage-driver vfs)
# crun refuses machines on which both versions of control groups are in use.
if command -v runc >/dev/null; then own+=(--runtime runc); fi
# Podman's own are higher than some machines allow.
limits=(--ulimit nofile=16384:16384 --ulimit nproc=4096:4096)
clean_up() {
    podman "${own[@]}" rm -f -t 0 "$name" >/dev/null 2>&1 || true
    podman "${own[@]}" unshare rm -rf "$folder/store" "$folder/data" 2>/dev/null || true
    rm -rf "$folder"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

stand_ins() {
    local bare=${SALAL_BARE:-}
    if [ -z "$bare" ]; then
        bare=$folder/bare
        debootstrap --variant=minbase bookworm "$bare" "${SALAL_MIRROR:-http://deb.debian.org/debian}" >"$folder/debootstrap.log" 2>&1 ||
            { tail -n 5 "$folder/debootstrap.log" >&2; return 1; }
    fi
    tar -C "$bare" --exclude=./proc/* --exclude=./dev/* -c . | podman "${own[@]}" import --quiet - "$base" >/dev/null
    mkdir "$folder/stand-ins"
    cp "$SALAL_BINARY" "$folder/stand-ins/salal"
    cat >"$folder/stand-ins/npm" <<'END'
#!/bin/sh -eu
# What is asked of it has to be there; the pages are in the program already.
case $1 in
    ci) test -s package-lock.json ;;
    run) test -s index.html && test -s ../openapi.json && test -d ../docs && mkdir dist && echo pages >dist/index.html ;;
esac
END
    cat >"$folder/stand-ins/cargo" <<'END'
#!/bin/sh -eu
test -s Cargo.lock && test -d crates/server && test -s web/dist/index.html && test ! -e .git && test ! -e web/node_modules
mkdir -p target/release && cp /usr/local/share/salal target/release/salal
END
    chmod 755 "$folder"/stand-ins/*
    local file=$folder/stand-ins/Dockerfile
    printf 'FROM %s\nCOPY npm cargo /usr/local/bin/\nCOPY salal /usr/local/share/salal\n' "$base" >"$file"
    podman "${own[@]}" build --quiet --layers=false --isolation chroot -f "$file" -t docker.io/library/node:20-bookworm-slim "$folder/stand-ins" >/dev/null
    podman "${own[@]}" tag docker.io/library/node:20-bookworm-slim docker.io/library/rust:1.94-bookworm
}

build() {
    podman "${own[@]}" build --format docker --pull=never --layers=false --isolation chroot --ignorefile deploy/docker/Dockerfile.dockerignore \
        -f deploy/docker/Dockerfile -t "$image" . >"$folder/build.log" 2>&1 || { tail -n 20 "$folder/build.log" >&2; return 1; }
}

start() {
    podman "${own[@]}" run --detach --name "$name" --network host --read-only --cap-drop all \
        "${limits[@]}" --security-opt no-new-privileges --user 10001:10001 --tmpfs /tmp:size=256m,mode=1777 --memory 2g \
        --volume "$folder/salal.toml:/etc/salal/salal.toml:ro" --volume "$folder/key:/run/secrets/master_key:ro" \
        --volume "$folder/data:/var/lib/salal" --env SALAL_SERVER__LOG_JSON=true "$image" >/dev/null
    local _
    for _ in $(seq 120); do
        if podman "${own[@]}" healthcheck run "$name" >/dev/null 2>&1; then return 0; fi
        sleep 0.5
    done
    podman "${own[@]}" logs "$name" >&2
    fail "It never became healthy."
}
within() { podman "${own[@]}" exec "$name" /usr/bin/salal --config /etc/salal/salal.toml "$@"; }
stop() {
    local from=$SECONDS
    podman "${own[@]}" stop -t 60 "$name" >/dev/null
    [ "$(podman "${own[@]}" inspect --format '{{.State.ExitCode}}' "$name")" = 0 ] || fail "It did not end by itself."
    [ $((SECONDS - from)) -le 30 ] || fail "It took $((SECONDS - from)) s to stop."
    podman "${own[@]}" rm "$name" >/dev/null
}

run() {
    mkdir "$folder/data"
    chown 10001:10001 "$folder/data"
    "$SALAL_BINARY" keys new >"$folder/key"
    chown 10001:10001 "$folder/key"
    chmod 400 "$folder/key"
    # The healthcheck of the image asks at 8080, where compose.yaml lets it listen.
    printf 'environment = "test"\n[server]\naddress = "0.0.0.0:8080"\nleave_seconds = 0\n[secrets]\nmaster_key_file = "/run/secrets/master_key"\n' >"$folder/salal.toml"
    start
    [ "$(podman "${own[@]}" exec "$name" id -u)" = 10001 ] || fail "It does not run as 10001."
    if podman "${own[@]}" exec "$name" touch /usr/bin/x 2>/dev/null; then fail "It may write into its own image."; fi
    within administrator boss@clinic.test --first-name Alder --last-name Whitcombe | grep -q '#token=' || fail "No administrator."
    within pdf-worker --confinement >/dev/null || fail "Uploads are not read in a confined process."
    stop
    start
    within audit verify >"$folder/said" || fail "The audit is not intact."
    grep -Eq 'intact: [1-9]' "$folder/said" || { cat "$folder/said" >&2; fail "The restarted one lost the administrator's line."; }
    stop
}

step "Images to build from" stand_ins
step "The image" build
step "The image at work" run
say ""
say "The image holds, in $(took $((SECONDS - began)))."

# SPDX-License-Identifier: AGPL-3.0-or-later
"""What an administrator does in the browser, by calls: for deploy/test/deb.sh, without a package beside Python."""

import base64
import hashlib
import hmac
import json
import pathlib
import struct
import sys
import time
import urllib.error
import urllib.request
import uuid
import zlib

PASSWORD = "Juniper2026word"


class Caller:
    """Calls Salal as whoever signed in last, and keeps the session and the authenticator in a file."""

    def __init__(self, port: str, kept: str) -> None:
        self.base = f"http://127.0.0.1:{port}/api"
        self.file = pathlib.Path(kept)
        self.kept = json.loads(self.file.read_text()) if self.file.exists() else {}

    def keep(self, **values: str) -> None:
        self.kept |= values
        self.file.write_text(json.dumps(self.kept))

    def call(self, method: str, path: str, body: object = None) -> dict:
        headers = {"content-type": "application/json", "idempotency-key": str(uuid.uuid4())}
        if "token" in self.kept:
            headers["x-access-token"] = self.kept["token"]
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.loads(answer.read() or b"{}")
        except urllib.error.HTTPError as error:
            sys.exit(f"{method} {path}: {error.code} {error.read().decode()}")

    def sign_in(self, email: str) -> None:
        self.kept.pop("token", None)
        body = {"Email": email, "Password": PASSWORD}
        first = self.call("POST", "/user/authenticate", body)
        if enrol := first.get("enrol"):
            self.keep(secret=enrol["secret"])
        # A code counts once: the next one is waited for.
        while int(time.time()) // 30 <= int(self.kept.get("step", 0)):
            time.sleep(1)
        step = int(time.time()) // 30
        answer = self.call("POST", "/user/authenticate", body | {"code": code(self.kept["secret"], step)})
        self.keep(token=answer["token"], step=str(step))
        if not answer["user"]["isAdmin"]:
            sys.exit("whoever signed in is no administrator")


def code(secret: str, step: int) -> str:
    """Six digits of RFC 6238."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.new(key, struct.pack(">Q", step), hashlib.sha1).digest()
    start = digest[-1] & 15
    number = struct.unpack(">I", digest[start : start + 4])[0] & 0x7FFFFFFF
    return f"{number % 1_000_000:06}"


def picture() -> bytes:
    """A grey PNG of 64 by 64 pixels."""

    def part(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", 64, 64, 8, 0, 0, 0, 0)
    lines = (b"\0" + b"\x80" * 64) * 64
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", header) + part(b"IDAT", zlib.compress(lines)) + part(b"IEND", b"")


def emails(port: str, address: str) -> int:
    """How many emails to an address the sandbox has."""
    url = f"http://127.0.0.1:{port}/outbox?channel=email&to={address}"
    with urllib.request.urlopen(url, timeout=10) as answer:
        return len(json.loads(answer.read()))


def mail(port: str, address: str, number: int = 1) -> None:
    """Waits until the sandbox has so many emails to an address."""
    for _ in range(300):
        if emails(port, address) >= number:
            return
        time.sleep(0.1)
    sys.exit(f"no {number} emails to {address} arrived")


def main() -> None:
    port, kept, what, *rest = sys.argv[1:]
    caller = Caller(port, kept)
    match what:
        case "first-sign-in":
            told = pathlib.Path(rest[1]).read_text()
            token = told.split("#token=")[1].split()[0]
            caller.call("POST", "/user/recovery/password", {"passwordRecoveryToken": token, "Password": PASSWORD})
            caller.sign_in(rest[0])
        case "sign-in":
            caller.sign_in(rest[0])
        case "still-signed-in":
            caller.call("GET", "/staff-account")
        case "invite":
            caller.call("POST", "/office/sendInvitation", {"email": rest[0]})
        case "picture":
            url = "data:image/png;base64," + base64.b64encode(picture()).decode()
            caller.call("POST", "/problem", {"dataURL": url, "message": "A picture"})
        case "mail":
            mail(*rest)
        case "emails":
            if len(rest) > 2:
                mail(rest[0], rest[1], int(rest[2]))
            print(emails(rest[0], rest[1]))
        case _:
            sys.exit(f"{what} is nothing that can be done")


main()

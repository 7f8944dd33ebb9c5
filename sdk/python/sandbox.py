# SPDX-License-Identifier: AGPL-3.0-or-later
"""What stands around the patient and the doctor in the test.

The phone, the mailbox, the pharmacy's fax machine and the card company are all played by the sandbox;
the doctor's authenticator is here. Deliberately not here: Salal's own calls, which are generated.
"""

import base64
import hashlib
import hmac
import os
import re
import time
from collections.abc import Callable
from typing import TypedDict, TypeVar

import httpx

T = TypeVar("T")


class Sent(TypedDict):
    """A message as its receiver has it."""

    _id: str
    text: str
    attachments: list[dict[str, str]]


class Effect(TypedDict):
    """Something a service did."""

    operation: str
    amount: int | None  # cents


def setting(name: str) -> str:
    """A variable that `scripts/sdk.sh` sets."""
    value = os.environ.get(name)
    if value is None:
        raise RuntimeError(f"{name} is not set: run scripts/sdk.sh test")
    return value


def _read(path: str, **query: str) -> httpx.Response:
    url = setting("JOURNEY_SANDBOX") + path
    return httpx.get(url, params=query, headers={"accept": "application/json"}).raise_for_status()


def outbox(channel: str, to: str) -> list[Sent]:
    """What was sent to this number or address, newest first."""
    sent: list[Sent] = _read("/outbox", channel=channel, to=to).json()
    return sent


def ledger(service: str) -> list[Effect]:
    """What this service did, newest first."""
    effects: list[Effect] = _read("/ledger", service=service).json()
    return effects


def eventually(what: str, ask: Callable[[], T | None]) -> T:
    """Asks until there is an answer other than None, for half a minute at most."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        answer = ask()
        if answer is not None:
            return answer
        time.sleep(0.1)
    raise TimeoutError(f"{what}: nothing within half a minute")


def code_after(channel: str, to: str, cause: Callable[[], object]) -> str:
    """Does something that sends a six-digit code, and gives that code."""
    before = {message["_id"] for message in outbox(channel, to)}
    cause()

    def fresh_code() -> str | None:
        fresh = [message["text"] for message in outbox(channel, to) if message["_id"] not in before]
        found = re.search(r"\b\d{6}\b", "\n".join(fresh))
        return found and found.group()

    return eventually(f"a code by {channel}", fresh_code)


def authenticator_code(secret: str) -> str:
    """What the authenticator shows now (RFC 6238: six digits, steps of 30 seconds)."""
    step = int(time.time() // 30).to_bytes(8, "big")
    mac = hmac.new(base64.b32decode(secret), step, hashlib.sha1).digest()
    offset = mac[-1] & 0xF
    number = int.from_bytes(mac[offset : offset + 4], "big") & 0x7FFF_FFFF
    return f"{number % 1_000_000:06}"

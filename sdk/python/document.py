# SPDX-License-Identifier: AGPL-3.0-or-later
"""Writes openapi.json in the words that openapi-python-client understands.

It says the same: nothing is added or left out. Each function names what the generator cannot read.
Deliberately not here: names and types of the package, which generator.yml decides.
"""

import json
import re
import sys
from typing import Any


def open_schemas(node: Any) -> Any:
    """`"items": true` (anything) is refused; the empty schema says the same."""
    if isinstance(node, list):
        return [open_schemas(entry) for entry in node]
    if isinstance(node, dict):
        return {
            key: {} if key == "items" and value is True else open_schemas(value)
            for key, value in node.items()
        }
    return node


def operations(document: dict[str, Any]) -> list[dict[str, Any]]:
    """The operations in the order of the document."""
    found = [entry for path in document["paths"].values() for entry in path.values()]
    return [entry for entry in found if "operationId" in entry]


def separate_ids(document: dict[str, Any]) -> None:
    """Of two ids that differ in case and hyphens only, the second function would silently replace the
    first. It gets a number, as the TypeScript client gives it."""
    seen: dict[str, int] = {}
    for operation in operations(document):
        name = re.sub(r"[^a-z0-9]", "", operation["operationId"].lower())
        seen[name] = seen.get(name, 0) + 1
        if seen[name] > 1:
            operation["operationId"] += str(seen[name])


def mark_files(document: dict[str, Any]) -> None:
    """A body that is a file is bytes, which the generator knows by its format only."""
    for operation in operations(document):
        bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
        for body in bodies:
            for media_type, content in body.get("content", {}).items():
                if media_type in {"application/octet-stream", "application/pdf"}:
                    content["schema"]["format"] = "binary"


if __name__ == "__main__":
    read = open_schemas(json.load(sys.stdin))
    separate_ids(read)
    mark_files(read)
    json.dump(read, sys.stdout)

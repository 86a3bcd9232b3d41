"""The examples inside docs/anatomy.md: every block under a `golden:` mark is written from the golden file it names."""

import re
from pathlib import Path

import msgspec

DOCUMENT = Path(__file__).parents[2] / "docs" / "anatomy.md"
BLOCK = re.compile(r"(<!-- golden: (?P<file>[\w.]+)(?: (?P<path>[\w.]+))? -->\n```json\n).*?(```)", re.DOTALL)
_LONGEST = 72


def rendered(text, files):
    """Return the document with every marked block as `files` (name -> bytes) have it."""

    def block(found):
        value = msgspec.json.decode(files[found["file"]])
        for step in (found["path"] or "").split("."):
            value = value[int(step) if step.isdigit() else step] if step else value
        return f"{found[1]}{msgspec.json.format(msgspec.json.encode(_shortened(value)), indent=2).decode()}\n{found[4]}"

    return BLOCK.sub(block, text)


def _shortened(value):
    """Cut vectors and other long strings, which nobody reads."""
    if isinstance(value, str):
        return value if len(value) <= _LONGEST else f"{value[:24]}… ({len(value)} characters)"
    if isinstance(value, dict):
        return {key: _shortened(part) for key, part in value.items()}
    return [_shortened(part) for part in value] if isinstance(value, list) else value

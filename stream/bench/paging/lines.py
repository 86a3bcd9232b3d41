"""Conversations as lines for `skg send`: `python -m stream.bench.paging.lines --version 2.5.0 --contradicting 0.3`.

For whoever walks through docs/paging.md and has no traffic of his own.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

import msgspec

from stream.bench.paging.talks import Owed, assistants, talk


def lines(assistant: str, version: str, conversations: int, contradicting: float) -> Iterator[bytes]:
    """Return conversations as JSON, one a line; `contradicting` is the share of answers that contradict (at most 0.4).

    The version is part of the seed and of the ids, so that another one says something else under names of its own.
    """
    owed = Owed(contradicting)
    for number in range(conversations):
        turns = []
        for exchange in talk(assistant, number, version):
            reply = exchange.slip if owed.slips(exchange) else exchange.reply
            said = (("user", exchange.prompt), ("assistant", reply))
            turns += [
                {"role": role, "text": text, "assistant": assistant, "assistant_version": version}
                for role, text in said
            ]
        yield msgspec.json.encode({"id": f"{assistant}-{version}-{number}", "turns": turns})


def main() -> None:
    """Write lines to standard output."""
    parser = argparse.ArgumentParser(prog="python -m stream.bench.paging.lines", description=__doc__)
    parser.add_argument("--assistant", choices=assistants(), default=assistants()[0])
    parser.add_argument("--version", default="1.0", help="what the assistant's version is called")
    parser.add_argument("--conversations", type=int, default=60)
    parser.add_argument("--contradicting", type=float, default=0.0, help="share of answers that contradict, up to 0.4")
    told = parser.parse_args()
    for line in lines(told.assistant, told.version, told.conversations, told.contradicting):
        sys.stdout.buffer.write(line + b"\n")


if __name__ == "__main__":
    main()

"""The command that a page names, run as the program that a person would run."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys

import msgspec

from stream.bench.broker.worker import variables
from stream.errors import BenchError
from stream.settings import PREFIX, Settings

COMMAND = "evidence"
"""The annotation that holds the command."""
_SKG = (sys.executable, "-c", "from stream.cli import main; main()")


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """What a command of a page said."""

    command: str
    output: str


def run_evidence(command: str, settings: Settings) -> Evidence:
    """Run `skg …` with the settings of an installation; raise BenchError when it is no such command, or fails."""
    program, *words = shlex.split(command)
    if program != "skg":
        raise BenchError(step="the page's command is none of skg", said=command)
    ours = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    done = subprocess.run(  # noqa: S603 - our own program, and the words of our own rules
        [*_SKG, *words], env={**ours, **variables(settings)}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BenchError(step=f"{command} failed", said=done.stderr)
    return Evidence(command=command, output=done.stdout)

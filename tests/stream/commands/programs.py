"""`skg` as a real program."""

import os
import select
import subprocess
import sys
from pathlib import Path
from typing import IO

SKG = (sys.executable, "-c", "from stream.cli import main; main()")


def environment(folder: Path, **settings: str) -> dict[str, str]:
    """Return our environment without settings of whoever runs the tests, and with these."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SKG_")}
    fast = {"SKG_ENCODER": "hash", "SKG_DATA_DIR": str(folder / "data"), "SKG_HTTP_PORT": "0"}
    return {**kept, "PYTHONPATH": str(Path(__file__).parents[3]), **fast, **settings}


def run(folder: Path, *arguments: str, given: str = "", **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(
        [*SKG, *arguments],
        input=given,
        capture_output=True,
        text=True,
        cwd=folder,
        env=environment(folder, **settings),
        check=False,
    )


def start(
    folder: Path, *arguments: str, out: IO[str] | int = subprocess.PIPE, **settings: str
) -> subprocess.Popen[str]:
    """Start a command that goes on; `out` takes what it says when nobody reads meanwhile."""
    return subprocess.Popen(
        [*SKG, *arguments],
        stdin=subprocess.PIPE,
        stdout=out,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
        cwd=folder,
        env=environment(folder, **settings),
    )


def wait_for(stream, words: str) -> str:
    """Return the first line that holds `words`; fail when the program ends without."""
    while line := stream.readline():
        if words in line:
            return line
    raise AssertionError(f"the program ended without saying {words!r}")


def has_line(stream, seconds: float) -> bool:
    """Tell whether something can be read within so many seconds."""
    return bool(select.select([stream], [], [], seconds)[0])

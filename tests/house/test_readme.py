import contextlib
import io
import re
import subprocess
import sys

import pytest

from tests.house.repository import ROOT

README = (ROOT / "README.md").read_text()
PYTHON = re.search(r"```python\n(from skgeval.*?)```", README, re.DOTALL)[1]
TALK = re.search(r"```text\n(user: .*?)```", README, re.DOTALL)[1].splitlines()
SAID = [line for line in TALK if not line.startswith("[")]
SHOWN = [line for line in TALK if line.startswith("[")]
ID = re.compile(r"\[[0-9a-f]+\]$")

pytestmark = pytest.mark.slow


def test_the_three_lines_of_python_find_the_contradiction():
    turns = [dict(zip(("role", "text"), line.split(": ", 1), strict=True)) for line in SAID]
    printed = io.StringIO()

    with contextlib.redirect_stdout(printed):
        exec(PYTHON, {"my_turns": turns})  # noqa: S102 - it is our own README

    assert len(PYTHON.splitlines()) == 3
    assert printed.getvalue().count("Finding(") == 1
    assert "FindingKind.CONTRADICTION" in printed.getvalue().splitlines()[-1]


def test_the_conversation_of_the_first_minute_gives_the_line_that_is_shown(tmp_path):
    command = [sys.executable, "-c", "from stream.cli import main; main()", "monitor", "--plain", "--pretty"]

    result = subprocess.run(
        [*command, "--data-dir", str(tmp_path)], input="\n".join(SAID), capture_output=True, text=True, check=True
    )

    assert [ID.sub("", line) for line in result.stdout.splitlines()] == [ID.sub("", line) for line in SHOWN]

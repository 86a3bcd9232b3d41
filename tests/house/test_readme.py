import contextlib
import io
import re
import subprocess
import sys

import pytest

from tests.house.repository import ROOT

README = (ROOT / "README.md").read_text()
PYTHON = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
TALK = re.search(r"```text\n(user: .*?)```", README, re.DOTALL)[1].splitlines()
SAID = [line for line in TALK if not line.startswith("[")]
SHOWN = [line for line in TALK if line.startswith("[")]
ID = re.compile(r"\[[0-9a-f]+\]$")

pytestmark = pytest.mark.slow


def test_the_three_lines_of_python_find_the_contradiction():
    turns = [dict(zip(("role", "text"), line.split(": ", 1), strict=True)) for line in SAID]
    names = {"my_turns": turns}
    printed = io.StringIO()

    exec(PYTHON[0], names)  # noqa: S102 - it is our own README
    with contextlib.redirect_stdout(printed):
        exec(PYTHON[1], names)  # noqa: S102 - as above

    assert len([line for line in PYTHON[0].splitlines() if line]) == 3
    assert [len(record.certificates) for record in names["records"]] == [0, 0, 0, 0, 0, 1]
    assert printed.getvalue().strip() == ID.sub("", SHOWN[0]).partition(": ")[2].strip()


def test_the_conversation_of_the_first_minute_gives_the_line_that_is_shown(tmp_path):
    command = [sys.executable, "-c", "from stream.cli import main; main()", "monitor", "--plain", "--pretty"]

    result = subprocess.run(
        [*command, "--data-dir", str(tmp_path)], input="\n".join(SAID), capture_output=True, text=True, check=True
    )

    assert [ID.sub("", line) for line in result.stdout.splitlines()] == [ID.sub("", line) for line in SHOWN]

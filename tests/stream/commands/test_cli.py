"""The command line itself: help without models, one line for a mistake."""

import subprocess
import sys

from stream.cli import COMMANDS
from tests.stream.commands.programs import run


def test_help_names_every_command(tmp_path):
    answer = run(tmp_path, "--help")

    assert answer.returncode == 0
    assert [name for name in COMMANDS if name not in answer.stdout] == []


def test_help_loads_no_model_and_no_command():
    program = (
        "import sys; from stream.cli import build\n"
        "try: build(['--help'])(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = ('spacy', 'onnxruntime', 'sqlalchemy', 'stream.commands.score')\n"
        "print([name for name in heavy if name in sys.modules])"
    )

    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert answer.stdout.rstrip().endswith("[]")


def test_an_unknown_command_is_told(tmp_path):
    answer = run(tmp_path, "skore")

    assert answer.returncode == 2
    assert "No such command" in answer.stderr


def test_a_mistake_in_the_settings_is_one_line_and_no_traceback(tmp_path):
    answer = run(tmp_path, "monitor", SKG_HTTP_PROT="1")

    assert answer.returncode == 2
    assert answer.stderr.startswith("skg: environment: SKG_HTTP_PROT: is no setting")
    assert "Traceback" not in answer.stderr


def test_the_version_is_that_of_the_distribution(tmp_path):
    assert run(tmp_path, "--version").stdout.startswith("skg 0.")

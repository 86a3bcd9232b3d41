import sys

import pytest

from tests.broker.chaos.workers import impatient


@pytest.fixture
def chaotic(installation, tmp_path):
    """An installation that notices the dead soon, with its archive in a file."""
    return impatient(installation, f"sqlite:///{tmp_path / 'archive.db'}")


@pytest.fixture
def report(capsys):
    """Write a line that is seen however the tests are run."""

    def write(line: str) -> None:
        with capsys.disabled():
            sys.stdout.write(f"\n{line}\n")

    return write

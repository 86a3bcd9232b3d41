import shutil
import subprocess

import pytest

from tests.deploy.reading import DEPLOY, compose


@pytest.fixture
def script(tmp_path):
    """Return a copy of secrets.sh, which writes beside itself."""
    return shutil.copy(DEPLOY / "secrets.sh", tmp_path)


def run(script):
    subprocess.run(["sh", script], check=True, capture_output=True)


def test_every_secret_that_compose_reads_is_made(script, tmp_path):
    run(script)

    made = {f"./{path.relative_to(tmp_path)}" for path in (tmp_path / "secrets").iterdir()}
    assert made == {secret["file"] for secret in compose()["secrets"].values()}


def test_the_folder_is_closed_and_its_files_can_be_read_by_the_users_inside(script, tmp_path):
    run(script)

    folder = tmp_path / "secrets"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o444}


def test_what_is_there_is_left_as_it_is(script, tmp_path):
    run(script)
    before = {path.name: path.read_text() for path in (tmp_path / "secrets").iterdir()}

    run(script)

    assert {path.name: path.read_text() for path in (tmp_path / "secrets").iterdir()} == before


def test_passwords_differ_and_the_two_that_have_to_agree_do(script, tmp_path):
    run(script)

    made = {path.name: path.read_text() for path in (tmp_path / "secrets").iterdir()}
    assert len(set(made.values())) == len(made)
    assert f":{made['postgres_password']}@postgres:5432/" in made["archive_url"]
    assert made["broker_jaas"].count(f'"{made["broker_password"]}"') == 2

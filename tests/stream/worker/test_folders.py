"""Folders that one process has to itself."""

import stat

import pytest

from stream.errors import SettingsError
from stream.worker.folders import claim, claim_within, claim_worker


def test_each_worker_takes_the_first_free_number_and_one_that_was_let_go_is_taken_again(tmp_path):
    first, second = claim_worker(tmp_path), claim_worker(tmp_path)
    first.let_go()
    third = claim_worker(tmp_path)

    assert [own.path.name for own in (first, second, third)] == ["worker-1", "worker-2", "worker-1"]


def test_folders_are_readable_by_their_owner_only(tmp_path):
    own = claim_worker(tmp_path / "data")

    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
    assert stat.S_IMODE(own.path.stat().st_mode) == 0o700


def test_a_folder_that_is_taken_is_not_given_twice(tmp_path):
    own = claim(tmp_path)

    assert own is not None
    assert claim(tmp_path) is None
    assert claim_within(tmp_path, 0.1) is None


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("")

    with pytest.raises(SettingsError, match=r"file cannot be made or written: File exists"):
        claim_worker(tmp_path / "file")

import pytest

from stream.evaluation import sources
from stream.evaluation.sources import source_digest


@pytest.fixture
def package(tmp_path, monkeypatch):
    folder = tmp_path / "tiny_package"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "top.py").write_text("from tiny_package import middle\nimport json\n")
    (folder / "middle.py").write_text("from tiny_package.bottom import VALUE\n")
    (folder / "bottom.py").write_text("VALUE = 1\n")
    (folder / "beside.py").write_text("VALUE = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sources, "OWN", ("tiny_package",))
    return folder


def test_a_change_anywhere_below_moves_the_digest(package):
    before = source_digest("tiny_package.top")

    (package / "bottom.py").write_text("VALUE = 2\n")

    assert source_digest("tiny_package.top") != before


def test_a_change_in_what_is_not_imported_does_not(package):
    before = source_digest("tiny_package.top")

    (package / "beside.py").write_text("VALUE = 2\n")

    assert source_digest("tiny_package.top") == before


def test_a_module_that_is_left_out_does_not_count(package):
    left_out = frozenset({"tiny_package.bottom"})
    before = source_digest("tiny_package.top", without=left_out)

    (package / "bottom.py").write_text("VALUE = 2\n")

    assert source_digest("tiny_package.top", without=left_out) == before


def test_a_data_file_counts_when_a_module_names_it(package):
    (package / "data").mkdir()
    (package / "bottom.py").write_text('VALUE = "words.toml"\n')
    (package / "data" / "words.toml").write_text("a = 1\n")
    (package / "data" / "others.toml").write_text("a = 1\n")
    before = source_digest("tiny_package.top")

    (package / "data" / "others.toml").write_text("a = 2\n")
    unmoved = source_digest("tiny_package.top")
    (package / "data" / "words.toml").write_text("a = 2\n")

    assert unmoved == before
    assert source_digest("tiny_package.top") != before

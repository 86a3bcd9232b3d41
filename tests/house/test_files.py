import re

import pytest

from tests.house.repository import PACKAGES, ROOT, documents, files, python_files, shown

LONGEST = 299
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)")
CODE = re.compile(r"`([\w.-]+/[\w./-]*)`")


def test_no_file_of_code_has_300_lines():
    long = {shown(path): count for path in python_files() if (count := len(path.read_text().splitlines())) > LONGEST}

    assert long == {}


def test_every_folder_of_tests_is_a_package_so_that_none_shadows_ours():
    folders = {path.parent for path in files("tests", ending=".py")}

    assert [shown(folder) for folder in sorted(folders) if not (folder / "__init__.py").exists()] == []


def test_every_package_says_in_a_sentence_what_it_is():
    empty = [path for path in files(*PACKAGES, "tests", ending="__init__.py") if not path.read_text().startswith('"""')]

    assert [shown(path) for path in empty] == []


@pytest.mark.parametrize("document", documents(), ids=shown)
def test_every_path_in_a_document_is_there(document):
    text = document.read_text()
    top = {path.name for path in ROOT.iterdir()}
    links = {document.parent / found for found in LINK.findall(text)}
    codes = {ROOT / found for found in CODE.findall(text) if found.split("/")[0] in top}

    assert sorted(shown(path.resolve()) for path in links | codes if not path.exists()) == []

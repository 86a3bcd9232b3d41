import ast

from tests.house.repository import files, python_files, shown, text_files

PURE = ("schemas", "skgeval/judgement", "skgeval/knowledge")
CLOCK = {"now", "utcnow", "today"}
UNSAID_NAMES = {"utils", "helpers", "manager", "base", "common", "misc"}


def calls(path):
    return [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]


def test_what_judges_never_asks_what_time_it_is():
    asking = [
        f"{shown(path)}:{call.lineno}"
        for path in files(*PURE, ending=".py")
        for call in calls(path)
        if isinstance(call.func, ast.Attribute) and call.func.attr in CLOCK
    ]

    assert asking == []


def test_no_module_has_a_name_that_says_nothing():
    assert [shown(path) for path in python_files() if path.stem in UNSAID_NAMES] == []


def test_nothing_names_the_machine_it_was_written_on():
    # put together here, so that this file does not hold what it looks for
    told = ["/" + folder + "/" for folder in ("work", "root", "home")]
    told += ["index" + "-url", "trusted" + "-host", "find" + "-links"]

    found = [(shown(path), words) for path in text_files() for words in told if words in path.read_text("utf-8")]

    assert found == []

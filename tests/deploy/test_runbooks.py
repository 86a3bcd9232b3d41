import re
import shlex

import pytest
import yaml

from schemas.metrics import METRICS, REASONS
from tests.deploy.reading import checked, understood
from tests.house.repository import files

PAGES = {path.stem: path.read_text() for path in files("docs/runbooks", ending=".md")}
RULES = [
    rule
    for path in files("deploy/prometheus/rules", ending=".yaml")
    for group in yaml.safe_load(path.read_text())["groups"]
    for rule in group["rules"]
]
ALERTS = [rule for rule in RULES if "alert" in rule]
HEADINGS = ["What it means", "How to check", "What to do", "How to silence", "How to tune"]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"`(skg [^`]+)`")
METRIC = re.compile(r"\b(?:skg_\w+|skg:\w+:\w+)")
SUFFIX = re.compile(r"_(bucket|sum|count)$")
KNOWN = {metric.name for metric in METRICS} | {rule["record"] for rule in RULES if "record" in rule}


def lines_of(kind):
    """Return page and line of everything written in blocks of one language."""
    return [
        (page, line)
        for page, text in PAGES.items()
        for language, block in BLOCK.findall(text)
        if language == kind
        for line in block.splitlines()
    ]


def programs(line):
    """Return the calls of a line of shell, what stands for a value of the reader's left as it is."""
    return [shlex.split(part) for part in line.split(" | ")]


def calls_of(program):
    """Return the arguments of every call of a program, in blocks and, of skg, in sentences."""
    written = [line for _, line in lines_of("sh")]
    if program == "skg":
        written += [call for text in PAGES.values() for call in INLINE.findall(BLOCK.sub("", text))]
    found = [call for line in written for call in programs(line)]
    return [call[1:] for call in found if call[:1] == [program]]


def test_every_alert_has_its_page_and_every_page_its_alert():
    assert PAGES.keys() - {"README"} == {rule["alert"] for rule in ALERTS}
    assert {rule["annotations"]["runbook_url"].rsplit("/", 1)[1] for rule in ALERTS} == {
        f"{rule['alert']}.md" for rule in ALERTS
    }


@pytest.mark.parametrize("page", sorted(PAGES.keys() - {"README"}))
def test_a_page_says_what_it_means_and_how_to_check_act_silence_and_tune(page):
    assert re.findall(r"^## (.*)$", PAGES[page], re.MULTILINE) == HEADINGS
    assert f"alertname={page}" in PAGES[page]


def test_the_list_of_alerts_has_all_of_them_with_their_severities():
    listed = dict(re.findall(r"^\| \[(\w+)\].*?\| ([\w, ]+?) \|", PAGES["README"], re.MULTILINE))
    told = {rule["alert"]: [] for rule in ALERTS}
    for rule in ALERTS:
        told[rule["alert"]].append(rule["labels"]["severity"])

    assert listed == {alert: ", ".join(severities) for alert, severities in told.items()}


def test_every_metric_that_a_page_asks_for_is_there():
    asked = {name for text in PAGES.values() for name in METRIC.findall(text)} - {"skg_runbooks"}

    assert sorted(name for name in asked if name not in KNOWN and SUFFIX.sub("", name) not in KNOWN) == []


@pytest.mark.slow
def test_every_query_of_a_page_is_promql(tmp_path):
    queries = [{"record": f"query:{number}", "expr": line} for number, (_, line) in enumerate(lines_of("promql"))]
    (tmp_path / "queries.yaml").write_text(yaml.safe_dump({"groups": [{"name": "queries", "rules": queries}]}))

    assert f"{len(queries)} rules found" in checked("promtool", "check", "rules", tmp_path / "queries.yaml")


@pytest.mark.slow
def test_the_letter_that_fired_the_alert_is_seen_by_the_checks_of_its_page_also_where_its_series_begins_with_it(
    tmp_path,
):
    asked = [line for page, line in lines_of("promql") if page == "SkgDeadLetters"]
    rules = [{"record": f"query:{number}", "expr": line} for number, line in enumerate(asked)]
    (tmp_path / "queries.yaml").write_text(yaml.safe_dump({"groups": [{"name": "queries", "rules": rules}]}))
    answer = [{"labels": '{reason="crashed"}', "value": 1}]
    test = {
        "interval": "1m",
        "input_series": [{"series": 'skg_dead_letters_total{reason="crashed"}', "values": "_x4 1x20"}],
        "promql_expr_test": [{"expr": line, "eval_time": "9m", "exp_samples": answer} for line in asked],
    }
    suite = {"rule_files": ["queries.yaml"], "evaluation_interval": "1m", "tests": [test]}
    (tmp_path / "suite.yaml").write_text(yaml.safe_dump(suite))

    assert len(asked) == 2
    assert "SUCCESS" in checked("promtool", "test", "rules", tmp_path / "suite.yaml")


def test_checks_of_single_events_count_the_one_that_a_series_begins_with():
    single = (*REASONS, "skg_not_assessed_total")
    asked = [line for _, line in lines_of("promql") if any(f"increase({name}" in line for name in single)]

    assert len(asked) == 6
    assert [line for line in asked if " unless " not in line] == []


@pytest.mark.parametrize("arguments", calls_of("skg"), ids=" ".join)
def test_every_command_of_a_page_can_be_given(arguments):
    command, _ = understood(arguments)

    assert command.split() == ["skg", *arguments[: len(command.split()) - 1]]


def test_what_a_page_sends_is_named_since_skg_send_does_not_read_standard_input_by_itself():
    sent = [understood(arguments)[1] for arguments in calls_of("skg") if arguments[0] == "send"]

    assert "-" in [turns["source"] for turns in sent]
    assert None not in [turns["source"] or turns["http"] for turns in sent]

import pytest
import yaml

from tests.deploy.reading import DEPLOY, checked
from tests.house.repository import files

CONFIG = DEPLOY / "alertmanager/alertmanager.yml"
PARSED = yaml.safe_load(CONFIG.read_text())
RECEIVERS = files("deploy/alertmanager/receivers", ending=".yml")
RULES = [
    rule
    for path in files("deploy/prometheus/rules", ending=".yaml")
    for group in yaml.safe_load(path.read_text())["groups"]
    for rule in group["rules"]
    if "alert" in rule
]
HEARD_BY = {"page": "on-call", "ticket": "team", "info": "nobody"}


def named(rule):
    return f"{rule['alert']}-{rule['labels']['severity']}"


def receivers_of(parsed):
    return {receiver["name"]: receiver for receiver in parsed["receivers"]}


@pytest.mark.slow
def test_alertmanager_takes_its_configuration_with_its_templates():
    said = checked("amtool", "check-config", CONFIG)

    assert "SUCCESS" in said
    assert "1 templates" in said


@pytest.mark.slow
@pytest.mark.parametrize("rule", RULES, ids=named)
def test_every_alert_is_heard_by_whom_its_severity_names(rule):
    labels = rule["labels"] | {"alertname": rule["alert"]}
    told = [f"{name}={value}" for name, value in labels.items() if "{" not in value]

    heard = checked("amtool", "config", "routes", "test", f"--config.file={CONFIG}", *told)

    assert heard == f"{HEARD_BY[rule['labels']['severity']]}\n"


@pytest.mark.slow
@pytest.mark.parametrize("path", RECEIVERS, ids=lambda path: path.stem)
def test_a_receiver_of_the_examples_can_be_put_in_place(path, tmp_path):
    example = yaml.safe_load(path.read_text())
    (receiver,) = example["receivers"]
    whole = PARSED | {"receivers": list((receivers_of(PARSED) | {receiver["name"]: receiver}).values())}
    whole["templates"] = [str(CONFIG.parent / "templates/*.tmpl")]
    (tmp_path / "whole.yml").write_text(yaml.safe_dump(whole))

    assert "SUCCESS" in checked("amtool", "check-config", path)
    assert "SUCCESS" in checked("amtool", "check-config", tmp_path / "whole.yml")


@pytest.mark.parametrize("path", RECEIVERS, ids=lambda path: path.stem)
def test_examples_hold_no_secrets_and_tell_when_it_is_over(path):
    (receiver,) = yaml.safe_load(path.read_text())["receivers"]
    (configs,) = [value for key, value in receiver.items() if key.endswith("_configs")]

    assert receiver["name"] in {"on-call", "team"}
    assert "secrets/" in path.read_text()
    assert [config["send_resolved"] for config in configs] == [True]


def test_there_is_an_example_for_each_usual_receiver():
    assert {path.stem for path in RECEIVERS} == {"webhook", "pagerduty", "opsgenie", "slack", "email"}


def test_every_alert_that_an_inhibition_names_exists():
    known = {rule["alert"] for rule in RULES}
    named_there = {
        name
        for rule in PARSED["inhibit_rules"]
        for matcher in (*rule["source_matchers"], *rule["target_matchers"])
        if matcher.startswith("alertname")
        for name in matcher.split('"')[1].split("|")
    }

    assert named_there <= known

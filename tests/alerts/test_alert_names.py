from collections import Counter

import yaml

from alerts.alert_names import ALERTS, RECORDED
from tests.house.repository import files


def test_names_and_numbers_are_those_of_the_rules_that_are_delivered():
    rules = [
        rule
        for path in files("deploy/prometheus/rules", ending=".yaml")
        for group in yaml.safe_load(path.read_text())["groups"]
        for rule in group["rules"]
    ]
    alerts = Counter(rule["alert"] for rule in rules if "alert" in rule)

    assert list(ALERTS.items()) == sorted(alerts.items())
    assert list(RECORDED) == sorted(rule["record"] for rule in rules if "record" in rule)

import yaml

from alerts.alert_names import ALERTS
from tests.house.repository import files


def test_the_names_are_those_of_the_rules_that_are_delivered():
    groups = [group for path in files("deploy/prometheus/rules", ending=".yaml") for group in read(path)["groups"]]
    delivered = {rule["alert"] for group in groups for rule in group["rules"] if "alert" in rule}

    assert list(ALERTS) == sorted(delivered)


def read(path):
    return yaml.safe_load(path.read_text())

import re
from pathlib import Path

import pytest
import yaml

from schemas.finding import Severity
from schemas.metrics import METRICS
from tests.deploy.reading import DEPLOY, PORT, checked, compose, of_kind, our_services
from tests.house.repository import ROOT, files

TESTS = Path(__file__).parent / "rules"
PROMETHEUS = yaml.safe_load((DEPLOY / "prometheus/prometheus.yml").read_text())
RULE_FILES = files("deploy/prometheus/rules", ending=".yaml")
RULES = [rule for path in RULE_FILES for group in yaml.safe_load(path.read_text())["groups"] for rule in group["rules"]]
ALERTS = [rule for rule in RULES if "alert" in rule]
RECORDED = {rule["record"] for rule in RULES if "record" in rule}
SOURCES = yaml.safe_load((DEPLOY / "grafana/provisioning/datasources/prometheus.yaml").read_text())["datasources"]
OURS = re.compile(r"(?<![.\w])skg_\w+")
OUR_RECORDS = re.compile(r"\bskg:\w+:\w+")
MINIMUM = re.compile(r"(turns_total|turns:increase|live_conversations)[^<>]*>= [1-9]")
OF_NO_TRAFFIC = {"SkgDeadLetters", "SkgBehind", "SkgArchiveBehind", "SkgTargetDown", "SkgTargetsAbsent"}
RUNBOOKS = (ROOT / "docs/runbooks/README.md").read_text()
SUFFIXES = re.compile(r"_(bucket|sum|count)$")


def job(name):
    (found,) = [job for job in PROMETHEUS["scrape_configs"] if job["job_name"] == name]
    return found


@pytest.mark.slow
def test_prometheus_takes_its_configuration_and_rules():
    assert "rules found" in checked("promtool", "check", "config", DEPLOY / "prometheus/prometheus.yml")


@pytest.mark.slow
def test_rules_fire_when_they_should_and_only_then():
    assert "SUCCESS" in checked("promtool", "test", "rules", *files("tests/deploy/rules", ending=".yaml"))


def test_all_rules_are_played_without_data():
    played = yaml.safe_load((TESTS / "no_data.yaml").read_text())["rule_files"]

    assert sorted((TESTS / path).resolve() for path in played) == sorted(path.resolve() for path in RULE_FILES)


def test_every_part_that_runs_on_is_scraped_on_its_port():
    (found,) = job("skg")["dns_sd_configs"]

    assert set(found["names"]) == our_services().keys() - {"topics"}
    assert found["port"] == PORT


def test_the_operator_gets_the_same_rules():
    groups = [group for path in RULE_FILES for group in yaml.safe_load(path.read_text())["groups"]]

    assert of_kind("PrometheusRule")["skg"]["spec"]["groups"] == groups


def test_the_address_of_the_runbooks_is_no_label_of_an_alert():
    (dropped,) = PROMETHEUS["alerting"]["alert_relabel_configs"]

    assert dropped == {"action": "labeldrop", "regex": "skg_runbooks"}


def test_both_deployments_give_the_job_one_name():
    monitor = of_kind("ServiceMonitor")["skg"]["spec"]
    kustomization = yaml.safe_load((DEPLOY / "kubernetes/kustomization.yaml").read_text())
    (labels,) = [entry["pairs"] for entry in kustomization["labels"]]

    assert labels[monitor["jobLabel"]] == job("skg")["job_name"]


def test_alerts_go_to_the_alertmanager_that_runs():
    (managers,) = PROMETHEUS["alerting"]["alertmanagers"]

    assert managers["static_configs"] == [{"targets": ["alertmanager:9093"]}]
    assert "alertmanager" in compose()["services"]


@pytest.mark.parametrize("rule", ALERTS, ids=lambda rule: f"{rule['alert']}-{rule['labels']['severity']}")
def test_an_alert_waits_has_a_severity_and_explains_itself(rule):
    about = rule["labels"]["about"]

    assert re.fullmatch(r"\d+[smh]", rule["for"])
    assert rule["labels"]["severity"] in set(Severity)
    assert rule["labels"]["service"] == "skg"
    assert about in {"assistant", "pipeline"}
    assert rule["annotations"].keys() >= {"summary", "description", "runbook_url"}
    assert ("evidence" in rule["annotations"]) is ("detectors" in rule["annotations"]) is (about == "assistant")


def test_an_alert_asks_for_a_minimum_of_traffic_where_chance_could_make_it_fire():
    unguarded = {rule["alert"] for rule in ALERTS if not MINIMUM.search(rule["expr"])}

    assert unguarded == OF_NO_TRAFFIC
    assert {name for name in unguarded if f"`{name}`" not in RUNBOOKS} == set()


def test_rules_ask_for_metrics_that_there_are():
    known = {metric.name for metric in METRICS}
    asked = {name for path in RULE_FILES for name in OURS.findall(path.read_text())}

    assert {name for name in asked if name not in known and SUFFIXES.sub("", name) not in known} == set()


def test_rules_ask_for_recording_rules_that_there_are():
    asked = {name for path in RULE_FILES for name in OUR_RECORDS.findall(path.read_text())}

    assert asked == RECORDED


def test_grafana_reads_from_the_services_that_run():
    hosts = {re.fullmatch(r"http://(\w+):\d+", source["url"])[1] for source in SOURCES}

    assert hosts <= set(compose()["services"])
    assert [source["uid"] for source in SOURCES if source.get("isDefault")] == ["skg-prometheus"]

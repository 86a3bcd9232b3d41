from pathlib import Path

import yaml

from stream.bench.paging.configured import Pace, Places, write_alertmanager, write_prometheus
from tests.broker.chaos.workers import ROOT

DEPLOY = ROOT / "deploy"
PLACES = Places(
    services={"judge": "127.0.0.1:1"},
    prometheus="127.0.0.1:2",
    alertmanager="127.0.0.1:3",
    webhook="http://127.0.0.1:4",
)


def read(path: Path):
    return yaml.safe_load(path.read_text())


def test_prometheus_scrapes_here_and_keeps_how_targets_are_labelled(tmp_path):
    deployed = read(DEPLOY / "prometheus/prometheus.yml")

    told = read(write_prometheus(DEPLOY / "prometheus", tmp_path, PLACES, Pace(interval_seconds=1.0)))

    jobs = {job["job_name"]: job for job in told["scrape_configs"]}
    assert told["global"]["scrape_interval"] == told["global"]["evaluation_interval"] == "1000ms"
    assert jobs["skg"]["static_configs"] == [{"targets": ["127.0.0.1:1"], "labels": {"__meta_dns_name": "judge"}}]
    assert [job.get("relabel_configs") for job in told["scrape_configs"]] == [
        job.get("relabel_configs") for job in deployed["scrape_configs"]
    ]
    assert jobs.keys() == {job["job_name"] for job in deployed["scrape_configs"]}


def test_rules_at_their_own_pace_are_those_that_are_deployed(tmp_path):
    write_prometheus(DEPLOY / "prometheus", tmp_path, PLACES, Pace())

    written = {path.name: path.read_bytes() for path in (tmp_path / "rules").iterdir()}
    assert written == {path.name: path.read_bytes() for path in (DEPLOY / "prometheus/rules").glob("*.yaml")}


def test_alertmanager_keeps_its_routes_and_inhibitions_and_waits_a_part_of_the_time(tmp_path):
    deployed = read(DEPLOY / "alertmanager/alertmanager.yml")

    told = read(write_alertmanager(DEPLOY / "alertmanager", tmp_path, PLACES, Pace(faster=30.0)))

    hooked = [receiver["name"] for receiver in told["receivers"] if receiver.get("webhook_configs")]
    assert told["inhibit_rules"] == deployed["inhibit_rules"]
    assert hooked == [receiver["name"] for receiver in deployed["receivers"] if receiver["name"] != "nobody"]
    assert (deployed["route"]["group_wait"], told["route"]["group_wait"]) == ("30s", "1000ms")
    assert [route["matchers"] for route in told["route"]["routes"]] == [
        route["matchers"] for route in deployed["route"]["routes"]
    ]

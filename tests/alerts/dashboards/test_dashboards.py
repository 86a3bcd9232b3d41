import re

import pytest
import yaml
from grafana_foundation_sdk.cog.plugins import register_default_plugins
from grafana_foundation_sdk.models import dashboard as grafana

from alerts.dashboards.files import encoded, rendered, write
from alerts.dashboards.frame import RUNBOOKS
from schemas.metrics import METRICS, MetricKind
from tests.alerts.dashboards.reading import FALLBACK, FOLDER, committed, panels, queries
from tests.deploy.reading import DEPLOY, compose
from tests.house.repository import files

BOARDS = committed()
RULES = [
    rule
    for path in files("deploy/prometheus/rules", ending=".yaml")
    for group in yaml.safe_load(path.read_text())["groups"]
    for rule in group["rules"]
]
ASKED = [asked for board in BOARDS.values() for asked in queries(board)]
PANELS = [
    pytest.param(panel, id=f"{board['uid']}: {panel['title']}") for board in BOARDS.values() for panel in panels(board)
]
OF_PROMETHEUS = {"ALERTS", "up"}
SAMPLES = {MetricKind.HISTOGRAM: ("_bucket", "_sum", "_count")}


def test_the_committed_dashboards_are_what_make_dashboards_writes():
    assert {path.name: path.read_text() for path in FOLDER.iterdir()} == rendered()


def test_a_dashboard_that_is_no_more_leaves_no_file_behind(tmp_path):
    (tmp_path / "skg-gone.json").write_text("{}")

    written = write(tmp_path)

    assert sorted(tmp_path.iterdir()) == sorted(written)


def test_addresses_that_people_keep_stay():
    assert set(BOARDS) == {"skg-fleet", "skg-assistant", "skg-pipeline"}
    assert [uid for uid in BOARDS if not (FOLDER / f"{uid}.json").exists()] == []


@pytest.mark.parametrize("uid", BOARDS)
def test_grafanas_own_model_reads_a_dashboard_and_loses_nothing(uid):
    register_default_plugins()

    read = grafana.Dashboard.from_json(BOARDS[uid])

    assert encoded(read) == rendered()[f"{uid}.json"]


@pytest.mark.parametrize("panel", PANELS)
def test_a_panel_has_a_title_says_what_it_shows_and_in_which_unit(panel):
    assert panel["title"]
    assert panel["description"].endswith(".")
    assert panel["fieldConfig"]["defaults"]["unit"]
    assert panel["targets"]


@pytest.mark.parametrize("panel", PANELS)
def test_a_panel_asks_the_source_that_was_chosen_under_names_of_its_own(panel):
    sources = [panel["datasource"], *(target["datasource"] for target in panel["targets"])]
    names = [target["refId"] for target in panel["targets"]]

    assert {source["uid"] for source in sources} == {"${datasource}"}
    assert len(names) == len(set(names))


@pytest.mark.parametrize("panel", PANELS)
def test_lines_have_names_when_there_can_be_several(panel):
    several = [target for target in panel["targets"] if " by (" in target["expr"] and target.get("range")]

    assert [target["expr"] for target in several if not target.get("legendFormat")] == []


@pytest.mark.parametrize("uid", BOARDS)
def test_panels_are_numbered_and_none_covers_another_or_leaves_the_page(uid):
    taken = set()
    numbers = [panel["id"] for panel in BOARDS[uid]["panels"]]

    for panel in BOARDS[uid]["panels"]:
        place = panel["gridPos"]
        cells = {(place["x"] + x, place["y"] + y) for x in range(place["w"]) for y in range(place["h"])}
        assert max(x for x, _ in cells) < 24, panel["title"]
        assert not cells & taken, panel["title"]
        taken |= cells

    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("uid", BOARDS)
def test_titles_within_a_dashboard_are_told_apart(uid):
    titles = [(panel["type"], panel["title"]) for panel in BOARDS[uid]["panels"]]

    assert sorted(title for title in titles if titles.count(title) > 1) == []


def test_dashboards_ask_for_metrics_and_recorded_series_that_there_are():
    metrics = {metric.name + end for metric in METRICS for end in SAMPLES.get(metric.kind, ("",))}
    recorded = {rule["record"] for rule in RULES if "record" in rule}
    asked = {name for query in ASKED for name in re.findall(r"\b(?:skg[_:][\w:]+|ALERTS|up)\b", query.expr)}

    assert asked - metrics - recorded == OF_PROMETHEUS


def test_every_metric_of_the_catalogue_is_on_a_dashboard():
    asked = "\n".join(query.expr for query in ASKED)

    assert [metric.name for metric in METRICS if not re.search(rf"\b{metric.name}(_\w+)?\b", asked)] == [
        "skg_repeated_findings_total",
        "skg_certificates_total",
    ]


@pytest.mark.parametrize("asked", [query for query in ASKED if "vector(0)" in query.expr], ids=str)
def test_a_fallback_stands_at_the_end_of_a_query(asked):
    assert FALLBACK.search(asked.expr)
    assert asked.expr.count("vector(0)") == 1


@pytest.mark.parametrize("uid", BOARDS)
def test_a_dashboard_leads_to_the_others_to_alerts_and_to_runbooks(uid):
    links = {link["title"]: link for link in BOARDS[uid]["links"]}
    known = {variable["name"] for variable in BOARDS[uid]["templating"]["list"]}

    assert set(links) == {"Dashboards", "Alerts", "Runbooks"}
    assert set(links["Dashboards"]["tags"]) <= set(BOARDS[uid]["tags"])
    assert links["Runbooks"]["url"] == "${runbooks}"
    assert {"runbooks", "datasource"} <= known


@pytest.mark.parametrize("uid", BOARDS)
def test_links_and_marks_stand_above_the_panels_where_every_grafana_shows_them(uid):
    shown = [*BOARDS[uid]["links"], *BOARDS[uid]["annotations"]["list"]]

    assert [one for one in shown if one.get("placement")] == []


def test_dashboards_and_alerts_show_the_same_example_of_where_runbooks_are():
    assert f"skg_runbooks: {RUNBOOKS}\n" in (DEPLOY / "prometheus/prometheus.yml").read_text()


def test_tables_lead_to_the_assistant_of_the_row():
    linked = {
        value["url"]
        for panel in panels(BOARDS["skg-fleet"])
        for override in panel["fieldConfig"].get("overrides", [])
        for property_ in override["properties"]
        if property_["id"] == "links"
        for value in property_["value"]
    }

    assert {re.match(r"/d/([\w-]+)\?", url)[1] for url in linked} <= set(BOARDS)
    assert all("var-assistant=" in url for url in linked)


def test_grafana_finds_the_dashboards_and_opens_the_first():
    grafana_service = compose()["services"]["grafana"]
    mounted = dict(volume.split(":")[:2] for volume in grafana_service["volumes"])
    provisioning = yaml.safe_load((DEPLOY / "grafana/provisioning/dashboards/skg.yaml").read_text())
    (provider,) = provisioning["providers"]
    inside = mounted["./grafana/dashboards"]

    assert provider["options"]["path"] == inside
    assert grafana_service["environment"]["GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH"] == f"{inside}/skg-fleet.json"


def test_kubernetes_gets_every_dashboard_in_a_map_that_kubectl_can_apply():
    kustomization = yaml.safe_load((DEPLOY / "grafana/kustomization.yaml").read_text())
    listed = [file for made in kustomization["configMapGenerator"] for file in made["files"]]

    assert sorted(listed) == [f"dashboards/{name}" for name in sorted(rendered())]
    assert kustomization["generatorOptions"]["labels"]["grafana_dashboard"] == "1"
    assert all((DEPLOY / "grafana" / file).stat().st_size < 200_000 for file in listed)

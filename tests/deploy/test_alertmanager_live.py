"""What the real Alertmanager makes of our configuration; only waits are shorter, and receivers are a list of ours."""

import json
import re
import shlex
import shutil
import subprocess
import time
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import httpx
import pytest
import yaml

from stream.bench.broker.worker import free_port
from stream.bench.paging.configured import Pace, Places, write_alertmanager
from tests.deploy.reading import DEPLOY
from tests.house.repository import files

pytestmark = pytest.mark.slow

FASTER = 100.0
PATIENCE_S = 60.0
ALWAYS = [{"time_intervals": [{"times": [{"start_time": "00:00", "end_time": "24:00"}]}]}]
ADDING = re.compile(r"^amtool --alertmanager\.url \S+ (silence|alert) add .*$", re.MULTILINE)
ADDED = [
    (found[1], found[0]) for path in files("docs/runbooks", ending=".md") for found in ADDING.finditer(path.read_text())
]
"""What the runbooks add, and the command that does."""
ANSWERS = {"silence": r"[0-9a-f-]{36}\n", "alert": ""}
"""An id, or nothing; here Alertmanager 0.27 and later complain of values that want quotes."""


class Received:
    """What was sent to anybody: to whom, what and when."""

    def __init__(self):
        told = self.all = []

        class Taking(BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                told.append((self.path.strip("/"), body, time.time()))
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_):
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Taking)
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self):
        Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()

    def pages(self, **labels):
        """Return what on-call was told of alerts with these labels: status and names, in order."""
        return [
            (body["status"], sorted(alert["labels"]["alertname"] for alert in body["alerts"]), at)
            for to, body, at in self.all
            if to == "on-call" and labels.items() <= body["commonLabels"].items()
        ]

    def wait(self, look):
        deadline = time.monotonic() + PATIENCE_S
        while not (found := look()):
            assert time.monotonic() < deadline, self.all
            time.sleep(0.05)
        return found


def configured(folder, url, maintenance):
    """Write our configuration with receivers here; on-call has the Slack example beside a webhook."""
    address = f"127.0.0.1:{free_port()}"
    places = Places(services={}, prometheus="", alertmanager=address, webhook=f"{url}/on-call")
    path = write_alertmanager(DEPLOY / "alertmanager", folder, places, Pace(faster=FASTER))
    told = yaml.safe_load(path.read_text())
    (slack,) = yaml.safe_load((DEPLOY / "alertmanager/receivers/slack.yml").read_text())["receivers"]
    (folder / "slack_url").write_text(f"{url}/slack")
    slack["slack_configs"][0]["api_url_file"] = str(folder / "slack_url")
    for receiver in told["receivers"]:
        if receiver["name"] == "on-call":
            receiver["slack_configs"] = slack["slack_configs"]
        if receiver["name"] == "nobody":
            receiver["webhook_configs"] = [{"url": f"{url}/nobody"}]
    if maintenance:
        told["time_intervals"] = [ALWAYS[0] | {"name": "maintenance"}, *told["time_intervals"][1:]]
    path.write_text(yaml.safe_dump(told))
    return path, address


@contextmanager
def alertmanager(folder, received, *, maintenance=False):
    """Run Alertmanager and give its address."""
    path, address = configured(folder, received.url, maintenance)
    program = shutil.which("prometheus-alertmanager") or shutil.which("alertmanager")
    arguments = [f"--config.file={path}", f"--storage.path={folder / 'data'}", f"--web.listen-address={address}"]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen([program, *arguments, "--cluster.listen-address="], stdout=log, stderr=log)
    try:
        received.wait(lambda: ready(address))
        yield f"http://{address}"
    finally:
        process.terminate()
        process.wait(30)


def ready(address):
    try:
        return httpx.get(f"http://{address}/-/ready", timeout=5).is_success
    except httpx.TransportError:
        return False


def post(url, *alerts, over=False):
    """Tell Alertmanager that alerts fire, or that they do no longer."""
    told = [
        {"labels": labels, "annotations": annotations(labels)}
        | ({"endsAt": datetime.now(UTC).isoformat()} if over else {})
        for labels in alerts
    ]
    httpx.post(f"{url}/api/v2/alerts", json=told, timeout=10).raise_for_status()


def annotations(labels):
    return {
        "summary": f"{labels['alertname']} of {labels.get('assistant', 'the monitor')}",
        "description": "Far more than chance brings.",
        "detectors": "numeric_mismatch 80.0",
        "evidence": "skg certificates list --assistant shop",
        "runbook_url": "https://example.com/runbook",
    }


def alert(name, severity="page", about="assistant", **labels):
    return {"alertname": name, "severity": severity, "about": about, "service": "skg"} | labels


def of(assistant, version, *names):
    return [alert(name, assistant=assistant, assistant_version=version) for name in names]


def test_one_version_is_one_page_a_backlog_holds_back_and_what_is_over_is_told_once(tmp_path):
    shop = of(
        "shop", "2.0", "SkgQualityDropAfterRelease", "SkgContradictionsHigh", "SkgRulesBroken", "SkgContradictionSpike"
    )
    share = alert("SkgDegradingShare", "ticket", assistant="shop", assistant_version="2.0")
    behind = alert("SkgBehind", "info", "pipeline", stage="judge")
    down = alert("SkgTargetDown", about="pipeline", part="archive")

    with Received() as received, alertmanager(tmp_path, received) as url:
        post(url, *shop, share, *of("shop", "1.0", "SkgContradictionsHigh"))
        received.wait(lambda: received.pages(assistant_version="2.0") and received.pages(assistant_version="1.0"))
        post(url, behind, alert("SkgIngestionStalled", about="pipeline"))
        received.wait(lambda: [to for to, _, _ in received.all if to == "nobody"])
        post(url, down, *of("travel", "1", "SkgRulesBroken"))
        received.wait(lambda: received.pages(alertname="SkgTargetDown"))
        caught_up = time.time()
        post(url, behind, over=True)
        late = received.wait(lambda: received.pages(assistant="travel"))
        post(url, *shop, share, over=True)
        received.wait(lambda: received.pages(assistant="shop", assistant_version="2.0")[1:])

    shown = received.pages(assistant="shop", assistant_version="2.0")
    assert [(status, names) for status, names, _ in shown] == [
        ("firing", ["SkgContradictionSpike"]),
        ("resolved", sorted(labels["alertname"] for labels in shop)),
    ]
    assert [names for _, names, _ in received.pages(assistant="shop", assistant_version="1.0")] == [
        ["SkgContradictionsHigh"]
    ]
    assert late[0][2] > caught_up
    assert received.pages(alertname="SkgIngestionStalled") == []
    written = next(body for to, body, _ in received.all if to == "slack" and "2.0" in json.dumps(body))
    assert written["attachments"][0]["title"] == "SkgContradictionSpike of shop"
    assert written["attachments"][0]["text"].strip().splitlines()[1:] == [
        "SkgContradictionSpike of shop",
        "Far more than chance brings.",
        "assistant: shop",
        "version: 2.0",
        "detectors: numeric_mismatch 80.0",
        "evidence: skg certificates list --assistant shop",
        "what to do: https://example.com/runbook",
    ]


def test_during_maintenance_nobody_is_paged(tmp_path):
    with Received() as received, alertmanager(tmp_path, received, maintenance=True) as url:
        post(url, *of("shop", "2.0", "SkgContradictionSpike"), alert("SkgBehind", "info", "pipeline", stage="archive"))
        received.wait(lambda: received.all)

    assert {to for to, _, _ in received.all} == {"nobody"}


def test_what_runbooks_add_is_taken_without_a_complaint(tmp_path):
    with Received() as received, alertmanager(tmp_path, received) as url:
        answers = [(what, line, given(url, line)) for what, line in ADDED]

    assert len(answers) > 13
    assert [answer for what, *answer in answers if not re.fullmatch(ANSWERS[what], answer[-1])] == []


def given(url, line):
    """Give a command of a runbook to this Alertmanager; return all that it answers."""
    _, _, _, *arguments = shlex.split(line.replace("$USER", "on-call"))
    command = ["amtool", "--alertmanager.url", url, *arguments]
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True).stdout

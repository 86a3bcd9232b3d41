"""A real Alertmanager with our configuration; only waits are shorter, and receivers are a list of ours."""

import json
import shutil
import subprocess
import time
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import httpx
import yaml

from stream.bench.broker.worker import free_port
from stream.bench.paging.configured import Pace, Places, write_alertmanager
from tests.deploy.reading import DEPLOY

FASTER = 100.0
PATIENCE_S = 60.0
SILENCE_S = 3.0
"""Longer than any first notification waits here; within it whoever is to hear of something has heard."""
ALWAYS = [{"times": [{"start_time": "00:00", "end_time": "24:00"}]}]
NEVER = [{"years": ["2020"]}]


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

    def told(self, who, **labels):
        """Return what somebody was told of alerts with these labels: status and names, in order."""
        return [
            (body["status"], sorted(alert["labels"]["alertname"] for alert in body["alerts"]), at)
            for to, body, at in self.all
            if to == who and labels.items() <= body["commonLabels"].items()
        ]

    def pages(self, **labels):
        """Return likewise what on-call was told."""
        return self.told("on-call", **labels)

    def wait(self, look):
        deadline = time.monotonic() + PATIENCE_S
        while not (found := look()):
            assert time.monotonic() < deadline, self.all
            time.sleep(0.05)
        return found


def configured(folder, url, faster, muted):
    """Write our configuration with receivers here; on-call has the Slack example beside a webhook.

    `muted` names the one interval that it always is, whatever the time is.
    """
    address = f"127.0.0.1:{free_port()}"
    places = Places(services={}, prometheus="", alertmanager=address, webhook=f"{url}/on-call")
    path = write_alertmanager(DEPLOY / "alertmanager", folder, places, Pace(faster=faster))
    told = yaml.safe_load(path.read_text())
    (slack,) = yaml.safe_load((DEPLOY / "alertmanager/receivers/slack.yml").read_text())["receivers"]
    (folder / "slack_url").write_text(f"{url}/slack")
    slack["slack_configs"][0]["api_url_file"] = str(folder / "slack_url")
    for receiver in told["receivers"]:
        if receiver["name"] == "on-call":
            receiver["slack_configs"] = slack["slack_configs"]
        else:
            receiver["webhook_configs"] = [{"url": f"{url}/{receiver['name']}"}]
    for interval in told["time_intervals"]:
        interval["time_intervals"] = ALWAYS if interval["name"] == muted else NEVER
    path.write_text(yaml.safe_dump(told))
    return path, address


@contextmanager
def alertmanager(folder, received, *, faster=FASTER, muted=None):
    """Run Alertmanager and give its address."""
    path, address = configured(folder, received.url, faster, muted)
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

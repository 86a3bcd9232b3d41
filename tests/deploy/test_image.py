import json
import re
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from tests.deploy.reading import DEPLOY, PORT, checked
from tests.house.repository import PACKAGES, ROOT

DOCKERFILE = (DEPLOY / "Dockerfile").read_text()
INSTRUCTIONS = [
    tuple(line.split(None, 1))
    for line in re.sub(r"\\\n", " ", re.sub(r"(?m)^#.*\n", "", DOCKERFILE)).splitlines()
    if line.strip()
]
LAST_STAGE = INSTRUCTIONS[[kind for kind, _ in INSTRUCTIONS].index("FROM", 1) :]
CONTEXT = (ROOT / ".dockerignore").read_text().splitlines()


def of_last_stage(kind):
    return [value for found, value in LAST_STAGE if found == kind]


class Answering(BaseHTTPRequestHandler):
    """Answers every path but /health/live by 404, and that with the status of its server."""

    def do_GET(self):
        self.send_response(self.server.status if self.path == "/health/live" else 404)
        self.end_headers()
        self.wfile.write(b'{"live":true}\n')

    def log_message(self, *_arguments):
        pass


@pytest.fixture
def server():
    listening = HTTPServer(("127.0.0.1", 0), Answering)
    Thread(target=listening.serve_forever, daemon=True).start()
    yield listening
    listening.shutdown()
    listening.server_close()


def health(port):
    return subprocess.run(
        [sys.executable, str(DEPLOY / "healthcheck.py")],
        env={"SKG_HTTP_PORT": str(port)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_linter_has_nothing_to_say():
    assert checked("hadolint", "--failure-threshold", "style", DEPLOY / "Dockerfile") == ""


def test_both_stages_start_from_one_pinned_image():
    images = {value.split()[0] for kind, value in INSTRUCTIONS if kind == "FROM"}

    (image,) = images
    assert re.fullmatch(r"python:3\.11\.\d+-slim-\w+", image)


def test_the_last_stage_installs_no_package_and_holds_only_what_was_built():
    assert not re.search(r"pip|apt|gcc", " ".join(of_last_stage("RUN")))
    assert [value for value in of_last_stage("COPY") if not value.startswith("--from=build")] == [
        "deploy/healthcheck.py /opt/healthcheck.py"
    ]


def test_it_runs_as_a_user_with_a_number_that_is_not_root():
    assert of_last_stage("USER") == ["10001:10001"]


def test_it_is_the_command_and_says_how_it_is():
    assert [json.loads(value) for value in of_last_stage("ENTRYPOINT")] == [["skg"]]
    assert [json.loads(value.partition("CMD ")[2]) for value in of_last_stage("HEALTHCHECK")] == [
        ["python", "/opt/healthcheck.py"]
    ]
    assert of_last_stage("EXPOSE") == [str(PORT)]


def test_nothing_is_sent_to_the_builder_but_what_it_copies():
    allowed = {line.removeprefix("!") for line in CONTEXT if line.startswith("!")}
    copied = {
        source
        for kind, value in INSTRUCTIONS
        if kind == "COPY" and not value.startswith("--from")
        for source in value.split()[:-1]
    }

    assert "*" in CONTEXT
    assert allowed == copied
    assert set(PACKAGES) < copied


def test_a_container_is_healthy_while_its_program_is_alive(server):
    server.status = 200

    found = health(server.server_port)

    assert (found.returncode, found.stdout) == (0, '{"live":true}\n')


def test_a_container_is_unhealthy_when_its_program_is_stuck(server):
    server.status = 503

    assert health(server.server_port).returncode == 1


def test_a_container_is_unhealthy_when_nobody_answers(server):
    server.server_close()

    assert health(server.server_port).returncode == 1

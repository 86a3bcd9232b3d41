"""`skg doctor --deploy`: what is right, and what is wrong, one thing after the other."""

import json
import socket
from datetime import UTC, datetime, timedelta

import httpx
import msgspec
import pytest

from schemas.codec import encode_json
from schemas.topics import TURNS
from schemas.turn import Role, Turn
from stream.deployment.alertmanager import look_at_alertmanager
from stream.deployment.kafka import look_at_roles
from stream.deployment.looks import deployment
from stream.deployment.prometheus import look_at_prometheus
from stream.errors import EndpointError
from stream.kafka.topics import topic_name
from stream.settings import Settings
from tests.broker.sending import producer
from tests.stream.commands.programs import run
from tests.stream.deployment.conftest import NOWHERE
from tests.stream.deployment.programs import until

pytestmark = pytest.mark.slow


def named(checks):
    """Return checks by name; no two may have the same."""
    found = {check.name: check for check in checks}
    assert len(found) == len(checks)
    return found


def variables(settings):
    plain, ours = msgspec.structs.asdict(Settings()), msgspec.structs.asdict(settings)
    return {f"SKG_{name.upper()}": str(value) for name, value in ours.items() if value != plain[name]}


def test_an_installation_that_works_is_found_to_work(whole, tmp_path):
    answer = run(tmp_path, "doctor", "--deploy", "--json", **variables(whole))

    told = {check["name"]: check for check in json.loads(answer.stdout)["deployment"]}
    target = f"skg 127.0.0.1:{whole.http_port}"
    assert [name for name, check in told.items() if not check["sound"]] == []
    assert answer.returncode == 0
    assert list(told) == [
        "topics",
        "role annotate",
        "role judge",
        "role archive",
        "archive",
        "prometheus",
        "clock of Prometheus",
        "rules",
        "alerts",
        "prometheus tells",
        target,
        "alertmanager",
        "clock of Alertmanager",
        "receivers",
        "silences",
    ]
    assert told["role judge"]["found"] == "1 process; nothing waits"
    assert told[target]["found"] == "ready"
    assert told["receivers"]["found"] == "alerts go to on-call"
    assert told["prometheus tells"]["found"] == f"{whole.alertmanager_url}/api/v2/alerts"
    assert "hook-with-a-secret" not in answer.stdout + answer.stderr
    assert answer.stderr == ""


def test_roles_that_nobody_plays_are_named_with_what_to_start_and_what_waits(installation):
    value = encode_json(Turn(conversation="c", role=Role.USER, text="hello"))
    with producer(installation) as sending:
        sending.send(topic_name(installation, TURNS), key=b"c", value=value)

    told = named(list(look_at_roles(installation)))

    annotate, judge = told["role annotate"], told["role judge"]
    assert not any(told[f"role {role}"].sound for role in ("annotate", "judge", "archive"))
    assert annotate.found.startswith("no worker of role annotate runs; 1 message waits, the first for ")
    assert judge.found == "no worker of role judge runs; nothing waits"
    assert f"`skg worker --role judge` (or `skg worker`) with SKG_APP_ID={installation.app_id}" in judge.todo
    assert told["clock of the broker"].sound


def test_topics_and_archive_that_are_not_there_are_told(whole):
    told = named(
        deployment(without_alerting(whole, topic_prefix="other.", archive_url="sqlite:////nowhere/archive.db"))
    )

    assert "topic other.conversations.turns.v1 is missing" in told["topics"].found
    assert "`skg topics create` makes what is missing" in told["topics"].found
    assert "unable to open database file" in told["archive"].found
    assert told["topics"].todo == "the parts of the installation do not fit before this is mended"
    assert not told["topics"].sound
    assert not told["archive"].sound


def without_alerting(settings, **more):
    return msgspec.structs.replace(settings, prometheus_url="", alertmanager_url="", **more)


def test_what_is_not_named_is_not_checked_and_is_no_fault(tmp_path):
    answer = run(tmp_path, "doctor", "--deploy")

    assert answer.returncode == 0
    assert answer.stdout.count("not checked") == 4
    for name in ("SKG_BROKER", "SKG_ARCHIVE_URL", "SKG_PROMETHEUS_URL", "SKG_ALERTMANAGER_URL"):
        assert f"→ set {name} " in answer.stdout


def test_whatever_is_away_is_told_with_its_address_and_without_its_password(tmp_path):
    away = Settings(
        archive_url=f"postgresql://skg:secret-1@{NOWHERE}/skg",
        prometheus_url=f"http://skg:secret-2@{NOWHERE}",
        alertmanager_url=f"http://skg:secret-3@{NOWHERE}",
    )

    answer = run(tmp_path, "doctor", "--deploy", "--json", **variables(away))

    told = {check["name"]: check for check in json.loads(answer.stdout)["deployment"]}
    assert answer.returncode == 1
    assert {name: check["sound"] for name, check in told.items()} == {
        "broker": True,  # not checked
        "archive": False,
        "prometheus": False,
        "alertmanager": False,
    }
    assert f"http://skg:(hidden)@{NOWHERE}: " in told["prometheus"]["found"]
    assert "SKG_ALERTMANAGER_URL" in told["alertmanager"]["todo"]
    assert "secret" not in answer.stdout + answer.stderr


def test_what_accepts_and_never_answers_is_not_waited_for():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        hanging = Settings(
            broker=address,
            archive_url=f"postgresql://skg@{address}/skg",
            prometheus_url=f"http://{address}",
            alertmanager_url=f"http://{address}",
        )

        told = named(deployment(hanging, seconds=1.0))

    assert {name: check.found for name, check in told.items()} == dict.fromkeys(told, "no answer within 1 s")


def test_a_prometheus_with_everything_wrong_is_told_all_of_it(broken):
    told = named(list(look_at_prometheus(broken)))

    (unready,) = [name for name in told if name.startswith("skg ") and not name.endswith(NOWHERE)]
    assert {name for name, check in told.items() if not check.sound} == {
        "rules",
        "rule SkgBehind",
        "prometheus tells",
        f"skg {NOWHERE}",
        unready,
    }
    assert told["rules"].found.startswith(
        "40 are not loaded as this release has them: SkgArchiveBehind (0 of 1), SkgBehind (1 of 3), "
    )
    assert "deploy/prometheus/rules" in told["rules"].todo
    assert "multiple matches" in told["rule SkgBehind"].found or "duplicate" in told["rule SkgBehind"].found
    assert told["prometheus tells"].found == "knows no Alertmanager"
    assert told[f"skg {NOWHERE}"].found.startswith("Prometheus does not reach it: ")
    assert told[unready].found == "not ready: judge-0 is recovering"


def test_an_alertmanager_that_tells_nobody_is_bad(broken):
    told = named(list(look_at_alertmanager(broken)))

    assert told["alertmanager"].sound
    assert not told["receivers"].sound
    assert told["receivers"].found == "nobody hears of any alert: nobody can tell no one"


def test_a_silence_is_worth_a_note_as_long_as_it_lasts(whole):
    now = datetime.now(UTC)
    silence = {
        "matchers": [{"name": "assistant", "value": "shop", "isRegex": False}],
        "startsAt": now.isoformat(),
        "endsAt": (now + timedelta(hours=1)).isoformat(),
        "createdBy": "ada",
        "comment": "moving house",
    }
    made = httpx.post(f"{whole.alertmanager_url}/api/v2/silences", json=silence).json()["silenceID"]
    until(lambda: "1 active" in silences(whole).found)

    during = silences(whole)
    httpx.delete(f"{whole.alertmanager_url}/api/v2/silence/{made}")

    assert during.sound
    assert during.found.startswith("1 active: assistant=shop until ")
    assert during.found.endswith(" UTC by ada")
    assert "pages nobody" in during.todo
    until(lambda: silences(whole).found == "none")


def silences(settings):
    return named(list(look_at_alertmanager(settings)))["silences"]


def test_an_address_where_something_else_answers_is_told(whole):
    with pytest.raises(EndpointError, match="/-/ready answers 404"):
        list(look_at_prometheus(msgspec.structs.replace(whole, prometheus_url=f"http://127.0.0.1:{whole.http_port}")))

"""`skg worker` as a real program: what it refuses to start with."""

import pytest

from tests.stream.commands.programs import run

pytestmark = pytest.mark.slow


def refused(folder, *arguments, **settings):
    answer = run(folder, "worker", *arguments, **settings)
    assert answer.returncode == 2
    return answer.stderr.splitlines()[-1]


def test_without_a_broker_the_setting_is_named(tmp_path):
    assert "SKG_BROKER" in refused(tmp_path)


def test_several_processes_are_for_reading_turns_alone(tmp_path):
    sentence = "skg: options: --processes: only annotate has several processes; for more of judge, start another worker"

    assert refused(tmp_path, "--role", "judge", "--processes", "2", SKG_BROKER="127.0.0.1:1") == sentence


def test_a_mistake_in_the_policy_is_found_before_anything_runs(tmp_path):
    (tmp_path / "policy.toml").write_text("[policy]\nno_such_constant = 1\n")

    said = refused(tmp_path, "--policy", "policy.toml", SKG_BROKER="127.0.0.1:1")

    assert said.startswith("skg: policy.toml: policy")
    assert "no_such_constant" in said


def test_topics_that_are_missing_are_named_with_what_makes_them(broker, tmp_path):
    said = refused(tmp_path, SKG_BROKER=broker.address, SKG_TOPIC_PREFIX="nobody.", SKG_APP_ID="nobody")

    assert "nobody.conversations.turns.v1" in said
    assert "skg topics create" in said


def test_exactly_once_is_not_offered(tmp_path):
    said = refused(tmp_path, SKG_BROKER="127.0.0.1:1", SKG_PROCESSING_GUARANTEE="exactly_once")

    assert said.startswith("skg: environment: SKG_PROCESSING_GUARANTEE: is no setting")


@pytest.mark.parametrize("role", ["archive", "all"])
def test_an_archive_of_an_unknown_kind_is_refused_before_anything_starts(tmp_path, role):
    url = "mysql://skg:secret@127.0.0.1/skg"

    answer = refused(tmp_path, "--role", role, SKG_BROKER="127.0.0.1:1", SKG_ARCHIVE_URL=url)

    assert answer == "skg: settings: archive_url: mysql is neither sqlite nor postgresql"

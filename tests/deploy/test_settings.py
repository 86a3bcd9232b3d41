import re
from pathlib import Path

import certifi
import pytest

from stream.kafka.connection import Connection
from stream.policies import load_policies
from stream.settings import CONFIG_VARIABLE, SECRETS, Settings, Store, load_settings
from tests.deploy.reading import DEPLOY, our_services, pods, settings_of_pods, understood
from tests.house.repository import text_files

VARIABLE = re.compile(r"\bSKG_[A-Z0-9_]*[A-Z0-9]\b")
KNOWN = {f"SKG_{name.upper()}" for name in Settings.__struct_fields__}
FROM_FILES = {f"SKG_{name.upper()}_FILE" for name in (*SECRETS, "archive_url")}
EXAMPLE = DEPLOY / "policy.toml"
IN_COMMENT = re.compile(r"(?m)^# (?=\S+ = )")


def of_compose(name):
    return our_services()[name]["environment"], our_services()[name]["command"]


def of_kubernetes(name):
    (container,) = pods()[name]["containers"]
    own = {entry["name"]: entry["value"] for entry in container.get("env", [])}
    return {**settings_of_pods(), **own}, container["args"]


DEPLOYED = [
    *(pytest.param(of_compose, name, id=f"compose-{name}") for name in our_services()),
    *(pytest.param(of_kubernetes, name, id=f"kubernetes-{name}") for name in pods()),
]


@pytest.fixture
def secrets(tmp_path):
    """Give a folder with what deployments read from files; only its place differs from theirs."""
    for name in (*SECRETS, "archive_url"):
        (tmp_path / name).write_text(f"postgresql://skg:{name}@db/skg\n")
    (tmp_path / "ca.crt").write_bytes(Path(certifi.where()).read_bytes())
    (tmp_path / "policy.toml").write_bytes(EXAMPLE.read_bytes())
    return tmp_path


def moved(environment, folder):
    """Return variables with their files in a folder of ours."""
    return {
        name: str(folder / value.rpartition("/")[2]) if name.endswith("_FILE") else value
        for name, value in environment.items()
    }


def test_every_variable_with_our_prefix_is_a_setting():
    texts = [path for path in text_files() if DEPLOY in path.parents and ".mypy_cache" not in path.parts]
    used = {variable for path in texts for variable in VARIABLE.findall(path.read_text())}

    assert used - KNOWN - FROM_FILES - {CONFIG_VARIABLE, "SKG_TEST_BROKER"} == set()


@pytest.mark.parametrize(("deployment", "name"), DEPLOYED)
def test_the_settings_of_every_part_fit_together(deployment, name, secrets):
    environment, _ = deployment(name)

    settings = load_settings(moved(environment, secrets))

    assert Connection.of(settings).username == "skg"
    assert "broker_password@" in settings.broker_password
    assert settings.http_token, "an open port needs a token"
    assert settings.store is Store.ROCKSDICT
    assert load_policies(settings.policy_file) == load_policies("")


@pytest.mark.parametrize(("deployment", "name"), DEPLOYED)
def test_every_part_is_a_command_that_there_is(deployment, name):
    _, arguments = deployment(name)
    part = name.removeprefix("skg-")

    path, options = understood(arguments)

    if part in {"annotate", "judge", "archive"}:
        assert (path, options["role"]) == ("skg worker", part)
    else:
        assert path == {"topics": "skg topics create", "ingest": "skg send"}[part]


@pytest.mark.parametrize(("deployment", "name"), DEPLOYED)
def test_no_part_is_told_a_secret_that_it_has_no_use_for(deployment, name):
    environment, _ = deployment(name)

    assert ("SKG_ARCHIVE_URL_FILE" in environment) is name.endswith("archive")
    assert ("SKG_REDACTION_KEY_FILE" in environment) is name.endswith(("annotate", "ingest"))


def test_the_example_of_a_policy_changes_nothing():
    assert load_policies(EXAMPLE) == load_policies("")


def test_every_line_of_the_example_that_is_commented_out_would_be_taken(tmp_path):
    written = tmp_path / "policy.toml"
    written.write_text(IN_COMMENT.sub("", EXAMPLE.read_text()))

    policies = load_policies(written)

    assert policies.default.report_strength == 0.6
    assert policies.of("booking-bot").about_tolerance == 0.05
    assert policies.of("museum-guide-ada").profile == "persona"
    assert policies.annotation.max_sentences == 80


def test_the_policy_of_the_cluster_is_one_and_changes_nothing():
    assert load_policies(DEPLOY / "kubernetes/policy.toml") == load_policies("")

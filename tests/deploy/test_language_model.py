"""Claims from a language model where it is deployed: what a team sets, and what it gives."""

import os
import re
import shutil
import subprocess

import kubernetes_validate
import pytest
import yaml

from stream.reading import llm_options
from stream.settings import load_settings
from tests.deploy.reading import DEPLOY, KUBERNETES, checked, our_services
from tests.deploy.test_kubernetes import NEWEST

THREE = {
    "SKG_LLM_BASE_URL": "https://llm.example.com/v1",
    "SKG_LLM_MODEL": "small",
    "SKG_LLM_API_KEY": "sk-of-this-test",
}
COMMENTED = re.compile(r"(?m)^( *)# (?=- \{|llm_api_key:)")


def uncommented(name):
    """Return a file of kubernetes/ whose commented lines are taken in."""
    return list(yaml.safe_load_all(COMMENTED.sub(r"\1", (KUBERNETES / name).read_text())))


@pytest.fixture
def key_file(tmp_path):
    """Run secrets.sh as somebody does who has set the three variables; return the file with the key."""
    script = shutil.copy(DEPLOY / "secrets.sh", tmp_path)

    def make(**variables):
        subprocess.run(["sh", script], check=True, capture_output=True, env={"PATH": os.environ["PATH"], **variables})
        return tmp_path / "secrets" / "llm_api_key"

    return make


@pytest.mark.slow
def test_with_compose_three_variables_make_a_model_read(key_file, monkeypatch):
    for name, value in THREE.items():
        monkeypatch.setenv(name, value)
    read = yaml.safe_load(checked("docker-compose", "-f", DEPLOY / "compose.yaml", "config"))
    told = {name: value for name, value in read["services"]["annotate"]["environment"].items() if "LLM" in name}

    settings = load_settings({**told, "SKG_LLM_API_KEY_FILE": str(key_file(**THREE))})

    assert settings.reader() == "llm"
    options = llm_options(settings)
    assert (options.base_url, options.model, options.api_key) == tuple(THREE.values())
    assert "llm_api_key" in {secret["source"] for secret in read["services"]["annotate"]["secrets"]}


def test_without_them_our_own_rules_read(key_file):
    told = our_services()["annotate"]["environment"]

    settings = load_settings(
        {name: value for name, value in told.items() if "LLM" in name} | {"SKG_LLM_API_KEY_FILE": str(key_file())}
    )

    assert settings.reader() == "local"
    assert settings.llm_api_key == ""


def test_a_key_that_is_set_replaces_the_one_that_is_there_and_otherwise_it_stays(key_file):
    assert key_file().read_text() == ""
    assert key_file(SKG_LLM_API_KEY="one").read_text() == "one"
    assert key_file().read_text() == "one"
    assert key_file(SKG_LLM_API_KEY="two").read_text() == "two"


def test_only_the_part_that_reads_is_told_of_the_model():
    told = {name for name, service in our_services().items() if any("LLM" in key for key in service["environment"])}

    assert told == {"annotate"}


def test_in_a_cluster_the_commented_lines_make_a_model_read(tmp_path):
    workload = next(found for found in uncommented("annotate.yaml") if found["kind"] == "Deployment")
    kubernetes_validate.validate(workload, NEWEST, strict=True)
    pod = workload["spec"]["template"]["spec"]
    variables = {one["name"]: one["value"] for one in pod["containers"][0]["env"] if "LLM" in one["name"]}
    (secret,) = [volume["secret"] for volume in pod["volumes"] if volume["name"] == "secrets"]
    (example,) = uncommented("secret.example.yaml")
    folder, _, name = variables["SKG_LLM_API_KEY_FILE"].rpartition("/")
    (tmp_path / name).write_text("sk-of-this-test\n")

    settings = load_settings({**variables, "SKG_LLM_API_KEY_FILE": str(tmp_path / name)})

    assert llm_options(settings).api_key == "sk-of-this-test"
    assert llm_options(settings).price.input > 0
    assert {"key": name, "path": name} in secret["items"]
    assert name in example["stringData"]
    assert folder == "/etc/skg/secrets"
    (size,) = [volume["emptyDir"]["sizeLimit"] for volume in pod["volumes"] if volume["name"] == "data"]
    assert settings.llm_cache_bytes < int(size.removesuffix("Gi")) * 2**30 / 2

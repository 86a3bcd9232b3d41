import re
import xml.etree.ElementTree as ET

import pytest
import yaml

from tests.deploy.reading import DEPLOY, VERSION, checked, compose, our_services

SERVICES = compose()["services"]
OURS = our_services()
ONE_SHOT = "topics"
PINNED = re.compile(r"[\w./-]+:v?\d+\.\d+(\.\d+)?(-\w+)?")
MAVEN = {"m": "http://maven.apache.org/POM/4.0.0"}
STARTS_AS_ROOT = "postgres"
"""Its image sets its folders up as root, and then runs as another user; that needs capabilities."""
WRITES_OWN_CONFIGURATION = "kafka"


def mounts(service):
    return [mount.split(":") for mount in service.get("volumes", [])]


@pytest.mark.slow
def test_compose_reads_the_file_as_it_is_meant():
    read = yaml.safe_load(checked("docker-compose", "-f", DEPLOY / "compose.yaml", "config"))

    assert set(read["services"]) == set(SERVICES)
    assert read["services"]["judge"]["environment"]["SKG_BROKER"] == "kafka:9092"
    assert read["services"]["judge"]["read_only"] is True
    assert read["services"]["archive"]["depends_on"]["topics"] == {"condition": "service_completed_successfully"}


def test_every_image_is_pinned_and_ours_is_of_this_version():
    assert [name for name, service in SERVICES.items() if not PINNED.fullmatch(service["image"])] == []
    assert {service["image"] for service in OURS.values()} == {f"skg-monitor:{VERSION}"}


def test_the_broker_is_the_one_that_the_tests_run():
    version = ET.parse(DEPLOY / "kafka/pom.xml").find(".//m:kafka.version", MAVEN).text  # noqa: S314 - our own file

    assert SERVICES["kafka"]["image"] == f"apache/kafka:{version}"


@pytest.mark.parametrize("name", SERVICES)
def test_ports_are_open_on_this_machine_only(name):
    assert [port for port in SERVICES[name].get("ports", []) if not port.startswith("127.0.0.1:")] == []


def test_no_port_is_taken_twice():
    taken = [port.split(":")[1] for service in SERVICES.values() for port in service.get("ports", [])]

    assert len(taken) == len(set(taken))


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_restarts_has_limits_and_says_how_it_is(name):
    service = SERVICES[name]

    assert service["restart"] == ("on-failure" if name == ONE_SHOT else "unless-stopped")
    assert re.fullmatch(r"\d+[mg]", service["mem_limit"])
    assert service["logging"]["options"]["max-size"]
    # ours have the check of their image
    assert "healthcheck" in service or name in OURS


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_may_do_as_little_as_it_can(name):
    service = SERVICES[name]

    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service.get("cap_drop") == (None if name == STARTS_AS_ROOT else ["ALL"])
    assert service.get("read_only", False) is (name != WRITES_OWN_CONFIGURATION)


@pytest.mark.parametrize("name", sorted(OURS.keys() - {ONE_SHOT}))
def test_our_parts_keep_data_in_a_volume_and_wait_for_topics(name):
    service = OURS[name]

    assert [name, "/data"] in mounts(service)
    assert service["depends_on"]["topics"] == {"condition": "service_completed_successfully"}
    assert service["depends_on"]["kafka"] == {"condition": "service_healthy"}


def test_the_archive_waits_for_its_database():
    assert OURS["archive"]["depends_on"]["postgres"] == {"condition": "service_healthy"}


def test_every_mounted_file_and_volume_is_there():
    sources = {mount[0] for service in SERVICES.values() for mount in mounts(service)}
    folders = {source for source in sources if source.startswith(".")}

    assert [source for source in folders if not (DEPLOY / source).exists()] == []
    assert sources - folders == set(compose()["volumes"])


def test_secrets_come_from_files_and_every_one_is_used():
    used = {secret for service in SERVICES.values() for secret in service.get("secrets", [])}
    named = {
        value.removeprefix("/run/secrets/")
        for service in SERVICES.values()
        for value in service.get("environment", {}).values()
        if value.startswith("/run/secrets/")
    }

    assert used == set(compose()["secrets"])
    assert named | {"broker_jaas"} == used
    for service in SERVICES.values():
        assert not any(re.search(r"PASSWORD$|TOKEN$|KEY$", name) for name in service.get("environment", {}))


@pytest.mark.parametrize("name", OURS)
def test_a_part_gets_the_secrets_that_its_settings_name(name):
    files = {value for key, value in OURS[name]["environment"].items() if key.endswith("_FILE")}
    named = {value.removeprefix("/run/secrets/") for value in files if value.startswith("/run/secrets/")}

    assert named == set(OURS[name]["secrets"])

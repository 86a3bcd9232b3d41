from itertools import pairwise

import jsonschema
import kubernetes_validate
import pytest
import yaml

from tests.deploy.reading import KUBERNETES, PORT, VERSION, kustomization, manifests, of_kind, pods, settings_of_pods

OLDEST, NEWEST = "1.30", "1.37"
"""Kubernetes of docs/deploy.md (1.30 knows `preStop.sleep`), and the newest whose schemas are at hand."""
OUTSIDE_KUBERNETES = {"ServiceMonitor", "PrometheusRule"}
NOT_APPLIED = {"kustomization.yaml", "secret.example.yaml"}
WORKLOADS = of_kind("Deployment", "StatefulSet")
COMPONENT = "app.kubernetes.io/component"

SERVICE_MONITOR = {
    "type": "object",
    "additionalProperties": False,
    "required": ["apiVersion", "kind", "metadata", "spec"],
    "properties": {
        "apiVersion": {"const": "monitoring.coreos.com/v1"},
        "kind": {"const": "ServiceMonitor"},
        "metadata": {"type": "object"},
        "spec": {
            "type": "object",
            "additionalProperties": False,
            "required": ["selector", "endpoints"],
            "properties": {
                "jobLabel": {"type": "string"},
                "selector": {
                    "type": "object",
                    "additionalProperties": False,
                    "properties": {"matchLabels": {"type": "object", "additionalProperties": {"type": "string"}}},
                },
                "endpoints": {
                    "type": "array",
                    "minItems": 1,
                    "items": {
                        "type": "object",
                        "additionalProperties": False,
                        "properties": {
                            "port": {"type": "string"},
                            "path": {"type": "string"},
                            "interval": {"type": "string", "pattern": r"^\d+(ms|s|m|h)$"},
                            "scrapeTimeout": {"type": "string", "pattern": r"^\d+(ms|s|m|h)$"},
                        },
                    },
                },
            },
        },
    },
}
"""The part of the operator's CustomResourceDefinition that we use; what it does not know it refuses."""


def named(found):
    return f"{found['kind']} {found['metadata']['name']}"


def container(pod):
    (found,) = pod["containers"]
    return found


def labels(workload):
    return workload["spec"]["template"]["metadata"]["labels"]


@pytest.mark.parametrize("version", [OLDEST, NEWEST])
@pytest.mark.parametrize("found", manifests(), ids=named)
def test_kubernetes_takes_every_resource(found, version):
    if found["kind"] not in OUTSIDE_KUBERNETES:
        kubernetes_validate.validate(found, version, strict=True)


def test_the_operator_takes_the_service_monitor():
    (monitor,) = of_kind("ServiceMonitor").values()

    jsonschema.validate(monitor, SERVICE_MONITOR)


def test_the_example_of_a_secret_is_one():
    example = yaml.safe_load((KUBERNETES / "secret.example.yaml").read_text())

    kubernetes_validate.validate(example, NEWEST, strict=True)


def test_kustomize_applies_every_file_of_the_folder():
    there = {path.name for path in KUBERNETES.glob("*.yaml")}

    assert set(kustomization()["resources"]) == there - NOT_APPLIED


def test_the_image_is_pinned_to_this_version():
    (image,) = kustomization()["images"]

    assert {container(pod)["image"] for pod in pods().values()} == {image["name"]}
    assert image["newTag"] == VERSION


@pytest.mark.parametrize("name", pods())
def test_no_pod_is_root_writes_its_image_or_speaks_to_the_cluster(name):
    pod = pods()[name]
    inside = container(pod)["securityContext"]

    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["securityContext"]["runAsUser"] == pod["securityContext"]["fsGroup"] == 10001
    assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    assert pod["automountServiceAccountToken"] is False
    assert inside == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }


@pytest.mark.parametrize("name", pods())
def test_kubernetes_adds_no_variable_that_our_settings_would_refuse(name):
    assert pods()[name]["enableServiceLinks"] is False


@pytest.mark.parametrize("name", pods())
def test_every_pod_asks_for_what_it_needs(name):
    resources = container(pods()[name])["resources"]

    assert set(resources["requests"]) == {"cpu", "memory"}
    assert set(resources["limits"]) == {"memory"}


@pytest.mark.parametrize("name", WORKLOADS)
def test_probes_ask_what_they_are_for(name):
    found = container(pods()[name])
    asked = {probe: found[probe]["httpGet"]["path"] for probe in ("startupProbe", "livenessProbe", "readinessProbe")}

    assert asked == {
        "startupProbe": "/health/live",
        "livenessProbe": "/health/live",
        "readinessProbe": "/health/ready",
    }
    assert found["ports"] == [{"name": "http", "containerPort": PORT}]


@pytest.mark.parametrize("name", WORKLOADS)
def test_loading_models_is_given_the_time_that_a_worker_gives_its_children(name):
    probe = container(pods()[name])["startupProbe"]

    assert probe["periodSeconds"] * probe["failureThreshold"] >= 120


@pytest.mark.parametrize("name", WORKLOADS)
def test_stopping_takes_longer_than_a_worker_needs(name):
    assert pods()[name]["terminationGracePeriodSeconds"] >= 15


@pytest.mark.parametrize("name", WORKLOADS)
def test_a_workload_finds_its_own_pods_spreads_them_and_loses_one_at_a_time(name):
    workload = WORKLOADS[name]
    selector = workload["spec"]["selector"]["matchLabels"]
    budget = of_kind("PodDisruptionBudget")[name]["spec"]
    (spread,) = workload["spec"]["template"]["spec"]["topologySpreadConstraints"]

    assert selector.items() <= labels(workload).items()
    assert budget == {"maxUnavailable": 1, "selector": {"matchLabels": selector}}
    assert spread["labelSelector"]["matchLabels"] == selector


def test_no_two_workloads_share_a_selector():
    selectors = sorted(workload["spec"]["selector"]["matchLabels"][COMPONENT] for workload in WORKLOADS.values())

    assert all(one != other for one, other in pairwise(selectors))


@pytest.mark.parametrize("name", WORKLOADS)
def test_prometheus_finds_every_workload(name):
    service = of_kind("Service")[name]
    (endpoint,) = of_kind("ServiceMonitor")["skg"]["spec"]["endpoints"]

    assert service["spec"]["selector"].items() <= labels(WORKLOADS[name]).items()
    assert service["spec"]["ports"] == [{"name": endpoint["port"], "port": PORT, "targetPort": "http"}]


def test_the_judge_keeps_its_ledger_on_a_volume_and_has_a_name_of_its_own():
    judge = WORKLOADS["skg-judge"]["spec"]
    (claim,) = judge["volumeClaimTemplates"]

    assert of_kind("Service")[judge["serviceName"]]["spec"]["clusterIP"] == "None"
    assert {"name": claim["metadata"]["name"], "mountPath": "/data"} in container(pods()["skg-judge"])["volumeMounts"]


@pytest.mark.parametrize("name", pods())
def test_every_mount_has_a_volume_and_every_secret_is_in_the_example(name):
    pod = pods()[name]
    claims = WORKLOADS.get(name, {}).get("spec", {}).get("volumeClaimTemplates", [])
    volumes = {volume["name"]: volume for volume in pod["volumes"]}
    example = yaml.safe_load((KUBERNETES / "secret.example.yaml").read_text())
    secret = volumes["secrets"]["secret"]

    mounted = {mount["name"] for mount in container(pod)["volumeMounts"]}
    assert mounted == {*volumes, *(claim["metadata"]["name"] for claim in claims)}
    assert secret["secretName"] == example["metadata"]["name"]
    assert {item["key"] for item in secret["items"]} <= set(example["stringData"])


@pytest.mark.parametrize("name", pods())
def test_every_file_that_settings_name_is_mounted(name):
    pod = pods()[name]
    variables = settings_of_pods() | {entry["name"]: entry["value"] for entry in container(pod).get("env", [])}
    (secrets,) = [volume["secret"]["items"] for volume in pod["volumes"] if volume["name"] == "secrets"]
    (policies,) = [generated["files"] for generated in kustomization()["configMapGenerator"] if "files" in generated]
    there = {f"/etc/skg/secrets/{item['path']}" for item in secrets} | {f"/etc/skg/policy/{file}" for file in policies}

    assert {value for variable, value in variables.items() if variable.endswith("_FILE")} == there

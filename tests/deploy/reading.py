"""The files of deploy/ as values, and the programs that check them."""

import re
import shutil
import subprocess
import sys
import tomllib
from functools import lru_cache
from pathlib import Path

import pytest
import yaml
from typer.main import get_command

from stream.cli import build
from tests.house.repository import ROOT

DEPLOY = ROOT / "deploy"
KUBERNETES = DEPLOY / "kubernetes"
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
PORT = 8765
_UNSET = re.compile(r"\$\{\w+:-([^}]*)\}")


@lru_cache
def compose():
    """Return compose.yaml, its anchors resolved and its variables those of a shell that sets none."""
    return yaml.safe_load(_UNSET.sub(r"\1", (DEPLOY / "compose.yaml").read_text()))


def our_services():
    """Return name and service of the containers that run our image."""
    return {name: service for name, service in compose()["services"].items() if "skg-monitor" in service["image"]}


def kustomization():
    return yaml.safe_load((KUBERNETES / "kustomization.yaml").read_text())


@lru_cache
def manifests():
    """Return every resource that kustomize applies, as it stands in our files."""
    listed = kustomization()["resources"]
    return [found for name in listed for found in yaml.safe_load_all((KUBERNETES / name).read_text())]


def of_kind(*kinds):
    return {found["metadata"]["name"]: found for found in manifests() if found["kind"] in kinds}


def pods():
    """Return name and pod specification of everything that makes pods."""
    makers = of_kind("Deployment", "StatefulSet", "Job")
    return {name: found["spec"]["template"]["spec"] for name, found in makers.items()}


def settings_of_pods():
    """Return the variables of settings.env, which all pods get."""
    lines = (KUBERNETES / "settings.env").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def checked(program, *arguments):
    """Run a program that checks a file; its complaints are the failure."""
    beside = Path(sys.executable).with_name(program)
    found = str(beside) if beside.exists() else shutil.which(program)
    if found is None:
        pytest.fail(f"{program} is missing: run sh scripts/deploy-tools.sh")
    ended = subprocess.run([found, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def understood(arguments):
    """Return the command and its options as the command line reads them; it is not run."""
    command = get_command(build(arguments))
    context = command.make_context("skg", list(arguments))
    rest = list(arguments)
    while hasattr(command, "resolve_command"):
        name, command, rest = command.resolve_command(context, rest)
        context = command.make_context(name, list(rest), parent=context)
    return context.command_path, context.params

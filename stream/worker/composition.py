"""A worker put together: its folder, its children, one port, and the supervisor that runs until it is told to stop."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from socket import socket
from threading import Event

import msgspec
import structlog

from skgeval.knowledge import load_knowledge
from stream.errors import ListenError
from stream.ingest.server import HttpServer, open_socket
from stream.policies import load_policies
from stream.settings import Settings
from stream.worker.folders import claim_worker
from stream.worker.health import Limits
from stream.worker.process import ChildProcess, Launch
from stream.worker.shared import FILES_VARIABLE, WorkerMetrics
from stream.worker.supervisor import Supervisor
from stream.worker.surface import Window, build_app

_log = structlog.get_logger(__name__)
CHILD = (sys.executable, "-m", "stream.worker.child")
"""The program of a child; role and number are added."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What one worker runs."""

    children: tuple[tuple[str, int], ...]
    """Role and number of each child."""
    environment: Mapping[str, str]
    """Where the children read their settings."""
    command: Sequence[str] = CHILD
    any_port: bool = True
    """Take another port when the one of the settings is taken."""


def places(role: str, processes: int) -> tuple[tuple[str, int], ...]:
    """Return role and number of each child; `processes` of those that annotate.

    >>> places("all", 2)
    (('annotate', 0), ('annotate', 1), ('judge', 0), ('archive', 0))
    """
    annotate = tuple(("annotate", number) for number in range(processes))
    if role == "all":
        return (*annotate, ("judge", 0), ("archive", 0))
    return annotate if role == "annotate" else ((role, 0),)


def run_worker(settings: Settings, plan: Plan, stop: Event) -> None:
    """Run the children until `stop` is set; call it in the main thread.

    Raises SettingsError and ListenError before anything runs, ChildError when a child needs something mended.
    """
    build = {
        "version": version("skgeval-monitor"),
        "policy": load_policies(settings.policy_file).default.digest(),
        "knowledge": load_knowledge().digest(),
    }
    own = claim_worker(Path(settings.data_dir))
    listener = _listen(settings, any_port=plan.any_port)
    lifeline, held = os.pipe()
    try:
        metrics = WorkerMetrics(own.path / "metrics", sorted({role for role, _ in plan.children}), build)
        launch = Launch(
            command=tuple(plan.command),
            environment={**plan.environment, FILES_VARIABLE: str(metrics.folder)},
            folder=own.path,
            lifeline=lifeline,
        )
        children = [ChildProcess(role, number, launch) for role, number in plan.children]
        limits = Limits(stuck=settings.stuck_seconds, ready_lag=settings.ready_lag_seconds)
        supervisor = Supervisor(children, metrics, limits)
        window = Window(exposition=metrics.exposition, health=supervisor.health, seen=supervisor.seen)
        server = HttpServer(build_app(window), listener)
        _log.info(
            "worker_started", metrics=f"{server.url}/metrics", folder=str(own.path), children=[c.name for c in children]
        )
        try:
            supervisor.run(stop)
        finally:
            server.stop()
    finally:
        listener.close()
        os.close(lifeline)
        os.close(held)
        own.let_go()
    _log.info("worker_stopped")


def _listen(settings: Settings, *, any_port: bool) -> socket:
    try:
        return open_socket(settings.http_host, settings.http_port, token=settings.http_token)
    except ListenError:
        if not any_port:
            raise
        return open_socket(settings.http_host, 0, token=settings.http_token)

"""One process of a worker, playing one role: `python -m stream.worker.child ROLE NUMBER`, started by the supervisor.

Settings come from the environment and `skg.toml`, as everywhere; the supervisor only tells which folder is the child's
own, where the files of its metrics are, and how to notice that the supervisor is gone.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path

import structlog

from alerts.errors import AlertsError
from skgeval.annotation.errors import AnnotationError
from skgeval.errors import SkgevalError
from stream.engine import place_of
from stream.errors import LedgerError, SettingsError, StreamError, TopicsError
from stream.labels import LabelLimits
from stream.logs import configure_logs
from stream.metrics import Metrics
from stream.settings import load_settings
from stream.stopping import stop_on_signals
from stream.worker.context import ChildContext
from stream.worker.exits import Exit
from stream.worker.folders import OwnFolder, claim_within
from stream.worker.lifeline import hold_on_to
from stream.worker.process import FOLDER_VARIABLE, LIFELINE_VARIABLE, STATUS_FILE
from stream.worker.shared import FILES_VARIABLE, share_values
from stream.worker.status import Status, StatusFile

Play = Callable[[ChildContext], int]
"""Plays a role until the process is asked to end; returns its exit code."""

_log = structlog.get_logger(__name__)
_HANDOVER_S = 10.0
"""Seconds that the process before may take to let go of the folder."""
_TO_MEND = (SettingsError, TopicsError, AnnotationError, SkgevalError)
"""Errors that starting again does not help against."""


def annotate(context: ChildContext) -> int:
    """Read turns."""
    return int(import_module("stream.kafka.annotate").run(context))


def judge(context: ChildContext) -> int:
    """Judge annotations."""
    return int(import_module("stream.kafka.judge").run(context))


def archive(context: ChildContext) -> int:
    """Write what was judged to the database."""
    archiver = import_module("stream.kafka.archiver")
    archiver.run_archiver(context.settings, stop_on_signals(), context.metrics, context.status)
    return 0


ROLES: Mapping[str, Play] = {"annotate": annotate, "judge": judge, "archive": archive}
"""Only the module of the role that is played is imported: an archive has no use for models."""


def run(arguments: Sequence[str], environment: Mapping[str, str], roles: Mapping[str, Play] = ROLES) -> int:
    """Play the role that `arguments` name, and return the exit code.

    What a user can mend is one line on standard error, and the `problem` of the status that is left behind. Of any
    other error only type and place are told: its message may quote a conversation.
    """
    if LIFELINE_VARIABLE in environment:
        hold_on_to(int(environment[LIFELINE_VARIABLE]))
    role, number = arguments[0], int(arguments[1])
    status = StatusFile(Path(environment[FOLDER_VARIABLE]) / STATUS_FILE)
    try:
        own = _own(status.path.parent)
        try:
            status.write(Status(role=role, number=number))
            return roles[role](_context(role, number, status, environment))
        finally:
            own.let_go()
    except _TO_MEND as error:
        status.write(Status(role=role, number=number, problem=str(error)))
        print(f"skg: {error}", file=sys.stderr)  # noqa: T201 - a person reads it; logs may not be set up yet
        return Exit.CONFIGURATION
    except (StreamError, AlertsError) as error:
        _log.error("child_failed", problem=str(error))
        return Exit.CRASHED
    except Exception as error:  # noqa: BLE001 - whatever it was, a fresh process is the answer
        _log.error("child_crashed", **place_of(error))
        return Exit.CRASHED


def _own(folder: Path) -> OwnFolder:
    own = claim_within(folder, _HANDOVER_S)
    if own is None:
        raise LedgerError(path=str(folder), problem="another process has not let go of it")
    return own


def _context(role: str, number: int, status: StatusFile, environment: Mapping[str, str]) -> ChildContext:
    settings = load_settings(environment)
    name = f"{role}-{number}"
    configure_logs(settings.log_level, child=name)
    shared = environment.get(FILES_VARIABLE)
    files = share_values(name, Path(shared)) if shared else None
    return ChildContext(
        role=role,
        number=number,
        settings=settings,
        folder=status.path.parent,
        metrics=Metrics(LabelLimits.of(settings), files),
        status=status,
    )


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:], os.environ))

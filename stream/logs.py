"""Logs: one event a line on standard error, for people on a terminal and as JSON elsewhere; never conversation text."""

from __future__ import annotations

import logging
import sys

import structlog

from stream.errors import SettingsError

_LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}


def configure_logs(level: str, *, child: str = "") -> None:
    """Set up structlog for this process; raise SettingsError for a level that there is not.

    `child` is put into every event of one of a worker's processes, which share standard error.
    """
    if level not in _LEVELS:
        raise SettingsError(source="settings", field="log_level", problem=f"{level} is none of {', '.join(_LEVELS)}")
    terminal = sys.stderr.isatty()
    renderer: structlog.types.Processor = (
        structlog.dev.ConsoleRenderer(colors=True, pad_event_to=0) if terminal else structlog.processors.JSONRenderer()
    )

    def name_child(_logger: object, _method: str, event: structlog.types.EventDict) -> structlog.types.EventDict:
        return {**event, "child": child} if child else event

    structlog.configure(
        processors=[
            name_child,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="%H:%M:%S" if terminal else "iso", utc=not terminal),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(_LEVELS[level]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )

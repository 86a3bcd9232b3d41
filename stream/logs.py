"""Logs: one event a line on standard error, for people on a terminal and as JSON elsewhere; never conversation text."""

from __future__ import annotations

import logging
import sys
from contextlib import suppress

import structlog

from stream.errors import SettingsError

_log = structlog.get_logger(__name__)
_SPEAK_OF_CONNECTIONS = ("aiokafka", "kafka")
"""Libraries whose messages are about brokers and never show a message; Faust's do, when a send fails."""
_ONCE = (
    "Sending username and password in the clear",
    "Exchanging credentials in the clear during Sasl Authentication",
)
"""What both libraries say of SASL_PLAINTEXT, at each connection of each client."""
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

    logging.basicConfig(handlers=[_Libraries()], level=logging.WARNING, force=True)
    structlog.configure(
        processors=[
            name_child,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="%H:%M:%S" if terminal else "iso", utc=not terminal),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(_LEVELS[level]),
        logger_factory=lambda *_: _Lines(sys.stderr),
        cache_logger_on_first_use=False,
    )


class _Lines(structlog.PrintLogger):
    """Prints; a line that standard error does not take, as where it is a file on a full disk, stops nobody."""

    def msg(self, message: str) -> None:
        """Print a line."""
        with suppress(OSError):
            super().msg(message)

    debug = info = warning = error = msg


class _Libraries(logging.Handler):
    """Passes on that a library warned, and its words only where they cannot hold a conversation."""

    def __init__(self) -> None:
        """Begin with nothing said."""
        super().__init__()
        self._said: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        """Log the event; one that every new connection would repeat is logged once."""
        if record.getMessage() in _ONCE:
            if record.getMessage() in self._said:
                return
            self._said.add(record.getMessage())
        facts: dict[str, str] = {"library": record.name}
        if record.exc_info and record.exc_info[0] is not None:
            facts["error"] = record.exc_info[0].__name__
        if record.name.split(".")[0] in _SPEAK_OF_CONNECTIONS:
            facts["message"] = record.getMessage()
        _log.warning("library_warned", **facts)

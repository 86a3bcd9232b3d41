"""What can go wrong around the judge: settings, ledger, sources, listeners."""

from __future__ import annotations


class StreamError(Exception):
    """Base class of everything the stream package raises; its text is fit for a user to read."""


class SettingsError(StreamError):
    """A setting that is unknown, malformed or missing; `source` is where it was written, `field` its name."""

    def __init__(self, *, source: str, field: str, problem: str) -> None:
        """Build the sentence from the facts."""
        self.source = source
        self.field = field
        self.problem = problem
        super().__init__(f"{source}: {field}: {problem}" if field else f"{source}: {problem}")


class LedgerError(StreamError):
    """A ledger that cannot be opened, read or written."""

    def __init__(self, *, path: str, problem: str) -> None:
        """Build the sentence from the facts."""
        self.path = path
        self.problem = problem
        super().__init__(f"ledger {path}: {problem}")


class ListenError(StreamError):
    """An address that cannot be served: taken, not ours, or open to the network without a token."""

    def __init__(self, *, host: str, port: int, problem: str) -> None:
        """Build the sentence from the facts."""
        self.host = host
        self.port = port
        self.problem = problem
        super().__init__(f"cannot listen on {host}:{port}: {problem}")


class SourceError(StreamError):
    """An input that cannot be read."""

    def __init__(self, *, source: str, problem: str) -> None:
        """Build the sentence from the facts."""
        self.source = source
        self.problem = problem
        super().__init__(f"{source}: {problem}")


class WorkerError(StreamError):
    """A worker process that died, most often because memory ran out."""

    def __init__(self, *, jobs: int) -> None:
        """Build the sentence from the facts."""
        self.jobs = jobs
        super().__init__(f"one of {jobs} worker processes died; there may be too little memory: try fewer --jobs")


class BrokerError(StreamError):
    """A broker that cannot be reached, or refuses what was asked."""

    def __init__(self, *, broker: str, problem: str) -> None:
        """Build the sentence from the facts."""
        self.broker = broker
        self.problem = problem
        super().__init__(f"Kafka at {broker}: {problem}" if broker else f"Kafka: {problem}")


class EndpointError(StreamError):
    """A program that does not answer over HTTP, or answers something else than it should."""

    def __init__(self, *, url: str, problem: str) -> None:
        """Build the sentence from the facts; `url` without password."""
        self.url = url
        self.problem = problem
        super().__init__(f"{url}: {problem}")


class TopicsError(StreamError):
    """Topics that are missing or not as they must be; nothing starts before they are."""

    def __init__(self, *, problems: tuple[str, ...]) -> None:
        """Build the sentence from the facts."""
        self.problems = problems
        super().__init__(
            f"{'; '.join(problems)}. `skg topics create` makes what is missing; the rest is mended on the broker (or in"
            " SKG_PARTITIONS before they are made, and SKG_MAX_RECORD_BYTES); `skg topics check` looks again"
        )


class ChildError(StreamError):
    """A child process of a worker that cannot do its work before a user has mended something."""

    def __init__(self, *, child: str, problem: str) -> None:
        """Build the sentence from the facts."""
        self.child = child
        self.problem = problem
        super().__init__(f"{child}: {problem or 'cannot start; it has said why above'}")


class BenchError(StreamError):
    """A measurement that came to nothing: which step, and what was said meanwhile."""

    def __init__(self, *, step: str, said: str) -> None:
        """Build the sentence from the facts."""
        self.step = step
        self.said = said
        super().__init__(f"{step}: {said}" if said else step)


class MissingProgramError(StreamError):
    """A program of somebody else's that a measurement needs, and that is not installed."""

    def __init__(self, *, program: str) -> None:
        """Build the sentence from the facts."""
        self.program = program
        super().__init__(
            f"the program {program} is missing: install Debian's packages prometheus and prometheus-alertmanager"
            " (`sh scripts/deploy-tools.sh` does), or put both programs on the PATH"
        )


class DeadLetterNotFoundError(StreamError):
    """Letters that are not on the dead-letter topic."""

    def __init__(self, *, ids: tuple[str, ...]) -> None:
        """Build the sentence from the facts."""
        self.ids = ids
        super().__init__(f"no dead letter {', '.join(ids)}; `skg dlq list` shows those there are (they stay two days)")


class TurnTooLargeError(StreamError):
    """A turn that no topic of this installation takes; nothing else is held up by it."""

    def __init__(self, *, conversation: str, size: int, limit: int) -> None:
        """Build the sentence from the facts; sizes are bytes of the turn as JSON."""
        self.conversation = conversation
        self.size = size
        self.limit = limit
        super().__init__(
            f"a turn of conversation {conversation} has {size} bytes, and {limit} may be sent: shorten or split it, or"
            " raise SKG_MAX_RECORD_BYTES together with max.message.bytes of the topics"
        )


class UnreadTurnError(StreamError):
    """A turn whose extractor did not answer, and that settings put aside instead of reading it otherwise."""

    def __init__(self, *, problem: str) -> None:
        """Build the sentence from the facts."""
        self.problem = problem
        super().__init__(f"{problem}; `skg dlq resend` sends it again once that is mended")


class UndeliveredError(BrokerError):
    """Turns that the broker did not acknowledge; they may be sent again, whatever became of them there."""

    def __init__(self, *, broker: str, turns: int, problem: str) -> None:
        """Build the sentence from the facts; `problem` is that of the first of them."""
        self.turns = turns
        counted = "1 turn was" if turns == 1 else f"{turns} turns were"
        super().__init__(broker=broker, problem=f"{counted} not acknowledged, send again what was sent: {problem}")

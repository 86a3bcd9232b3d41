"""Turns to Kafka: for applications, for `skg send`, and for HTTP ingest with Kafka behind it.

    with TurnProducer(load_settings(os.environ)) as producer:
        producer.send(Turn(conversation="c1", role=Role.USER, text="Hi", index=0))

A turn counts as sent once all in-sync copies hold it (`acks=all`), and the broker drops what arrives twice because an
answer was lost (idempotence). Where the broker's access list forbids that, turns are sent without; the monitor then
drops what arrives twice, because it knows turns by their ids.

**Producers in other languages** must put a conversation on one partition, and on the same one as we do: the key is
`tenant␟conversation` in UTF-8 (U+001F between; the conversation alone without a tenant) and the partitioner is murmur2.
Java clients do that by default. librdkafka (confluent-kafka in Python, Go, .NET, and rdkafka in Rust, PHP, Node) does
not: set `partitioner=murmur2_random`. Leave the number of partitions as it is while conversations live.
"""

from __future__ import annotations

import threading
import time
import uuid
from concurrent.futures import Future
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

import msgspec
import structlog
from kafka import KafkaProducer
from kafka.errors import ClusterAuthorizationFailedError, KafkaError, KafkaTimeoutError

from schemas.codec import check, encode_json
from schemas.topics import TURNS
from schemas.turn import Turn
from skgeval.annotation.text.identity import turn_identity
from stream.errors import BrokerError, TurnTooLargeError, UndeliveredError
from stream.kafka.connection import Connection
from stream.kafka.topics import message_bytes, partition_count, topic_name
from stream.kafka.wire import conversation_key
from stream.redaction import load_redactor
from stream.settings import Settings

_log = structlog.get_logger(__name__)
_LINGER_MS = 5
_BATCH_BYTES = 65_536
_GRACE_S = 5.0
"""How much longer than the client itself we wait for the client to tell that it has given up."""
_CLOSE_S = 1.0
_LONGEST_PAUSE_MS = 1_000
"""Between two tries to reach a broker; the client's own 30 s are longer than many restarts."""
_MILLISECONDS = 1_000
_IDEMPOTENT = {"enable_idempotence": True}
_IN_ORDER = {"max_in_flight_requests_per_connection": 1}


class Bounds(msgspec.Struct, frozen=True, kw_only=True):
    """What may wait for the broker: turns and their bytes, and seconds until a turn counts as not delivered.

    `connect_seconds` bounds the first answer of a broker.
    """

    turns: int = 10_000
    bytes: int = 33_554_432
    delivery_seconds: float = 120.0
    connect_seconds: float = 10.0


class Delivery(msgspec.Struct, frozen=True, kw_only=True):
    """Where a turn lies on the turns topic, and the id that it is known by."""

    turn_id: str
    partition: int
    offset: int


class _Waiting(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A turn that the broker has not acknowledged yet."""

    turn_id: str
    size: int
    since: float
    future: Future[Delivery]


class TurnProducer:
    """Sends turns; safe to use from several threads."""

    def __init__(self, settings: Settings, bounds: Bounds | None = None) -> None:
        """Connect; raises SettingsError, BrokerError when nothing answers, TopicsError when the topic is not there."""
        self._settings = settings
        self._bounds = bounds or Bounds()
        self._connection = Connection.of(settings)
        self._redactor = load_redactor(settings)
        self._topic = topic_name(settings, TURNS)
        self._manner: dict[str, Any] = _IDEMPOTENT
        self._proven = False
        self._waiting: set[_Waiting] = set()
        self._bytes = 0
        self._failed = 0
        self._problem = ""
        self._changed = threading.Condition()
        self._opening = threading.RLock()
        self._client: Any = None
        self._connected()

    def send(self, turn: Turn) -> Future[Delivery]:
        """Send a turn, redacted as settings say; wait for room first. The future ends with a BrokerError or a Delivery.

        A turn without an id, an index and a time gets an id. Raises WireError and TurnTooLargeError for turns that
        cannot be sent, BrokerError when there is no broker, or no room because it takes nothing.
        """
        turn = _identified(check(self._redactor.redact(turn)))
        key, value = conversation_key(turn.tenant, turn.conversation), encoded(turn, self._settings)
        waiting = self._take_room(turn_identity(turn), len(key) + len(value))
        try:
            sent = self._hand_over(key, value)
        except BaseException:
            self._leave(waiting)
            raise
        sent.add_callback(lambda place: self._delivered(waiting, place))
        sent.add_errback(lambda error: self._lost(waiting, error))
        return waiting.future

    def flush(self) -> None:
        """Wait until nothing waits; raise UndeliveredError when turns sent since the last flush were not delivered."""
        client = self._client
        if client is not None:
            with suppress(KafkaError):
                client.flush(timeout=self._bounds.delivery_seconds)
        while self._waiting:
            self._await_change()
        with self._changed:
            failed, self._failed = self._failed, 0
        if failed:
            raise UndeliveredError(broker=self._connection.address, turns=failed, problem=self._problem)

    def close(self) -> None:
        """Flush and disconnect; raises UndeliveredError as `flush` does."""
        try:
            self.flush()
        finally:
            self._disconnect()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, _error: object, _trace: TracebackType | None) -> None:
        self.close() if kind is None else self._disconnect()

    def _hand_over(self, key: bytes, value: bytes) -> Any:  # noqa: ANN401 - a future of kafka-python
        """Give a message to the client; the first one shows whether the broker lets us be idempotent."""
        try:
            client = self._client
            if self._proven and client is not None:
                return client.send(self._topic, key=key, value=value)
            with self._opening:
                sent = self._connected().send(self._topic, key=key, value=value)
                if self._is_refused(sent):
                    _log.warning("idempotence_refused", broker=self._connection.address)
                    self._manner = _IN_ORDER
                    self._disconnect()
                    sent = self._connected().send(self._topic, key=key, value=value)
                return sent
        except (KafkaError, AssertionError) as error:  # the latter of a client that has been closed meanwhile
            raise self._broker_error(error) from error

    def _is_refused(self, sent: Any) -> bool:  # noqa: ANN401 - as above
        """Wait for the fate of the first message."""
        if self._proven:
            return False
        try:
            sent.get(timeout=self._bounds.delivery_seconds)
        except ClusterAuthorizationFailedError:
            return self._manner is _IDEMPOTENT
        except KafkaError:
            return False  # whoever sent it is told
        self._proven = True
        return False

    def _connected(self) -> Any:  # noqa: ANN401 - kafka-python has no types
        """Return the client, a new one where there is none."""
        with self._opening:
            if self._client is None:
                self._client = self._opened()
            return self._client

    def _opened(self) -> Any:  # noqa: ANN401 - as above
        delivery_ms = round(self._bounds.delivery_seconds * _MILLISECONDS)
        connect_ms = round(self._bounds.connect_seconds * _MILLISECONDS)
        configured = {
            **self._connection.client(),
            **self._manner,
            "acks": "all",
            "linger_ms": _LINGER_MS,
            "batch_size": _BATCH_BYTES,
            "max_request_size": message_bytes(self._settings, TURNS),
            "delivery_timeout_ms": delivery_ms,
            "request_timeout_ms": max(_MILLISECONDS, min(30_000, delivery_ms // 2)),
            "max_block_ms": connect_ms,
            "reconnect_backoff_max_ms": _LONGEST_PAUSE_MS,
            "api_version_auto_timeout_ms": connect_ms,
        }
        client: Any = None
        try:
            client = KafkaProducer(**configured)
            client.partitions_for(self._topic)
        except KafkaError as error:
            if client is None:
                raise self._broker_error(error) from error
            client.close(timeout=_CLOSE_S)
            if isinstance(error, KafkaTimeoutError):
                partition_count(self._settings, TURNS)  # tells a missing topic from a password that is refused
            raise self._broker_error(error) from error
        return client

    def _disconnect(self) -> None:
        """Let go of the client and of what it still holds."""
        with self._opening:
            client, self._client = self._client, None
            if client is None:
                return
            if self._waiting:
                # close() alone waits for what it should drop, and then raises and goes on.
                client._sender.force_close()  # noqa: SLF001
            with suppress(KafkaError):
                client.close(timeout=_CLOSE_S)

    def _take_room(self, turn_id: str, size: int) -> _Waiting:
        """Wait until a turn has room, and take it."""
        bounds = self._bounds
        until = time.monotonic() + bounds.delivery_seconds + _GRACE_S
        while time.monotonic() < until:
            with self._changed:
                if not self._waiting or (len(self._waiting) < bounds.turns and self._bytes + size <= bounds.bytes):
                    waiting = _Waiting(turn_id=turn_id, size=size, since=time.monotonic(), future=Future())
                    self._waiting.add(waiting)
                    self._bytes += size
                    return waiting
            self._await_change()
        problem = f"it has left no room for a turn for {bounds.delivery_seconds:.0f} s"
        raise BrokerError(broker=self._connection.address, problem=problem)

    def _leave(self, waiting: _Waiting) -> bool:
        """Give back a turn's room; return False when that was done before."""
        with self._changed:
            if waiting not in self._waiting:
                return False
            self._waiting.remove(waiting)
            self._bytes -= waiting.size
            self._changed.notify_all()
            return True

    def _delivered(self, waiting: _Waiting, place: Any) -> None:  # noqa: ANN401 - as above
        if self._leave(waiting):
            waiting.future.set_result(Delivery(turn_id=waiting.turn_id, partition=place.partition, offset=place.offset))

    def _lost(self, waiting: _Waiting, error: BaseException) -> None:
        told = self._broker_error(error)
        with self._changed:
            if not self._leave(waiting):
                return
            self._problem = self._problem if self._failed else told.problem
            self._failed += 1
        waiting.future.set_exception(told)

    def _await_change(self) -> None:
        """Wait until room is given back, or count as lost what the client should have given up.

        Without a broker it can wait for one for ever, and then send what nobody expects any more.
        """
        with self._changed:
            self._changed.wait(_GRACE_S)
            since = time.monotonic() - self._bounds.delivery_seconds - _GRACE_S
            overdue = [waiting for waiting in self._waiting if waiting.since < since]
        if overdue:
            self._disconnect()
        for waiting in overdue:
            self._lost(waiting, KafkaTimeoutError("overdue"))

    def _broker_error(self, error: BaseException) -> BrokerError:
        if isinstance(error, KafkaTimeoutError):
            problem = f"it has not acknowledged a turn within {self._bounds.delivery_seconds:.0f} s"
        else:
            problem = self._connection.explained(error) if isinstance(error, KafkaError) else str(error)
        return BrokerError(broker=self._connection.address, problem=problem)


def encoded(turn: Turn, settings: Settings) -> bytes:
    """Return a turn as it lies on the topic; raise TurnTooLargeError, WireError."""
    value, limit = encode_json(turn), settings.max_record_bytes
    if len(value) > limit:
        raise TurnTooLargeError(conversation=turn.conversation, size=len(value), limit=limit)
    return value


def _identified(turn: Turn) -> Turn:
    """Give a turn that nothing tells from another one an id of its own."""
    if turn.turn_id or turn.index is not None or turn.at is not None:
        return turn
    return msgspec.structs.replace(turn, turn_id=uuid.uuid4().hex)

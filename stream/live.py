"""Conversations in memory: a bounded cache over the ledger, rebuilt by folding records again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

import msgspec

from schemas.record import TurnRecord
from skgeval.judgement.session import Session
from stream.ledger import EndMarker, Ledger, read_marker, read_records

Name = tuple[str, str]
"""Tenant and conversation."""
OpenSession = Callable[[str, str, int], Session]
"""Makes the empty session of a conversation, a tenant and an epoch."""


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """A turn that has been recorded: where, and what it said."""

    slot: int
    text_digest: str


class Live:
    """One conversation: its session, and what tells a new turn from one seen before."""

    def __init__(self, session: Session, marker: EndMarker | None = None) -> None:
        """Start with a session that has no turn yet; `marker` is how the epoch before it ended."""
        self.session = session
        self.marker = marker
        self.turns: dict[str, Known] = {}
        self.partition: int | None = None

    def apply(self, record: TurnRecord) -> None:
        """Take in one record."""
        self.session.apply(record)
        self.partition = record.source_partition
        self.turns[record.turn_id] = Known(slot=record.slot, text_digest=record.text_digest)


class LiveConversations:
    """The `limit` conversations used last; any other is folded from the ledger when it goes on."""

    def __init__(self, ledger: Ledger, limit: int, *, opened: OpenSession, rebuilt: Callable[[], None]) -> None:
        """Cache over `ledger`; `opened` makes empty sessions, `rebuilt` is told of each one folded from records."""
        self._ledger = ledger
        self._open = opened
        self._limit = limit
        self._rebuilt = rebuilt
        self._live: OrderedDict[Name, Live] = OrderedDict()

    def __len__(self) -> int:
        """Return how many sessions are held."""
        return len(self._live)

    def of(self, tenant: str, conversation: str) -> Live:
        """Return a conversation as its records say, in the epoch after its last end."""
        name = (tenant, conversation)
        live = self._live.get(name)
        if live is None:
            live = self._fold(tenant, conversation)
            self._live[name] = live
            if len(self._live) > self._limit:
                self._live.popitem(last=False)
        self._live.move_to_end(name)
        return live

    def forget(self, tenant: str, conversation: str) -> None:
        """Drop a session from memory."""
        self._live.pop((tenant, conversation), None)

    def clear(self) -> None:
        """Drop all sessions, so that the ledger alone says how things stand."""
        self._live.clear()

    def _fold(self, tenant: str, conversation: str) -> Live:
        marker = read_marker(self._ledger, tenant, conversation)
        epoch = 0 if marker is None else marker.epoch + 1
        live = Live(self._open(conversation, tenant, epoch), marker)
        for record in read_records(self._ledger, tenant, conversation, epoch):
            live.apply(record)
        if live.turns:
            self._rebuilt()
        return live

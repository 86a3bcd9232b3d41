"""What the ledger keeps of a judged turn: all that a later turn may need, and nothing else (DESIGN.md, section 3)."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

import msgspec

from schemas.annotation import Digests, Question, Rule, Vectors
from schemas.claim import Claim, EntityType, Mention
from schemas.finding import Binding, Certificate, Finding
from schemas.turn import Role

RECORD_VERSION = 1
RESENT = "resent"
"""Flag of a turn that was sent again by hand, long after it was said: judged like any other, shown in no metric of its
assistant."""


class ClaimStatus(StrEnum):
    """Where a claim stands now."""

    CURRENT = "current"
    SUPERSEDED = "superseded"
    DISPUTED = "disputed"


class Regime(StrEnum):
    """Which fusion weights a turn was scored with (METHOD.md, section 8)."""

    SHORT = "short"
    QUESTION = "question"
    GENERAL = "general"


class Label(StrEnum):
    """Where a conversation is heading."""

    DEGRADING = "degrading"
    IMPROVING = "improving"
    STABLE = "stable"


class BoundClaim(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A claim whose mentions are bound to entities of the conversation.

    `key` is "slot.number"; `turn` the position in the conversation's own order; `family` the relation family that it is
    indexed by; `text` the sentence it stands in. `subject` and `object` are entity keys ("" for an object that is no
    entity). `meets` are further keys under which claims of other families meet it ("USER|slot:job"). `completed` says
    that the sentence alone does not make the claim: it answers a question or restates another claim with a new value.
    """

    key: str
    turn: int
    turn_id: str
    claim: Claim
    subject: str
    family: str
    text: str
    object: str = ""
    status: ClaimStatus = ClaimStatus.CURRENT
    bindings: tuple[Binding, ...] = ()
    meets: tuple[str, ...] = ()
    completed: bool = False
    at: datetime | None = None


class NewEntity(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A node that this turn brought: its anchor (1.0, 0.65 or 0.2; 0 when not scored) and the edge that gave it."""

    key: str
    label: str
    type: EntityType
    mention: Mention
    importance: float = 0.5
    anchor: float = 0.0
    anchored_by: str = ""


class SemanticLink(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The best edge from a new entity to an earlier one by label cosine."""

    entity: str
    earlier: str
    cosine: float


class StatusChange(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A claim that this turn superseded or disputed, and by which claim ("" for a plain retraction)."""

    claim: str
    status: ClaimStatus
    by: str = ""


class OpenSlot(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A question, who asked it where, and the claims asked; kept when answered, since a follow-up repeats it."""

    question: Question
    asked_by: Role
    turn: int
    text: str
    subject: str = ""
    subject_mention: Mention | None = None
    claims: tuple[Claim, ...] = ()
    answered: bool = False


class Commitment(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A rule in force: who set it where, and where it was lifted."""

    key: str
    rule: Rule
    owner: Role
    set_in: int
    set_in_id: str = ""
    lifted_in: int | None = None


class TrendSums(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Running sums of one assistant and version, from which level, slope and recent trend follow in O(1).

    `session` and `recent` hold the six (seven with the squared weights) sums of the two fits; `count` the scored turns.
    """

    assistant: str
    assistant_version: str
    count: int = 0
    session: tuple[float, ...] = ()
    recent: tuple[float, ...] = ()


class Components(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The inputs that a turn's scores decompose to; None where they were not measured."""

    prompt_cosine: float | None = None
    reference_cosine: float | None = None
    graph_consistency: float | None = None
    first_cosine: float | None = None
    strongest_conflict: float | None = None
    expected_answer: str = ""
    topic_opened_by_user: bool = False


class Scores(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The scores of one assistant turn, each 0..1 or None when not assessed, and the session's figures after it.

    `slope` is the change of quality over the whole session, `recent_slope` per turn; `reasons` says why a component is
    None.
    """

    relevance: float | None = None
    consistency: float | None = None
    coherence: float | None = None
    quality: float | None = None
    drift: bool = False
    passed: bool | None = None
    regime: Regime | None = None
    components: Components = Components()
    reasons: tuple[str, ...] = ()
    session_score: float | None = None
    level: float | None = None
    slope: float | None = None
    label: Label | None = None
    recent_slope: float | None = None
    recent_error: float | None = None
    degrading: bool = False


class TurnRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One judged turn; a session is the fold of its records in slot order.

    `position` is the place in the conversation's own order (the producer's index, else the slot); `vectors` holds this
    turn's sentence rows and the label rows that are new to the session; `rejections` counts why pairs were not
    compared. `open_slots` are those kept after the turn; `challenged` the claims that a user's turn denied or
    questioned, `objections` the user's own claims that did so.
    """

    conversation: str
    slot: int
    position: int
    turn_id: str
    role: Role
    text_digest: str
    tenant: str = ""
    epoch: int = 0
    at: datetime | None = None
    assistant: str = "default"
    assistant_version: str = ""
    words: int = 0
    claims: tuple[BoundClaim, ...] = ()
    entities: tuple[NewEntity, ...] = ()
    links: tuple[SemanticLink, ...] = ()
    status_changes: tuple[StatusChange, ...] = ()
    mentioned: tuple[str, ...] = ()
    open_slots: tuple[OpenSlot, ...] = ()
    commitments: tuple[Commitment, ...] = ()
    opens_topic: bool = False
    new_search: bool = False
    challenged: tuple[str, ...] = ()
    objections: tuple[str, ...] = ()
    vectors: Vectors = Vectors()
    scores: Scores | None = None
    findings: tuple[Finding, ...] = ()
    certificates: tuple[Certificate, ...] = ()
    trend: TrendSums | None = None
    prompt: str = ""
    language: str = "und"
    served: bool = True
    failure: str = ""
    flags: tuple[str, ...] = ()
    rejections: dict[str, int] = {}
    source_partition: int | None = None
    digests: Digests = Digests()
    schema_version: int = RECORD_VERSION

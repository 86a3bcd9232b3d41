"""What the judge reports: findings, and the certificates that prove them (DESIGN.md, sections 4 and 6)."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

import msgspec

from schemas.annotation import Digests, Rule, Sentence, Vectors
from schemas.claim import Claim, Mention, Span
from schemas.turn import Role

CERTIFICATE_VERSION = 1


class FindingKind(StrEnum):
    """What happened; only `contradiction` and `forgotten` are faults of the assistant."""

    CONTRADICTION = "contradiction"
    FORGOTTEN = "forgotten"
    DRIFT = "drift"
    REVISION = "revision"
    WORLD_UPDATE = "world_update"
    USER_CONFLICT = "user_conflict"


class Detector(StrEnum):
    """Which detector or checker answered; archived values: add, never rename."""

    NEGATION_FLIP = "negation_flip"
    STATE_RULE = "state_rule"
    SLOT = "slot"
    ANTONYM = "antonym"
    NUMERIC_MISMATCH = "numeric_mismatch"
    EXCLUSIVE_OBJECT = "exclusive_object"
    GEOMETRIC_NEGATION = "geometric_negation"
    TOPIC_DRIFT = "topic_drift"
    RULE_LANGUAGE = "rule_language"
    RULE_LENGTH = "rule_length"
    RULE_FORMAT = "rule_format"
    RULE_MENTION = "rule_mention"
    RULE_AVOID = "rule_avoid"
    RULE_START = "rule_start"
    RULE_END = "rule_end"
    RULE_ADDRESS = "rule_address"
    RULE_TONE = "rule_tone"
    RULE_UNITS = "rule_units"
    RULE_SPELLING = "rule_spelling"
    RULE_ONE_QUESTION = "rule_one_question"
    RULE_PERSONA = "rule_persona"
    RULE_UNASKED = "rule_unasked"
    OWNER_CHANGE = "owner_change"
    ANNOUNCED_CORRECTION = "announced_correction"


class Severity(StrEnum):
    """How loud a finding is."""

    PAGE = "page"
    TICKET = "ticket"
    INFO = "info"


class Gate(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One check that a pair went through: its factor on strength, and the reason where it is not 1."""

    name: str
    factor: float = 1.0
    reason: str = ""


class Evidence(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One side of a finding: who said which sentence where, and the claim read from it.

    `turn` is the 0-based position in the conversation; `claim_key` names the claim in the session; `others` are the
    further objects that the same sentence gave the same relation ("A and B").
    """

    turn: int
    turn_id: str
    speaker: Role
    sentence: str
    span: Span
    claim_key: str = ""
    claim: Claim | None = None
    subject: str = ""
    object: str = ""
    others: tuple[Mention, ...] = ()


class Finding(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One event: what, how strong, between which turns (0-based positions)."""

    kind: FindingKind
    detector: Detector
    severity: Severity
    strength: float
    confidence: float
    later_turn: int
    earlier_turn: int | None = None
    explanation: str = ""
    acknowledged: bool = False
    repeat_of: str = ""
    certificate_id: str = ""


class Binding(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """How a reference was resolved: the words, the entity, and the sentence that resolves them."""

    text: str
    entity: str
    turn: int
    sentence: str


class Measured(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a rule's checker measured: the rule, and the text it was run on."""

    rule: Rule
    text: str
    sentences: tuple[Sentence, ...] = ()
    language: str = ""
    prompt: str = ""


class Certificate(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The proof of a contradiction or a forgotten rule, complete enough to be derived again (DESIGN.md, section 6).

    `measurements` maps names ("sentence_cosine", "earlier_low", …) to numbers; `policy` and `knowledge` hold the policy
    values and lexicon entries that were used; `superseded` is the claim that the earlier one had replaced, where the
    later one states its value again; `path` lists the graph edges from one claim to the other.
    """

    certificate_id: str
    kind: FindingKind
    detector: Detector
    severity: Severity
    strength: float
    confidence: float
    assistant: str
    assistant_version: str
    conversation: str
    earlier: Evidence
    later: Evidence
    explanation: str
    tenant: str = ""
    also: tuple[Evidence, ...] = ()
    superseded: Evidence | None = None
    repeat_of: str = ""
    acknowledged: bool = False
    measurements: dict[str, float] = {}
    gates: tuple[Gate, ...] = ()
    revision_checked: tuple[str, ...] = ()
    bindings: tuple[Binding, ...] = ()
    vectors: Vectors = Vectors()
    measured: Measured | None = None
    policy: dict[str, int | float | str] = {}
    knowledge: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    taken_as_given: tuple[str, ...] = ()
    digests: Digests = Digests()
    occurred_at: datetime | None = None
    schema_version: int = CERTIFICATE_VERSION

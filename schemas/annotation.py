"""What one turn says, read without looking at any other turn (METHOD.md, sections 2 and 9)."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

import msgspec

from schemas.claim import Claim, Mention, Quantity, Span
from schemas.turn import Role

ANNOTATION_VERSION = 1


class SentenceKind(StrEnum):
    """Where a sentence stands in the document; composed text is never checked."""

    PROSE = "prose"
    HEADING = "heading"
    ITEM = "item"
    TABLE = "table"
    QUOTE = "quote"
    CODE = "code"
    CALCULATION = "calculation"
    COMPOSED = "composed"


class Sentence(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One sentence: cleaned text, its span in the turn's text, its kind, whether it asks."""

    text: str
    span: Span
    kind: SentenceKind = SentenceKind.PROSE
    question: bool = False


class ReferenceKind(StrEnum):
    """What an open reference is, and so how the judge closes it."""

    PRONOUN = "pronoun"
    DEMONSTRATIVE = "demonstrative"
    ORDINAL = "ordinal"
    ELLIPSIS = "ellipsis"
    FRAGMENT = "fragment"
    AFFIRMATION = "affirmation"
    DENIAL = "denial"
    ECHO = "echo"
    FOLLOW_UP = "follow_up"


class Reference(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Words that point outside their sentence: "it", "the second one", a bare "24.", "yes".

    `gender` is "m", "f", "n" or ""; `position` the ordinal ("the second one" is 2, the last is -1), 0 otherwise;
    `head` the noun of "that plan"; `antecedent` the label of a candidate inside the same turn, preferred when set.
    """

    kind: ReferenceKind
    text: str
    sentence: int
    span: Span
    gender: str = ""
    plural: bool = False
    position: int = 0
    head: str = ""
    antecedent: Mention | None = None


class AnswerType(StrEnum):
    """What kind of answer a question asks for."""

    YES_NO = "yes_no"
    NUMBER = "number"
    NAME = "name"
    TIME = "time"
    PLACE = "place"
    CHOICE = "choice"
    OPEN = "open"


class Question(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An open slot: what was asked, so that a bare answer can be bound to it.

    `subject`, `relation` and `dimension` are those of the missing claim ("How long is the warranty?" is warranty, be,
    time); `claims` index the propositions asked by a yes/no question; `follow_up` takes over the last question's slot
    with a new entity ("And for the battery?"); `options` are the labels of a choice; `wanted` is the noun asked for
    ("moon" in "How many moons does Mars have?").
    """

    sentence: int
    expects: AnswerType
    subject: Mention | None = None
    relation: str = ""
    dimension: str = ""
    claims: tuple[int, ...] = ()
    options: tuple[str, ...] = ()
    follow_up: bool = False
    wanted: str = ""


class CueKind(StrEnum):
    """What a phrase says about earlier claims (METHOD.md, section 7)."""

    CHANGE = "change"
    CORRECTION = "correction"
    RETRACTION = "retraction"
    CHALLENGE = "challenge"
    MISQUOTE = "misquote"
    AGREEMENT = "agreement"
    APOLOGY = "apology"
    NEW_SEARCH = "new_search"


class Cue(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A revision cue; "change X from A to B" fills `target` with X, `superseded` with A and `current` with B.

    `quantity` is that of `current` where it is a number ("push it to 5 pm"). "Remove the gym" is a retraction with a
    target alone.
    """

    kind: CueKind
    sentence: int
    span: Span
    text: str
    target: Mention | None = None
    superseded: Mention | None = None
    current: Mention | None = None
    quantity: Quantity | None = None


class RuleKind(StrEnum):
    """Which checker a rule needs (METHOD.md, section 9)."""

    LANGUAGE = "language"
    LENGTH = "length"
    FORMAT = "format"
    MENTION = "mention"
    AVOID = "avoid"
    START = "start"
    END = "end"
    ADDRESS = "address"
    TONE = "tone"
    UNITS = "units"
    SPELLING = "spelling"
    ONE_QUESTION = "one_question"
    PERSONA = "persona"
    UNASKED = "unasked"


class RuleScope(StrEnum):
    """How long a rule holds."""

    ANSWER = "answer"
    SESSION = "session"


class RuleAction(StrEnum):
    """What a sentence does to a rule."""

    SET = "set"
    LIFT = "lift"


class Rule(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A rule as a turn states it, with the parameters that its checker compares.

    `unit` says what `low`..`high` count ("words", "sentences", "characters", "items") or which measure system,
    currency or spelling is meant; `terms` are words, topics or formats; `language` an ISO 639-1 code. `text` is the
    sentence as written. `action` LIFT ends the rules of that kind whose terms it names (all of the kind without terms).
    `exceptions` are words of a later prompt that ask for the thing after all, for that one answer; for units they are
    the wanted ones, for a persona the words that fall out of it.
    """

    kind: RuleKind
    sentence: int
    span: Span
    text: str
    action: RuleAction = RuleAction.SET
    scope: RuleScope = RuleScope.SESSION
    terms: tuple[str, ...] = ()
    unit: str = ""
    language: str = ""
    low: int | None = None
    high: int | None = None
    exceptions: tuple[str, ...] = ()


class Vectors(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Embeddings as rows of int8; only cosines are taken, so no scale is kept (EVIDENCE.md, section 8).

    `sentences` holds one row per sentence, `turn` the normalised sum of those rows, `reference` the row of the turn's
    reference text; `label_rows` one row per entry of `labels` (sorted, unique: mention labels and relations).
    """

    dimensions: int = 0
    sentences: bytes = b""
    turn: bytes = b""
    reference: bytes = b""
    labels: tuple[str, ...] = ()
    label_rows: bytes = b""


class Digests(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Which code, models and settings produced a value; "" where it does not apply."""

    annotation_policy: str = ""
    extractor: str = ""
    encoder: str = ""
    policy: str = ""
    knowledge: str = ""
    severity: str = ""
    verdict_version: int = 0


class Annotation(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Everything that depends on one turn alone.

    `language` is an ISO 639-1 code or "und"; `served` says that extractor and encoder handle it, `claims_served` that
    the extractor alone does: then claims are compared, and scores that need vectors of sentences stay null. `failure`
    names why there are no claims where extraction failed (never set for a turn that simply claims nothing). `flags` are
    closed words such as "truncated" or "repaired_text".
    """

    conversation: str
    role: Role
    turn_id: str
    text: str
    text_digest: str
    at: datetime | None = None
    assistant: str = "default"
    assistant_version: str = ""
    tenant: str = ""
    index: int | None = None
    words: int = 0
    sentences: tuple[Sentence, ...] = ()
    claims: tuple[Claim, ...] = ()
    references: tuple[Reference, ...] = ()
    questions: tuple[Question, ...] = ()
    cues: tuple[Cue, ...] = ()
    rules: tuple[Rule, ...] = ()
    language: str = "und"
    served: bool = True
    claims_served: bool = False
    vectors: Vectors = Vectors()
    failure: str = ""
    flags: tuple[str, ...] = ()
    digests: Digests = Digests()
    schema_version: int = ANNOTATION_VERSION

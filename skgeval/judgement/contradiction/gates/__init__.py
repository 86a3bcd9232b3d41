"""Gates, cheapest first: each looks at a pair alone, and passes it, rejects it by name or makes it weaker evidence.

`BEFORE` run before any detector; `AFTER` look at the conflict too, since what weakens a number need not weaken a
negation. Source: METHOD.md, section 6; EVIDENCE.md, section 4 (guards that did the work).
"""

from __future__ import annotations

from collections.abc import Callable

from schemas.finding import Gate
from skgeval.judgement.contradiction.gates import document, scope, subject, time
from skgeval.judgement.contradiction.pair import Conflict, Pair
from skgeval.knowledge import Knowledge
from skgeval.policy import Policy

Check = Callable[[Pair, Policy, Knowledge], Gate]
Guard = Callable[[Pair, Conflict, Policy, Knowledge], Gate]

BEFORE: tuple[Check, ...] = (
    scope.speaker_scope,
    scope.modality,
    scope.checked,
    subject.same_subject,
    time.tense,
    time.moments,
    scope.hedge,
)
AFTER: tuple[Guard, ...] = (
    subject.quantified_subject,
    subject.generic_subject,
    document.circumstances,
    document.historic,
    document.restated,
    document.weakened_negation,
    document.comparison,
    document.moment_state,
    document.query_result,
    document.done_since,
    document.equations,
    document.vague_object,
)

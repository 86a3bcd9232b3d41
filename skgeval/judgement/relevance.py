"""Does the response speak to the prompt? (METHOD.md, section 4)."""

from __future__ import annotations

import msgspec

from schemas.annotation import Annotation, AnswerType
from skgeval.judgement.expected import Match, answers
from skgeval.judgement.fusion import below
from skgeval.policy import Policy
from skgeval.vectors import greatest_cosine


class PromptSide(msgspec.Struct, frozen=True, kw_only=True):
    """What a response is compared with.

    `words` counts the prompt's words; `rows` are sentence rows of the prompt, the prompt before it and the previous
    answer, each b"" or several rows joined; `expects`, `options` and `dimension` are those of the prompt's question.
    """

    words: int
    rows: tuple[bytes, ...] = ()
    expects: AnswerType | None = None
    options: tuple[str, ...] = ()
    dimension: str = ""
    dimensions: int = 0


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """Relevance 0..1 or None, what it was computed from, and why it is None or neutral.

    `expected_answer` is "match", "mismatch", "undecided", or "" where it was not looked at.
    """

    value: float | None = None
    prompt_cosine: float | None = None
    reference_cosine: float | None = None
    expected_answer: str = ""
    reason: str = ""


def relevance(response: Annotation, prompt: PromptSide | None, policy: Policy) -> Measured:
    """Return how far the response speaks to the prompt side; None without a new prompt or in an unserved language."""
    if prompt is None:
        return Measured(reason="no_new_prompt")
    if not response.served:
        return Measured(reason="language_not_served")
    vectors = response.vectors
    prompt_rows = prompt.rows if prompt.dimensions == vectors.dimensions else ()
    measured = Measured(
        prompt_cosine=_share(greatest_cosine(prompt_rows, vectors.sentences, vectors.dimensions)),
        reference_cosine=_share(greatest_cosine((vectors.reference,), vectors.sentences, vectors.dimensions)),
    )
    if response.words < policy.short_words:
        return _short(measured, response, prompt, policy)
    if measured.prompt_cosine is None:
        return msgspec.structs.replace(measured, reason="no_sentence_vectors")
    return msgspec.structs.replace(measured, value=_weighed(measured, prompt, policy))


def _short(measured: Measured, response: Annotation, prompt: PromptSide, policy: Policy) -> Measured:
    """Judge a short response by the kind of answer it is; cosines of a few words say little."""
    match = answers(response, prompt.expects, options=prompt.options, dimension=prompt.dimension)
    if match is Match.MATCH:
        return msgspec.structs.replace(measured, value=1.0, expected_answer=match.value)
    if match is Match.MISMATCH:
        return msgspec.structs.replace(measured, value=0.0, expected_answer=match.value)
    if below(measured.prompt_cosine, policy.irrelevant_cosine):
        return msgspec.structs.replace(measured, value=measured.prompt_cosine, expected_answer=match.value)
    return msgspec.structs.replace(
        measured, value=policy.neutral_relevance, expected_answer=match.value, reason="neutral_short_response"
    )


def _weighed(measured: Measured, prompt: PromptSide, policy: Policy) -> float | None:
    if measured.prompt_cosine is None or measured.reference_cosine is None or prompt.words < policy.reference_words:
        return measured.prompt_cosine
    share = policy.prompt_weight
    return share * measured.prompt_cosine + (1.0 - share) * measured.reference_cosine


def _share(cosine: float | None) -> float | None:
    """Bring a cosine into 0..1: opposed vectors share nothing."""
    return None if cosine is None else min(1.0, max(0.0, cosine))

"""Every number that a verdict depends on, with its unit and reason (METHOD.md, part 1)."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

import msgspec

from schemas.digest import digest


class Profile(StrEnum):
    """How much is read into a conversation; mapped from assistant names in policy.toml."""

    ASSISTANT = "assistant"
    PERSONA = "persona"
    TASK = "task"


class AnnotationPolicy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Limits of reading one turn; a changed value means annotating again."""

    max_characters: int = 200_000
    """Longest text that is parsed; the rest is cut and the annotation flagged "truncated"."""
    max_sentences: int = 120
    """Sentences read by the extractor; first-person, numeric and named ones are kept first (EVIDENCE.md, section 6)."""
    max_token_characters: int = 120
    """Unbroken runs from this length on are no words (data, brackets, noise) and are not parsed."""
    max_claims: int = 200
    """Claims kept of one turn."""
    max_sentence_tokens: int = 120
    """Tokens after which a sentence without a full stop is cut; bounds the rules' work on unpunctuated text."""
    max_block_characters: int = 5_000
    """Characters of a block parsed at once; longer ones are cut between sentences, bounding the parser's memory."""
    max_references: int = 200
    """Open references kept of one turn."""
    max_label_vectors: int = 48
    """Label and relation vectors of one turn, most important claims first; bounds the record's size."""

    def digest(self) -> str:
        """Return the digest of all values."""
        return digest("annotation-policy", msgspec.to_builtins(self))


class Policy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Constants of the judge, by METHOD.md section."""

    profile: Profile = Profile.ASSISTANT

    # Section 3: graph
    link_cosine: float = 0.50
    """Label cosine from which a new entity is linked to an earlier one."""
    link_window: int = 512
    """Most recent entities that a new one is compared with; bounds work per turn."""
    identity_cosine: float = 0.88
    """Label cosine from which two mentions of equal type may be one entity; .03 false merges measured at .88."""
    compare_newest: int = 32
    """Newest current claims of a slot that a new claim is compared with, beside the established one."""
    compare_subject: int = 16
    """Newest current claims about the same subject that a new one is compared with whatever their relation."""
    max_open_slots: int = 4
    """Questions kept, answered ones included, since a follow-up repeats the last one."""
    prompt_characters: int = 2_000
    """Characters of a user's turn kept for the checkers of rules ("unless I ask")."""
    max_claims: int = 5_000
    """Claims in the live graph; beyond it superseded, then oldest ones leave."""
    max_vectors: int = 4_096
    """Label vectors kept per live conversation; oldest leave first."""

    # Section 4: relevance
    short_words: int = 12
    """A response or prompt below this many words is short."""
    question_words: int = 10
    """A prompt below this many words makes the regime `question`."""
    reference_words: int = 10
    """Prompt length from which a reference text is weighed in."""
    prompt_weight: float = 0.4
    """Share of the prompt cosine where a reference counts; the reference has the rest."""
    neutral_relevance: float = 0.75
    """Relevance of a short response that the expected answer type does not decide."""
    irrelevant_cosine: float = 0.20
    """Prompt cosine below which a short response is irrelevant all the same, and a topic counts as new."""

    # Section 5: consistency
    fact_anchor: float = 1.0
    """Anchor of a new entity joined to an earlier one by a fact."""
    semantic_anchor: float = 0.65
    """Anchor of a new entity joined to an earlier one by a semantic link."""
    free_anchor: float = 0.2
    """Anchor of a new entity that nothing joins to the conversation."""
    first_weight: float = 0.85
    """Weight of the cosine with the first response, the other way to be consistent."""
    topic_cosine: float = 0.35
    """Cosine with the exchange before it below which a prompt that names something unrelated opens a topic (92 % of
    labelled shifts lie below it, 37 % of other turns)."""
    drift_consistency: float = 0.45
    """Consistency below which, with low relevance, a turn has drifted."""
    drift_relevance: float = 0.20
    """Relevance below which, with low consistency, a turn has drifted."""

    # Section 6: gates and detectors
    report_strength: float = 0.50
    """Strength from which a conflict is a finding."""
    negation_strength: float = 0.95
    """Strength of a negation flip."""
    antonym_strength: float = 0.88
    """Strength of an antonym."""
    numeric_strength: float = 0.92
    """Strength of a numeric mismatch."""
    replaced_strength: float = 0.80
    """Strength of a replaced value that is asserted again."""
    exclusive_floor: float = 0.60
    """Least strength of an exclusive object."""
    quantity_tolerance: float = 0.005
    """Relative slack when two exact quantities are compared."""
    about_tolerance: float = 0.10
    """Relative slack of an approximate quantity ("about 300")."""
    conversion_tolerance: float = 0.02
    """Relative slack between measures in different units, which people round when they convert ("180 °C (350 °F)")."""
    about_minutes: float = 20.0
    """Minutes of slack of an approximate clock time ("around 3 pm"); a share of the hour would mean nothing."""
    hedge_factor: float = 0.70
    """Strength factor when either claim is hedged."""
    past_factor: float = 0.35
    """Strength factor of past against present."""
    liking_past_factor: float = 0.60
    """Least tense factor between attitudes of a persona: what one liked one mostly still likes."""
    perfect_factor: float = 0.80
    """Strength factor of perfect against present."""
    future_factor: float = 0.20
    """Strength factor of future against past."""
    narrower_factor: float = 0.90
    """Strength factor when the positive object is a kind of the negated one, not the same."""
    generic_factor: float = 0.30
    """Strength factor of a subject that nobody owns or names and that means another thing each time ("the price")."""
    partial_factor: float = 0.30
    """Strength factor of a subject quantified by "some" or "most", of which opposites may both hold."""
    weakened_factor: float = 0.35
    """Strength factor of a weakened negation ("not always", "not entirely")."""
    comparison_factor: float = 0.50
    """Strength factor of comparatives, whose comparanda may differ."""
    dynamic_factor: float = 0.30
    """Strength factor of states of a moment (able, sorry, ready) of a participant."""
    result_factor: float = 0.30
    """Strength factor of what an assistant reports of one query ("I have 9 results")."""
    scope_factor: float = 0.30
    """Strength factor after a new search was opened between the claims."""
    equation_factor: float = 0.20
    """Strength factor of sentences that hold a calculation; intermediate results differ without conflict."""
    restated_factor: float = 0.40
    """Strength factor when the later sentence says the earlier value again, to compare or to correct."""
    moments_factor: float = 0.40
    """Strength factor when both claims name a time and the times differ."""
    one_moment_factor: float = 0.75
    """Strength factor when only one claim names a time."""
    condition_factor: float = 0.45
    """Strength factor when only one claim is bound to a condition or circumstance."""
    other_tense_factor: float = 0.60
    """Strength factor of future against present, and of tenses not named otherwise."""
    historic_factor: float = 0.45
    """Strength factor when one sentence tells of earlier times ("originally", "in 1990")."""
    vague_factor: float = 0.40
    """Strength factor of an object that says nothing definite ("thing", "it")."""
    indefinite_factor: float = 0.75
    """Strength factor of a subject that neither claim names, owns or points at."""
    habit_strength: float = 0.65
    """Strength of liking to do what one says not to do ("love swimming", "don't swim"); persona only."""
    told_strength: float = 0.75
    """Strength of attitudes told by judgements ("tennis is boring", "I love tennis"); persona only."""
    shared_factor: float = 0.85
    """Strength factor of a functional relation that several may share ("played by")."""
    untyped_factor: float = 0.80
    """Strength factor of exclusive objects whose types are not known to be equal."""
    geometric_relation_cosine: float = 0.50
    """Relation cosine from which geometric negation compares a pair."""
    geometric_bias: float = -0.90
    """Logistic constant of geometric negation (fitted on DECODE train, EVIDENCE.md section 4)."""
    geometric_sentence: float = 3.3
    """Logistic weight of the sentence cosine."""
    geometric_relation: float = 0.6
    """Logistic weight of the relation cosine."""
    geometric_tense: float = 0.9
    """Logistic weight of equal tense."""
    geometric_object: float = 0.1
    """Logistic weight of the object cosine."""
    geometric_same_object: float = 0.70
    """Object cosine from which two objects may be one thing in other words."""
    geometric_persona_relation: float = 0.0
    """The relation floor of profile persona, where both claims are about the speaker and other verbs say the same;
    with it recall on DECODE development dialogues rose from .18 to .22 at a precision of .97."""
    geometric_persona_object: float = 0.20
    """The object floor of profile persona."""
    geometric_threshold: float = 0.90
    """Probability from which geometric negation is reported."""
    geometric_persona_threshold: float = 0.88
    """The same in profile persona, whose talk of oneself leaves fewer things apart that could be meant."""

    # Section 8: fusion
    weights_short: tuple[float, float, float] = (0.50, 0.10, 0.40)
    """Relevance, consistency and coherence weights of a short response."""
    weights_question: tuple[float, float, float] = (0.65, 0.05, 0.30)
    """The same after a short prompt."""
    weights_general: tuple[float, float, float] = (0.50, 0.20, 0.30)
    """The same otherwise."""
    incoherent: float = 0.60
    """Coherence below which quality is capped."""
    incoherent_cap: float = 0.40
    """That cap."""
    weak_relevance: float = 0.50
    """Relevance below which, with low consistency, quality is scaled."""
    weak_factor: float = 0.75
    """That factor."""
    drift_factor: float = 0.50
    """Quality factor of a turn with drift values."""
    pass_quality: float = 0.60
    """Quality from which a turn passes."""
    pass_relevance: float = 0.50
    """Relevance from which a turn passes."""

    # Section 9: commitments
    rule_strength: float = 0.90
    """Strength of a broken rule whose checker is hard (counts, words, forms)."""
    soft_rule_strength: float = 0.70
    """Strength of a broken rule of tone or persona."""
    measured_characters: int = 20_000
    """Longest text that a certificate of a broken rule embeds; keeps records far below a broker's limit."""
    max_commitments: int = 64
    """Rules in force at a time; beyond it the oldest is dropped."""

    # Section 10: trend
    slope_weight: float = 0.25
    """Share of the slope in the session score."""
    slope_label: float = 0.10
    """Size of the slope from which a session is labelled."""
    slope_errors: float = 2.0
    """Standard errors that a slope must reach to be labelled."""
    trend_turns: int = 4
    """Scored turns from which a trend is labelled."""
    recent_decay: float = 0.10
    """Weight decay per turn of the recent trend."""
    recent_slope: float = -0.01
    """Recent slope per turn at or below which a live conversation counts as degrading."""

    # Section 11: severity
    base_rate: float = 0.01
    """Assumed share of wrong turns, for `confidence`."""

    def digest(self) -> str:
        """Return the digest of all values."""
        return _digest(self)


@lru_cache(maxsize=64)
def _digest(policy: Policy) -> str:
    """Return a policy's digest; every record names it, and a process has few policies."""
    return digest("policy", msgspec.to_builtins(policy))

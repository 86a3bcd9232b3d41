"""The story the method is told with, as acceptance tests in the default profile, each said again in other words."""

from __future__ import annotations

from itertools import cycle

import pytest

from schemas.finding import Detector, FindingKind
from schemas.record import Label, TurnRecord
from skgeval import Judge

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def judge() -> Judge:
    return Judge()


def told(judge: Judge, *texts: str, first: str = "user") -> list[TurnRecord]:
    """Judge a conversation whose turns alternate."""
    roles = cycle(("user", "assistant") if first == "user" else ("assistant", "user"))
    return judge.score(
        {"id": "story", "turns": [{"role": role, "text": text} for role, text in zip(roles, texts, strict=False)]}
    )


def found(records: list[TurnRecord], kind: FindingKind) -> list[tuple[int | None, int]]:
    """Return the turns of all findings of a kind, earlier and later."""
    return [
        (finding.earlier_turn, finding.later_turn)
        for record in records
        for finding in record.findings
        if finding.kind is kind
    ]


def faults(records: list[TurnRecord]) -> list[tuple[int | None, int]]:
    return found(records, FindingKind.CONTRADICTION) + found(records, FindingKind.FORGOTTEN)


@pytest.mark.parametrize(
    "texts",
    [
        ("The coffee is a hot liquid.", "The coffee is cold.", "The coffee is a solid rock."),
        ("The soup is a warm liquid.", "The soup is cold.", "The soup is solid."),
    ],
)
def test_a_hot_liquid_that_turns_cold_and_then_solid_gives_two_certificates(judge, texts):
    hot, cold, solid = texts

    records = told(judge, "Tell me of it.", hot, "And now?", cold, "And in the end?", solid)

    assert faults(records) == [(1, 3), (1, 5)]
    assert sum(len(record.certificates) for record in records) == 2


@pytest.mark.parametrize(
    ("loved", "hated"),
    [("I love cats.", "I hate cats."), ("I adore dogs.", "I can't stand dogs."), ("I like tea.", "I dislike tea.")],
)
def test_love_in_the_first_turn_and_hate_in_the_tenth_is_a_contradiction(judge, loved, hated):
    smalltalk = ("What time is it?", "It is noon.", "Thanks.", "You are welcome.", "Any plans?", "None so far.")

    records = told(judge, loved, *smalltalk, "And animals?", hated, first="assistant")

    assert faults(records) == [(0, 8)]


@pytest.mark.parametrize(
    ("ordered", "changed", "replaced"),
    [
        ("I would like a coffee, please.", "Change the coffee to tea.", "Your coffee is on its way."),
        ("I'd like a margherita.", "Please swap the margherita for a calzone.", "Your margherita is in the oven."),
    ],
)
def test_a_changed_order_is_a_revision_and_the_old_one_on_its_way_a_contradiction(judge, ordered, changed, replaced):
    records = told(judge, ordered, "Of course.", changed, "Done.", "How long will it take?", replaced)

    assert (0, 2) in found(records, FindingKind.REVISION)
    assert faults(records) == [(2, 5)]
    assert all(record.scores is None or record.scores.coherence == 1.0 for record in records[:5])


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How is the weather?", "I like pizza."),
        ("What is the weather like in Oslo tomorrow?", "My favourite food is lasagne with plenty of cheese on top."),
    ],
)
def test_pizza_is_no_answer_to_the_weather(judge, question, answer):
    records = told(judge, question, answer)

    assert records[1].scores is not None
    assert records[1].scores.relevance is not None
    assert records[1].scores.relevance < 0.2


COFFEE_TALK = (
    "Which coffee beans should I buy for espresso at home?",
    "For espresso, a medium roast from Brazil gives a sweet and nutty cup with little acidity.",
)
GARDEN_TALK = (
    "How often should I water the tomato plants on my balcony in summer?",
    "Water the tomato plants every morning and keep the leaves dry, so that no mildew grows on them.",
)
ROCKETS = "Space rockets burn liquid hydrogen and oxygen in their upper stages to reach orbit around the planet."


@pytest.mark.parametrize(
    ("talk", "followed_up"),
    [
        (COFFEE_TALK, "And how fine should I grind the beans for the machine?"),
        (GARDEN_TALK, "And which soil is best for the tomato plants in their pots?"),
    ],
)
def test_a_jump_to_space_rockets_without_a_bridge_is_drift(judge, talk, followed_up):
    records = told(judge, *talk, followed_up, ROCKETS)

    assert found(records, FindingKind.DRIFT) == [(None, 3)]
    assert faults(records) == []


@pytest.mark.parametrize("talk", [COFFEE_TALK, GARDEN_TALK])
@pytest.mark.parametrize("asked", ["Now tell me how space rockets reach orbit.", "Other topic: what do rockets burn?"])
def test_rockets_are_no_drift_when_the_user_asks_for_them(judge, talk, asked):
    records = told(judge, *talk, asked, ROCKETS)

    assert found(records, FindingKind.DRIFT) == []


@pytest.mark.parametrize(
    ("rule", "kept", "broken"),
    [
        ("Please never use emoji in your answers.", "That works well.", "That works well! 🎉"),
        ("From now on, never mention prices.", "It is a fine lamp.", "It is a fine lamp and costs 40 euros."),
    ],
)
def test_a_rule_of_the_first_turn_that_is_ignored_in_the_twelfth_is_forgotten(judge, rule, kept, broken):
    between = ("And the next one?", kept) * 5

    records = told(judge, rule, "Understood.", *between[:9], broken)

    assert faults(records) == [(0, 11)]
    assert records[11].findings[0].kind is FindingKind.FORGOTTEN


GOOD = (
    "How do I know that the bread dough has rested long enough?",
    "You know that the bread dough has rested long enough when it has doubled and springs back slowly.",
    "How long does bread dough have to rest in a warm kitchen?",
    "Bread dough has to rest for about one hour in a warm kitchen, until it has doubled in size.",
)
MIDDLING = (
    "How hot should the oven be for a loaf of bread?",
    "Many bakers like to put a loaf on a stone and to pour a little water beneath it.",
    "What can I do so that the crust of the bread gets crisp?",
    "Some kitchens have a second oven, and the fan in it makes everything in there a bit drier.",
)
BAD = (
    "Which salt should I take for the bread dough?",
    "The stock market closed a little higher on Friday evening after a quiet day of trading in Tokyo.",
    "How long does the bread keep once it is baked?",
    "Penguins walk many miles over the ice each winter to reach the sea and feed their chicks there.",
)


def test_good_to_bad_is_degrading_bad_to_good_improving_and_the_first_scores_lower(judge):
    falling = told(judge, *GOOD, *MIDDLING, *BAD)[-1].scores
    rising = told(judge, *BAD, *MIDDLING, *GOOD)[-1].scores

    assert falling is not None
    assert rising is not None
    assert (falling.label, rising.label) == (Label.DEGRADING, Label.IMPROVING)
    assert falling.session_score is not None
    assert rising.session_score is not None
    assert falling.session_score < rising.session_score


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("The warranty lasts 24 months.", "The warranty lasts 12 months."),
        ("The warranty is two years.", "The warranty is 12 months."),
        ("Your guarantee runs for 24 months.", "Your guarantee runs for one year."),
    ],
)
def test_twenty_four_months_against_twelve_is_a_contradiction(judge, earlier, later):
    records = told(judge, "Tell me about it.", earlier, "Thanks. Say it again?", later)

    assert faults(records) == [(1, 3)]
    assert records[3].findings[0].detector is Detector.NUMERIC_MISMATCH


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("The discount is half.", "The discount is 50 %."),
        ("Half of the seats are taken.", "50 percent of the seats are taken."),
        ("Members get half off all shoes.", "Members get 50% off all shoes."),
    ],
)
def test_half_and_fifty_percent_are_the_same(judge, earlier, later):
    records = told(judge, "How much is it?", earlier, "Sorry, how much?", later)

    assert faults(records) == []


@pytest.mark.parametrize(
    "texts",
    [
        (
            "How long is the warranty?",
            "Your warranty lasts 24 months.",
            "And for the battery?",
            "12 months.",
            "So the warranty is 12 months?",
            "Yes, 12 months.",
        ),
        (
            "How long does the guarantee run?",
            "Your guarantee runs for 24 months.",
            "And for the screen?",
            "6 months.",
            "So the guarantee is 6 months?",
            "Correct, 6 months.",
        ),
    ],
)
def test_a_yes_contradicts_the_first_answer_and_not_the_one_about_the_battery(judge, texts):
    records = told(judge, *texts)

    (certificate,) = [certificate for record in records for certificate in record.certificates]
    assert (certificate.earlier.turn, certificate.later.turn) == (1, 5)
    assert certificate.earlier.sentence == texts[1]
    assert certificate.also == ()

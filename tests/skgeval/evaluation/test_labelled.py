import pytest

from schemas.turn import Role
from skgeval.evaluation.errors import DataError
from skgeval.evaluation.labelled import Outcome, profile_of, read_cases, read_examples, sample
from skgeval.policy import Profile
from tests.skgeval.evaluation.examples import dialogue

LINE = b'{"id":"a","kind":"pair","turns":[{"role":"assistant","text":"x"}],"labels":{"contradiction":true,"kb":[1]}}\n'


def test_a_line_becomes_an_example_and_unknown_labels_are_left_out():
    (example,) = read_examples([LINE, b"\n"], "set")

    assert (example.id, example.labels.contradiction, example.assistant_turns) == ("a", True, 1)
    assert example.as_turns()[0].role is Role.ASSISTANT
    assert example.as_turns()[0].index == 0


def test_a_bad_line_is_named_by_its_number():
    with pytest.raises(DataError, match="set, line 2: "):
        read_examples([LINE, b'{"id":3}\n'], "set")


def test_a_case_may_accept_several_outcomes():
    turns = [{"role": "user", "text": "x"}]
    entries = [
        {"id": "C1", "lang": "en", "turns": turns, "expect": {"outcome": "none", "drift": False}},
        {"id": "C2", "turns": turns, "expect": {"outcome": ["none", "revision"], "detector": None}},
    ]

    first, second = read_cases(entries, "cases")

    assert (first.expect.outcomes, first.expect.drift) == ((Outcome.NONE,), False)
    assert second.expect.outcomes == (Outcome.NONE, Outcome.REVISION)


@pytest.mark.parametrize(
    ("parsed", "words"),
    [
        ({"id": "C1"}, "expected a list"),
        ([{"id": "C1", "turns": []}], "C1: a case needs `expect`"),
        ([{"id": "C1", "turns": [], "expect": {"outcome": "maybe"}}], "C1: Invalid enum value"),
        ([3], "case 1: "),
    ],
)
def test_a_faulty_case_is_named(parsed, words):
    with pytest.raises(DataError, match=words):
        read_cases(parsed, "cases")


def test_profiles_follow_the_family_of_a_set():
    names = ["decode_dev", "ci_tod", "sgd_revisions", "simdial_revisions", "mtbench101", "probe"]

    found = [profile_of(name) for name in names]

    assert found == [
        Profile.PERSONA,
        Profile.TASK,
        Profile.TASK,
        Profile.TASK,
        Profile.ASSISTANT,
        Profile.ASSISTANT,
    ]


def test_a_sample_is_spread_evenly_and_the_same_each_time():
    examples = tuple(dialogue(length) for length in range(10))

    assert [len(example.turns) for example in sample(examples, 4)] == [0, 2, 5, 7]
    assert sample(examples, 10) == sample(examples, None) == examples

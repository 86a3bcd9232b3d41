"""What the real judge makes of redacted conversations: the contradictions of the originals, and no others."""

import pytest

from schemas.turn import Role, Turn
from skgeval import Judge
from stream.redaction.patterns import PatternRedactor

pytestmark = pytest.mark.slow

REDACTOR = PatternRedactor("a key for these tests")


@pytest.fixture(scope="module")
def judge():
    return Judge()


def findings(judge, *answers, redacted):
    """Return the findings of a conversation in which the assistant gives these answers to one question."""
    turns = []
    for answer in answers:
        turns += [Turn(conversation="c", role=Role.USER, text="What is it?", index=len(turns))]
        turns += [Turn(conversation="c", role=Role.ASSISTANT, text=answer, index=len(turns))]
    judge.forget("c")
    records = [judge.observe(REDACTOR.redact(turn) if redacted else turn) for turn in turns]
    return [finding for record in records for finding in record.findings]


def certified(found):
    return [(finding.kind, finding.earlier_turn, finding.later_turn) for finding in found]


CONTRADICTIONS = {
    "phone": ("My phone number is {}.", "212-555-0199", "212-555-0142"),
    "mail": ("My email address is {}.", "anna@example.org", "bert@example.org"),
    "card": ("Your card number is {}.", "4111111111111111", "5500000000000004"),
}


@pytest.mark.parametrize(("said", "earlier", "later"), CONTRADICTIONS.values(), ids=CONTRADICTIONS)
def test_a_contradiction_about_a_redacted_value_is_the_one_about_the_value_itself(judge, said, earlier, later):
    answers = (said.format(earlier), said.format(later))

    as_sent = findings(judge, *answers, redacted=False)
    as_kept = findings(judge, *answers, redacted=True)

    assert certified(as_sent) == [("contradiction", 1, 3)]
    assert certified(as_kept) == certified(as_sent)
    assert earlier not in repr(as_kept)
    assert later not in repr(as_kept)


MORE_VALUES = {
    "support mail": ("The support email is {}.", "help@example.org", "desk@example.org"),
    "account": ("Your account number is {}.", "DE89 3704 0044 0532 0130 00", "GB82 WEST 1234 5698 7654 32"),
    "server": ("The server's host is {}.", "192.168.1.10", "10.0.0.7"),
    "international": ("My phone number is {}.", "+49 170 1234567", "+49 171 7654321"),
    "password": ("Your password is {}.", "hunter2", "Tr0ub4dor&3"),
}


@pytest.mark.parametrize(("said", "earlier", "later"), MORE_VALUES.values(), ids=MORE_VALUES)
def test_values_that_parsers_take_apart_contradict_each_other_once_they_are_one_word(judge, said, earlier, later):
    found = findings(judge, said.format(earlier), said.format(later), redacted=True)

    assert certified(found) == [("contradiction", 1, 3)]


SPELLINGS = {
    "phone": ("My phone number is {}.", "+49 170 1234567", "+49-170-1234567"),
    "american phone": ("My phone number is {}.", "212-555-0199", "(212) 555-0199"),
    "mail": ("My email address is {}.", "anna@example.org", "Anna@Example.org"),
    "card": ("Your card number is {}.", "4111111111111111", "4111 1111 1111 1111"),
    "account": ("Your account number is {}.", "DE89 3704 0044 0532 0130 00", "DE89370400440532013000"),
    "server": ("The server's address is {}.", "2001:db8::1", "2001:0db8:0:0:0:0:0:1"),
}


@pytest.mark.parametrize(("said", "one", "other"), SPELLINGS.values(), ids=SPELLINGS)
def test_one_value_in_two_spellings_contradicts_nothing(judge, said, one, other):
    assert findings(judge, said.format(one), said.format(other), redacted=True) == []

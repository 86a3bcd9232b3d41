import pytest

from schemas.turn import Role, Turn
from skgeval import Judge
from stream.bench.paging.talks import assistants, talk

TALKS = 8


@pytest.fixture(scope="module")
def judge():
    return Judge(encoder="hash")


def certified(judge, name, exchanges, slips):
    """Return the turns of a conversation that got certificates, and in how many it says a slip."""
    found = []
    for number, exchange in enumerate(exchanges):
        reply = exchange.slip if slips and exchange.slip else exchange.reply
        for place, (role, text) in enumerate(((Role.USER, exchange.prompt), (Role.ASSISTANT, reply))):
            index = 2 * number + place
            if judge.observe(Turn(conversation=name, role=role, text=text, index=index)).certificates:
                found.append(index)
    judge.forget(name)
    return found


def test_the_same_number_makes_the_same_conversation():
    assert talk("shop-assistant", 5) == talk("shop-assistant", 5)
    assert len({talk("shop-assistant", number) for number in range(20)}) > 15


@pytest.mark.slow
@pytest.mark.parametrize("assistant", assistants())
def test_a_conversation_is_calm_as_it_stands(judge, assistant):
    found = {number: certified(judge, "calm", talk(assistant, number), slips=False) for number in range(TALKS)}

    assert {number: turns for number, turns in found.items() if turns} == {}


@pytest.mark.slow
@pytest.mark.parametrize("assistant", assistants())
def test_every_slip_contradicts_and_nothing_else_does(judge, assistant):
    talks = {number: talk(assistant, number) for number in range(TALKS)}
    expected = {
        number: [2 * place + 1 for place, exchange in enumerate(exchanges) if exchange.slip]
        for number, exchanges in talks.items()
    }

    assert {number: certified(judge, "bad", exchanges, slips=True) for number, exchanges in talks.items()} == expected

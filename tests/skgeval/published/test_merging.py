import pytest

from tests.skgeval.published.talk import Talk, says


def subject_after(first, then, **near):
    """Return the node that the subject `then` becomes where `first` is one already."""
    talk = Talk(**near)
    talk.assistant(says(first, "be", "x"))
    return talk.assistant(says(then, "have", "y")).claims[0].subject


@pytest.mark.parametrize(("cosine", "node"), [(0.80, "warranty"), (0.79, "guarantee"), (0.81, "warranty")])
def test_a_subject_is_the_node_whose_cosine_with_it_is_at_least_080(cosine, node):
    # ("guarantee" has 80 of 100 parts along "warranty": 80 / sqrt(100² · 1²) = 0.80, and >= holds)
    assert subject_after("warranty", "guarantee", near={("guarantee", "warranty"): cosine}) == node


def test_the_nearest_of_several_nodes_wins():
    talk = Talk(near={("plan", "contract"): 0.80, ("deal", "plan b"): 0.90})
    talk.assistant(says("contract", "be", "x"), says("plan b", "be", "x"))

    exchange = talk.assistant(says("deal", "have", "y"), says("plan", "have", "y"))

    assert [claim.subject for claim in exchange.claims] == ["plan b", "contract"]


def test_else_a_shorter_name_inside_the_subject_wins_even_inside_a_word():
    # cosine 0, but "age" stands in "aver-age cost": the false merge that part 3 of the method names
    assert subject_after("age", "average cost") == "age"
    assert subject_after("average cost", "age") == "age"  # the node is longer, so it is not inside the subject


def test_the_longest_name_inside_comes_first():
    talk = Talk()
    talk.assistant(says("plan", "be", "x"), says("data", "be", "x"), says("data p", "be", "x"))

    assert talk.assistant(says("data plan", "have", "y")).claims[0].subject == "data p"


def test_a_cosine_goes_before_a_name_inside():
    talk = Talk(near={("left knee", "hip"): 0.85})
    talk.assistant(says("knee", "be", "x"), says("hip", "be", "x"))

    assert talk.assistant(says("left knee", "have", "y")).claims[0].subject == "hip"


@pytest.mark.parametrize(("cosine", "nodes"), [(0.80, ["pact", "pact"]), (0.79, ["treaty", "pact"])])
def test_of_two_like_subjects_of_one_turn_the_longer_becomes_the_shorter(cosine, nodes):
    talk = Talk(near={("treaty", "pact"): cosine})

    exchange = talk.assistant(says("treaty", "be", "x"), says("pact", "have", "y"))

    assert [claim.subject for claim in exchange.claims] == nodes


def test_objects_never_merge():
    talk = Talk(near={("guarantee", "warranty"): 0.99})
    talk.assistant(says("warranty", "be", "x"))

    assert talk.assistant(says("shop", "give", "guarantee")).claims[0].object == "guarantee"

from io import StringIO

from rich.console import Console

from skgeval.evaluation.labelled import DataSet
from skgeval.evaluation.report import Report, measure
from skgeval.policy import Profile
from stream.evaluation.comparison import Comparison, alarmed, show_comparison
from stream.evaluation.cost import Cost
from stream.evaluation.spread import spreads
from tests.skgeval.evaluation.examples import dialogue, finding, said


def data(name, *examples):
    return DataSet(name=name, profile=Profile.ASSISTANT, examples=examples)


def report(*sets):
    return Report(sets=tuple(measure(*each) for each in sets), calibration=(), digests={})


def test_a_turn_with_several_alarms_is_one_alarmed_turn():
    clean = data("clean", dialogue(4), dialogue(4))
    ours, published = [said(), said()], [said(finding(3, 1), finding(3, 1), finding(1)), said()]

    found = alarmed(clean, ours, published)

    # two of four assistant turns
    assert (found.ours, found.published) == (0.0, 500.0)


def test_alarms_precision_recall_spread_and_cost_stand_in_tables():
    clean = data("clean", dialogue(4))
    labelled = data("labelled", dialogue(4, contradiction=True, contradiction_turn=3), dialogue(4, contradiction=False))
    hit, quiet = said(finding(3, 1)), said()
    found = Comparison(
        ours=report((clean, [quiet]), (labelled, [hit, quiet])),
        published=report((clean, [hit]), (labelled, [hit, hit])),
        alarmed=(alarmed(clean, [quiet], [hit]), alarmed(labelled, [hit, quiet], [hit, hit])),
        spread=spreads(),
        cost=(Cost(turn=10, distinct=9, ours=1.0, published=2.0), Cost(turn=400, distinct=9, ours=1.5, published=9.0)),
    )
    told = StringIO()

    show_comparison(found, Console(file=told, width=200))

    rows = [line.replace("│", " ").split() for line in told.getvalue().splitlines()]
    assert ["clean", "4", "500.0", "0.0", "500.0", "0.0", "–", "–", "–", "–"] in rows
    assert ["labelled", "8", "–", "–", "–", "–", "0.500", "1.000", "1.000", "1.000"] in rows
    assert ["400", "9.00", "1.50", "4.5", "1.5"] in rows

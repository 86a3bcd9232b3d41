from skgeval.evaluation.topics import human_agreement, topic_shifts
from tests.skgeval.evaluation.examples import dialogue, said, scored


def test_topic_figures_calculated_by_hand():
    example = dialogue(8, topic_shift_turns=(3, 6))
    verdict = said(
        scores=(
            (1, scored(consistency=1.0, relevance=0.9)),
            (3, scored(consistency=0.2, relevance=0.1, drift=True)),
            (5, scored(consistency=0.4, relevance=None, drift=True)),
            (7, scored(consistency=0.3, relevance=0.5, opened=True)),
        )
    )

    figures = topic_shifts([(example, verdict)])

    assert (figures.assistant_turns, figures.assistant_shifts, figures.user_shifts) == (4, 1, 1)
    assert figures.assistant_consistency == 1.0
    assert figures.assistant_relevance == 1.0
    assert figures.exchange_consistency == 1.0
    assert (figures.drift.precision, figures.drift.recall) == (0.5, 1.0)
    assert (figures.opened_by_user.precision, figures.opened_by_user.recall) == (1.0, 1.0)


def test_a_set_without_shift_labels_is_not_measured():
    assert topic_shifts([(dialogue(), said(scores=((1, scored(consistency=1.0)),)))]) is None


def test_scores_are_ranked_against_those_of_people_who_passed_the_check():
    def rated(score, **more):
        return dialogue(human_score=score, human_consistent=score, human_topic=score, **more)

    def verdict(score):
        return said(scores=((1, scored(quality=0.5)), (3, scored(quality=score, session_score=score))))

    pairs = [
        (rated(10.0), verdict(0.1)),
        (rated(20.0), verdict(0.2)),
        (rated(30.0), verdict(0.9)),
        (rated(40.0), verdict(0.5)),
        (rated(99.0, worker_passed_qc=False), verdict(0.0)),
        (rated(99.0, qc_model=True), verdict(0.0)),
    ]

    figures = human_agreement(pairs)

    assert figures.conversations == 4
    assert figures.session_score == 0.8
    assert figures.quality == 0.8
    assert figures.relevance_with_topic is None


def test_a_session_that_was_not_assessed_is_left_out_of_the_ranking():
    def rated(score, session):
        verdict = said(scores=((1, scored(session_score=session)),))
        return dialogue(human_score=score), verdict

    figures = human_agreement([rated(1.0, 0.1), rated(2.0, 0.2), rated(3.0, 0.3), rated(0.5, None)])

    assert (figures.conversations, figures.session_score) == (4, 1.0)

from schemas.codec import VERSIONS
from schemas.topics import DEAD_LETTERS, LEDGER, TOPICS, Cleanup


def test_topics_have_the_names_of_the_design():
    assert [topic.name for topic in TOPICS] == [
        "conversations.turns.v1",
        "conversations.annotations.v1",
        "conversations.records.v1",
        "conversations.certificates.v1",
        "conversations.turns.v1.dlq",
        "ledger-changelog",
    ]


def test_every_value_on_a_topic_has_a_codec():
    known = {kind.__name__ for kind in VERSIONS}

    assert {value for topic in TOPICS for value in topic.values} <= known


def test_only_the_changelog_is_compacted():
    assert [topic for topic in TOPICS if topic.cleanup is Cleanup.COMPACT] == [LEDGER]


def test_topics_whose_keys_must_meet_have_equal_partitions():
    assert {topic.partitions for topic in TOPICS} - {DEAD_LETTERS.partitions, LEDGER.partitions} == {12}


def test_raw_text_is_kept_for_the_shortest_time():
    assert DEAD_LETTERS.retention == min(topic.retention for topic in TOPICS if topic.retention)

"""Which messages an agent takes, and when it ends instead."""

import asyncio

from stream.kafka.guard import Gap, GapMemory, Guard


def guard(committed=0, beginning=0, known=None):
    """Return a guard; `known` is what the process itself believes, as far as it differs."""

    async def committed_of(_topic, _partition):
        return committed

    async def beginning_of(_topic, _partition):
        return beginning

    return Guard(lambda _topic, _partition: committed if known is None else known, committed_of, beginning_of)


def admitted(watching, *messages):
    """Return the first gap before messages given as (generation, offset)."""

    async def all_of_them():
        for generation, offset in messages:
            gap = await watching.admit("turns", 3, generation, offset)
            if gap is not None:
                return gap
        return None

    return asyncio.run(all_of_them())


def test_messages_that_follow_the_committed_offset_are_taken():
    assert admitted(guard(committed=5), (1, 5), (1, 6), (1, 7)) is None


def test_a_first_message_beyond_the_committed_offset_is_a_gap():
    gap = admitted(guard(committed=5), (1, 6))

    assert gap == Gap(topic="turns", partition=3, expected=5, got=6)


def test_a_skipped_message_is_a_gap():
    gap = admitted(guard(), (1, 0), (1, 1), (1, 3))

    assert (gap.expected, gap.got) == (2, 3)


def test_messages_before_the_committed_offset_may_come_again():
    assert admitted(guard(committed=5), (1, 3), (1, 4), (1, 5)) is None


def test_after_messages_came_again_the_next_one_has_to_follow_them():
    gap = admitted(guard(committed=5), (1, 5), (1, 3), (1, 6))

    assert (gap.expected, gap.got) == (4, 6)


def test_each_generation_begins_at_the_committed_offset_again():
    watching = guard(committed=5)

    assert admitted(watching, (1, 5), (1, 6)) is None
    assert admitted(watching, (2, 7)) == Gap(topic="turns", partition=3, expected=5, got=7)


def test_what_the_broker_has_counts_where_the_process_knows_less():
    assert admitted(guard(committed=9, known=5), (1, 9), (1, 10)) is None
    assert admitted(guard(committed=9, known=0), (1, 10)).expected == 9


def test_what_retention_has_deleted_is_no_gap():
    assert admitted(guard(committed=5, beginning=9), (1, 9), (1, 10)) is None


def test_what_is_missing_behind_the_beginning_is_a_gap():
    gap = admitted(guard(committed=5, beginning=9), (1, 10))

    assert (gap.expected, gap.got) == (9, 10)


def test_partitions_are_watched_apart():
    watching = guard()

    async def both():
        return [await watching.admit("turns", partition, 1, 0) for partition in (0, 1)]

    assert asyncio.run(both()) == [None, None]


def test_a_gap_is_known_again_after_a_restart_only_when_it_is_the_same(tmp_path):
    gap = Gap(topic="turns", partition=3, expected=5, got=6)

    first = GapMemory(tmp_path).met_before(gap)
    again = GapMemory(tmp_path).met_before(gap)
    other = GapMemory(tmp_path).met_before(Gap(topic="turns", partition=3, expected=5, got=7))

    assert (first, again, other) == (False, True, False)


def test_a_memory_that_cannot_be_read_is_none(tmp_path):
    (tmp_path / "gap.json").write_text("{rubbish")

    assert not GapMemory(tmp_path).met_before(Gap(topic="turns", partition=0, expected=0, got=1))


def test_the_sentence_names_topic_partition_and_the_missing_offsets():
    sentence = Gap(topic="turns", partition=3, expected=5, got=8).sentence()

    assert "turns, partition 3: offsets 5 to 7 are missing" in sentence

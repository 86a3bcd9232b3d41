"""Keys and headers."""

from kafka.partitioner import DefaultPartitioner

from stream.kafka.wire import Source, conversation_key, kind_of, partition_of


def test_what_headers_say_is_read_back():
    source = Source(partition=3, offset=17, arrived=1_700_000_000_000, mode="resend")

    headers = dict(source.headers("Annotation"))

    assert kind_of(headers) == "Annotation"
    assert Source.of(headers, arrived=0) == source


def test_headers_of_somebody_else_name_no_source():
    assert Source.of({}, arrived=5) is None
    assert Source.of({"skg-source-partition": b"x", "skg-source-offset": b"1"}, arrived=5) is None
    assert kind_of({"other": b"header"}) == ""


def test_a_moment_that_is_no_date_names_no_source():
    place = {"skg-source-partition": b"2", "skg-source-offset": b"1"}

    assert Source.of({**place, "skg-arrived": b"253402300799000"}, arrived=5) is not None
    assert Source.of({**place, "skg-arrived": b"253402300799001"}, arrived=5) is None
    assert Source.of({**place, "skg-arrived": b"-1"}, arrived=5) is None


def test_a_header_of_null_reads_like_a_missing_one():
    nulls = {"skg-kind": None, "skg-source-partition": None, "skg-source-offset": b"1", "skg-arrived": None}

    assert kind_of(nulls) == ""
    assert Source.of(nulls, arrived=5) is None
    assert Source.of({**nulls, "skg-source-partition": b"2"}, arrived=5) == Source(partition=2, offset=1, arrived=5)


def test_a_key_goes_to_the_partition_that_kafka_chooses():
    for number in range(50):
        key = conversation_key("tenant", f"conversation {number}")

        assert partition_of(key, 12) == DefaultPartitioner()(key, list(range(12)), list(range(12)))


def test_a_tenant_keeps_conversations_of_the_same_id_apart():
    assert conversation_key("a", "c") != conversation_key("b", "c")

from schemas.annotation import Annotation
from schemas.turn import Role, Turn
from stream.evaluation.cache import AnnotationCache

TURNS = (Turn(conversation="c", role=Role.USER, text="one"), Turn(conversation="c", role=Role.ASSISTANT, text="two"))
ANNOTATIONS = tuple(
    Annotation(conversation="c", role=turn.role, turn_id=turn.text, text=turn.text, text_digest="") for turn in TURNS
)


def files(folder):
    return [path for path in folder.rglob("*") if path.is_file()]


def test_what_was_stored_comes_back(tmp_path):
    cache = AnnotationCache(tmp_path / "cache", "reader")

    assert cache.load(TURNS) is None
    cache.store(TURNS, ANNOTATIONS)

    assert cache.load(TURNS) == ANNOTATIONS
    assert AnnotationCache(tmp_path / "cache", "reader").load(TURNS) == ANNOTATIONS


def test_another_reader_or_another_turn_finds_nothing(tmp_path):
    AnnotationCache(tmp_path, "reader").store(TURNS, ANNOTATIONS)

    assert AnnotationCache(tmp_path, "other").load(TURNS) is None
    assert AnnotationCache(tmp_path, "reader").load(TURNS[:1]) is None


def test_a_damaged_file_is_a_miss_and_is_written_anew(tmp_path):
    cache = AnnotationCache(tmp_path, "reader")
    cache.store(TURNS, ANNOTATIONS)
    (file,) = files(tmp_path)
    file.write_bytes(file.read_bytes()[:-5])

    assert cache.load(TURNS) is None
    cache.store(TURNS, ANNOTATIONS)

    assert cache.load(TURNS) == ANNOTATIONS


def test_no_half_written_file_is_left_behind(tmp_path):
    AnnotationCache(tmp_path, "reader").store(TURNS, ANNOTATIONS)

    assert [path.suffix for path in files(tmp_path)] == [".msgpack"]

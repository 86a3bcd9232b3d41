"""What `skg doctor` looks at where it is run: packages, models, and whether all of it works together."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from tempfile import TemporaryFile

import msgspec

from alerts.archive import open_archive
from alerts.errors import AlertsError
from schemas.conversation import Conversation
from schemas.topics import TOPICS
from schemas.turn import Role, Turn
from skgeval.annotation.encoding import DEFAULT_ENCODER, load_encoder
from skgeval.annotation.errors import AnnotationError
from skgeval.annotation.extraction.local import LocalExtractor
from skgeval.errors import SkgevalError
from skgeval.judgement.certificate import VERDICT_VERSION
from skgeval.judgement.severity import load_severities
from skgeval.knowledge import load_knowledge
from stream.check import Check
from stream.composition import load_engine
from stream.errors import StreamError
from stream.kafka.topics import check as check_topics
from stream.policies import load_policies
from stream.reading import llm_options
from stream.scoring import judge_all
from stream.settings import Settings

DISTRIBUTION = "skgeval-monitor"
OPTIONAL = {"sentence-transformers": "for models of its hub: pip install 'skgeval-monitor[sentence-transformers]'"}
_NAME = re.compile(r"[A-Za-z0-9._-]+")
_SHOWN_DIGITS = 12


def packages() -> Iterator[Check]:
    """Look at Python and at what is installed."""
    yield Check(name="python", found=f"{platform.python_version()} on {platform.system()} {platform.machine()}")
    for name in (DISTRIBUTION, *required()):
        try:
            yield Check(name=name, found=version(name))
        except PackageNotFoundError:
            yield Check(name=name, found="not installed", sound=False)
    for name, use in OPTIONAL.items():
        try:
            yield Check(name=name, found=version(name))
        except PackageNotFoundError:
            yield Check(name=name, found=f"not installed ({use})")


def required() -> list[str]:
    """Return the names of the packages that this distribution cannot do without, sorted."""
    wanted = [wish for wish in requires(DISTRIBUTION) or () if "extra ==" not in wish]
    return sorted(name[0] for wish in wanted if (name := _NAME.match(wish)))


def models(settings: Settings) -> Iterator[Check]:
    """Load every model and table; files that are not the tested ones are refused by their loaders."""
    yield _checked("extractor", _extractor)
    yield _checked("encoder", lambda: _encoder(settings))
    yield _checked("knowledge", lambda: _short(load_knowledge().digest()))
    yield _checked("severity table", _severities)
    yield _checked("policy", lambda: _short(load_policies(settings.policy_file).default.digest()))
    yield Check(name="verdict version", found=str(VERDICT_VERSION))


def working(settings: Settings) -> Iterator[Check]:
    """Try the whole thing: a contradiction must be found, a file written, the archive opened, others asked."""
    yield _checked("a contradiction", lambda: _contradiction(settings))
    yield _checked("data folder", lambda: _data_folder(Path(settings.data_dir)))
    yield _checked("archive", lambda: _archive(settings))
    if settings.broker:
        yield _checked("broker", lambda: _broker(settings))
    if settings.reader() == "llm":
        yield _checked("language model", lambda: _language_model(settings))


def _checked(name: str, look: Callable[[], str]) -> Check:
    try:
        return Check(name=name, found=look())
    except (StreamError, AlertsError, SkgevalError, AnnotationError, OSError) as error:
        return Check(name=name, found=str(error), sound=False)


def _extractor() -> str:
    extractor = LocalExtractor()
    return f"{extractor.name}, digest {_short(extractor.digest())}"


def _encoder(settings: Settings) -> str:
    encoder = load_encoder(settings.encoder, languages=settings.encoder_languages)
    files = ", sha256 as tested" if settings.encoder == DEFAULT_ENCODER else ""
    return f"{encoder.name}, {encoder.dimensions} dimensions{files}, digest {_short(encoder.digest())}"


def _severities() -> str:
    table = load_severities()
    return f"{table.version}, digest {_short(table.digest())}"


def _contradiction(settings: Settings) -> str:
    engine = load_engine(msgspec.structs.replace(settings, extractor="local"), load_policies(settings.policy_file))
    told = ((Role.USER, "How long is the warranty?"), (Role.ASSISTANT, "Your warranty lasts 24 months."),
            (Role.USER, "Are you sure?"), (Role.ASSISTANT, "Your warranty lasts 12 months."))  # fmt: skip
    turns = tuple(
        Turn(conversation="doctor", role=role, text=text, index=index) for index, (role, text) in enumerate(told)
    )
    records, _ = judge_all(Conversation(id="doctor", turns=turns), engine)
    found = [certificate for record in records for certificate in record.certificates]
    if len(found) != 1:
        raise StreamError(f"{len(found)} certificates where there should be one")
    return f"is found, as it should be ({found[0].detector.value})"


def _data_folder(path: Path) -> str:
    nearest = next(folder for folder in (path.absolute(), *path.absolute().parents) if folder.exists())
    if nearest != path.absolute():
        if not os.access(nearest, os.W_OK):
            raise StreamError(f"{path} is not there and cannot be made in {nearest}")
        return f"{path} is not there yet, and can be made"
    with TemporaryFile(dir=path):
        return f"{path} can be written"


def _archive(settings: Settings) -> str:
    shown = settings.shown()["archive_url"]
    if shown.startswith("sqlite:///") and not Path(shown.removeprefix("sqlite:///")).exists():
        return f"{shown} is not there yet"
    open_archive(settings.archive()).close()
    return f"{shown} opens"


def _broker(settings: Settings) -> str:
    check_topics(settings)
    return f"{settings.broker} answers ({settings.broker_security}), its {len(TOPICS)} topics are as they must be"


def _language_model(settings: Settings) -> str:
    from skgeval.annotation.extraction.llm.answer import read_answer  # noqa: PLC0415 - where a model is asked only
    from skgeval.annotation.extraction.llm.client import ChatModel  # noqa: PLC0415 - as above
    from skgeval.annotation.extraction.llm.prompt import answer_schema, load_prompt, turn_as_data  # noqa: PLC0415

    model = ChatModel(llm_options(settings))
    try:
        reply = model.ask(load_prompt().system, turn_as_data(Role.ASSISTANT, "The sky is blue."), answer_schema())
    finally:
        model.close()
    answer = read_answer(reply.content)
    return f"{settings.llm_model} answers, {len(answer.answer.claims)} claims and {answer.malformed} malformed"


def _short(digest: str) -> str:
    return digest[:_SHOWN_DIGITS]

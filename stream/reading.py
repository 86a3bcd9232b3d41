"""Which extractor reads turns, as settings say, and what a language model's reading tells Prometheus."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import isfinite
from threading import Event
from urllib.parse import urlsplit

import msgspec
import structlog

from schemas.turn import Turn
from skgeval.annotation.annotate import Annotator
from skgeval.annotation.encoding import Encoder
from skgeval.annotation.extraction import Extractor, GivenExtractor, LocalExtractor
from skgeval.annotation.extraction.llm.meter import Call, Meter, State, Uncounted
from skgeval.annotation.extraction.llm.options import LlmOptions, OnFailure, Price
from skgeval.policy import AnnotationPolicy
from stream.answers import answers_folder
from stream.errors import SettingsError
from stream.metrics import Metrics
from stream.settings import Settings

_log = structlog.get_logger(__name__)
_SENDABLE = re.compile(r"[!-~]*")
"""What a key may be made of: it is sent in a header."""


class Watch(msgspec.Struct, frozen=True, kw_only=True):
    """Who counts what a language model does, and what ends a wait for it."""

    meter: Meter = msgspec.field(default_factory=Uncounted)
    stop: Event = msgspec.field(default_factory=Event)


class MetricsMeter:
    """Counts into the metrics of this process; see `Meter`."""

    def __init__(self, metrics: Metrics, waiting: Callable[[str], None] = lambda _: None) -> None:
        """Count into `metrics`; tell `waiting` what reading waits for, "" when it goes on."""
        self._metrics = metrics
        self._waiting = waiting
        self._state = State()
        self._waits = False

    def called(self, call: Call) -> None:
        """Count a call, its tokens and its cost."""
        who, count = (call.assistant, call.assistant_version), self._metrics.count_for
        count("skg_llm_calls_total", who, ended=call.outcome)
        count("skg_llm_tokens_total", who, call.read, direction="input")
        count("skg_llm_tokens_total", who, call.written, direction="output")
        count("skg_llm_cost_total", who, call.cost)

    def reused(self, assistant: str, assistant_version: str) -> None:
        """Count an answer that was there already."""
        self._metrics.count_for("skg_llm_kept_answers_total", (assistant, assistant_version))

    def dropped(self, reason: str, times: int) -> None:
        """Count claims that were not taken in."""
        self._metrics.count("skg_llm_dropped_claims_total", reason, times)

    def stands(self, state: State) -> None:
        """Show how things stand; a change is worth a line in the log."""
        self._metrics.set_gauge("skg_llm_breaker_open", state.breaker_open)
        self._metrics.set_gauge("skg_llm_budget_spent", state.spent)
        self._metrics.set_gauge("skg_llm_over_budget", state.over_budget)
        before, self._state = self._state, state
        if state.breaker_open is not before.breaker_open:
            _log.warning("llm_left_alone" if state.breaker_open else "llm_back")
        if state.over_budget is not before.over_budget:
            _log.warning("llm_budget_spent" if state.over_budget else "llm_budget_renewed", spent=round(state.spent, 4))

    def waits(self, problem: str) -> None:
        """Show whether turns wait, and for what."""
        if bool(problem) is self._waits:
            return
        self._waits = bool(problem)
        self._metrics.set_gauge("skg_llm_waiting", self._waits)
        _log.warning("llm_awaited" if problem else "llm_no_longer_awaited", problem=problem)
        self._waiting(problem)


def build_annotator(settings: Settings, encoder: Encoder, limits: AnnotationPolicy, watch: Watch) -> Annotator:
    """Return the annotator that settings ask for; raise SettingsError where something that it needs is missing."""
    local = LocalExtractor()
    wanted = settings.reader()
    if wanted == "llm":
        return _asking(settings, local, encoder, limits, watch)
    extractor: Extractor = GivenExtractor(local) if wanted == "given" else local
    return Annotator(extractor=extractor, encoder=encoder, policy=limits)


def llm_options(settings: Settings) -> LlmOptions:
    """Return what the language model's extractor is told; raise SettingsError naming what is missing."""
    for name in ("llm_base_url", "llm_model"):
        if not getattr(settings, name):
            problem = f"is empty, and a language model is to read: set SKG_{name.upper()}, or SKG_EXTRACTOR=local"
            raise SettingsError(source="settings", field=name, problem=problem)
    _check_address(settings.llm_base_url)
    if not _SENDABLE.fullmatch(settings.llm_api_key):
        problem = "holds characters that no HTTP header takes: look for blanks, quotation marks or a second line"
        raise SettingsError(source="settings", field="llm_api_key", problem=problem)
    if not isfinite(settings.llm_budget_per_hour):
        problem = f"{settings.llm_budget_per_hour} is no amount: give what may be spent in an hour, 0 for no bound"
        raise SettingsError(source="settings", field="llm_budget_per_hour", problem=problem)
    prices = dict(_price(entry) for entry in settings.llm_prices)
    price = prices.get(settings.llm_model)
    if settings.llm_budget_per_hour and price is None:
        problem = (
            f"has no price for {settings.llm_model}, and a budget needs one: add {settings.llm_model}=INPUT/OUTPUT"
        )
        raise SettingsError(source="settings", field="llm_prices", problem=problem)
    return LlmOptions(
        base_url=settings.llm_base_url,
        model=settings.llm_model,
        api_key=settings.llm_api_key,
        timeout=settings.llm_timeout,
        retries=settings.llm_retries,
        concurrency=settings.llm_concurrency,
        on_failure=OnFailure(settings.llm_on_failure),
        price=price or Price(),
        budget_per_hour=settings.llm_budget_per_hour,
        pause=settings.llm_pause_seconds,
    )


def _asking(
    settings: Settings, local: LocalExtractor, encoder: Encoder, limits: AnnotationPolicy, watch: Watch
) -> Annotator:
    options = llm_options(settings)
    # Only here: the client takes a third of a second to import, and most installations never ask a model.
    from skgeval.annotation.extraction.llm.client import ChatModel  # noqa: PLC0415
    from skgeval.annotation.extraction.llm.extractor import LlmExtractor  # noqa: PLC0415
    from skgeval.annotation.extraction.llm.store import AnswerStore  # noqa: PLC0415

    folder = answers_folder(settings)
    store = AnswerStore(folder, most_bytes=settings.llm_cache_bytes)
    if options.price == Price():
        _log.warning("llm_price_unknown", model=options.model, problem="costs count as 0: set SKG_LLM_PRICES")
    if store.renewed:
        _log.warning("llm_answers_damaged", folder=str(folder), problem="set aside: every question is asked again")
    extractor = LlmExtractor(
        options=options,
        model=ChatModel(options),
        local=local,
        store=store,
        meter=watch.meter,
        stop=watch.stop,
    )

    def ahead(turns: Sequence[Turn]) -> None:
        extractor.ask_ahead(turns, limits)

    return Annotator(extractor=extractor, encoder=encoder, policy=limits, ahead=ahead)


def _check_address(url: str) -> None:
    """Refuse what is no address, without repeating a password in it."""
    try:
        parts = urlsplit(url)
        good = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        good = False
    if "@" in url:
        problem = "holds a name or password: put the key into SKG_LLM_API_KEY_FILE, and only the address here"
    elif not good:
        problem = f"{url!r} is no address: it begins with http:// or https:// and often ends in /v1"
    else:
        return
    raise SettingsError(source="settings", field="llm_base_url", problem=problem)


def _price(entry: str) -> tuple[str, Price]:
    """Return model and price of an entry such as "small=0.15/0.60"."""
    model, _, amounts = entry.rpartition("=")
    read, _, written = amounts.partition("/")
    try:
        price = Price(input=float(read), output=float(written))
    except ValueError:
        price = Price(input=-1)
    if not model or not all(isfinite(amount) and amount >= 0 for amount in (price.input, price.output)):
        problem = f"{entry!r} is no price: write MODEL=INPUT/OUTPUT per million tokens, such as small=0.15/0.60"
        raise SettingsError(source="settings", field="llm_prices", problem=problem)
    return model.strip(), price

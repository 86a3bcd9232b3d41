"""The extractor that asks a language model (METHOD.md, section 2): cache, budget, breaker, call, check; or a fallback.

A turn is asked about by itself and once: what was answered is kept, and the first annotation that is recorded stays the
truth of the turn.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from threading import Event, Thread
from urllib.parse import urlsplit

import msgspec

from schemas.digest import digest
from schemas.turn import Turn
from skgeval.annotation.errors import ReadingStoppedError, WithheldError
from skgeval.annotation.extraction.framing import frame, sentences_of
from skgeval.annotation.extraction.llm.answer import read_answer
from skgeval.annotation.extraction.llm.breaker import Admission, Breaker
from skgeval.annotation.extraction.llm.client import Model
from skgeval.annotation.extraction.llm.errors import AWAY, CallError, Outcome
from skgeval.annotation.extraction.llm.meter import Call, Meter, State, Uncounted
from skgeval.annotation.extraction.llm.options import LlmOptions, OnFailure
from skgeval.annotation.extraction.llm.prompt import answer_schema, load_prompt, turn_as_data
from skgeval.annotation.extraction.llm.reply import Reply, UnusableAnswerError
from skgeval.annotation.extraction.llm.store import AnswerStore
from skgeval.annotation.extraction.llm.taking_in import Reading, take_in
from skgeval.annotation.extraction.local import LocalExtractor
from skgeval.annotation.extraction.port import ANY_LANGUAGE, Extraction
from skgeval.annotation.language import detect_language
from skgeval.annotation.text import Document
from skgeval.annotation.text.repair import repaired
from skgeval.policy import AnnotationPolicy

LLM_VERSION = 2
"""Rises when an answer may be taken in differently."""
UNAVAILABLE, UNUSABLE, BUDGET_SPENT = "llm_unavailable", "llm_unusable", "llm_budget_spent"
"""Flags of turns that the local extractor has read instead, and why."""
MALFORMED_ENTRY = "malformed"
_HOUR_S = 3_600.0
_FIRST_REST_S = 0.5
_LOOK_S = 0.1
_LONG_S = 20.0
"""Seconds after which it is told that answers are waited for: a slow endpoint must not pass for a stuck program."""


class LlmExtractor:
    """Asks a model, and falls back, waits or withholds where it does not answer; see `Extractor`."""

    name = "llm"
    languages = ANY_LANGUAGE

    def __init__(  # noqa: PLR0913 - its parts, composed once
        self,
        *,
        options: LlmOptions,
        model: Model,
        local: LocalExtractor,
        store: AnswerStore,
        meter: Meter | None = None,
        stop: Event | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Compose; `stop` ends a wait, `clock` tells which hour a cost belongs to, in seconds since the epoch."""
        self._options = options
        self._model = model
        self._local = local
        self._store = store
        self._meter = meter or Uncounted()
        self._stop = stop or Event()
        self._clock = clock
        self._prompt = load_prompt()
        self._phrases = local.phrases()
        self._breaker = Breaker(failures=options.failures_to_break, pause=options.pause)
        self._threads = ThreadPoolExecutor(options.concurrency, thread_name_prefix="llm")
        self._host = urlsplit(options.base_url).hostname or ""
        self._ready: dict[str, str | CallError] = {}
        self._asked = digest("llm", options.model, self._prompt.digest(), options.seed)
        self._digest = digest("extractor", self.name, LLM_VERSION, self._asked, local.digest(), self._phrases.digest())

    def digest(self) -> str:
        """Return what names model, prompt and the reading of answers."""
        return self._digest

    def ask_ahead(self, turns: Sequence[Turn], policy: AnnotationPolicy) -> None:
        """Ask about several turns at a time; `extract` finds the answers.

        Raises:
            ReadingStoppedError: told to stop while waiting.
        """
        wanted = {self._key(turn, policy): turn for turn in turns if turn.text.strip()}
        if len(wanted) > 1:
            asking = {key: self._threads.submit(self._outcome, turn, policy) for key, turn in wanted.items()}
            since = time.monotonic()
            self._ready = {key: self._awaited(future, since) for key, future in asking.items()}
            self._meter.waits("")

    def extract(self, turn: Turn, document: Document, policy: AnnotationPolicy) -> Extraction:
        """Return what the model says that the turn says.

        Raises:
            ExtractionError: nobody could read the turn.
            WithheldError: the model did not, and nobody else shall.
            ReadingStoppedError: told to stop while waiting; the turn is as if it had not come.
        """
        if not document.source.strip():
            return Extraction()
        try:
            content = self._content(turn, policy)
        except CallError as error:
            return self._without_model(turn, document, policy, error)
        answer = read_answer(content)
        framed = frame(turn, document, self._local, policy)
        taken = take_in(answer.answer, Reading(turn=turn, document=document, frame=framed), self._phrases, policy)
        for reason, times in sorted({**taken.dropped, MALFORMED_ENTRY: answer.malformed}.items()):
            if times:
                self._meter.dropped(reason, times)
        return taken.extraction

    def close(self) -> None:
        """Let go of threads and files."""
        self._stop.set()
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._model.close()
        self._store.close()

    def _content(self, turn: Turn, policy: AnnotationPolicy) -> str:
        """Return the answer; wait for it as long as the endpoint is away, where that is wanted. Raises CallError."""
        answer = self._ready.pop(self._key(turn, policy), None) or self._asked_about(turn, policy)
        rest = _FIRST_REST_S
        while isinstance(answer, CallError) and self._options.on_failure is OnFailure.WAIT and answer.outcome in AWAY:
            self._meter.waits(f"waits for the language model at {self._host} ({answer})")
            if self._stop.wait(min(rest, self._options.pause)):
                raise ReadingStoppedError
            rest *= 2
            answer = self._asked_about(turn, policy)
        self._meter.waits("")
        if isinstance(answer, CallError):
            raise answer
        return answer

    def _asked_about(self, turn: Turn, policy: AnnotationPolicy) -> str | CallError:
        return self._awaited(self._threads.submit(self._outcome, turn, policy), time.monotonic())

    def _awaited(self, future: Future[str | CallError], since: float) -> str | CallError:
        """Wait for an answer, and no longer than the program goes on; tell of it when it takes long."""
        try:
            while not wait([future], timeout=_LOOK_S).done and not self._stop.is_set():
                if time.monotonic() - since >= _LONG_S:
                    self._meter.waits(f"waits for an answer of the language model at {self._host}")
        except KeyboardInterrupt:
            self._model.close()
            raise
        if not future.done():
            self._model.close()
            raise ReadingStoppedError
        return future.result()

    def _outcome(self, turn: Turn, policy: AnnotationPolicy) -> str | CallError:
        """Return an answer that can be read, kept or new; else why there is none."""
        key = self._key(turn, policy)
        kept = self._store.get(key)
        if kept is not None:
            self._meter.reused(turn.assistant, turn.assistant_version)
            return kept
        budget = self._options.budget_per_hour
        if budget and self._store.spent(self._hour()) >= budget:
            self._show()
            return CallError(outcome=Outcome.OVER_BUDGET, problem="this hour's budget is spent")
        admission = self._breaker.admits()
        if admission is Admission.TRIAL and self._options.on_failure is not OnFailure.WAIT:
            # No turn waits for what will most likely fail once more, and may take long to do so.
            Thread(target=self._tried, args=(key, turn, policy), name="llm-trial", daemon=True).start()
        if admission is Admission.YES or (admission is Admission.TRIAL and self._options.on_failure is OnFailure.WAIT):
            return self._called(key, turn, policy)
        return CallError(outcome=Outcome.HELD_BACK, problem="the endpoint failed again and again, and rests")

    def _tried(self, key: str, turn: Turn, policy: AnnotationPolicy) -> None:
        with suppress(Exception):  # the breaker knows of it
            self._called(key, turn, policy)

    def _called(self, key: str, turn: Turn, policy: AnnotationPolicy) -> str | CallError:
        reply, failure = Reply(content=""), None
        data = turn_as_data(turn.role, self._text(turn, policy))
        try:
            reply = self._model.ask(self._prompt.system, data, answer_schema())
            read_answer(reply.content)
        except CallError as error:
            failure = error
            reply = error.reply if isinstance(error, UnusableAnswerError) else reply
        except Exception:
            self._breaker.failed()
            raise
        self._account(turn, Outcome.GOOD if failure is None else failure.outcome, reply)
        if failure is not None:
            return failure
        self._store.put(key, reply.content)
        return reply.content

    def _account(self, turn: Turn, outcome: Outcome, reply: Reply) -> None:
        """Count a call, pay for it, and let the breaker know."""
        (self._breaker.failed if outcome in AWAY else self._breaker.succeeded)()
        cost = self._options.price.cost(reply.read, reply.written)
        if cost:
            self._store.spend(self._hour(), cost)
        self._meter.called(
            Call(
                assistant=turn.assistant,
                assistant_version=turn.assistant_version,
                outcome=outcome.value,
                read=reply.read,
                written=reply.written,
                cost=cost,
            )
        )
        self._show()

    def _without_model(self, turn: Turn, document: Document, policy: AnnotationPolicy, error: CallError) -> Extraction:
        """Read a turn that the model did not read; a spent budget never withholds one."""
        if error.outcome is Outcome.OVER_BUDGET:
            flag = BUDGET_SPENT
        elif self._options.on_failure is OnFailure.DEAD_LETTER:
            raise WithheldError(extractor=self.name, problem=str(error)) from error
        else:
            flag = UNAVAILABLE if error.outcome in AWAY else UNUSABLE
        if detect_language(document.text or document.source) in self._local.languages:
            read = self._local.extract(turn, document, policy)
            return msgspec.structs.replace(read, flags=(*read.flags, flag), read_by=self._local.digest())
        sentences = sentences_of(document, policy.max_sentences)
        return Extraction(sentences=sentences, flags=(flag,), served=False, read_by=self._local.digest())

    def _show(self) -> None:
        spent, budget = self._store.spent(self._hour()), self._options.budget_per_hour
        self._meter.stands(
            State(breaker_open=self._breaker.is_open, spent=spent, over_budget=bool(budget) and spent >= budget)
        )

    def _hour(self) -> int:
        return int(self._clock() // _HOUR_S)

    def _text(self, turn: Turn, policy: AnnotationPolicy) -> str:
        return repaired(turn.text)[: policy.max_characters]

    def _key(self, turn: Turn, policy: AnnotationPolicy) -> str:
        return digest("llm-answer", self._asked, turn.role.value, self._text(turn, policy))

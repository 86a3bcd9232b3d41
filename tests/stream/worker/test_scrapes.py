"""Scrapes that come faster than metrics can be written down."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import httpx
import pytest

from stream.ingest.server import HttpServer, open_socket
from stream.worker.health import Health
from stream.worker.surface import Window, build_app
from tests.stream.worker.programs import until


class Slow:
    """Metrics that are written down once they may be."""

    def __init__(self):
        self.begun = 0
        self.may_end = Event()

    def exposition(self):
        self.begun += 1
        self.may_end.wait(30)
        return f"skg_rendering {self.begun}\n".encode()


class Counted:
    """An application, and how many requests it has been given."""

    def __init__(self, app):
        self._app = app
        self.given = 0

    async def __call__(self, scope, receive, send):
        self.given += 1
        await self._app(scope, receive, send)


@pytest.fixture
def slow():
    return Slow()


@pytest.fixture
def counted(slow):
    health = Health(stuck=(), unready=())
    return Counted(build_app(Window(exposition=slow.exposition, health=lambda: health, seen=tuple)))


@pytest.fixture
def url(slow, counted):
    server = HttpServer(counted, open_socket("127.0.0.1", 0, token=""))
    yield server.url
    slow.may_end.set()
    server.stop()


@pytest.fixture
def scrape(url, counted):
    """Give a function that begins scrapes, which have come in when it returns."""
    with ThreadPoolExecutor(50) as scrapers:

        def begin(times):
            wanted = counted.given + times
            begun = [scrapers.submit(httpx.get, f"{url}/metrics", timeout=60) for _ in range(times)]
            until(lambda: counted.given, lambda given: given == wanted)
            return begun

        yield begin


def test_scrapes_that_overlap_are_answered_by_one_rendering_and_the_next_by_another(slow, url, scrape):
    overlapping = scrape(times=50)
    health = httpx.get(f"{url}/health/ready").status_code
    slow.may_end.set()

    assert health == 200, "scrapes that wait hold nobody else up"
    assert {one.result().text for one in overlapping} == {"skg_rendering 1\n"}
    assert httpx.get(f"{url}/metrics").text == "skg_rendering 2\n"


def test_a_scrape_that_gives_up_leaves_its_rendering_to_the_next(slow, url, scrape):
    with pytest.raises(httpx.ReadTimeout):
        httpx.get(f"{url}/metrics", timeout=0.3)

    (second,) = scrape(times=1)
    slow.may_end.set()

    assert second.result().text == "skg_rendering 1\n"


def test_a_rendering_that_fails_is_told_and_not_kept(slow, url, monkeypatch):
    slow.may_end.set()
    monkeypatch.setattr(slow, "begun", None)  # adding to it fails
    first = httpx.get(f"{url}/metrics").status_code
    monkeypatch.setattr(slow, "begun", 0)

    assert (first, httpx.get(f"{url}/metrics").text) == (500, "skg_rendering 1\n")

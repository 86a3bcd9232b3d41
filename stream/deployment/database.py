"""The archive: whether it answers, whether its tables are those of this release, and its server's clock."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from alerts.archive.inspection import ArchiveState, inspect_archive
from stream.check import Check
from stream.deployment.clocks import Moment, clock
from stream.settings import Settings

NAME = "archive"


def look_at_archive(settings: Settings) -> Iterator[Check]:
    """Check the archive without changing it; raises ArchiveError."""
    shown = settings.shown()["archive_url"]
    if not settings.archive_url and not (Path(settings.data_dir) / "archive.db").exists():
        todo = "set SKG_ARCHIVE_URL (or its _FILE), or look where the role archive runs"
        yield Check(name=NAME, found=f"not checked: no archive is named here, and {shown} is not there", todo=todo)
        return
    state = inspect_archive(settings.archive())
    yield _tables(shown, state)
    if state.clock is not None:
        told = state.clock.told
        moment = Moment(asked=state.clock.asked, answered=state.clock.answered, earliest=told, latest=told)
        yield clock("the archive's database", moment)


def _tables(shown: str, state: ArchiveState) -> Check:
    if not state.known:
        found = f"{shown} has tables of a newer release ({state.revision}); this one has {state.newest}"
        return Check(name=NAME, found=found, sound=False, todo="run the doctor of the release that the archive is of")
    if state.missing:
        found = f"{shown} has {_stand(state)}; this release wants {', '.join(state.missing)} as well"
        todo = "`skg worker --role archive` of this release brings the tables up to date when it starts"
        return Check(name=NAME, found=found, sound=False, todo=todo)
    return Check(name=NAME, found=f"{shown} answers, its tables are those of this release ({state.revision})")


def _stand(state: ArchiveState) -> str:
    return "no tables yet" if state.revision is None else f"tables of revision {state.revision}"

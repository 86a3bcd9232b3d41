"""The broker: its topics, whether each role is played, how far each is behind, and its clock."""

from __future__ import annotations

import time
from collections.abc import Iterator

from schemas.topics import TOPICS
from stream.check import Check
from stream.deployment.clocks import Moment, clock
from stream.errors import TopicsError
from stream.kafka import topics
from stream.kafka.survey import RoleSurvey, survey
from stream.settings import Settings

_MEND = "the parts of the installation do not fit before this is mended"


def look_at_topics(settings: Settings) -> Iterator[Check]:
    """Check every topic; what is wrong is told with what to run. Raises BrokerError, SettingsError."""
    try:
        topics.check(settings)
    except TopicsError as error:
        yield Check(name="topics", found=str(error), sound=False, todo=_MEND)
        return
    found = f"{settings.broker} answers ({settings.broker_security}), its {len(TOPICS)} topics are as they must be"
    yield Check(name="topics", found=found)


def look_at_roles(settings: Settings) -> Iterator[Check]:
    """Check that somebody plays each role and keeps up, and the broker's clock; raises BrokerError, SettingsError."""
    asked = time.time()
    surveyed = survey(settings)
    now = time.time()
    for role in surveyed.roles:
        yield _role(role, settings, now)
    if surveyed.newest_turn is not None:
        yield clock("the broker", Moment(asked=asked, answered=now, earliest=surveyed.newest_turn))


def _role(role: RoleSurvey, settings: Settings, now: float) -> Check:
    name = f"role {role.role}"
    behind = max(0.0, now - role.oldest) if role.oldest is not None else 0.0
    waiting = _waiting(role.waiting, behind)
    if not role.members:
        todo = f"start `skg worker --role {role.role}` (or `skg worker`) with SKG_APP_ID={settings.app_id}"
        return Check(name=name, found=f"no worker of role {role.role} runs; {waiting}", sound=False, todo=todo)
    found = f"{_counted(role.members, 'process', 'processes')}; {waiting}"
    if behind > settings.ready_lag_seconds:
        todo = (
            f"more than SKG_READY_LAG_SECONDS ({settings.ready_lag_seconds:.0f}): its /health/ready and its log say"
            " whether something holds it up; else start more of them"
        )
        return Check(name=name, found=found, sound=False, todo=todo)
    return Check(name=name, found=found)


def _waiting(messages: int, seconds: float) -> str:
    if not messages:
        return "nothing waits"
    return f"{_counted(messages, 'message waits', 'messages wait')}, the first for {seconds:.0f} s"


def _counted(number: int, one: str, more: str) -> str:
    return f"{number} {one if number == 1 else more}"

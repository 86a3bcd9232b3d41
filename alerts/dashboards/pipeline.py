"""The monitor itself: whether it keeps up, what it lost or refused, and what it runs on."""

from __future__ import annotations

from alerts.dashboards.capacity import archive, ledger, model, runs
from alerts.dashboards.colours import LAG_SECONDS
from alerts.dashboards.panels import RANGE, RATE, Board, Graph, Number, Query, Section, neutral, none_wanted
from alerts.dashboards.promql import events, highest, increase, or_none, or_zero, quantile, rate, total
from alerts.dashboards.troubles import order, troubles

_FINE = "1m"
_BY_STAGE = "{{stage}}"


def board() -> Board:
    """Return the dashboard of whoever runs the monitor."""
    return Board(
        uid="skg-pipeline",
        title="SKG / Pipeline",
        description="The monitor itself: whether it keeps up, and what it could not take.",
        since="now-3h",
        sections=(
            Section(title="Now", panels=_numbers()),
            Section(title="Does it keep up?", panels=_lag()),
            Section(title="Speed", panels=_speed()),
            Section(title="What went wrong", panels=troubles()),
            Section(title="What producers get wrong", panels=order()),
            Section(title="Archive", panels=archive()),
            Section(title="Ledger", panels=ledger()),
            Section(title="Language model", panels=model()),
            Section(title="What runs", panels=runs()),
        ),
    )


def _numbers() -> tuple[Number, ...]:
    return (
        Number(
            title="Alerts firing",
            description="Alerts about the monitor itself that fire now. SkgBehind holds back those about assistants.",
            unit="short",
            queries=(Query(expr=or_zero('count(ALERTS{service="skg",alertstate="firing",about="pipeline"})')),),
            steps=none_wanted(),
        ),
        Number(
            title="Parts that do not answer",
            description="Parts that Prometheus knows and does not reach. Turns wait in Kafka meanwhile.",
            unit="short",
            queries=(Query(expr=or_zero('count(up{job="skg"} == 0)')),),
            steps=none_wanted(),
        ),
        Number(
            title="Behind",
            description="How long ago the newest processed message arrived, of the stage that is furthest behind.",
            unit="s",
            decimals=0,
            queries=(Query(expr=or_zero(highest("skg_event_lag_seconds", ""))),),
            steps=LAG_SECONDS,
        ),
        Number(
            title="Turns a second",
            description="Turns recorded, of users and assistants.",
            unit="short",
            decimals=1,
            now=False,
            queries=(Query(expr=or_zero(rate("skg_turns_total", RATE, ""))),),
            steps=neutral(),
        ),
        Number(
            title="Dead letters",
            description="Messages on the dead-letter topic in the time that is looked at: skg dlq list says why.",
            unit="short",
            queries=(Query(expr=or_zero(events("skg_dead_letters_total", RANGE, ""))),),
            steps=none_wanted("orange"),
        ),
        Number(
            title="Restarts",
            description="Child processes started again in the time that is looked at. A few are no trouble.",
            unit="short",
            queries=(Query(expr=or_zero(increase("skg_worker_restarts_total", RANGE, ""))),),
            steps=none_wanted("orange"),
        ),
    )


def _lag() -> tuple[Graph, ...]:
    return (
        Graph(
            title="Behind, in seconds",
            description="How long ago the newest processed message arrived; 0 when none waits.",
            unit="s",
            lowest=0,
            queries=(Query(expr=highest("skg_event_lag_seconds", "stage"), legend=_BY_STAGE),),
            steps=LAG_SECONDS,
        ),
        Graph(
            title="Behind, in messages",
            description="Messages of all partitions that are not committed yet. More annotators or judges share them.",
            unit="short",
            lowest=0,
            queries=(Query(expr=total("skg_consumer_lag", "stage"), legend=_BY_STAGE),),
        ),
        Graph(
            title="Since the last commit",
            description="While messages wait; 0 when none waits. It grows, and messages wait: that part hangs.",
            unit="s",
            lowest=0,
            queries=(Query(expr=highest("skg_commit_age_seconds", "stage"), legend=_BY_STAGE),),
            steps=LAG_SECONDS,
        ),
        Graph(
            title="Recovering",
            description="1 while state is read from the changelog. Minutes are normal after a lost volume.",
            unit="none",
            lowest=0,
            highest=1,
            queries=(Query(expr=highest("skg_recovering", "stage"), legend=_BY_STAGE),),
        ),
        Graph(
            title="Turns that wait in memory",
            description="Queues inside the processes. On Kafka turns wait in topics instead.",
            unit="short",
            lowest=0,
            queries=(Query(expr=or_none(total("skg_queue_turns", "queue"), "queue"), legend="{{queue}}"),),
        ),
        Graph(
            title="Parts that answer",
            description="Parts that Prometheus reaches, by service.",
            unit="short",
            lowest=0,
            queries=(Query(expr='sum by (service) (up{job="skg"})', legend="{{service}}"),),
        ),
    )


def _speed() -> tuple[Graph, ...]:
    return (
        Graph(
            title="Turns a second",
            description="Turns recorded, by who spoke; and turns that HTTP ingest has sent to Kafka.",
            unit="short",
            lowest=0,
            queries=(
                Query(expr=rate("skg_turns_total", RATE, "role"), legend="{{role}}"),
                Query(expr=rate("skg_sent_turns_total", RATE, ""), legend="sent by ingest"),
            ),
        ),
        Graph(
            title="Time of one turn in each stage",
            description="One in twenty takes longer. Annotating is the parser's time, and grows with the text.",
            unit="s",
            lowest=0,
            interval=_FINE,
            queries=(Query(expr=quantile(0.95, "skg_stage_seconds", RATE, "stage"), legend=_BY_STAGE),),
        ),
        Graph(
            title="Time from arrival to the end",
            description="Until all that follows from a turn is done: half take less, and the slowest.",
            unit="s",
            lowest=0,
            interval=_FINE,
            queries=(
                Query(expr=quantile(0.5, "skg_turn_seconds", RATE, ""), legend="half"),
                Query(expr=quantile(0.95, "skg_turn_seconds", RATE, ""), legend="95 %"),
                Query(expr=quantile(0.99, "skg_turn_seconds", RATE, ""), legend="99 %"),
            ),
        ),
    )

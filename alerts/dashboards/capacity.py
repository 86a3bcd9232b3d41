"""The monitor itself: the panels about archive, ledger, language model and what runs."""

from __future__ import annotations

from alerts.dashboards.panels import RATE, Column, Graph, Number, Query, Table, none_wanted
from alerts.dashboards.promql import events, highest, increase, or_zero, quantile, rate, seen, total

_FINE = "1m"
_BUILD = ("version", "policy", "knowledge", "encoder")


def archive() -> tuple[Graph, ...]:
    """Return the panels about the database."""
    return (
        Graph(
            title="Archived a second",
            description="Messages that the database holds, and the transactions that wrote them.",
            unit="short",
            lowest=0,
            queries=(
                Query(expr=rate("skg_archived_messages_total", RATE, ""), legend="messages"),
                Query(expr=rate("skg_archive_commits_total", RATE, ""), legend="transactions"),
            ),
        ),
        Graph(
            title="Tried again",
            description="Tries again at a database or a broker that was away. Nothing is lost meanwhile.",
            unit="short",
            lowest=0,
            bars=True,
            interval=_FINE,
            queries=(_by_reason("skg_archive_retries_total"),),
        ),
        Graph(
            title="Left out",
            description="Messages that the archive cannot read or hold: after an upgrade, an archive that is too old.",
            unit="short",
            lowest=0,
            bars=True,
            interval=_FINE,
            queries=(_by_reason("skg_archive_left_out_total"),),
        ),
    )


def ledger() -> tuple[Graph, ...]:
    """Return the panels about the records of live conversations."""
    return (
        Graph(
            title="Records and sessions",
            description="Records in the ledger of live conversations, and sessions that are held in memory.",
            unit="short",
            lowest=0,
            queries=(
                Query(expr=or_zero(total("skg_ledger_records", "")), legend="records"),
                Query(expr=or_zero(total("skg_cached_sessions", "")), legend="sessions in memory"),
            ),
        ),
        Graph(
            title="Changelog bytes a second",
            description="What the judges write to the ledger's topic on Kafka.",
            unit="Bps",
            lowest=0,
            queries=(Query(expr=rate("skg_changelog_bytes_total", RATE, ""), legend="written"),),
        ),
        Graph(
            title="Size of one record",
            description="Half of those in the changelog are smaller; one in a hundred is larger. Brokers take 1 MB.",
            unit="bytes",
            lowest=0,
            interval=_FINE,
            queries=(
                Query(expr=quantile(0.5, "skg_changelog_record_bytes", RATE, ""), legend="half"),
                Query(expr=quantile(0.99, "skg_changelog_record_bytes", RATE, ""), legend="99 %"),
            ),
        ),
        Graph(
            title="Sessions folded again",
            description="Sessions read back from the ledger. Many for long: raise live_conversations.",
            unit="short",
            lowest=0,
            bars=True,
            interval=_FINE,
            width=12,
            queries=(Query(expr=increase("skg_session_rebuilds_total", RATE, ""), legend="folded again"),),
        ),
        Graph(
            title="Conversations forgotten",
            description="Erased on request (skg forget).",
            unit="short",
            lowest=0,
            bars=True,
            interval=_FINE,
            width=12,
            queries=(Query(expr=increase("skg_forgotten_conversations_total", RATE, ""), legend="erased"),),
        ),
    )


def model() -> tuple[Graph | Number, ...]:
    """Return the panels about a language model that reads claims; all are 0 where none is asked."""
    states = (
        ("Left alone", "skg_llm_breaker_open", "1 while a model that failed is left alone; turns are read locally."),
        ("Budget spent", "skg_llm_over_budget", "1 while this hour's budget is spent; turns are read locally."),
        ("Waited for", "skg_llm_waiting", "1 while turns wait for the model (llm_on_failure = wait)."),
    )
    return (
        *(
            Number(
                title=title,
                description=description,
                unit="none",
                queries=(Query(expr=or_zero(highest(metric, ""))),),
                steps=none_wanted("orange"),
            )
            for title, metric, description in states
        ),
        Number(
            title="Spent this hour",
            description="What this hour's calls have cost, in the currency of llm_prices.",
            unit="short",
            decimals=2,
            width=12,
            now=False,
            queries=(Query(expr=or_zero(total("skg_llm_budget_spent", ""))),),
        ),
        Graph(
            title="Calls by how they ended",
            description="good, or why there was no answer that could be used.",
            unit="short",
            lowest=0,
            bars=True,
            interval=_FINE,
            queries=(
                Query(expr=seen(events("skg_llm_calls_total", RATE, "ended"), "ended"), legend="{{ended}}"),
                Query(expr=or_zero(events("skg_llm_kept_answers_total", RATE, "")), legend="answered before"),
            ),
        ),
        Graph(
            title="Cost an hour, by assistant",
            description="In the currency of llm_prices, at the present rate.",
            unit="short",
            decimals=2,
            lowest=0,
            interval=_FINE,
            queries=(
                Query(
                    expr=seen(f"3600 * {rate('skg_llm_cost_total', RATE, 'assistant')}", "assistant"),
                    legend="{{assistant}}",
                ),
            ),
        ),
        Graph(
            title="Tokens a second",
            description="Tokens that calls took, read and written.",
            unit="short",
            lowest=0,
            interval=_FINE,
            queries=(
                Query(expr=seen(rate("skg_llm_tokens_total", RATE, "direction"), "direction"), legend="{{direction}}"),
            ),
        ),
        Graph(
            title="Claims not taken in",
            description="Claims of the model that its text does not support, or that are of no use, by reason.",
            unit="short",
            lowest=0,
            bars=True,
            interval=_FINE,
            width=24,
            height=6,
            queries=(_by_reason("skg_llm_dropped_claims_total"),),
        ),
    )


def runs() -> tuple[Table | Number, ...]:
    """Return the panels about what is installed."""
    by = ", ".join((*_BUILD, "service"))
    return (
        Table(
            title="Builds",
            description="Versions and digests of what runs. Two digests of one policy judge differently.",
            labels=(("service", "Part"), *((label, label.capitalize()) for label in _BUILD)),
            columns=(Column(title="Processes", expr=f"sum by ({by}) (skg_build_info)", unit="short", decimals=0),),
            sorted_by="Part",
            width=18,
            height=7,
        ),
        Number(
            title="Assistants shown as `other`",
            description="Assistants beyond max_assistants: raise it, or name those that matter (assistants).",
            unit="short",
            width=6,
            height=7,
            queries=(Query(expr=or_zero(highest("skg_assistants_folded", ""))),),
            steps=none_wanted("orange"),
        ),
    )


def _by_reason(metric: str) -> Query:
    return Query(expr=seen(events(metric, RATE, "reason"), "reason"), legend="{{reason}}")

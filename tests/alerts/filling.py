"""A large archive, made inside the database itself: conversations of ten turns, by fifty assistants with versions."""

from pathlib import Path

from sqlalchemy import text

from alerts.archive.engine import MIGRATING, new_engine

STATEMENTS = Path(__file__).with_suffix(".sql")
_NUMBERS = {
    "sqlite": "(WITH RECURSIVE counted(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM counted WHERE n + 1 < {count})"
    " SELECT n FROM counted) AS numbers",
    "postgresql": "generate_series(0, {count} - 1) AS numbers(n)",
}
_TIME = {
    "sqlite": "strftime('%Y-%m-%d %H:%M:%f000', '2026-01-01', '+' || ({seconds}) || ' seconds')",
    "postgresql": "timestamptz '2026-01-01 00:00:00+00' + ({seconds}) * interval '1 second'",
}


def fill(url, turns):
    """Fill an archive that is up to date and empty; every twentieth conversation is found guilty of something."""
    engine = new_engine(url)
    numbers, time = _NUMBERS[engine.dialect.name], _TIME[engine.dialect.name]
    script = STATEMENTS.read_text().format(
        turns=numbers.format(count=turns),
        talks=numbers.format(count=turns // 10),
        guilty=numbers.format(count=turns // 200),
        turn_at=time.format(seconds="n * 6"),
        talk_at=time.format(seconds="n * 60 + 54"),
        guilty_at=time.format(seconds="talk * 60 + 42"),
        detector="CASE n % 4 WHEN 0 THEN 'slot' WHEN 1 THEN 'antonym' WHEN 2 THEN 'topic_drift' ELSE 'rule_tone' END",
    )
    with engine.execution_options(**MIGRATING).begin() as connection:
        for statement in filter(str.strip, script.split(";\n")):
            connection.execute(text(statement))
    if engine.dialect.name == "postgresql":
        with engine.execution_options(isolation_level="AUTOCOMMIT", skg_untimed=True).connect() as connection:
            connection.exec_driver_sql("VACUUM ANALYZE")
    engine.dispose()

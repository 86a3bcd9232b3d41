"""`skg worker` with children that read and judge without models: `python -m tests.broker.cheap_worker ROLE`.

It ends when its standard input does, so that tests that are killed leave nothing behind.
"""

import os
import sys

from stream.kafka.topics import check
from stream.logs import configure_logs
from stream.settings import load_settings
from stream.stopping import stop_on_signals
from stream.worker.composition import Plan, places, run_worker
from stream.worker.lifeline import hold_on_to


def main(role: str) -> None:
    hold_on_to(sys.stdin.fileno())
    settings = load_settings(os.environ)
    configure_logs(settings.log_level)
    check(settings)
    command = (sys.executable, "-m", "tests.broker.cheap_child")
    plan = Plan(children=places(role, 1), environment=os.environ, command=command, any_port=False)
    run_worker(settings, plan, stop_on_signals())


if __name__ == "__main__":
    main(sys.argv[1])

"""`skg worker` with fake children, and without a broker to ask for its topics: `fake_worker ROLE PROCESSES`."""

import os
import sys

from stream.errors import StreamError
from stream.logs import configure_logs
from stream.settings import load_settings, named_settings
from stream.stopping import stop_on_signals
from stream.worker.composition import Plan, places, run_worker

CHILD = (sys.executable, "-m", "tests.stream.worker.fake_child")

if __name__ == "__main__":
    settings = load_settings(os.environ)
    configure_logs(settings.log_level)
    plan = Plan(
        children=places(sys.argv[1], int(sys.argv[2])),
        environment=os.environ,
        command=CHILD,
        any_port="http_port" not in named_settings(os.environ),
    )
    try:
        run_worker(settings, plan, stop_on_signals())
    except StreamError as error:
        sys.exit(f"skg: {error}")

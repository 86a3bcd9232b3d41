"""A child that does what files in its folder tell it; everything around the role it plays is the real thing.

`exit` holds the code to end with, `status` is laid over what it says of itself, `deaf` makes it ignore SIGTERM, `raise`
makes it fail as its content says. Each round counts one late turn and writes the status.
"""

import os
import signal
import sys
import time

import msgspec

from stream.errors import BrokerError, SettingsError
from stream.worker.child import ROLES, run
from stream.worker.context import ChildContext
from stream.worker.status import Status

ERRORS = {
    "settings": SettingsError(source="settings", field="broker", problem="is not set"),
    "broker": BrokerError(broker="b:1", problem="is away"),
    "unforeseen": ValueError("secret words"),
}


def play(context: ChildContext) -> int:
    stop = []
    folder = context.folder
    if (folder / "deaf").exists():
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    else:
        signal.signal(signal.SIGTERM, lambda *_: stop.append(1))
    with (folder / "starts").open("a") as starts:
        starts.write(f"{os.getpid()} {context.settings.data_dir}\n")
    context.metrics.set_gauge("skg_ledger_records", 10)
    context.metrics.set_gauge("skg_consumer_lag", 99, stage=context.role)
    context.metrics.count("skg_late_turns_total")
    while not stop:
        told = folder / "status"
        said = msgspec.json.decode(told.read_bytes()) if told.exists() else {}
        context.status.write(Status(**{"role": context.role, "number": context.number, "ready": True, **said}))
        if (folder / "raise").exists():
            raise ERRORS[(folder / "raise").read_text()]
        if (folder / "exit").exists():
            code = int((folder / "exit").read_text())
            (folder / "exit").unlink()
            return code
        time.sleep(0.02)
    with (folder / "signals").open("a") as signals:
        signals.write("one\n" * len(stop))
    return 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:], os.environ, dict.fromkeys(ROLES, play)))

"""A child of a worker that reads and judges without models: `python -m tests.broker.cheap_child ROLE NUMBER`."""

import os
import sys

from stream.kafka import annotate, judge
from stream.worker.child import ROLES, run
from tests.broker.cheap import ChainEngine

CHEAP = {
    **ROLES,
    "annotate": lambda context: annotate.run(context, reader=ChainEngine()),
    "judge": lambda context: judge.run(context, judging=ChainEngine()),
}

if __name__ == "__main__":
    sys.exit(run(sys.argv[1:], os.environ, CHEAP))

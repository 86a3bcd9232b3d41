"""Ask the program in this container whether it is alive: exit code 0 when it is, 1 when not or when nobody answers.

Only Python's own library, because it starts every few seconds. Liveness, not readiness: a worker that recovers or lags
is well and must not be started again.
"""

import os
import sys
from urllib.request import urlopen

_URL = f"http://127.0.0.1:{os.environ.get('SKG_HTTP_PORT', '8765')}/health/live"
_SECONDS = 5.0

try:
    with urlopen(_URL, timeout=_SECONDS) as answer:
        sys.stdout.write(answer.read().decode(errors="replace"))
except OSError as error:  # a refused connection, a time-out, or an answer that is not 200
    sys.exit(f"{_URL}: {error}")

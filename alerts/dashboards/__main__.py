"""Write the dashboards: `python -m alerts.dashboards FOLDER`."""

from __future__ import annotations

import sys
from pathlib import Path

from alerts.dashboards.files import write

if __name__ == "__main__":
    for path in write(Path(sys.argv[1])):
        print(path)  # noqa: T201 - it is a program

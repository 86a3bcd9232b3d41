"""From where on a figure is worrying; alerts have bounds of their own, these only colour what is shown."""

from __future__ import annotations

from alerts.dashboards.panels import falling, rising

CONTRADICTED = rising(5, 20)
"""Contradictions, or broken rules, for each thousand turns."""
QUALITY = falling(0.5, 0.7)
"""Quality and the scores it is made of, from 0 to 1."""
DEGRADING = rising(0.1, 0.25)
"""Share of live conversations."""
LAG_SECONDS = rising(30, 60)
"""A worker further behind than 60 seconds is not ready (`ready_lag_seconds`)."""

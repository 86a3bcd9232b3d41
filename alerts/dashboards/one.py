"""What the panels of one assistant share: which series they choose, and how fine they are."""

from __future__ import annotations

ONE = 'assistant="$assistant"'
WHO = (ONE, 'assistant_version=~"$version"')
BY = "assistant_version"
LEGEND = "{{assistant_version}}"
FINE = "5m"
"""The least distance of two points: closer ones would each stand for a few turns, and show noise."""

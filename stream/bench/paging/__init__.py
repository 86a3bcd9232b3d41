"""From a turn to a page: traffic, the real programs around the monitor, and what they did when."""

"""The rules on made-up series, played by promtool: what fires, what must not, and a whole day."""

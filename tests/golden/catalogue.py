"""The table in docs/metrics.md, written from the catalogue."""

import re
from pathlib import Path

from schemas.metrics import BEGUN, LABEL_VALUES, METRICS, REASONS

DOCUMENT = Path(__file__).parents[2] / "docs" / "metrics.md"
TABLE = re.compile(r"(<!-- catalogue -->\n).*?(<!-- end -->)", re.DOTALL)
VALUES = re.compile(r"(<!-- labels -->\n).*?(<!-- end -->)", re.DOTALL)
_BEGUN = {*BEGUN, *REASONS, "skg_findings_total"}


def rendered(text):
    """Return the document with its tables as the catalogue has them."""
    metrics = "".join(map(_row, METRICS))
    labels = "".join(f"| `{name}` | {', '.join(values)} |\n" for name, values in LABEL_VALUES.items())
    text = TABLE.sub(rf"\1| metric | kind | labels | what it tells |\n| --- | --- | --- | --- |\n{metrics}\2", text)
    return VALUES.sub(rf"\1| label | values |\n| --- | --- |\n{labels}\2", text)


def _row(metric):
    name = f"**`{metric.name}`**" if metric.name in _BEGUN else f"`{metric.name}`"
    labels = ", ".join(f"`{label}`" for label in metric.labels)
    bounds = f" Bounds {', '.join(f'{bound:g}' for bound in metric.buckets)}." if metric.buckets else ""
    return f"| {name} | {metric.kind} | {labels} | {metric.help}{bounds} |\n"

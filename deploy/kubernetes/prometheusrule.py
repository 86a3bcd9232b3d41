"""Write prometheusrule.yaml: the rules of ../prometheus/rules as the Prometheus operator takes them.

    python deploy/kubernetes/prometheusrule.py

Rules are changed there and carried here by this command, so that both deployments have the same ones.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).parent
RULES = HERE.parent / "prometheus" / "rules"
WRITTEN = HERE / "prometheusrule.yaml"
HEADING = """\
# For the Prometheus operator (0.66 or newer, which knows keep_firing_for): the rules of ../prometheus/rules.
# Written by prometheusrule.py; change the rules there and run it again. A Prometheus that selects rules by a label
# (ruleSelector) needs that label here, by `labels` or a patch in your overlay.
"""


class _Plain(yaml.SafeDumper):
    """Writes texts that are there twice twice: anchors help who writes, not who reads."""

    def ignore_aliases(self, data: object) -> bool:
        """Take nothing for an alias."""
        del data
        return True


def prometheus_rule() -> str:
    """Return the manifest with every group of every rule file, in the order of the files' names."""
    groups: list[Any] = []
    for path in sorted(RULES.glob("*.yaml")):
        groups += yaml.safe_load(path.read_text())["groups"]
    manifest = {
        "apiVersion": "monitoring.coreos.com/v1",
        "kind": "PrometheusRule",
        "metadata": {"name": "skg"},
        "spec": {"groups": groups},
    }
    return HEADING + yaml.dump(manifest, Dumper=_Plain, sort_keys=False, allow_unicode=True, width=1000)


if __name__ == "__main__":
    WRITTEN.write_text(prometheus_rule())

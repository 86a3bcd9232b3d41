"""Metrics of several processes as one: each child keeps its values in files, the supervisor reads them all.

Files are named after a child's place (`stream.worker.values`): a child that is started again goes on counting where the
one before stopped, so that counters never fall, nothing is counted twice, and a child that crashes all night leaves no
pile of files. A worker begins at zero.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from threading import Lock

from prometheus_client import CollectorRegistry, Counter, disable_created_metrics, generate_latest, values
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric as Family
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector
from prometheus_client.samples import Sample

from schemas.metrics import METRICS
from stream.worker.exits import Exit, reason
from stream.worker.seen import Seen
from stream.worker.status import Status
from stream.worker.values import ValueFiles

FILES_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""Names the folder of the files; prometheus_client looks for it when it is imported."""
_CATALOGUE = {metric.name: metric for metric in METRICS}
_RESTARTS = "skg_worker_restarts_total"
_BUILD = "skg_build_info"
_FALLING_SUMS = {metric.name for metric in METRICS if metric.buckets and metric.buckets[0] < 0}
"""Histograms of what may be negative: their sum may fall, and Prometheus would take that for a restart."""
_OF_STATUS: tuple[tuple[str, Callable[[Iterable[float]], float], Callable[[Status, Seen], float]], ...] = (
    ("skg_event_lag_seconds", max, lambda status, _seen: status.event_lag_seconds),
    ("skg_consumer_lag", sum, lambda status, _seen: status.lag),
    ("skg_commit_age_seconds", max, lambda _status, seen: seen.commit_age(time.time())),
    ("skg_recovering", max, lambda status, _seen: status.recovering),
)
"""Gauges that come from what children say of themselves: how values of one role are joined, and what they are.

The age of the last commit goes on by the supervisor's clock, also when a child hangs while messages wait; the others
stay as the child told them last.
"""


def share_values(name: str, folder: Path) -> ValueFiles:
    """Keep every metric made from now on in files of that name; `folder` is the one that FILES_VARIABLE names.

    Not for processes that fork: both would write to one file.
    """
    files = ValueFiles(name, folder)
    values.ValueClass = files.value_class()
    return files


class WorkerMetrics(Collector):
    """What a worker tells Prometheus: its children's files, what they say of themselves, and how often they ended.

    `collect` is called by the HTTP server's thread, everything else by the supervisor's.
    """

    def __init__(self, folder: Path, roles: Sequence[str], build: dict[str, str]) -> None:
        """Begin with an empty folder: what an earlier worker counted is gone with it. `build` are labels."""
        disable_created_metrics()  # type: ignore[no-untyped-call]
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(mode=0o700, parents=True)
        self.folder = folder
        self.seen: tuple[Seen, ...] = ()
        self._reading = Lock()
        restarts = _CATALOGUE[_RESTARTS]
        self._restarts = Counter(restarts.name, restarts.help, restarts.labels, registry=None)
        for role in roles:
            for code in (*Exit, -9):
                if code != Exit.CONFIGURATION:
                    self._restarts.labels(stage=role, reason=reason(code))
        self._build = _family(_BUILD)
        self._build.add_metric([build.get(label, "") for label in _CATALOGUE[_BUILD].labels], 1)
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def exposition(self) -> bytes:
        """Return everything in Prometheus' text format."""
        return generate_latest(self._registry)

    def restarted(self, role: str, why: str) -> None:
        """Count a child that is started again."""
        self._restarts.labels(stage=role, reason=why).inc()

    def gone(self, name: str) -> None:
        """Forget the gauges of a child that has ended; its counters stay."""
        with self._reading:
            mark_process_dead(name, str(self.folder))  # type: ignore[no-untyped-call]

    def collect(self) -> Iterable[Family]:
        """Return all families; where a child tells what its supervisor knows better, the supervisor is believed."""
        with self._reading:
            # A file is empty for a moment after a child has made it.
            files = [str(path) for path in sorted(self.folder.glob("*.db")) if path.stat().st_size]
            merged: Iterable[Family] = MultiProcessCollector.merge(files)  # type: ignore[no-untyped-call]
        families = {family.name: family for family in merged}
        for name in _FALLING_SUMS & families.keys():
            family = families[name]
            family.samples = [sample for sample in family.samples if not sample.name.endswith("_sum")]
        for family in (*self._restarts.collect(), self._build, *_gauges(self.seen)):
            known = families.setdefault(family.name, family)
            if known is not family:
                known.samples = list(
                    {_identity(sample): sample for sample in (*known.samples, *family.samples)}.values()
                )
        return families.values()


def _gauges(seen: Sequence[Seen]) -> Iterable[Family]:
    for name, join, value in _OF_STATUS:
        family = _family(name)
        for role in sorted({child.role for child in seen}):
            told = [value(child.status, child) for child in seen if child.role == role and child.status is not None]
            if told:
                family.add_metric([role], join(told))
        yield family


def _family(name: str) -> GaugeMetricFamily:
    metric = _CATALOGUE[name]
    return GaugeMetricFamily(metric.name, metric.help, labels=metric.labels)


def _identity(sample: Sample) -> tuple[str, frozenset[tuple[str, str]]]:
    return sample.name, frozenset(sample.labels.items())

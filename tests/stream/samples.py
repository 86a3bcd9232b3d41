"""What an exposition of metrics says, read by the parser of prometheus_client."""

from prometheus_client.parser import text_string_to_metric_families

from stream.metrics import Metrics


def samples(text: str, name: str) -> dict[tuple[tuple[str, str], ...], float]:
    """Return every sample of this name by its labels, sorted."""
    return {
        tuple(sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name == name
    }


def total(text: str, name: str, **labels: str) -> float:
    """Return the sum of the samples that have these labels among others."""
    return sum(value for found, value in samples(text, name).items() if labels.items() <= dict(found).items())


def value(metrics: Metrics, name: str, **labels: str) -> float | None:
    """Return one sample, None when there is none."""
    return samples(metrics.exposition().decode(), name).get(tuple(sorted(labels.items())))

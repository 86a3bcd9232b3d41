from schemas.metrics import METRICS
from tests.golden.catalogue import DOCUMENT, rendered


def test_the_tables_of_metrics_are_those_of_the_catalogue():
    text = DOCUMENT.read_text()

    assert text == rendered(text), "run `make goldens` and read the diff"
    assert all(f"`{metric.name}`" in text for metric in METRICS)

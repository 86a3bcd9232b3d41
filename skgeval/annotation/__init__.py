"""Text to `Annotation`: the only place that runs models."""

"""Running an evaluation: files, worker processes and a cache of annotations (the figures are `skgeval.evaluation`)."""

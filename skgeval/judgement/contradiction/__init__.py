"""Gates, then a cascade of independent detectors."""

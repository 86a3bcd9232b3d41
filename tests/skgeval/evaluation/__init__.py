"""Figures on labelled data, on tiny sets whose figures are calculated by hand."""

"""The published method, rule by rule: one worked example each, the numbers calculated by hand in its comment."""

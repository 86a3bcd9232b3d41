"""Every store keeps the same contract."""

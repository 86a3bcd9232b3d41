"""Fixtures that tests in several folders use."""

pytest_plugins = ("tests.alerts.fixtures", "tests.broker.fixtures")

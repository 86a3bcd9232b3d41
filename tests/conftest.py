"""Fixtures that tests in several folders use."""

pytest_plugins = ("tests.broker.fixtures",)

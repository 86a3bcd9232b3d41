from importlib.metadata import entry_points, packages_distributions

import pytest

from tests.house.repository import PACKAGES


@pytest.mark.parametrize("package", PACKAGES)
def test_our_distribution_is_the_only_owner_of_each_package(package):
    assert set(packages_distributions()[package]) == {"skgeval-monitor"}


def test_the_command_is_installed():
    (command,) = entry_points(group="console_scripts", name="skg")

    assert command.value == "stream.cli:main"

"""Each case in two forms: short for `make test`, long for `make chaos`."""

from typing import Any

import pytest


def forms(*, short: object, long: object) -> Any:
    """Run a test with `form` in both of its forms."""
    return pytest.mark.parametrize(
        "form",
        [
            pytest.param(short, id="short", marks=pytest.mark.slow),
            pytest.param(long, id="long", marks=[pytest.mark.slow, pytest.mark.chaos]),
        ],
    )

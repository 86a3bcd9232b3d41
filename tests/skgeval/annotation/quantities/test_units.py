"""The table of units agrees with pint, which is the reference for dimensions and factors."""

from __future__ import annotations

import pint
import pytest

from skgeval.annotation.quantities.vocabulary import Unit, vocabulary

BASES = {
    "time": "second", "length": "meter", "mass": "kilogram", "volume": "meter**3", "area": "meter**2",
    "length/time": "meter/second", "temperature": "degree_Celsius", "degree": "degree", "data": "byte",
    "data/time": "byte/second", "energy": "joule", "power": "watt", "frequency": "hertz", "voltage": "volt",
    "current": "ampere", "charge": "coulomb", "pressure": "pascal",
}  # fmt: skip
OWN_NAMES = {
    "bit_per_second": "bit/second", "kilobit_per_second": "kilobit/second", "megabit_per_second": "megabit/second",
    "gigabit_per_second": "gigabit/second", "kilocalorie": "kilocalorie", "square_meter": "meter**2",
    "square_kilometer": "kilometer**2", "square_foot": "foot**2", "square_mile": "mile**2",
    "square_inch": "inch**2", "cubic_meter": "meter**3", "cubic_foot": "foot**3",
    "meter_per_second": "meter/second", "kilometer_per_hour": "kilometer/hour", "mile_per_hour": "mile/hour",
    "milliampere_hour": "milliampere*hour", "light_year": "light_year", "horsepower": "horsepower",
}  # fmt: skip
UNITS = sorted({unit.name: unit for unit in vocabulary().units.values()}.items())


@pytest.fixture(scope="module")
def registry() -> pint.UnitRegistry:
    return pint.UnitRegistry(autoconvert_offset_to_baseunit=True)


@pytest.mark.parametrize(
    ("name", "unit"), [(name, unit) for name, unit in UNITS if unit.dimension in BASES and name != "decade"]
)
def test_every_unit_converts_as_pint_does(registry, name: str, unit: Unit):
    measured = registry.Quantity(10.0, OWN_NAMES.get(name, name)).to(BASES[unit.dimension]).magnitude

    assert 10.0 * unit.factor + unit.offset == pytest.approx(measured, rel=1e-4)


def test_the_slack_of_a_month_reaches_from_28_to_31_days():
    month = vocabulary().units["month"]

    assert (month.factor - month.below) / 86_400 == pytest.approx(28, abs=0.1)
    assert (month.factor + month.above) / 86_400 == pytest.approx(31, abs=0.1)

"""Seats and desks that ask two hosts."""

import pytest

from house_kit import Everybody
from registry_contract import *  # noqa: F403 - the tests that every store must pass
from registry_contract import SEAT, TABLE


@pytest.fixture
def registry(house):
    return Everybody(house, TABLE, SEAT)

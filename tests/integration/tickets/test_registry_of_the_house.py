"""Seats and desks that ask two hosts in turn."""

import pytest

from asked_kit import Everybody
from registry_contract import *  # noqa: F403 - the tests that every store must pass
from registry_contract import SEAT, TABLE


@pytest.fixture
def registry(asked):
    return Everybody(asked, TABLE, SEAT)

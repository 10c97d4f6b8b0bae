"""Seats and desks that ask two hosts in turn."""

import pytest

from kits.tickets.asked import Everybody
from kits.tickets.registry_contract import *  # noqa: F403 - the tests that every store must pass
from kits.tickets.registry_contract import SEAT, TABLE


@pytest.fixture
def registry(asked):
    return Everybody(asked, TABLE, SEAT)

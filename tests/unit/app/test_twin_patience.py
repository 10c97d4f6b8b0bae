"""How long the presence of a process that died is waited for before it is called a living twin."""

from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from kiosk.app import networked
from kiosk.app.networked import Showing, patience_s
from kiosk.seat.state import SeatState
from kits.seat.seats import make_context

LEASE_S = 3
MEETS_S = 0.3


class Presences:
    """Keeps who is told of what stands under the key."""

    def stand(self, _key, _value, met):
        self.met = met


@pytest.fixture
def clock(monkeypatch):
    found = [100.0]
    monkeypatch.setattr(networked, "time", SimpleNamespace(monotonic=lambda: found[0]))
    return found


@pytest.fixture
def meets(clock):
    """Another's presence is met for so many seconds; answers the fault, if one was told."""
    presences, told = Presences(), []
    showing = Showing(presences, make_context().config, told.append, patience_s(LEASE_S))
    showing.show(replace(SeatState(), layout="A"))

    def meet(seconds):
        end = clock[0] + seconds
        while clock[0] < end:
            clock[0] += MEETS_S
            presences.met(b"another")
        return told

    return meet


def test_that_a_presence_that_does_not_go_is_a_twin(meets):
    assert meets(patience_s(LEASE_S) + 1)


def test_that_a_lease_which_began_anew_when_the_servers_were_away_a_moment_is_waited_for(meets):
    assert meets(LEASE_S - 0.3) == []
    assert meets(LEASE_S + 1.5) == [], "the servers give every lease its whole time again when they begin"


def test_that_one_is_waited_for_who_died_with_its_line_at_a_host_that_died_before_it_took_the_presence_away(
    meets,
):
    missed_s, waited_s, lease_s = 4.0, LEASE_S, LEASE_S
    assert meets(missed_s + waited_s + lease_s + MEETS_S) == []


def test_that_patience_begins_anew_after_a_silence_of_the_log(meets, clock):
    for _ in range(5):
        assert meets(LEASE_S + 1) == []
        clock[0] += 60
    assert meets(patience_s(LEASE_S) + 1), "but not for ever"

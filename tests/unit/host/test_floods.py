"""How much each party may ask of a host, and what becomes of who asks more."""

import pytest

from kiosk.host.gateway.floods import BYTES, CALLS, CUT_OFF_AFTER, CUT_OFF_S, MOST_STREAMS, Flooded, Floods
from kiosk.host.rights import Identity, Role
from kiosk.links.etcd.wire import MAX_PUTS
from kiosk.links.hosts.wire import MOST_BYTES
from kiosk.table.records import MAX_RECORD_BYTES

SEAT, OTHER = Identity("12", Role.SEAT, "07"), Identity("12", Role.SEAT, "08")
CONSOLE = Identity("12", Role.CONSOLE, "console")
QUOTA = 1 << 30  # bytes: what the servers hold


class Clock:
    now_s = 0.0

    def __call__(self):
        return self.now_s


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def floods(clock):
    return Floods(clock)


def flood(floods, who, size=0, calls=100_000):
    """As many as pass without a pause."""
    for n in range(calls):
        try:
            floods.take(who, size)
        except Flooded:
            return n
    return calls


def test_that_calls_have_a_measure_that_fills_again(floods, clock):
    rate, most = CALLS[Role.SEAT]
    assert flood(floods, SEAT) == most
    clock.now_s += 1
    assert flood(floods, SEAT) == rate
    assert flood(floods, OTHER) == most, "one party's flood is not another's"


def test_that_who_goes_on_is_cut_off_for_a_while(floods, clock):
    flood(floods, SEAT)
    for _ in range(CUT_OFF_AFTER - 1):  # the last one of the flood was refused, too
        with pytest.raises(Flooded, match="more than 20 calls a second"):
            floods.take(SEAT)
    clock.now_s += CUT_OFF_S - 0.1
    with pytest.raises(Flooded, match="cut off for 10 s"):
        floods.take(SEAT)
    clock.now_s += 0.2
    floods.take(SEAT)


def test_that_a_few_great_records_are_a_flood_as_many_small_ones_are(floods, clock):
    rate, most = BYTES[Role.SEAT]
    size = MAX_RECORD_BYTES
    assert flood(floods, SEAT, size) == most // size
    with pytest.raises(Flooded, match=r"more than 4096 bytes a second"):
        floods.take(SEAT, size)
    clock.now_s += size / rate
    floods.take(SEAT, size)
    with pytest.raises(Flooded):
        floods.take(SEAT, int(most) + 1)


def test_that_no_seat_fills_the_servers_in_days(floods, clock):
    written, day_s = 0, 86_400
    while clock.now_s < 2 * day_s:
        written += flood(floods, SEAT, 64 * 1024) * 64 * 1024
        clock.now_s += 60
    assert written < QUOTA


@pytest.mark.parametrize("who", [SEAT, CONSOLE])
def test_that_what_an_honest_party_sends_passes(floods, clock, who):
    for _ in range(3_600):  # an hour of touches without rest, each with all chips of a full board
        floods.take(who, 1_500)
        floods.take(who, 200)
        clock.now_s += 1
    greatest = MAX_RECORD_BYTES if who is SEAT else min(MOST_BYTES, MAX_PUTS * MAX_RECORD_BYTES)
    clock.now_s += 60
    floods.take(who, greatest)


def test_that_streams_have_a_measure(floods, clock):
    for _ in range(MOST_STREAMS[Role.SEAT]):
        floods.open(SEAT)
    with pytest.raises(Flooded, match="more than 8 streams"):
        floods.open(SEAT)
    floods.open(OTHER)
    floods.close(SEAT)
    floods.open(SEAT)

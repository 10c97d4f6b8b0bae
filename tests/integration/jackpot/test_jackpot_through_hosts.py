"""What consoles and seats may ask of the jackpot that their tables share, each with its own certificate."""

import time

import msgspec
import pytest
from msgspec.structs import replace

from kiosk.host.gateway import jackpots as at_gateway
from kiosk.jackpot import keys
from kiosk.jackpot.jackpot import Jackpot
from kiosk.jackpot.meter import Terms
from kiosk.jackpot.requests import Denied, Moved, Reason, SetTerms, Show
from kiosk.links.calls.errors import Denied as NotPermitted
from kiosk.links.calls.errors import Said
from kiosk.links.etcd.cells import Cells
from kiosk.table.log import NoAnswer, OtherHistory, Put
from kits.jackpot.acts import (
    AT,
    BEGIN,
    BEGINS,
    EACH,
    RESET,
    A,
    B,
    claim,
    confirm,
    contribute,
    deny,
    moved,
    returned,
    shown,
    void,
)


@pytest.fixture
def begun(store):
    jackpot = Jackpot(store, lambda: AT)
    moved(jackpot, BEGIN)
    return jackpot


@pytest.mark.parametrize("console", ["console", "spare-console"])
def test_that_a_console_plays_a_whole_round_of_its_table(hosts, begun, console):
    own = hosts.of(f"{A}.{console}")
    moved(own, contribute(A, 1), claim(A, 1), confirm(A, 1), contribute(A, 2), returned(A, 2), void(A, 2))
    moved(own, contribute(A, 3), claim(A, 3), deny(A, 3))
    assert shown(own).value == shown(begun).value == RESET + EACH


REQUESTS = {
    "contribute": contribute(A, 1, "T-02"),
    "return": returned(A, 1),
    "void": void(A, 1),
    "claim": claim(A, 1),
    "confirm": confirm(A, 1),
    "deny": deny(A, 1),
    "terms": SetTerms(Terms(2, 0, 0, 1), "thief", "mine"),
    "begin": BEGIN,
}
OTHERS = [
    "ST-01.seat.T-01",
    "ST-02.console",
    "ST-02.seat.T-01",
    "PG-01.console",
    "SB-01.console",
    "ST-01.cashier",
]


@pytest.mark.parametrize("what", REQUESTS)
def test_that_nobody_moves_the_meter_in_anothers_name(hosts, begun, warnings_logged, what):
    moved(begun, contribute(A, 1))
    before = shown(begun)
    for name in OTHERS + (["ST-01.console"] if what in ("terms", "begin") else []):
        with pytest.raises(NotPermitted, match=r"may not move|shares no jackpot"):
            hosts.of(name, timeout_ms=2_000).ask(REQUESTS[what])
    assert shown(begun) == before
    warnings_logged.clear()


def test_that_only_who_shares_a_jackpot_sees_it(hosts, begun, warnings_logged):
    moved(begun, contribute(A, 1), claim(A, 1))
    assert shown(hosts.of(f"{B}.console")) == shown(begun)
    seen = shown(hosts.of(f"{A}.seat.T-01"))
    assert seen == replace(shown(begun), waiting=(), digest="")
    assert hosts.of("PG-01.console").ask(Show()) == Denied(Reason.NO_JACKPOT)  # its own was never begun
    for name in ("SB-01.console", "SB-01.seat.T-01", f"{A}.cashier"):
        with pytest.raises(NotPermitted, match=r"may not see|shares no jackpot"):
            hosts.of(name, timeout_ms=2_000).ask(Show())
    warnings_logged.clear()


@pytest.mark.parametrize("key", [keys.meter("main"), keys.acts("main"), keys.acts("main", A), keys.ROOT])
def test_that_the_log_is_no_way_to_the_jackpot(hosts, begun, warnings_logged, key):
    for name in (f"{A}.console", f"{A}.seat.T-01"):
        line = hosts.line(name, timeout_ms=2_000)
        for ask in (
            lambda line=line: line.last(key),
            lambda line=line: line.read([key], 0, 1),
            lambda line=line: line.append([Put(key, b"{}")]),
        ):
            with pytest.raises(NotPermitted, match="may not"):
                ask()
    assert shown(begun).value == BEGINS
    warnings_logged.clear()


@pytest.mark.parametrize(
    "garbage",
    [b"", b"\xff", b"{}", b'{"type":"void"}', b'{"type":"void","table":"../x","round":1}', b"[" * 8_000],
)
def test_that_what_is_no_request_is_refused(hosts, begun, warnings_logged, garbage):
    with pytest.raises((NoAnswer, ValueError, Said)):
        hosts.line(f"{A}.console", timeout_ms=2_000).ask_jackpot(garbage)
    assert shown(begun).number == 1
    warnings_logged.clear()


def test_that_seats_ask_the_host_and_not_the_cluster(hosts, begun, monkeypatch):
    monkeypatch.setattr(at_gateway, "FRESH_S", 3_600)
    console, seats = hosts.of(f"{A}.console"), [hosts.of(f"{A}.seat.T-0{n}") for n in range(1, 6)]
    for seat in seats * 3:
        assert shown(seat).value == BEGINS
    moved(begun, contribute(B, 1))  # at no host of these
    assert {shown(seat).value for seat in seats} == {BEGINS}
    for _ in hosts.gateways:
        moved(console, contribute(A, 1))
    assert {shown(seat).value for seat in seats} <= {BEGINS, BEGINS + 2 * EACH}
    monkeypatch.setattr(at_gateway, "FRESH_S", 0)
    assert {shown(seat).value for seat in seats} == {BEGINS + 2 * EACH}


def test_that_a_table_whose_log_waits_for_a_release_moves_nothing(hosts, begun, warnings_logged):
    for gateway, _ in hosts.gateways:
        gateway.closed = {A: "it is an older copy"}
    with pytest.raises(OtherHistory, match="it is an older copy"):
        hosts.of(f"{A}.console", timeout_ms=2_000).ask(contribute(A, 1))
    moved(hosts.of(f"{B}.console"), contribute(B, 1))
    warnings_logged.clear()


def test_that_a_damaged_jackpot_is_told_once_and_when_it_is_right_again(
    hosts, begun, link, said, warnings_logged
):
    cells, own = Cells(link()), hosts.of(f"{A}.console", endpoints=hosts.endpoints[:1], timeout_ms=2_000)
    sound = cells.get(keys.meter("main")).value
    assert cells.swap({}, [Put(keys.meter("main"), b"{")])
    for _ in range(2):
        with pytest.raises(NoAnswer, match="damaged"):
            own.ask(contribute(A, 1))
    assert cells.swap({}, [Put(keys.meter("main"), sound)])
    moved(own, contribute(A, 1))
    (damaged, right) = said
    assert "jackpot main: it cannot be asked" in damaged
    assert right == "jackpot main: it is answered again"
    warnings_logged.clear()


def test_that_a_host_that_goes_leaves_the_jackpot_to_the_other(hosts, begun):
    own = hosts.of(f"{A}.console", timeout_ms=20_000)
    moved(own, contribute(A, 1))
    hosts.stop(0)
    del hosts.gateways[0]
    end = time.monotonic() + 30
    while True:
        try:
            answer = own.ask(contribute(A, 2))
        except NoAnswer:
            assert time.monotonic() < end
            continue
        assert isinstance(answer, Moved)
        break
    assert shown(begun).value == BEGINS + 2 * EACH


def test_that_every_request_comes_back_as_it_went():
    from kiosk.jackpot.calls import read_request

    for request in (*REQUESTS.values(), Show()):
        assert read_request(msgspec.json.encode(request)) == request
    with pytest.raises(ValueError, match="of 9000 bytes"):
        read_request(b"x" * 9_000)

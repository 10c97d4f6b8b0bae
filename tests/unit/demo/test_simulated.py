"""Seats without a screen in one loop: what wakes them, what they count, what they show of themselves."""

import threading

import pytest
from msgspec.structs import replace

from kiosk.app.machine import Place, Seat, read_rules
from kiosk.app.networked import Showing, present
from kiosk.app.state_dir import ConsoleDir, StateDir
from kiosk.console.service import TableService, TableSettings
from kiosk.demo.simulated import Crowd, SimulatedSeat
from kiosk.faults import EnvironmentFault
from kiosk.games.sicbo import dice_fact
from kiosk.links.embedded import EmbeddedLog
from kiosk.runner.ports import DirectSender
from kiosk.seat.accounts import Balances
from kiosk.seat.context import SeatConfig
from kiosk.seat.state import Lock, LockKind, SeatState
from kiosk.table import keys
from kiosk.table.records import decode

TABLE = "12"
AT = "2026-01-31T12:00:00Z"


@pytest.fixture
def log(tmp_path):
    found = EmbeddedLog(tmp_path / "log.db")
    yield found
    found.close()


@pytest.fixture(scope="module")
def rules():
    return read_rules("B")


@pytest.fixture
def make_seat(tmp_path, log, rules):
    made = []

    def make(name, **options):
        state = StateDir(tmp_path / name)
        state.hold()
        config = SeatConfig(seat=name, table=TABLE, casino="Harbour Casino", chips=rules.limits.chips)
        seat = Seat(state, rules, lambda _: None, Place(config, own_log=False))
        made.append((SimulatedSeat(seat, log, DirectSender(log), **options), state))
        return made[-1][0]

    yield make
    for seat, state in made:
        seat.close()
        state.release()


@pytest.fixture
def service(log, rules):
    settings = TableSettings(
        TABLE, "console", rules.game, rules.layout, rules.limits.limits(), {"07": rules.layout.name}
    )
    found = TableService(log, settings)
    yield found
    found.close_service()


class Clock:
    """Each look is 10 ms later."""

    def __init__(self):
        self.ms = 0

    def __call__(self):
        self.ms += 10
        return self.ms


def run(seats, ms, clock):
    end = clock.ms + ms
    Crowd(seats, clock).run(lambda: clock.ms >= end)


def test_that_a_seat_bets_shows_the_close_and_settles_and_its_round_is_counted(make_seat, service):
    seat, clock = make_seat("07", bot_seed=2, bot_every_ms=100), Clock()
    seat.start()
    run([seat], 500, clock)  # money goes in
    service.open_round(36_000, AT)
    run([seat], 2_000, clock)
    assert seat.state.balances.escrow > 0
    assert not seat.at_rest
    assert seat.counts.registered > 0
    service.close_bets()
    run([seat], 100, clock)
    assert service.close_shown_by == {"07"}
    service.start_act("tumble")
    service.end_act(3)
    service.enter_result((dice_fact((1, 2, 3)),), "dealer")
    run([seat], 100, clock)
    assert service.unsettled == frozenset()
    service.end_round()
    run([seat], 100, clock)
    assert seat.rounds == 1
    assert seat.at_rest


def test_that_a_round_that_had_begun_before_the_seat_came_is_not_counted(make_seat, service):
    service.open_round(36_000, AT)
    seat, clock = make_seat("07"), Clock()
    seat.start()
    run([seat], 100, clock)
    service.void("die not flat", "dealer")
    run([seat], 100, clock)
    assert seat.state.table.number == 1
    assert seat.rounds == 0


def test_that_what_the_log_tells_wakes_a_seat_at_once_from_any_thread(make_seat, service):
    seat = make_seat("07")
    seat.start()
    seat.poll(0)
    crowd = Crowd([seat], lambda: 0)  # by this clock nothing is ever due again

    def tell():
        service.open_round(36_000, AT)

    teller = threading.Thread(target=tell)
    teller.start()
    crowd.run(lambda: seat.state.table.number == 1)
    teller.join()


def test_that_a_crowd_ends_when_it_is_told_to(make_seat):
    seat, clock = make_seat("07"), Clock()
    seat.start()
    crowd = Crowd([seat], clock)
    crowd.stop()
    crowd.run()


def test_that_a_seat_shows_what_a_dealer_must_see_and_goes_when_it_ends(log, make_seat):
    told = []
    log.watch(keys.presences(TABLE), lambda key, value: told.append((key, value)))
    config = SeatConfig(seat="07", table=TABLE, casino="Harbour Casino", chips=(100,))
    seat = make_seat("07", showing=Showing(log, config), bot_seed=1, bot_every_ms=100)
    seat.start()
    key = keys.present(TABLE, "07")
    assert [name for name, _ in told] == [key]
    assert not decode(told[0][1]).playing
    run([seat], 1_000, Clock())
    assert decode(told[-1][1]).playing, "there is money in the seat"
    seat.leave()
    assert told[-1] == (key, None)


def test_that_a_presence_is_shown_anew_only_when_it_has_changed(log):
    config = SeatConfig(seat="07", table=TABLE, casino="Harbour Casino", chips=(100,))
    told = []
    log.watch(keys.presences(TABLE), lambda _, value: told.append(value))
    showing = Showing(log, config)
    state = SeatState(layout="B")
    showing.show(state)
    showing.show(replace(state, log_seq=5))
    showing.show(replace(state, calling=True))
    assert [decode(value).calling for value in told] == [False, True]


def test_that_a_presence_names_locks_call_and_play():
    config = SeatConfig(seat="07", table=TABLE, casino="Harbour Casino", chips=(100,))
    state = SeatState(
        layout="B", locks=(Lock(LockKind.PRINTER),), calling=True, balances=Balances(escrow=500)
    )
    found = present(config, state)
    assert (found.seat, found.layout, found.locks) == ("07", "B", ("printer",))
    assert found.calling
    assert found.playing


def test_that_a_consoles_folder_is_held_by_one_console(tmp_path):
    first, second = ConsoleDir(tmp_path), ConsoleDir(tmp_path)
    first.hold()
    with pytest.raises(EnvironmentFault, match="in use by another running console"):
        second.hold()
    first.release()
    second.hold()
    second.release()

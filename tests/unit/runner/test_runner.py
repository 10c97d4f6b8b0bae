"""The runner: one transaction for each event, and nothing leaves the seat before it is on disk."""

from contextlib import closing

import msgspec
import pytest

from kiosk.runner.performer import RETRY_EVERY_MS
from kiosk.runner.runner import MAX_QUEUE
from kiosk.seat import effects as f
from kiosk.seat import events as e
from kiosk.seat.state import SeatState
from kiosk.store.seal import make
from kiosk.store.seat_store import connect
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.log import NoAnswer
from kits.seat.seats import ACCEPTOR, LAYOUTS, NOW, NUMBERS, TABLE, make_limits

OPENED = r.RoundOpened(round=1, game="sicbo", limits=make_limits(LAYOUTS["A"]), closes_in_ms=1, at=NOW)
OPEN = e.LogRead(1, keys.round_event(TABLE, 1, 1), r.encode(OPENED))


def ready(runner, cents=10_000):
    for event in (e.LinkUp(), e.NoteIn(ACCEPTOR, "n", cents), OPEN):
        runner.handle(event)


def test_that_an_effect_begins_after_its_step_is_on_disk(runner, world, store):
    ready(runner)
    seen = []
    world.watch = lambda: seen.append(store.load().state)
    runner.handle(e.Tap("big", 500))
    runner.handle(e.Tick(1_000))
    assert world.asked[-1] == ("append", "etg/12/seat/07/slip/1/1", ("etg/12/closed/1",))
    assert seen[-1].flight.stakes == {"big": 500}
    assert seen[-1].balances.escrow == 500


def test_that_a_tap_writes_nothing(runner, store):
    ready(runner)
    before = store.load()
    runner.handle(e.Tap("big", 500))
    assert runner.state.draft == {"big": 500}
    assert store.load() == before


def test_that_what_follows_from_an_event_comes_after_it_and_in_order(runner, world):
    runner.handle(e.LinkUp())
    runner.handle(e.TicketOffered(ACCEPTOR, "t", NUMBERS[0]))
    asked = [what[0] for what in world.asked]
    assert asked == ["enable", "reserve for 12/07/t", "stack"]


def test_that_a_device_that_answers_inside_a_step_waits_for_its_turn(runner, world):
    runner.handle(e.LinkUp())

    def stack(serial, /):
        runner.deliver(e.NoteIn(ACCEPTOR, serial, 500))
        runner.pump()
        assert runner.state.balances.credit == 0

    world.stack = stack
    runner.handle(e.NoteOffered(ACCEPTOR, "n", 500))
    assert runner.state.balances.credit == 500


def test_that_the_acceptor_takes_money_only_when_the_seat_does(runner, world):
    runner.handle(e.LinkUp())
    runner.handle(e.LinkDown())
    runner.handle(e.LinkDown())
    runner.handle(e.LinkUp())
    assert world.asked == [("enable", True), ("enable", False), ("enable", True)]


def test_that_notices_reach_the_player_and_are_not_stored(runner, told, store):
    runner.handle(e.Collect())
    assert [tell.key for tell in told] == ["notice.nothing_to_collect"]
    assert store.events() == []


# --- the disk ------------------------------------------------------------------------------------------------------


def test_that_after_a_failed_commit_nothing_leaves_the_seat_any_more(runner, world, store):
    ready(runner)
    asked = len(world.asked)
    store._db.execute("PRAGMA query_only = ON")
    runner.handle(e.NoteOffered(ACCEPTOR, "m", 500))
    assert world.asked[asked:] == [("enable", False)]
    assert [lock.kind.value for lock in runner.state.locks] == ["store"]
    store._db.execute("PRAGMA query_only = OFF")
    runner.handle(e.NoteIn(ACCEPTOR, "m", 500))
    assert runner.state.balances.credit == 10_000
    assert store.load().state.balances.credit == 10_000


def test_that_what_waited_behind_a_failed_commit_is_dropped(runner, store):
    ready(runner)
    store._db.execute("PRAGMA query_only = ON")
    runner.deliver(e.Called(on=True))
    runner.deliver(e.NoteIn(ACCEPTOR, "m", 500))
    runner.pump()
    assert runner.state.balances.credit == 10_000


def test_that_a_bug_in_a_step_is_not_swallowed(runner):
    with pytest.raises(TypeError):
        runner.handle("no event")
    runner.handle(e.LinkUp())
    assert runner.state.link


def test_that_a_seat_that_is_hopelessly_behind_says_so(runner):
    for _ in range(MAX_QUEUE):
        runner.deliver(e.Tick(1))
    with pytest.raises(OverflowError, match=f"{MAX_QUEUE} events wait"):
        runner.deliver(e.Tick(1))


# --- what had no answer --------------------------------------------------------------------------------------------


def sent_without_answer(runner, world):
    ready(runner)
    world.answer = NoAnswer("silence")
    runner.handle(e.Tick(999))
    runner.handle(e.Tap("big", 500))
    runner.handle(e.Tick(1_000))
    assert runner.state.flight.unanswered
    return sum(what[0] == "append" for what in world.asked)


def appends(world):
    return sum(what[0] == "append" for what in world.asked)


def test_that_a_slip_without_an_answer_is_sent_again_when_the_table_is_back(runner, world):
    sent = sent_without_answer(runner, world)
    runner.handle(e.LinkDown())
    runner.handle(e.LinkUp())
    assert appends(world) > sent
    assert world.asked[-2][1] == "etg/12/seat/07/slip/1/1"


def test_that_a_report_without_an_answer_is_sent_again_in_time_while_the_link_is_up(runner, world):
    ready(runner)
    runner.handle(e.Tick(999))
    world.answer = NoAnswer("silence")
    runner.handle(e.CloseWasShown(1))
    runner.handle(e.Tick(998 + RETRY_EVERY_MS))
    assert appends(world) == 1
    runner.handle(e.Tick(1_000 + RETRY_EVERY_MS))
    assert appends(world) == 2
    runner.handle(e.Tick(1_001 + RETRY_EVERY_MS))
    assert appends(world) == 2
    runner.handle(e.LinkDown())
    runner.handle(e.Tick(9_000 + RETRY_EVERY_MS))
    assert appends(world) == 2


# --- restart -------------------------------------------------------------------------------------------------------


def test_that_a_restart_finishes_what_was_begun(runner, world, store):
    ready(runner)
    runner.handle(e.Tap("big", 500))
    runner.handle(e.Tick(1_000))
    runner.handle(e.CloseWasShown(1))
    world.asked.clear()
    runner.start(store.load().outbox, lambda: None)
    assert world.asked[-1][:2] == ("append", "etg/12/seat/07/report/1/closeshown")


def test_that_a_restart_asks_again_for_the_slip_in_flight(runner, make_runner, world, store):
    ready(runner)
    runner.handle(e.Tap("big", 500))
    runner.handle(e.Tick(1_000))
    world.asked.clear()
    stored = store.load()
    assert stored.outbox == ()
    again = make_runner(stored.state)
    again.start(stored.outbox, lambda: None)
    again.handle(e.Tick(1_100))
    assert appends(world) == 0  # the log does not answer yet
    again.handle(e.LinkUp())
    again.handle(e.Tick(1_200))
    assert world.asked[-1] == ("append", "etg/12/seat/07/slip/1/1", ("etg/12/closed/1",))
    assert again.state.draft == {"big": 500}


def test_that_a_slip_that_an_older_program_left_in_the_outbox_is_sent_and_ended(
    runner, make_runner, world, store
):
    ready(runner)
    runner.handle(e.Tap("big", 500))
    runner.handle(e.Tick(1_000))
    slip = r.Slip(seat="07", round=1, rev=1, layout="A", stakes={"big": 500})
    left = f.Send(slip)
    row = ("send:1:1", msgspec.json.encode(left).decode())
    with closing(connect(store._path)) as db:
        db.execute("INSERT INTO outbox(key, effect) VALUES (?, ?)", row)
        make(db)
    store.close()
    store.__init__(store._path)
    stored = store.load()
    assert stored.outbox == (left,)
    world.asked.clear()
    again = make_runner(stored.state)
    again.start(stored.outbox, lambda: None)
    assert ("append", "etg/12/seat/07/slip/1/1", ("etg/12/closed/1",)) in world.asked
    again.handle(e.LinkUp())
    again.handle(e.LogRead(2, keys.slip(TABLE, "07", 1, 1), r.encode(slip)))
    again.flush()
    assert store.load().outbox == ()
    assert store.self_test() == []


def test_that_a_repeated_key_of_the_journal_locks_the_seat(runner, store):
    runner.handle(e.NoteIn(ACCEPTOR, "n", 500))
    runner._core.state = SeatState()  # a seat that has forgotten what it has seen
    runner.handle(e.NoteIn(ACCEPTOR, "n", 500))
    assert [lock.kind.value for lock in runner.state.locks] == ["store"]
    assert store.meters()["credit"] == 500

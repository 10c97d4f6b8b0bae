"""The slip's way from the board into the log: escrow, one in flight, registered, refused, or no answer."""

import msgspec
import pytest

from kiosk.seat import effects as f
from kiosk.seat import events as e
from kiosk.seat.slips import ASK_AGAIN_MS, SEND_EVERY_MS
from kiosk.seat.state import LockKind
from kiosk.table.log import RefusedBecause
from kiosk.table.records import Slip
from kits.seat.seats import LAYOUTS, Play, make_limits


def foreign(rev=1, cents=500, number=1, layout="A", spot="big"):
    return Slip(seat="07", round=number, rev=rev, layout=layout, stakes={spot: cents})


# --- sending ------------------------------------------------------------------------------------------------------


def test_that_a_slip_is_the_whole_position_and_its_stake_is_in_escrow():
    play = Play().ready(10_000)
    play.tap("big", 500)
    play.tap("odd", 700)
    slip = play.send()
    assert slip == Slip(seat="07", round=1, rev=1, layout="A", stakes={"big": 500, "odd": 700})
    assert (play.state.balances.credit, play.state.balances.escrow) == (8_800, 1_200)
    assert play.state.credit_shown == 8_800


def test_that_one_slip_is_in_flight_and_taps_gather_for_the_next():
    play = Play().ready(10_000)
    play.tap("big", 500)
    first = play.send()
    play.tap("big", 500)
    play.tap("odd", 500)
    assert play.send() is None
    play.log(first)
    assert play.send() == Slip(seat="07", round=1, rev=2, layout="A", stakes={"big": 1_000, "odd": 500})


def test_that_slips_go_out_at_most_every_100_ms():
    play = Play().ready(10_000)
    play.now_ms = 5_000
    play.bet(big=500)
    play.tap("big", 500)
    sent_at = play.state.sent_at_ms
    assert play.do(e.Tick(sent_at + SEND_EVERY_MS - 1)).effects == ()
    assert play.do(e.Tick(sent_at + SEND_EVERY_MS)).effects != ()


def test_that_a_clock_that_starts_again_does_not_stop_the_slips():
    play = Play().ready(10_000)
    play.now_ms = 10**9
    play.bet(big=500)
    play.tap("big", 500)
    play.now_ms = -1_000
    assert play.send() is not None


def test_that_nothing_is_sent_when_nothing_changed():
    play = Play().ready(10_000)
    assert play.send() is None
    play.bet(big=500)
    assert play.send() is None


def test_that_a_spot_below_its_minimum_stays_out_of_the_slip():
    play = Play()
    play.limits = make_limits(LAYOUTS["A"], minimum=500)
    play.ready(10_000)
    play.tap("odd", 300)
    assert play.send() is None
    play.tap("big", 500)
    assert play.send().stakes == {"big": 500}


@pytest.mark.parametrize("stop", ["link", "locks", "audit", "closed"])
def test_that_nothing_is_sent_without_link_with_locks_before_the_audit_or_after_the_close(stop):
    play = Play()
    play.do(e.LinkUp())
    play.credit(10_000)
    play.open(audited=stop != "audit")
    play.tap("big", 500)
    match stop:
        case "link":
            play.do(e.LinkDown())
        case "locks":
            play.do(e.AuditDone("payout", ("wrong",)))
        case "closed":
            play.close()
    assert play.send() is None
    assert play.state.balances.escrow == 0


def test_that_taking_chips_back_sends_a_smaller_slip_and_frees_its_escrow_when_registered():
    play = Play().ready(10_000)
    play.bet(big=1_000)
    play.do(e.Clear())
    smaller = play.send()
    assert smaller.stakes == {}
    assert play.state.balances.escrow == 1_000, "until the log decides, the larger of the two stays in escrow"
    play.log(smaller)
    assert (play.state.balances.credit, play.state.balances.escrow) == (10_000, 0)


# --- registered ---------------------------------------------------------------------------------------------------


def test_that_a_slip_is_registered_when_it_is_read_from_the_log_and_not_before():
    play = Play().ready(10_000)
    play.tap("big", 500)
    slip = play.send()
    assert play.state.registered is None
    taken = play.log(slip)
    assert (play.state.registered.rev, play.state.registered.stakes) == (1, {"big": 500})
    assert play.state.flight is None
    assert taken.done == ("send:1:1",)


@pytest.mark.rule("sicbo:5.2.2")
def test_that_a_slip_in_flight_at_the_close_goes_back_in_full():
    play = Play().ready(10_000)
    play.bet(big=500)
    play.tap("odd", 700)
    play.send()
    taken = play.close()
    assert play.state.balances.escrow == 500
    assert play.state.draft == {"big": 500}
    assert "send:1:2" in taken.done
    assert (play.told[-1], play.asked(f.Notice)[-1].values) == ("notice.not_registered", {"cents": 700})


@pytest.mark.rule("sicbo:5.2.2")
def test_that_chips_below_the_minimum_go_back_at_the_close():
    play = Play()
    play.limits = make_limits(LAYOUTS["A"], minimum=500)
    play.ready(10_000)
    play.tap("odd", 300)
    play.close()
    assert play.state.draft == {}
    assert play.state.credit_shown == 10_000
    assert play.told[-1] == "notice.not_registered"


@pytest.mark.rule("sicbo:5.2.1")
def test_that_a_registered_bet_plays_on_while_the_seat_is_dark():
    play = Play().ready(10_000)
    play.tap("big", 500)
    slip = play.send()
    play.do(e.SlipUnanswered(1, 1))
    play.do(e.LinkDown())
    dark = Play(state=play.state)
    dark.seq = play.seq
    dark._event = 1
    dark.do(e.Restarted())
    dark.log(slip)
    dark.finish(6, 5, 1)
    assert dark.state.balances.credit == 10_500


@pytest.mark.rule("sicbo:5.2.2")
def test_that_an_unregistered_bet_returns_when_the_seat_comes_back_days_later():
    play = Play().ready(10_000)
    play.tap("big", 500)
    play.send()
    play.do(e.Restarted())
    assert play.state.balances.escrow == 500, "nothing is decided before the log is read"
    play.finish(6, 5, 1)
    play.open()
    play.finish(1, 1, 1)
    assert (play.state.balances.credit, play.state.balances.escrow) == (10_000, 0)


# --- refused, or no answer ----------------------------------------------------------------------------------------


def test_that_a_refused_slip_goes_back_and_the_registered_chips_stay():
    play = Play().ready(10_000)
    play.bet(big=500)
    play.tap("odd", 700)
    play.send()
    taken = play.do(e.SlipRefused(1, 2, RefusedBecause.BARRED))
    assert play.state.draft == {"big": 500}
    assert play.state.balances.escrow == 500
    assert taken.done == ("send:1:2",)
    assert play.told[-1] == "notice.not_registered"


def test_that_the_answer_to_an_older_slip_changes_nothing():
    play = Play().ready(10_000)
    play.bet(big=500)
    play.tap("odd", 700)
    play.send()
    before = play.state
    for event in (
        e.SlipRefused(1, 1, RefusedBecause.BARRED),
        e.SlipUnanswered(1, 1),
        e.SlipRefused(7, 2, "barred"),
    ):
        play.do(event)
    assert play.state == before


@pytest.mark.parametrize("event", [e.SlipUnanswered(1, 1), e.LinkDown()])
def test_that_without_an_answer_the_stake_stays_in_escrow_and_the_table_decides(event):
    play = Play().ready(10_000)
    play.tap("big", 500)
    slip = play.send()
    play.do(event)
    assert play.state.flight.unanswered
    assert play.state.balances.escrow == 500
    play.log(slip)
    assert play.state.registered.stakes == {"big": 500}


def test_that_a_slip_without_an_answer_is_sent_again_under_the_same_number():
    play = Play().ready(10_000)
    play.tap("big", 500)
    slip = play.send()
    sent_at = play.state.sent_at_ms
    play.do(e.SlipUnanswered(1, slip.rev))
    assert play.do(e.Tick(sent_at + 999)).effects == ()
    assert play.do(e.Tick(sent_at + 1_000)).effects == (f.Send(slip),)
    assert play.do(e.Tick(sent_at + 5_000)).effects == ()
    assert play.state.balances.escrow == 500


def test_that_a_slip_without_an_answer_is_not_sent_again_while_the_link_is_down():
    play = Play().ready(10_000)
    play.tap("big", 500)
    play.send()
    play.do(e.LinkDown())
    assert play.do(e.Tick(play.state.sent_at_ms + 9_000)).effects == ()


def test_that_a_slip_of_a_stranger_locks_the_seat():
    play = Play().ready(10_000)
    play.tap("big", 500)
    play.send()
    play.do(e.SlipRefused(1, 1, RefusedBecause.TAKEN))
    assert play.lock_kinds() == [LockKind.FOREIGN_SLIP.value]
    assert "foreign-slip" in play.notes()


def test_that_a_registered_slip_above_the_credit_locks_the_seat_and_books_nothing():
    play = Play().ready(10_000)
    play.log(foreign(cents=50_000))
    assert play.lock_kinds() == [LockKind.FOREIGN_SLIP.value]
    assert (play.state.balances.credit, play.state.balances.escrow) == (10_000, 0)


# --- which slips count --------------------------------------------------------------------------------------------


def test_that_a_slip_that_this_seat_never_sent_locks_it_whatever_credit_there_is():
    play = Play().ready(10_000)
    play.log(foreign(rev=1, cents=900))
    assert (play.lock_kinds(), play.state.registered) == (["foreign-slip"], None)
    assert (play.state.balances.credit, play.state.balances.escrow) == (10_000, 0)


def test_that_a_slip_on_another_layout_that_this_seat_never_sent_locks_it_until_its_round_is_over():
    """The table counts it by its own layout; of this seat's money it is nothing."""
    play = Play().ready(10_000)
    play.log(foreign(rev=3, layout="B"))
    assert (play.lock_kinds(), play.state.registered) == (["foreign-slip"], None)
    assert {"foreign-slip", "slip-ignored"} <= set(play.notes())
    assert (play.state.balances.credit, play.state.balances.escrow) == (10_000, 0)
    play.finish(1, 2, 3)
    play.do(e.LockCleared("foreign-slip", "attendant"))
    assert (play.lock_kinds(), play.state.balances.credit) == ([], 10_000)


def test_that_other_stakes_than_those_in_flight_under_the_same_revision_lock_the_seat():
    play = Play().ready(10_000)
    play.tap("big", 500)
    play.send()
    play.log(foreign(rev=1, cents=900))
    assert (play.lock_kinds(), play.state.registered) == (["foreign-slip"], None)


def test_that_an_attendant_clears_a_foreign_slip_when_its_round_is_over():
    play = Play().ready(10_000)
    play.log(foreign(rev=1, cents=900))
    play.do(e.LockCleared("foreign-slip", "attendant"))
    assert play.lock_kinds() == ["foreign-slip"]
    play.finish(1, 2, 3)
    play.do(e.LockCleared("foreign-slip", "attendant"))
    assert play.lock_kinds() == []
    assert play.state.balances.credit == 10_000


def test_that_the_highest_revision_wins_whatever_the_order():
    play = Play().ready(10_000)
    play.state = msgspec.structs.replace(play.state, rev=3)  # sent before a power cut
    play.log(foreign(rev=3, cents=900))
    play.log(foreign(rev=2, cents=500))
    assert (play.state.registered.rev, play.state.registered.stakes) == (3, {"big": 900})
    assert play.state.balances.escrow == 900


@pytest.mark.parametrize(
    "slip",
    [
        foreign(number=2),
        foreign(spot="nowhere"),
        foreign(cents=10),
        foreign(cents=999_900),
    ],
    ids=["other round", "unknown spot", "below minimum", "above maximum"],
)
def test_that_a_slip_that_does_not_count_is_ignored_and_reported(slip):
    play = Play().ready(10_000)
    before = play.state.balances
    play.log(slip)
    assert play.state.registered is None
    assert play.state.balances == before
    assert play.notes()[-1] == "slip-ignored"


@pytest.mark.rule("sicbo:3.5", "sicbo:5.7")
def test_that_a_slip_behind_the_close_counts_for_nothing():
    play = Play().ready(10_000)
    play.tap("big", 500)
    slip = play.send()
    play.close()
    play.log(slip)
    assert play.state.registered is None
    assert play.state.balances.escrow == 0
    play.tumble()
    play.result(6, 5, 1)
    assert play.state.balances.credit == 10_000


def test_that_a_slip_without_an_answer_goes_out_again_unchanged_and_once_in_a_while():
    play = Play().ready(10_000)
    play.tap("big", 500)
    slip = play.send()
    play.do(e.SlipUnanswered(1, 1))
    sent_at = play.state.sent_at_ms
    assert play.do(e.Tick(sent_at + ASK_AGAIN_MS - 1)).effects == ()
    assert play.do(e.Tick(sent_at + ASK_AGAIN_MS)).effects == (f.Send(slip),)
    assert play.do(e.Tick(sent_at + 9 * ASK_AGAIN_MS)).effects == (), "it is in flight again"
    assert play.state.balances.escrow == 500


@pytest.mark.parametrize("stop", [e.LinkDown(), None])
def test_that_a_slip_without_an_answer_does_not_go_out_without_the_table_or_after_the_close(stop):
    play = Play().ready(10_000)
    play.tap("big", 500)
    play.send()
    play.do(e.SlipUnanswered(1, 1))
    if stop is None:
        play.close()
    else:
        play.do(stop)
    assert play.do(e.Tick(10**9)).effects == ()

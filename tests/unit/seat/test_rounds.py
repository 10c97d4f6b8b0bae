"""Settlement, void, recall, and what every reader of the log ignores."""

import msgspec
import pytest

from kiosk.games.sicbo import GAME, dice_fact
from kiosk.seat import effects as f
from kiosk.seat import events as e
from kiosk.seat.accounts import Kind
from kiosk.seat.rounds import Recalled
from kiosk.seat.state import LockKind
from kiosk.table import keys
from kiosk.table import records as r
from kits.seat.seats import LAYOUTS, NOW, TABLE, Play, make_limits


def recalled(play):
    return [msgspec.json.decode(kept.body, type=Recalled) for kept in play.asked(f.Remember)]


# --- settlement (rules 3.8, 4.1, 5.7) -----------------------------------------------------------------------------


@pytest.mark.rule("sicbo:3.8")
def test_that_losing_bets_are_collected_and_winning_bets_are_paid():
    play = Play().ready(10_000)
    play.bet(big=1_000, small=500, single_6=200)
    play.finish(6, 6, 1)
    assert play.state.balances.credit == 10_000 - 500 + 1_000 + 400
    assert play.state.balances.house == 500 - 1_400
    assert play.state.balances.escrow == 0
    assert play.state.last_win == 1_400


def test_that_a_round_is_booked_once_under_its_own_key():
    play = Play().ready(10_000)
    play.bet(big=1_000)
    play.finish(1, 1, 2)
    settled = [post for post in play.posts if post.kind is Kind.SETTLE]
    assert [(post.key, post.round) for post in settled] == [("settle:12:1", 1)]


@pytest.mark.rule("sicbo:5.7")
def test_that_the_registered_slip_is_settled_and_not_the_chips_on_the_screen():
    play = Play().ready(10_000)
    play.bet(big=1_000)
    play.tap("small", 5_000)
    play.send()
    play.finish(1, 1, 2)
    assert play.state.balances.credit == 9_000


@pytest.mark.rule("sicbo:5.7")
def test_that_a_bet_placed_in_error_is_settled_as_it_stands():
    play = Play().ready(10_000)
    play.bet(triple_6=1_000)
    play.finish(1, 2, 3)
    assert play.state.balances.credit == 9_000


@pytest.mark.rule("sicbo:3.9", "sicbo:3.9.1", "sicbo:3.9.2", "sicbo:3.9.3", "sicbo:3.9.4", "sicbo:3.9.5")
def test_that_on_a_triple_only_the_listed_bets_win():
    play = Play().ready(100_000)
    play.bet(
        triple_3=100,
        any_triple=100,
        double_3=100,
        single_3=100,
        total_9=100,
        small=100,
        odd=100,
        triple_4=100,
    )
    play.finish(3, 3, 3)
    won = {spot: result.won for spot, result in play.state.last.settlement.spots.items() if result.won}
    assert won == {
        "triple-3": 19_500,
        "any-triple": 3_200,
        "double-3": 1_150,
        "single-3": 1_200,
        "total-9": 700,
    }
    assert play.state.balances.credit == 100_000 + sum(won.values()) - 300


def test_that_a_round_without_a_bet_moves_no_money_and_is_remembered_for_the_trends():
    play = Play().ready(10_000)
    before = play.state.balances
    play.finish(1, 2, 3)
    assert play.state.balances == before
    assert [outcome.facts for outcome in play.asked(f.Outcome)] == [(dice_fact((1, 2, 3)),)]
    assert play.asked(f.Remember) == []


def test_that_the_seat_reports_what_it_settled():
    play = Play().ready(10_000)
    play.bet(big=1_000)
    play.finish(6, 5, 1)
    assert play.asked(f.Report)[-1].record == r.Settled(
        seat="07", round=1, staked=1_000, paid=2_000, decision=1
    )


def test_that_turnover_wins_and_rounds_are_counted():
    play = Play().ready(10_000)
    play.bet(big=1_000)
    play.finish(6, 5, 1)
    counted = play.asked(f.Count)[-1].meters
    assert counted == {
        "turnover": 1_000,
        "wins": 2_000,
        "rounds_played": 1,
        "rounds_won": 1,
        "theory": 27_778,  # of 1000 cents on Big the House keeps 6/216 on average
        "variance": 9_992,
    }


def test_that_a_substantial_win_is_paid_by_hand():
    play = Play(win_limit=5_000).ready(100_000)
    play.bet(big=5_000)
    play.finish(6, 5, 1)
    assert play.lock_kinds() == [LockKind.HANDPAY.value]
    assert play.state.locks[0].cents == 5_000
    assert play.state.calling
    play.do(e.HandpayConfirmed("attendant", NOW))
    assert play.lock_kinds() == []
    assert (play.state.balances.credit, play.state.balances.handpay) == (100_000, 5_000)
    assert play.asked(f.PrintReceipt) == [f.PrintReceipt("hand-pay", 1, 5_000, NOW, "attendant", "en")]
    assert not play.state.calling


def test_that_a_win_below_the_limit_stays_on_the_meter():
    play = Play(win_limit=5_000).ready(100_000)
    play.bet(big=4_900)
    play.finish(6, 5, 1)
    assert play.lock_kinds() == []


def test_that_a_result_read_twice_pays_once():
    play = Play().ready(10_000)
    play.bet(big=1_000)
    play.finish(6, 5, 1)
    after = play.state
    play.do(e.LogRead(play.seq - 1, keys.round_event(TABLE, 1, 5), b"anything"))
    assert play.state == after


def test_that_a_second_result_of_a_round_pays_nothing():
    play = Play().ready(10_000)
    play.bet(big=1_000)
    play.close()
    play.tumble()
    play.result(6, 5, 1)
    credit = play.state.balances.credit
    play.result(6, 6, 1)
    assert play.state.balances.credit == credit
    assert play.notes()[-1] == "record-ignored"


# --- void (rules 1.10 and 5.9) ------------------------------------------------------------------------------------


@pytest.mark.rule("sicbo:5.9", "sicbo:1.10")
@pytest.mark.parametrize("when", ["betting", "in flight", "closed", "tumbling", "tumbled"])
def test_that_a_void_round_returns_every_stake(when):
    play = Play().ready(10_000)
    play.bet(big=1_000)
    if when == "in flight":
        play.tap("odd", 700)
        play.send()
    if when in ("closed", "tumbling", "tumbled"):
        play.close()
    if when == "tumbling":
        play.log(r.ActStarted(act="tumble", round=1))
    if when == "tumbled":
        play.tumble(2)
    taken = play.void()
    assert play.state.balances.credit == 10_000
    assert (play.state.balances.escrow, play.state.balances.house) == (0, 0)
    assert play.state.draft == {}
    assert play.state.last.void_reason == "a die is not flat"
    assert play.posts[-1].key == "void:12:1"
    assert taken.done == (("send:1:2",) if when == "in flight" else ())


@pytest.mark.rule("sicbo:5.9")
def test_that_a_slip_behind_the_void_counts_for_nothing():
    play = Play().ready(10_000)
    play.tap("big", 500)
    slip = play.send()
    play.void()
    play.log(slip)
    assert play.state.balances.escrow == 0
    play.open()
    assert play.state.registered is None


def test_that_a_void_round_is_in_the_recall_with_its_reason():
    play = Play().ready(10_000)
    slip = play.bet(big=1_000)
    play.void()
    found = recalled(play)[-1]
    assert (found.stakes, found.settlement, found.void_reason) == (slip.stakes, None, "a die is not flat")
    assert found.registered_rev == 1


def test_that_a_void_after_the_result_is_ignored():
    play = Play().ready(10_000)
    play.bet(big=1_000)
    play.close()
    play.tumble()
    play.result(1, 1, 2)
    play.void()
    assert play.state.balances.credit == 9_000
    assert play.notes()[-1] == "record-ignored"


# --- recall, and the next round -----------------------------------------------------------------------------------


def test_that_the_recall_holds_chips_result_and_money_around_the_round():
    play = Play().ready(10_000)
    slip = play.bet(big=1_000, odd=500)
    play.credit(2_000)
    play.finish(6, 5, 2)
    found = recalled(play)[-1]
    assert found == Recalled(
        round=1,
        layout="A",
        stakes=slip.stakes,
        facts=(dice_fact((6, 5, 2)),),
        settlement=GAME.settle(LAYOUTS["A"], slip.stakes, (dice_fact((6, 5, 2)),)),
        void_reason="",
        credit_before=10_000,
        credit_after=13_500,
        money_in=2_000,
        money_out=0,
        game="sicbo",
        registered_rev=1,
        registered_seq=found.registered_seq,
    )
    assert b'"own"' not in play.asked(f.Remember)[-1].body, "programs of before read the round"


def test_that_a_new_round_starts_with_an_empty_board_and_an_audit():
    play = Play().ready(10_000)
    play.bet(big=1_000)
    play.finish(1, 1, 2)
    play.open(audited=False)
    state = play.state
    assert (state.draft, state.rev, state.flight, state.registered) == ({}, 0, None, None)
    assert play.asked(f.Audit)[-1].purpose == "round:2"
    assert state.audited_round == 1


@pytest.mark.rule("sicbo:3.5")
def test_that_the_seat_reports_once_its_screen_shows_no_more_bets():
    play = Play().ready(10_000)
    play.close()
    play.do(e.CloseWasShown(1))
    assert play.asked(f.Report)[-1].record == r.CloseShown(seat="07", round=1)
    play.effects.clear()
    play.do(e.CloseWasShown(9))
    assert play.asked(f.Report) == []


# --- what every reader ignores ------------------------------------------------------------------------------------

OPENED = r.RoundOpened(round=1, game="sicbo", limits=make_limits(LAYOUTS["A"]), closes_in_ms=1, at=NOW)
DICE = (dice_fact((1, 2, 3)),)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("round/1/2", b"garbage"),
        ("round/1/2", b"{}"),
        ("round/2/1", r.encode(r.BetsClosed(round=1))),
        ("seat/07/slip/1/1", r.encode(r.BetsClosed(round=1))),
        ("round/1/2", r.encode(r.BetsClosed(round=2)).replace(b"2", b"1", 0)),
        ("round/1/2", r.encode(OPENED)),
        ("round/1/2", r.encode(r.ActStarted(act="tumble", round=1))),
        ("round/1/2", r.encode(r.ResultEntered(round=1, facts=DICE, by="dealer"))),
        ("round/1/2", r.encode(r.RoundEnded(round=1))),
        ("round/2/2", r.encode(r.BetsClosed(round=2))),
        ("seat/08/slip/1/1", r.encode(r.Slip(seat="07", round=1, rev=1, layout="A", stakes={"big": 500}))),
    ],
)
def test_that_a_record_that_may_not_be_there_is_ignored_and_reported(key, value):
    play = Play().ready(10_000)
    play.bet(odd=500)
    before = play.state
    play.read(value, f"etg/12/{key}")
    moved = {"log_seq": before.log_seq, "memory": before.memory, "missed": None}  # where it reads on from
    assert msgspec.structs.replace(play.state, **moved) == before
    assert play.state.log_seq == play.seq
    note = play.asked(f.SignificantEvent)[-1]
    assert (note.kind, note.severity) == ("record-ignored", "warning")
    assert note.detail["key"] == f"etg/12/{key}"


def test_that_an_ignored_record_with_a_long_key_is_reported_in_short():
    play = Play().ready()
    play.read(b"x", "k" * 10_000)
    assert len(msgspec.json.encode(play.asked(f.SignificantEvent)[-1])) < 1_000


@pytest.mark.parametrize(
    "record",
    [
        r.Barrier(round=1),
        r.ConsoleHeld(console="c", take=1),
        r.CloseShown(seat="08", round=1),
        r.Settled(seat="08", round=1, staked=1, paid=1, decision=1),
    ],
)
def test_that_records_for_other_readers_move_only_the_position(record):
    play = Play().ready(10_000)
    before = play.state
    key = {
        "Barrier": "closed/1",
        "ConsoleHeld": "console/00000001",
        "CloseShown": "seat/08/report/1/closeshown",
        "Settled": "seat/08/report/1/settled-1",
    }[type(record).__name__]
    taken = play.read(r.encode(record), f"etg/12/{key}")
    assert play.state == msgspec.structs.replace(before, log_seq=play.seq, memory=play.state.memory)
    assert taken.effects == ()


def test_that_bets_under_limits_that_cannot_be_paid_exactly_are_returned_and_never_crash():
    play = Play()
    play.limits = make_limits(LAYOUTS["A"], minimum=1, unit=1)
    play.ready(10_000)
    play.tap("total-8", 1)
    slip = play.send()
    play.log(slip)
    play.finish(3, 3, 2)
    assert (play.state.balances.credit, play.state.balances.escrow) == (10_000, 0)

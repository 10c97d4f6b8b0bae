"""Rounds that are decided anew after this seat has settled them: corrected, void after all, or paid by hand."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.games.sicbo import dice_fact
from kiosk.seat import effects as f
from kiosk.seat import events as e
from kiosk.seat.accounts import Account, Kind
from kiosk.seat.recalled import Recalled
from kiosk.seat.state import LockKind
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.round import Phase
from kits.seat.seats import EXPIRES, NOW, NUMBERS, TABLE, Play

SUPERVISOR = "supervisor"


def correct(play, *dice, number=None):
    """A correction of the newest round as it comes by the log."""
    record = r.ResultCorrected(
        round=number or play.number, facts=(dice_fact(dice),), by="dealer", authorised_by=SUPERVISOR
    )
    return play.log(record)


def void_later(play, number=None, reason="damaged dice"):
    record = r.RoundVoided(round=number or play.number, reason=reason, by="dealer", authorised_by=SUPERVISOR)
    return play.read(r.encode(record), keys.round_event(TABLE, record.round, 90))


def pay_by_hand(play, cents, number=None, decision=1, seat="07"):
    number = number or play.number
    record = r.PaidByHand(
        round=number, seat=seat, decision=decision, cents=cents, by="dealer", authorised_by=SUPERVISOR
    )
    return play.read(r.encode(record), keys.round_event(TABLE, number, 91 + decision))


def played(*dice, credit=10_000, **stakes):
    """A seat that has bet and read its result."""
    play = Play().ready(credit)
    play.bet(**(stakes or {"big": 1_000}))
    play.finish(*dice)
    return play


def later_posts(play, kind):
    return [post for post in play.posts if post.kind is kind]


def cash_out(play, number=NUMBERS[0]):
    """All credit as a ticket in the player's hand."""
    play.collect(number)
    play.do(e.RegistryDone("pending", number))
    play.do(e.TicketPrinted(number))
    play.do(e.RegistryDone("confirm", number))


def on(play, account):
    return getattr(play.state.balances, account)


# --- a corrected result -------------------------------------------------------------------------------------------


@pytest.mark.rule("sicbo:5.5")
def test_that_a_round_is_settled_by_what_the_dice_really_showed():
    play = played(1, 2, 3)
    assert on(play, "credit") == 9_000
    correct(play, 6, 5, 4)
    assert on(play, "credit") == 11_000
    assert on(play, "house") == -1_000
    (post,) = later_posts(play, Kind.CORRECT)
    assert post.key == "correct:12:1:2"
    assert {line.account: line.cents for line in post.postings} == {
        Account.HOUSE: -2_000,
        Account.CREDIT: 2_000,
    }


@pytest.mark.rule("sicbo:5.5")
def test_that_a_win_that_was_none_is_taken_back_from_the_credit():
    play = played(6, 5, 4)
    correct(play, 1, 2, 3)
    assert (on(play, "credit"), on(play, "house"), on(play, "adjust")) == (9_000, 1_000, 0)


@pytest.mark.rule("sicbo:5.5")
def test_that_the_screen_shows_the_corrected_round():
    play = played(1, 2, 3)
    correct(play, 6, 5, 4)
    last = play.state.last
    assert (last.corrected, last.facts, last.settlement.won) == (True, (dice_fact((6, 5, 4)),), 1_000)
    assert (play.state.last_win, play.state.show_last) == (1_000, True)
    assert "notice.corrected" in play.told


@pytest.mark.rule("sicbo:5.5")
def test_that_a_round_may_be_corrected_twice_and_the_last_counts():
    play = played(1, 2, 3)
    correct(play, 6, 5, 4)
    correct(play, 6, 6, 6)
    assert on(play, "credit") == 9_000
    assert [post.key for post in later_posts(play, Kind.CORRECT)] == ["correct:12:1:2", "correct:12:1:3"]


@pytest.mark.rule("sicbo:5.5", "sicbo:5.6")
def test_that_a_wrong_result_found_later_is_settled_by_the_dice_and_no_later_round_changes():
    play = played(1, 2, 3)  # big loses 1,000
    play.open()
    play.bet(small=1_000)
    correct(play, 6, 5, 4, number=1)
    assert (on(play, "credit"), on(play, "escrow")) == (10_000, 1_000)
    assert play.state.registered.stakes == {"small": 1_000}
    play.finish(1, 2, 3)
    assert on(play, "credit") == 12_000  # the round after it is what it was
    assert [post.key for post in later_posts(play, Kind.CORRECT)] == ["correct:12:1:2"]
    assert play.state.last.number == 2


@pytest.mark.rule("sicbo:5.5")
def test_that_a_correction_reaches_as_far_back_as_a_void():
    play = played(1, 2, 3)
    for _ in range(100):
        play.open()
        play.finish(1, 2, 3)
    correct(play, 6, 5, 4, number=1)
    assert on(play, "credit") == 11_000
    play.open()
    correct(play, 1, 2, 3, number=1)
    assert (on(play, "credit"), play.notes()[-1]) == (11_000, "record-ignored")


def test_that_a_correction_found_later_leaves_open_what_is_gone():
    play = played(6, 5, 4, credit=1_000)
    cash_out(play)
    play.open()
    correct(play, 1, 2, 3, number=1)
    assert (on(play, "credit"), on(play, "adjust"), on(play, "house")) == (0, -2_000, 1_000)


# --- a Void by mistake --------------------------------------------------------------------------------------------


@pytest.mark.rule("sicbo:5.5", "sicbo:5.9")
@pytest.mark.parametrize("later", [0, 1, 3])
@pytest.mark.parametrize(("dice", "credit"), [((1, 2, 3), 9_000), ((6, 5, 4), 11_000)])
def test_that_a_void_by_mistake_is_settled_by_the_dice_that_were_on_the_table(later, dice, credit):
    play = Play().ready(10_000)
    play.bet(big=1_000)
    play.close()
    play.tumble()
    play.void()
    assert on(play, "credit") == 10_000
    for _ in range(later):
        play.open()
        play.finish(1, 2, 3)
    correct(play, *dice, number=1)
    assert (on(play, "credit"), on(play, "escrow")) == (credit, 0)
    assert play.asked(f.Report)[-1].record.decision == 2
    void_later(play, 1)
    assert on(play, "credit") == 10_000


@pytest.mark.rule("sicbo:1.10", "sicbo:3.6")
def test_that_a_round_void_without_a_valid_tumble_keeps_its_void():
    play = Play().ready(10_000)
    play.bet(big=1_000)
    play.close()
    play.tumble(2)
    play.void()
    correct(play, 6, 5, 4)
    assert (on(play, "credit"), play.notes()[-1]) == (10_000, "record-ignored")


def test_that_a_substantial_win_of_a_void_by_mistake_waits_for_its_hand_pay():
    play = Play(win_limit=100_000).ready(10_000)
    play.bet(triple_6=1_000)
    play.close()
    play.tumble()
    play.void()
    correct(play, 6, 6, 6)
    assert [(lock.kind, lock.cents) for lock in play.state.locks] == [(LockKind.HANDPAY, 195_000)]


def test_that_the_correction_is_reported_and_remembered():
    play = played(1, 2, 3)
    correct(play, 6, 5, 4)
    report = [asked.record for asked in play.asked(f.Report)][-1]
    assert report == r.Settled(seat="07", round=1, staked=1_000, paid=2_000, decision=2)
    kept = msgspec.json.decode(play.asked(f.Remember)[-1].body, type=Recalled)
    assert (kept.decision, kept.paid, [end.paid for end in kept.before]) == (2, 2_000, [0])
    assert [outcome.facts for outcome in play.asked(f.Outcome)] == [
        (dice_fact((1, 2, 3)),),
        (dice_fact((6, 5, 4)),),
    ]


def test_that_meters_count_the_corrected_round_once():
    play = played(6, 5, 4)
    correct(play, 1, 2, 3)
    meters: dict[str, int] = {}
    for count in play.asked(f.Count):
        for name, value in count.meters.items():
            meters[name] = meters.get(name, 0) + value
    assert {name: meters[name] for name in ("turnover", "wins", "rounds_played", "rounds_won")} == {
        "turnover": 1_000,
        "wins": 0,
        "rounds_played": 1,
        "rounds_won": 0,
    }


def test_that_a_seat_without_a_bet_only_shows_the_corrected_dice():
    play = Play().ready(10_000)
    play.finish(1, 2, 3)
    correct(play, 6, 5, 4)
    assert on(play, "credit") == 10_000
    assert play.state.last.facts == (dice_fact((6, 5, 4)),)
    assert later_posts(play, Kind.CORRECT) == []


def test_that_a_correction_that_changes_nothing_for_the_seat_posts_nothing_and_is_reported():
    play = played(1, 2, 3)
    correct(play, 1, 1, 2)
    assert later_posts(play, Kind.CORRECT) == []
    assert play.asked(f.Report)[-1].record.decision == 2


def test_that_nothing_is_bet_or_paid_out_between_the_correction_and_its_booking():
    play = played(6, 5, 4)
    play.answers = False
    correct(play, 1, 2, 3)
    play.do(e.Collect())
    assert play.told[-1] == "notice.correcting"
    play.tap("big", 500)
    assert play.told[-1] == "notice.correcting"


def test_that_no_attendant_pays_by_hand_what_a_correction_is_about_to_take_back():
    play = Play(ticket_limit=1_000).ready(10_000)
    play.bet(big=1_000)
    play.finish(6, 5, 4)
    play.collect()  # above the limit of a ticket
    play.answers = False
    correct(play, 1, 2, 3)
    play.do(e.HandpayConfirmed("attendant", "now", 11_000))
    assert (play.told[-1], on(play, "handpay")) == ("notice.correcting", 0)
    play.do(e.RoundFound(1, 2, play.asked(f.Remember)[-1].body))
    play.do(e.Reported("report:1:settled-2"))
    play.do(e.HandpayConfirmed("attendant", "now", 9_000))
    assert (on(play, "handpay"), on(play, "credit"), on(play, "adjust")) == (9_000, 0, 0)


def test_that_a_ticket_that_waits_for_its_number_is_not_made_when_a_correction_comes_first():
    play = played(6, 5, 4)
    play.answers = False
    play.do(e.Collect())
    correct(play, 1, 2, 3)
    play.do(e.PayoutReady(NUMBERS[0], NOW, EXPIRES, "en"))
    assert play.told[-1] == "notice.correcting"
    play.do(e.RoundFound(1, 2, play.asked(f.Remember)[-1].body))
    assert (on(play, "credit"), on(play, "tickets_out")) == (9_000, 0)
    cash_out(play)
    assert on(play, "tickets_out") == 9_000


def test_that_a_correction_survives_a_power_cut_before_its_booking():
    play = played(6, 5, 4)
    play.answers = False
    correct(play, 1, 2, 3)
    play.do(e.Restarted())
    body = play.asked(f.Remember)[-1].body
    play.do(e.RoundFound(1, 2, body))
    play.do(e.RoundFound(1, 2, body))
    assert on(play, "credit") == 9_000
    assert len(later_posts(play, Kind.CORRECT)) == 1


def test_that_no_round_is_booked_by_what_was_found_of_another():
    play = played(6, 5, 4)
    play.open()
    play.bet(big=3_000)
    play.finish(6, 5, 4)
    first, second = (asked.body for asked in play.asked(f.Remember))
    play.answers = False
    correct(play, 1, 2, 3)
    void_later(play, 1)
    play.do(e.RoundFound(1, 2, first))
    assert on(play, "credit") == 14_000, "round 2 is looked up first"
    play.do(e.RoundFound(2, 2, second))
    play.do(e.RoundFound(2, 2, second))
    assert on(play, "credit") == 8_000
    play.do(e.RoundFound(1, 2, first))
    assert (on(play, "credit"), play.state.later) == (7_000, ())


# --- what the player has cashed out -------------------------------------------------------------------------------


@pytest.mark.rule("sicbo:5.5")
def test_that_what_was_cashed_out_becomes_an_open_item_and_never_a_negative_credit():
    play = played(6, 5, 4, credit=1_000)
    cash_out(play)
    assert on(play, "credit") == 0
    correct(play, 1, 2, 3)
    assert (on(play, "credit"), on(play, "adjust"), on(play, "house")) == (0, -2_000, 1_000)
    items = [asked.record for asked in play.asked(f.Report) if isinstance(asked.record, r.OpenItem)]
    assert items == [r.OpenItem(seat="07", round=1, decision=2, cents=2_000)]
    assert "open-item" in play.notes()


@pytest.mark.rule("sicbo:5.4")
def test_that_a_later_void_takes_what_is_there_and_leaves_the_rest_open():
    play = played(6, 5, 4, credit=1_000)  # credit 2,000 with 1,000 won
    cash_out(play)
    play.credit(500)
    void_later(play)
    assert (on(play, "credit"), on(play, "adjust"), on(play, "house")) == (0, -500, 0)


# --- void after the settlement ------------------------------------------------------------------------------------


@pytest.mark.rule("sicbo:5.4", "sicbo:5.9")
def test_that_a_void_after_the_settlement_returns_exactly_the_stake():
    for dice in ((1, 2, 3), (6, 5, 4)):
        play = played(*dice)
        void_later(play)
        assert (on(play, "credit"), on(play, "house"), play.state.table.phase) == (10_000, 0, Phase.VOID)
        assert play.asked(f.Report)[-1].record == r.Settled(
            seat="07", round=1, staked=1_000, paid=1_000, decision=2
        )


@pytest.mark.rule("sicbo:5.4")
def test_that_earlier_rounds_are_void_with_a_supervisor_while_the_next_is_bet_on():
    play = played(1, 2, 3)
    play.open()
    play.bet(big=2_000)
    void_later(play, number=1)
    assert (on(play, "credit"), on(play, "escrow"), on(play, "house")) == (8_000, 2_000, 0)
    assert play.state.table.phase is Phase.BETTING
    play.finish(6, 5, 4)
    assert (on(play, "credit"), on(play, "house")) == (12_000, -2_000)


def test_that_an_earlier_round_is_not_void_without_a_supervisor_or_twice():
    play = played(1, 2, 3)
    play.open()
    record = r.RoundVoided(round=1, reason="damaged dice", by="dealer")
    play.read(r.encode(record), keys.round_event(TABLE, 1, 90))
    assert (on(play, "credit"), play.notes()[-1]) == (9_000, "record-ignored")
    void_later(play, number=1)
    void_later(play, number=1)
    assert (on(play, "credit"), play.notes()[-1]) == (10_000, "record-ignored")


def test_that_chips_on_the_board_go_back_when_a_void_takes_their_credit():
    play = played(6, 5, 4, credit=1_000)
    play.open()
    play.tap("small", 2_000)
    void_later(play, number=1)
    assert (on(play, "credit"), play.state.on_board) == (1_000, 0)
    assert play.state.credit_shown == 1_000


def test_that_a_round_too_far_back_cannot_be_void():
    play = played(6, 5, 4)
    for _ in range(101):
        play.open()
        play.finish(1, 2, 3)
    void_later(play, number=1)
    assert (on(play, "credit"), play.notes()[-1]) == (11_000, "record-ignored")


# --- hand pay of a substantial win --------------------------------------------------------------------------------


def test_that_a_substantial_win_that_was_none_waits_for_no_hand_pay():
    play = Play(win_limit=50_000).ready(100_000)
    play.bet(any_triple=2_000)
    play.finish(6, 6, 6)
    assert play.lock_kinds() == [LockKind.HANDPAY.value]
    correct(play, 6, 6, 5)
    assert play.lock_kinds() == []
    assert not play.state.calling


def test_that_a_win_that_becomes_substantial_locks_the_seat():
    play = Play(win_limit=50_000).ready(100_000)
    play.bet(any_triple=2_000)
    play.finish(6, 6, 5)
    correct(play, 6, 6, 6)
    assert [(lock.kind, lock.cents) for lock in play.state.locks] == [(LockKind.HANDPAY, 64_000)]


def test_that_a_win_that_becomes_substantial_while_a_collected_credit_waits_is_paid_by_hand_first():
    play = Play(win_limit=50_000, ticket_limit=1_000).ready(100_000)
    play.bet(any_triple=2_000)
    play.finish(6, 6, 5)
    play.collect()
    assert [lock.cents for lock in play.state.locks] == [98_000]
    correct(play, 6, 6, 6)
    assert [(lock.kind, lock.detail, lock.cents) for lock in play.state.locks] == [
        (LockKind.HANDPAY, "substantial win", 64_000)
    ]
    assert play.state.calling
    play.do(e.HandpayConfirmed("attendant", "now"))
    assert (on(play, "credit"), on(play, "handpay")) == (98_000 + 66_000 - 64_000, 64_000)
    assert play.lock_kinds() == [], "the rest waits for the player's Collect"


# --- paid by hand -------------------------------------------------------------------------------------------------


def test_that_what_the_house_paid_by_hand_leaves_the_credit_and_is_not_paid_twice():
    play = played(6, 5, 4)
    pay_by_hand(play, 2_000)
    assert (on(play, "credit"), on(play, "handpay"), on(play, "adjust")) == (9_000, 2_000, 0)
    (post,) = later_posts(play, Kind.PAID_BY_HAND)
    assert post.key == "paid-by-hand:12:1:1"
    pay_by_hand(play, 2_000, seat="08")
    assert on(play, "credit") == 9_000


def test_that_money_of_a_settlement_that_the_log_does_not_hold_stays_at_the_seat():
    play = Play().ready(10_000)
    play.bet(big=1_000)
    play.answers = False
    play.finish(6, 5, 4)
    assert play.state.held == 2_000
    play.collect()
    assert (on(play, "tickets_out"), on(play, "credit")) == (9_000, 2_000)


def test_that_with_nothing_else_on_the_meter_collect_says_what_it_waits_for():
    play = Play().ready(1_000)
    play.bet(big=1_000)
    play.answers = False
    play.finish(6, 5, 4)
    play.do(e.Collect())
    assert play.told[-1] == "notice.settlement_unconfirmed"
    play.do(e.Reported("report:1:settled-1"))
    play.collect(NUMBERS[1])
    assert on(play, "tickets_out") == 2_000


def test_that_a_win_is_not_paid_by_hand_at_the_seat_before_the_log_holds_its_settlement():
    play = Play(win_limit=1_000).ready(1_000)
    play.bet(big=1_000)
    play.answers = False
    play.finish(6, 5, 4)
    assert play.lock_kinds() == ["handpay"]
    play.do(e.HandpayConfirmed("Lee", NOW))
    assert (play.told[-1], on(play, "credit")) == ("notice.settlement_unconfirmed", 2_000), (
        "the House may pay it"
    )
    play.do(e.Reported("report:1:settled-1"))
    play.do(e.HandpayConfirmed("Lee", NOW))
    assert (on(play, "handpay"), on(play, "credit")) == (1_000, 1_000)


def test_that_a_seat_that_catches_up_lets_no_money_go_before_it_has_read_all():
    play = Play().ready(10_000)
    play.bet(big=1_000)
    play.do(e.LinkDown())
    play.finish(6, 5, 4)  # what it missed, while the link counts as down; the report is taken at once
    assert play.state.held == 2_000
    pay_by_hand(play, 2_000)
    assert play.state.held == 0
    play.do(e.LinkUp())
    assert on(play, "credit") == 9_000


def test_that_the_log_takes_the_report_or_the_payment():
    play = Play().ready(10_000)
    play.bet(big=1_000)
    play.answers = False
    play.finish(6, 5, 4)
    play.do(e.ReportRefused("report:1:settled-1"))
    assert play.state.held == 2_000  # until the record itself is read
    pay_by_hand(play, 2_000)
    play.do(e.RoundFound(1, 1, play.asked(f.Remember)[-1].body))
    assert (play.state.held, on(play, "credit"), on(play, "handpay")) == (0, 9_000, 2_000)


def test_that_a_payment_after_a_correction_waits_for_its_booking():
    play = played(1, 2, 3, credit=1_000)
    play.answers = False
    correct(play, 6, 5, 4)
    pay_by_hand(play, 2_000, decision=2)
    assert on(play, "credit") == 0
    play.do(e.RoundFound(1, 2, play.asked(f.Remember)[-1].body))
    assert on(play, "credit") == 2_000
    play.do(e.RoundFound(1, 2, play.asked(f.Remember)[-1].body))
    assert (on(play, "credit"), on(play, "handpay"), on(play, "adjust")) == (0, 2_000, 0)


def test_that_a_void_round_that_was_paid_by_hand_is_not_returned_twice():
    play = Play().ready(10_000)
    play.bet(big=1_000)
    play.close()
    play.void("damaged dice")
    pay_by_hand(play, 1_000)
    assert (on(play, "credit"), on(play, "handpay")) == (9_000, 1_000)


def test_that_a_payment_for_a_machine_that_is_gone_takes_nothing_from_the_one_in_its_place():
    play = Play().ready(10_000)
    play.finish(1, 2, 3)
    pay_by_hand(play, 2_000)
    assert (on(play, "credit"), on(play, "handpay")) == (10_000, 0)
    assert play.notes()[-1] == "paid-by-hand-elsewhere"


def test_that_all_of_a_corrected_round_is_held_until_the_log_has_its_newest_report():
    """The House may pay decision 2 by hand without knowing that decision 1 was settled."""
    play = Play().ready(10_000)
    play.bet(any_triple=1_000)
    play.answers = False
    play.finish(6, 6, 6)
    assert play.state.held == 33_000
    correct(play, 1, 1, 1)
    play.do(e.RoundFound(1, 2, play.asked(f.Remember)[-1].body))
    play.do(e.Reported("report:1:settled-1"))
    assert play.state.held == 33_000
    play.do(e.Reported("report:1:settled-2"))
    assert play.state.held == 0


def test_that_a_substantial_win_that_the_house_has_paid_is_not_asked_for_again():
    play = Play(win_limit=20_000).ready(10_000)
    play.bet(any_triple=1_000)
    play.finish(6, 6, 6)
    assert play.lock_kinds() == [LockKind.HANDPAY.value]
    pay_by_hand(play, 33_000)
    assert (play.lock_kinds(), play.state.calling) == ([], False)
    assert on(play, "credit") == 9_000


def test_that_a_hand_pay_is_never_due_for_more_than_the_credit():
    play = Play(ticket_limit=1_000).ready(1_000)
    play.bet(big=1_000)
    play.finish(6, 5, 4)
    play.collect()
    assert [lock.cents for lock in play.state.locks] == [2_000]
    play.credit(500)
    correct(play, 1, 2, 3)
    assert [lock.cents for lock in play.state.locks] == [500]
    play.do(e.HandpayConfirmed("attendant", "now"))
    assert (on(play, "credit"), on(play, "handpay")) == (0, 500)


@pytest.mark.parametrize("unsure", [False, True], ids=["it is printed", "nobody knows whether it came out"])
def test_that_a_correction_waits_until_it_is_certain_where_the_money_of_a_ticket_is(unsure):
    for printed in (True, False):
        play = played(6, 5, 4, credit=1_000)
        play.collect()
        play.do(e.RegistryDone("pending", NUMBERS[0]))
        if unsure:
            play.do(e.TicketUnknown(NUMBERS[0], "no answer"))
        correct(play, 1, 2, 3)
        assert (on(play, "credit"), on(play, "adjust")) == (0, 0)
        play.do(e.TicketPrinted(NUMBERS[0]) if printed else e.TicketNotPrinted(NUMBERS[0], "no paper"))
        left = (0, -2_000) if printed else (0, 0)
        assert (on(play, "credit"), on(play, "adjust")) == left


def test_that_an_amount_that_has_changed_is_not_booked_as_it_was_shown():
    play = Play(ticket_limit=1_000).ready(1_000)
    play.bet(big=1_000)
    play.finish(6, 5, 4)
    play.collect()
    play.credit(500)
    correct(play, 1, 2, 3)
    play.do(e.HandpayConfirmed("attendant", "now", 2_000))
    assert (play.told[-1], on(play, "handpay")) == ("notice.amount_changed", 0)
    play.do(e.HandpayConfirmed("attendant", "now", 500))
    assert on(play, "handpay") == 500


def test_that_a_foreign_report_locks_the_seat():
    play = played(6, 5, 4)
    play.do(e.ReportRefused("report:1:settled-1", foreign=True))
    assert (play.lock_kinds(), play.notes()[-2]) == (["foreign-slip"], "foreign-report")


@pytest.mark.rule("sicbo:5.2.1")
def test_that_a_bet_of_long_ago_can_still_be_paid_by_hand():
    play = played(6, 5, 4)
    for _ in range(120):
        play.open()
        play.finish(1, 2, 3)
    pay_by_hand(play, 2_000, number=1)
    assert (on(play, "credit"), on(play, "handpay")) == (9_000, 2_000)


DICE = st.tuples(*[st.integers(1, 6)] * 3)


@given(
    first=DICE,
    changes=st.lists(st.one_of(st.none(), DICE, st.just("pay"), st.just("collect")), max_size=6),
    stakes=st.dictionaries(
        st.sampled_from(["big", "small", "single-1", "any-triple", "total-8"]), st.just(200), min_size=1
    ),
)
@pytest.mark.rule("sicbo:5.5", "sicbo:5.4")
def test_that_whatever_follows_the_books_say_what_was_decided_last(first, changes, stakes):
    """Credit, open items and what has left the seat add up to exactly what the last decision gives."""
    play = Play().ready(1_000)
    play.bet(**{spot.replace("-", "_"): cents for spot, cents in stakes.items()})
    play.finish(*first)
    facts, paid_decisions, collected = (dice_fact(first),), set(), 0
    for change in changes:
        table = play.state.table
        if change == "pay":
            if table.decisions not in paid_decisions:
                paid_decisions.add(table.decisions)
                pay_by_hand(play, 300, decision=table.decisions)
        elif change == "collect":
            if collected < len(NUMBERS) and on(play, "credit") and not play.state.cashout:
                cash_out(play, NUMBERS[collected])
                collected += 1
        elif table.phase is Phase.VOID:
            continue
        elif change is None:
            void_later(play)
            facts = ()
        elif not play.state.locks:
            correct(play, *change)
            facts = (dice_fact(change),)
    staked = sum(stakes.values())
    due = play.context.game.settle(play.context.layout, stakes, facts).paid if facts else staked
    balances = play.state.balances
    assert balances.total == 0
    assert balances.house == staked - due
    had = balances.credit + balances.tickets_out + balances.handpay + balances.adjust
    assert had == 1_000 - staked + due
    assert balances.credit >= 0
    assert balances.adjust <= 0

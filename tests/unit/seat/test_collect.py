"""COLLECT in two phases, failures of every phase, and pay by hand. Never money in two places."""

import pytest

from kiosk.seat import effects as f
from kiosk.seat import events as e
from kiosk.seat.accounts import Kind
from kiosk.seat.conditions import CabinetCondition
from kiosk.seat.state import CashoutStage, Lock, LockKind, with_lock
from kits.seat.seats import ACCEPTOR, EXPIRES, NOW, NUMBERS, Play

ONE, TWO = NUMBERS[:2]
S = CashoutStage


def at(stage, cents=12_300):
    """A pay-out that has come so far."""
    play = Play()
    play.do(e.LinkUp())
    play.credit(cents)
    if stage is S.PREPARING:
        play.do(e.Collect())
        return play
    play.collect(ONE)
    if stage in (S.PRINTING, S.CONFIRMING, S.ASKING):
        play.do(e.RegistryDone("pending", ONE))
    if stage is S.CONFIRMING:
        play.do(e.TicketPrinted(ONE))
    if stage is S.ASKING:
        play.do(e.TicketUnknown(ONE))
    assert play.state.cashout.stage is stage
    return play


def out(play):
    return play.state.balances.credit, play.state.balances.tickets_out


# --- the way of a ticket ------------------------------------------------------------------------------------------


def test_that_collect_audits_the_books_first():
    play = at(S.PREPARING)
    assert play.asked(f.PreparePayout) == [f.PreparePayout()]
    assert out(play) == (12_300, 0)


def test_that_phase_one_books_the_credit_out_and_tells_the_registry_before_anything_is_printed():
    play = at(S.PENDING)
    assert out(play) == (0, 12_300)
    assert (play.posts[-1].kind, play.posts[-1].key) == (Kind.TICKET_OUT, f"ticket:{ONE}")
    ticket = f.TicketOut(ONE, 12_300, 1, NOW, EXPIRES, "en")
    assert play.asked(f.RegistryPending) == [f.RegistryPending(ticket)]
    assert play.asked(f.Print) == []
    assert [kept.state for kept in play.asked(f.Keep)] == ["pending"]


def test_that_a_ticket_is_printed_once_the_registry_knows_it():
    play = at(S.PRINTING)
    assert [wanted.ticket.number for wanted in play.asked(f.Print)] == [ONE]


@pytest.mark.rule("sicbo:1.7")
def test_that_a_presented_ticket_becomes_redeemable():
    play = at(S.CONFIRMING)
    assert play.asked(f.RegistryConfirm) == [f.RegistryConfirm(ONE)]
    assert play.asked(f.Keep)[-1].state == "issued"
    taken = play.do(e.RegistryDone("confirm", ONE))
    assert play.state.cashout is None
    assert taken.done == (f"confirm:{ONE}",)
    assert play.told[-1] == "notice.ticket_printed"
    assert out(play) == (0, 12_300)


def test_that_tickets_are_numbered_in_sequence():
    play = at(S.CONFIRMING)
    play.do(e.RegistryDone("confirm", ONE))
    play.credit(500)
    play.collect(TWO)
    assert play.asked(f.RegistryPending)[-1].ticket.sequence == 2


# --- answers that come again, late, or for another ticket ---------------------------------------------------------


@pytest.mark.parametrize("stage", S)
@pytest.mark.parametrize(
    "event",
    [
        e.RegistryDone("pending", ONE),
        e.RegistryDone("confirm", ONE),
        e.TicketPrinted(ONE),
        e.PayoutReady(TWO, NOW, EXPIRES, "en"),
        e.Collect(),
    ],
    ids=["pending", "confirm", "printed", "ready", "collect"],
)
def test_that_an_answer_out_of_turn_moves_no_money_and_prints_nothing_twice(stage, event):
    play = at(stage)
    play.do(event)
    before = out(play)
    play.do(event)
    assert out(play) == before
    assert sum(out(play)) == 12_300
    assert len(play.asked(f.Print)) <= 1


@pytest.mark.parametrize("stage", S)
@pytest.mark.parametrize(
    "event",
    [
        e.RegistryDone("pending", TWO),
        e.RegistryGone("pending", TWO, "away"),
        e.TicketPrinted(TWO),
        e.TicketNotPrinted(TWO, "jam"),
        e.TicketUnknown(TWO),
    ],
)
def test_that_an_answer_about_another_ticket_changes_nothing(stage, event):
    play = at(stage)
    before = play.state
    play.do(event)
    assert play.state == before


def test_that_a_paper_that_fails_after_it_was_presented_reverses_nothing():
    play = at(S.CONFIRMING)
    play.do(e.TicketNotPrinted(ONE, "jam"))
    assert out(play) == (0, 12_300)


# --- failures -----------------------------------------------------------------------------------------------------


def test_that_wrong_books_lock_the_seat_and_pay_nothing():
    play = at(S.PREPARING)
    play.do(e.AuditDone("payout", ("meter 'credit' shows 1",)))
    assert play.state.cashout is None
    assert play.lock_kinds() == ["audit"]
    assert out(play) == (12_300, 0)
    assert "audit-failed" in play.notes()


def test_that_a_ticket_that_was_not_printed_gives_the_credit_back_and_voids_its_number():
    play = at(S.PRINTING)
    play.do(e.TicketNotPrinted(ONE, "jam"))
    assert out(play) == (12_300, 0)
    assert play.posts[-1].key == f"ticket-void:{ONE}"
    assert play.asked(f.RegistryVoid) == [f.RegistryVoid(ONE)]
    assert play.asked(f.Keep)[-1].state == "void"
    assert play.lock_kinds() == ["printer"]
    play.do(e.LockCleared("printer", "attendant"))
    play.collect(TWO)
    assert out(play) == (0, 12_300)


def test_that_a_ticket_the_registry_cannot_take_is_paid_by_hand():
    play = at(S.PENDING)
    play.do(e.RegistryGone("pending", ONE, "disk full"))
    assert out(play) == (12_300, 0)
    assert play.lock_kinds() == ["handpay"]
    play.do(e.HandpayConfirmed("attendant", NOW))
    assert play.state.balances.handpay == 12_300
    assert play.state.balances.credit == 0


def test_that_a_registry_that_refuses_a_confirmation_is_reported_and_calls_an_attendant():
    """The player holds a paper that does not pay, and nothing is locked: a call that no lock ends."""
    play = at(S.CONFIRMING)
    play.do(e.RegistryGone("confirm", ONE, "void"))
    assert play.state.cashout is None
    assert play.notes()[-2:] == ["registry-refused", "attendant-called"]
    told = {"what": "confirm", "reason": "void", "ending": ONE[-4:], "sequence": 1, "cents": 12_300}
    assert play.asked(f.SignificantEvent)[-2].detail == told
    assert play.asked(f.Notice)[-1] == f.Notice("notice.ticket_refused", {"cents": 12_300})
    assert out(play) == (0, 12_300)
    assert (play.state.calling, play.lock_kinds()) == (True, [])
    play.do(e.MinutePassed())
    assert play.state.calling
    play.do(e.Called(on=False))
    assert not play.state.calling


def test_that_the_call_for_a_refused_confirmation_outlasts_a_lock_that_lifts_itself():
    play = at(S.CONFIRMING)
    play.do(e.CabinetIs(CabinetCondition.SILENT))
    play.do(e.RegistryGone("confirm", ONE, "unknown"))
    play.do(e.CabinetIs(CabinetCondition.READY))
    assert play.lock_kinds() == []
    assert play.state.calling
    assert play.notes().count("attendant-called") == 1


def test_that_a_registry_that_refuses_what_a_seat_has_credited_calls_an_attendant():
    play = Play()
    play.do(e.RegistryGone("redeem", ONE, "redeemed"))
    assert play.notes() == ["registry-refused", "attendant-called"]
    assert play.asked(f.SignificantEvent)[0].detail["ending"] == ONE[-4:]
    assert play.state.calling


@pytest.mark.parametrize("what", ["void", "release"])
def test_that_nobody_is_called_for_a_refusal_that_leaves_no_paper(what):
    """Of a ticket that no registry has taken the number is voided all the same: there it is unknown."""
    play = Play()
    play.do(e.RegistryGone(what, ONE, "unknown"))
    assert (play.notes(), play.state.calling) == (["registry-refused"], False)


@pytest.mark.parametrize(
    ("answer", "credit"), [(e.TicketPrinted(ONE), 0), (e.TicketNotPrinted(ONE, "none"), 12_300)]
)
def test_that_an_attendant_decides_when_nobody_knows_whether_the_paper_came_out(answer, credit):
    play = at(S.ASKING)
    assert play.lock_kinds() == [LockKind.TICKET_UNKNOWN.value]
    assert play.state.locks[0].cents == 12_300
    play.do(answer)
    assert LockKind.TICKET_UNKNOWN.value not in play.lock_kinds()
    assert play.state.balances.credit == credit


def test_that_credit_above_the_ticket_limit_is_paid_by_hand():
    play = Play(ticket_limit=10_000)
    play.do(e.LinkUp())
    play.credit(10_100)
    play.collect()
    assert (play.lock_kinds(), play.state.locks[0].cents) == (["handpay"], 10_100)
    assert play.state.calling
    assert play.asked(f.RegistryPending) == []


def test_that_without_the_table_the_credit_is_paid_by_hand():
    play = at(S.PREPARING)
    play.do(e.LinkDown())
    play.do(e.PayoutReady(ONE, NOW, EXPIRES, "en"))
    assert play.lock_kinds() == ["handpay"]
    assert out(play) == (12_300, 0)


def test_that_a_power_cut_before_anything_was_booked_ends_the_payout():
    play = at(S.PREPARING)
    taken = play.do(e.Restarted())
    assert play.state.cashout is None
    assert "payout" in taken.done
    play.do(e.PayoutReady(ONE, NOW, EXPIRES, "en"))
    assert (play.lock_kinds(), out(play)) == ([], (12_300, 0))


@pytest.mark.parametrize(
    "answer", [e.TicketPrinted(ONE, "attendant"), e.TicketNotPrinted(ONE, "none", "attendant")]
)
def test_that_who_answers_for_the_printer_is_kept(answer):
    play = at(S.PRINTING)
    play.do(e.TicketUnknown(ONE))
    play.do(answer)
    kept = [note.detail["by"] for note in play.asked(f.SignificantEvent) if note.kind == "ticket-answered"]
    assert kept == ["attendant"]


def test_that_a_printer_that_answers_itself_leaves_no_name():
    play = at(S.PRINTING)
    play.do(e.TicketPrinted(ONE))
    assert "ticket-answered" not in play.notes()


# --- when there is nothing to pay, or not yet ---------------------------------------------------------------------


def test_that_collect_without_credit_says_so():
    play = Play()
    play.do(e.Collect())
    assert play.told == ["notice.nothing_to_collect"]


def test_that_collect_waits_for_the_bets():
    play = Play().ready()
    play.tap("big", 500)
    play.do(e.Collect())
    assert play.told[-1] == "notice.bets_open"
    play.send()
    play.do(e.Clear())
    play.do(e.Collect())
    assert play.told[-1] == "notice.bets_open"
    assert play.state.cashout is None


def test_that_collect_waits_for_a_note_that_is_going_in():
    play = Play().ready()
    play.do(e.NoteOffered(ACCEPTOR, "n1", 500))
    play.do(e.Collect())
    assert play.told[-1] == "notice.acceptor_busy"


def test_that_a_locked_seat_does_not_pay_by_itself():
    play = at(S.PRINTING)
    play.do(e.TicketNotPrinted(ONE, "jam"))
    play.do(e.Collect())
    assert play.told[-1] == "notice.locked"


# --- by hand, and locks -------------------------------------------------------------------------------------------


def test_that_a_hand_pay_is_booked_once():
    play = Play(ticket_limit=10_000)
    play.do(e.LinkUp())
    play.credit(10_100)
    play.collect()
    for _ in range(2):
        play.do(e.HandpayConfirmed("attendant", NOW))
    assert (play.state.balances.credit, play.state.balances.handpay) == (0, 10_100)
    assert play.posts[-1].key == "handpay:12:07:1"
    assert play.told[-1] == "notice.no_handpay"
    assert play.asked(f.PrintReceipt) == [
        f.PrintReceipt("cancelled-credit", 1, 10_100, NOW, "attendant", "en")
    ]
    assert play.asked(f.Count)[-1].meters == {"cancelled_credits": 10_100}


@pytest.mark.parametrize("kind", ["printer", "velocity"])
def test_that_an_attendant_clears_what_may_be_cleared_at_the_seat(kind):
    play = Play()
    play.state = with_lock_of(play.state, kind)
    play.do(e.LockCleared(kind, "attendant"))
    assert play.lock_kinds() == []
    assert play.asked(f.SignificantEvent)[-1].detail == {"lock": kind, "by": "attendant"}


@pytest.mark.parametrize(
    "kind",
    sorted(set(LockKind) - {"printer", "velocity", "foreign-slip", "acceptor", "logic-door", "settings"}),
)
def test_that_no_other_lock_is_cleared_at_the_seat(kind):
    play = Play()
    play.state = with_lock_of(play.state, kind)
    play.do(e.LockCleared(kind.value, "attendant"))
    assert play.lock_kinds() == [kind.value]
    assert play.told == ["notice.cannot_clear"]


def with_lock_of(state, kind):
    return with_lock(state, Lock(LockKind(kind)))

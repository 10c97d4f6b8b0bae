"""The performer: each effect is done once asked, ends in an event, and is finished after a crash."""

import sqlite3
from contextlib import closing

import pytest

from kiosk.devices import ports as d
from kiosk.runner.ports import DirectSender
from kiosk.seat import effects as f
from kiosk.seat import events as e
from kiosk.seat.accounts import Account, Kind, Posting
from kiosk.seat.context import Step
from kiosk.seat.state import SeatState
from kiosk.table import records as r
from kiosk.table.log import Appended, NoAnswer, Refused, RefusedBecause
from kiosk.tickets.registry import Refusal
from kits.seat.seats import EXPIRES, NOW, NUMBERS

NUMBER = NUMBERS[0]
SEND = f.Send(r.Slip(seat="07", round=3, rev=2, layout="A", stakes={"big": 500}))
REPORT = f.Report(r.CloseShown(seat="07", round=3))
TICKET = f.TicketOut(NUMBER, 12_300, 1, NOW, EXPIRES, "en")
REGISTRY = {
    "pending": f.RegistryPending(TICKET),
    "confirm": f.RegistryConfirm(NUMBER),
    "void": f.RegistryVoid(NUMBER),
    "release": f.RegistryRelease("t", NUMBER),
    "redeem": f.RegistryRedeem("t", NUMBER),
}
LATER = {name: effect for name, effect in REGISTRY.items() if name != "pending"}


@pytest.mark.parametrize(
    ("answer", "events"),
    [
        (Appended(9), []),  # the record itself follows from the log
        (Refused(RefusedBecause.BARRED, "k"), [e.SlipRefused(3, 2, RefusedBecause.BARRED)]),
        (NoAnswer("silence"), [e.SlipUnanswered(3, 2)]),
    ],
)
def test_that_each_answer_to_a_slip_becomes_its_event(performer, world, heard, answer, events):
    world.answer = answer
    performer.perform(SEND)
    assert heard == events
    assert performer.waiting == isinstance(answer, NoAnswer)


@pytest.mark.parametrize(
    ("answer", "event"),
    [
        (Appended(9), e.Reported("report:3:closeshown")),
        (Refused(RefusedBecause.TAKEN, "k"), e.ReportRefused("report:3:closeshown", foreign=True)),
        (Refused(RefusedBecause.BARRED, "k"), e.ReportRefused("report:3:closeshown")),
    ],
)
def test_that_each_answer_to_a_report_becomes_its_event(performer, world, heard, answer, event):
    world.answer = answer
    performer.perform(REPORT)
    assert world.asked == [("append", "etg/12/seat/07/report/3/closeshown", ())]
    assert heard == [event]


def test_that_the_report_of_a_settlement_is_barred_by_what_the_house_has_paid(performer, world):
    world.answer = Appended(9)
    performer.perform(f.Report(r.Settled(seat="07", round=3, staked=1, paid=2, decision=2)))
    ((_, key, bars),) = world.asked
    assert key == "etg/12/seat/07/report/3/settled-2"
    assert bars == tuple(f"etg/12/private/07/3/paid-{n}" for n in (2, 3, 4, 5))


def test_that_a_report_without_an_answer_waits(performer, world, heard):
    world.answer = NoAnswer("silence")
    performer.perform(REPORT)
    assert heard == []
    world.answer = Appended(9)
    performer.retry()
    assert heard == [e.Reported("report:3:closeshown")]
    assert not performer.waiting


def test_that_what_has_still_no_answer_goes_on_waiting(performer, world):
    world.answer = NoAnswer("silence")
    performer.perform(SEND)
    performer.perform(REPORT)
    performer.retry()
    assert len(world.asked) == 4
    assert performer.waiting


@pytest.mark.parametrize("what", REGISTRY)
def test_that_what_the_registry_has_done_is_told(performer, heard, what):
    performer.perform(REGISTRY[what])
    assert heard == [e.RegistryDone(what, NUMBER, "t" if what == "release" else "")]


@pytest.mark.parametrize("what", REGISTRY)
def test_that_what_the_registry_refuses_is_told(performer, world, heard, what):
    world.refuses = Refusal.UNKNOWN
    performer.perform(REGISTRY[what])
    assert heard == [e.RegistryGone(what, NUMBER, "unknown", "t" if what == "release" else "")]


@pytest.mark.parametrize("what", LATER)
def test_that_the_registry_learns_of_decided_money_when_it_is_back(performer, world, heard, what):
    world.away = True
    performer.perform(LATER[what])
    assert heard == []
    world.away = False
    performer.retry()
    assert heard == [e.RegistryDone(what, NUMBER, "t" if what == "release" else "")]


def test_that_no_ticket_is_begun_without_the_registry(performer, world, heard):
    world.away = True
    performer.perform(REGISTRY["pending"])
    assert heard == [e.RegistryGone("pending", NUMBER, "the registry is away")]
    assert not performer.waiting


def test_that_a_good_ticket_is_reserved_for_this_insertion(performer, world, heard):
    performer.perform(f.ReserveTicket("t", NUMBER))
    assert world.asked == [("reserve for 12/07/t", NUMBER)]
    assert heard == [e.TicketGood("t", NUMBER, 7_700)]


def test_that_a_refused_ticket_is_told_with_its_reason(performer, world, heard):
    world.refuses = Refusal.REDEEMED
    performer.perform(f.ReserveTicket("t", NUMBER))
    assert heard == [e.TicketBad("t", NUMBER, "redeemed")]


def test_that_a_ticket_that_this_seat_has_credited_is_not_asked_for_again(performer, world, heard, store):
    """The registry may be an older copy: it would hold the ticket, and the journal would not take it twice."""
    postings = (Posting(Account.TICKETS_IN, -7_700), Posting(Account.CREDIT, 7_700))
    store.commit(Step(SeatState(), (f.Post(Kind.TICKET_IN, f"ticket-in:{NUMBER}", 1, postings),)), NOW)
    performer.perform(f.ReserveTicket("another copy", NUMBER))
    assert heard == [e.TicketBad("another copy", NUMBER, "redeemed")]
    assert world.asked == []
    performer.perform(f.ReserveTicket("t", NUMBERS[1]))
    assert heard[1:] == [e.TicketGood("t", NUMBERS[1], 7_700)]


def test_that_a_ticket_without_an_answer_may_be_held_all_the_same(performer, world, heard):
    world.away = True
    performer.perform(f.ReserveTicket("t", NUMBER))
    assert heard == [e.TicketBad("t", NUMBER, "registry-away", unsure=True)]


@pytest.mark.parametrize(
    ("effect", "asked"),
    [
        (f.StackNote("a", "n"), ("stack", "n")),
        (f.StackTicket("a", "t", NUMBER), ("stack", "t")),
        (f.ReturnNote("a", "n"), ("give back", "n")),
        (f.ReturnTicket("a", "t", NUMBER), ("give back", "t")),
        (f.Print(TICKET), ("print", NUMBER)),
    ],
)
def test_that_devices_are_asked_and_answer_by_themselves(performer, world, heard, effect, asked):
    performer.perform(effect)
    assert (world.asked, heard) == ([asked], [])


def test_that_the_books_are_audited_before_a_payout(performer, store, heard):
    performer.perform(f.PreparePayout())
    assert heard == [e.PayoutReady(NUMBER, NOW, EXPIRES, "en")]
    store._db.execute("UPDATE meter SET cents = 5 WHERE name = 'credit'")
    performer.perform(f.PreparePayout())
    assert heard[-1].purpose == "payout"
    assert "meter 'credit' shows 5 cents" in heard[-1].findings[0]


def test_that_no_payout_is_prepared_before_the_journal_was_looked_through(performer, store, heard):
    store.checked = False
    performer.perform(f.PreparePayout())
    assert heard == []
    store.was_checked([])
    performer.perform(f.PreparePayout())
    assert [type(event) for event in heard] == [e.PayoutReady]


def test_that_an_audit_tells_its_findings(performer, store, heard):
    performer.perform(f.Audit("round:3"))
    assert heard == [e.AuditDone("round:3")]


# --- after a crash -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("memory", "event"),
    [
        (d.Presented.YES, e.TicketPrinted(NUMBER)),
        (d.Presented.NO, e.TicketNotPrinted(NUMBER, "power was lost before the ticket was printed")),
        (d.Presented.UNKNOWN, e.TicketUnknown(NUMBER)),
    ],
)
def test_that_a_print_is_never_repeated_the_printers_memory_decides(performer, world, heard, memory, event):
    world.memory = memory
    performer.recover((f.Print(TICKET),))
    assert world.asked == [("presented?", NUMBER)]
    assert heard == [event]


def test_that_everything_else_is_performed_again_in_order(performer, world):
    performer.recover((SEND, f.StackNote("a", "n"), f.RegistryConfirm(NUMBER)))
    assert [what[0] for what in world.asked] == ["append", "stack", "confirm"]


def test_that_books_that_were_not_compared_finish_nothing_before_the_table_answers(performer, world, heard):
    performer.recover((f.Print(TICKET), SEND), later=True)
    assert (world.asked, heard) == ([], [])
    performer.retry()
    assert [what[0] for what in world.asked] == ["presented?", "append"]
    assert heard == [e.TicketUnknown(NUMBER)]
    performer.retry()
    assert len(world.asked) == 2, "once"


# --- the table log ------------------------------------------------------------------------------------------------


def test_that_a_log_that_gives_no_answer_is_an_answer_of_its_own():
    class Silent:
        def append(self, *_puts, **_conditions):
            raise NoAnswer("silence")

    answers = []
    DirectSender(Silent()).send([], [], answers.append)
    assert isinstance(answers[0], NoAnswer)


def test_that_a_receipt_is_printed_and_one_that_no_paper_holds_is_told_as_missing(performer, world, heard):
    performer.perform(f.PrintReceipt("hand-pay", 3, 524_050, NOW, "attendant", "en"))
    assert world.asked == [("print receipt", 3)]
    performer.perform(f.PrintReceipt("hand-pay", 4, 524_050, NOW, "x" * 65, "en"))
    (missing,) = heard
    assert (missing.kind, missing.number) == ("hand-pay", 4)
    assert "expected 1 to 64" in missing.reason


def test_that_a_round_is_looked_up_for_a_correction_as_it_was_kept(performer, store, heard):
    store.commit(Step(SeatState(), (f.Remember(1, b'{"stakes":{"big":500}}'),)), NOW)
    performer.perform(f.LookUp(1, 2))
    assert heard == [e.RoundFound(1, 2, b'{"stakes":{"big":500}}')]


def test_that_a_round_that_was_edited_is_corrected_by_nobody(performer, store, heard, tmp_path):
    store.commit(Step(SeatState(), (f.Remember(1, b'{"stakes":{"big":500}}'),)), NOW)
    with closing(sqlite3.connect(tmp_path / "seat.db")) as db:
        db.execute("UPDATE recall SET body = replace(body, '500', '100000')")
        db.commit()
    performer.perform(f.LookUp(1, 2))
    (told,) = heard
    assert isinstance(told, e.AuditDone)
    assert "recall" in told.findings[0]

"""Open items: each cent that a seat could not take back is in the list once, until a manager has decided."""

from kiosk.book.items import Items
from kiosk.table.records import OpenItem


def item(cents=1_000, *, by_hand=False, seat="07", number=1, decision=2):
    return OpenItem(seat=seat, round=number, decision=decision, cents=cents, by_hand=by_hand)


def listed(items):
    return [(found.seat, found.round, found.decision, found.cents) for found in items.open]


def test_that_what_a_decision_and_a_payment_by_hand_leave_open_adds_up():
    items = Items()
    items.report(item(1_000))
    items.report(item(300, by_hand=True))
    assert listed(items) == [("07", 1, 2, 1_300)]


def test_that_a_repeated_report_counts_once():
    items = Items()
    items.report(item(1_000))
    items.report(item(1_000))
    assert listed(items) == [("07", 1, 2, 1_000)]


def test_that_a_closed_item_stays_closed_when_its_report_comes_again_and_after_a_restart():
    items = Items()
    items.report(item())
    items.report(item(seat="08"))
    items.close("07", 1, 2)
    again = Items()
    again.resume(items.keep())
    for found in (items, again):
        found.report(item())
        assert listed(found) == [("08", 1, 2, 1_000)]


def test_that_closing_what_is_not_there_closes_nothing():
    items = Items()
    items.close("07", 1, 2)
    items.report(item())
    assert listed(items) == [("07", 1, 2, 1_000)]

"""Meters as people read them: one word, one unit and one sign for each, on screen, on paper and in the file's page."""

from contextlib import closing

import pytest

from kiosk.reports import read_as
from kiosk.seat import events as e
from kiosk.seat.accounts import Account
from kiosk.store.periods import all_meters
from kiosk.store.seat_store import SeatStore
from kiosk.table.records import PaidByHand
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.service import words
from kits.store.aged_seat import LATELY, Aged

NOT_NOW = {"account.credit", "account.escrow"}  # a report tells them as they were at its end


def test_that_paper_and_screen_call_a_meter_alike():
    texts = Texts(Language.EN)
    for name, key in words.METERS:
        said = texts.get(key)
        assert read_as.title(name) == (said.removesuffix(" now") if name in NOT_NOW else said)


def test_that_every_account_has_a_word_and_is_in_dollars():
    for account in Account:
        name = f"account.{account.value}"
        assert read_as.title(name) != name
        assert (read_as.unit_of(name), read_as.unit(name)) == ("cents", "dollars")
        assert name in dict(words.METERS)


@pytest.mark.parametrize(
    ("name", "kept", "shown", "unit"),
    [
        ("turnover", 124_500, "$1,245.00", "dollars"),
        ("account.notes", -5_000, "$50.00", "dollars"),
        ("account.adjust", 700, "−$7.00", "dollars"),
        ("account.house", -700, "−$7.00", "dollars"),
        ("theory", 27_778, "$0.28", "dollars"),
        ("variance", 4_996, "49.96", "square dollars"),
        ("variance", -1_234_567, "−12,345.67", "square dollars"),
        ("rounds_played", 1_234, "1,234", "number"),
        ("notes_5000", -3, "−3", "number"),
        ("minutes_up", 75, "75", "minutes"),
        ("turnover", None, "–", "dollars"),
    ],
)
def test_that_a_value_is_written_in_the_unit_that_stands_beside_it(name, kept, shown, unit):
    assert (read_as.value(name, kept), read_as.unit(name)) == (shown, unit)


def test_that_notes_stand_by_their_value_behind_the_meters_with_a_word():
    names = ["zzz", "notes_10000", "account.house", "notes_500", "turnover"]
    assert sorted(names, key=read_as.order_of) == [
        "turnover",
        "account.house",
        "notes_500",
        "notes_10000",
        "zzz",
    ]
    assert (read_as.title("notes_500"), read_as.title("zzz")) == ("Notes of $5.00", "zzz")


def test_that_meters_balance_also_when_the_house_has_paid_from_the_console(tmp_path):
    with closing(SeatStore(tmp_path / "seat.db")) as store:
        aged = Aged(store, at=LATELY)
        for event in (e.Restarted(), e.LinkUp()):
            aged.do(event)
        aged.credit(50_000)
        aged.open()
        aged.bet(big=500)
        aged.finish(6, 5, 1)
        aged.log(
            PaidByHand(round=aged.number, seat="07", decision=1, cents=1_000, by="Ng", authorised_by="Ng")
        )
        aged.ticket(7)
        kept = all_meters(store._db)
    assert kept["account.handpay"] == 1_000
    assert "handpay_wins" not in kept
    assert "cancelled_credits" not in kept
    found = {words_of: read_as.signed(name, kept.get(name, 0)) for name, words_of in read_as.TITLES.items()}
    assert found["Notes in"] + found["Tickets in"] + found["Open items and ordered amounts"] == (
        found["Tickets out"]
        + found["Paid by hand, all"]
        + found["Credit"]
        + found["In play"]
        + found["House win"]
    )

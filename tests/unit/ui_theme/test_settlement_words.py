"""What a round came to, in words: a pay-out is never called more than it is."""

import pytest

from kiosk.ui.kit.settlement_words import Sums, paid_words, settlement_words, signed
from kiosk.ui.kit.texts import Language, Texts

EN, ZH = Texts(Language.EN), Texts(Language.ZH)


def plain(text: str) -> str:
    return text.replace("\u2060", "")


@pytest.mark.parametrize(
    ("staked", "paid", "english", "chinese", "gain"),
    [
        (17_500, 72_750, "Paid $727.50 · net +$552.50", "派彩 $727.50 · 净输赢 +$552.50", True),
        (5_000, 5_000, "Returned $50.00, net $0.00", "退还 $50.00，净输赢 $0.00", False),
        (
            17_500,
            1_500,
            "Returned $15.00 of $175.00, net −$160.00",
            "退还 $15.00（投注 $175.00），净输赢 −$160.00",
            False,
        ),
        (2_500, 0, "No win, net −$25.00", "本局未中，净输赢 −$25.00", False),
        (0, 0, "You have no bet in this round", "您本局没有下注", False),
        (10_000, 10_001, "Paid $100.01 · net +$0.01", "派彩 $100.01 · 净输赢 +$0.01", True),
    ],
)
def test_that_a_round_is_called_what_it_is(staked, paid, english, chinese, gain):
    sums = Sums(staked, paid)
    assert plain(settlement_words(sums, EN)) == english
    assert plain(settlement_words(sums, ZH)) == chinese
    assert sums.is_gain is gain


def test_that_what_is_due_is_not_called_paid():
    assert plain(settlement_words(Sums(1_000, 2_500), EN, due=True)) == "Due $25.00 · net +$15.00"
    assert plain(settlement_words(Sums(1_000, 0), EN, due=True)) == "No win, net −$10.00"


def test_that_the_short_form_says_paid_for_a_gain_and_returned_for_less():
    assert paid_words(Sums(1_000, 2_550), EN) == "paid $25.50"
    assert paid_words(Sums(1_000, 900), EN) == "returned $9"
    assert paid_words(Sums(1_000, 0), EN) == "paid $0"


def test_that_a_sign_stays_with_its_amount():
    assert signed(500) == "+\u2060$5.00"
    assert signed(-500) == "−\u2060$5.00"
    assert signed(0) == "$0.00"

"""The simulated shoe of a demonstration's table, behind driver and pseudo-terminal, as a console opens it."""

import queue
from collections import Counter

import pytest

from kiosk.app.shoes import ShoeFile, open_shoe
from kiosk.cards import DECK
from kiosk.devices.shoe.port import CardsOut, CoverCard

WITHIN_S = 30
DECKS = 4


class Dealt:
    """The console's end: what was told, and what the log has of it."""

    def __init__(self):
        self.told, self.bugs, self.out = queue.Queue(), [], Counter()
        self.opened = open_shoe(
            ShoeFile(kind="simulated"),
            self.told.put,
            self.bugs.append,
            seed=5,
            decks=DECKS,
            gone=lambda: self.out,
        )
        self.shoe = self.opened.shoe
        self.shoe.power_up()

    def takes(self, cards):
        """So many cards are dealt in a round; whether the cover card came among them."""
        covered = False
        while cards:
            self.shoe.want(cards)
            told = self.told.get(timeout=WITHIN_S)
            covered |= isinstance(told, CoverCard)
            if isinstance(told, CardsOut):
                self.out = self.out + Counter(told.cards)
                cards -= 1
            if isinstance(told, CardsOut | CoverCard):
                self.shoe.took(told.number)
        self.shoe.want(0)
        return covered


@pytest.fixture
def dealt():
    dealt = Dealt()
    yield dealt
    dealt.opened.close()
    assert dealt.bugs == []


@pytest.mark.rule("blackjack:5.5.2", "blackjack:5.5.4")
def test_that_it_goes_on_to_its_cover_card_and_is_shuffled_for_the_round_after_the_new_shoe(dealt):
    rounds = 0
    covered = False
    while not covered:
        rounds += 1
        dealt.shoe.begin(rounds)
        covered = dealt.takes(20)
        assert max(dealt.out.values()) <= DECKS
    assert rounds == 7, "the cover card lies before a third of 208 cards"
    dealt.out = Counter()  # a new shoe is recorded
    dealt.shoe.begin(rounds + 1)
    dealt.takes(130)
    assert max(dealt.out.values()) <= DECKS


def test_that_one_that_begins_in_the_middle_has_what_the_log_does_not_have(dealt):
    dealt.out = Counter(DECK * DECKS) - Counter(DECK)
    before = dealt.out
    dealt.shoe.begin(1)
    dealt.takes(52)
    assert dealt.out - before == Counter(DECK)

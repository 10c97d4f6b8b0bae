"""Blackjack at the table and on paper, against a second reading of its rules: rounds by chance, rare hands often."""

import random

import pytest

from kiosk.games.blackjack.game import GAME
from kiosk.games.blackjack.paper import settle_slip
from kiosk.games.blackjack.paytable import FIRST, TURN, BlackjackLayout
from kiosk.games.errors import GameError
from kiosk.games.game import HOLDS, Decide, Enter, Fact, Interim, Settle
from kiosk.money import InexactPayout
from kiosk.table.facts import interim
from kits.games import blackjack_oracle as oracle
from kits.games.blackjack_rounds import MANY, result_of

LAYOUT = BlackjackLayout("A", decks=1000)
STAKES = (1, 2, 3, 99, 100, 1_000, 12_346, 20_000)
WORDS = (
    *oracle.FIRST[:2],
    "insurance:1",
    "insurance:0",
    "double:0",
    "double:1",
    "hit",
    "stand",
    "split",
    "walk",
)
FEW, MANY_TIMES = range(8), pytest.param(range(8, 400), marks=pytest.mark.torture)


class Chance(random.Random):
    """Cards of few ranks, so that pairs, Aces and Blackjacks are frequent; bets; and one of what is offered."""

    def __init__(self, seed):
        super().__init__(seed)
        self.ranks = self.choice(["AA8", "TJQKA", "2345A", "8888TA23", oracle.RANKS])

    def card(self):
        return self.choice(self.choice([self.ranks, self.ranks, oracle.RANKS])) + self.choice("shdc")

    def bets(self):
        initial = self.choice(STAKES)
        sides = {side: self.choice([1, initial]) for side in oracle.SIDES if self.random() < 0.3}
        return {"initial": initial, **sides}

    def takes(self, offers):
        name = "split" if "split" in offers and self.random() < 0.6 else self.choice([*offers])
        least, most = offers[name]
        return name, self.choice([least, most, self.randint(least, most)])


def said(name, cents, *, lost):
    """The decision as it is written, its amount lost now and then."""
    return f"{name}:{0 if lost else cents}" if cents else name


def written(chance):
    """A slip that is played by the rules, and now and then a word or card of it more, less, or another."""
    up, boxes = chance.card(), []
    for number in range(1, chance.choice([1, 1, 2, 4]) + 1):
        cards = [chance.card(), chance.card()]
        box = oracle.Box(chance.bets(), up, cards)
        decisions, draws = [], []
        if (offers := box.first_offers()) and chance.random() < 0.4:
            decisions.append(chance.takes(offers))
            box.takes(*decisions[0])
        elif chance.random() < 0.05:
            decisions.append(("walk", 0))
            box.gone = True
        while (turn := box.turn()) is not None:
            if turn[1] is None:
                draws.append(chance.card())
                box.draws(draws[-1])
            else:
                decisions.append(("walk", 0) if chance.random() < 0.03 else chance.takes(turn[1]))
                box.decides(*decisions[-1])
        words = [said(*one, lost=chance.random() < 0.05) for one in decisions]
        for there, other in ((words, chance.choice(WORDS)), (draws, chance.card())):
            at = chance.randint(0, len(there))
            if chance.random() < 0.1:
                there[at : at + chance.randint(0, 1)] = chance.choice([[], [other]])
        slip = {"box": number, "bets": box.bets, "cards": cards, "decisions": words, "draws": draws}
        boxes.append(slip)
    dealer = [up, *(chance.card() for _ in range(chance.choice([0, 1, 6, 12])))]
    return {"boxes": boxes, "dealer": dealer}


def on_paper(slip):
    """What the product says of each box, bets of nothing left out; None where it refuses the slip."""
    try:
        found = settle_slip(LAYOUT, slip)["boxes"]
    except (GameError, InexactPayout):
        return None
    return [{bet: tuple(one.values()) for bet, one in box["bets"].items()} for box in found]


@pytest.mark.rule("blackjack:3.14", "blackjack:3.16", "blackjack:3.17", "blackjack:3.19", "blackjack:3.21.2")
@pytest.mark.rule(
    "blackjack:3.21.3", "blackjack:3.22.2", "blackjack:3.23", "blackjack:4.1.1", "blackjack:5.3"
)
@pytest.mark.parametrize("seeds", [FEW, MANY_TIMES], ids=len)
def test_that_paper_answers_or_refuses_as_a_second_reading_of_the_rules_does(seeds):
    answered = 0
    for seed in seeds:
        chance = Chance(seed)
        for _ in range(100):
            slip = written(chance)
            try:
                expected = oracle.answer(slip)
            except oracle.Refused:
                expected = None
            assert on_paper(slip) == expected, slip
            answered += expected is not None
    assert answered > 40 * len(seeds), "most of them are rounds that can be"


def added(box, name, cents, hand):
    """The spot and cents that a decision puts there; none where it is free."""
    if name == "split":
        return {f"split-{len(box.hands) + 1}": box.initial}
    return {f"double-{hand.number}" if name == "double" else name: cents} if cents else {}


def offered(window):
    """What a window offers, as the second reading has it: a Split costs the Initial Bet, no more and no less."""
    return {
        one.choice: (one.extras[0].least, one.extras[0].most) if one.extras else (0, 0)
        for one in window.options
        if one.choice != "decline"
    }


class Table:
    """A round at the product's table, each step held against what the rules ask for."""

    def __init__(self, chance):
        self.chance = chance
        self.names = tuple(f"{n:02}" for n in range(1, chance.choice([1, 1, 2, 3, 7]) + 1))
        self.bets = {name: chance.bets() for name in self.names}
        self.stakes = {name: dict(bets) for name, bets in self.bets.items()}
        self.facts = (Fact(HOLDS, self.names),)
        first, up, second = self.deals(self.names), self.card(oracle.DEALER), self.deals(self.names)
        self.dealer = [up]
        self.boxes = {
            name: oracle.Box(bets, up, [first[name], second[name]]) for name, bets in self.bets.items()
        }

    def asks(self, what):
        assert GAME.agenda(MANY, self.facts) == what, self.facts

    def card(self, at):
        self.asks(Enter("card", at))
        card = self.chance.card()
        self.facts += (Fact("card", (card,), at),)
        return card

    def deals(self, names):
        return {name: self.card(name) for name in names}

    def offers(self, name, expected):
        """The window of a box, which offers just that."""
        window = GAME.window(MANY, self.facts, name, self.stakes[name])
        assert offered(window) == expected, (self.facts, name)
        return window

    def decided(self, window, name, choice, extra):
        self.facts += (Fact(window, (choice,), name),)
        self.stakes[name] |= extra

    def first_window(self):
        asked = [
            name for name, box in self.boxes.items() if self.dealer[0][0] == "A" or not box.has_blackjack
        ]
        if asked:
            self.asks(Decide(FIRST, tuple(asked)))
        taken = {}
        for name in asked:
            offers = self.boxes[name].first_offers()
            assert self.offers(name, offers).default == "decline"
            taken[name] = self.chance.takes(offers) if offers and self.chance.random() < 0.4 else None
        for name, takes in taken.items():
            gone = takes is None and self.chance.random() < 0.1
            self.decided(
                FIRST,
                name,
                takes[0] if takes else "walk" if gone else "decline",
                added(self.boxes[name], *takes, None) if takes else {},
            )
            self.boxes[name].gone = gone
            if takes:
                self.boxes[name].takes(*takes)

    def turns(self):
        for name, box in self.boxes.items():
            while (turn := box.turn()) is not None:
                hand, offers = turn
                if offers is None:
                    box.draws(self.card(name))
                    continue
                self.asks(Decide(TURN, (name,)))
                costs = {"split": (box.initial, box.initial)} if "split" in offers else {}
                small = oracle.total(hand.cards)[0] < 12
                assert self.offers(name, offers | costs).default == ("hit" if small else "stand")
                choice, cents = ("walk", 0) if self.chance.random() < 0.03 else self.chance.takes(offers)
                self.decided(TURN, name, choice, added(box, choice, cents, hand))
                box.decides(choice, cents)

    def pays(self, settled, facts, expected):
        """Of each box what is settled by these facts, if it is no half cent."""
        for name, box in self.boxes.items():
            try:
                wanted = expected(box)
            except oracle.Refused:
                with pytest.raises(InexactPayout):
                    settled(MANY, self.stakes[name], facts, name)
                continue
            spots = settled(MANY, self.stakes[name], facts, name).spots
            assert {spot: (one.staked, one.returned, one.won) for spot, one in spots.items()} == wanted


@pytest.mark.rule("blackjack:3.11", "blackjack:3.14", "blackjack:3.16", "blackjack:3.17", "blackjack:3.19")
@pytest.mark.rule("blackjack:1.17", "blackjack:3.21.2", "blackjack:3.22", "blackjack:3.23", "blackjack:5.3")
@pytest.mark.parametrize("seeds", [FEW, MANY_TIMES], ids=len)
def test_that_a_table_asks_offers_and_pays_as_a_second_reading_of_the_rules_does(seeds):
    for seed in range(10 * seeds[0], 10 * seeds[-1] + 10):
        table = Table(Chance(seed))
        table.first_window()
        boxes = table.boxes.values()
        if any(box.turn() is not None or box.need() for box in boxes):
            table.asks(Interim())
            table.pays(GAME.decided, table.facts, oracle.Box.early)
            table.facts += (interim(table.facts),)
        table.turns()
        need = max(box.need() for box in boxes)
        while (counts := oracle.counted(table.dealer, need)) is None:
            table.dealer.append(table.card(oracle.DEALER))
        table.asks(Settle())
        table.pays(GAME.settle, result_of(table.facts), lambda box, counts=counts: box.paid(counts))

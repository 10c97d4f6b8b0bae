"""Rounds of Blackjack as facts, told in one line: cards and decisions in the order in which they fall."""

from kiosk.games.blackjack.game import GAME
from kiosk.games.blackjack.paytable import BlackjackLayout
from kiosk.games.game import HOLDS, INTERIM, Boxes, Decide, Enter, Fact, Interim
from kiosk.table.facts import interim

FELT = BlackjackLayout("A")
MANY = BlackjackLayout("many", decks=1000)
"""Decks enough for cards that fall by chance."""


def told(line, boxes="07 08", felt=FELT):
    """The facts of the line: each word answers what the game asks for, a card or the decision of the next box.

    "!dealing-error" and "!two-at-once@07" are irregularities. Interim settlements follow by themselves.
    """
    facts, words = [], line.split()
    while True:
        asks = GAME.agenda(felt, facts)
        if isinstance(asks, Boxes):
            facts.append(Fact(HOLDS, tuple(boxes.split())))
        elif isinstance(asks, Interim):
            facts.append(interim(tuple(facts)))
        elif not words:
            return tuple(facts)
        elif words[0].startswith("!"):
            name, _, at = words.pop(0)[1:].partition("@")
            name, _, value = name.partition("=")
            facts.append(Fact(name, (value or "why",), at))
        elif isinstance(asks, Enter):
            facts.append(Fact(asks.fact, (words.pop(0),), asks.at))
        else:
            assert isinstance(asks, Decide), (asks, words)
            facts += [Fact(asks.window, (words.pop(0),), box) for box in asks.boxes if words]


def result_of(facts):
    """As the result repeats them: without interim settlements."""
    return tuple(fact for fact in facts if fact.name != INTERIM)


def asked(line, boxes="07 08", felt=FELT):
    """What comes next after that line."""
    return GAME.agenda(felt, told(line, boxes, felt))


def by_chance(source, boxes, choose, felt=FELT, cards=None):
    """The facts of a round dealt by chance, or of cards that `cards` gives; `choose` answers for a box and window."""
    facts = [Fact(HOLDS, tuple(boxes))]
    while True:
        asks = GAME.agenda(felt, facts)
        if isinstance(asks, Interim):
            facts.append(interim(tuple(facts)))
        elif isinstance(asks, Enter):
            card = cards() if cards else GAME.by_chance(felt, result_of(facts), source)[0].values[0]
            facts.append(Fact(asks.fact, (card,), asks.at))
        elif isinstance(asks, Decide):
            before = tuple(facts)
            facts += [Fact(asks.window, (choose(before, box),), box) for box in asks.boxes]
        else:
            return tuple(facts)

"""Rounds of Blackjack as facts, told in one line: cards and decisions in the order in which they fall."""

from collections import Counter

from kiosk.cards import DECK
from kiosk.games.blackjack.deal import read_deal
from kiosk.games.blackjack.game import GAME
from kiosk.games.blackjack.paytable import MOST_HANDS, BlackjackLayout
from kiosk.games.blackjack.points import points
from kiosk.games.game import HOLDS, INTERIM, Boxes, Decide, Enter, Fact, Interim, Settle
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


def greatest(felt, boxes):
    """A round of very many facts: every box splits to four hands that hit as long as they can, the lowest cards first,
    from a shoe of those decks; the last hand stands, so that the Dealer draws."""
    shoe = Counter(dict.fromkeys(DECK, felt.decks))
    pairs = {box: "23456789"[at // felt.decks] for at, box in enumerate(boxes)}
    kept = Counter(rank for rank in pairs.values() for _ in range(MOST_HANDS))

    def lowest(ranks):
        there = Counter(card[0] for card in shoe.elements())
        card = next(
            card
            for rank in ranks
            for card in DECK
            if card[0] == rank and there[rank] > kept[rank] and shoe[card]
        )
        shoe[card] -= 1
        return card

    def comes(at):
        played = read_deal(felt, facts).played.get(at)
        hand = played.hands[played.place].cards if played is not None else []
        if at in pairs and (played is None or (len(hand) == 1 and len(played.hands) < MOST_HANDS)):
            kept[pairs[at]] -= 1
            return lowest(pairs[at])
        return lowest("23456789T" if points(hand) in ((0, False), (20, True)) else "A23456789T")

    facts = [Fact(HOLDS, tuple(boxes))]
    while not isinstance(asks := GAME.agenda(felt, facts), Settle):
        if isinstance(asks, Interim):
            facts.append(interim(tuple(facts)))
        elif isinstance(asks, Enter):
            facts.append(Fact(asks.fact, (comes(asks.at),), asks.at))
        else:
            last = asks.boxes == boxes[-1:] and len(read_deal(felt, facts).waiting_hands) == 1
            wants = ("decline", "split", "stand" if last else "hit", "hit")
            for box in asks.boxes:
                options = {one.choice for one in GAME.window(felt, facts, box, {"initial": 1_000}).options}
                facts.append(Fact(asks.window, (next(one for one in wants if one in options),), box))
    return tuple(facts)

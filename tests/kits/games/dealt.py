"""Rounds of a card game as facts, dealt as the game asks: whatever game it is."""

from kiosk.games.game import HOLDS, NOBODY, TABLE, Act, Boxes, Decide, Enter, Fact, Publish, Settle
from kiosk.games.laid import CARD, DEALER, SHUFFLE


def dealt(game, layout, hands, choices, other=None, until=None, irregular=None):
    """The facts of a round with these hands (words of cards) by box and at the dealer, up to what is said.

    `choices` are by box, for each decision; or by window and box. `other` answers what is entered and is no card.
    `irregular` are facts by the kind of what is asked when they come, each once.
    """
    facts, waiting = [], dict(irregular or {})
    while not isinstance(asks := game.agenda(layout, facts), until or Settle):
        if (wrong := waiting.pop(type(asks), None)) is not None:
            facts.append(wrong)
        else:
            facts += _answers(asks, facts, hands, choices, other)
    return tuple(facts)


def _answers(asks, facts, hands, choices, other):
    match asks:
        case Boxes():
            return [Fact(HOLDS, tuple(place for place in hands if place != DEALER))]
        case Act(kind, times):
            return [Fact(kind, (times,))]
        case Enter(name, at, audience) if audience == NOBODY:
            return [Fact(name, (), at, audience)]
        case Enter(name, at, audience) if name == CARD:
            told = sum((fact.name, fact.at, fact.audience) == (name, at, audience) for fact in facts)
            return [Fact(name, (hands[at].split()[told],), at, audience)]
        case Enter():
            return [other(asks, facts)]
        case Decide(window, boxes):
            by_box = choices.get(window, choices)
            return [Fact(window, (by_box[box],), box) for box in boxes]
        case Publish(places):
            return [Fact(CARD, facts[at].values, facts[at].at) for at in places]
    raise AssertionError(asks)


def result_of(facts):
    """As the result repeats them: hidden cards without values, and no act."""
    return tuple(
        Fact(fact.name, () if fact.audience != TABLE else fact.values, fact.at, fact.audience)
        for fact in facts
        if fact.name != SHUFFLE
    )

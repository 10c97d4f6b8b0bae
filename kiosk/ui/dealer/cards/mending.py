"""What lies on the felt as it was entered, and what follows when one of it is corrected. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from kiosk.games.game import (
    HOLDS,
    TABLE,
    Act,
    Ask,
    BadFacts,
    Boxes,
    Decide,
    Enter,
    Fact,
    Game,
    GameError,
    Interim,
    Layout,
    Publish,
)
from kiosk.table.facts import interim
from kiosk.ui.dealer.cards.lying import CardsGame, order_of

Stakes = Mapping[str, Mapping[str, int]]
"""What lies at each box, in cents by spot."""


class Lies(NamedTuple):
    """One thing on the felt: `at` is its place among the facts; `card` None for a back, which is the `number`-th of its
    hand. `can`: it can be corrected."""

    at: int
    place: str
    fact: Fact
    card: str | None = None
    can: bool = True
    number: int = 0


def felt_of(
    game: CardsGame, facts: Sequence[Fact], choices: Collection[str], *, hidden: bool, amounts: bool
) -> dict[str, list[Lies]]:
    """Everything that lies there, by its place, the Dealer's first: cards, a card that was turned once; what was
    decided, where ``choices`` names the window; amounts. ``hidden`` and ``amounts``: these can be corrected.

    Nobody corrects a back whose card no seat was given.
    """
    found: dict[str, list[Lies]] = {place: [] for place in (game.dealer, *order_of(facts))}
    down: dict[str, list[Lies]] = {}
    for at, fact in enumerate(facts):
        lies = Lies(at, fact.at, fact)
        if fact.name == game.card and fact.audience != TABLE:
            backs = down.setdefault(fact.at, [])
            backs.append(lies._replace(can=hidden and fact.audience == fact.at, number=len(backs) + 1))
        elif game.is_card(fact) and fact.values:
            found.setdefault(fact.at, []).append(lies._replace(card=str(fact.values[0])))
    for place, backs in down.items():
        up = len(found.setdefault(place, []))
        turned = max(0, len(backs) + up - game.hand) if place == game.dealer else up
        found[place] += backs[turned:]
    for at, fact in enumerate(facts):
        if fact.name in choices or fact.name in game.amounts:
            can = amounts or fact.name not in game.amounts
            found.setdefault(fact.at, []).append(Lies(at, fact.at, fact, can=can))
    return found


def without_acts(asks: Callable[[Sequence[Fact]], Ask]) -> Callable[[Sequence[Fact]], Ask]:
    """What a game asks for after the facts of a result, which are those of the play without its acts; a reveal as the
    card that is shown next."""

    def asked(facts: Sequence[Fact]) -> Ask:
        whole: list[Fact] = []
        for fact in facts:
            _next(asks, whole)
            whole.append(fact)
        return _next(asks, whole)

    return asked


def _next(asks: Callable[[Sequence[Fact]], Ask], whole: list[Fact]) -> Ask:
    """What is asked for when every act that is due has been done, and stands among the facts."""
    while True:
        asked = asks(whole)
        if isinstance(asked, Act):
            whole.append(Fact(asked.kind, (asked.times,)))
        elif isinstance(asked, Interim):
            whole.append(interim(tuple(whole)))
        elif isinstance(asked, Publish):
            shown = whole[asked.facts[0]]
            return Enter(shown.name, shown.at)
        else:
            return asked


def dealt_anew(
    game: CardsGame, rules: Game, layout: Layout, facts: Sequence[Fact]
) -> tuple[tuple[Fact, ...], Enter | None]:
    """The facts of a result as the game asks for them, one after the other, and what of it is missing then.

    What the game asks for no more is left out, with what the box decided after it in that window; what nobody has
    decided counts as silence; what follows from the cards follows anew. Raises BadFacts.
    """
    left, made, whole = list(facts), list[Fact](), list[Fact]()
    while True:
        asked = _next(game.asks, whole)
        irregular = rules.irregularities(layout, whole)
        if isinstance(asked, Enter) and (follows := game.follows(asked, made)) is not None:
            left = [one for one in left if (one.name, one.at) != (asked.fact, asked.at)]
            fact = follows
        elif (
            at := next((n for n, one in enumerate(left) if _fits(asked, one, irregular)), None)
        ) is not None:
            fact = left.pop(at)
            if (
                isinstance(asked, Decide)
                and fact.name == asked.window
                and not _is_open(rules, layout, whole, fact)
            ):
                left = [one for one in left if (one.name, one.at) != (fact.name, fact.at)]
                continue
        elif isinstance(asked, Decide):
            box = asked.boxes[0]
            fact = Fact(asked.window, (rules.window(layout, whole, box, {}).default,), box)
        else:
            return tuple(made), asked if isinstance(asked, Enter) and asked.audience == TABLE else None
        made.append(fact)
        whole.append(fact)


def _is_open(rules: Game, layout: Layout, before: Sequence[Fact], decision: Fact) -> bool:
    try:
        rules.check_facts(layout, (*before, decision))
    except BadFacts:
        return False
    return True


def _fits(asked: Ask, fact: Fact, irregular: Sequence[Enter]) -> bool:
    if any((may.fact, may.at) == (fact.name, fact.at) for may in irregular):
        return True
    match asked:
        case Boxes():
            return fact.name == HOLDS
        case Enter(name, at, audience):
            return (fact.name, fact.at, fact.audience) == (name, at, audience)
        case Decide(window, boxes):
            return fact.name == window and fact.at in boxes
        case _:
            return False


def nets(game: Game, layout: Layout, stakes: Stakes, facts: Sequence[Fact]) -> dict[str, int]:
    """What each box wins or loses by these facts, in cents; nothing is settled where they are none."""
    found = {}
    for box, of_box in stakes.items():
        try:
            settled = game.settle(layout, of_box, facts, box) if facts else None
        except (BadFacts, GameError):
            continue
        found[box] = settled.paid - sum(of_box.values()) if settled is not None else 0
    return found

"""What the rounds of a table ask of the jackpot that it shares: read from the book, nothing is asked here."""

from __future__ import annotations

from kiosk.book import RoundBook
from kiosk.book.values import Decided
from kiosk.console.desk.core import Core
from kiosk.games.game import Act, Ask, BadFacts, Enter, Fact
from kiosk.jackpot.meter import Box, Prize, Share
from kiosk.jackpot.requests import Correct, Reason, Request, Return, Void
from kiosk.table.records import MOST_OWED

_NOT_ASKED = (Reason.NO_JACKPOT, Reason.NOT_PERMITTED)


def boxes_of(core: Core, of_round: RoundBook) -> tuple[str, ...]:
    """The seats whose registered slip has a bet on the jackpot, in the order of the table."""
    layouts = core.config.settings.all_layouts
    found = set()
    for seat, slip in of_round.slips.items():
        spots = layouts[slip.layout].spots
        if any(spots[spot].jackpot for spot in slip.stakes if spot in spots):
            found.add(seat)
    return core.in_order(found)


def owed(core: Core) -> tuple[int, ...]:
    """The decided rounds of which the jackpot does not know all yet, oldest first: they stay in the book until it does.

    What it refuses of a round it refuses for good; where it would not even be asked, it may be asked again.
    """
    if core.jackpot is None:
        return ()
    found = []
    for number, of_round in core.book.rounds.items():
        refused = core.jackpot_refused.get(number)
        if not of_round.decisions or (number, of_round.decisions) in core.jackpot_done:
            continue
        if boxes_of(core, of_round) and (refused is None or refused.reason in _NOT_ASKED):
            found.append(number)
    return tuple(found[-MOST_OWED:])


def after(core: Core, of_round: RoundBook) -> list[Request]:
    """What a decided round asks for: at first what goes back, all of a void one; then what each correction changes."""
    boxes, table, number = boxes_of(core, of_round), core.config.settings.table, of_round.number
    if not boxes:
        return []
    first, *others = of_round.decided
    found: list[Request]
    if first.is_void:
        found = [Void(table, number)]
    elif of_round.corrections:  # a Hand may have been paid as what it was before
        found = [correction(core, of_round, first, 1)]
    else:
        stand = standing(core, of_round, first)
        found = [Return(Box(table, number, box)) for box in boxes if box not in stand]
        # What was paid, or denied, while the jackpot did not answer it hears now (rule 5.18.1); the rest it knows.
        said = correction(core, of_round, first, 1)
        found += [said] if said.prizes else []
    return found + [correction(core, of_round, decided, at) for at, decided in enumerate(others, 2)]


def correction(core: Core, of_round: RoundBook, decided: Decided, at: int) -> Correct:
    """What the round has of the jackpot by that decision."""
    boxes = standing(core, of_round, decided)
    prizes = tuple(prize for prize in paid_by(core, decided.facts) if prize.box in boxes)
    return Correct(core.config.settings.table, of_round.number, at, boxes, prizes)


def standing(core: Core, of_round: RoundBook, decided: Decided) -> tuple[str, ...]:
    """The boxes whose bets on the jackpot stand by that decision: none of a void round."""
    if decided.is_void:
        return ()
    return tuple(
        box for box in boxes_of(core, of_round) if not _went_back(core, of_round, decided.facts, box)
    )


def _went_back(core: Core, of_round: RoundBook, facts: tuple[Fact, ...], box: str) -> bool:
    settings, slip = core.config.settings, of_round.slips[box]
    layout = settings.all_layouts[slip.layout]
    try:
        spots = settings.game.settle(layout, slip.stakes, facts, box).spots
    except BadFacts:
        return False
    return any(layout.spots[spot].jackpot and found.returned == found.staked for spot, found in spots.items())


def paid_by(core: Core, facts: tuple[Fact, ...]) -> tuple[Prize, ...]:
    """The prizes of the jackpot among these facts, each with the share that its Hand has won."""
    found = []
    for at, fact in enumerate(facts):
        if not fact.at or len(fact.values) != 1 or type(fact.values[0]) is not int:
            continue
        asked = asked_for(core, (*facts[:at], *facts[at + 1 :]))
        if isinstance(asked, Enter) and asked.share and (asked.fact, asked.at) == (fact.name, fact.at):
            found.append(Prize(fact.at, share_of(asked), fact.values[0]))
    return tuple(found)


def asked_for(core: Core, facts: tuple[Fact, ...]) -> Ask | None:
    """What the game asks for after these facts of a result, which has those of no act; None for what cannot be."""
    settings = core.config.settings
    try:
        while isinstance(asked := settings.game.agenda(settings.layout, facts), Act):
            facts = (*facts, Fact(asked.kind, (asked.times,)))
    except BadFacts:
        return None
    return asked


def share_of(asked: Enter) -> Share:
    if asked.share is None:
        raise TypeError(f"'{asked.fact}' at {asked.at}: found no share, expected a prize of the jackpot")
    return Share(asked.share.numerator, asked.share.denominator)

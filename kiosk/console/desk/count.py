"""The count of the shoe that goes on from round to round: what must have left it, and when it is shuffled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from kiosk.book.desk_acts import DeskAct
from kiosk.cards import DECK
from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.console.desk.core import Core, Job
from kiosk.console.view import Alert, AlertLevel, ShoeView
from kiosk.games.game import Fact
from kiosk.table.shoe import Shoe, how_many

_LOW = len(DECK)  # cards: a full table may take about a deck in a round


def decks(core: Core) -> int:
    """How many decks lie in it; 0 where the table has none."""
    return core.config.settings.game.decks(core.config.settings.layout)


def _shoe(core: Core) -> Shoe:
    """It as the table has it now: of another number of decks than the console was set up with it is another one."""
    return core.book.shoe.at(decks(core))


def is_due(core: Core) -> bool:
    """Whether it must be shuffled before the next round; never where every round has a fresh deck."""
    return decks(core) > 0 and _shoe(core).due


def is_covered(core: Core) -> bool:
    """Whether its cover card has come out, as somebody has said."""
    return decks(core) > 0 and _shoe(core).cover


def view(core: Core) -> ShoeView | None:
    """It as the dealer sees it; None where the table has none."""
    if not (count := decks(core)):
        return None
    shoe, others = _shoe(core), gone(core)
    out = others.total() + len(shoe.cards.get(core.table.number, ()))
    return ShoeView(count, count * len(DECK) - out if shoe.first else None, shoe.due, dict(others))


def is_over(core: Core) -> bool:
    """Whether a program that deals shuffles it now: a third of its cards is left, or nobody knows how many are."""
    shoe = view(core)
    return shoe is not None and (shoe.due or shoe.left is None or shoe.left < shoe.decks * len(DECK) // 3)


def gone(core: Core) -> Counter[str]:
    """How often each card has left it in other rounds than this."""
    return _shoe(core).out(core.table.number)


def alerts(core: Core) -> Iterator[Alert]:
    """What the dealer must know of it, as long as it lasts."""
    if (shoe := view(core)) is None:
        return
    if shoe.due and core.table.is_open:
        yield Alert(AlertLevel.WARNING, "shoe-due", {"decks": shoe.decks})
    elif shoe.left is None:
        yield Alert(AlertLevel.INFO, "shoe-unknown")
    elif shoe.left < _LOW:
        yield Alert(AlertLevel.WARNING, "shoe-low", {"count": shoe.left})


def why_too_many(core: Core, number: int, before: Sequence[Fact], after: Sequence[Fact]) -> Refusal | None:
    """Why the round cannot have these facts in place of those: a card would come more often than the decks hold.

    Where nobody has said when the shoe was shuffled, the round alone is looked at.
    """
    if not (count := decks(core)):
        return None
    drawn = core.config.settings.game.drawn
    found = _shoe(core).too_many(count, number, drawn(before), drawn(after))
    if found is None:
        return None
    card, times = found
    return Refusal("shoe-too-many", {"value": card, "count": times, "decks": count})


def new_shoe(core: Core, command: c.NewShoe) -> Refusal | None:
    """Between two rounds the dealer alone; later a supervisor stands for it."""
    if (refusal := core.other_round(command.round)) is not None:
        return refusal
    name = ""
    if core.table.is_open:
        if (refusal := core.supervisors.why_not(command.authority)) is not None:
            return refusal
        name = command.authority.name if command.authority is not None else ""
    core.write(core.record(DeskAct.NEW_SHOE, core.by, name, how_many(decks(core))))
    return None


def cover_card(core: Core, command: c.CoverCard) -> Refusal | None:
    """The dealer has seen it."""
    if (refusal := core.other_round(command.round)) is not None:
        return refusal
    core.write(core.record(DeskAct.COVER_CARD, core.by))
    return None


def cover_card_back(core: Core, command: c.CoverCardBack) -> Refusal | None:
    """A supervisor stands for it, whenever it is noticed."""
    if (refusal := core.other_round(command.round)) is not None:
        return refusal
    if (refusal := core.supervisors.why_not(command.authority)) is not None:
        return refusal
    name = command.authority.name if command.authority is not None else ""
    core.write(core.record(DeskAct.COVER_CARD_BACK, core.by, name))
    return None


def follow(core: Core) -> tuple[Job, ...]:
    """What puts it on record that a reading shoe has told its cover card, or a card that is no round's.

    The shoe may forget it after that. Where every round has a fresh deck the dealer is told, and that is all.
    """
    feed, console = core.shoe, core.config.settings.console
    if core.silent_log or core.archive_fault or core.service.fenced or not core.service.opening_caught_up:
        return ()
    if feed.strays:
        card = feed.strays[0][1]
        return core.record(DeskAct.STRAY_CARD, console, reason=card), feed.stray_taken
    if not feed.cover:
        return ()
    if decks(core) and not is_due(core) and core.table.number >= _shoe(core).first:  # else of the shoe before
        return (core.record(DeskAct.COVER_CARD, console),)
    if not decks(core):
        feed.tell(core.say, "shoe-cover")
    feed.cover_taken()
    return ()

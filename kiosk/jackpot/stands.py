"""What stands of a round and of a Hand, read from the acts that were done."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from kiosk.jackpot.meter import Act, Box, Prize, What
from kiosk.jackpot.requests import Denied, Reason, Void, act_of, contributed, corrected, name_of

Known: TypeAlias = Callable[[str], Act | None]
"""The act of that name, where it was done."""


class Stood(NamedTuple):
    """What stands of a round: the boxes whose bets are in the meter, and what was paid for them out of it."""

    boxes: tuple[str, ...] = ()
    prizes: tuple[Prize, ...] = ()

    @property
    def paid(self) -> int:
        """All prizes, in cents."""
        return sum(prize.cents for prize in self.prizes)

    @property
    def worth(self) -> Stood:
        """Without prizes of nothing for which the House put in nothing: a Hand that was denied is as good as one that
        was never claimed.
        """
        return Stood(self.boxes, tuple(prize for prize in self.prizes if prize.cents or prize.reset))

    @property
    def reset(self) -> int:
        """What the House has put in for them, in cents."""
        return sum(prize.reset for prize in self.prizes)


class Found(NamedTuple):
    """The newest claim of a box, counted from 1, and what staff have decided about it."""

    number: int
    claim: Act
    decided: Act | None

    @property
    def paid(self) -> Prize | None:
        """What was paid for it and stands."""
        return self.decided.prize if self.decided is not None else None


def newest_claim(known: Known, box: Box) -> Found | None:
    """The claim of that box that counts."""
    number, claim = 0, None
    while (another := known(act_of(box, What.CLAIMED, number + 1))) is not None:
        number, claim = number + 1, another
    if claim is None:
        return None
    names = [
        act_of(box, what, number) for what in (What.REGISTERED, What.PAID, What.DENIED)
    ]  # the newest first
    return Found(number, claim, next((act for name in names if (act := known(name)) is not None), None))


def paid_to(known: Known, box: Box) -> Prize | None:
    """What was paid for the bet of that box and stands."""
    found = newest_claim(known, box)
    return found.paid if found is not None else None


def stood_first(known: Known, table: str, number: int, added: Act) -> Stood:
    """What stands before the first correction: nothing of a void round, else all bets that did not go back."""
    if known(name_of(Void(table, number))) is not None:
        return Stood()
    boxes = [Box(table, number, box) for box in added.boxes]
    left = [box for box in boxes if known(act_of(box, What.RETURNED)) is None]
    won = [paid for box in left if (paid := paid_to(known, box)) is not None]
    return Stood(tuple(box.box for box in left), tuple(won))


def each_of(added: Act | None) -> int:
    """What each bet of a round has added, in cents."""
    return added.terms.each if added is not None and added.terms is not None else 0


def ended_by(known: Known, table: str, number: int) -> str | None:
    """The act after which nothing but another correction moves the meter for a round."""
    names = (name_of(Void(table, number)), corrected(table, number, 1), corrected(table, number, 2))
    return next((name for name in names if known(name) is not None), None)


def added_by(known: Known, box: Box) -> int | Denied:
    """What the bet of a box has added, in cents, while it stands."""
    if (over := ended_for(known, box)) is not None:
        return Denied(Reason.ROUND_OVER, over)
    found = known(contributed(box.table, box.round))
    if found is None or box.box not in found.boxes:
        return Denied(Reason.NO_BET, contributed(box.table, box.round))
    return each_of(found)


def ended_for(known: Known, box: Box) -> str | None:
    """As :func:`ended_by`, or the act by which the bet of that box went back."""
    returned = act_of(box, What.RETURNED)
    return ended_by(known, box.table, box.round) or (returned if known(returned) is not None else None)

"""What a round owes each seat: by its newest decision, and by hand. Amounts in cents."""

from __future__ import annotations

from collections.abc import Mapping

from kiosk.book.settle_all import settle_all
from kiosk.book.totals import Totals
from kiosk.book.values import RoundBook
from kiosk.games.game import Fact, Game, Layout


def by_result(
    game: Game, layouts: Mapping[str, Layout], of_round: RoundBook, facts: tuple[Fact, ...]
) -> dict[str, int]:
    """What the facts pay each seat with registered stakes, by its own pay table (rules 3.8 and 4.1)."""
    staked = {seat: slip for seat, slip in of_round.slips.items() if slip.stakes}
    return settle_all(game, layouts, staked, facts)


def by_void(of_round: RoundBook) -> dict[str, int]:
    """Every stake in full (rule 5.9)."""
    return {seat: slip.staked for seat, slip in of_round.slips.items() if slip.stakes}


def is_done(of_round: RoundBook, seat: str) -> bool:
    """Whether the seat has settled the newest decision, or was paid it by hand; also where nobody here knows how."""
    return is_known(of_round, seat) or seat in of_round.elsewhere


def is_known(of_round: RoundBook, seat: str) -> bool:
    """Whether the book has the seat's settlement of the newest decision, or its payment by hand."""
    newest = (seat, of_round.decisions)
    return newest in of_round.settled or newest in of_round.paid


def was_known(of_round: RoundBook, seat: str) -> bool:
    """Whether the book has any settlement of the round by the seat, or any payment by hand."""
    return any(
        (seat, n + 1) in found
        for n in range(of_round.decisions)
        for found in (of_round.settled, of_round.paid)
    )


def had_before(of_round: RoundBook, seat: str) -> int:
    """What the seat's player had of this round by all decisions before the newest.

    A settlement leaves the player with what it says in all: what a seat could not take back is an open item of its
    own and not counted here. What was paid by hand came on top of what the player had. As long as the seat has settled
    nothing, what was staked of an interim settlement counts as had: the round gave it once, and it may have been all
    that the player had. Of other credit it is on the seat's meter still.
    """
    had = of_round.staked_again.get(seat, 0)
    for decision in range(1, of_round.decisions):
        settled = of_round.settled.get((seat, decision))
        paid = of_round.paid.get((seat, decision))
        if settled is not None:
            had = settled.paid
        elif paid is not None:
            had += paid.cents
    return had


def payable(of_round: RoundBook, seat: str) -> int:
    """What the newest decision gives the seat beyond what its player had before; 0 when that is done or not more."""
    newest = of_round.newest
    if newest is None or is_done(of_round, seat):
        return 0
    return max(0, newest.due.get(seat, 0) - had_before(of_round, seat))


def takes_back(of_round: RoundBook, seat: str) -> int:
    """What the seat has still to take back, since the newest decision gives less than its player had; 0 for nothing."""
    newest = of_round.newest
    if newest is None or is_done(of_round, seat) or not was_known(of_round, seat):
        return 0
    return max(0, had_before(of_round, seat) - newest.due.get(seat, 0))


def unsettled(of_round: RoundBook) -> frozenset[str]:
    """The seats with registered stakes that are not done with the newest decision (rule 1.8)."""
    return frozenset(
        seat for seat, slip in of_round.slips.items() if slip.stakes and not is_done(of_round, seat)
    )


def added(one: Totals, other: Totals, sign: int = 1) -> Totals:
    """``one`` and ``sign`` times the other."""
    return Totals(
        rounds=one.rounds + sign * other.rounds,
        voids=one.voids + sign * other.voids,
        turnover=one.turnover + sign * other.turnover,
        paid=one.paid + sign * other.paid,
    )

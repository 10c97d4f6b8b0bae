"""The Progressive Jackpot: what a Hand wins of it, and in which order (rules 1.13, 4.2 and 4.5)."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec

from kiosk.cards.poker import category_of
from kiosk.games.errors import BadFacts
from kiosk.games.stud.paytable import StudLayout


class Meter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the display shows and what it falls back to when the jackpot is won, both in cents (rule 1.13)."""

    value: int
    reset: int

    def grown(self, bets: int, each: int) -> "Meter":
        """After so many accepted Bets of which each adds so many cents (rule 1.13)."""
        return Meter(self.value + bets * each, self.reset)


class Win(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Hand that has won a major prize: where it lies, and the place in the log of what completed it (4.5.2)."""

    table: str
    box: int
    dealt_at: int
    rank: int


def prize(layout: StudLayout, rank: int, meter: Meter) -> tuple[int, Meter]:
    """What a Hand of this rank wins, in cents, and the meter after it; 0 for a Hand below the pay table (rule 4.2).

    All of the jackpot: it falls back to its reset value. A share: down to the whole cent, and only what is paid leaves
    the display. A fixed prize leaves it alone.
    """
    category = category_of(rank)
    share = layout.majors.get(category)
    if share is None:
        return layout.minors.get(category, 0), meter
    paid = int(meter.value * share)
    return paid, Meter(meter.reset if share == 1 else meter.value - paid, meter.reset)


def in_order(wins: Iterable[Win]) -> list[Win]:
    """In the order in which the Hands were complete (rule 4.5.2).

    Raises BadFacts when that is the same for two: nothing is paid before the House has said which was first.
    """
    ordered = sorted(wins, key=lambda win: win.dealt_at)
    for first, second in pairwise(ordered):
        if first.dealt_at == second.dealt_at:
            raise BadFacts(
                f"box {first.box} of table {first.table} and box {second.box} of table {second.table} were both "
                f"complete at {first.dealt_at}: expected one of them first"
            )
    return ordered


def pay_in_order(
    layout: StudLayout, wins: Sequence[Win], meter: Meter
) -> tuple[list[tuple[Win, int]], Meter]:
    """What each is paid, in cents, of what the one before has left on the display, and the meter at the end (4.5).

    Raises as `in_order` does.
    """
    paid = []
    for win in in_order(wins):
        cents, meter = prize(layout, win.rank, meter)
        paid.append((win, cents))
    return paid, meter

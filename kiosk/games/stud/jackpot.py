"""The Progressive Jackpot: what a Hand wins of it, and what it leaves (rules 1.13 and 4.2)."""

import msgspec

from kiosk.cards.poker import category_of
from kiosk.games.stud.paytable import StudLayout


class Meter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the display shows and what it falls back to when the jackpot is won, both in cents (rule 1.13)."""

    value: int
    reset: int


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

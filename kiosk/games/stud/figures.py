"""A round of Casino Stud Poker as reports have it, in no language."""

from collections.abc import Iterable

from kiosk.games.errors import BadFacts
from kiosk.games.game import Fact
from kiosk.games.stud.deal import DEALER, read_deal
from kiosk.games.stud.paytable import MOST_BOXES


def written(facts: Iterable[Fact]) -> str:
    """Each box with its cards, where they were shown, its decision and a major prize in cents; then the Dealer's cards.

    As "07 Kh Kd 9s 4c 2h bet; 08 fold; dealer As Qd 7h 3c 2d". What cannot be a round is "?".
    """
    try:
        deal = read_deal(tuple(facts), MOST_BOXES)
    except BadFacts:
        return "?"
    lines = []
    for box in deal.boxes or ():
        prize = (str(deal.prizes[box]),) if box in deal.prizes else ()
        decision = (deal.calls[box],) if box in deal.calls else ()
        lines.append(" ".join((box, *deal.up[box], *decision, *prize)))
    if deal.boxes:
        lines.append(" ".join((DEALER, *deal.up[DEALER])))
    return "; ".join(lines)

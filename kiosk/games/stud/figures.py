"""A round of Casino Stud Poker as reports have it, in no language."""

from collections.abc import Iterable

from kiosk.games.game import Fact
from kiosk.games.laid import in_writing
from kiosk.games.stud.deal import read_deal
from kiosk.games.stud.paytable import MOST_BOXES


def written(facts: Iterable[Fact]) -> str:
    """Each box with its cards, where they were shown, its decision and a major prize in cents; then the Dealer's cards.

    As "07 Kh Kd 9s 4c 2h bet; 08 fold; dealer As Qd 7h 3c 2d". What cannot be a round is "?".
    """
    return in_writing(
        lambda: read_deal(tuple(facts), MOST_BOXES),
        lambda deal, box: (deal.calls.get(box), str(deal.prizes.get(box, ""))),
    )

"""A round of Si Ki Pi as reports have it, in no language."""

from collections.abc import Iterable

from kiosk.games.game import Fact
from kiosk.games.laid import in_writing
from kiosk.games.sikipi.deal import read_deal
from kiosk.games.sikipi.paytable import BOXES


def written(facts: Iterable[Fact]) -> str:
    """Each box with its cards, where they were shown, and how it was set; then the Dealer's.

    As "07 Ks 9h 8d 7c set:9h8d; 08 Qs Qd 3h 2c house-way; dealer Ah Jd 6s 2d set:AhJd". What cannot be a round is "?".
    """
    return in_writing(lambda: read_deal(tuple(facts), BOXES), lambda deal, place: (deal.settings.get(place),))

"""A round of Fortune Pai Gow Poker as reports have it, in no language."""

from collections.abc import Iterable

from kiosk.games.errors import BadFacts
from kiosk.games.game import Fact
from kiosk.games.laid import DEALER
from kiosk.games.paigow.deal import CONCEDE, read_deal
from kiosk.games.paigow.paytable import BOXES


def written(facts: Iterable[Fact]) -> str:
    """Each box with its cards, its setting and whether it was conceded; then the Dealer's cards and setting.

    As "07 Kc Qh 9s 6h 4c 3d 2s set:Qh9s; 08 Ac Ad 8s 7h 5c 4d Jk house-way; dealer Jk 8d 8c 7h 6s 5c Kd set:JkKd". What
    cannot be a round is "?".
    """
    try:
        deal = read_deal(tuple(facts), BOXES)
    except BadFacts:
        return "?"
    lines = []
    for box in deal.boxes or ():
        more = (deal.settings.get(box, ""), CONCEDE if box in deal.conceded else "")
        lines.append(" ".join((box, *deal.up[box], *filter(None, more))))
    if deal.boxes:
        lines.append(" ".join((DEALER, *deal.up[DEALER], *filter(None, (deal.felt_shows,)))))
    return "; ".join(lines)

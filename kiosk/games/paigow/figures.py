"""A round of Fortune Pai Gow Poker as reports have it, in no language."""

from collections.abc import Iterable

from kiosk.games.game import Fact
from kiosk.games.laid import DEALER, in_writing
from kiosk.games.paigow.deal import CONCEDE, Deal, read_deal
from kiosk.games.paigow.paytable import BOXES


def written(facts: Iterable[Fact]) -> str:
    """Each box with its cards, its setting and whether it was conceded; then the Dealer's cards and setting.

    As "07 Kc Qh 9s 6h 4c 3d 2s set:Qh9s; 08 Ac Ad 8s 7h 5c 4d Jk house-way; dealer Jk 8d 8c 7h 6s 5c Kd set:JkKd". What
    cannot be a round is "?".
    """
    return in_writing(lambda: read_deal(tuple(facts), BOXES), _told)


def _told(deal: Deal, at: str) -> tuple[str, ...]:
    if at == DEALER:
        return (deal.felt_shows,)
    return deal.settings.get(at, ""), CONCEDE if at in deal.conceded else ""

"""The stakes that a card game is asked about: those on its own spots, and no others."""

from collections.abc import Mapping

from kiosk.games.errors import BadStake
from kiosk.games.game import Layout, SpotResult
from kiosk.written import shown


def check_known(layout: Layout, stakes: Mapping[str, int]) -> None:
    """Passes when every spot is one of the layout. Raises KeyError."""
    for spot in stakes:
        if spot not in layout.spots:
            raise KeyError(spot)


def placed(layout: Layout, stakes: Mapping[str, int]) -> dict[str, int]:
    """The stakes that are there, in cents by spot. Raises BadStake for one on an unknown spot."""
    if unknown := stakes.keys() - layout.spots.keys():
        raise BadStake(
            f"found the spots {shown(sorted(unknown))}: expected those of {', '.join(layout.spots)}"
        )
    return {spot: cents for spot, cents in stakes.items() if cents}


def returned(stakes: Mapping[str, int]) -> dict[str, SpotResult]:
    """Every stake goes back, in cents by spot."""
    return {spot: SpotResult(cents, cents, 0) for spot, cents in stakes.items()}

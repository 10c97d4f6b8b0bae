"""The felt of a table of Si Ki Pi: the spots of one box, and how the House deals (rules 2.1.1, 3.10, 3.13 to 3.16)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, ClassVar

import msgspec

from kiosk.games.board import Board, felt_boards
from kiosk.games.game import ReadText, Spot
from kiosk.games.layout_file import CardsFrom, LayoutFile, read_layout_file
from kiosk.games.sikipi.paytable import BONUS, BONUS_DEALER, BOXES, INITIAL, ODDS

_SPOTS: Mapping[str, Spot] = {
    INITIAL: Spot(INITIAL, INITIAL),
    BONUS: Spot(BONUS, BONUS, needs=INITIAL),
    BONUS_DEALER: Spot(BONUS_DEALER, BONUS_DEALER, needs=INITIAL),
}


class _File(LayoutFile, frozen=True, forbid_unknown_fields=True):
    boxes: Annotated[int, msgspec.Meta(ge=1, le=BOXES)]
    cards_from: CardsFrom


@dataclass(frozen=True, eq=False)
class Felt:
    """The three spots of a box, for each seat has one: the Initial Bet, and Bonus Bets beside it (rule 3.13). Frozen.

    `hand_by_hand`: a shuffler gives four cards at once (rule 3.16); else each place gets a card in turn (rule 3.15).
    """

    hand_by_hand: bool = True
    boxes: int = BOXES
    name: str = "A"
    game: ClassVar = "sikipi"
    spots: ClassVar = _SPOTS
    boards: ClassVar[Mapping[str, Board]] = felt_boards(
        "sikipi", {"bonus-dealer": 118, "bonus": 118, "initial": 178}, "bonus-dealer bonus initial"
    )

    def odds(self, spot: str) -> tuple[Fraction, ...]:
        """As the pay tables have them (rules 4.1 and 4.2). Raises KeyError for an unknown spot."""
        return ODDS[spot]


def read_felt(name: str, read: ReadText) -> Felt:
    """The felt of that name from its file. Every felt pays alike (rule 4). Raises UnknownLayout and BadLayout."""
    written = read_layout_file(name, read, _File)
    return Felt(written.cards_from is CardsFrom.SHUFFLER, written.boxes, name)

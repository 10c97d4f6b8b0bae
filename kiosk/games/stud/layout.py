"""The felt of a table of Casino Stud Poker: the spots of one box, and how the House deals (rules 2.1.1, 3.6, 3.8)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, ClassVar

import msgspec

from kiosk.games.board import Board, felt_boards
from kiosk.games.game import Added, ReadText, Spot
from kiosk.games.layout_file import CardsFrom, LayoutFile, read_layout_file
from kiosk.games.stud.paytable import ANTE, BET, CALL, JACKPOT, MOST_BOXES, A, StudLayout
from kiosk.money import MOST_CENTS

_SPOTS: Mapping[str, Spot] = {
    ANTE: Spot(ANTE, ANTE),
    JACKPOT: Spot(JACKPOT, JACKPOT, needs=ANTE, jackpot=True),  # rule 5.4: none without an Ante
    BET: Spot(BET, BET, CALL, added=Added(ANTE, Fraction(2), Fraction(2))),  # rules 1.3 and 3.12.2
}
_RESET = 50_000_00  # cents; the rules leave the reset value to the House (1.13)


class _File(LayoutFile, frozen=True, forbid_unknown_fields=True):
    boxes: Annotated[int, msgspec.Meta(ge=1, le=MOST_BOXES)]
    cards_from: CardsFrom
    jackpot_reset: Annotated[int, msgspec.Meta(ge=1, le=MOST_CENTS)]


@dataclass(frozen=True, eq=False)
class Felt:
    """The three spots of a box, for each seat has one box (rule 3.5). Frozen.

    `reset`: what the jackpot falls back to when it is won, in cents (rule 1.13). `burns`: the cards come from a Card
    Shoe, so a Burnt Card is put away and each place then gets a card in turn (rules 1.4 and 3.10); a shuffler has no
    Burnt Card and gives five cards at once (rule 3.11).
    """

    pay_table: StudLayout
    reset: int = _RESET
    burns: bool = False
    boxes: int = MOST_BOXES
    name: str = "A"
    game: ClassVar = "stud"
    spots: ClassVar = _SPOTS
    boards: ClassVar[Mapping[str, Board]] = felt_boards(
        "stud", {"jackpot": 118, "ante": 148, "bet": 148}, "jackpot ante bet"
    )

    def odds(self, spot: str) -> tuple[Fraction, ...]:
        """As the pay table has them for the spots of every box. Raises KeyError for an unknown spot."""
        return self.pay_table.odds(f"{_SPOTS[spot].kind}-1")


def read_felt(name: str, read: ReadText) -> Felt:
    """The felt of that name from its file. Every felt pays alike (rule 4.1). Raises UnknownLayout and BadLayout."""
    written = read_layout_file(name, read, _File)
    return Felt(A, written.jackpot_reset, written.cards_from is CardsFrom.SHOE, written.boxes, name)

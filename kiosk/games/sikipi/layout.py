"""The felt of a table of Si Ki Pi: the spots of one box, and how the House deals (rules 2.1.1, 3.10, 3.13 to 3.16)."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Annotated

import msgspec

from kiosk.games.board import Board
from kiosk.games.errors import BadLayout, UnknownLayout
from kiosk.games.game import ReadText, Spot
from kiosk.games.sikipi.board import BOARDS
from kiosk.games.sikipi.paytable import BONUS, BONUS_DEALER, BOXES, INITIAL, ODDS
from kiosk.written import quoted, refusal

_SPOTS: Mapping[str, Spot] = {
    INITIAL: Spot(INITIAL, INITIAL),
    BONUS: Spot(BONUS, BONUS, needs=INITIAL),
    BONUS_DEALER: Spot(BONUS_DEALER, BONUS_DEALER, needs=INITIAL),
}
_NAME = re.compile(r"[A-Z0-9]{1,16}")


class CardsFrom(StrEnum):
    """What the cards are dealt from (rules 3.15 and 3.16)."""

    SHOE = "shoe"
    SHUFFLER = "shuffler"


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    boxes: Annotated[int, msgspec.Meta(ge=1, le=BOXES)]
    cards_from: CardsFrom


@dataclass(frozen=True, eq=False)
class Felt:
    """The three spots of a box, for each seat has one box. Frozen.

    `hand_by_hand`: a shuffler gives four cards at once (rule 3.16); else each place gets a card in turn (rule 3.15).
    """

    hand_by_hand: bool = True
    boxes: int = BOXES
    name: str = "A"
    game: str = "sikipi"

    @property
    def spots(self) -> Mapping[str, Spot]:
        """The Initial Bet, and beside it the Bonus Bets on the own and on the Dealer's Hand (rule 3.13)."""
        return _SPOTS

    @property
    def boards(self) -> Mapping[str, Board]:
        """The same for every felt."""
        return BOARDS

    def odds(self, spot: str) -> tuple[Fraction, ...]:
        """As the pay tables have them (rules 4.1 and 4.2). Raises KeyError for an unknown spot."""
        return ODDS[spot]


def read_felt(name: str, read: ReadText) -> Felt:
    """The felt of that name from its file. Every felt pays alike (rule 4). Raises UnknownLayout and BadLayout."""
    file = f"{name.lower()}.toml"
    if not _NAME.fullmatch(name):
        raise UnknownLayout(
            f"layout {quoted(name)} is unknown: expected a name of capital letters and digits"
        )
    try:
        text = read(file)
    except LookupError as error:
        raise UnknownLayout(f'layout "{name}" is unknown: {error}') from None
    try:
        written = msgspec.toml.decode(text, type=_File)
    except msgspec.ValidationError as error:
        raise BadLayout(f"{file}: {refusal(error, tomllib.loads(text))}") from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadLayout(f"{file}: is not TOML: {error}") from None
    if written.name != name:
        raise BadLayout(f'{file}: name: found {quoted(written.name)}: expected "{name}"')
    return Felt(written.cards_from is CardsFrom.SHUFFLER, written.boxes, name)

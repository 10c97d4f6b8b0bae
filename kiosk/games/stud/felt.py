"""The felt of a table of Casino Stud Poker: the spots of one box, and how the House deals (rules 2.1.1, 3.6, 3.8)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from kiosk.games.board import Board
from kiosk.games.game import ReadText, Spot
from kiosk.games.stud import paytable
from kiosk.games.stud.paytable import ANTE, BET, CALL, JACKPOT, StudLayout

_SPOTS: Mapping[str, Spot] = {
    ANTE: Spot(ANTE, ANTE),
    JACKPOT: Spot(JACKPOT, JACKPOT),
    BET: Spot(BET, BET, CALL),
}
_RESET = 50_000_00  # cents; the rules leave the reset value to the House (1.13)


@dataclass(frozen=True, eq=False)
class Felt:
    """The three spots of a box, for each seat has one box (rule 3.5). Frozen.

    `reset`: what the jackpot falls back to when it is won, in cents (rule 1.13). `burns`: the cards come from a Card
    Shoe, so a Burnt Card is put away before the deal (rules 1.4 and 3.10); a shuffler has none (rule 3.11).
    """

    pay_table: StudLayout
    reset: int = _RESET
    burns: bool = False
    game: str = "stud"

    @property
    def name(self) -> str:
        """That of its pay table."""
        return self.pay_table.name

    @property
    def spots(self) -> Mapping[str, Spot]:
        """Ante and jackpot Bet among the bets, the BET with the decision."""
        return _SPOTS

    @property
    def boards(self) -> Mapping[str, Board]:
        """None: no screen shows it."""
        return {}

    def odds(self, spot: str) -> tuple[Fraction, ...]:
        """As the pay table has them for the spots of every box. Raises KeyError for an unknown spot."""
        return self.pay_table.odds(f"{_SPOTS[spot].kind}-1")


def read_felt(name: str, read: ReadText) -> Felt:
    """The felt of that name: "A", dealt from a shuffler. Raises UnknownLayout."""
    return Felt(paytable.read_layout(name, read))

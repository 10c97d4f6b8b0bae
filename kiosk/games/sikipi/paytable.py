"""What Si Ki Pi pays (rules 4.1 and 4.2). The six layouts of Appendices A to F pay alike."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType

from kiosk.games.board import Board
from kiosk.games.errors import UnknownLayout
from kiosk.games.game import ReadText, Spot
from kiosk.games.sikipi.hands import Bonus

INITIAL, BONUS, BONUS_DEALER = "initial", "bonus", "bonus-dealer"
BETS = (INITIAL, BONUS, BONUS_DEALER)
BOXES = 12  # a deck deals four cards to twelve boxes and the dealer, and no more (rules 2.2.1 and 3.15)
LAYOUTS = "ABCDEF"

WIN = 1 - Fraction(5, 100)  # 1 to 1 less 5 % commission (rule 4.1)
STAND_OFF = Fraction(0)
BONUS_PAYS: Mapping[Bonus, Fraction] = MappingProxyType(
    {
        Bonus.FOUR: Fraction(100),
        Bonus.THREE: Fraction(20),
        Bonus.TWO_PAIRS: Fraction(12),
        Bonus.PAIR: Fraction(1),
    }
)  # without commission (rule 4.2)

ODDS = {
    INITIAL: (STAND_OFF, WIN),
    BONUS: tuple(sorted(BONUS_PAYS.values())),
    BONUS_DEALER: tuple(sorted(BONUS_PAYS.values())),
}


@dataclass(frozen=True)
class SiKiPiLayout:
    """A layout of Si Ki Pi: its bets and what they pay. A box has them all."""

    name: str
    game: str = "sikipi"
    spots: Mapping[str, Spot] = field(default_factory=lambda: {bet: Spot(bet, bet) for bet in BETS})
    boards: Mapping[str, Board] = field(default_factory=dict)

    def odds(self, spot: str) -> tuple[Fraction, ...]:
        """Every net odds that the bet can pay, a stand off among them. Raises KeyError for an unknown bet."""
        return ODDS[spot]


def read_layout(name: str, read: ReadText) -> SiKiPiLayout:  # noqa: ARG001  the layouts need no file
    """The layout of that name. Raises UnknownLayout."""
    if len(name) != 1 or name not in LAYOUTS:
        raise UnknownLayout(f'layout "{name}" is unknown: expected one of {", ".join(LAYOUTS)}')
    return SiKiPiLayout(name)

"""The decision of Casino Stud Poker: what it offers, what a BET costs, and what silence means (rules 3.12, 5.5)."""

from collections.abc import Sequence

from kiosk.cards.poker import Category, category_of, rank_hand
from kiosk.games.game import Extra, Option, Window
from kiosk.games.laid import GO_ON as GO_ON
from kiosk.games.laid import TAKE_BACK as TAKE_BACK
from kiosk.games.laid import after_irregularity
from kiosk.games.stud.paytable import BET, CALL

FOLD, STAY = "fold", "bet"
"""The two decisions; who does not answer has Folded (rule 5.5)."""
VOID = "void"
"""A box whose seat cannot answer has not walked away: its Bets come back."""

AFTER_ERROR = after_irregularity(default=TAKE_BACK, absent=TAKE_BACK)
"""Who does not answer has his Bets back: he has not walked away from a decision in relation to game play."""


def bet_for(ante: int) -> int:
    """What a BET costs, in cents: exactly twice the Ante (rules 1.3 and 3.12.2)."""
    return 2 * ante


def window_of(ante: int, cards: Sequence[str]) -> Window:
    """What a box with that Ante in cents and these five cards may decide; without an Ante nothing but a Fold."""
    cost = bet_for(ante)
    stays = (Option(STAY, (Extra(BET, cost, cost),)),) if ante else ()
    fold = Option(FOLD, asks_twice=asks_again(cards))
    return Window(CALL, (*stays, fold), default=FOLD, absent=VOID, returns=True)


def asks_again(cards: Sequence[str]) -> bool:
    """Whether a Fold of this Hand is asked about once more: it would win of the jackpot (rules 3.12.1 and 4.2)."""
    return category_of(rank_hand(cards)) >= Category.FLUSH

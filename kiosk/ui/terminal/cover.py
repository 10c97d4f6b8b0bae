"""What sleeps under a cover or while the game is played, and what the way back to the board says. Pure."""

from kiosk.money import dollars
from kiosk.seat.betting import Fingers, why_no_bets
from kiosk.seat.events import AnyEvent, Collect
from kiosk.seat.state import SeatState
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.bars.meters import BET, meter_faces


def why_asleep(event: AnyEvent, state: SeatState, *, covered: bool, asleep: str | None) -> str | None:
    """The key of the reason why the screen keeps an event from the seat, or None; `asleep` is the one of the play.

    guarantee: nobody bets on a board that they do not see, and no credit leaves before the result lies still. Where
    the seat takes no bets anyway, it says why itself.
    """
    if isinstance(event, Fingers) and covered and why_no_bets(state) is None:
        return "why.covered"
    return asleep if isinstance(event, Collect) else None


def way_back(state: SeatState, texts: Texts) -> str:
    """The words of the button that leads back to the board: they name what is at stake there."""
    bet = meter_faces(state)[1]
    if bet.key != BET or not bet.cents:
        return texts.get("help.back")
    return texts.get("help.back_bet", amount=dollars(bet.cents))

"""Which recalled rounds are the player's own: those of the session that the seat counts (money: Recall)."""

from collections.abc import Sequence

from kiosk.seat.rounds import Recalled
from kiosk.seat.state import SeatState


def own_session(rounds: Sequence[Recalled], state: SeatState) -> list[Recalled]:
    """The rounds of the player who sits here now, in the order given."""
    return [one for one in rounds if one.round >= state.session_from]

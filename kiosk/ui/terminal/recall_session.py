"""Which recalled rounds are the player's own: those since the seat was last empty (money: Recall)."""

from collections.abc import Sequence
from itertools import pairwise

from kiosk.seat.rounds import Recalled
from kiosk.seat.state import SeatState


def own_session(rounds: Sequence[Recalled], state: SeatState, paid_out_after: int = 0) -> list[Recalled]:
    """The rounds of the player who sits here now, from rounds given newest first.

    A session ends where money was paid out or nothing was left. `paid_out_after` is the newest round that was
    already over when a pay-out was seen: it and everything before it is another session.
    """
    own: list[Recalled] = []
    if not rounds or _left(rounds[0], state):
        return own
    for newer, older in pairwise([*rounds, None]):
        if newer is None or newer.round <= paid_out_after:
            break
        own.append(newer)
        if older is None or _is_first(newer, older):
            break
    return own


def _left(newest: Recalled, state: SeatState) -> bool:
    """Whether the player of the newest round has taken the money and gone."""
    return newest.credit_after > 0 and state.balances.credit + state.balances.escrow == 0


def _is_first(newer: Recalled, older: Recalled) -> bool:
    """Whether a session begins between two rounds that follow each other in recall."""
    return older.credit_after == 0 or newer.money_out > 0 or newer.credit_before < older.credit_after


def rounds_paid_out(before: SeatState, after: SeatState) -> bool:
    """Whether a ticket was issued or a hand pay made between two states of a seat."""
    return after.ticket_sequence > before.ticket_sequence or after.handpays > before.handpays

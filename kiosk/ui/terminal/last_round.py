"""Which round the screen speaks of, and what it came to. Pure; one round at a time."""

from msgspec.structs import replace

from kiosk.seat.state import LastRound, LockKind, SeatState
from kiosk.table.round import Phase
from kiosk.ui.kit.settlement_words import Sums

DECIDED = (Phase.RESULT, Phase.ENDED, Phase.VOID)
"""The phases in which the table's round is the last one: it has come to something."""


def shown_last(state: SeatState) -> LastRound | None:
    """The last round while it is what the screen shows: from its result to the first tap or the close of the next."""
    last = state.last
    if last is None or state.draft:
        return None
    if state.table.phase in DECIDED:
        return last if last.number == state.table.number else None
    return last if state.table.phase is Phase.BETTING and state.show_last else None


def may_win(state: SeatState, spot: str) -> bool:
    """Whether the bet on that spot has won, or is not settled yet: what a result has not paid is not lit as paid."""
    last = shown_last(state)
    if last is None or last.settlement is None:
        return True
    result = last.settlement.spots.get(spot)
    return result is not None and result.won > 0


def is_ghost(state: SeatState) -> bool:
    """Whether the last round is shown while the next one takes bets already."""
    return state.table.phase is Phase.BETTING and shown_last(state) is not None


def sums_of(last: LastRound | None) -> Sums:
    """What a round came to; zeros for none and for one without a bet of this seat."""
    if last is None:
        return Sums(0, 0)
    if last.settlement is None:  # Void: every stake comes back (rule 5.9)
        staked = sum(last.stakes.values())
        return Sums(staked, staked)
    return Sums(last.settlement.staked, last.settlement.paid)


def at_stake(state: SeatState) -> int:
    """Cents that this seat plays for in the table's round once bets are closed: what the log holds of it."""
    return sum(state.registered.stakes.values()) if state.registered is not None else 0


def while_played(before: SeatState, now: SeatState) -> SeatState:
    """What may be seen of ``now`` while the game is played: nothing that a result has changed.

    ``before`` is the state that was seen last. A lock is seen at once, but for the hand pay of a win.
    """
    kept_back = [lock for lock in now.locks if lock.kind is LockKind.HANDPAY and lock not in before.locks]
    seen = replace(
        before,
        locks=tuple(lock for lock in now.locks if lock not in kept_back),
        link=now.link,
        service=now.service,
        doors=now.doors,
    )
    return seen if kept_back else replace(seen, calling=now.calling, called_at=now.called_at)

"""The fold of a round: which event is allowed in which phase, and what the round looks like after it.

Every reader (seat, console, auditor) folds the same records with this code and so sees the same round.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

import msgspec

from kiosk.games.game import Fact
from kiosk.table.records import (
    BetsClosed,
    BetsClosing,
    Limits,
    ResultEntered,
    RoundEnded,
    RoundEvent,
    RoundOpened,
    RoundVoided,
    TumbleEnded,
    TumbleStarted,
)

VALID_TUMBLES = 3  # rule 3.6


class Phase(StrEnum):
    """Where a round of play stands (rule 1.8)."""

    BETTING = "betting"
    CLOSED = "closed"
    TUMBLING = "tumbling"
    TUMBLED = "tumbled"
    RESULT = "result"
    VOID = "void"
    ENDED = "ended"


class Table(msgspec.Struct, frozen=True):
    """What the round events have said so far about the newest round. ``number`` 0 means: none yet."""

    number: int = 0
    phase: Phase = Phase.ENDED
    game: str = ""
    limits: Limits | None = None
    closes_in_ms: int = 0
    opened_at: str = ""
    hurried: bool = False
    closed_seq: int = 0
    tumbles: int = 0
    facts: tuple[Fact, ...] = ()
    void_reason: str = ""

    @property
    def is_open(self) -> bool:
        """Whether a round is under way: neither concluded nor void."""
        return self.phase not in (Phase.ENDED, Phase.VOID)


class NotAllowed(ValueError):
    """An event that the round's phase does not allow; every reader ignores it alike."""


_NEXT: dict[tuple[Phase, type[RoundEvent]], Phase] = {
    (Phase.ENDED, RoundOpened): Phase.BETTING,
    (Phase.VOID, RoundOpened): Phase.BETTING,
    (Phase.BETTING, BetsClosing): Phase.BETTING,
    (Phase.BETTING, BetsClosed): Phase.CLOSED,
    (Phase.BETTING, RoundVoided): Phase.VOID,
    (Phase.CLOSED, TumbleStarted): Phase.TUMBLING,
    (Phase.CLOSED, RoundVoided): Phase.VOID,
    (Phase.TUMBLING, TumbleEnded): Phase.TUMBLED,
    (Phase.TUMBLING, RoundVoided): Phase.VOID,
    (Phase.TUMBLED, ResultEntered): Phase.RESULT,
    (Phase.TUMBLED, RoundVoided): Phase.VOID,
    (Phase.RESULT, RoundEnded): Phase.ENDED,
}


def allowed(phase: Phase, event: type[RoundEvent]) -> bool:
    """Whether ``event`` may follow in ``phase``."""
    return (phase, event) in _NEXT


def fold(
    table: Table,
    seq: int,
    event: RoundEvent,
    why_not: Callable[[RoundEvent], str | None] = lambda _: None,
) -> Table:
    """The table after ``event``, which stands at ``seq``. Raises :class:`NotAllowed` and changes nothing.

    ``why_not`` is the game's own check of the event; it answers the reason or None.
    """
    following = _NEXT.get((table.phase, type(event)))
    name = type(event).__name__
    if (reason := why_not(event)) is not None:
        raise NotAllowed(f"{name} of round {event.round}: {reason}")
    if following is None:
        raise NotAllowed(f"{name} of round {event.round} in phase '{table.phase}' of round {table.number}")
    if isinstance(event, RoundOpened):
        if event.round <= table.number:
            raise NotAllowed(f"{name} of round {event.round} after round {table.number}")
        return Table(
            number=event.round,
            phase=following,
            game=event.game,
            limits=event.limits,
            closes_in_ms=event.closes_in_ms,
            opened_at=event.at,
        )
    if event.round != table.number:
        raise NotAllowed(f"{name} of round {event.round} while round {table.number} is played")
    return _changed(table, following, seq, event)


def _changed(table: Table, phase: Phase, seq: int, event: RoundEvent) -> Table:
    replace = msgspec.structs.replace
    match event:
        case BetsClosing():
            return replace(table, phase=phase, hurried=True, closes_in_ms=event.closes_in_ms)
        case BetsClosed():
            return replace(table, phase=phase, closed_seq=seq)
        case TumbleEnded():
            return replace(table, phase=phase, tumbles=event.tumbles)
        case ResultEntered():
            if table.tumbles < VALID_TUMBLES:
                raise NotAllowed(
                    f"result of round {table.number} after {table.tumbles} tumbles, a valid tumble has 3"
                )
            return replace(table, phase=phase, facts=event.facts)
        case RoundVoided():
            return replace(table, phase=phase, void_reason=event.reason)
        case _:
            return replace(table, phase=phase)

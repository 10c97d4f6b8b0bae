"""The fold of a round: which event is allowed in which phase, and what the round looks like after it.

Every reader (seat, console, auditor) folds the same records with this code and so sees the same round.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

import msgspec

from kiosk.games.game import Fact
from kiosk.table.records import (
    AmountOrdered,
    BetsClosed,
    BetsClosing,
    Limits,
    PaidByHand,
    ResultCorrected,
    ResultEntered,
    RoundEnded,
    RoundEvent,
    RoundOpened,
    RoundVoided,
    TumbleEnded,
    TumbleStarted,
)

VALID_TUMBLES = 3  # rule 3.6
EARLIER_ROUNDS = 100  # so far back a round can be decided anew: a seat keeps at least as many for recall
MOST_DECISIONS = 1_000  # about one round; no record speaks of more
MOST_CENTS = 10**11  # of one payment by hand or order: no sum of them leaves what a journal can add up
MOST_PAID = 200  # payments by hand that are remembered one by one


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
    """What the round events have said so far about the newest round. ``number`` 0 means: none yet.

    ``decisions`` counts what was decided about it: result or void, then each correction or void after it. Of the
    rounds before, back to ``first`` and not more than 100, ``voids`` are without a result and ``redecided`` gives
    the count of those that were decided more than once, by their number as text. ``tumbled`` are those of the voids
    whose dice had a valid tumble: a void by mistake can still get the result that they showed.

    ``paid`` names the newest payments by hand (round, seat and decision), so that none counts twice; of rounds below
    ``paid_from`` some are forgotten, and nothing is paid any more. ``ordered`` is the newest order of a manager.
    """

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
    decisions: int = 0
    first: int = 0
    voids: tuple[int, ...] = ()
    tumbled: tuple[int, ...] = ()
    redecided: dict[str, int] = {}
    demonstration: bool = False
    paid: tuple[str, ...] = ()
    paid_from: int = 0
    ordered: int = 0

    @property
    def is_open(self) -> bool:
        """Whether a round is under way: neither concluded nor void."""
        return self.phase not in (Phase.ENDED, Phase.VOID)

    def knows(self, number: int) -> bool:
        """Whether ``number`` is a round before this one that can still be spoken of."""
        return 0 < self.first <= number < self.number and number >= self.number - EARLIER_ROUNDS

    def decisions_of(self, number: int) -> int:
        """How often the round was decided; 0 for one that is open or that the table does not know."""
        if number == self.number:
            return self.decisions
        return self.redecided.get(str(number), 1) if self.knows(number) else 0

    def is_void(self, number: int) -> bool:
        """Whether the round, this one or one before, has no result any more."""
        return self.phase is Phase.VOID if number == self.number else number in self.voids

    def takes_result(self, number: int) -> bool:
        """Whether a result can stand in place of what was decided about the round (rules 5.5 and 5.6).

        A void one needs dice that had a valid tumble: without it there is nothing that they showed (rule 3.6).
        """
        if number != self.number:
            return self.knows(number) and (number not in self.voids or number in self.tumbled)
        if self.phase is Phase.VOID:
            return self.tumbles >= VALID_TUMBLES
        return self.phase in _DECIDES_LATER and number > 0


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
    # Rule 5.5. The round is concluded anew when all seats have settled again. After a Void only what the dice showed.
    (Phase.RESULT, ResultCorrected): Phase.RESULT,
    (Phase.ENDED, ResultCorrected): Phase.RESULT,
    (Phase.VOID, ResultCorrected): Phase.RESULT,
    # Rule 5.4: damage to the dice is found after the settlement, too.
    (Phase.RESULT, RoundVoided): Phase.VOID,
    (Phase.ENDED, RoundVoided): Phase.VOID,
    # The House pays by hand what was decided; the round stays where it is.
    (Phase.RESULT, PaidByHand): Phase.RESULT,
    (Phase.ENDED, PaidByHand): Phase.ENDED,
    (Phase.VOID, PaidByHand): Phase.VOID,
    # Rule 5.10: what a manager orders for a seat; the round is only the place where it stands.
    **{(phase, AmountOrdered): phase for phase in Phase},
}
_OF_EARLIER = (
    RoundVoided,
    ResultCorrected,
    PaidByHand,
)  # may speak of a round before this one, in whatever phase
_DECIDES_LATER = (Phase.RESULT, Phase.ENDED)


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
    if isinstance(event, _OF_EARLIER) and event.round < table.number:
        return _earlier(table, event)
    if following is None:
        raise NotAllowed(f"{name} of round {event.round} in phase '{table.phase}' of round {table.number}")
    if isinstance(event, RoundOpened):
        return _opened(table, following, event)
    if event.round != table.number:
        raise NotAllowed(f"{name} of round {event.round} while round {table.number} is played")
    return _changed(table, following, seq, event)


def _opened(table: Table, phase: Phase, event: RoundOpened) -> Table:
    if event.round <= table.number:
        raise NotAllowed(f"RoundOpened of round {event.round} after round {table.number}")
    oldest = event.round - EARLIER_ROUNDS
    void = table.phase is Phase.VOID
    voids = (*table.voids, table.number) if void else table.voids
    tumbled = (*table.tumbled, table.number) if void and table.tumbles >= VALID_TUMBLES else table.tumbled
    redecided = dict(table.redecided)
    if table.decisions > 1:
        redecided[str(table.number)] = table.decisions
    return Table(
        number=event.round,
        phase=phase,
        game=event.game,
        limits=event.limits,
        closes_in_ms=event.closes_in_ms,
        opened_at=event.at,
        demonstration=event.demonstration,
        first=max(table.first or event.round, oldest),
        voids=tuple(number for number in voids if number >= oldest),
        tumbled=tuple(number for number in tumbled if number >= oldest),
        redecided={number: count for number, count in redecided.items() if int(number) >= oldest},
        paid=table.paid,
        paid_from=table.paid_from,
        ordered=table.ordered,
    )


def with_payment(table: Table, event: PaidByHand) -> Table:
    """The table with a payment by hand, whose round and decision are right. Raises :class:`NotAllowed`.

    What was paid already, or may have been, counts once; nobody pays more than a journal can hold.
    """
    name, what = f"{event.round}/{event.seat}/{event.decision}", f"PaidByHand of round {event.round}"
    if name in table.paid:
        raise NotAllowed(
            f"{what} to seat '{event.seat}' for decision {event.decision}, which was paid before"
        )
    if event.round < table.paid_from:
        raise NotAllowed(f"{what}: of rounds before {table.paid_from} it is not known what was paid")
    _check_cents(what, event.cents)
    paid, first = (*table.paid, name), table.paid_from
    if len(paid) > MOST_PAID:
        first = min(_round_of(each) for each in paid) + 1
        paid = tuple(each for each in paid if _round_of(each) >= first)
    return msgspec.structs.replace(table, paid=paid, paid_from=first)


def _round_of(paid: str) -> int:
    return int(paid.partition("/")[0])


def _check_cents(what: str, cents: int) -> None:
    if abs(cents) > MOST_CENTS:
        raise NotAllowed(f"{what} of {cents} cents, at most {MOST_CENTS} are allowed")


def _with_order(table: Table, event: AmountOrdered) -> Table:
    what = f"AmountOrdered {event.number} of round {event.round}"
    if event.cents == 0:
        raise NotAllowed(f"{what} orders nothing")
    if event.number <= table.ordered:
        raise NotAllowed(f"{what} after order {table.ordered}: each has a higher number than the one before")
    _check_cents(what, event.cents)
    return msgspec.structs.replace(table, ordered=event.number)


def _earlier(table: Table, event: RoundVoided | ResultCorrected | PaidByHand) -> Table:
    """A round before this one: void after all (rule 5.4), settled by what the dice showed (rules 5.5 and 5.6), or paid
    by hand. This one goes on as it stands."""
    name, number = type(event).__name__, event.round
    if isinstance(event, PaidByHand) and number < table.number - EARLIER_ROUNDS:
        # Who speaks of it holds its books: a bet can wait longer than a decision can change.
        return with_payment(table, event)
    if not table.knows(number):
        raise NotAllowed(
            f"{name} of round {number} while round {table.number} is played: expected a round from "
            f"{max(table.first, table.number - EARLIER_ROUNDS)} on"
        )
    if isinstance(event, PaidByHand):
        _check_decision(event, table.decisions_of(number))
        return with_payment(table, event)
    _check_count(event, table.decisions_of(number))
    redecided = table.redecided | {str(number): table.decisions_of(number) + 1}
    if isinstance(event, ResultCorrected):
        _check_dice(table, event)
        others = {
            "voids": tuple(n for n in table.voids if n != number),
            "tumbled": tuple(n for n in table.tumbled if n != number),
        }
        return msgspec.structs.replace(table, redecided=redecided, **others)
    if number in table.voids:
        raise NotAllowed(f"{name} of round {number}, which is void already")
    _check_authorised(event)
    voids = tuple(sorted((*table.voids, number)))
    tumbled = tuple(sorted((*table.tumbled, number)))  # it had a result
    return msgspec.structs.replace(table, voids=voids, tumbled=tumbled, redecided=redecided)


def _check_dice(table: Table, event: ResultCorrected) -> None:
    if not table.takes_result(event.round):
        raise NotAllowed(f"ResultCorrected of round {event.round}, which is void without a valid tumble")


def _check_count(event: RoundEvent, decisions: int) -> None:
    if decisions >= MOST_DECISIONS:
        raise NotAllowed(f"{type(event).__name__} of round {event.round} after {decisions} decisions")


def _check_decision(event: PaidByHand, decisions: int) -> None:
    if event.decision != decisions:
        raise NotAllowed(
            f"PaidByHand of round {event.round} for decision {event.decision}, the newest is {decisions}"
        )


def _check_authorised(event: RoundVoided) -> None:
    if not event.authorised_by:
        raise NotAllowed(f"RoundVoided of round {event.round} after its result, without a supervisor")


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
            return replace(table, phase=phase, facts=event.facts, decisions=1)
        case ResultCorrected():
            _check_dice(table, event)
            _check_count(event, table.decisions)
            decisions = table.decisions + 1
            return replace(table, phase=phase, facts=event.facts, void_reason="", decisions=decisions)
        case RoundVoided():
            if table.phase in _DECIDES_LATER:
                _check_authorised(event)
            _check_count(event, table.decisions)
            decisions = table.decisions + 1
            return replace(table, phase=phase, facts=(), void_reason=event.reason, decisions=decisions)
        case PaidByHand():
            _check_decision(event, table.decisions)
            return with_payment(table, event)
        case AmountOrdered():
            return _with_order(table, event)
        case _:
            return replace(table, phase=phase)

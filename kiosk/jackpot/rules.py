"""What a request makes of the meter, once for every store (rules 1.13, 4.2, 4.5, 5.22). Pure.

Each act has a name made of table, round and what it is. One that stands already is never done again: a repeated request
is answered as the first was, a late one changes nothing.
"""

from __future__ import annotations

from typing import Final, TypedDict

import msgspec
from msgspec.structs import replace

from kiosk.jackpot.meter import Act, Box, Claim, Meter, Prize, Share, What
from kiosk.jackpot.requests import (
    Answer,
    Confirm,
    Contribute,
    Correct,
    Denied,
    Deny,
    MakeClaim,
    Moved,
    PaidAsRegistered,
    Reason,
    Request,
    Return,
    SetTerms,
    Show,
    Shown,
    Void,
    act_of,
    contributed,
    corrected,
    name_of,
    terms_of,
)
from kiosk.jackpot.stands import (
    Found,
    Known,
    Stood,
    added_by,
    each_of,
    ended_by,
    ended_for,
    newest_claim,
    paid_to,
    stood_first,
)

MOST_WAITING: Final = 100  # claims at once; the cell of the meter stays small


class Decision(msgspec.Struct, frozen=True):
    """The answer, and what is to be written for it: the act and the meter after it, or nothing."""

    answer: Answer
    act: Act | None = None
    meter: Meter | None = None


def decide(meter: Meter | None, known: Known, request: Request, at_utc: str) -> Decision:
    """Judge a request by how the jackpot stands and by the acts that were done."""
    if isinstance(request, SetTerms):
        return _set_terms(meter, known, request, at_utc)
    if meter is None:
        return _no(Reason.NO_JACKPOT)
    if isinstance(request, Show):
        return Decision(Shown(meter))
    if isinstance(request, MakeClaim):
        return _claim(meter, known, request, at_utc)
    if isinstance(request, Confirm | Deny):
        return _judge(meter, known, request, at_utc)
    if isinstance(request, PaidAsRegistered):
        return _paid_as_registered(meter, known, request, at_utc)
    name = name_of(request)
    if (done := known(name)) is not None:
        return Decision(Moved(done, meter)) if _is_again(done, request) else _no(Reason.OTHER_ACT, name)
    match request:
        case Contribute():
            return _contribute(meter, known, request, at_utc)
        case Return():
            return _return(meter, known, request, at_utc)
        case Void():
            return _void(meter, known, request, at_utc)
        case Correct():
            return _correct(meter, known, request, at_utc)


def _set_terms(meter: Meter | None, known: Known, request: SetTerms, at_utc: str) -> Decision:
    name = name_of(request)
    if meter is not None and (done := known(name)) is not None:
        return Decision(Moved(done, meter)) if _is_again(done, request) else _no(Reason.OTHER_ACT, name)
    if request.terms.number != (meter.terms.number + 1 if meter is not None else 1):
        return _no(Reason.OTHER_TERMS, name)
    act = Act(
        **_next(meter, request, at_utc),
        what=What.TERMS,
        reset=request.begins if meter is None else 0,
        terms=request.terms,
        by=request.by,
        why=request.why,
    )
    return _moved(meter, act)


def _contribute(meter: Meter, known: Known, request: Contribute, at_utc: str) -> Decision:
    if (over := ended_by(known, request.table, request.round)) is not None:
        return _no(Reason.ROUND_OVER, over)
    found = known(terms_of(request.terms))
    if found is None or found.terms is None:
        return _no(Reason.OTHER_TERMS, terms_of(request.terms))
    act = Act(
        **_next(meter, request, at_utc),
        what=What.CONTRIBUTED,
        bets=len(request.boxes) * found.terms.each,
        boxes=request.boxes,
        terms=found.terms,
    )
    return _moved(meter, act)


def _return(meter: Meter, known: Known, request: Return, at_utc: str) -> Decision:
    box = request.box
    added = added_by(known, box)
    if isinstance(added, Denied):
        return Decision(added)
    paid = paid_to(known, box)
    act = Act(
        **_next(meter, request, at_utc),
        what=What.RETURNED,
        bets=-added,
        paid=-paid.cents if paid is not None else 0,
        reset=-paid.reset if paid is not None else 0,
        boxes=(box.box,),
    )
    return _moved(meter, act)


def _void(meter: Meter, known: Known, request: Void, at_utc: str) -> Decision:
    """Exactly its own: what its boxes have added and not taken back, and of what they won what it moved."""
    if (over := ended_by(known, request.table, request.round)) is not None:
        return _no(Reason.ROUND_OVER, over)
    found = known(contributed(request.table, request.round))
    stood = stood_first(known, request.table, request.round, found) if found is not None else Stood()
    act = Act(
        **_next(meter, request, at_utc),
        what=What.VOIDED,
        bets=-each_of(found) * len(stood.boxes),
        paid=-stood.paid,
        reset=-stood.reset,
        boxes=stood.boxes,
    )
    return _moved(meter, act)


def _correct(meter: Meter, known: Known, request: Correct, at_utc: str) -> Decision:
    """From what the decisions before have left to what this one says."""
    table, number, decision = request.table, request.round, request.decision
    added = known(contributed(table, number))
    if added is None or set(request.boxes) - set(added.boxes):
        return _no(Reason.NO_BET, contributed(table, number))
    before = known(corrected(table, number, decision - 1))
    if before is None and decision > 2:
        return _no(Reason.NOT_IN_TURN, corrected(table, number, decision - 1))
    if (later := known(corrected(table, number, decision + 1))) is not None:
        return Decision(Moved(later, meter))  # it had nothing to say, and the next was told
    stood = Stood(before.boxes, before.prizes) if before else stood_first(known, table, number, added)
    prizes = tuple(_with_reset(meter, known, request, prize, stood) for prize in request.prizes)
    stands = Stood(request.boxes, prizes)
    if decision == 1 and stands.worth == stood.worth and not _waits_for(meter, table, number):
        return Decision(Moved(added, meter))  # what it says has all been done
    act = Act(
        **_next(meter, request, at_utc),
        what=What.CORRECTED,
        bets=each_of(added) * (len(stands.boxes) - len(stood.boxes)),
        paid=stands.paid - stood.paid,
        reset=stands.reset - stood.reset,
        boxes=stands.boxes,
        prizes=prizes,
    )
    return _moved(meter, act)


def _with_reset(meter: Meter, known: Known, request: Correct, prize: Prize, stood: Stood) -> Prize:
    """A prize that stands as it was, or that a void had taken back, with what the House put in for it then."""
    paid = paid_to(known, Box(request.table, request.round, prize.box))
    for one in [*stood.prizes, *([paid] if paid is not None else [])]:
        if (one.box, one.share, one.cents) == (prize.box, prize.share, prize.cents):
            return one
    return _new_prize(meter, prize.box, prize.share, prize.cents)


def _new_prize(meter: Meter, box: str, share: Share, cents: int) -> Prize:
    """With what the House puts in for it now."""
    return Prize(box, share, cents, meter.terms.reset if share.is_all and cents else 0)


def _claim(meter: Meter, known: Known, request: MakeClaim, at_utc: str) -> Decision:
    claim = request.claim
    found, waits = newest_claim(known, claim.box), _waiting(meter, claim.box)
    newest = waits or (found.claim.claim if found is not None else None)
    if found is not None and newest == claim:
        return Decision(Moved(found.decided or found.claim, meter))
    if found is not None and newest is not None and claim.revision <= newest.revision:
        return _no(Reason.OTHER_ACT, found.claim.name)  # as it was before a correction, or never
    added = added_by(known, claim.box)
    if isinstance(added, Denied):
        return Decision(added)
    if waits is None and len(meter.waiting) >= MOST_WAITING:
        return _no(Reason.TOO_MANY)
    paid = found.paid if found is not None else None
    following = _next(meter, request, at_utc)
    following["name"] = act_of(claim.box, What.CLAIMED, found.number + 1 if found is not None else 1)
    act = Act(
        **following,
        what=What.CLAIMED,
        paid=-paid.cents if paid is not None else 0,
        reset=-paid.reset if paid is not None else 0,
        claim=claim,
    )
    return _moved(meter, act)


def _judge(meter: Meter, known: Known, request: Confirm | Deny, at_utc: str) -> Decision:
    """Staff have decided a claim: that very one, which still waits."""
    claim = request.claim
    found = newest_claim(known, claim.box)
    decided = found.decided if found is not None else None
    what = What.PAID if isinstance(request, Confirm) else What.DENIED
    if decided is not None and (decided.what, decided.claim) == (what, claim):
        return Decision(Moved(decided, meter))
    if found is None or _waiting(meter, claim.box) != claim:
        return _not_waiting(known, claim.box, found)
    following = _next(meter, request, at_utc)
    following["name"] = act_of(claim.box, what, found.number)
    if isinstance(request, Deny):
        act = Act(**following, what=what, claim=claim, by=request.by, why=request.why)
        return _moved(meter, act)
    if not request.first and (earlier := _not_behind(meter, claim)) is not None:
        return Decision(earlier)
    act = Act(
        **following,
        what=what,
        paid=claim.share.of(meter.value),
        reset=_puts_in(meter) if claim.share.is_all else 0,
        claim=claim,
        by=request.by,
        why=request.why,
    )
    return _moved(meter, act)


def _puts_in(meter: Meter) -> int:
    """What lets a jackpot that is won fall back to its reset value: also what it lies below zero (rule 1.13)."""
    return meter.terms.reset - min(0, meter.balance)


def _paid_as_registered(meter: Meter, known: Known, request: PaidAsRegistered, at_utc: str) -> Decision:
    """From what was decided about the claim before to what it was paid in the silence."""
    claim = request.claim
    found = newest_claim(known, claim.box)
    if found is None or found.claim.claim != claim:
        return _not_waiting(known, claim.box, found)
    stood = found.paid or Prize(claim.box.box, claim.share, 0)
    if found.decided is not None and stood.cents == request.cents:
        return Decision(Moved(found.decided, meter))
    if ended_for(known, claim.box) is not None or (found.decided or found.claim).what is What.REGISTERED:
        return _not_waiting(known, claim.box, found)
    prize = _new_prize(meter, claim.box.box, claim.share, request.cents)
    following = _next(meter, request, at_utc)
    following["name"] = act_of(claim.box, What.REGISTERED, found.number)
    act = Act(
        **following,
        what=What.REGISTERED,
        paid=prize.cents - stood.cents,
        reset=prize.reset - stood.reset,
        claim=claim,
        prizes=(prize,),
    )
    return _moved(meter, act)


def _not_behind(meter: Meter, claim: Claim) -> Denied | None:
    """Another Hand that waits and was, or may have been, complete before this one (rules 4.5.1 and 4.5.2)."""
    for other in meter.waiting:
        if other.box == claim.box:
            continue
        before = _is_before(other, claim)
        if before is None:
            return Denied(Reason.SAME_MOMENT, act_of(other.box, What.CLAIMED))
        if before:
            return Denied(Reason.EARLIER_HAND, act_of(other.box, What.CLAIMED))
    return None


def _is_before(one: Claim, other: Claim) -> bool | None:
    """Whether a Hand was complete before another; None where nobody can say by the log.

    Those of one round are paid in the order of the deal, also where one record has completed both.
    """
    rounds = [(claim.box.table, claim.box.round) for claim in (one, other)]
    if rounds[0] == rounds[1] and one.turn != other.turn:
        return one.turn < other.turn
    if not one.dealt_at or not other.dealt_at or one.dealt_at == other.dealt_at:
        return None
    return one.dealt_at < other.dealt_at


# --- the steps ----------------------------------------------------------------------------------------------------


def _not_waiting(known: Known, box: Box, found: Found | None) -> Decision:
    if (over := ended_for(known, box)) is not None:
        return _no(Reason.ROUND_OVER, over)
    if found is None:
        return _no(Reason.NOT_CLAIMED, act_of(box, What.CLAIMED))
    if found.decided is not None:
        return _no(Reason.DECIDED, found.decided.name)
    return _no(Reason.OTHER_ACT, found.claim.name)


def _waiting(meter: Meter, box: Box) -> Claim | None:
    return next((claim for claim in meter.waiting if claim.box == box), None)


def _waits_for(meter: Meter, table: str, number: int) -> bool:
    """Whether a Hand of that round waits for staff."""
    return any((claim.box.table, claim.box.round) == (table, number) for claim in meter.waiting)


class _Next(TypedDict):
    number: int
    name: str
    balance: int
    at_utc: str
    before: str


def _next(meter: Meter | None, request: Request, at_utc: str) -> _Next:
    """What the next act has of those before it; its own cents come on top of the balance."""
    name = name_of(request)
    if meter is None:
        return {"number": 1, "name": name, "balance": 0, "at_utc": at_utc, "before": ""}
    return {
        "number": meter.number + 1,
        "name": name,
        "balance": meter.balance,
        "at_utc": at_utc,
        "before": meter.digest,
    }


def _moved(meter: Meter | None, act: Act) -> Decision:
    act = replace(act, balance=act.balance + act.cents)
    stands = after(meter, act)
    return Decision(Moved(act, stands), act, stands)


def after(meter: Meter | None, act: Act) -> Meter:
    """How the jackpot stands after its next act. Raises ValueError where the first one sets no terms."""
    terms = act.terms if act.what is What.TERMS else None
    if terms is None and meter is not None:
        terms = meter.terms
    if terms is None:
        raise ValueError(f"first act of a jackpot: found {act.name}, expected its terms")
    waiting = meter.waiting if meter is not None else ()
    if act.what is What.CLAIMED and act.claim is not None:
        waiting = (*(claim for claim in waiting if claim.box != act.claim.box), act.claim)
    elif act.what is not What.TERMS:
        waiting = tuple(claim for claim in waiting if not _is_over(claim.box, act))
    return Meter(act.number, act.balance, terms, waiting, act.digest)


def _is_over(box: Box, act: Act) -> bool:
    """Whether the act ends what a box waits for."""
    if act.claim is not None:
        return act.claim.box == box
    if act.what in (What.VOIDED, What.CORRECTED):
        return act.name.startswith(f"{box.table}/{box.round}/")
    return act.name == act_of(box, What.RETURNED)


def _is_again(done: Act, request: Request) -> bool:
    """Whether that act is what the request asks for."""
    match request:
        case SetTerms(terms=terms):
            return done.terms == terms
        case Contribute(boxes=boxes, terms=number):
            return done.boxes == boxes and done.terms is not None and done.terms.number == number
        case Correct(boxes=boxes, prizes=prizes):
            return done.boxes == boxes and [replace(prize, reset=0) for prize in done.prizes] == [
                replace(prize, reset=0) for prize in prizes
            ]
    return True


def _no(reason: Reason, which: str = "") -> Decision:
    return Decision(Denied(reason, which))

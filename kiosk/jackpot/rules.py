"""What a request makes of the meter, once for every store (rules 1.13, 4.2, 4.5, 5.22). Pure.

Each act has a name made of table, round and what it is. One that stands already is never done again: a repeated request
is answered as the first was, a late one changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Final, TypeAlias, TypedDict

import msgspec
from msgspec.structs import replace

from kiosk.jackpot.meter import Act, Box, Claim, Meter, Share, Terms, What, check_name, check_round
from kiosk.money import MOST_CENTS
from kiosk.written import shown, why_no_text

MOST_BOXES: Final = 99
MOST_WAITING: Final = 100  # claims at once; the cell of the meter stays small
MOST_NAME, MOST_WHY = 64, 200  # letters
Known: TypeAlias = Callable[[str], Act | None]
"""The act of that name, where it was done."""


class Show(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="show"):
    """How the jackpot stands."""


class SetTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="terms"):
    """The House sets its terms, numbered one by one. The first let the jackpot begin, with ``begins`` cents in it."""

    terms: Terms
    by: str
    why: str
    begins: int = 0

    def __post_init__(self) -> None:
        _must_be_said(self.by, self.why)
        if type(self.begins) is not int or not 0 <= self.begins <= MOST_CENTS:
            raise ValueError(
                f"value at the beginning: found {shown(self.begins)}, expected cents, 0 to {MOST_CENTS}"
            )


class Contribute(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="contribute"):
    """At "No more Bets": these boxes have a bet on the jackpot, taken under the terms of that number."""

    table: str
    round: int
    boxes: tuple[str, ...]
    terms: int

    def __post_init__(self) -> None:
        check_round(self.table, self.round)
        for box in self.boxes:
            check_name("box", box)
        if not 1 <= len(self.boxes) <= MOST_BOXES or len(set(self.boxes)) < len(self.boxes):
            raise ValueError(f"boxes: found {shown(list(self.boxes))}, expected 1 to {MOST_BOXES}, each once")


class _OfBox(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    box: Box

    @property
    def table(self) -> str:
        """Whose round it is."""
        return self.box.table


class Return(_OfBox, frozen=True, tag="return"):
    """The bet of one box goes back to its player, and its prize to the jackpot (rules 5.15 and 5.19; decision S39)."""


class Void(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="void"):
    """The round is void: it takes back what it has added, and gives back what it was paid (rule 5.22)."""

    table: str
    round: int

    def __post_init__(self) -> None:
        check_round(self.table, self.round)


class MakeClaim(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="claim"):
    """A Hand has won a share of the jackpot."""

    claim: Claim

    @property
    def table(self) -> str:
        """Whose round it is."""
        return self.claim.box.table


class Confirm(_OfBox, frozen=True, tag="confirm"):
    """Staff have looked at the Hand: it is paid what the display shows now.

    ``first``: they say that it comes before every other that waits, whatever the log says (rule 4.5.2). ``share``: what
    they have seen it win; another that was claimed is not paid. None where nobody has looked.
    """

    by: str
    first: bool = False
    why: str = ""
    share: Share | None = None

    def __post_init__(self) -> None:
        _must_be_said(self.by, self.why if self.first else "-")


class Deny(_OfBox, frozen=True, tag="deny"):
    """Staff have looked at the Hand: it has not won."""

    by: str
    why: str

    def __post_init__(self) -> None:
        _must_be_said(self.by, self.why)


Request: TypeAlias = Show | SetTerms | Contribute | Return | Void | MakeClaim | Confirm | Deny


class Reason(StrEnum):
    """Why nothing was changed."""

    NO_JACKPOT = "no-jackpot"  # nobody has set its terms
    OTHER_ACT = "other-act"  # the same has been done otherwise
    OTHER_TERMS = "other-terms"  # unknown, or not the next
    ROUND_OVER = "round-over"  # it is void, or the bet of that box went back
    NO_BET = "no-bet"  # the box has added nothing
    NOT_CLAIMED = "not-claimed"
    DECIDED = "decided"  # staff have decided the claim already
    EARLIER_HAND = "earlier-hand"  # another Hand was complete before, and waits
    SAME_MOMENT = "same-moment"  # nobody can say by the log which was first: the House does
    TOO_MANY = "too-many"  # claims wait
    NOT_PERMITTED = "not-permitted"  # who asks may not ask for this


class Moved(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="moved"):
    """It was done, now or before, by ``act``. ``meter`` is how it stands now."""

    act: Act
    meter: Meter


class Denied(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="denied"):
    """Nothing was changed. ``which`` names what stands in the way."""

    reason: Reason
    which: str = ""


class Shown(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="shown"):
    """How the jackpot stands."""

    meter: Meter


Answer: TypeAlias = Moved | Denied | Shown


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
    name = name_of(request)
    if (done := known(name)) is not None:
        if isinstance(request, MakeClaim) and (waits := _waiting(meter, request.claim.box)) is not None:
            again = waits == request.claim
            return Decision(Moved(done, meter)) if again else _claim_anew(meter, request, at_utc)
        return Decision(Moved(done, meter)) if _is_again(done, request) else _no(Reason.OTHER_ACT, name)
    match request:
        case Contribute():
            return _contribute(meter, known, request, at_utc)
        case Return():
            return _return(meter, known, request, at_utc)
        case Void():
            return _void(meter, known, request, at_utc)
        case MakeClaim():
            return _claim(meter, known, request, at_utc)
        case Confirm():
            return _confirm(meter, known, request, at_utc)
        case Deny():
            return _deny(meter, known, request, at_utc)


def name_of(request: Request) -> str:
    """The name of the act that it asks for. Raises TypeError for a request that asks for none."""
    match request:
        case SetTerms(terms=terms):
            return _terms(terms.number)
        case Contribute(table=table, round=number):
            return _contributed(table, number)
        case Void(table=table, round=number):
            return f"{table}/{number}/{What.VOIDED}"
        case Return(box=box):
            return _of(box, What.RETURNED)
        case MakeClaim(claim=claim):
            return _of(claim.box, What.CLAIMED)
        case Confirm(box=box):
            return _of(box, What.PAID)
        case Deny(box=box):
            return _of(box, What.DENIED)
        case Show():
            raise TypeError("to show the meter is no act")


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
    if (voided := known(name_of(Void(request.table, request.round)))) is not None:
        return _no(Reason.ROUND_OVER, voided.name)
    found = known(_terms(request.terms))
    if found is None or found.terms is None:
        return _no(Reason.OTHER_TERMS, _terms(request.terms))
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
    added = _added(known, box)
    if isinstance(added, Denied):
        return Decision(added)
    paid = known(_of(box, What.PAID))
    act = Act(
        **_next(meter, request, at_utc),
        what=What.RETURNED,
        bets=-added,
        paid=-paid.paid if paid is not None else 0,
        reset=-paid.reset if paid is not None else 0,
        boxes=(box.box,),
    )
    return _moved(meter, act)


def _void(meter: Meter, known: Known, request: Void, at_utc: str) -> Decision:
    """Exactly its own: what its boxes have added and not taken back, and of what they won what it moved."""
    found = known(_contributed(request.table, request.round))
    boxes = [Box(request.table, request.round, box) for box in (found.boxes if found is not None else ())]
    left = tuple(box.box for box in boxes if known(_of(box, What.RETURNED)) is None)
    each = found.terms.each if found is not None and found.terms is not None else 0
    won = [
        paid for box in boxes if box.box in left and (paid := known(_of(box, What.PAID))) is not None
    ]  # what a bet that went back was paid has gone back with it
    act = Act(
        **_next(meter, request, at_utc),
        what=What.VOIDED,
        bets=-each * len(left),
        paid=-sum(one.paid for one in won),
        reset=-sum(one.reset for one in won),
        boxes=left,
    )
    return _moved(meter, act)


def _claim(meter: Meter, known: Known, request: MakeClaim, at_utc: str) -> Decision:
    added = _added(known, request.claim.box)
    if isinstance(added, Denied):
        return Decision(added)
    if len(meter.waiting) >= MOST_WAITING:
        return _no(Reason.TOO_MANY)
    act = Act(**_next(meter, request, at_utc), what=What.CLAIMED, claim=request.claim)
    return _moved(meter, act)


def _claim_anew(meter: Meter, request: MakeClaim, at_utc: str) -> Decision:
    """A card of the Hand was corrected before staff have decided: it has won another share."""
    following = _next(meter, request, at_utc)
    following["name"] = f"{following['name']}.{following['number']}"  # no box can be named so
    return _moved(meter, Act(**following, what=What.CLAIMED, claim=request.claim))


def _confirm(meter: Meter, known: Known, request: Confirm, at_utc: str) -> Decision:
    claim = _waiting(meter, request.box)
    if claim is None:
        return _not_waiting(known, request.box)
    if request.share not in (None, claim.share):
        return _no(Reason.OTHER_ACT, _of(request.box, What.CLAIMED))
    if not request.first and (earlier := _not_behind(meter, claim)) is not None:
        return Decision(earlier)
    act = Act(
        **_next(meter, request, at_utc),
        what=What.PAID,
        paid=claim.share.of(meter.value),
        reset=meter.terms.reset if claim.share.is_all else 0,
        claim=claim,
        by=request.by,
        why=request.why,
    )
    return _moved(meter, act)


def _not_behind(meter: Meter, claim: Claim) -> Denied | None:
    """Another Hand that waits and was, or may have been, complete before this one (rule 4.5.2)."""
    for other in meter.waiting:
        if other is claim:
            continue
        if not claim.dealt_at or not other.dealt_at or other.dealt_at == claim.dealt_at:
            return Denied(Reason.SAME_MOMENT, _of(other.box, What.CLAIMED))
        if other.dealt_at < claim.dealt_at:
            return Denied(Reason.EARLIER_HAND, _of(other.box, What.CLAIMED))
    return None


def _deny(meter: Meter, known: Known, request: Deny, at_utc: str) -> Decision:
    claim = _waiting(meter, request.box)
    if claim is None:
        return _not_waiting(known, request.box)
    act = Act(**_next(meter, request, at_utc), what=What.DENIED, claim=claim, by=request.by, why=request.why)
    return _moved(meter, act)


# --- the steps ----------------------------------------------------------------------------------------------------


def _added(known: Known, box: Box) -> int | Denied:
    """What the bet of a box has added, in cents, while it stands."""
    for over in (name_of(Void(box.table, box.round)), _of(box, What.RETURNED)):
        if known(over) is not None:
            return Denied(Reason.ROUND_OVER, over)
    found = known(_contributed(box.table, box.round))
    if found is None or found.terms is None or box.box not in found.boxes:
        return Denied(Reason.NO_BET, _contributed(box.table, box.round))
    return found.terms.each


def _not_waiting(known: Known, box: Box) -> Decision:
    over = (name_of(Void(box.table, box.round)), _of(box, What.RETURNED))
    for names, reason in (
        (over, Reason.ROUND_OVER),
        ((_of(box, What.PAID), _of(box, What.DENIED)), Reason.DECIDED),
    ):
        for name in names:
            if known(name) is not None:
                return _no(reason, name)
    return _no(Reason.NOT_CLAIMED, _of(box, What.CLAIMED))


def _waiting(meter: Meter, box: Box) -> Claim | None:
    return next((claim for claim in meter.waiting if claim.box == box), None)


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
    if act.what is What.VOIDED:
        return act.name == name_of(Void(box.table, box.round))
    return act.name in [_of(box, what) for what in (What.PAID, What.DENIED, What.RETURNED)]


def _is_again(done: Act, request: Request) -> bool:
    """Whether that act is what the request asks for; who of the staff repeats it does not matter."""
    match request:
        case SetTerms(terms=terms):
            return done.terms == terms
        case Contribute(boxes=boxes, terms=number):
            return done.boxes == boxes and done.terms is not None and done.terms.number == number
        case MakeClaim(claim=claim):
            return done.claim == claim
    return True


def _contributed(table: str, number: int) -> str:
    return f"{table}/{number}/{What.CONTRIBUTED}"


def _terms(number: int) -> str:
    """No name below a table's: none can be named so."""
    return f"terms.{number}"


def _of(box: Box, what: What) -> str:
    return f"{box.table}/{box.round}/{what}-{box.box}"


def _no(reason: Reason, which: str = "") -> Decision:
    return Decision(Denied(reason, which))


def _must_be_said(by: str, why: str) -> None:
    for what, value, most in (("name", by, MOST_NAME), ("reason", why, MOST_WHY)):
        if (reason := why_no_text(value, most)) is not None:
            raise ValueError(f"{what} of who decides: found {shown(value)}, {reason}")

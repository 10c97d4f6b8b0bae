"""What is asked of a jackpot, and what it answers. Pure values.

Each act has a name made of table, round and what it is.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, TypeAlias

import msgspec

from kiosk.jackpot.meter import Act, Box, Claim, Meter, Prize, Terms, What, check_name, check_round
from kiosk.money import MOST_CENTS
from kiosk.written import shown, why_no_text

MOST_BOXES: Final = 99
MOST_DECISIONS: Final = 1_000  # about one round, as its table counts them
MOST_NAME, MOST_WHY = 64, 200  # letters


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


class Return(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="return"):
    """The bet of one box goes back to its player, and its prize to the jackpot (rules 5.15 and 5.19; decision S39)."""

    box: Box

    @property
    def table(self) -> str:
        """Whose round it is."""
        return self.box.table


class Void(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="void"):
    """The round is void: it takes back what it has added, and gives back what it was paid (rule 5.22)."""

    table: str
    round: int

    def __post_init__(self) -> None:
        check_round(self.table, self.round)


class Correct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="correct"):
    """The round was decided, for the ``decision``-th time: the bets of these boxes stand, and these are their prizes.

    Whatever was done before for the round, after it the meter has moved by that (rules 4.2, 5.22 and 5.24). The
    decisions are told in their order. What the House puts in for a prize the meter says itself.
    """

    table: str
    round: int
    decision: int
    boxes: tuple[str, ...] = ()
    prizes: tuple[Prize, ...] = ()

    def __post_init__(self) -> None:
        check_round(self.table, self.round)
        if type(self.decision) is not int or not 1 <= self.decision <= MOST_DECISIONS:
            raise ValueError(f"decision: found {shown(self.decision)}, expected 1 to {MOST_DECISIONS}")
        won = [prize.box for prize in self.prizes]
        if len(self.boxes) > MOST_BOXES or len(set(self.boxes)) < len(self.boxes):
            raise ValueError(
                f"boxes: found {shown(list(self.boxes))}, expected up to {MOST_BOXES}, each once"
            )
        if len(set(won)) < len(won) or set(won) - set(self.boxes):
            raise ValueError(f"prizes of {shown(won)}: expected those of boxes whose bets stand, each once")


class _OfClaim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    claim: Claim

    @property
    def table(self) -> str:
        """Whose round it is."""
        return self.claim.box.table


class MakeClaim(_OfClaim, frozen=True, tag="claim"):
    """A Hand has won a share of the jackpot. Once staff have decided, the answer is what they have decided.

    One whose cards were corrected since is claimed anew, with a higher ``revision``: what was paid for it is taken
    back.
    """


class Confirm(_OfClaim, frozen=True, tag="confirm"):
    """Staff have looked at the Hand that is claimed so: it is paid what the display shows now.

    ``first``: they say that it comes before every other that waits, whatever the log says (rule 4.5.2).
    """

    by: str
    first: bool = False
    why: str = ""

    def __post_init__(self) -> None:
        _must_be_said(self.by, self.why if self.first else "-")


class Deny(_OfClaim, frozen=True, tag="deny"):
    """Staff have looked at the Hand that is claimed so: it has not won."""

    by: str
    why: str

    def __post_init__(self) -> None:
        _must_be_said(self.by, self.why)


class PaidAsRegistered(_OfClaim, frozen=True, tag="registered"):
    """The Hand that is claimed so has been paid that, in cents, while the jackpot did not answer (rule 5.18.1).

    Whatever was decided about the claim, after it the meter has moved by that, and the claim waits no more. Of one that
    was paid just that nothing is changed. What the House puts in the meter says itself.
    """

    cents: int

    def __post_init__(self) -> None:
        Prize(self.claim.box.box, self.claim.share, self.cents)  # refuses what cannot be one


Request: TypeAlias = (
    Show | SetTerms | Contribute | Return | Void | Correct | MakeClaim | Confirm | Deny | PaidAsRegistered
)


class Reason(StrEnum):
    """Why nothing was changed."""

    NO_JACKPOT = "no-jackpot"  # nobody has set its terms
    OTHER_ACT = "other-act"  # the same has been done otherwise
    NOT_IN_TURN = "not-in-turn"  # the decision before has not been told
    OTHER_TERMS = "other-terms"  # unknown, or not the next
    ROUND_OVER = "round-over"  # it is void or was decided anew, or the bet of that box went back
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


def name_of(request: Request) -> str:
    """The name of the act that it asks for; of a Hand that is claimed anew, what that name begins with.

    Raises TypeError for a request that asks for none.
    """
    match request:
        case SetTerms(terms=terms):
            return terms_of(terms.number)
        case Contribute(table=table, round=number):
            return contributed(table, number)
        case Void(table=table, round=number):
            return f"{table}/{number}/{What.VOIDED}"
        case Return(box=box):
            return act_of(box, What.RETURNED)
        case Correct(table=table, round=number, decision=decision):
            return corrected(table, number, decision)
        case MakeClaim(claim=claim):
            return act_of(claim.box, What.CLAIMED)
        case Confirm(claim=claim):
            return act_of(claim.box, What.PAID)
        case Deny(claim=claim):
            return act_of(claim.box, What.DENIED)
        case PaidAsRegistered(claim=claim):
            return act_of(claim.box, What.REGISTERED)
        case Show():
            raise TypeError("to show the meter is no act")


def contributed(table: str, number: int) -> str:
    """The name of the act by which a round adds its bets."""
    return f"{table}/{number}/{What.CONTRIBUTED}"


def terms_of(number: int) -> str:
    """The name of the act that sets these terms: none below a table's."""
    return f"terms.{number}"


def corrected(table: str, number: int, decision: int) -> str:
    """The name of the act that follows that decision of a round."""
    return f"{table}/{number}/{What.CORRECTED}.{decision}"


def act_of(box: Box, what: What, number: int = 1) -> str:
    """The name of an act of one box. ``number`` counts the claims of its Hand; no box can be named so."""
    return f"{box.table}/{box.round}/{what}-{box.box}" + (f".{number}" if number > 1 else "")


def _must_be_said(by: str, why: str) -> None:
    for what, value, most in (("name", by, MOST_NAME), ("reason", why, MOST_WHY)):
        if (reason := why_no_text(value, most)) is not None:
            raise ValueError(f"{what} of who decides: found {shown(value)}, {reason}")

"""The lines of a round's log, out of the records themselves. Keys and values are those of kiosk/console/words.py."""

from __future__ import annotations

from kiosk.console.book.values import Happened, Happening, RoundBook
from kiosk.games.game import Fact
from kiosk.table.records import (
    AmountBooked,
    AmountOrdered,
    BetsClosed,
    BetsClosing,
    DeskRecorded,
    ManagerRecorded,
    OpenItem,
    PaidByHand,
    ResultCorrected,
    ResultEntered,
    RoundEnded,
    RoundEvent,
    RoundOpened,
    RoundVoided,
    Settled,
    TumbleEnded,
    TumbleStarted,
)

Values = dict[str, str | int]


def happening(
    seq: int,
    record: RoundEvent | Settled | OpenItem | AmountBooked | ManagerRecorded | DeskRecorded,
    of_round: RoundBook,
) -> Happening:
    """The line for this record, which stands at ``seq`` and is in ``of_round`` already.

    ``by`` is the supervisor where one stood for it, else the dealer.
    """
    kind, values = _said(record, of_round)
    return Happening(seq, kind, values)


def decided_earlier(seq: int, event: RoundVoided | ResultCorrected) -> Happening:
    """The line in the newest round's log for one before it that is decided anew (rules 5.4 to 5.6)."""
    values: Values = {"round": event.round, "by": event.authorised_by}
    if isinstance(event, ResultCorrected):
        return Happening(seq, Happened.CORRECTED_EARLIER, values | {"dice": facts_text(event.facts)})
    return Happening(seq, Happened.VOID_EARLIER, values | {"reason": event.reason})


def _said(
    record: RoundEvent | Settled | OpenItem | AmountBooked | ManagerRecorded | DeskRecorded,
    of_round: RoundBook,
) -> tuple[Happened, Values]:
    match record:
        case RoundOpened():
            return Happened.OPENED, {"seconds": record.closes_in_ms // 1000}
        case BetsClosing():
            return Happened.HURRY, {"seconds": record.closes_in_ms // 1000}
        case BetsClosed():
            slips = sum(1 for slip in of_round.slips.values() if slip.stakes)
            return Happened.CLOSED, {"slips": slips, "cents": of_round.staked}
        case TumbleStarted():
            return Happened.TUMBLE_STARTED, {}
        case TumbleEnded():
            return Happened.TUMBLED, {"tumbles": record.tumbles}
        case RoundEnded():
            return Happened.ENDED, {"cents": of_round.paid_total}
        case Settled():
            return Happened.SETTLED, {"seat": record.seat, "cents": record.paid}
        case OpenItem():
            return Happened.OPEN_ITEM, {"seat": record.seat, "cents": record.cents}
        case AmountOrdered():
            return Happened.ORDERED, {"seat": record.seat, "cents": record.cents, "by": record.authorised_by}
        case AmountBooked():
            return Happened.BOOKED, {"seat": record.seat, "cents": record.cents}
        case ManagerRecorded():
            return Happened.DECISION, {"number": record.number, "by": record.authorised_by}
        case DeskRecorded():
            return Happened.DESK, {"what": record.what, "by": record.authorised_by or record.by}
        case _:
            return _decided(record)


def _decided(record: ResultEntered | ResultCorrected | RoundVoided | PaidByHand) -> tuple[Happened, Values]:
    match record:
        case ResultEntered() if record.authorised_by:
            return Happened.RESULT_AUTOMATIC, {"dice": facts_text(record.facts), "by": record.authorised_by}
        case ResultEntered():
            return Happened.RESULT, {"dice": facts_text(record.facts), "by": record.by}
        case ResultCorrected():
            return Happened.CORRECTED, {"dice": facts_text(record.facts), "by": record.authorised_by}
        case RoundVoided(authorised_by=""):
            return Happened.VOID, {"reason": record.reason}
        case RoundVoided():
            return Happened.VOID_BY, {"reason": record.reason, "by": record.authorised_by}
        case PaidByHand():
            return Happened.PAID_BY_HAND, {
                "seat": record.seat,
                "cents": record.cents,
                "by": record.authorised_by,
            }


def facts_text(facts: tuple[Fact, ...]) -> str:
    """The values of the facts, as "1 2 3"; several facts are parted by commas."""
    return ", ".join(" ".join(map(str, fact.values)) for fact in facts)

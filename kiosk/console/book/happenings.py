"""The lines of a round's log, out of the records themselves."""

from __future__ import annotations

from kiosk.console.book.values import Happened, Happening
from kiosk.games.game import Fact
from kiosk.table.records import (
    BetsClosed,
    BetsClosing,
    ManagerRecorded,
    OpenItem,
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

Values = dict[str, str | int]


def happening(seq: int, record: RoundEvent | OpenItem | ManagerRecorded) -> Happening:
    """The line for this record, which stands at ``seq``."""
    kind, values = _said(record)
    return Happening(seq, kind, values)


def _said(record: RoundEvent | OpenItem | ManagerRecorded) -> tuple[Happened, Values]:
    match record:
        case RoundOpened(round=number, closes_in_ms=closes_in_ms):
            return Happened.ROUND_OPENED, {"round": number, "seconds": closes_in_ms // 1000}
        case BetsClosing(closes_in_ms=closes_in_ms):
            return Happened.BETS_CLOSING, {"seconds": closes_in_ms // 1000}
        case BetsClosed():
            return Happened.BETS_CLOSED, {}
        case TumbleStarted():
            return Happened.TUMBLE_STARTED, {}
        case TumbleEnded(tumbles=tumbles):
            return Happened.TUMBLE_ENDED, {"tumbles": tumbles}
        case RoundEnded():
            return Happened.ROUND_ENDED, {}
        case OpenItem(seat=seat, cents=cents):
            return Happened.OPEN_ITEM, {"seat": seat, "cents": cents}
        case ManagerRecorded():
            return Happened.MANAGER_RECORDED, {
                "decision": record.decision,
                "reason": record.reason,
                "authorised_by": record.authorised_by,
                "seat": record.seat,
                "cents": record.cents,
            }
        case _:
            return _decided(record)


def _decided(record: ResultEntered | ResultCorrected | RoundVoided | PaidByHand) -> tuple[Happened, Values]:
    match record:
        case ResultEntered():
            return Happened.RESULT_ENTERED, {"facts": facts_text(record.facts), "by": record.by}
        case ResultCorrected():
            return Happened.RESULT_CORRECTED, {
                "facts": facts_text(record.facts),
                "by": record.by,
                "authorised_by": record.authorised_by,
            }
        case RoundVoided():
            return Happened.ROUND_VOIDED, {
                "reason": record.reason,
                "by": record.by,
                "authorised_by": record.authorised_by,
            }
        case PaidByHand():
            return Happened.PAID_BY_HAND, {
                "seat": record.seat,
                "cents": record.cents,
                "authorised_by": record.authorised_by,
            }


def facts_text(facts: tuple[Fact, ...]) -> str:
    """The values of the facts, as "1 2 3"; several facts are parted by commas."""
    return ", ".join(" ".join(map(str, fact.values)) for fact in facts)

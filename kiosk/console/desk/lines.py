"""The round's own log in the dealer's words: what happened at the table since the round opened."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from kiosk.book import Book
from kiosk.book.desk_acts import DeskAct
from kiosk.console.desk import absences
from kiosk.console.view import LogLine
from kiosk.games.game import POWER_FAILURE, Fact
from kiosk.table.log import Entry
from kiosk.table.records import (
    ActEnded,
    ActStarted,
    AmountBooked,
    AmountOrdered,
    BadRecord,
    BetsClosed,
    BetsClosing,
    CloseShown,
    ConsoleHeld,
    DecisionsClosed,
    DecisionsEntered,
    DecisionsOpened,
    DeskRecorded,
    HandsMoved,
    InterimEntered,
    IrregularityEntered,
    ManagerRecorded,
    OldRoundRuled,
    OpenItem,
    PaidByHand,
    ResultCorrected,
    ResultEntered,
    RoundEnded,
    RoundOpened,
    RoundVoided,
    Settled,
    decode,
)

MOST_LINES = 400
_BY_SOMEBODY = frozenset(
    {
        DeskAct.SIGNED_ON,
        DeskAct.SIGNED_OFF,
        DeskAct.TABLE_OPENED,
        DeskAct.TABLE_CLOSED,
        DeskAct.AUTOMATIC_ON,
        DeskAct.AUTOMATIC_OFF,
        DeskAct.INTERRUPTED,
        DeskAct.BETTING_RESUMED,
        DeskAct.OLDER_ARCHIVE,
        DeskAct.NEW_SHOE,
        DeskAct.COVER_CARD,
        DeskAct.COVER_CARD_BACK,
    }
)
Values = dict[str, str | int]


def facts_in_words(facts: tuple[Fact, ...]) -> str:
    """The values of the facts, as "1 2 3", those of different facts apart."""
    return " · ".join(" ".join(map(str, fact.values)) for fact in facts if fact.values)


class Lines:
    """The lines since the newest round opened, oldest first; at most 400."""

    def __init__(self) -> None:
        self._lines: deque[LogLine] = deque(maxlen=MOST_LINES)
        self._all_closed = False

    @property
    def lines(self) -> tuple[LogLine, ...]:
        """All lines."""
        return tuple(self._lines)

    def say(self, at: str, key: str, **values: str | int) -> None:
        """One more line."""
        self._lines.append(LogLine(at, key, values))

    def take(self, at: Callable[[], str], entry: Entry, book: Book) -> None:
        """A record of the log that counts, after the book has it. ``at`` is HH:MM:SS, empty when it is not known.

        It is asked for a record that makes a line: most make none.
        """
        if "/slip/" in entry.key:
            return
        try:
            record = decode(entry.value)
        except BadRecord:
            return
        if isinstance(record, RoundOpened):
            self._lines.clear()
            self._all_closed = False
        if isinstance(record, CloseShown):
            self._closed_everywhere(at, record, book)
        elif (found := _line(record, book)) is not None:
            key, values = found
            self.say(at(), key, **values)
        if isinstance(record, DecisionsEntered):
            for absence in book.absences:
                if absence.round == record.round and any(fact.at == absence.seat for fact in record.facts):
                    self.say(at(), "box-absent", **absences.of(book, absence.seat, absence.round))

    def _closed_everywhere(self, at: Callable[[], str], record: CloseShown, book: Book) -> None:
        """One line when every seat with a bet shows the close, not one for each seat."""
        current = book.current
        if current is None or record.round != current.number or self._all_closed:
            return
        if {seat for seat, slip in current.slips.items() if slip.stakes} <= current.close_shown:
            self._all_closed = True
            self.say(at(), "all-closed")


def _line(record: object, book: Book) -> tuple[str, Values] | None:
    match record:
        case RoundOpened():
            return "opened", {"seconds": record.closes_in_ms // 1000}
        case BetsClosing():
            return "hurry", {"seconds": record.closes_in_ms // 1000}
        case BetsClosed():
            current = book.current
            slips = sum(1 for slip in current.slips.values() if slip.stakes) if current is not None else 0
            return "closed", {"slips": slips, "cents": current.staked if current is not None else 0}
        case DecisionsOpened():
            return "decisions-opened", {"seconds": record.closes_in_ms // 1000}
        case DecisionsClosed():
            return "decisions-closed", {}
        case DecisionsEntered():
            return "decisions-entered", {}
        case InterimEntered():
            return "interim", {}
        case IrregularityEntered(fact=Fact(name=name, at="")) if name == POWER_FAILURE:
            return "boxes-asked", {"by": record.authorised_by}
        case IrregularityEntered(fact=Fact(at="") as fact):
            return "irregularity-of-table", {
                "irregularity": fact.name,
                "what": str(fact.values[0]),
                "by": record.authorised_by,
            }
        case IrregularityEntered(fact=fact):
            return "irregularity", {"seat": fact.at, "what": str(fact.values[0]), "by": record.authorised_by}
        case HandsMoved(boxes=boxes):
            moved = ", ".join(f"{lay} → {box}" for box, lay in boxes.items())
            return "hands-moved", {"boxes": moved, "by": record.authorised_by}
        case ActStarted():
            return "act-started", {}
        case ActEnded():
            return "act-ended", {"times": record.times}
        case RoundEnded():
            current = book.current
            return "ended", {"cents": current.paid_total if current is not None else 0}
        case ConsoleHeld():
            return "taken", {"console": record.console}
        case AmountOrdered():
            return "ordered", {"seat": record.seat, "cents": record.cents, "by": record.authorised_by}
        case AmountBooked():
            return "booked", {"seat": record.seat, "cents": record.cents}
        case OldRoundRuled():
            values: Values = {"round": record.round, "by": record.authorised_by, "count": len(record.items)}
            return "ruled-old", values
        case ManagerRecorded():
            return "decision", {"number": record.number, "by": record.authorised_by}
        case DeskRecorded(what=DeskAct.SIGNED_ON | DeskAct.SIGNED_OFF) if record.who:
            return record.what, {"by": record.who}  # also where the console did it
        case DeskRecorded(what=DeskAct.NOTED):
            return record.what, {"reason": record.reason, "by": record.by}
        case DeskRecorded(what=DeskAct.DEVICE_AGAIN | DeskAct.DEVICE_LATE):
            return record.what, {}
        case DeskRecorded(what=DeskAct.STRAY_CARD):
            return "stray-card", {"value": record.reason}
        case DeskRecorded() if record.what in _BY_SOMEBODY:
            return record.what, {"by": record.authorised_by or record.by}
        case _:
            return _decided(record, book)


def _decided(record: object, book: Book) -> tuple[str, Values] | None:
    match record:
        case ResultEntered() if record.authorised_by:
            return "result-automatic", {"facts": facts_in_words(record.facts), "by": record.authorised_by}
        case ResultEntered():
            return "result", {"facts": facts_in_words(record.facts), "by": record.by}
        case ResultCorrected() if record.round != book.table.number:
            return "corrected-earlier", {
                "round": record.round,
                "facts": facts_in_words(record.facts),
                "by": record.authorised_by,
            }
        case ResultCorrected():
            return "corrected", {"facts": facts_in_words(record.facts), "by": record.authorised_by}
        case RoundVoided() if record.round != book.table.number:
            return "void-earlier", {
                "round": record.round,
                "reason": record.reason,
                "by": record.authorised_by,
            }
        case RoundVoided() if record.authorised_by:
            return "void-by", {"reason": record.reason, "by": record.authorised_by}
        case RoundVoided():
            return "void", {"reason": record.reason}
        case PaidByHand():
            return "paid-by-hand", {
                "seat": record.seat,
                "cents": record.cents,
                "by": record.authorised_by,
            }
        case Settled():
            return "settled", {"seat": record.seat, "cents": record.paid}
        case OpenItem():
            return "open-item", {"seat": record.seat, "cents": record.cents}
        case _:
            return None

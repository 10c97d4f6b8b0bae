"""What a seat's tile says: one amount, one sign with one word, and how much it asks to be looked at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from kiosk.console.view import DeskView, Presence, SeatView
from kiosk.money import short_dollars
from kiosk.seat.state import LockKind
from kiosk.table.round import Phase
from kiosk.ui.dealer.pen import Icon
from kiosk.ui.kit.settlement_words import Sums, paid_words, signed
from kiosk.ui.kit.texts import Texts

_LOCKS: dict[str, str] = {
    LockKind.AUDIT: "dealer.lock.audit",
    LockKind.STORE: "dealer.lock.store",
    LockKind.HANDPAY: "dealer.lock.handpay",
    LockKind.PRINTER: "dealer.lock.printer",
    LockKind.TICKET_UNKNOWN: "dealer.lock.ticket_unknown",
    LockKind.ACCEPTOR: "dealer.lock.acceptor",
    LockKind.VELOCITY: "dealer.lock.velocity",
    LockKind.FOREIGN_SLIP: "dealer.lock.foreign_slip",
    LockKind.DOOR: "dealer.lock.door",
    LockKind.LOGIC_DOOR: "dealer.lock.logic_door",
    LockKind.CABINET: "dealer.lock.cabinet",
    LockKind.SERVICE: "dealer.lock.service",
    LockKind.SOFTWARE: "dealer.lock.software",
    LockKind.SETTINGS: "dealer.lock.settings",
    LockKind.OLDER_COPY: "dealer.lock.older_copy",
    LockKind.CHECKING: "dealer.lock.checking",
}
_CLOSING = (Phase.CLOSED, Phase.PLAY)
_DECIDED = (Phase.RESULT, Phase.ENDED, Phase.VOID)
_MINUTES_FROM = 120  # seconds of silence from which minutes say it better


class Tone(StrEnum):
    """How much a seat asks to be looked at."""

    FAINT = "faint"
    PLAIN = "plain"
    WELL = "well"
    CARE = "care"
    DANGER = "danger"


@dataclass(frozen=True)
class SeatFace:
    """A tile. ``gain``: the amount is what the player has more than before the round."""

    name: str
    amount: str
    gain: bool
    sign: Icon
    word: str
    tone: Tone


def seat_face(seat: SeatView, view: DeskView, texts: Texts) -> SeatFace:
    """The tile of a seat."""
    tone, sign, word = _state(seat, view, texts)
    amount, gain = _amount(seat, view, texts)
    return SeatFace(seat.name, amount, gain, sign, word, tone)


def seat_sums(seat: SeatView, view: DeskView) -> Sums | None:
    """What the round came to for a seat with a bet, by the console's books; None before there is a result."""
    if view.phase not in _DECIDED or seat.due is None or not seat.stake:
        return None
    return Sums(seat.stake, seat.due)


def lock_word(kind: str, texts: Texts) -> str:
    """Why a seat is locked, in a word. A kind that a newer seat may know is a lock, whatever else it is."""
    return texts.get(_LOCKS.get(kind, "dealer.lock.other"))


def _amount(seat: SeatView, view: DeskView, texts: Texts) -> tuple[str, bool]:
    sums = seat_sums(seat, view)
    if sums is not None:
        return signed(sums.net, short=True), sums.is_gain
    if seat.stake:
        return short_dollars(seat.stake), False
    return ("–" if seat.presence is Presence.ABSENT else texts.get("dealer.seats.no_bet")), False


def _state(seat: SeatView, view: DeskView, texts: Texts) -> tuple[Tone, Icon, str]:
    say = texts.get
    if seat.payable:
        return Tone.CARE, Icon.COIN, say("dealer.seats.payable")
    if seat.paid_by_hand:
        return Tone.WELL, Icon.CHECK, say("dealer.seats.paid_by_hand")
    if seat.presence is Presence.ABSENT:
        return Tone.FAINT, Icon.DASH, say("dealer.seats.absent")
    if seat.presence is Presence.SILENT:
        return Tone.CARE, Icon.CARE, _silence(seat.gone_ms // 1000, texts)
    if seat.locks:
        word = lock_word(seat.locks[0], texts)  # it stands within a line elsewhere
        return Tone.DANGER, Icon.LOCK, word[:1].upper() + word[1:]
    if seat.calling:
        return Tone.DANGER, Icon.BELL, say("dealer.seats.calling")
    if seat.open_items:
        return Tone.CARE, Icon.CARE, say("dealer.seats.open_item")
    return _round_state(seat, view, texts)


def _silence(seconds: int, texts: Texts) -> str:
    if seconds >= _MINUTES_FROM:
        return texts.get("dealer.seats.silent_long", minutes=seconds // 60)
    return texts.get("dealer.seats.silent", seconds=seconds)


def _round_state(seat: SeatView, view: DeskView, texts: Texts) -> tuple[Tone, Icon, str]:
    say = texts.get
    if view.phase in _DECIDED and seat.stake:
        if seat.settled:
            sums = seat_sums(seat, view)
            word = say("dealer.seats.settled") if sums is None else paid_words(sums, texts)
            return Tone.WELL, Icon.CHECK, word
        return Tone.CARE, Icon.RING, say("dealer.seats.settling")
    if seat.deciding:
        if seat.decided:
            return Tone.WELL, Icon.CHECK, say("dealer.seats.decided")
        return Tone.CARE, Icon.RING, say("dealer.seats.deciding")
    if view.phase in _CLOSING:
        if seat.close_shown:
            return Tone.WELL, Icon.CHECK, say("dealer.seats.close_shown")
        if seat.flagged:
            return Tone.CARE, Icon.CARE, say("dealer.seats.flagged")
        return Tone.CARE, Icon.RING, say("dealer.seats.close_waited")
    if seat.playing:
        return Tone.WELL, Icon.DOT, say("dealer.seats.playing")
    return Tone.PLAIN, Icon.DOT, say("dealer.seats.present")


# --- all seats --------------------------------------------------------------------------------------------------


def present(seats: Iterable[SeatView]) -> list[SeatView]:
    """The seats that answer."""
    return [seat for seat in seats if seat.presence is Presence.PRESENT]


def with_bets(seats: Iterable[SeatView]) -> list[SeatView]:
    """The seats with a registered stake."""
    return [seat for seat in seats if seat.stake]


def unsettled(seats: Iterable[SeatView]) -> list[SeatView]:
    """The seats that still owe their report of this round."""
    return [seat for seat in with_bets(seats) if not seat.settled and not seat.paid_by_hand]


def names(listed: Sequence[str], texts: Texts, most: int = 8) -> str:
    """Seat names in a row, "…" for more than ``most``."""
    return texts.listed(listed[:most]) + ("…" if len(listed) > most else "")


def summary(view: DeskView, texts: Texts) -> str:
    """One line about all seats."""
    say, here, bets = texts.get, present(view.seats), with_bets(view.seats)
    if boxes := [seat for seat in view.seats if seat.deciding]:
        count = sum(seat.decided for seat in boxes)
        parts = [say("dealer.work.decided_count", count=count, boxes=len(boxes))]
    elif view.phase in _CLOSING:
        shown = sum(seat.close_shown for seat in here)
        parts = [say("dealer.seats.summary_close", count=shown, present=len(here))]
    elif view.phase in _DECIDED and not bets:
        parts = [say("dealer.seats.summary_present", count=len(here))]
    elif view.phase in _DECIDED:
        done = len(bets) - len(unsettled(view.seats))
        parts = [say("dealer.seats.summary_settled", count=done, bets=len(bets))]
    else:
        count = sum(1 for seat in here if seat.stake)
        parts = [say("dealer.seats.summary_bets", count=count, present=len(here))]
    if silent := sum(seat.presence is Presence.SILENT for seat in view.seats):
        parts.append(say("dealer.seats.summary_silent", count=silent))
    if locked := sum(bool(seat.locks) for seat in view.seats):
        parts.append(say("dealer.seats.summary_locked", count=locked))
    return " · ".join(parts)

"""What a locked seat, a pay-out and a seat out of service show: words and answers as values."""

from datetime import UTC, datetime, tzinfo
from enum import StrEnum

from kiosk import local_time
from kiosk.money import dollars
from kiosk.seat.events import (
    AnyEvent,
    HandpayConfirmed,
    LockCleared,
    LogReleased,
    TicketNotPrinted,
    TicketPrinted,
)
from kiosk.seat.later import SUBSTANTIAL
from kiosk.seat.state import Cashout, CashoutStage, Lock, LockKind, SeatState, can_release_log, is_clearable
from kiosk.ui.kit import theme
from kiosk.ui.kit.card import Choice, Choices, Line, Mark, Part, Sign, StepLine, Steps, StepState
from kiosk.ui.kit.details import detail_words
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.texts import Texts
from kiosk.ui.kit.touch_button import ButtonLook

BY_KEY = "attendant's key"
"""Who has answered, as it is journalled, while the only proof is the key."""

# The most urgent first: what makes the seat unsafe comes before what only waits for an attendant.
ORDER = (
    LockKind.STORE,
    LockKind.AUDIT,
    LockKind.OLDER_COPY,
    LockKind.CHECKING,
    LockKind.SOFTWARE,
    LockKind.DOOR,
    LockKind.CABINET,
    LockKind.LOGIC_DOOR,
    LockKind.SETTINGS,
    LockKind.FOREIGN_SLIP,
    LockKind.TICKET_UNKNOWN,
    LockKind.HANDPAY,
    LockKind.PRINTER,
    LockKind.ACCEPTOR,
    LockKind.VELOCITY,
    LockKind.SERVICE,
)
TITLES = {
    LockKind.STORE: "lock.store",
    LockKind.AUDIT: "lock.audit",
    LockKind.FOREIGN_SLIP: "lock.foreign_slip",
    LockKind.TICKET_UNKNOWN: "lock.ticket_unknown",
    LockKind.HANDPAY: "lock.handpay",
    LockKind.PRINTER: "lock.printer",
    LockKind.ACCEPTOR: "lock.acceptor",
    LockKind.VELOCITY: "lock.velocity",
    LockKind.DOOR: "lock.door",
    LockKind.LOGIC_DOOR: "lock.logic_door",
    LockKind.CABINET: "lock.cabinet",
    LockKind.SERVICE: "lock.service",
    LockKind.SOFTWARE: "lock.software",
    LockKind.SETTINGS: "lock.settings",
    LockKind.OLDER_COPY: "lock.older_copy",
    LockKind.CHECKING: "lock.checking",
}
_PLAYER = {
    LockKind.STORE: "lock.store_player",
    LockKind.AUDIT: "lock.audit_player",
    LockKind.FOREIGN_SLIP: "lock.foreign_slip_player",
    LockKind.TICKET_UNKNOWN: "lock.ticket_unknown_player",
    LockKind.HANDPAY: "lock.handpay_player",
    LockKind.PRINTER: "lock.printer_player",
    LockKind.ACCEPTOR: "lock.acceptor_player",
    LockKind.VELOCITY: "lock.velocity_player",
    LockKind.DOOR: "lock.door_player",
    LockKind.LOGIC_DOOR: "lock.logic_door_player",
    LockKind.CABINET: "lock.cabinet_player",
    LockKind.SERVICE: "lock.service_player",
    LockKind.SOFTWARE: "lock.software_player",
    LockKind.SETTINGS: "lock.settings_player",
    LockKind.OLDER_COPY: "lock.older_copy_player",
    LockKind.CHECKING: "lock.checking_player",
}
_STAFF = {
    LockKind.STORE: "lock.store_staff",
    LockKind.AUDIT: "lock.audit_staff",
    LockKind.FOREIGN_SLIP: "lock.foreign_slip_staff",
    LockKind.TICKET_UNKNOWN: "lock.ticket_unknown_staff",
    LockKind.HANDPAY: "lock.handpay_staff",
    LockKind.PRINTER: "lock.printer_staff",
    LockKind.ACCEPTOR: "lock.acceptor_staff",
    LockKind.VELOCITY: "lock.velocity_staff",
    LockKind.DOOR: "lock.door_staff",
    LockKind.LOGIC_DOOR: "lock.logic_door_staff",
    LockKind.CABINET: "lock.cabinet_staff",
    LockKind.SERVICE: "lock.service_staff",
    LockKind.SOFTWARE: "lock.software_staff",
    LockKind.SETTINGS: "lock.settings_staff",
    LockKind.OLDER_COPY: "lock.older_copy_staff",
    LockKind.CHECKING: "lock.checking_staff",
}

_KINDS = frozenset(kind.value for kind in LockKind)
# What nobody has broken: somebody comes, or is here already.
_NO_FAULT = (LockKind.HANDPAY, LockKind.SERVICE, LockKind.VELOCITY, LockKind.SETTINGS, LockKind.CHECKING)

_BY_THEMSELVES = (LockKind.DOOR, LockKind.CHECKING)  # no key lifts them

# Here the technician needs what the seat has found; the other kinds say it all in the player's language.
_TECHNICAL = frozenset(
    {
        LockKind.STORE,
        LockKind.AUDIT,
        LockKind.FOREIGN_SLIP,
        LockKind.PRINTER,
        LockKind.ACCEPTOR,
        LockKind.TICKET_UNKNOWN,
        LockKind.CABINET,
        LockKind.SETTINGS,
        LockKind.SOFTWARE,
        LockKind.OLDER_COPY,
        LockKind.CHECKING,
    }
)


class StaffAnswer(StrEnum):
    """What staff can answer at the seat. The value of a release is its reason, as it is journalled."""

    PAID = "paid by hand"
    CLEARED = "cleared"
    TICKET_OUT = "the ticket came out"
    TICKET_VOID = "no ticket came out"
    RELEASED_SETTLED = "what is missing was looked through and settled"
    RELEASED_MOVED = "the log was moved to other servers, and nothing is missing"
    BOOKS = "show rounds and tickets"
    LOG_IN = "log in by name"


RELEASES = (StaffAnswer.RELEASED_SETTLED, StaffAnswer.RELEASED_MOVED)  # with a name alone, not by the key


def first_lock(state: SeatState) -> Lock | None:
    """The lock that the screen is about."""
    return min(state.locks, key=lambda lock: ORDER.index(lock.kind), default=None)


def lock_title(kind: str, texts: Texts) -> str:
    """What a lock is called; one that this program does not know is a lock all the same."""
    return texts.get(TITLES.get(LockKind(kind), "lock.other") if kind in _KINDS else "lock.other")


def is_win(lock: Lock) -> bool:
    """Whether the lock waits for the hand pay of a win: something to be glad of, and no fault."""
    return lock.kind is LockKind.HANDPAY and lock.detail == SUBSTANTIAL


def only_win(state: SeatState) -> bool:
    """Whether the seat is locked by nothing but a win that is paid by hand."""
    return bool(state.locks) and all(is_win(lock) for lock in state.locks)


def call_words(state: SeatState, texts: Texts, zone: tzinfo = UTC) -> str:
    """Who has been called and when, in the ``zone``'s time; what the player must do where nobody can have heard it."""
    if state.service is not None:
        return ""
    if not state.calling:
        return texts.get("lock.call_by_player")
    at = local_clock(state.called_at, zone)
    said = texts.get("lock.called", time=at) if at else texts.get("lock.called_now")
    return said if state.link else f"{said}\n{texts.get('lock.call_in_person')}"


def local_clock(at: str, zone: tzinfo) -> str:
    """The time of day of a moment in ISO 8601 as 21:14; empty for what is no moment."""
    try:
        return f"{local_time.local(at, zone):%H:%M}"
    except ValueError:
        return ""


def _sign(lock: Lock) -> Sign:
    if is_win(lock):
        return Sign(Mark.WIN)
    return Sign(Mark.INFORMATION if lock.kind in _NO_FAULT else Mark.FAULT)


def _title(lock: Lock, *, key_turned: bool) -> str:
    return "lock.win" if is_win(lock) and not key_turned else TITLES[lock.kind]


def _said(lock: Lock, *, key_turned: bool) -> str:
    if lock.kind is LockKind.HANDPAY and not key_turned:
        return "lock.win_player" if is_win(lock) else "lock.handpay_player"
    return (_STAFF if key_turned else _PLAYER)[lock.kind]


def lock_parts(
    state: SeatState, texts: Texts, *, key_turned: bool, named: bool = False, zone: tzinfo = UTC
) -> tuple[Part, ...]:
    """The card of a locked seat: for the player, or for the attendant while the key is turned.

    ``named``: staff of this seat have names, so that nobody answers by the key alone. ``zone``: of the place.
    """
    lock = first_lock(state)
    if lock is None:
        return ()
    parts: list[Part] = [
        _sign(lock),
        Line(texts.get(_title(lock, key_turned=key_turned)), Role.TITLE, "title"),
    ]
    if lock.cents:
        parts.append(Line(dollars(lock.cents), Role.MONEY, "hero", theme.GOLD_TEXT))
    parts.append(Line(texts.get(_said(lock, key_turned=key_turned))))
    if not key_turned and (called := call_words(state, texts, zone)):
        parts.append(Line(called, Role.STRONG, "heading", theme.GOLD_TEXT))
    if key_turned:
        if lock.kind is LockKind.TICKET_UNKNOWN and state.cashout is not None:
            right = texts.get("lock.ticket_unknown_right", sequence=state.cashout.sequence)
            parts.append(_soft(right))
        if lock.detail and lock.kind in _TECHNICAL:
            parts.append(_soft(texts.get("lock.reason", detail=detail_words(lock.detail, texts))))
        parts.extend(_answers(state, lock, texts, named=named))
    elif lock.kind not in _BY_THEMSELVES:
        parts.append(_soft(texts.get("lock.named") if named else texts.get("lock.key_needed")))
    others = [texts.get(TITLES[kind]) for kind in ORDER if kind is not lock.kind and _has(state, kind)]
    if others:
        parts.append(_soft(texts.get("lock.also", what=" · ".join(others))))
    return tuple(parts)


def _answers(state: SeatState, lock: Lock, texts: Texts, *, named: bool) -> list[Part]:
    if named:
        return [_log_in(texts)]
    choices = tuple(each for each in choices_of(state, lock, texts) if each.answer not in RELEASES)
    return [*([Choices(choices)] if choices else []), _books(texts)]


def _log_in(texts: Texts) -> Choices:
    return Choices((Choice(texts.get("lock.log_in"), StaffAnswer.LOG_IN, ButtonLook.PRIMARY),))


def _has(state: SeatState, kind: LockKind) -> bool:
    return any(lock.kind is kind for lock in state.locks)


def _soft(text: str) -> Line:
    return Line(text, Role.BODY, "body", theme.TEXT_SOFT)


def _books(texts: Texts) -> Choices:
    return Choices((Choice(texts.get("staff.open"), StaffAnswer.BOOKS),))


def choices_of(state: SeatState, lock: Lock, texts: Texts) -> tuple[Choice, ...]:
    """What staff may answer about a lock now."""
    match lock.kind:
        case LockKind.HANDPAY:
            words = texts.get("lock.handpay_confirm", amount=dollars(lock.cents))
            return (Choice(words, StaffAnswer.PAID, ButtonLook.PRIMARY),)
        case LockKind.TICKET_UNKNOWN:
            return (
                Choice(texts.get("lock.ticket_out"), StaffAnswer.TICKET_OUT),
                Choice(texts.get("lock.ticket_void"), StaffAnswer.TICKET_VOID),
            )
        case LockKind.OLDER_COPY if can_release_log(state):
            return (
                Choice(texts.get("lock.release_settled"), RELEASES[0], ButtonLook.PRIMARY),
                Choice(texts.get("lock.release_moved"), RELEASES[1]),
            )
        case _ if is_clearable(state, lock.kind):
            return (Choice(texts.get("lock.clear"), StaffAnswer.CLEARED, ButtonLook.PRIMARY),)
        case _:
            return ()


def answer_event(
    answer: StaffAnswer,
    state: SeatState,
    now: datetime,
    language: str,
    *,
    by: str = BY_KEY,
    lock: Lock | None = None,
) -> AnyEvent | None:
    """The event that an attendant's answer makes now; None when what it answers is already gone, or no event.

    ``by`` has answered; without ``lock`` it is about the one that the screen shows.
    """
    lock = lock or first_lock(state)
    if lock is None:
        return None
    at = now.astimezone(UTC).isoformat(timespec="milliseconds")
    number = state.cashout.number if state.cashout is not None else ""
    match answer:
        case StaffAnswer.PAID if lock.kind is LockKind.HANDPAY:
            return HandpayConfirmed(by, at, lock.cents, language)
        case StaffAnswer.RELEASED_SETTLED | StaffAnswer.RELEASED_MOVED if by != BY_KEY:
            return LogReleased(by, answer.value)
        case StaffAnswer.CLEARED:
            return LockCleared(lock.kind.value, by)
        case StaffAnswer.TICKET_OUT if lock.kind is LockKind.TICKET_UNKNOWN:
            return TicketPrinted(number, by)
        case StaffAnswer.TICKET_VOID if lock.kind is LockKind.TICKET_UNKNOWN:
            return TicketNotPrinted(number, "an attendant found no ticket", by)
        case _:
            return None


# --- paying out -----------------------------------------------------------------------------------------------

_STAGES = {
    CashoutStage.PREPARING: "payout.preparing",
    CashoutStage.PENDING: "payout.pending",
    CashoutStage.PRINTING: "payout.printing",
    CashoutStage.CONFIRMING: "payout.confirming",
}


def payout_parts(state: SeatState, texts: Texts) -> tuple[Part, ...]:
    """The card of a pay-out under way; nothing while an attendant is asked about the ticket."""
    cashout = state.cashout
    if cashout is None or not state.shows_money or cashout.stage is CashoutStage.ASKING:
        return ()
    cents = cashout.cents or state.balances.credit
    return (
        Line(texts.get("payout.title"), Role.TITLE, "title"),
        Line(dollars(cents), Role.MONEY, "hero", theme.GOLD_TEXT),
        _stages(cashout, texts),
    )


def _stages(cashout: Cashout, texts: Texts) -> Steps:
    stages = list(_STAGES)
    now = stages.index(cashout.stage)
    lines = []
    for number, stage in enumerate(stages):
        state = StepState.NOW if number == now else StepState.DONE if number < now else StepState.TO_COME
        lines.append(StepLine(texts.get(_STAGES[stage]), state))
    return Steps(tuple(lines))

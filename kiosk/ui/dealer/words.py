"""What the console says by key, in the dealer's language.

The three tables are the agreement with the console: every key that it may send, the text for it, and with it the
values that the text has places for. Values whose name is ``cents`` or ends in ``_cents`` are amounts in cents;
``reason`` may be one of the reasons for a void; everything else is shown as it comes.

A key or a set of values that is not in the tables is shown as it came, so that nothing is kept from the dealer.
"""

from __future__ import annotations

from collections.abc import Mapping

from kiosk.console.commands import Refusal
from kiosk.console.view import Alert, LogLine
from kiosk.money import short_dollars
from kiosk.ui.kit.details import known
from kiosk.ui.kit.locks import lock_title
from kiosk.ui.kit.reasons import void_words
from kiosk.ui.kit.texts import Texts

WHY: Mapping[str, str] = {
    "phase": "dealer.why.phase",
    "other-round": "dealer.why.other_round",  # number
    "no-answer": "dealer.why.no_answer",
    "fenced": "dealer.why.fenced",
    "busy": "dealer.why.busy",
    "no-dealer": "dealer.why.no_dealer",
    "auto": "dealer.why.auto",
    "betting-asked": "dealer.why.betting_asked",
    "nothing-reads": "dealer.why.nothing_reads",
    "tumbler-ran": "dealer.why.tumbler_ran",  # rule 5.3
    "retired": "dealer.why.retired",  # name
    "staff": "dealer.why.staff",  # reason
    "table-closed": "dealer.why.table_closed",
    "table-open": "dealer.why.table_open",
    "wrong-pin": "dealer.why.wrong_pin",
    "locked-out": "dealer.why.locked_out",  # seconds
    "needs-supervisor": "dealer.why.needs_supervisor",
    "needs-manager": "dealer.why.needs_manager",
    "unknown-supervisor": "dealer.why.unknown_supervisor",  # name
    "not-a-result": "dealer.why.not_a_result",  # reason
    "nothing-changes": "dealer.why.nothing_changes",
    "no-dice": "dealer.why.no_dice",  # number
    "no-rounds": "dealer.why.no_rounds",
    "unknown-round": "dealer.why.unknown_round",  # number
    "already-void": "dealer.why.already_void",  # number
    "no-seat": "dealer.why.no_seat",
    "not-an-amount": "dealer.why.not_an_amount",
    "no-reason": "dealer.why.no_reason",
    "tumbles": "dealer.why.tumbles",  # tumbles
    "not-a-count": "dealer.why.not_a_count",  # tumbles
    "seats-not-closed": "dealer.why.seats_not_closed",  # count; rule 3.5
    "seats-unsettled": "dealer.why.seats_unsettled",  # count; rule 1.8
    "tumbling": "dealer.why.tumbling",
    "tumbler-gone": "dealer.why.tumbler_gone",
    "decided-already": "dealer.why.decided_already",  # rule 5.1.1
    "interruption": "dealer.why.interruption",  # rule 5.1: the question must be answered first
    "unknown-seat": "dealer.why.unknown_seat",  # seat
    "seat-present": "dealer.why.seat_present",  # seat
    "nothing-to-pay": "dealer.why.nothing_to_pay",  # seat
    "settled-meanwhile": "dealer.why.settled_meanwhile",  # seat
    "unknown-item": "dealer.why.unknown_item",
    "not-fenced": "dealer.why.not_fenced",
    "archive": "dealer.why.archive",  # reason
}
"""Refusal key -> text (`Refusal`, also as `DeskView.why_not`)."""

LOG: Mapping[str, str] = {
    "opened": "dealer.log.opened",  # seconds
    "hurry": "dealer.log.hurry",  # seconds
    "closed": "dealer.log.closed",  # slips, cents
    "all-closed": "dealer.log.all_closed",
    "gone-on": "dealer.log.gone_on",  # seats
    "tumble-started": "dealer.log.tumble_started",
    "tumbled": "dealer.log.tumbled",  # tumbles
    "result": "dealer.log.result",  # dice, by
    "result-automatic": "dealer.log.result_automatic",  # dice, by
    "corrected": "dealer.log.corrected",  # dice, by
    "void": "dealer.log.void",  # reason
    "void-by": "dealer.log.void_by",  # reason, by
    "void-earlier": "dealer.log.void_earlier",  # round, reason, by
    "corrected-earlier": "dealer.log.corrected_earlier",  # round, dice, by
    "interrupted": "dealer.log.interrupted",  # by; rule 5.1.1
    "betting-resumed": "dealer.log.betting_resumed",  # by
    "tumbler-again": "dealer.log.tumbler_again",
    "tumbler-late": "dealer.log.tumbler_late",
    "tumbler-after": "dealer.log.tumbler_after",
    "settled": "dealer.log.settled",  # seat, cents
    "settled-meanwhile": "dealer.log.settled_meanwhile",  # seat, round
    "paid-by-hand": "dealer.log.paid_by_hand",  # seat, cents, by
    "ended": "dealer.log.ended",  # cents
    "open-item": "dealer.log.open_item",  # seat, cents
    "decision": "dealer.log.decision",  # number, by
    "ruled-old": "dealer.log.ruled_old",  # round, by, count
    "ordered": "dealer.log.ordered",  # seat, cents, by
    "booked": "dealer.log.booked",  # seat, cents
    "signed-on": "dealer.log.signed_on",  # by
    "signed-off": "dealer.log.signed_off",  # by
    "table-opened": "dealer.log.table_opened",  # by
    "table-closed": "dealer.log.table_closed",  # by
    "taken": "dealer.log.taken",  # console
    "auto-on": "dealer.log.auto_on",
    "auto-off": "dealer.log.auto_off",
    "older-archive": "dealer.log.older_archive",  # by
    "automatic-on": "dealer.log.automatic_on",  # by
    "automatic-off": "dealer.log.automatic_off",  # by
    "silent": "dealer.log.silent",  # seat
    "back": "dealer.log.back",  # seat
    "ignored": "dealer.log.ignored",  # count
    "tampered": "dealer.log.tampered",  # seat, round
    "forged": "dealer.log.forged",  # count
    "voids-resumed": "dealer.log.voids_resumed",  # rounds
}
"""Key of a `LogLine` -> text."""

ALERTS: Mapping[str, str] = {
    "ignored": "dealer.alert.ignored",  # count
    "audit": "dealer.alert.audit",  # seat, round
    "log-alarm": "dealer.alert.log_alarm",  # alarm
    "certificate": "dealer.alert.certificate",  # detail
    "log-members": "dealer.alert.log_members",  # reachable, members
    "log-gone": "dealer.alert.log_gone",
    "log-older": "dealer.alert.log_older",  # what
    "silent-bets": "dealer.alert.silent_bets",  # seats
    "unsettled": "dealer.alert.unsettled",  # rounds
    "settled-meanwhile": "dealer.alert.settled_meanwhile",  # seat, round
    "settled-elsewhere": "dealer.alert.settled_elsewhere",  # rounds
    "tumbler-gone": "dealer.alert.tumbler_gone",
    "tumbler-fault": "dealer.alert.tumbler_fault",  # reason
    "tumbler-again": "dealer.alert.tumbler_again",
    "tumbler-late": "dealer.alert.tumbler_late",
    "tumbler-after": "dealer.alert.tumbler_after",  # round
    "automatic": "dealer.alert.automatic",  # name
    "locked-out": "dealer.alert.locked_out",  # name, seconds
    "staff": "dealer.alert.staff",  # reason
    "other-console": "dealer.alert.other_console",  # console
    "attendant": "dealer.alert.attendant",  # seats
    "seat-locked": "dealer.alert.seat_locked",  # seat, locks
    "open-items": "dealer.alert.open_items",  # count
    "archive": "dealer.alert.archive",  # reason
    "tampered": "dealer.alert.tampered",  # seat, round
    "forged": "dealer.alert.forged",  # count, key
    "voids-left": "dealer.alert.voids_left",  # rounds
}
"""Key of an `Alert` -> text."""

# Values that the machine tells: in the dealer's language, or that they stand in the console's own log.
_TECHNICAL: Mapping[str, tuple[str, ...]] = {
    "dealer.alert.archive": ("reason",),
    "dealer.alert.certificate": ("detail",),
    "dealer.alert.log_alarm": ("alarm",),
    "dealer.alert.staff": ("reason",),
    "dealer.alert.tumbler_fault": ("reason",),
    "dealer.why.archive": ("reason",),
    "dealer.why.staff": ("reason",),
}
Values = Mapping[str, str | int]


def why_words(refusal: Refusal, texts: Texts) -> str:
    """Why something cannot be done, or was not."""
    return _words(WHY, refusal.key, refusal.values, texts)


def log_words(line: LogLine, texts: Texts) -> str:
    """What happened, without its time."""
    return _words(LOG, line.key, line.values, texts)


def alert_words(alert: Alert, texts: Texts) -> str:
    """What the dealer must know."""
    return _words(ALERTS, alert.key, alert.values, texts)


def technical(told: str, texts: Texts) -> str:
    """What a machine tells of itself; for what has no words, where the dealer's technician finds it."""
    return known(told, texts) or texts.get("detail.at_console")


def _words(table: Mapping[str, str], key: str, values: Values, texts: Texts) -> str:
    # Keys may come with or without their section, written with hyphens or underscores.
    text_key = table.get(key.rpartition(".")[2].replace("_", "-"))
    if text_key is None:
        return _as_it_came(key, values)
    try:
        shown = {name: _shown(name, value, texts) for name, value in values.items()}
        for name in shown.keys() & _TECHNICAL.get(text_key, ()):
            shown[name] = technical(str(values[name]), texts)
        return texts.get(text_key, **shown)
    except ValueError:
        return _as_it_came(key, values)


def _as_it_came(key: str, values: Values) -> str:
    return " · ".join([key, *(f"{name} {value}" for name, value in values.items())])


def _shown(name: str, value: str | int, texts: Texts) -> str | int:
    if isinstance(value, int):
        return short_dollars(value) if name == "cents" or name.endswith("_cents") else value
    if name == "locks":
        return " · ".join(lock_title(kind, texts) for kind in value.split(", "))
    return void_words(value, texts) if name == "reason" else value

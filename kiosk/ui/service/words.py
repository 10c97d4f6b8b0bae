"""Kinds of events, meters, locks and devices in the words of the screen's language."""

from __future__ import annotations

from kiosk.money import dollars
from kiosk.reports import read_as
from kiosk.seat.conditions import AcceptorCondition, CabinetCondition, Door, PrinterCondition
from kiosk.seat.roles import Role
from kiosk.seat.state import LockKind
from kiosk.ui.kit import details
from kiosk.ui.kit.condition_words import ACCEPTOR_WORDS, PRINTER_WORDS
from kiosk.ui.kit.locks import TITLES as LOCK_TITLES
from kiosk.ui.kit.reasons import void_words
from kiosk.ui.kit.style import Style

ROLE_WORDS = {
    Role.ATTENDANT: "service.role_attendant",
    Role.TECHNICIAN: "service.role_technician",
    Role.SUPERVISOR: "service.role_supervisor",
    Role.AUDITOR: "service.role_auditor",
    Role.DEALER: "service.role_dealer",
    Role.MANAGER: "service.role_manager",
}
DOORS = {
    Door.MAIN: "service.door_main",
    Door.LOGIC: "service.door_logic",
    Door.CASH_BOX: "service.door_cash_box",
}
CABINET_WORDS = {
    CabinetCondition.READY: "service.cabinet_ready",
    CabinetCondition.BATTERY_LOW: "service.cabinet_battery_low",
    CabinetCondition.SILENT: "service.cabinet_silent",
    CabinetCondition.WRONG: "service.cabinet_wrong",
}

# What each way out of a lock is, in a sentence for staff.
WAYS_OUT = {
    LockKind.AUDIT: "service.out_audit",
    LockKind.STORE: "service.out_store",
    LockKind.HANDPAY: "service.out_handpay",
    LockKind.PRINTER: "service.out_printer",
    LockKind.TICKET_UNKNOWN: "service.out_ticket_unknown",
    LockKind.VELOCITY: "service.out_velocity",
    LockKind.FOREIGN_SLIP: "service.out_foreign_slip",
    LockKind.ACCEPTOR: "service.out_acceptor",
    LockKind.DOOR: "service.out_door",
    LockKind.LOGIC_DOOR: "service.out_logic_door",
    LockKind.CABINET: "service.out_cabinet",
    LockKind.SERVICE: "service.out_service",
    LockKind.SOFTWARE: "service.out_software",
    LockKind.SETTINGS: "service.out_settings",
    LockKind.OLDER_COPY: "service.out_older_copy",
    LockKind.CHECKING: "service.out_checking",
}

METERS: tuple[tuple[str, str], ...] = (
    # name in the books, words
    ("turnover", "service.meter_turnover"),
    ("wins", "service.meter_wins"),
    ("account.house", "service.meter_house"),
    ("theory", "service.meter_theory"),
    ("rounds_played", "service.meter_rounds_played"),
    ("rounds_won", "service.meter_rounds_won"),
    ("account.notes", "service.meter_notes_in"),
    ("account.tickets_in", "service.meter_tickets_in"),
    ("tickets_in_count", "service.meter_tickets_in_count"),
    ("account.tickets_out", "service.meter_tickets_out"),
    ("tickets_out_count", "service.meter_tickets_out_count"),
    ("account.handpay", "service.meter_handpay"),
    ("handpay_wins", "service.meter_handpay_wins"),
    ("cancelled_credits", "service.meter_cancelled_credits"),
    ("account.adjust", "service.meter_open_items"),
    ("account.credit", "service.meter_credit"),
    ("account.escrow", "service.meter_escrow"),
    ("door_main", "service.meter_door_main"),
    ("door_logic", "service.meter_door_logic"),
    ("door_cash_box", "service.meter_door_cash_box"),
    ("power_ups", "service.meter_power_ups"),
    ("minutes_up", "service.meter_minutes_up"),
    ("minutes_playable", "service.meter_minutes_playable"),
)
NOTES = "notes_"


def written(name: str, kept: int) -> str:
    """A meter's value, money in above 0: at least seven digits of room, thousands set apart."""
    if read_as.unit_of(name) == read_as.MINUTES:
        hours, minutes = divmod(kept, 60)
        return f"{hours:,}:{minutes:02d} h"
    return read_as.value(name, kept)


def lock_title(look: Style, kind: LockKind) -> str:
    """What a lock is called."""
    return look.t(LOCK_TITLES[kind])


def way_out(look: Style, kind: LockKind) -> str:
    """How staff end a lock."""
    return look.t(WAYS_OUT[kind])


def acceptor_words(look: Style, condition: AcceptorCondition) -> str:
    """The acceptor's condition."""
    return look.t(ACCEPTOR_WORDS[condition])


def printer_words(look: Style, condition: PrinterCondition) -> str:
    """The printer's condition."""
    return look.t(PRINTER_WORDS[condition])


# Kinds of events that a seat writes, in words. A kind that is not here is shown as it is written.
EVENTS = {
    "power-up": "service.event_power_up",
    "link-up": "service.event_link_up",
    "link-down": "service.event_link_down",
    "log-older": "service.event_log_older",
    "log-released": "service.event_log_released",
    "log-right-again": "service.event_log_right_again",
    "attendant-called": "service.event_attendant_called",
    "attendant-call-ended": "service.event_attendant_call_ended",
    "door-opened": "service.event_door_opened",
    "door-closed": "service.event_door_closed",
    "door-opened-while-off": "service.event_door_opened_while_off",
    "cabinet-ready": "service.event_cabinet_ready",
    "cabinet-silent": "service.event_cabinet_silent",
    "cabinet-wrong": "service.event_cabinet_wrong",
    "cabinet-battery-low": "service.event_cabinet_battery_low",
    "cabinet-adopted": "service.event_cabinet_adopted",
    "service-began": "service.event_service_began",
    "service-ended": "service.event_service_ended",
    "staff-logged-in": "service.event_staff_logged_in",
    "staff-logged-out": "service.event_staff_logged_out",
    "staff-refused": "service.event_staff_refused",
    "staff-locked-out": "service.event_staff_locked_out",
    "staff-terminal-locked": "service.event_staff_terminal_locked",
    "staff-clock-went-back": "service.event_clock",
    "certificate-ends": "service.event_certificate",
    "staff-older-accepted": "service.event_staff_older_accepted",
    "clock-changed": "service.event_clock",
    "clock-wrong": "service.event_clock_wrong",
    "setting-changed": "service.event_setting_changed",
    "settings-refused": "service.event_settings_refused",
    "configuration-changed": "service.event_configuration_changed",
    "software-whole": "service.event_software_whole",
    "software-changed": "service.event_software_changed",
    "audit-failed": "service.event_audit_failed",
    "hand-pay": "service.event_hand_pay",
    "handpay-due": "service.event_handpay_due",
    "credit-cancelled": "service.event_credit_cancelled",
    "paid-by-hand": "service.event_paid_by_hand",
    "receipt-again": "service.event_receipt_again",
    "receipt-missing": "service.event_receipt_missing",
    "lock-cleared": "service.event_lock_cleared",
    "print-failed": "service.event_print_failed",
    "ticket-void": "service.event_ticket_void",
    "ticket-unknown": "service.event_ticket_unknown",
    "ticket-answered": "service.event_ticket_answered",
    "round-void": "service.event_round_void",
    "result-corrected": "service.event_result_corrected",
    "open-item": "service.event_open_item",
    "amount-ordered": "service.event_amount_ordered",
    "period-day": "service.event_period_day",
    "period-clear-out": "service.event_period_clear_out",
    "period-drop": "service.event_period_drop",
    "test-print": "service.event_test_print",
    "note-test": "service.event_note_test",
    "note-tested": "service.event_note_tested",
    "ticket-tested": "service.event_ticket_tested",
    "archived": "service.event_archived",
    "endpoints-refused": "service.event_endpoints_refused",
    "calibration-failed": "service.event_calibration_failed",
    "staff-lost": "service.event_staff_lost",
    "staff-damaged": "service.event_staff_damaged",
    "archive-failed": "service.event_archive_failed",
    "report-saved": "service.event_report_saved",
    "report-failed": "service.event_report_failed",
    "lamp-tested": "service.event_lamp_tested",
    "display-tested": "service.event_display_tested",
    "touch-tested": "service.event_touch_tested",
    "calibration-tested": "service.event_calibration_tested",
    "sound-tested": "service.event_sound_tested",
    "staff-first-made": "service.event_staff_first_made",
    "staff-command-begun": "service.event_staff_command_begun",
    "staff-command-failed": "service.event_staff_command_failed",
    "staff-act-damaged": "service.event_staff_act_damaged",
    "staff-acts-unread": "service.event_staff_acts_unread",
    "seat-set-up-begun": "service.event_seat_set_up_begun",
    "seat-set-up": "service.event_seat_set_up",
    "staff-made": "service.event_staff_made",
    "staff-unlocked": "service.event_staff_unlocked",
    "staff-pin-changed": "service.event_staff_pin_changed",
    "staff-pin-reset": "service.event_staff_pin_reset",
    "staff-role-set": "service.event_staff_role_set",
    "staff-badge-set": "service.event_staff_badge_set",
    "staff-deactivated": "service.event_staff_deactivated",
    "staff-reactivated": "service.event_staff_reactivated",
    "correction-impossible": "service.event_correction_impossible",
    "foreign-report": "service.event_foreign_report",
    "foreign-slip": "service.event_foreign_slip",
    "paid-by-hand-elsewhere": "service.event_paid_by_hand_elsewhere",
    "record-ignored": "service.event_record_ignored",
    "fact-differs": "service.event_fact_differs",
    "stakes-differ": "service.event_stakes_differ",
    "slip-ignored": "service.event_slip_ignored",
    "registry-refused": "service.event_registry_refused",
    "ticket-without-credit": "service.event_ticket_without_credit",
    "velocity-lock": "service.event_velocity_lock",
    "box-absent": "service.event_box_absent",
    "anchor-begun": "service.event_anchor_begun",
    "older-copy-released": "service.event_older_copy_released",
    "books-older": "service.event_books_older",
    "books-compared": "service.event_books_compared",
}
ACCEPTOR_PREFIX, PRINTER_PREFIX = "acceptor-", "printer-"


def event_words(look: Style, kind: str) -> str:
    """What happened."""
    if kind in EVENTS:
        return look.t(EVENTS[kind])
    for prefix, words, conditions in (
        (ACCEPTOR_PREFIX, "staff.acceptor", ACCEPTOR_WORDS),
        (PRINTER_PREFIX, "staff.printer", PRINTER_WORDS),
    ):
        found = {str(condition): key for condition, key in conditions.items()}.get(kind.removeprefix(prefix))
        if kind.startswith(prefix) and found is not None:
            return look.t(words, condition=look.t(found))
    return kind


SEVERITIES = {
    "info": "service.severity_info",
    "attention": "service.severity_attention",
    "warning": "service.severity_warning",
    "fault": "service.severity_fault",
}


def severity_words(look: Style, severity: str) -> str:
    """How much it matters."""
    return look.t(SEVERITIES[severity]) if severity in SEVERITIES else severity


DETAILS = {
    "by": "service.detail_by",
    "role": "service.detail_role",
    "door": "service.detail_door",
    "device": "service.detail_device",
    "times": "service.detail_times",
    "round": "service.detail_round",
    "cents": "service.detail_cents",
    "booked": "service.detail_booked",
    "reason": "service.detail_reason",
    "why": "service.detail_why",
    "name": "service.detail_name",
    "old": "service.detail_old",
    "new": "service.detail_new",
    "setting": "service.detail_setting",
    "counted": "service.detail_counted",
    "expected": "service.detail_expected",
    "variance": "service.detail_variance",
    "number": "service.detail_number",
    "sequence": "service.detail_sequence",
    "ending": "service.detail_ending",
    "lock": "service.detail_lock",
    "how": "service.detail_how",
    "detail": "service.detail_detail",
    "version": "service.detail_version",
    "identity": "service.detail_identity",
    "source": "service.detail_source",
    "at": "service.detail_at",
    "act": "service.detail_act",
    "command": "service.detail_command",
    "as": "service.detail_as",
    "again": "service.detail_again",
    "lines": "service.detail_lines",
    "bytes": "service.detail_bytes",
    "line": "service.detail_line",
    "what": "service.detail_what",
    "credit": "service.detail_credit",
    "escrow": "service.detail_escrow",
    "folder": "service.detail_folder",
    "transaction": "service.detail_transaction",
    "tickets_missing": "service.detail_tickets_missing",
}
_MONEY = ("cents", "booked", "counted", "expected", "variance", "credit", "escrow", "tickets_missing")
_SENTENCES = ("detail", "reason", "why", "ticket")
_WHY = {
    "notice.settings_credit": "notice.settings_credit",
    "notice.settings_correctable": "notice.settings_correctable",
    "notice.settings_round": "notice.settings_round",
}
_SOURCES = {"command": "service.source_command"}
_HOW = {"left": "service.how_left", "time out": "service.how_time_out"}


def detail_words(look: Style, detail: dict[str, str | int]) -> str:
    """An event's detail as one line, in the screen's language as far as it is ours: what first, who last."""
    setting = str(detail.get("setting", ""))
    parts = []
    for name in sorted(detail, key=lambda name: _place(name, detail)):
        value = detail[name]
        if _goes_without_saying(name, detail):
            continue
        text = _value_words(look, name, value, setting)
        parts.append(look.t(DETAILS[name], value=text) if name in DETAILS else f"{name} {text}")
    if {"setting", "old", "new"} <= detail.keys():
        old, new = (_value_words(look, name, detail[name], setting) for name in ("old", "new"))
        named = look.t("detail.setting", name=details.setting_words(setting, look.texts), old=old, new=new)
        parts.insert(0, named)
    line = " · ".join(part for part in parts if part)
    return line[:1].upper() + line[1:]


def _place(name: str, detail: dict[str, str | int]) -> int:
    """Where a part stands: a name before its role, all else as it was written, who did it at the end."""
    if name == "role" and "name" not in detail:
        return 3  # whose role it is stands before it
    return {"name": 0, "by": 2}.get(name, 1)


def _goes_without_saying(name: str, detail: dict[str, str | int]) -> bool:
    if name == "by":  # who logs in or sets their own PIN
        return detail["by"] == detail.get("name")
    if name in ("setting", "old", "new"):  # one part of all three, where there are three
        return {"setting", "old", "new"} <= detail.keys()
    return name == "times" and detail["times"] == 1


def _value_words(look: Style, name: str, value: str | int, setting: str) -> str:
    if name in _MONEY and isinstance(value, int):
        return dollars(value)
    if name == "door" and value in {door.value for door in Door}:
        return look.t(DOORS[Door(value)])
    if name == "role" and value in {role.value for role in Role}:
        return look.t(ROLE_WORDS[Role(value)])
    if name == "lock" and value in {kind.value for kind in LockKind}:
        return lock_title(look, LockKind(value))
    if value in _WHY:
        return look.t(_WHY[str(value)])
    if name == "source" and value in _SOURCES:
        return look.t(_SOURCES[str(value)])
    if name == "how" and value in _HOW:
        return look.t(_HOW[str(value)])
    if name == "reason" and (void := void_words(str(value), look.texts)) != value:
        return void
    if name == "setting":
        return details.setting_words(str(value), look.texts)
    if setting and name in ("old", "new"):
        return details.value_words(setting, str(value))
    # These are the events themselves: what has no key stands here as it was written.
    return (details.known(str(value), look.texts) if name in _SENTENCES else None) or str(value)

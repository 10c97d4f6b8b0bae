"""What devices, locks and the seat's own rooms say of themselves, in the language of the screen.

They say it in the record's plain English, which is kept as it is. Here every such sentence has a key: a screen shows
the key's text with the sentence's values. A sentence without one is never shown to players; staff are told that it is
kept among the events.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from kiosk.money import dollars
from kiosk.ui.kit.texts import Texts

PATTERNS: Mapping[str, str] = {
    # the seat
    "an attendant pays the credit": "detail.by_hand",
    "substantial win": "detail.substantial_win",
    "the table does not answer": "detail.no_table",
    "above the ticket limit": "detail.above_ticket_limit",
    "the printer cannot print: {nested}": "detail.cannot_print",
    "registry gone": "detail.no_registry",
    "no ticket: {nested}": "detail.no_ticket",
    "came out": "detail.came_out",
    "did not come out": "detail.not_out",
    "too much money in within one round": "detail.velocity",
    "round {round} opens with {cents} cents in escrow": "detail.escrow_at_open",
    "round {round} of the table missing: it ends with round {last}, but {word} has read to {rev}": (
        "detail.log_lacks_one"
    ),
    "rounds {round} to {other} of the table missing: it ends with round {last}, but {word} has read to {rev}": (
        "detail.log_lacks"
    ),
    "{nested}; first release it at the console": "detail.log_waits",
    "the table log was put back from a backup: {word}": "detail.log_put_back",
    "{word} does not belong there": "detail.record_misplaced",
    "slip {rev} of round {round} was refused: {word}": "detail.slip_refused",
    "slip {rev} of round {round} in phase '{word}' of round {other}": "detail.slip_late",
    "the log holds a slip of {cents} cents that this seat did not send": "detail.slip_foreign",
    "the log holds a slip on another layout that this seat did not send": "detail.slip_other_layout",
    "choice {rev} of decision {count} of round {round} was refused: {word}": "detail.choice_refused",
    "the log holds the choice '{word}' that this seat did not send": "detail.choice_foreign",
    "round {round}: the table counts '{word}' for the choice '{other}'": "detail.choice_differs",
    "round {round}: the table counts '{word}', which this seat has not chosen": "detail.choice_missing",
    "FactsSealed for another seat than '{word}'": "detail.record_misplaced",
    "FactsSealed of round {round} in phase '{word}' of round {other}": "detail.sealed_late",
    "the log holds another record as '{word}', which this seat did not write": "detail.report_foreign",
    "round {round} was played on layout {layout} and its result is corrected: this seat has layout {other}": (
        "detail.other_layout"
    ),
    "round {round} is decided anew and was played on layout {layout}, which is not known here": "detail.no_such_layout",
    "round {round} was played on layout {layout}, started was layout {other}": "detail.start_layout",
    "layout {layout} has other spots or odds than round {round} was played by": "detail.start_spots",
    "limits were changed in the configuration while round {round} can still be decided anew": "detail.start_limits",
    "power was lost before the ticket was printed": "detail.power_before_print",
    "not presented": "detail.not_presented",
    "wrong-clock": "detail.wrong_clock",
    "over-limit": "detail.over_limit",
    "life-too-long": "detail.life_too_long",
    "out-of-sequence": "detail.out_of_sequence",
    "not-covered": "detail.not_covered",
    "the registry of tickets is not asked any more: the seat ends": "detail.no_registry",
    "{count} appends wait for the table log": "detail.too_much_waits",
    "{count} questions wait for the registry of tickets": "detail.too_much_waits",
    "{count} orders wait for the acceptor already": "detail.too_much_waits",
    "{count} jobs wait for the printer already": "detail.too_much_waits",
    "too many steps wait for the disk": "detail.disk_behind",
    "the journal could not be written: {nested}": "detail.journal",
    "a fault in the program: {word}": "detail.program",
    "an attendant found no ticket": "detail.attendant_no_ticket",
    "the books cannot be read": "detail.books_unreadable",
    "the seat has no board": "detail.no_board",
    "the books of this seat keep nothing now: staff cannot be changed": "detail.books_closed",
    "restart": "detail.restart",
    # the acceptor
    "the driver's memory cannot be written: {nested}": "detail.memory",
    "no answer within {ms} ms": "detail.no_answer",
    "the line is gone: {nested}": "detail.line_gone",
    "the cash box is full": "detail.box_full",
    "the cash box is out": "detail.box_out",
    "jam in the acceptor": "detail.jam_acceptor",
    "jam in the stacker": "detail.jam_stacker",
    "the acceptor believes that somebody pulls at an item": "detail.pulled",
    "the acceptor reports a failure": "detail.acceptor_failure",
    "the acceptor reports a communication error": "detail.acceptor_line",
    "unknown status {word}": "detail.unknown_status",
    "the acceptor knows {word}, the seat takes {other} cents of {more}": "detail.other_notes",
    "an item was stacked without being told valid: {nested}": "detail.stacked_unasked",
    "it has stacked {nested} against the order to return it": "detail.stacked_against",
    "it {word} {nested} against the order to return it; nothing is credited": "detail.stacked_uncredited",
    "it {word} an item that nobody asked it to take; its worth is not known": "detail.stacked_unknown",
    "something that it does not name": "detail.unnamed_item",
    "a ticket ending in {ending}": "detail.a_ticket",
    "a note of {cents} cents": "detail.a_note",
    "an unknown note (code {code})": "detail.unknown_note",
    # the printer
    "the cover is open": "detail.cover_open",
    "a door of the printer is open": "detail.cover_open",
    "the paper is out": "detail.paper_out",
    "paper is stuck": "detail.paper_stuck",
    "the printer is off line": "detail.printer_offline",
    "the printer is switched off line": "detail.printer_offline",
    "the printer does not answer the queue": "detail.printer_silent",
    "the queue is stopped": "detail.queue_stopped",
    "the queue is stopped: {word}": "detail.queue_stopped",
    "the paper is nearly out": "detail.paper_low",
    "the cutter does not move": "detail.cutter",
    "the printer reports an error: paper may be stuck": "detail.printer_error",
    "it was begun before, and nobody saw its end": "detail.end_unseen",
    "it has failed before": "detail.failed_before",
    "the queue has dropped its job: {word}": "detail.job_dropped",
    "its job was broken off: {word}": "detail.job_broken",
    "it cannot be laid out: {word}": "detail.no_layout",
    "ticket {sequence} cannot be laid out: {word}": "detail.no_layout_ticket",
    "ticket {sequence} in {word}: {nested}; expected room and leave to write": "detail.no_room",
    "it has not printed within {seconds} s": "detail.print_slow",
    "paper-out": "detail.paper_out",
    "paper-out: {nested}": "detail.nested",
    "jam": "detail.paper_stuck",
    "jam: {nested}": "detail.nested",
    "cover-open": "detail.cover_open",
    "cover-open: {nested}": "detail.nested",
    "offline": "detail.printer_offline",
    "offline: {nested}": "detail.nested",
    "unprintable": "detail.unprintable",
    "unprintable: {nested}": "detail.nested",
    "name-taken": "detail.name_taken",
    "name-taken: {nested}": "detail.name_taken_ticket",
    "{word}: this file is there already; expected a new sequence": "detail.name_taken",
    "paper-low": "detail.paper_low",
    # the acceptor's conditions, where it says nothing more
    "cheat": "detail.pulled",
    "failure": "detail.acceptor_failure",
    # the board of the cabinet
    "no answer": "detail.silent",
    "{count} bytes that are no answer within {ms} ms": "detail.garbled",
    "the cabinet driver's memory cannot be written: {nested}": "detail.memory",
    "board {serial}, firmware {word}": "detail.board",
    "the board cannot be read: {word}": "detail.board_unreadable",
    "{nested}: its battery is low; change it while the power is on": "detail.board_battery",
    "{nested} is the first one here: a technician must accept it": "detail.board_first",
    "{nested} is here, expected board {serial}: a technician must accept it": "detail.board_other",
    "{nested}: its case was opened or its memory failed; a technician must accept it": "detail.board_opened",
    "board {serial} counts {count} starts, expected at least {other}": "detail.board_starts",
    "board {serial} counts {count} openings of door {word}, expected at least {other}": "detail.board_openings",
    "board {serial} did not count an opening of door {word}: its count stays at {count}": "detail.board_blind",
    # the software
    "the configuration names no signed manifest, which this seat has had": "detail.no_manifest",
    "{file} is missing: expected {word}": "detail.file_missing",
    "{file} cannot be read: {nested}": "detail.file_unreadable",
    "{file} was changed: {word}": "detail.file_changed",
    "{file} is {word} that is not in the manifest": "detail.file_extra",
    "{file} may be executed: expected that it may not be executed": "detail.file_changed_mode",
    "{file} may not be executed: expected that it may be executed": "detail.file_changed_mode",
    "{file} is {word}: expected {other}": "detail.file_changed",
    # the books
    "meter '{account}' shows {cents} cents, its postings add up to {sum}": "detail.books_meter",
    "snapshot has {cents} cents on '{account}', postings add up to {sum}": "detail.books_snapshot",
    "meter '{word}' belongs to no account": "detail.books_account",
    "account '{account}' is negative: {cents} cents": "detail.books_negative",
    "all accounts add up to {cents} cents, expected 0": "detail.books_sum",
    "transaction {number} is missing: {other} follows {word}": "detail.books_missing",
    "transaction {number} does not follow its predecessor: the chain is broken": "detail.books_chain",
    "transaction {number} ({word}) was changed: its hash does not fit": "detail.books_changed",
    "transaction {number} ({word}) posts to unknown account '{other}'": "detail.books_foreign",
    "transaction {number} ({word}) does not add up to zero: {other}": "detail.books_unbalanced",
    "transaction {number} ({word}) seals other sums than the postings before it add up to": "detail.books_sealed",
    "seat.db is damaged: {other}": "detail.books_damaged",
    "transaction {number} ({word}) is not the seat's: {other}": "detail.books_foreign",
    "the journal could not be looked through: {word}": "detail.books_unread",
    "a posting belongs to transaction {number}, which is not there": "detail.books_missing",
    "{count} postings up to row {other}, transactions account for {word}": "detail.books_postings",
    # staff
    "name {word} of {count} characters: expected 1 to {other} that can be printed": "detail.staff_name",
    "name {name} of letters of {word}: expected those of one alphabet": "detail.staff_name_mixed",
    "the PIN has {count} characters or other signs than digits: expected {least} to {most} digits": "detail.pin_form",
    "the PIN is one digit over and over: expected {least} to {most} digits that differ": "detail.pin_easy",
    "the PIN is a straight run of digits: expected {least} to {most} digits that do not count up or down": (
        "detail.pin_easy"
    ),
    "the PIN is one pair over and over: expected {least} to {most} digits that do not repeat": "detail.pin_easy",
    "the PIN stands in the name: expected {least} to {most} digits that nobody reads there": "detail.pin_in_name",
    "the badge's barcode has {count} characters: expected {least} to {most} that can be printed": "detail.badge_form",
    "the badge's barcode is the user's name: expected a text that nobody can guess": "detail.badge_name",
    "there are users already: expected a supervisor to make others": "detail.staff_not_first",
    "the new PIN is the old one: expected another": "detail.pin_same",
    "the name '{name}' is taken: expected one that nobody has had": "detail.staff_taken",
    "there are {count} users, the most that a seat keeps": "detail.staff_most",
    "one's own PIN is changed, not reset: the old one is asked for": "detail.pin_own",
    "{name} is {word}: expected the right {other}": "detail.staff_no_right",
    "{name} is {word}: expected a manager where it is about a manager": "detail.staff_manager",
    "nobody is {word} here: expected one of {other}": "detail.staff_role",
    "the name '{name}' is there twice: expected another for each": "detail.staff_taken",
    "the list of staff is no older copy: expected one to accept": "detail.staff_not_older",
    "the list of staff was changed from outside": "detail.staff_damaged",
    "staff.db is an older copy: its state is not the newest that is known. See kiosk staff accept": (
        "detail.staff_older"
    ),
    "{word} changed from outside: expected a whole row, nothing was changed": "detail.staff_damaged",
    "there is no user {word}": "detail.staff_unknown",
    "{name} is the last active supervisor: expected another one first": "detail.staff_last",
    "{name} has no badge: expected one where nobody gets in without": "detail.staff_no_badge",
    "the badge is {name}'s: expected one that nobody has": "detail.badge_taken",
    "the session of {name} has ended: expected a new log-in": "detail.staff_ended",
    "wrong": "detail.login_wrong",
    "wrong: {seconds} s": "detail.login_locked",
    "locked": "detail.login_wrong",
    "locked: {seconds} s": "detail.login_locked",
    # the console
    "the tumbler does not answer": "detail.tumbler_silent",
    "the console's notes cannot be written": "detail.console_notes",
    "NOSPACE": "detail.log_full",
    "CORRUPT": "detail.log_corrupt",
    # certificates
    "certificate {file} expires on {date}, in {days} days": "detail.certificate_ends",
    "certificate {file} expired on {date}; today is {word} by this machine's clock": (
        "detail.certificate_over"
    ),
    "certificate {file} is valid from {date} on; today is {word} by this machine's clock": (
        "detail.certificate_early"
    ),
    "certificate {file} was issued by {word}, but not by the authority in {other}: {more}": (
        "detail.certificate_foreign"
    ),
    "{file} is no readable PEM certificate: {word}": "detail.certificate_damaged",
    "{file} is no PEM file": "detail.certificate_damaged",
    # settings
    "software.key: {old} -> {new}": "detail.other_key",
    # the machine
    "No space left on device": "detail.os_full",
    "Input/output error": "detail.os_io",
    "Permission denied": "detail.os_denied",
    "Read-only file system": "detail.os_read_only",
    "No such file or directory": "detail.os_gone",
    "No such device": "detail.os_gone",
    "database or disk is full": "detail.os_full",
    "disk I/O error": "detail.os_io",
    "attempt to write a readonly database": "detail.os_read_only",
    "the disk is full": "detail.os_full",
}
"""The sentence as the record has it, with its values -> the key of its text.

``nested`` is a sentence itself, ``cents`` an amount; a value without a place in the text is not shown.
"""

SETTINGS: Mapping[str, str] = {
    "layout": "service.set_layout",
    "language": "service.set_language",
    "chips": "service.set_chips",
    "ticket_limit": "service.set_ticket_limit",
    "win_limit": "service.set_win_limit",
    "credit_limit": "service.set_credit_limit",
    "note_velocity": "service.set_note_velocity",
    "ticket_days": "service.set_ticket_days",
    "volume": "service.set_volume",
    "endpoints": "service.set_network",
}
_ACCOUNTS: Mapping[str, str] = {
    "credit": "service.meter_credit",
    "escrow": "service.meter_escrow",
    "house": "service.meter_house",
    "notes": "service.meter_notes_in",
    "tickets_in": "service.meter_tickets_in",
    "tickets_out": "service.meter_tickets_out",
    "handpay": "service.meter_handpay",
    "adjust": "service.meter_open_items",
}
_AMOUNTS = ("cents", "sum")
_MONEY = frozenset({"ticket_limit", "win_limit", "credit_limit", "note_velocity"})
_CHANGE = re.compile(r"(?P<name>[a-z_.]+): (?P<old>.*) -> (?P<new>.*)")
_PLACE = re.compile(r"\{([a-z]+)\}")


def known(detail: str, texts: Texts) -> str | None:
    """The sentence in the screen's language; None for one that has no key."""
    found = _found(detail.strip())
    if found is not None:
        key, values = found
        return texts.get(key, **_worded(key, values, texts))
    changes = [_change(part, texts) for part in detail.split("; ")]
    if all(changes):
        return "; ".join(change for change in changes if change)
    parts = [_found(part) for part in detail.split("; ")]
    if len(parts) > 1 and all(parts):  # findings one after the other
        return "; ".join(detail_words(part, texts) for part in detail.split("; "))
    return None


def detail_words(detail: str, texts: Texts) -> str:
    """The sentence in the screen's language; where it has no key, that it stands among the events."""
    if not detail:
        return ""
    words = known(detail, texts)
    return texts.get("detail.recorded") if words is None else words


def setting_words(name: str, texts: Texts) -> str:
    """What a setting is called; one that only the configuration file has keeps the file's name."""
    return texts.get(SETTINGS[name]) if name in SETTINGS else name


def value_words(name: str, value: str) -> str:
    """The value of a setting as people write it: amounts in dollars."""
    if name in _MONEY and value.isdecimal():
        return dollars(int(value))
    return value


@cache
def _compiled() -> tuple[tuple[re.Pattern[str], str], ...]:
    """The patterns, those with the most words of their own first: the more exact one is meant."""

    def own(pattern: str) -> int:
        return len(_PLACE.sub("", pattern))

    return tuple((_regex(pattern), PATTERNS[pattern]) for pattern in sorted(PATTERNS, key=own, reverse=True))


def _regex(pattern: str) -> re.Pattern[str]:
    parts = _PLACE.split(pattern)
    made = [re.escape(part) if at % 2 == 0 else f"(?P<{part}>.+?)" for at, part in enumerate(parts)]
    return re.compile("".join(made), re.DOTALL)


def _found(detail: str) -> tuple[str, dict[str, str]] | None:
    for regex, key in _compiled():
        match = regex.fullmatch(detail)
        if match is not None:
            return key, match.groupdict()
    return None


def _worded(key: str, values: dict[str, str], texts: Texts) -> dict[str, str]:
    places = texts.places(key)
    found = {name: value for name, value in values.items() if name in places}
    if "nested" in found:
        found["nested"] = detail_words(found["nested"], texts)
    if "account" in found:
        found["account"] = texts.get(_ACCOUNTS.get(found["account"], "detail.an_account"))
    for name in _AMOUNTS:
        if name in found and found[name].removeprefix("-").isdecimal():
            found[name] = dollars(int(found[name]))
    return found


def _change(part: str, texts: Texts) -> str | None:
    found = _CHANGE.fullmatch(part)
    if found is None:
        return None
    name, nothing = found["name"], texts.get("detail.nothing")
    old, new = (
        nothing if found[side] == "nothing" else value_words(name, found[side]) for side in ("old", "new")
    )
    return texts.get("detail.setting", name=setting_words(name, texts), old=old, new=new)

"""Staff at the seat: while they are logged in nobody plays; what they do is kept with their name."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from kiosk.seat.context import Context, Step
from kiosk.seat.effects import (
    Acknowledge,
    AnyEffect,
    Count,
    EndPeriod,
    Notice,
    PrintReceipt,
    SignificantEvent,
)
from kiosk.seat.events import (
    EventAcknowledged,
    Happened,
    MinutePassed,
    NoteTest,
    PeriodEnded,
    ServiceBegan,
    ServiceEnded,
    SettingsChanged,
    SettingsUndone,
    SoftwareIs,
    TestPrint,
)
from kiosk.seat.same_rules import kept_changes
from kiosk.seat.settings import UNDO_LENGTH
from kiosk.seat.state import (
    RESTART,
    Lock,
    LockKind,
    SeatState,
    Service,
    correctable,
    lock_of,
    with_lock,
    without_lock,
)

replace = msgspec.structs.replace
TEST = "test"  # a receipt that is none


def on_service(state: SeatState, event: ServiceBegan | ServiceEnded) -> Step:
    """The lock lasts over a power cut: a seat that was left open on the bench is not played by itself."""
    if isinstance(event, ServiceEnded):
        if state.service is None:
            return Step(state)
        by = event.by or state.service.by
        detail: dict[str, str | int] = {"by": by, "how": "left" if event.by else "time out"}
        state = replace(without_lock(state, LockKind.SERVICE), service=None, note_test=False)
        return Step(state, (SignificantEvent("service-ended", "attention", detail),))
    service = Service(event.by, event.role)
    if state.service == service:
        return Step(state)
    state = with_lock(replace(state, service=service, had_staff=True), Lock(LockKind.SERVICE, event.by))
    return Step(
        state, (SignificantEvent("service-began", "attention", {"by": event.by, "role": event.role}),)
    )


def on_test(state: SeatState, event: TestPrint | NoteTest) -> Step:
    """Devices are tried only while staff have the seat; a test moves no money."""
    if state.service is None:
        return Step(state, (Notice("notice.service_only"),))
    if isinstance(event, NoteTest):
        if event.on is state.note_test:
            return Step(state)
        note = SignificantEvent("note-test", "info", {"by": event.by, "on": int(event.on)})
        return Step(replace(state, note_test=event.on), (note,))
    number = state.test_prints + 1
    return Step(
        replace(state, test_prints=number),
        (
            SignificantEvent("test-print", "info", {"by": event.by, "number": number}),
            PrintReceipt(TEST, number, 0, event.at, event.by, event.language),
        ),
    )


def why_no_settings(state: SeatState) -> str | None:
    """The message key of the reason why nothing can be set now, or None."""
    balances = state.balances
    if balances.credit or balances.escrow or state.on_board or state.cashout is not None or state.later:
        return "notice.settings_credit"
    if state.item is not None or state.flight is not None or state.registered is not None:
        return "notice.settings_round"
    return None


def why_not_set(state: SeatState, changed: Iterable[str]) -> str | None:
    """The message key of the reason why just these settings cannot change now, or None.

    A round that can still be decided anew keeps the seat to its layout and limits.
    """
    if (reason := why_no_settings(state)) is not None:
        return reason
    return "notice.settings_correctable" if kept_changes(changed) and correctable(state) else None


def restart_wanted(state: SeatState) -> bool:
    """Whether what was set waits for the seat to start again. Until then nobody plays."""
    lock = lock_of(state, LockKind.SETTINGS)
    return lock is not None and lock.detail == RESTART


def on_settings(state: SeatState, event: SettingsChanged | SettingsUndone) -> Step:
    """Old and new value are kept with the name. Refused while anybody's money is here."""
    before = state.settings
    if isinstance(event, SettingsChanged):
        now, earlier = event.settings, (*state.settings_before, before)[-UNDO_LENGTH:]
    elif not state.settings_before:
        return Step(state, (Notice("notice.nothing_to_undo"),))
    else:
        now, earlier = state.settings_before[-1], state.settings_before[:-1]
    changes = before.changes(now)
    if (reason := why_not_set(state, changes)) is not None:
        note = SignificantEvent(
            "settings-refused", "warning", {"by": event.by, "why": reason, "what": ", ".join(changes)}
        )
        return Step(state, (note, Notice(reason)))
    if not changes:
        return Step(state)
    notes = [
        SignificantEvent(
            "setting-changed",
            "attention",
            {"by": event.by, "setting": name, "old": str(old), "new": str(new)},
        )
        for name, (old, new) in changes.items()
    ]
    state = replace(state, settings=now, settings_before=earlier)
    state = with_lock(state, Lock(LockKind.SETTINGS, RESTART))  # nobody plays by what was set before
    return Step(state, tuple(notes))


def configured(context: Context, state: SeatState) -> tuple[SeatState, tuple[AnyEffect, ...]]:
    """At a start: whoever has changed the configuration behind the seat's back is noticed, with key and values."""
    if restart_wanted(state):
        state = without_lock(state, LockKind.SETTINGS)
    known, now = state.written, dict(context.written)
    state = replace(state, written=now)
    if known is None or known == now:
        return state, ()
    changed = [name for name in (*known, *(now.keys() - known.keys())) if known.get(name) != now.get(name)]
    told = [(name, known.get(name, "nothing"), now.get(name, "nothing")) for name in changed]
    notes = tuple(
        SignificantEvent(
            "configuration-changed", "fault", {"setting": name, "old": old[:100], "new": new[:100]}
        )
        for name, old, new in told
    )
    detail = "; ".join(f"{name}: {old} -> {new}" for name, old, new in told)
    return with_lock(state, Lock(LockKind.SETTINGS, detail[:500])), notes


def on_act(
    state: SeatState, event: Happened | EventAcknowledged | PeriodEnded | SoftwareIs | MinutePassed
) -> Step:
    """What is kept, and changes no money."""
    match event:
        case Happened():
            return Step(state, (SignificantEvent(event.kind, event.severity, event.detail),))
        case EventAcknowledged():
            return Step(state, (Acknowledge(event.event, event.by),))
        case PeriodEnded():
            note = SignificantEvent(f"period-{event.kind}", "attention", event.detail | {"by": event.by})
            return Step(state, (note, EndPeriod(event.kind, event.by, event.detail)))
        case MinutePassed():
            playable = state.link and not state.locks
            return Step(state, (Count({"minutes_up": 1, "minutes_playable": int(playable)}),))
        case SoftwareIs():
            return _on_software(state, event)


def _on_software(state: SeatState, event: SoftwareIs) -> Step:
    """Software that is not what was signed is not played; only software that is whole takes the lock away."""
    if event.findings:
        detail = "; ".join(event.findings)[:500]
        note = SignificantEvent("software-changed", "fault", {"detail": detail, "version": event.version})
        return Step(with_lock(state, Lock(LockKind.SOFTWARE, detail)), (note,))
    note = SignificantEvent("software-whole", "info", {"identity": event.identity, "version": event.version})
    state = replace(without_lock(state, LockKind.SOFTWARE), signed=True)
    if state.signed_by in ("", event.key):
        return Step(replace(state, signed_by=event.key), (note,))
    # Whoever can change software can sign it too, with a key of their own: another key is for a supervisor to accept.
    detail = f"software.key: {state.signed_by[:16]} -> {event.key[:16]}"
    changed = SignificantEvent(
        "configuration-changed",
        "fault",
        {"setting": "software.key", "old": state.signed_by, "new": event.key},
    )
    return Step(
        with_lock(replace(state, signed_by=event.key), Lock(LockKind.SETTINGS, detail)), (note, changed)
    )

"""What the dealer must know as long as it lasts, the loudest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kiosk import local_time, written
from kiosk.console.desk import absences, count, jackpot, voids
from kiosk.console.desk.core import Core
from kiosk.console.view import Alert, AlertLevel, DealingState, LogHealth, RoundLine
from kiosk.seat.state import LockKind

_UNSAFE = frozenset(
    {
        LockKind.AUDIT,
        LockKind.STORE,
        LockKind.OLDER_COPY,
        LockKind.SOFTWARE,
        LockKind.FOREIGN_SLIP,
        LockKind.DOOR,
        LockKind.LOGIC_DOOR,
        LockKind.CABINET,
    }
)
MOST_FINDINGS = 5
_ORDER = (AlertLevel.FAULT, AlertLevel.WARNING, AlertLevel.INFO)


def alerts(core: Core, health: LogHealth, rounds: Sequence[RoundLine]) -> tuple[Alert, ...]:
    """All of them. ``rounds`` are the decided ones."""
    found = [
        *_log(core, health),
        *_jackpot(core),
        *_money(core, rounds),
        *_people(core),
        *_device(core),
    ]
    return tuple(sorted(found, key=lambda alert: _ORDER.index(alert.level)))


def _log(core: Core, health: LogHealth) -> Iterator[Alert]:
    if core.archive_fault:
        yield Alert(AlertLevel.FAULT, "archive", {"reason": core.archive_fault})
    if not core.notebook.sound:
        yield Alert(AlertLevel.WARNING, "archive", {"reason": "the console's notes cannot be written"})
    if health.older:
        yield Alert(AlertLevel.FAULT, "log-older", {"what": health.older})
    elif core.service.pending or not core.service.reading.linked:
        yield Alert(AlertLevel.FAULT, "log-gone")
    if health.certificate:
        yield Alert(AlertLevel.WARNING, "certificate", {"detail": health.certificate})
    for alarm in health.alarms:
        yield Alert(AlertLevel.FAULT, "log-alarm", {"alarm": alarm})
    if health.reachable < health.members:
        members = {"reachable": health.reachable, "members": health.members}
        yield Alert(AlertLevel.WARNING, "log-members", {**members})
    for other in core.attendance.others.values():
        yield Alert(AlertLevel.WARNING, "other-console", {"console": other.console})
    if count := core.book.ignored_count:
        yield Alert(AlertLevel.WARNING, "ignored", {"count": count})


def _jackpot(core: Core) -> Iterator[Alert]:
    found = jackpot.view(core)
    if found is None:
        return
    if found.silence:
        yield Alert(AlertLevel.WARNING, "jackpot-gone", {"reason": found.silence})
    if found.claims:
        yield Alert(AlertLevel.FAULT, "jackpot-claim", {"seat": found.claims, "share": found.share})
    if found.before:
        yield Alert(AlertLevel.WARNING, "jackpot-order", {"other": found.before})
    for number, refused in core.jackpot_refused.items():
        reason = f"{refused.reason} {refused.which}".strip()
        yield Alert(AlertLevel.FAULT, "jackpot-refused", {"round": number, "reason": reason})


def _money(core: Core, rounds: Sequence[RoundLine]) -> Iterator[Alert]:
    for seat, number in list(core.tampering.found)[-MOST_FINDINGS:]:
        yield Alert(AlertLevel.FAULT, "tampered", {"seat": seat, "round": number})
    if forged := core.tampering.forged:
        yield Alert(AlertLevel.FAULT, "forged", {"count": len(forged), "key": written.shown(forged[-1])})
    for finding in core.book.findings[-MOST_FINDINGS:]:
        yield Alert(AlertLevel.FAULT, "audit", {"seat": finding.seat, "round": finding.round})
    if other := core.book.on_other_layouts:
        yield Alert(AlertLevel.WARNING, "other-layout", {"seats": ", ".join(other)})
    silent = core.attendance.silent & core.book.unsettled(core.table.number)
    if silent:
        yield Alert(AlertLevel.WARNING, "silent-bets", {"seats": ", ".join(sorted(silent))})
    owed = sorted(line.number for line in rounds if line.unsettled and line.number != core.table.number)
    if owed:
        yield Alert(AlertLevel.WARNING, "unsettled", {"rounds": ", ".join(map(str, owed))})
    if elsewhere := core.book.elsewhere:
        yield Alert(AlertLevel.WARNING, "settled-elsewhere", {"rounds": ", ".join(map(str, elsewhere))})
    for seat, number, said_in in core.not_paid:
        if said_in >= core.table.number - 1:  # long enough to be seen: to the end of the next round
            yield Alert(AlertLevel.FAULT, "settled-meanwhile", {"seat": seat, "round": number})
    yield from _not_recorded(core)
    if left := voids.left(core):
        yield Alert(AlertLevel.WARNING, "voids-left", {"rounds": ", ".join(map(str, left))})
    if items := len(core.book.open_items):
        yield Alert(AlertLevel.WARNING, "open-items", {"count": items})


def _not_recorded(core: Core) -> Iterator[Alert]:
    """Whoever confirmed it takes it for done: what was dropped since another console had the table, or this one was
    killed, is said."""
    for one in core.unrecorded:
        if core.service.fenced or one.said_in >= core.table.number - 1:
            time = local_time.shown(one.at, form="%H:%M:%S")
            values: dict[str, str | int] = {"act": one.what, "by": one.by, "time": time, "round": one.round}
            yield Alert(AlertLevel.FAULT, "not-recorded", values)


def _people(core: Core) -> Iterator[Alert]:
    if core.supervisors.fault:
        yield Alert(AlertLevel.FAULT, "staff", {"reason": core.supervisors.fault})
    for name, seconds in core.supervisors.locked_out.items():
        yield Alert(AlertLevel.WARNING, "locked-out", {"name": name, "seconds": seconds})
    for values in absences.newest(core.book):
        yield Alert(AlertLevel.WARNING, "box-absent", values)
    yield from _locked(core)
    calling = sorted(
        seat for seat, shown in core.attendance.shown.items() if shown.calling and not _calls(shown.locks)
    )
    if calling:
        yield Alert(AlertLevel.INFO, "attendant", {"seats": ", ".join(calling)})


def _locked(core: Core) -> Iterator[Alert]:
    """Every seat that staff must come to, and why."""
    for seat, shown in sorted(core.attendance.shown.items()):
        if not shown.calling or not (kinds := _calls(shown.locks)):
            continue  # whoever services a seat knows of its locks
        level = AlertLevel.FAULT if _UNSAFE & set(kinds) else AlertLevel.WARNING
        yield Alert(level, "seat-locked", {"seat": seat, "locks": ", ".join(kinds)})


def _calls(locks: Sequence[str]) -> list[str]:
    return [kind for kind in locks if kind != LockKind.SERVICE]


def _device(core: Core) -> Iterator[Alert]:
    if core.ran is not None and core.table.is_open:
        yield Alert(AlertLevel.FAULT, core.ran.value)
    if core.ran_after:
        yield Alert(AlertLevel.WARNING, "device-after", {"round": core.table.number})
    if core.automatic_by:
        yield Alert(AlertLevel.WARNING, "automatic", {"name": core.automatic_by})
    yield from core.shoe.alerts()
    yield from count.alerts(core)
    if core.machine.state is DealingState.GONE:
        if core.machine.fault:
            yield Alert(AlertLevel.WARNING, "device-fault", {"reason": core.machine.fault})
        else:
            yield Alert(AlertLevel.WARNING, "device-gone")

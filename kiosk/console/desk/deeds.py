"""Who did what at the console: noted on its own disk at once, then written into the table log and struck off.

A wrong PIN must not be forgotten because the log is silent at that moment; so each deed waits in the notes until the
log has it. Its mark keeps it from being written twice by a console that was killed in between.
"""

from __future__ import annotations

import secrets
from functools import partial

import msgspec

from kiosk.book.desk_acts import DeskAct
from kiosk.console.desk.core import Core
from kiosk.console.notes import Deed
from kiosk.seat.roles import Role, StaffAct
from kiosk.seat.staff_acts import CommandAct

MOST_REASON = 500
_SIGNS = (DeskAct.SIGNED_ON, DeskAct.SIGNED_OFF)


def note(
    core: Core, what: str, by: str, *, who: str = "", reason: str = "", dealer: str | None = None
) -> None:
    """This was done now, in the round that is played; with ``dealer``, that one is signed on from now on.

    Both are one note: nobody is signed on without a record of it, whenever the console is killed.
    """
    at, number = core.config.at_utc(), core.table.number
    _keep(core, Deed(secrets.token_hex(8), what, by, at, who, reason[:MOST_REASON], number), dealer)


def sign_off(core: Core, by: str = "", reason: str = "") -> None:
    """Whoever is signed on is so no more."""
    if name := core.notebook.notes.dealer:
        note(core, DeskAct.SIGNED_OFF, by or name, who=name, reason=reason, dealer="")


def look_at_staff(core: Core) -> None:
    """A deactivated dealer is signed off for good; what a deactivated supervisor let be automatic is so no more."""
    console, staff = core.config.settings.console, core.supervisors
    if not staff.fault and not staff.is_dealer(core.notebook.notes.dealer):
        sign_off(core, console, "may deal no more")
    if core.automatic_by and core.automatic_by not in staff.names:
        note(core, DeskAct.AUTOMATIC_OFF, console, who=core.automatic_by, reason="stands for it no more")
        core.automatic_by = ""


def look_who_is_on(core: Core) -> None:
    """Notes that say otherwise than the log are an older copy, or another console has dealt since: sign on again."""
    notes = core.notebook.notes
    written = {record.mark for record in core.book.desk_records}
    signs = [(one.what, one.who) for one in core.book.desk_records]
    signs += [(one.what, one.who) for one in notes.waiting if one.mark not in written]
    last = next((sign for sign in reversed(signs) if sign[0] in _SIGNS), None)
    if last is None:
        return
    on = last[1] if last[0] == DeskAct.SIGNED_ON else ""
    if on != notes.dealer:
        console, reason = core.config.settings.console, "not as the console's notes have it"
        note(core, DeskAct.SIGNED_OFF, console, who=on or notes.dealer, reason=reason, dealer="")


def told(core: Core, act: StaffAct) -> None:
    """What happened to the list of staff, or to somebody who wanted to be on it."""
    note(core, act.kind, act.by or core.config.settings.console, who=act.name, reason=_detail(act.detail))


def stood(core: Core, name: str, role: Role) -> None:
    """Somebody's PIN stood for the command that is being carried out."""
    note(core, DeskAct.AUTHORISED, name, who=name, reason=f"{core.doing} ({role})" if core.doing else role)


def sign_demonstration_on(core: Core) -> None:
    """The first of the list deals where no money is played for and nobody does; the record says why without a PIN."""
    name = next(iter(core.supervisors.names_of(Role.DEALER)), "")
    if name and core.demonstration and not core.dealer:
        console = core.config.settings.console
        note(core, DeskAct.SIGNED_ON, console, who=name, reason="demonstration", dealer=name)


def known(core: Core, marks: set[str]) -> set[str]:
    """Which of these marks are written already, or noted on a disk that took the note."""
    waiting = {deed.mark for deed in core.notebook.notes.waiting} if core.notebook.sound else set()
    return marks & (waiting | {record.mark for record in core.book.desk_records})


def take(core: Core, acts: tuple[CommandAct, ...]) -> bool:
    """What a command has done to the list of staff, as it left word. False: the disk took no note of it."""
    console = core.config.settings.console
    waiting = {deed.mark for deed in core.notebook.notes.waiting}
    for act in (act for act in acts if act.id not in waiting):
        reason = _detail(act.detail)[:MOST_REASON]
        _keep(core, Deed(act.id, act.kind, act.by or console, act.at, act.name, reason, core.table.number))
    return core.notebook.sound


def flush(core: Core) -> bool:
    """Write what waits, as far as the log takes it; whether there was anything. Raises as :meth:`Core.write` does."""
    waiting = core.notebook.notes.waiting
    if not waiting or core.silent_log or core.service.fenced or core.archive_fault:
        return False
    core.write(
        *(step for deed in waiting for step in (partial(_write, core, deed), partial(_strike, core, deed)))
    )
    return True


def _keep(core: Core, deed: Deed, dealer: str | None = None) -> None:
    notes = core.notebook.notes
    on = notes.dealer if dealer is None else dealer
    core.notebook.write(msgspec.structs.replace(notes, waiting=(*notes.waiting, deed), dealer=on))


def _write(core: Core, deed: Deed) -> None:
    if any(record.mark == deed.mark for record in core.book.desk_records):
        return
    core.service.record_desk(
        deed.what, deed.by, deed.at, reason=deed.reason, number=deed.round, who=deed.who, mark=deed.mark
    )


def _strike(core: Core, deed: Deed) -> None:
    notes = core.notebook.notes
    left = tuple(one for one in notes.waiting if one.mark != deed.mark)
    core.notebook.write(msgspec.structs.replace(notes, waiting=left))


def _detail(detail: dict[str, str | int]) -> str:
    return ", ".join(f"{name} {value}" for name, value in detail.items())

"""Voids of several rounds (rule 5.4): authorised at once, written one after the other, and none of them forgotten."""

from __future__ import annotations

from functools import partial

import msgspec

from kiosk.console.desk import old
from kiosk.console.desk.core import Core
from kiosk.console.notes import Voids


def begin(core: Core, voids: Voids) -> None:
    """Void these rounds. Raises as :meth:`Core.write` does; whatever happens, the rest is noted until it is done."""
    core.notebook.write(msgspec.structs.replace(core.notebook.notes, voids=voids))
    core.write(*(partial(_void, core, voids, number) for number in voids.rounds), partial(_done, core))


def resume(core: Core) -> None:
    """After a start: go on with what was authorised before it, as soon as the log answers.

    Only where nobody has dealt since: another console's supervisor may have decided otherwise. See :func:`left`.
    """
    voids = core.notebook.notes.voids
    if voids is None or voids.newest != core.table.number:
        return
    if rounds := _missing(core, voids):
        core.say("voids-resumed", rounds=", ".join(map(str, sorted(rounds))))
        core.jobs.extend(partial(_void, core, voids, number) for number in rounds)
    core.jobs.append(partial(_done, core))


def left(core: Core) -> tuple[int, ...]:
    """The rounds that were authorised here and are not void, while nothing is being done about it."""
    voids = core.notebook.notes.voids
    return () if voids is None or core.jobs else tuple(sorted(_missing(core, voids)))


def _missing(core: Core, voids: Voids) -> list[int]:
    table = core.table
    missing = [n for n in voids.rounds if (n == table.number or table.knows(n)) and not table.is_void(n)]
    past = [n for n in voids.rounds if (found := old.read(core, n)) is not None and found.facts]
    return [*missing, *past]


def _void(core: Core, voids: Voids, number: int) -> None:
    if number not in _missing(core, voids):  # a restart may come after it was written
        return
    if old.is_old(core, number):  # what the seats cannot decide anew any more is for the manager
        old.rule(core, number, (), core.void_reasons.damaged, voids.by, voids.authorised_by)
    else:
        core.service.void_earlier(number, core.void_reasons.damaged, voids.by, voids.authorised_by)


def _done(core: Core) -> None:
    core.notebook.write(msgspec.structs.replace(core.notebook.notes, voids=None))

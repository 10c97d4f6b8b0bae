"""The console over a real log in the test's process: the test is the dealer.

    with LiveConsole(table.console) as console:          # the product's desk by the provided file
        console.ok(OpenBets()); console.until(lambda view: view.seats[0].stake == 500)
        console.stop(); console.start()                   # again with nothing but its files

Its clock is the real one and ``ahead_ms`` more: so nobody waits for what only time brings.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

from kiosk.app.config import read_console_file
from kiosk.app.console import ConsoleOptions, clock_ms, desk_config
from kiosk.app.state_dir import ConsoleDir
from kiosk.book.archive import Archive
from kiosk.console import commands as c
from kiosk.console.commands import Authority
from kiosk.console.desk import open_desk
from kiosk.console.notes import FileKeeper
from kiosk.console.view import DeskView, Phase, SeatView
from kiosk.games.sicbo import dice_fact
from kiosk.links.hosts.log import HostLog
from kiosk.seat.roles import CONSOLE_ROLES
from kiosk.store.staff import open_staff
from kits.console.stages import Stage, stage_of
from kits.ops.provision import PIN, SUPERVISOR

WITHIN_S = 60.0
BOSS = Authority(SUPERVISOR, PIN)
MIA = Authority("Mia", "570321")
STEP_S = 0.005


class LiveConsole:
    """A desk over hosts, polled by whoever uses it."""

    def __init__(self, config: Path) -> None:
        self.config = config
        self.ahead_ms = 0
        self.looking: Callable[[], None] = lambda: None  # called while it waits
        self.desk: Any = None

    def __enter__(self) -> Self:
        self.start()
        if all(one.name != MIA.name for one in self.view.staff):
            self.ok(c.ChangeStaff(c.StaffChange.ADD, MIA.name, BOSS, "dealer", MIA.pin))
        self.ok(c.SignOn(MIA))
        if not self.view.opened_by:
            self.ok(c.OpenTable(BOSS))
            self.until(lambda view: bool(view.opened_by))
        return self

    def __exit__(self, *_: object) -> None:
        if self.desk is not None:
            self.stop()

    def start(self, **ways: Any) -> None:
        """It starts, with its files."""
        file = read_console_file(self.config)
        folder = ConsoleDir(file.state)
        folder.path.mkdir(parents=True, exist_ok=True)
        self.archive_path = folder.archive
        self.log = HostLog(file.log.hosts(file.table, file.console))
        self.archive = Archive(folder.archive, file.table)
        self.staff = open_staff(folder.staff, CONSOLE_ROLES)
        try:
            self.desk = open_desk(
                self.log,
                self.archive,
                desk_config(file, ConsoleOptions()),
                FileKeeper(folder.notes),
                self.staff,
                lambda: clock_ms() + self.ahead_ms,
                presences=self.log,
                **ways,
            )
        except BaseException:
            self.staff.close()
            self.archive.close()
            self.log.close()
            raise

    def stop(self) -> None:
        """It ends in good order."""
        self.desk.close()
        self.log.close()
        self.staff.close()
        self.archive.close()
        self.desk = None

    # --- the dealer -----------------------------------------------------------------------------------------------

    def do(self, command: c.Command) -> c.Refusal | None:
        """Answers why not, or None."""
        self.desk.poll()
        found: c.Refusal | None = self.desk.do(command)
        return found

    def refuses(self, command: c.Command) -> c.Refusal | None:
        """As `do`, when the log answers and nothing waits for it: a busy machine's moment is not what is asked for."""
        end = time.monotonic() + WITHIN_S
        while (refusal := self.do(command)) is not None and refusal.key in ("busy", "no-answer"):
            assert time.monotonic() < end, f"{command}: {refusal} for {WITHIN_S} s"
            threading.Event().wait(STEP_S)
        return refusal

    def ok(self, *commands: c.Command) -> None:
        """The commands one after the other; each as soon as the desk is not busy with what was written before."""
        for command in commands:
            end = time.monotonic() + WITHIN_S
            while (refusal := self.do(command)) is not None:
                waits = refusal.key in ("busy", "no-answer", "seats-not-closed", "seats-unsettled")
                assert waits, f"{command}: {refusal}"
                assert time.monotonic() < end, f"{command}: {refusal} for {WITHIN_S} s: {self.view.waits_for}"
                threading.Event().wait(STEP_S)

    @property
    def view(self) -> DeskView:
        """The desk now."""
        self.desk.poll()
        found: DeskView = self.desk.view
        return found

    def seat(self, name: str) -> SeatView:
        """One seat of the view."""
        return next(seat for seat in self.view.seats if seat.name == name)

    def until(self, holds: Callable[[DeskView], bool], seconds: float = WITHIN_S) -> DeskView:
        """Poll until the view is so."""
        end = time.monotonic() + seconds
        while not holds(view := self.view):
            self.looking()
            assert time.monotonic() < end, f"still not so: {view}"
            threading.Event().wait(STEP_S)
        return view

    def until_seat(self, name: str, holds: Callable[[SeatView], bool], seconds: float = WITHIN_S) -> SeatView:
        """Poll until that seat is so."""
        self.until(lambda _: holds(self.seat(name)), seconds)
        return self.seat(name)

    def bring_to(
        self, phase: Phase, dice: tuple[int, int, int] = (1, 2, 3), tumbles: int = 3, without: str = ""
    ) -> None:
        """From open bets on to that phase; the tumbler starts without this seat's answer."""
        steps = {
            Phase.CLOSED: c.CloseBets(),
            Stage.ACTING: c.StartAct(),
            Stage.ACTED: c.EndAct(tumbles),
            Phase.RESULT: c.EnterResult((dice_fact(dice),)),
            Phase.ENDED: c.EndRound(),
        }
        begun = stage_of(self.view)
        order = list(steps)
        for step in order[order.index(begun) + 1 if begun in order else 0 :]:
            if step == Stage.ACTING and without:
                self.go_on_without(without)
            self.ok(steps[step])
            if step == phase:
                return

    def go_on_without(self, *seats: str) -> None:
        """When the table waits for these seats alone, three seconds pass and it goes on."""
        self.until(lambda view: view.waits_for == tuple(sorted(seats)))
        self.ahead_ms += 3_000
        self.ok(c.GoOnWithout())

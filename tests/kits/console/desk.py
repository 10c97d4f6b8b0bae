"""A table for tests of the desk: a real log and archive, seats that the test moves, a clock that the test sets."""

import time
from datetime import UTC, datetime, timedelta

from argon2 import Parameters, PasswordHasher, Type

from kiosk.book.archive import Archive
from kiosk.console import commands as c
from kiosk.console.commands import Authority
from kiosk.console.desk import DeskConfig, Pace, open_desk
from kiosk.console.notes import Notes
from kiosk.console.service import TableSettings
from kiosk.console.view import Next
from kiosk.games.sicbo import GAME, dice_fact
from kiosk.links.embedded import EmbeddedLog
from kiosk.seat.roles import CONSOLE_ROLES, Role
from kiosk.store.staff import First, StaffStore
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.log import NoAnswer, Put
from kiosk.table.round import Phase
from kits.console.stages import Stage
from kits.seat.seats import LAYOUTS, TABLE

SEATS = {"07": "A", "08": "C", "09": "A"}
PIN = "4711"
NG = Authority("Ng", PIN)  # a shift manager
TAN = Authority("Tan", PIN)  # a supervisor
QUICK = Parameters(Type.ID, 19, 16, 32, 1, 8, 1)  # for tests alone
_HASH = PasswordHasher.from_parameters(QUICK).hash(PIN)
_ROLES = {"Ng": Role.MANAGER, "Tan": Role.SUPERVISOR, "Mia": Role.DEALER, "Ada": Role.DEALER}
STAFF = tuple(First(name, role, _HASH) for name, role in _ROLES.items())
PACE = Pace(betting_ms=36_000, hurry_ms=5_000)
DICE = (dice_fact((1, 2, 3)),)
OTHER_DICE = (dice_fact((6, 6, 5)),)


def last_of_managers(log, table=TABLE):
    """The newest record of a manager in the log, None without one; the desk's own stand below the same prefix."""
    desk = keys.desk_records(table)
    found = [e for e in log.read([keys.manager_records(table)], 0, 10_000) if not e.key.startswith(desk)]
    return found[-1] if found else None


def signs_on(name):
    return c.SignOn(Authority(name, PIN))


def open_staff_of(folder):
    return StaffStore(folder / "staff.db", QUICK, CONSOLE_ROLES)


class MemoryKeeper:
    """Keeps them as long as the program runs."""

    def __init__(self, notes: Notes | None = None) -> None:
        self.notes = notes or Notes()

    def load(self) -> Notes:
        """See :class:`Keeper`."""
        return self.notes

    def keep(self, notes: Notes) -> None:
        """See :class:`Keeper`."""
        self.notes = notes


class Killed(BaseException):
    """The process ends here."""


class FaultyLog:
    """The log, with its link cut or the process killed at a certain append."""

    def __init__(self, log):
        self._log = log
        self.silent = ""  # "before" or "after" the append, for every append from now on
        self.kill_at = None  # (number of the append from now, "before" or "after")
        self.appends = 0

    def __getattr__(self, name):
        return getattr(self._log, name)

    def append(self, puts, **ways):
        if puts[0].key.startswith(keys.consoles(TABLE)) and not self.silent:
            return self._log.append(puts, **ways)
        self.appends += 1
        at, when = self.kill_at or (0, "")
        if self.appends == at and when == "before":
            raise Killed
        if self.silent == "before":
            raise NoAnswer("cut")
        answer = self._log.append(puts, **ways)
        if self.appends == at:
            raise Killed
        if self.silent:
            raise NoAnswer("cut")
        return answer


class Table:
    """Log, archive, seats and one console at a time in a folder."""

    def __init__(self, folder, *, pace=PACE, seats=SEATS, facts_for=None, demonstration=False, log=None):
        self.folder = folder
        self.now_ms = 1_000_000
        self.log = log or EmbeddedLog(folder / "table.db")
        self.link = FaultyLog(self.log)
        self.keeper = MemoryKeeper()
        self.archive = Archive(folder / "archive.db", TABLE)
        self.desk = None
        self.staff = open_staff_of(folder)
        self.pace, self.seats, self.facts_for = pace, seats, facts_for
        self.demonstration = demonstration or facts_for is not None
        self._standing, self._revs = {}, {}
        self._others = []

    def config(self, console="console-1"):
        settings = TableSettings(
            TABLE, console, GAME, LAYOUTS["A"], LIMITS, self.seats, LAYOUTS, self.demonstration
        )
        return DeskConfig(
            casino="Harbour Casino",
            settings=settings,
            pace=self.pace,
            first=STAFF,
            facts_for=self.facts_for,
            now_utc=lambda: datetime(2026, 1, 31, 12, tzinfo=UTC) + timedelta(milliseconds=self.now_ms),
        )

    def start(self, dealer="Mia", **ways):
        """The console starts; answers its desk. With a dealer the table is open."""
        self.desk = open_desk(
            self.link,
            self.archive,
            self.config(),
            self.keeper,
            self.staff,
            lambda: self.now_ms,
            presences=self.log,
            **ways,
        )
        if dealer:
            self._hears_the_log()
            assert self.do(signs_on(dealer)) is None
            if self.desk.view.next is Next.OPEN_TABLE:
                assert self.do(c.OpenTable(NG)) is None
        return self.desk

    def _hears_the_log(self):
        """Over a network the log may answer only after the console has come up."""
        end_s = time.monotonic() + 60
        while not isinstance(self.log, EmbeddedLog) and self.desk.view.next is Next.WAIT:
            assert time.monotonic() < end_s, self.desk.view
            time.sleep(0.01)
            self.desk.poll()

    def again(self, **ways):
        """The console was killed and starts once more: with nothing but its files."""
        if self.desk is not None:
            self.desk.close()  # what a lease does after a while
        self.archive.close()
        self.staff.close()
        self.staff = open_staff_of(self.folder)
        self.link = FaultyLog(self.log)
        self.archive = Archive(self.folder / "archive.db", TABLE)
        return self.start("", **ways)

    def spare(self, console="console-2", log=None, **ways):
        """Another console with files of its own at the same table."""
        archive = Archive(self.folder / f"{console}.db", TABLE)
        (self.folder / console).mkdir(exist_ok=True)
        staff = open_staff_of(self.folder / console)
        self._others += [archive, staff]
        log = log or self.log
        desk = open_desk(
            log,
            archive,
            self.config(console),
            MemoryKeeper(),
            staff,
            lambda: self.now_ms,
            presences=log,
            **ways,
        )
        self._others.append(desk)
        desk.do(signs_on("Ada"))
        return desk

    def close(self):
        for one in reversed([one for one in (*self._others, self.desk) if one is not None]):
            one.close()
        self.staff.close()
        self.archive.close()
        self.log.close()

    # --- the dealer ---------------------------------------------------------------------------------------------

    def do(self, *commands):
        """The commands one after the other; answers the last refusal."""
        refusal = None
        for command in commands:
            refusal = self.desk.do(command)
            if refusal is not None:
                return refusal
        return refusal

    def pass_ms(self, ms, step=50):
        """Time passes, and the desk is polled."""
        for _ in range(max(1, ms // step)):
            self.now_ms += min(step, ms)
            self.desk.poll()
        return self.desk.view

    @property
    def view(self):
        self.desk.poll()
        return self.desk.view

    def seat(self, name):
        """That seat as the desk shows it."""
        return next(seat for seat in self.view.seats if seat.name == name)

    def bring_to(self, phase, *, dice=DICE, bets=None, settle=True, tumbles=3):
        """A new round in that phase, with these bets by seat; seats with bets show the close and settle."""
        bets = bets or {}
        steps = {
            Phase.BETTING: lambda: (self.ok(c.OpenBets()), [self.bet(seat, **b) for seat, b in bets.items()]),
            Phase.CLOSED: lambda: self.ok(c.CloseBets()),
            Stage.ACTING: lambda: (
                self.shows_close(*sorted({*self.present, *bets})),
                self.ok(c.StartAct()),
            ),
            Stage.ACTED: lambda: self.ok(c.EndAct(tumbles)),
            Phase.RESULT: lambda: self.ok(c.EnterResult(dice)),
            Phase.ENDED: lambda: (
                [self.settles(seat) for seat in bets if settle],
                self.ok(c.EndRound()),
            ),
        }
        for reached, do in steps.items():
            do()
            if reached == phase:
                return self.view
        raise ValueError(phase)

    def ok(self, command):
        refusal = self.desk.do(command)
        assert refusal is None, f"{command}: {refusal}"

    # --- the seats ----------------------------------------------------------------------------------------------

    @property
    def present(self):
        return sorted(self._standing)

    def comes(self, *names, **shown):
        for name in names:
            record = r.Present(seat=name, layout=self.seats[name], **shown)
            self._standing[name] = self.log.stand(keys.present(TABLE, name), r.encode(record))

    def goes(self, *names):
        for name in names:
            self._standing.pop(name).close()

    @property
    def number(self):
        return self.desk.view.round

    def put(self, key, record):
        return self.log.append([Put(key, record if isinstance(record, bytes) else r.encode(record))])

    def bet(self, seat, number=None, **stakes):
        """The seat's next slip: all its stakes, in cents by spot."""
        number = self.view.round if number is None else number
        rev = self._revs[seat, number] = self._revs.get((seat, number), 0) + 1
        record = r.Slip(seat=seat, round=number, rev=rev, layout=self.seats[seat], stakes=stakes)
        return self.put(keys.slip(TABLE, seat, number, rev), record)

    def shows_close(self, *seats, number=None):
        for seat in seats:
            record = r.CloseShown(seat=seat, round=number or self.view.round)
            self.put(keys.report(TABLE, record), record)

    def settles(self, seat, number=None, paid=None, decision=None):
        """The seat reports that it has settled, by default what the console has too."""
        book = self.desk._core.book
        number = number or self.view.round
        of_round = book.rounds[number]
        decision = decision or of_round.decisions
        due = book.due(number, seat, decision) if paid is None else paid
        staked = of_round.slips[seat].staked if seat in of_round.slips else 0
        record = r.Settled(seat=seat, round=number, staked=staked, paid=due, decision=decision)
        unless = [keys.paid_mark(TABLE, seat, number, decision)]
        return self.log.append([Put(keys.report(TABLE, record), r.encode(record))], unless=unless)

    # --- what stands in the log ---------------------------------------------------------------------------------

    def written(self, number=None):
        """The round events: the record of each, in order."""
        prefix = keys.rounds(TABLE) if number is None else f"{keys.rounds(TABLE)}{number}/"
        return [r.decode(entry.value) for entry in self.log.read([prefix], 0, 10_000)]

    def names(self, number=None):
        return [type(record).__name__ for record in self.written(number)]


def _limits():
    kinds = {spot.kind for layout in LAYOUTS.values() for spot in layout.spots.values()}
    return r.Limits(100, 500_000, {kind: r.SpotLimit(100, 100_000) for kind in kinds})


LIMITS = _limits()

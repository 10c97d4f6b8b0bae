"""The console of the simulation: the real desk with archive, staff and notes, and who stands at it."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from kiosk.book.archive import Archive
from kiosk.book.settings import TableSettings
from kiosk.console import commands as c
from kiosk.console.chance import facts_by_chance, seeded_chance
from kiosk.console.desk import DeskConfig, Pace, open_desk
from kiosk.demo.dealing import answer_and_deal
from kiosk.games.game import Layout
from kiosk.games.sicbo import GAME, dice_fact
from kiosk.links.embedded import EmbeddedLog
from kiosk.table.round import Phase, Table
from kits.console.desk import NG, STAFF, MemoryKeeper, open_staff_of
from kits.seat.seats import make_limits
from kits.simulation.faults import Chance

PACE = Pace(betting_ms=1_200, hurry_ms=150, act_ms=40, read_ms=20, result_ms=150, pause_ms=80)
ANSWER_WITHIN_MS = 200
BEGAN = datetime(2026, 1, 31, 12, tzinfo=UTC)
MAY_BE_REFUSED = {  # whatever the moment; anything else is a fault of the desk
    *("already-void", "betting-asked", "interruption", "no-facts", "no-seat", "nothing-changes"),
    *("nothing-to-pay", "phase", "settled-elsewhere", "settled-meanwhile", "unknown-round"),
}


class SimConsole:
    """The one console of a table with one seat; what is done at it is drawn from ``chance``. It can start again."""

    def __init__(
        self,
        folder: Path,
        log: EmbeddedLog,
        place: tuple[str, str],
        layout: Layout,
        chance: Chance,
        seed: int,
        now_ms: Callable[[], int],
    ) -> None:
        self._folder = folder
        self._log = log
        self._table, self._seat = place
        self._layout = layout
        self._chance = chance
        self._now_ms = now_ms
        self._deals = seeded_chance(seed)
        self._notes = MemoryKeeper()
        self._staff = open_staff_of(folder)
        self.interruptions = {True: 0, False: 0}  # by whether a bet was decided
        self.open()

    def open(self) -> None:
        """It starts and takes over, with nothing but its files."""
        limits = make_limits(self._layout, minimum=100, single_minimum=500)
        seats = {self._seat: self._layout.name}
        settings = TableSettings(
            self._table, "console-1", GAME, self._layout, limits, seats, demonstration=True
        )
        config = DeskConfig(
            casino="Simulated Casino",
            settings=settings,
            pace=PACE,
            answer_within_ms=ANSWER_WITHIN_MS,
            first=STAFF,
            facts_for=facts_by_chance(GAME, self._layout, self._deals),
            now_utc=lambda: BEGAN + timedelta(milliseconds=self._now_ms()),
        )
        self.archive = Archive(self._folder / "archive.db", self._table)
        self.desk = open_desk(
            self._log,
            self.archive,
            config,
            self._notes,
            self._staff,
            self._now_ms,
            presences=self._log,
        )

    def _end(self) -> None:
        """It ends; its files stay."""
        self.desk.close()
        self.archive.close()

    def restart(self) -> None:
        """It ends and starts again."""
        self._chance.trace.append("console restarts")
        self._end()
        self.open()

    def close(self) -> None:
        """End for good, and close the files."""
        self._end()
        self._staff.close()

    @property
    def table(self) -> Table:
        """The newest round."""
        return self.desk._core.table

    def do(self, command: c.Command) -> None:
        """What a dealer, a supervisor or a manager asks of the desk; it may say no, for a reason that it can have."""
        refusal = self.desk.do(command)
        self._chance.trace.append(f"desk {command}: {refusal.key if refusal is not None else 'done'}")
        assert refusal is None or refusal.key in MAY_BE_REFUSED, refusal

    def deal(self) -> None:
        """The automatic dealer does what is due; rule 5.1 is answered either way."""
        if self.desk.needs_dealer:
            asked = answer_and_deal(self.desk.view)
            if isinstance(asked, c.Interrupted):
                decided = self._chance.random.random() < 0.5
                asked = c.Interrupted(decided, asked.round, NG)
                self.interruptions[decided] += 1
            if asked is not None:
                self.do(asked)
        self.desk.poll()

    # --- irregularities -----------------------------------------------------------------------------------------

    def void(self) -> None:
        """Dice are found damaged before there is a result (rule 5.4)."""
        table = self.table
        if not table.is_open or table.phase is Phase.RESULT:
            return
        self._chance.trace.append(f"void in {table.phase}")
        if table.act:
            self.do(c.EndAct(self._chance.random.choice((2, 3))))
        self.do(c.Void("damaged dice", NG))

    def correct(self) -> None:
        """The dice showed something else (rule 5.5), found at once or rounds later; or the void was a mistake."""
        draw = self._chance.random
        number = self.table.number - draw.choice((0, 0, 1, 3))
        dice = tuple(draw.randint(1, 6) for _ in range(3))
        self.do(c.CorrectResult((dice_fact(dice),), NG, number))

    def void_afterwards(self) -> None:
        """Damaged dice are found later: this round after its result, or one before it (rule 5.4)."""
        number = self.table.number - self._chance.random.randint(0, 3)
        self.do(c.DamagedEquipment((number,), NG))

    def order(self) -> None:
        """A shift manager orders an amount of either sign for the seat (rule 5.10)."""
        cents = self._chance.random.choice((-1, 1)) * self._chance.random.randrange(100, 30_001, 100)
        self.do(c.RecordDecision("pay", "why", NG, seat=self._seat, cents=cents))

    def payable(self) -> list[int]:
        """The rounds of which the seat's player could be paid by hand now."""
        book = self.desk._core.book
        return [number for number in list(book.rounds)[-4:] if book.payable(number, self._seat)]

    def pay_by_hand(self, number: int) -> None:
        """The player is paid for the round from the console's books."""
        self.do(c.PayByHand(self._seat, number, NG))

"""What a desk knows and does between two commands: the times of the round, what waits to be written, who is there."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from datetime import datetime
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from kiosk import local_time
from kiosk.book import Book
from kiosk.book.desk_acts import DEALER, DeskAct
from kiosk.book.tampering import Tampering
from kiosk.console.attendance import Attendance
from kiosk.console.commands import DamagedEquipment, Refusal
from kiosk.console.desk.config import DeskConfig
from kiosk.console.desk.feed import Feed
from kiosk.console.desk.lines import Lines
from kiosk.console.desk.machine import Machine
from kiosk.console.jackpot_line import JackpotLine
from kiosk.console.notes import Notebook, Unrecorded
from kiosk.console.service import Fenced, TableService
from kiosk.console.supervisors import Supervisors
from kiosk.games.game import Act, Ask, Decide, Fact, VoidReasons
from kiosk.jackpot.meter import Box, Share
from kiosk.jackpot.requests import Confirm, Denied, Deny, MakeClaim
from kiosk.seat.state import LockKind
from kiosk.store.staff import StaffStore
from kiosk.table import keys
from kiosk.table.facts import why_bad
from kiosk.table.log import Entry, NoAnswer
from kiosk.table.records import BadRecord, PaidByHand
from kiosk.table.round import NotAllowed, Phase, Table

Job = Callable[[], object]

PAGE = 1_000
STOOD_STILL_MS = 600_000
"""A decision that was opened longer ago has its whole time anew: the clock was set, or the table stood still.

By a clock that was set ahead it would be over at once, and hands that nobody had given up would be folded.
"""
ONLY_VOID = (DeskAct.DEVICE_AGAIN, DeskAct.DEVICE_LATE)  # found in a round, they leave it nothing else
BY_PLAYER = frozenset({LockKind.VELOCITY})  # who locks his own seat has not lost it by a fault (Stud S15)
_INTERRUPTED = (Phase.CLOSED, Phase.PLAY)  # past the close, without a result


class NotPaid(NamedTuple):
    """A payment by hand that was refused: the seat, its round, and the round that was played then."""

    seat: str
    round: int
    said_in: int


class Core:
    """The desk's own state. Everything about rounds and money is in the log and in the book, nothing of it here.

    ``asks``: the question of rule 5.1 waits for its answer. ``jobs`` are writes that belong together and are not all
    done: what the log did not take stays until it answers. ``not_paid``: payments that were refused after the dealer
    had been told that they wait; nobody may count them out. ``waiting``: what a person has confirmed and the log has
    not answered; the notes have it, and what was dropped of that, also when the console is killed. ``auto``: the
    automatic dealer deals, until the round's end with ``auto_ends``; ``deals_itself`` while it gives a command.
    ``doing`` is the command at hand. ``automatic_by``: the supervisor who lets results be published without the
    dealer. ``asks_betting``: bets were open when the console came up. ``outcome_stands``: it was dealt before an
    interruption, and no act is on record yet. ``ran``: a run of the device after which the round can only be void.
    ``ran_after``: it ran after the result. ``jackpot`` is the way to the one that the table shares, if it does;
    ``jackpot_done`` are the decided rounds (with the count of their decisions) of which it knows all,
    ``jackpot_refused`` what it says to what others ask of it, by round, ``jackpot_claims`` what this round's Hands
    have won of it, ``jackpot_said`` what staff have said of each, ``jackpot_registered`` what each Hand is paid in
    cents while it does not answer, until that is in the log. All times are ms of ``clock_ms``.
    """

    def __init__(
        self,
        service: TableService,
        config: DeskConfig,
        notebook: Notebook,
        staff: StaffStore,
        clock_ms: Callable[[], int],
        jackpot: JackpotLine | None = None,
    ) -> None:
        self.service = service
        self.jackpot = jackpot
        self.jackpot_done: set[tuple[int, int]] = set()
        self.jackpot_refused: dict[int, Denied] = {}
        self.jackpot_claims: dict[Box, MakeClaim] = {}
        self.jackpot_said: dict[Box, Confirm | Deny] = {}
        self.jackpot_registered: dict[tuple[Box, Share, int], int] = {}
        self.config = config
        self.notebook = notebook
        self.clock_ms = clock_ms
        self.supervisors = Supervisors(staff, config.first, config.now_utc)
        self.doing = ""
        woken = self._wake
        self.woken: Callable[[], None] = lambda: None
        settings = config.settings
        own_key = keys.console_present(settings.table, settings.console, notebook.notes.instance)
        self.attendance = Attendance(settings.table, own_key, woken)
        self.tampering = Tampering(settings.table, woken)
        self.machine = Machine(woken, lambda facts: self.why_bad(facts) is None)
        self.shoe = Feed(woken)
        self.lines = Lines()
        self.not_paid: list[NotPaid] = []
        self.waiting: Unrecorded | None = None
        self.jobs: deque[Job] = deque()
        self.auto = self.auto_ends = self.deals_itself = False
        self.automatic_by = ""
        self.outcome_stands = self.ran_after = False
        self.ran: DeskAct | None = None
        self.archive_fault = ""
        self.opened_ms = self.closed_ms = self.result_ms = self.phase_ms = clock_ms()
        self.deadline_ms: int | None = None
        self.asks = self.asks_betting = False
        self._seen = Table()
        self._tell_lines_again()
        service.taken = self._taken
        service.barred = self._barred
        service.reading.woken = woken
        if jackpot is not None:
            jackpot.woken = woken
        self._look_what_was_recorded()
        self._resume()

    # --- what everybody asks ------------------------------------------------------------------------------------

    @property
    def book(self) -> Book:
        """The console's book."""
        return self.service.reading.book

    @property
    def table(self) -> Table:
        """The newest round, as this console has written it."""
        return self.service.table

    @property
    def phase(self) -> Phase:
        """The phase of the newest round."""
        return self.service.table.phase

    @property
    def dealer(self) -> str:
        """Who has signed on and may deal still."""
        name = self.notebook.notes.dealer
        return name if self.supervisors.fault or self.supervisors.is_dealer(name) else ""

    @property
    def by(self) -> str:
        """In whose name something is written: the automatic dealer's, the dealer's, else the console's."""
        return DEALER if self.deals_itself else self.dealer or self.config.settings.console

    @property
    def demonstration(self) -> bool:
        """Whether no money is played for here."""
        return self.config.settings.demonstration

    @property
    def table_is_open(self) -> bool:
        """Whether rounds may begin: a supervisor has opened the table, or it is a demonstration's."""
        return self.demonstration or self.book.opening is not None

    def in_order(self, seats: AbstractSet[str]) -> tuple[str, ...]:
        """These seats in the order of the table; behind them what is none of it any more."""
        of_table = self.config.settings.seats
        return (*(seat for seat in of_table if seat in seats), *sorted(seats - of_table.keys()))

    @property
    def stakes_of_boxes(self) -> dict[str, dict[str, int]]:
        """The seats with registered bets of the newest round, in the order of the table, and their stakes by spot."""
        current = self.book.current
        slips = current.slips if current is not None else {}
        boxes = self.in_order({seat for seat, slip in slips.items() if slip.stakes})
        return {box: dict(slips[box].stakes) for box in boxes}

    @property
    def asked(self) -> Ask:
        """What the game asks for next, the bets closed."""
        return self.service.asked

    @property
    def undecided(self) -> frozenset[str]:
        """The boxes that decide now and have registered nothing yet."""
        asked, current = self.asked, self.book.current
        if not self.table.deciding or not isinstance(asked, Decide) or current is None:
            return frozenset()
        return frozenset(asked.boxes) - current.choices.keys()

    def can_decide(self, seat: str) -> bool:
        """Whether somebody can decide at the seat: it is there, and nothing locks it but what its player does."""
        shown = self.attendance.shown.get(seat)
        return shown is not None and not set(shown.locks) - BY_PLAYER

    @property
    def act(self) -> str:
        """The act that the game asks for now; empty when it asks for something else."""
        asked = self.asked
        return asked.kind if isinstance(asked, Act) else ""

    @property
    def void_reasons(self) -> VoidReasons:
        """Why a round is void by the game's rules."""
        return self.config.settings.game.void_reasons

    @property
    def silent_log(self) -> bool:
        """Whether the table log does not answer, or something waits for its answer."""
        return self.service.pending or bool(self.jobs) or not self.service.reading.linked

    @property
    def left_ms(self) -> int | None:
        """The time left for bets, or for the decision that is open; None outside of both."""
        if not (self.phase is Phase.BETTING or self.table.deciding) or self.deadline_ms is None:
            return None
        return max(0, self.deadline_ms - self.clock_ms())

    def why_bad(self, facts: tuple[Fact, ...]) -> str | None:
        """Why the facts are no result of this game, or None."""
        return why_bad(self.config.settings.game, self.config.settings.layout, facts)

    def say(self, key: str, **values: str | int) -> None:
        """A line in the round's log, now."""
        self.lines.say(self.config.time_of_day(), key, **values)

    def other_round(self, number: int) -> Refusal | None:
        """What was asked for the round of that number, 0 for any, must not happen to another that has opened since."""
        return None if number in (0, self.table.number) else Refusal("other-round", {"number": number})

    def record(self, act: DeskAct, by: str, authorised_by: str = "", reason: str = "") -> Job:
        """The write that puts it on record that this was done or found now, in this round."""
        number, at = self.table.number, self.config.at_utc()
        return lambda: self.service.record_desk(
            act, by, at, authorised_by=authorised_by, reason=reason, number=number
        )

    # --- what is to be written ----------------------------------------------------------------------------------

    def write(self, *jobs: Job) -> None:
        """Do these one after the other. Raises what they raise.

        After :class:`NoAnswer` the rest waits: :meth:`work` goes on when the log answers. After a refusal for good
        nothing more of it is done.
        """
        self.jobs.extend(jobs)
        self.work()

    def wait_for(self, by: str) -> None:
        """What this person has just confirmed waits for the log, if anything does. It is one act at a time."""
        if self.service.pending or self.jobs:
            put = self.service.asked_for
            key, value = (put.key, put.value) if put is not None else ("", b"")
            waits = Unrecorded(self.doing, by, self.config.at_utc(), self.table.number, key, value)
            self._note_unrecorded(waits, said_in=0)
            self.waiting = waits
            self.jobs.append(self._waits_no_more)

    def _waits_no_more(self) -> None:
        if (waits := self.waiting) is not None:
            self.waiting = None
            self._forget_unrecorded(lambda one: one == waits)

    @property
    def unrecorded(self) -> tuple[Unrecorded, ...]:
        """What was confirmed and stands nowhere."""
        return tuple(one for one in self.notebook.notes.unrecorded if one.said_in)

    def _note_unrecorded(self, one: Unrecorded, *, said_in: int) -> None:
        others = tuple(found for found in self.notebook.notes.unrecorded if found != one)
        noted = replace(one, said_in=said_in, value=b"" if said_in else one.value)
        self.notebook.write(replace(self.notebook.notes, unrecorded=(*others, noted)))

    def _forget_unrecorded(self, is_done: Callable[[Unrecorded], bool]) -> None:
        notes = self.notebook.notes
        left = tuple(one for one in notes.unrecorded if not is_done(one))
        if left != notes.unrecorded:
            self.notebook.write(replace(notes, unrecorded=left))

    def _look_what_was_recorded(self) -> None:
        """After a start: what waited as the console was killed stands in the log, or nobody writes it any more.

        But for voids of several rounds, which go on from notes of their own. Raises NoAnswer: what stands there must
        not be said to be unrecorded, since whoever reads so enters it again.
        """
        notes = self.notebook.notes
        for one in notes.unrecorded:
            stands = notes.voids is not None and one.what == DamagedEquipment.__name__
            if one.key and not one.said_in and not stands:
                stands = self.service.stands(one.key, one.value)
            if stands:
                self._forget_unrecorded(one.__eq__)
            else:
                self._note_unrecorded(one, said_in=max(1, self.table.number))

    def work(self) -> None:
        """Repeat what had no answer, then what waits behind it."""
        try:
            self.service.retry()
            while self.jobs:
                job = self.jobs.popleft()
                try:
                    job()
                except NoAnswer:
                    if not self.service.pending:  # it did not even come to be asked
                        self.jobs.appendleft(job)
                    raise
        except (Fenced, NotAllowed, BadRecord):
            self._drop()
            raise
        finally:
            self.observe()

    def look(self) -> None:
        """See whether another console has taken the table: nothing of what waits here is done then.

        Neither what would follow the write, as to set the machine going.
        """
        self.service.look()
        if self.service.fenced:
            self._drop()

    def _drop(self) -> None:
        self.jobs.clear()
        waits = self.waiting
        if waits is not None and not self.service.dropped_stands:
            self.waiting = None
            self._note_unrecorded(waits, said_in=max(1, self.table.number))
        self._waits_no_more()

    # --- what happens -------------------------------------------------------------------------------------------

    def observe(self) -> None:
        """Note when the round came to where it is."""
        table, seen, now_ms = self.table, self._seen, self.clock_ms()
        if table is seen:
            return
        self._seen = table
        if table.number != seen.number:
            self.opened_ms = now_ms
            self.machine.clear()
            self.machine.runs = 0
            self.jackpot_claims.clear()
            self.jackpot_said.clear()
            self.jackpot_registered.clear()
            self._forget_unrecorded(lambda one: 0 < one.said_in < table.number - 1)  # it was seen long enough
            self.jackpot_done = {sign for sign in self.jackpot_done if sign[0] in self.book.rounds}
            self.ran, self.ran_after, self.outcome_stands = None, False, False
        if _place(table) != _place(seen):
            self.phase_ms = now_ms
            self.closed_ms = now_ms if table.phase is Phase.CLOSED else self.closed_ms
            self.result_ms = now_ms if table.phase is Phase.RESULT else self.result_ms
        if table.deciding:
            if table.deciding != seen.deciding or table.number != seen.number:
                self.deadline_ms = now_ms + table.decide_in_ms
        elif table.phase is not Phase.BETTING:
            self.deadline_ms = None
        elif table.number != seen.number or table.hurried != seen.hurried:
            self.deadline_ms = now_ms + table.closes_in_ms
        if table.phase not in _INTERRUPTED:
            self.asks, self.ran = False, None
        if table.phase is not Phase.BETTING:
            self.asks_betting = False
        if table.phase is not Phase.CLOSED:
            self.outcome_stands = False

    def after_taking(self) -> None:
        """The table was taken again: what stands open was played by another console."""
        self._seen = Table()
        self.automatic_by = ""
        self._resume()

    def _resume(self) -> None:
        """What stands open was begun before: the dealer says how it goes on.

        What bets or decisions had left of their time they have still, by the time at which they were opened.
        """
        self.observe()
        of_round = [record.what for record in self.book.desk_records if record.round == self.table.number]
        self.outcome_stands = self.phase is Phase.CLOSED and DeskAct.INTERRUPTED in of_round
        self.asks = self.phase in _INTERRUPTED and not self.outcome_stands
        if self.phase in _INTERRUPTED:
            self.machine.runs = 1  # whether it ran is not known: another run would be one too many
            self.ran = next((DeskAct(what) for what in of_round if what in ONLY_VOID), None)
        self.asks_betting = self.phase is Phase.BETTING
        pace, table = self.config.pace, self.table
        if self.phase is Phase.BETTING:
            left_ms = min(table.closes_in_ms, self._left_ms(pace.betting_ms, table.opened_at))
            self.deadline_ms = self.clock_ms() + left_ms
        elif table.deciding:
            left_ms = self._left_ms(table.decide_in_ms, table.decide_from, STOOD_STILL_MS)
            self.deadline_ms = self.clock_ms() + left_ms

    def _left_ms(self, whole_ms: int, began: str, most_ms: int | None = None) -> int:
        """What is left of that time, by the UTC at which it began; all of it where that is not known, or longer ago
        than ``most_ms``.
        """
        try:
            gone = self.config.now_utc() - datetime.fromisoformat(began)
        except (ValueError, TypeError):  # the time in the log is for information alone
            return whole_ms
        gone_ms = int(gone.total_seconds() * 1000)
        if most_ms is not None and gone_ms > most_ms:
            return whole_ms
        return min(whole_ms, max(0, whole_ms - gone_ms))

    def _barred(self, paid: PaidByHand) -> None:
        """A payment by hand that is refused is said, also long after it was asked for."""
        self.say("settled-meanwhile", seat=paid.seat, round=paid.round)
        self.not_paid.append(NotPaid(paid.seat, paid.round, self.table.number))
        self._waits_no_more()  # this says it

    def _taken(self, entry: Entry) -> None:
        self.lines.take(self.config.time_of_day, entry, self.book)

    def _tell_lines_again(self) -> None:
        """The lines of the newest round from before this start; when most of them happened is not known any more."""
        current, archive = self.book.current, self.service.reading.archive
        if current is None or archive is None:
            return
        after = current.opened_seq - 1
        opened = current.opened_at
        while entries := archive.read(after, PAGE):
            for entry in entries:
                at = _local(opened) if entry.seq == current.opened_seq else ""
                self.lines.take(partial(str, at), entry, self.book)
            after = entries[-1].seq

    def _wake(self) -> None:
        self.woken()


def _place(table: Table) -> tuple[object, ...]:
    """Where the round stands: each is timed from its own beginning."""
    return table.number, table.phase, table.act, len(table.entered), table.deciding, table.decisions


def _local(at_utc: str) -> str:
    try:
        return f"{local_time.local(at_utc):%H:%M:%S}"
    except ValueError:
        return ""

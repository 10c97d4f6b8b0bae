"""The desk: one thread, no screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from kiosk.book.desk_acts import DeskAct
from kiosk.book.tampering import Changes
from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.console.desk import auto, count, deeds, play, rules, shoe, voids
from kiosk.console.desk import jackpot as jackpots
from kiosk.console.desk.acts import act
from kiosk.console.desk.config import DeskConfig
from kiosk.console.desk.core import Core
from kiosk.console.desk.machine import FoundTurning, MachineEvent
from kiosk.console.desk.picture import Pictures
from kiosk.console.jackpot_line import JackpotLine
from kiosk.console.notes import Notebook
from kiosk.console.service import Fenced, TableService
from kiosk.console.view import DealingState, DeskView, LogHealth, Presence
from kiosk.devices.ports import (
    DealingBack,
    DealingCounted,
    DealingDevice,
    DealingDone,
    DealingEvent,
    DealingFault,
    DealingStarted,
)
from kiosk.devices.shoe.port import Shoe, ShoeTold
from kiosk.faults import EnvironmentFault
from kiosk.games.game import Fact
from kiosk.store.staff import StaffStore
from kiosk.store.staff_acts import StaffActs
from kiosk.table.log import NoAnswer, Presences
from kiosk.table.records import BadRecord
from kiosk.table.round import NotAllowed, Phase, Table

RETRY_MS = 500  # what had no answer is asked again this often
SHOW_MS = 1_000  # how far the archive is is shown this often, and staff are looked at
MOST_AT_ONCE = 20  # commands that the automatic dealer may give in one poll

_OVER = (Phase.ENDED, Phase.VOID)
Clocks = tuple[int, ...]


def _well() -> LogHealth:
    return LogHealth()


class Desk:
    """Takes a dealer's commands, follows log, seats and device, and shows it all as one :class:`DeskView`.

    note: ``do``, ``poll`` and ``view`` belong to one thread. What log, presences and device tell comes in any
    thread, waits, and is taken by ``poll``; ``woken`` is called then. ``clock_ms`` is a monotonic clock.
    """

    def __init__(
        self,
        service: TableService,
        config: DeskConfig,
        notebook: Notebook,
        staff: StaffStore,
        clock_ms: Callable[[], int],
        *,
        presences: Presences | None = None,
        health: Callable[[], LogHealth] = _well,
        changes: Changes | None = None,
        acts: StaffActs | None = None,
        jackpot: JackpotLine | None = None,
    ) -> None:
        self._core = core = Core(service, config, notebook, staff, clock_ms, jackpot)
        core.supervisors.told = partial(deeds.told, core)
        core.supervisors.stood = partial(deeds.stood, core)
        for begun in core.supervisors.begun:
            deeds.told(core, begun)
        deeds.look_who_is_on(core)
        deeds.look_at_staff(core)
        deeds.sign_demonstration_on(core)
        self._acts = acts
        self._pictures = Pictures(self._core)
        self._health = health
        self._retry_ms = self._show_ms = 0
        self._noted = service.table.number
        self._dirty = True
        self._clocks: Clocks = ()
        self._proposed: tuple[Fact, ...] = ()
        self._view: DeskView | None = None
        voids.resume(self._core)
        play.finish_sealed(self._core)
        if presences is not None:
            self._core.attendance.watch(presences)
        if changes is not None:
            self._core.tampering.watch(changes)

    # --- what it is connected to --------------------------------------------------------------------------------

    def connect(self, device: DealingDevice) -> None:
        """The table has this device; what it tells must come to :meth:`dealt`."""
        self._core.machine.connect(device)
        self._dirty = True

    def dealt(self, event: DealingEvent) -> None:
        """The device tells something. May be called in any thread."""
        self._core.machine.deliver(event)

    def connect_shoe(self, shoe: Shoe) -> None:
        """The table has this shoe; what it tells must come to :meth:`drawn`."""
        self._core.shoe.connect(shoe)
        self._dirty = True

    def drawn(self, told: ShoeTold) -> None:
        """The shoe tells something. May be called in any thread."""
        self._core.shoe.deliver(told)

    def forged(self, key: str, why: str) -> None:
        """A record that is not validly signed was ignored. May be called in any thread."""
        self._core.tampering.is_forged(key, why)

    @property
    def needs_dealer(self) -> bool:
        """Whether somebody is waited for: the automatic dealer does not deal, or does not answer what is asked."""
        return not self._core.auto or self._core.asks or self._core.asks_betting

    @property
    def table(self) -> Table:
        """The newest round, as this desk has written it."""
        return self._core.table

    @property
    def out_of_shoe(self) -> Counter[str]:
        """How often each card has left the shoe that goes on from round to round. May be asked in any thread."""
        return self._core.book.shoe.out()

    def on_woken(self, woken: Callable[[], None]) -> None:
        """``woken`` is called, in any thread, when something waits for :meth:`poll`."""
        self._core.woken = woken

    def close(self) -> None:
        """Be no longer at work. The round stays as the log shows it, and is archived as far as the log answers."""
        reading = self._core.service.reading
        if reading.linked:
            with suppress(NoAnswer, EnvironmentFault):  # the next start reads what is missing
                reading.finish()
        self._core.attendance.close()
        self._core.tampering.close()
        self._core.service.close_service()

    # --- commands -----------------------------------------------------------------------------------------------

    def do(self, command: c.Command) -> Refusal | None:
        """Carry out a dealer's command, or say why not.

        None also when the log has not answered yet: what was asked for stays and is repeated (``Next.WAIT``).
        """
        self._take_news()
        self._hear_device()  # what it told before the dealer's touch is older than that
        refusal = rules.why_not_by_hand(self._core, type(command))
        return refusal if refusal is not None else self._act(command, by_hand=True)

    def _act(self, command: c.Command, *, by_hand: bool = False) -> Refusal | None:
        self._dirty = True
        self._core.doing = type(command).__name__
        try:
            return act(self._core, command)
        except Fenced:
            return Refusal("fenced")
        except EnvironmentFault as fault:
            return Refusal("archive", {"reason": str(fault)})
        except NoAnswer:
            if by_hand:
                authority: c.Authority | None = getattr(command, "authority", None)
                self._core.wait_for(authority.name if authority is not None else self._core.by)
            return None if self._core.silent_log else Refusal("no-answer")
        except (NotAllowed, BadRecord):
            return Refusal(
                "phase"
            )  # what the rules let pass and the log's own fold does not: nothing was written
        finally:
            self._core.doing = ""
            self._core.observe()
            self._write_deeds()
            self._pump()

    def _write_deeds(self) -> None:
        """Who did what follows into the log; while it is silent it waits in the notes."""
        with suppress(NoAnswer, NotAllowed, Fenced, BadRecord, EnvironmentFault):
            self._dirty |= deeds.flush(self._core)

    def _look_at_staff(self) -> None:
        """A command beside the console may have changed the list, and leaves word of it."""
        self._dirty |= self._core.supervisors.refresh()
        deeds.look_at_staff(self._core)
        if self._acts is None or not self._acts.waits():
            return
        with suppress(EnvironmentFault):  # what lies there stays for the next look
            while found := self._acts.take(partial(deeds.known, self._core)):
                if not deeds.take(self._core, found):
                    return

    # --- time passes --------------------------------------------------------------------------------------------

    def poll(self) -> bool:
        """Take what has come, repeat what had no answer, let the automatic dealer deal. Whether the view changed."""
        self._take_news()
        self._retry()
        self._hear_device()
        self._conclude_fallen()
        jackpots.follow(self._core)
        self._follow_game()
        self._follow_shoe()
        self._deal()
        self._note()
        self._now_and_then()
        self._write_deeds()
        clocks = self._running()
        changed = self._dirty or clocks != self._clocks or self._health() != self.view.health
        self._clocks = clocks
        self._dirty = changed
        return changed

    @property
    def view(self) -> DeskView:
        """The desk now; built anew only when something has changed."""
        if self._view is None or self._dirty:
            self._view = self._pictures.view(self._health())
            self._dirty = False
        return self._view

    def _take_news(self) -> None:
        core = self._core
        self._pump()
        for seat, presence in core.attendance.pump(core.clock_ms()):
            core.say("back" if presence is Presence.PRESENT else "silent", seat=seat)
            self._dirty = True

    def _pump(self) -> None:
        core = self._core
        if core.attendance.waits:
            self._dirty = True
        try:
            ignored = core.book.ignored_count
            if core.service.reading.pump():
                self._dirty = True
            for found in core.tampering.pump(core.book):
                core.say("tampered", seat=found.seat, round=found.round)
                self._dirty = True
            if forged := core.tampering.new_forged():
                core.say("forged", count=forged)
                self._dirty = True
            core.look()
            if core.book.ignored_count > ignored:
                core.say("ignored", count=core.book.ignored_count - ignored)
            self._archive_works("")
        except EnvironmentFault as fault:
            self._archive_works(str(fault))

    def _archive_works(self, fault: str) -> None:
        """Nothing is acted upon that is not archived: without an archive the desk waits."""
        if fault != self._core.archive_fault:
            self._core.archive_fault = fault
            self._dirty = True

    def _retry(self) -> None:
        core = self._core
        if not (core.service.pending or core.jobs) or core.clock_ms() < self._retry_ms:
            return
        self._work()
        if core.service.pending or core.jobs:
            self._retry_ms = core.clock_ms() + RETRY_MS

    def _work(self) -> None:
        self._dirty = True
        try:
            self._core.work()
        except (NoAnswer, NotAllowed, Fenced, BadRecord):
            return  # no answer: it waits on; the rest: nothing of it stands in the log, and the view says why
        finally:
            self._pump()

    # --- the device --------------------------------------------------------------------------------------------

    def _hear_device(self) -> None:
        core = self._core
        while (event := core.machine.next_event()) is not None and self._heard(event):
            core.machine.done(event)
            self._dirty = True

    def _heard(self, event: MachineEvent) -> bool:
        """Whether what the event means for the round is done; False: later."""
        core = self._core
        if isinstance(event, DealingFault | DealingBack):
            return True
        if core.silent_log or core.archive_fault:
            return False
        match core.phase:
            case Phase.BETTING:
                self._void_early()
            case Phase.CLOSED if isinstance(event, DealingStarted) and not core.outcome_stands:
                return self._started_by_itself()
            case Phase.CLOSED | Phase.PLAY:
                self._ran(event)
            case Phase.RESULT | Phase.ENDED if isinstance(event, DealingStarted | FoundTurning):
                if core.table.number:
                    core.ran_after = True
                    core.say("device-after")
        return True

    def _ran(self, event: MachineEvent) -> None:
        """After the close: the run that is on record, or one more, which leaves only the void (rule 5.3)."""
        core = self._core
        match event:
            case _ if core.ran is not None:
                return
            case FoundTurning():
                self._only_void(DeskAct.DEVICE_LATE)
            case DealingStarted() if core.machine.runs or core.phase is Phase.CLOSED:
                self._only_void(DeskAct.DEVICE_AGAIN)
            case DealingCounted() | DealingDone() if core.phase is Phase.CLOSED:
                self._only_void(DeskAct.DEVICE_LATE)
            case DealingDone(times=times) if core.table.act:
                core.jobs.append(partial(core.service.end_act, times, core.by, "device"))
                self._work()

    def _only_void(self, found: DeskAct) -> None:
        core = self._core
        core.ran = found
        core.jobs.append(core.record(found, core.config.settings.console))
        self._work()

    def _conclude_fallen(self) -> None:
        """Rule 5.1.1: the act of what was dealt is put on record when all show "No more bets"."""
        core = self._core
        waits = core.silent_log or core.archive_fault or not core.service.caught_up
        if core.outcome_stands and not waits and core.ran is None and not rules.waits_for(core):
            core.jobs.append(partial(core.service.start_act, core.act, core.by))
            self._work()

    def _started_by_itself(self) -> bool:
        """Somebody has set it going after the close: rule 5.3.3 asks whether every seat showed "No more bets"."""
        core = self._core
        if not core.service.caught_up:
            return False
        if rules.waits_for(core):
            self._void_early()
        else:
            core.jobs.append(partial(core.service.start_act, core.act, core.by))
            self._work()
        return True

    def _void_early(self) -> None:
        """Rule 5.3.3: the device was activated before the seats show "No more bets"."""
        core = self._core
        core.jobs.append(partial(core.service.void, core.void_reasons.early, core.by))
        self._work()

    # --- by itself ----------------------------------------------------------------------------------------------

    def _deal(self) -> None:
        core = self._core
        for _ in range(MOST_AT_ONCE):
            if not core.auto:
                return
            core.deals_itself = True
            try:
                command = auto.due(core)
                if command is None or self._act(command) is not None:
                    return
            finally:
                core.deals_itself = False

    def _follow_game(self) -> None:
        """What the game asks of the console alone is done by itself, in the dealer's name."""
        for _ in range(MOST_AT_ONCE):
            if self._core.silent_log or self._core.archive_fault:
                return
            command = play.by_itself(self._core)
            if command is None or self._act(command) is not None:
                return

    def _follow_shoe(self) -> None:
        """What the shoe has read is entered, by the command that a dealer would give."""
        core = self._core
        self._dirty |= core.shoe.waits
        if told := count.follow(core):
            core.jobs.extend(told)
            self._work()
        for _ in range(MOST_AT_ONCE):
            command, proposed = shoe.follow(core), core.shoe.proposed
            self._dirty |= proposed != self._proposed
            self._proposed = proposed
            if command is None or self._act(command) is not None:
                return

    def _note(self) -> None:
        """Once a round the archive keeps where the book stands, so that the next start reads little."""
        core = self._core
        archive, number = core.service.reading.archive, core.table.number
        if archive is None or core.phase not in _OVER or number == self._noted or core.service.reading.waits:
            return
        try:
            archive.note(core.book)
            self._noted = number
        except EnvironmentFault as fault:
            self._archive_works(str(fault))

    def _now_and_then(self) -> None:
        """The table sees how far the archive is: what it does not hold must stay in the log. Staff are looked at."""
        now_ms = self._core.clock_ms()
        if now_ms >= self._show_ms:
            self._show_ms = now_ms + SHOW_MS
            self._look_at_staff()
            self._core.service.show_archived()

    def _running(self) -> Clocks:
        """What changes in the view with time alone, as coarsely as it is shown."""
        core = self._core
        now_ms = core.clock_ms()
        gone = sum(core.attendance.presence(seat, now_ms)[1] // 1000 for seat in core.attendance.silent)
        tenths = -1 if core.left_ms is None else core.left_ms // 100
        locked = sum(core.supervisors.locked_out.values())
        in_time = int(now_ms - core.phase_ms >= core.config.answer_within_ms)
        turning = int(core.machine.state is DealingState.RUNNING)
        news = core.jackpot.news if core.jackpot is not None else 0
        return tenths, gone, locked, in_time, turning, int(core.service.reading.linked), news

"""A table of any card game: the real desk, real seats on files, over whatever log the test has."""

import random
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kiosk.app.limits import TableLimits
from kiosk.app.machine import Place, Rules, Seat
from kiosk.app.state_checks import followed
from kiosk.app.state_dir import StateDir
from kiosk.audit.replay import replay
from kiosk.audit.signature import SignatureAudit
from kiosk.audit.verify import Where, verify
from kiosk.book.settings import TableSettings
from kiosk.cards import DECK
from kiosk.console import commands as c
from kiosk.console.desk.config import DeskConfig
from kiosk.console.view import Next
from kiosk.demo.headless_seat import HeadlessSeat
from kiosk.games.game import NOBODY, Enter, Fact
from kiosk.games.game import TABLE as FOR_THE_TABLE
from kiosk.links.embedded import EmbeddedLog
from kiosk.runner.ports import DirectSender
from kiosk.seat.config import SeatConfig
from kiosk.seat.events import Choose, LogRead, Tap
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.log import NoAnswer
from kiosk.table.round import Phase
from kits.console.desk import NG, TAN, Table
from kits.seat.seats import TABLE

SEATS = ("07", "08")
CHIPS = (100, 500, 1_000)


def in_order(asked, play, cards):
    """The values of the next fact of that kind at that place: its one card, or that one of its cards."""
    at_place = cards[asked.at]
    told = sum((fact.name, fact.at, fact.audience) == (asked.fact, asked.at, asked.audience) for fact in play)
    return (at_place if isinstance(at_place, str) else at_place[told],)


@dataclass(frozen=True)
class Played:
    """What is played at a pit: the game, its layout and limits, and how a dealer answers what is asked to be entered.

    `answers` has what is asked, the facts of the play so far and the cards of the round by place; answers values.
    """

    game: Any
    layout: Any
    limits: r.Limits
    answers: Callable[[Enter, tuple[Fact, ...], dict], tuple[int | str, ...]] = in_order

    @property
    def rules(self):
        limits = self.limits
        of_table = TableLimits(limits.unit, limits.seat_maximum, CHIPS, limits.spots)
        return Rules(self.game, self.layout, of_table)

    @property
    def layouts(self):
        return {"A": self.layout}


class Link:
    """A seat's link to the log; while it is ``silent`` appends have no answer."""

    def __init__(self, log):
        self.whole, self.silent = log, False

    def __getattr__(self, name):
        return getattr(self.whole, name)

    def append(self, puts, **ways):
        if self.silent:
            raise NoAnswer("cut")
        return self.whole.append(puts, **ways)


class RealSeat:
    """One seat with its files, runner, devices and journal; ``heard`` is every record that came to it."""

    def __init__(self, folder, played, log_of, name, demonstration=False):
        self.demonstration = demonstration
        self.folder, self.of, self._log_of, self.name = folder, played, log_of, name
        self.heard, self.now_ms = [], 0
        self._start()

    def _start(self):
        config = SeatConfig(
            seat=self.name,
            table=TABLE,
            casino="Harbour Casino",
            chips=CHIPS,
            demonstration=self.demonstration,
        )
        self.dir = StateDir(self.folder)
        self.dir.hold()
        self.seat = Seat(self.dir, self.of.rules, lambda _: None, Place(config, own_log=False))
        self.log = Link(self._log_of(self.name, self.seat.store))
        self.played = HeadlessSeat(self.seat, DirectSender(self.log), None)
        self.played.start()
        self._present = self.log.stand(
            keys.present(TABLE, self.name), r.encode(r.Present(seat=self.name, layout="A"))
        )
        state = self.played.state
        self.feed = self.log.follow(followed(config), state.log_seq, self._entry, self.played.linked)

    def _entry(self, entry):
        self.heard.append(entry)
        self.played.entry(entry)

    @property
    def state(self):
        return self.played.state

    def pump(self):
        self.now_ms += 2_000  # taps go out at once, and what had no answer is asked again
        self.played.pump()
        self.played.tick(self.now_ms)
        self.played.pump()

    def bets(self, **stakes):
        self.played.acceptor.insert(10_000)
        self.pump()
        for spot, cents in stakes.items():
            chip = max(chip for chip in CHIPS[:2] if cents % chip == 0)
            for _ in range(cents // chip):
                self.played.runner.handle(Tap(spot, chip))
        self.pump()

    @property
    def may_choose(self):
        """It has heard its own cards and that decisions are open: over a network either may come first."""
        return bool(self.state.sealed.values and self.state.table.deciding)

    def chooses(self, choice, **stakes):
        self.played.runner.handle(Choose(choice, stakes))
        self.pump()

    def decides(self, choice):
        """Chooses that with the least that it asks for."""
        state = self.state
        window = self.of.game.window(self.of.layout, state.facts, self.name, state.registered.stakes)
        extras = next((option.extras for option in window.options if option.choice == choice), ())
        self.chooses(choice, **{extra.spot: extra.least for extra in extras})

    def shows_locks(self):
        """The table sees what locks it, as a seat of a casino shows it."""
        self._present.close()
        locks = tuple(lock.kind.value for lock in self.state.locks)
        shown = r.Present(seat=self.name, layout="A", locks=locks)
        self._present = self.log.stand(keys.present(TABLE, self.name), r.encode(shown))

    def again(self):
        """Killed at this moment, and started again with nothing but its files."""
        self.goes()
        self._start()

    def goes(self):
        """The power is gone: nothing more is written."""
        self.feed.close()
        self._present.close()
        if not isinstance(self.log.whole, EmbeddedLog):
            self.log.whole.close()
        self.played.close()
        self.dir.release()

    def comes(self):
        self._start()

    def where(self, log_file):
        return Where(TABLE, self.name, self.dir.seat, log_file, self.dir.registry)


class Pit(Table):
    """Desk and seats. ``log_of`` gives a seat's link to the log by its name and its books."""

    def __init__(self, folder, played, log=None, log_of=None, facts_for=None, seats=SEATS):
        self.of = played
        super().__init__(folder, seats=dict.fromkeys(seats, "A"), log=log, facts_for=facts_for)
        self._log_of = log_of or (lambda _name, _books: self.log)
        self.real = {}

    def config(self, console="console-1") -> DeskConfig:
        config = super().config(console)
        of = self.of
        demonstrates = self.demonstration
        played = TableSettings(
            TABLE, console, of.game, of.layout, of.limits, self.seats, of.layouts, demonstrates
        )
        return replace(config, settings=played)

    def sit(self, *names):
        for name in names or SEATS:
            folder = Path(self.folder) / f"seat-{name}"
            self.real[name] = RealSeat(folder, self.of, self._log_of, name, self.demonstration)
        self.pump()

    def pump(self, times=3):
        """Whatever was said comes to everybody."""
        for _ in range(times):
            for seat in self.real.values():
                seat.pump()
            self.pass_ms(self._passes_ms)

    @property
    def _passes_ms(self):
        """How far the clock goes while all is said once: over a network slower, so that a choice comes in time."""
        return 50 if isinstance(self.log, EmbeddedLog) else 10

    def until(self, reached):
        """Go on until the desk's view is that."""
        for _ in self.patiently():
            if reached(self.view):
                return self.view
            self.pump(1)
        raise AssertionError(self.view)

    def patiently(self):
        """So long a machine under load may take; what comes over a network needs some time of its own."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            yield
            if not isinstance(self.log, EmbeddedLog):
                time.sleep(0.005)

    def close(self):
        for seat in self.real.values():
            seat.goes()
        super().close()

    # --- a round ------------------------------------------------------------------------------------------------

    def opens(self, **bets):
        """A round with these bets by seat, e.g. s07={"ante": 500}."""
        self.until(lambda view: view.may & {"OpenBets", "OpenTable"})
        if (
            self.view.next is Next.OPEN_TABLE
        ):  # over a network the log may not have answered when the console came up
            self.ok(c.OpenTable(NG))
        self.until(lambda view: "OpenBets" in view.may)
        self.ok(c.OpenBets())
        self.until(lambda view: view.phase is Phase.BETTING)
        number = self.view.round
        self.until(
            lambda _: all(
                seat.state.audited_round == number and seat.state.link for seat in self.real.values()
            )
        )
        for name, stakes in bets.items():
            self.real[name[1:]].bets(**stakes)
        self.until(lambda _: all(self.seat(name[1:]).stake for name in bets))

    def deals(self, cards, calls=None, until=None):
        """From open bets as the game asks, with these cards by place; to the result, or to that ``Next``."""
        calls = {name[1:]: call for name, call in (calls or {}).items()}
        cards = {place.removeprefix("s"): card for place, card in cards.items()}
        for _ in self.patiently():
            self.pump(1)
            view = self.view
            if view.phase in (Phase.RESULT, Phase.VOID) or view.next is until:
                return view
            self.step(view, cards, calls)
        raise AssertionError(self.view)

    def step(self, view, cards, calls):
        """The dealer's next act, and what players choose."""
        match view.next:
            case Next.HURRY_UP | Next.CLOSE_BETS:
                self.ok(c.CloseBets())
            case Next.START_ACT if view.why_not is None:
                self.ok(c.StartAct())
            case Next.END_ACT:
                self.ok(c.EndAct(1))
            case Next.ENTER_RESULT if isinstance(view.asked, Enter):
                asked = view.asked
                values = () if asked.audience == NOBODY else self.of.answers(asked, view.play, cards)
                self.ok(c.EnterResult((Fact(asked.fact, values, asked.at, asked.audience),), NG))
            case Next.ENTER_RESULT:
                self.ok(c.EnterResult(()))
            case Next.CLOSE_DECISIONS:
                self.players_choose(calls)
                if view.why_not is None and view.left_ms == 0:
                    self.ok(c.CloseDecisions())
                elif not any(seat.deciding and not seat.decided for seat in view.seats if seat.name in calls):
                    self.pass_ms(5_000, 5_000)  # for whom is silent
            case Next.REVEAL if view.why_not is None:
                self.ok(c.Reveal())
            case Next.ANSWER_BETTING:
                self.ok(c.ResumeBetting())
            case Next.ANSWER_INTERRUPTION:
                self.ok(c.Interrupted(decided=True, authority=TAN))
            case _:
                self.pass_ms(100)

    def players_choose(self, calls):
        asked = {seat.name for seat in self.view.seats if seat.deciding}
        for name in set(calls) & set(self.real) & asked:
            state = self.real[name].state
            if state.chosen is None and state.flight is None and state.registered is not None:
                self.real[name].decides(calls[name])

    def ends(self):
        self.until(lambda view: not view.waits_for)
        self.ok(c.EndRound())
        self.pump()

    # --- what stands ------------------------------------------------------------------------------------------

    def audits(self):
        """Every seat's own books against the log: verify and replay. Answers the findings."""
        self.pump()
        # The archive ends where the log does, as far as the desk has heard of it; a seat may have heard more.
        self.until(lambda _: self.desk._core.service.reading.seq >= self.heard)
        found = []
        archive = self.folder / "archive.db"
        for seat in self.real.values():
            verdict = verify(seat.where(archive), self.of.game, self.of.layouts)
            found += [(seat.name, finding) for finding in verdict.findings]
            found += [(seat.name, one) for one in self.replays(seat) if not one.agrees]
        return found

    @property
    def heard(self):
        """The newest place of the log that any seat has read."""
        return max((seat.state.log_seq for seat in self.real.values()), default=0)

    def replays(self, seat):
        with (
            closing(sqlite3.connect(seat.dir.seat)) as journal,
            closing(sqlite3.connect(self.folder / "archive.db")) as log,
        ):
            return replay(journal, log, TABLE, seat.name, self.of.game, self.of.layouts, SignatureAudit(None))

    def money(self, name):
        """The seat's credit, escrow and what the House has of it."""
        balances = self.real[name].state.balances
        return balances.credit, balances.escrow, balances.house


def sealed_heard(seat):
    """The hidden facts whose values came to that seat, by whose they are."""
    found = set()
    for entry in seat.heard:
        record = r.decode(entry.value)
        facts = getattr(record, "facts", ())
        found |= {fact.audience for fact in facts if isinstance(fact, Fact) and fact.values}
    return found - {FOR_THE_TABLE}


def reads(entry):
    return LogRead(entry.seq, entry.key, entry.value)


def shuffled(seed):
    """Cards of one deck in a random order."""
    cards = list(DECK)
    random.Random(seed).shuffle(cards)
    return cards

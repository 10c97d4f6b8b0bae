"""A whole table in one thread under a seeded scheduler: console, log, link, seat, devices, player, attendant."""

import msgspec

from kiosk.games.sicbo import GAME
from kiosk.links.embedded import EmbeddedLog
from kiosk.resources import layout_reader
from kiosk.seat import events as e
from kiosk.seat.context import Context, SeatConfig
from kiosk.seat.state import CLEARABLE, LockKind, lock_of
from kiosk.table import keys
from kiosk.table.log import Put
from kiosk.table.records import BetsClosed, Present, RoundVoided, encode
from kiosk.table.round import Phase
from kits.simulation.checks import after_event, when_quiet
from kits.simulation.console import SimConsole
from kits.simulation.faults import Chance, Crash
from kits.simulation.link import SimLink
from kits.simulation.oracle import Oracle
from kits.simulation.seat import DENOMINATIONS, NOW, SimSeat

LAYOUT = GAME.read_layout("A", layout_reader("sicbo"))


class World:
    """One seed, one table. `run` plays; every step is drawn from the seed and checked."""

    TABLE, SEAT = "12", "07"

    def __init__(self, seed: int, folder) -> None:
        self.folder = folder
        self.layout = LAYOUT
        self.chance = Chance(seed)
        self.now_ms = 0
        self.handpaid = 0
        self._paying: int | None = None
        self._shown = 0
        self._spots = list(LAYOUT.spots)
        self.log = EmbeddedLog(folder / "table.db")
        self.oracle = Oracle(self.TABLE, self.SEAT)
        self.log.follow(["etg/"], 0, self.oracle.heard)
        self._standing = None
        self.seat = SimSeat(folder, self._context(), self.chance, SimLink(self.log, self.chance))
        place = (self.TABLE, self.SEAT)
        self.console = SimConsole(folder, self.log, place, LAYOUT, self.chance, seed, lambda: self.now_ms)
        self.seat.start()

    def _context(self) -> Context:
        draw = self.chance.random
        config = SeatConfig(
            seat=self.SEAT,
            table=self.TABLE,
            casino="Simulated Casino",
            chips=(100, 500, 1_000, 2_500),
            ticket_limit=draw.choice((20_000, 300_000)),
            win_limit=draw.choice((20_000, 500_000)),
            credit_limit=draw.choice((60_000, 5_000_000)),
            note_velocity=draw.choice((20_000, 1_000_000)),
            demonstration=True,
        )
        return Context(config, GAME, LAYOUT)

    # --- the console --------------------------------------------------------------------------------------------

    def _pay_by_hand(self) -> None:
        """The seat is missed for a moment, though it writes on: its player is paid from the console's books."""
        if payable := self.console.payable():
            self._goes()
            self.console.pay_by_hand(self.chance.random.choice(payable))

    def _stand(self) -> None:
        """The seat is there for the console as long as its link is up."""
        if not self.seat.link.up:
            self._goes()
        elif self._standing is None:
            record = Present(seat=self.SEAT, layout=LAYOUT.name)
            self._standing = self.log.stand(keys.present(self.TABLE, self.SEAT), encode(record))

    def _goes(self) -> None:
        if self._standing is not None:
            self._standing.close()
            self._standing = None

    def _hostile(self) -> None:
        """Something that nobody may write stands in the log: every reader must ignore it alike."""
        draw, number = self.chance.random, self.console.table.number
        n = 5_000 + draw.randrange(10**6)
        record = draw.choice(
            (
                b"\x00garbage",
                b"[]",
                b'{"type":"RoundEnded","v":1}',
                encode(BetsClosed(round=number + 7)),
                encode(RoundVoided(round=number - 1 or 99, reason="late", by="nobody")),
            )
        )
        where = draw.choice((f"round/{number + 1}/{n}", f"seat/{self.SEAT}/slip/{number}/{n}"))
        self.log.append([Put(f"etg/{self.TABLE}/{where}", record)])

    # --- the player and the attendant ---------------------------------------------------------------------------

    def _touch(self) -> None:
        draw, state, seat = self.chance.random, self.seat.state, self.seat
        if state.balances.credit + state.balances.escrow < 1_500 or draw.random() < 0.04:
            return self._feed()
        choice = draw.random()
        if not state.draft and choice < 0.12:
            event = e.Collect()
        elif choice < 0.6:
            event = e.Tap(draw.choice(self._spots), draw.choice(seat.context.config.chips))
        elif choice < 0.9:
            spot = draw.choice(sorted(state.draft) or self._spots)
            events = (e.Rebet(), e.Double(), e.Undo(), e.Clear(), e.TakeBack(spot))
            event = draw.choice(events)
        else:
            event = e.Collect()
        self.chance.trace.append(f"player {event}")
        return seat.runner.handle(event)

    def _feed(self) -> None:
        draw, seat = self.chance.random, self.seat
        if seat.papers.cents and draw.random() < 0.5:
            # A paper, or a copy of one that has paid long ago.
            number = draw.choice(list(seat.papers.cents))
            self.chance.trace.append(f"insert ticket {number}")
            seat.acceptor.insert_ticket(number)
        else:
            seat.acceptor.insert(draw.choice(DENOMINATIONS))
        seat.runner.pump()

    def _leave(self) -> None:
        """The player wants all money at once, as soon as the result is there."""
        if self.seat.state.table.phase in (Phase.RESULT, Phase.ENDED):
            self.chance.trace.append("player leaves")
            self.seat.runner.handle(e.Collect())

    def _attend(self) -> None:
        seat = self.seat
        for lock in seat.state.locks:
            self.chance.trace.append(f"attendant at {lock}")
            if lock.kind is LockKind.HANDPAY:
                self._paying = min(lock.cents, seat.state.balances.credit)
                seat.runner.handle(e.HandpayConfirmed("attendant", NOW))
            elif lock.kind is LockKind.TICKET_UNKNOWN and seat.state.cashout is not None:
                number = seat.state.cashout.number
                found = number in seat.papers.cents
                seat.runner.handle(
                    e.TicketPrinted(number) if found else e.TicketNotPrinted(number, "no paper was found")
                )
            elif lock.kind in CLEARABLE:
                seat.runner.handle(e.LockCleared(lock.kind.value, "attendant"))

    # --- the scheduler ------------------------------------------------------------------------------------------

    def run(self, rounds: int) -> None:
        """Play ``rounds`` rounds, then let everything come to rest. Any failure names the seed and the way here."""
        while self.oracle.over < rounds:
            self.step(self._choices())
        self._settle_down()
        when_quiet(self)
        self.console.desk.close()
        self.console.archive.verify()
        assert self.console.archive.last_seq == self.log._seq

    def close(self) -> None:
        """Close the files."""
        self.console.close()
        self.seat.store.close()
        self.seat.registry.close()
        self.log.close()

    def step(self, choices) -> None:
        """One thing happens; a power cut may come in the middle of it."""
        weights = [weight for weight, _ in choices]
        _, act = self.chance.random.choices(choices, weights)[0]
        self.now_ms += self.chance.random.randint(1, 60)
        try:
            act()
            if lock_of(self.seat.state, LockKind.STORE) is not None:
                assert "DISK FULL" in list(self.chance.trace)[-5:], self.seat.state.locks
                self.seat.failed = True
                raise Crash("the disk was full: the seat is switched off and on")
        except Crash:
            self._power_cut()
        self._paid()
        self._stand()
        after_event(self)

    def _paid(self) -> None:
        """The attendant hands money out when the seat has taken the confirmation; else nothing was paid."""
        if self._paying is not None and lock_of(self.seat.state, LockKind.HANDPAY) is None:
            self.handpaid += self._paying
        self._paying = None

    def _power_cut(self) -> None:
        self.chance.disk_full = 0
        self.oracle.begin()
        self._shown = 0
        while True:
            self.chance.fuse = 0
            self.seat.power_cut()
            if self.chance.happens(0.2):  # it may fail again while it comes back
                self.chance.light(15)
            try:
                self.seat.start()
            except Crash:
                continue
            return

    def _choices(self) -> list:
        seat, link, chaos = self.seat, self.seat.link, self.chance.chaos
        table = seat.state.table
        found = [
            (4.0, lambda: seat.runner.handle(e.Tick(self.now_ms))),
            (5.0, self._touch),
            (5.0, self.console.deal),
            (0.2 * chaos, self._light_fuse),
            (0.03 * chaos, self._fill_disk),
            (0.1 * chaos, self._toggle_registry),
            (0.06 * chaos, self.console.restart),
            (0.06 * chaos, self.console.void),
            (0.05 * chaos, self._hostile),
            (0.2 * chaos, self.console.correct),
            (0.15 * chaos, self.console.void_afterwards),
            (0.25 * chaos, self._pay_by_hand),
            (0.1 * chaos, self.console.order),
            (1.2 * chaos, self._leave),
        ]
        found += [
            (5.0, lambda q=q: seat.run(q)) for q in (seat.slot, seat.tray, seat.answers, link.answers) if q
        ]
        if link.feed:
            found.append((9.0, seat.read))
        if link.strays:
            found.append((1.0, link.land))
        if link.up:
            found.append((0.15 * chaos, self._cut))
        else:
            found.append((1.0, seat.link_up))
        if seat.state.locks:
            found.append((2.0, self._attend))
        if table.phase is Phase.CLOSED and self._shown != table.number:
            found.append((6.0, self._show_close))
        return found

    def _light_fuse(self) -> None:
        if self.chance.fuse == 0:
            self.chance.light(40)

    def _fill_disk(self) -> None:
        self.chance.disk_full = self.chance.random.randint(1, 8)

    def _toggle_registry(self) -> None:
        self.seat.registry.away = not self.seat.registry.away

    def _cut(self) -> None:
        self.chance.trace.append("link cut")
        self.seat.link.cut(lose=self.chance.happens(0.5))
        self.seat.runner.handle(e.LinkDown())

    def _show_close(self) -> None:
        self._shown = self.seat.state.table.number
        self.seat.runner.handle(e.CloseWasShown(self._shown))

    def _settle_down(self) -> None:
        """Nothing goes wrong any more: the link and the registry are there, the open round is played to its end."""
        chance, seat, link = self.chance, self.seat, self.seat.link
        chance.quiet, chance.fuse, chance.disk_full = True, 0, 0
        seat.registry.away = False
        for turn in range(2_000):
            busy = [
                (1.0, lambda q=q: seat.run(q))
                for q in (seat.slot, seat.tray, seat.answers, link.answers)
                if q
            ]
            busy += [(1.0, seat.read)] if link.feed else []
            busy += [(1.0, link.land)] if link.strays else []
            if turn == 100 or (turn > 100 and not link.up):
                busy = [(1.0, self._cut if link.up else seat.link_up)]
            elif not busy and seat.state.locks:
                busy = [(1.0, self._attend)]
            elif not busy and (self.console.table.is_open or self.console.table.phase is Phase.RESULT):
                busy = [(1.0, self.console.deal)]
            elif not busy and turn > 100:
                return
            self.step(busy or [(1.0, lambda: seat.runner.handle(e.Tick(self.now_ms)))])
        raise AssertionError(f"the seat does not come to rest: {seat.quick_facts()}")

    def story(self) -> str:
        """How it came to this: state, chances, and the last things that happened."""
        return "\n".join(
            [
                f"state: {self.seat.quick_facts()}",
                f"table: {msgspec.to_builtins(self.seat.state.table)}",
                *self.chance.trace,
            ]
        )

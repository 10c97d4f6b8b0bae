"""What the tests of table, seat, store, runner and console share: rules, limits, and a seat to play with."""

from kiosk.games.sicbo import GAME, dice_fact
from kiosk.resources import layout_reader
from kiosk.seat import effects as f
from kiosk.seat import events as e
from kiosk.seat.context import Context, SeatConfig, Step
from kiosk.seat.state import SeatState
from kiosk.seat.step import step
from kiosk.table import keys
from kiosk.table import records as r

TABLE, SEAT, ACCEPTOR = "12", "07", "acceptor-1"
LAYOUTS = {name: GAME.read_layout(name, layout_reader("sicbo")) for name in "ABC"}
NOW, EXPIRES = "2026-01-31T12:00:00Z", "2026-07-31T12:00:00Z"
NUMBERS = ("012345678901234568", "112345678901234560", "212345678901234566")


def make_limits(layout, *, minimum=100, maximum=100_000, unit=100, seat_maximum=500_000, single_minimum=None):
    """Limits for every kind of spot of the layout, in cents; Single Dice may have another minimum."""
    kinds = {spot.kind for spot in layout.spots.values()}
    spots = {kind: r.SpotLimit(minimum, maximum) for kind in kinds}
    if single_minimum is not None:
        spots["single"] = r.SpotLimit(single_minimum, maximum)
    return r.Limits(unit, seat_maximum, spots)


def make_context(layout="A", **changes) -> Context:
    """A seat's context; ``changes`` are fields of its configuration."""
    config = {"seat": SEAT, "table": TABLE, "casino": "Harbour Casino", "chips": (100, 500, 1_000)} | changes
    return Context(SeatConfig(**config), GAME, LAYOUTS[layout])


class Play:
    """A seat without a world: the pure step and a log that the test writes. Remembers what every step asked for."""

    def __init__(self, layout="A", state=None, **config) -> None:
        self.context = make_context(layout, **config)
        self.state = state or SeatState()
        self.seq = 0
        self.now_ms = 0
        self.effects: list = []
        self.told: list[str] = []
        self.answers = True
        self.posts: list[f.Post] = []
        self.limits = make_limits(self.context.layout)
        self._event = 0

    def do(self, event) -> Step:
        """One event. What it asks for is added to ``effects``, ``told`` and ``posts``."""
        taken = step(self.context, self.state, event)
        assert taken.state.balances.total == 0
        self.state = taken.state
        self.effects += taken.effects
        self.told += [effect.key for effect in taken.effects if isinstance(effect, f.Notice)]
        self.posts += [effect for effect in taken.effects if isinstance(effect, f.Post)]
        if self.answers:
            for effect in taken.effects:
                self._answer(effect)
        return taken

    def _answer(self, effect) -> None:
        """What the log and the store answer at once when the test does not say otherwise."""
        match effect:
            case f.Report():
                self.do(e.Reported(f.outbox_key(effect)))
            case f.LookUp():
                kept = [known.body for known in self.asked(f.Remember) if known.round == effect.round]
                self.do(e.RoundFound(effect.round, effect.decision, kept[-1] if kept else b""))

    def asked(self, kind) -> list:
        """All effects of that kind so far."""
        return [effect for effect in self.effects if isinstance(effect, kind)]

    def notes(self) -> list[str]:
        """The kinds of all significant events so far."""
        return [note.kind for note in self.asked(f.SignificantEvent)]

    # --- the log ------------------------------------------------------------------------------------------------

    def read(self, value: bytes, key: str) -> Step:
        """Any bytes under any key."""
        self.seq += 1
        return self.do(e.LogRead(self.seq, key, value))

    def log(self, record) -> Step:
        """A record under its right key."""
        match record:
            case r.Slip():
                key = keys.slip(TABLE, record.seat, record.round, record.rev)
            case _:
                self._event = 1 if isinstance(record, r.RoundOpened) else self._event + 1
                key = keys.round_event(TABLE, record.round, self._event)
        return self.read(r.encode(record), key)

    @property
    def number(self) -> int:
        return self.state.table.number

    def open(self, limits=None, *, audited=True) -> Step:
        """The next round opens, and the books are found right."""
        limits = limits or self.limits
        number = self.number + 1
        taken = self.log(
            r.RoundOpened(round=number, game="sicbo", limits=limits, closes_in_ms=36_000, at=NOW)
        )
        if audited:
            self.do(e.AuditDone(f"round:{number}"))
        return taken

    def close(self) -> Step:
        return self.log(r.BetsClosed(round=self.number))

    def tumble(self, tumbles=3) -> None:
        self.log(r.ActStarted(act="tumble", round=self.number))
        self.log(r.ActEnded(act="tumble", round=self.number, times=tumbles))

    def result(self, *dice: int) -> Step:
        return self.log(r.ResultEntered(round=self.number, facts=(dice_fact(dice),), by="dealer"))

    def void(self, reason="a die is not flat") -> Step:
        return self.log(r.RoundVoided(round=self.number, reason=reason, by="dealer"))

    def end(self) -> Step:
        return self.log(r.RoundEnded(round=self.number))

    def finish(self, *dice: int) -> Step:
        """From the close to the end of the round; the step of the result."""
        self.close()
        self.tumble()
        taken = self.result(*dice)
        self.end()
        return taken

    # --- money and chips ----------------------------------------------------------------------------------------

    def credit(self, cents: int) -> None:
        """A note that was stacked."""
        self.do(e.NoteIn(ACCEPTOR, f"n{len(self.state.seen)}-{cents}-{self.seq}", cents))

    def ready(self, cents=100_000) -> "Play":
        """Link up, credit on the meter, a round open for bets."""
        self.do(e.LinkUp())
        if cents:
            self.credit(cents)
        self.open()
        return self

    def tap(self, spot: str, cents: int) -> Step:
        return self.do(e.Tap(spot, cents))

    def send(self) -> r.Slip | None:
        """Time passes; the slip that goes out, or None."""
        self.now_ms += 1_000
        taken = self.do(e.Tick(self.now_ms))
        return next((effect.slip for effect in taken.effects if isinstance(effect, f.Send)), None)

    def bet(self, **stakes: int) -> r.Slip:
        """Stakes by spot (``_`` for ``-``) are placed, sent and registered."""
        for spot, cents in stakes.items():
            self.tap(spot.replace("_", "-"), cents)
        slip = self.send()
        assert slip is not None
        self.log(slip)
        return slip

    # --- pay-out ------------------------------------------------------------------------------------------------

    def collect(self, number=NUMBERS[0]) -> Step:
        """COLLECT up to the first phase: the number is drawn."""
        self.do(e.Collect())
        return self.do(e.PayoutReady(number, NOW, EXPIRES, "en"))

    def lock_kinds(self) -> list[str]:
        return [lock.kind.value for lock in self.state.locks]

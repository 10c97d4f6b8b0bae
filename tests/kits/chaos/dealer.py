"""A dealer and a supervisor made of a seed: they deal rounds and decide them again, whatever is broken meanwhile."""

from __future__ import annotations

from collections.abc import Generator

from kiosk.console import commands as c
from kiosk.console.commands import Authority
from kiosk.console.view import DeskView, Next, Presence
from kiosk.games.sicbo import TOO_FEW, dice_fact
from kiosk.table.log import NoAnswer
from kits.chaos.faults import Fault, Steps
from kits.chaos.floor import ChaosFloor
from kits.console.live import MIA
from kits.ops.provision import PIN, SUPERVISOR

BETTING_S = 1.5
LOOK_S = 0.02
NG = Authority(SUPERVISOR, PIN)


def dealing(rounds: int) -> Fault:
    """Deal so many rounds. It hurts nobody; as a fault it runs beside those that do."""

    def do(floor: ChaosFloor) -> Steps:
        dealer = _Dealer(floor)
        while dealer.played < rounds:
            yield from dealer.turn()
            yield LOOK_S

    return Fault("dealt", frozenset(), do)


class _Dealer:
    def __init__(self, floor: ChaosFloor) -> None:
        assert floor.dealt is not None
        self._floor, self._console, self._random = floor, floor.dealt, floor.random
        self._bet_on = 0  # the round whose betting time is over
        self._decided = 0  # the round that was looked at again after its result
        self.played = 0

    def turn(self) -> Steps:
        """The one thing that is to be done next."""
        view = self._console.view
        if not view.dealer:
            self._do(c.SignOn(MIA))
        match view.next:
            case Next.OPEN_BETS:
                yield from self._between(view)
                self.played += self._do(c.OpenBets())
            case Next.HURRY_UP | Next.CLOSE_BETS:
                if self._bet_on != view.round:
                    self._bet_on = view.round
                    yield BETTING_S
                self._do(c.Void("the table was pushed") if self._chance(0.05) else c.CloseBets())
            case Next.START_ACT:
                yield from self._when_ready(c.StartAct())
            case Next.END_ACT:
                self._do(c.EndAct(2 if self._chance(0.05) else 3))
            case Next.VOID_DUE:
                self._do(c.Void(TOO_FEW, NG))
            case Next.ENTER_RESULT:
                self._do(c.EnterResult(self._dice()))
            case Next.END_ROUND:
                if self._decided != view.round:
                    self._decided = view.round
                    self._decide_again()
                yield from self._when_ready(c.EndRound())
            case Next.ANSWER_INTERRUPTION:
                self._do(c.Interrupted(decided=self._chance(0.5), authority=NG))
            case Next.ANSWER_BETTING:
                self._do(c.ResumeBetting())

    def _when_ready(self, command: c.Command) -> Steps:
        """After half a second's patience with the seats, their time is over."""
        for _ in range(25):
            if self._do(command):
                return
            yield LOOK_S
        self._console.ahead_ms += 3_000
        self._floor.faults["gone on without"] += self._do(c.GoOnWithout())

    def _between(self, view: DeskView) -> Steps:
        """What is found after a round."""
        self._decide_again()
        yield LOOK_S
        for seat in view.seats:
            if seat.payable and seat.presence is not Presence.PRESENT and self._chance(0.7):
                by_hand = c.PayByHand(seat.name, seat.payable_round or view.round, NG)
                self._floor.faults["dealer paid by hand"] += self._do(by_hand)
        decided = [line.number for line in view.last_rounds[1:] if not line.void_reason]
        if decided and self._chance(0.15):
            damaged = self._random.sample(decided, min(len(decided), self._random.randint(1, 3)))
            self._floor.faults["earlier round void"] += self._do(c.DamagedEquipment(tuple(damaged), NG))
        if view.open_items and self._chance(0.5):
            item = view.open_items[0]
            self._do(
                c.RecordDecision("waive it", "small", NG, item.round, item.seat, 0, item.decision, item.order)
            )
        if self._chance(0.15):
            seat, cents = self._random.choice(view.seats), self._random.choice((-2_000, -300, 500, 1_500))
            told = c.RecordDecision("it was owed", "a display", NG, view.round, seat.name, cents)
            self._floor.faults["amount ordered"] += self._do(told)
        if self._chance(0.1):
            yield from self._restart()

    def _decide_again(self) -> None:
        lines = [line.number for line in self._console.view.last_rounds if line.takes_result]
        if lines and self._chance(0.1):
            late = c.CorrectResult(self._dice(), NG, self._random.choice(lines), "found later")
            self._floor.faults["result found later"] += self._do(late)
        if self._chance(0.2):
            self._floor.faults["result corrected"] += self._do(c.CorrectResult(self._dice(), NG))
        elif self._chance(0.1):
            self._floor.faults["void afterwards"] += self._do(c.Void("the table was pushed", NG))

    def _restart(self) -> Generator[float, None, None]:
        """The console ends and starts again."""
        self._console.stop()
        while self._console.desk is None:
            try:
                self._console.start()
            except NoAnswer:
                yield 0.2
        self._floor.faults["console restarted"] += 1

    def _do(self, command: c.Command) -> bool:
        return self._console.do(command) is None

    def _dice(self) -> tuple:
        return (dice_fact(tuple(self._random.randint(1, 6) for _ in range(3))),)

    def _chance(self, share: float) -> bool:
        return self._random.random() < share

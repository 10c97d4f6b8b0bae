"""Rounds in which anything happens at any moment: whatever it was, no cent is lost or made, and all readers agree."""

import random

import pytest

from kiosk.console import commands as c
from kiosk.console.view import Next
from kiosk.games.game import Fact
from kiosk.seat.events import Collect, Tap
from kiosk.table.round import Phase
from kits.console.desk import NG, TAN, Killed
from kits.games.pit import shuffled
from toy.pit import Pit
from toy.rules import CARD, DEALER, FOLD, RAISE

SEATS = ("07", "08")


class SeatKilled(BaseException):
    """The seat of that name ends here."""


class Chance:
    """What happens beside the round. ``told`` says it, for whoever looks for the fault."""

    def __init__(self, pit, seed):
        self.pit, self.told = pit, []
        self.chance = random.Random(seed)
        self.away = {}
        self.deck = []

    def happens(self):
        view = self.pit.view
        acts = [
            *[self.seat_is_killed, self.seat_dies_writing, self.seat_goes, self.link_changes, self.seat_comes]
            * 3,
            *[self.console_is_killed, self.console_dies_writing] * 2,
            *[self.is_void, self.earlier_is_void],
        ]
        if view.next is Next.CLOSE_DECISIONS:
            acts += [*[self.chooses] * 20, self.has_more_time, *[self.card_is_corrected] * 4]
        elif view.phase is Phase.PLAY:
            acts += [self.card_is_corrected, self.chooses]
        elif view.phase is Phase.RESULT:
            acts += [*[self.result_is_corrected] * 4, self.collects, *[self.is_paid] * 12]
        act = self.chance.choice(acts)
        self.told.append((act.__name__, self.pit.view.next.name, self.pit.view.round))
        act()

    def there(self):
        names = sorted(self.pit.real)
        return self.pit.real[self.chance.choice(names)] if names else None

    def seat_is_killed(self):
        if (seat := self.there()) is not None:
            seat.again()

    def seat_dies_writing(self):
        if (seat := self.there()) is None:
            return
        append, when = seat.log.append, self.chance.choice(["before", "after"])

        def dies(puts, **ways):
            if when == "after":
                append(puts, **ways)
            raise SeatKilled(seat.name)

        seat.log.append = dies

    def seat_goes(self):
        if (seat := self.there()) is not None:
            seat.goes()
            self.away[seat.name] = self.pit.real.pop(seat.name)

    def seat_comes(self):
        for name in sorted(self.away):
            seat = self.away.pop(name)
            seat.comes()
            self.pit.real[name] = seat
            return

    def link_changes(self):
        if (seat := self.there()) is not None:
            seat.log.silent = not seat.log.silent

    def chooses(self):
        seat = self.there()
        if seat is None:
            return
        stakes = seat.state.registered.stakes if seat.state.registered is not None else {}
        call = self.chance.choice([RAISE, FOLD])
        seat.chooses(call, **({"raise": stakes["ante"]} if call == RAISE and "ante" in stakes else {}))

    def collects(self):
        if (seat := self.there()) is not None:
            seat.played.runner.handle(Collect())

    def console_is_killed(self):
        self.pit.again()

    def console_dies_writing(self):
        when = self.chance.choice(["before", "after"])
        self.pit.link.kill_at = (self.pit.link.appends + self.chance.randint(1, 3), when)

    def card_is_corrected(self):
        play = self.pit.view.play
        cards = [at for at, fact in enumerate(play) if fact.name == CARD and fact.audience != "nobody"]
        if cards:
            at = self.chance.choice(cards)
            fact = play[at]
            right = Fact(CARD, (self.deck.pop(),), fact.at, fact.audience)
            self.told.append((right, self.pit.do(c.CorrectFact(at, right, NG))))

    def is_void(self):
        if self.chance.random() < 0.5:
            self.pit.do(c.Void("a card fell", NG))

    def earlier_is_void(self):
        number = self.pit.view.round - self.chance.randint(1, 2)
        if number > 0 and self.chance.random() < 0.5:
            self.pit.do(c.DamagedEquipment((number,), NG))

    def has_more_time(self):
        self.pit.do(c.MoreTime())

    def result_is_corrected(self):
        facts = list(self.pit.view.facts)
        shown = [at for at, fact in enumerate(facts) if fact.name == CARD and fact.audience == "table"]
        if self.pit.view.phase is not Phase.RESULT or not shown:
            return
        at = self.chance.choice(shown)
        facts[at] = Fact(CARD, (self.deck.pop(),), facts[at].at)
        self.pit.do(c.CorrectResult(tuple(facts), NG))

    def is_paid(self):
        number = self.pit.view.round - self.chance.choice([0, 0, 1])
        for name in sorted(self.away):
            self.told.append((name, number, self.pit.do(c.PayByHand(name, number, NG))))

    # --- the round ---------------------------------------------------------------------------------------------

    def bets(self):
        for name in SEATS:
            if name in self.pit.real:
                seat = self.pit.real[name]
                if seat.state.balances.credit < 5_000:
                    seat.played.acceptor.insert(10_000)
                    seat.pump()
                some = [{"ante": 1_000}, {"ante": 500, "high": 500}, {"high": 1_000}]
                stakes = self.chance.choice([*some * 3, {}])
                for spot, cents in stakes.items():
                    for _ in range(cents // 500):
                        seat.played.runner.handle(Tap(spot, 500))
                seat.pump()

    def step(self):
        pit, view = self.pit, self.pit.view
        if view.next is Next.ENTER_RESULT and self.deck:
            card = self.deck[-1]
            pit_cards = dict.fromkeys((*SEATS, DEALER), card)
            before = len(view.play)
            self._step(view, pit_cards)
            if len(pit.view.play) != before or pit.view.phase is not Phase.PLAY:
                self.deck.pop()
            return
        self._step(view, {})

    def _step(self, view, cards):
        pit = self.pit
        match view.next:
            case Next.CLOSE_DECISIONS if view.why_not is None and view.left_ms == 0:
                pit.do(c.CloseDecisions())
            case Next.CLOSE_DECISIONS:
                if self.chance.random() < 0.1:
                    pit.pass_ms(40_000, 5_000)
            case Next.ENTER_RESULT if view.asked is not None and type(view.asked).__name__ == "Enter":
                at, to = view.asked.at, view.asked.audience
                values = () if to == "nobody" else (cards[at],)
                pit.do(c.EnterResult((Fact(CARD, values, at, to),), NG))
            case Next.ENTER_RESULT:
                pit.do(c.EnterResult(()))
            case Next.HURRY_UP | Next.CLOSE_BETS:
                pit.do(c.CloseBets())
            case Next.START_ACT if view.why_not is None:
                pit.do(c.StartAct())
            case Next.START_ACT:
                pit.pass_ms(40_000, 5_000)
                pit.do(c.GoOnWithout())
            case Next.END_ACT:
                pit.do(c.EndAct(1))
            case Next.REVEAL:
                pit.do(c.Reveal())
            case Next.ANSWER_BETTING:
                pit.do(c.ResumeBetting())
            case Next.ANSWER_INTERRUPTION:
                pit.do(c.Interrupted(decided=True, authority=TAN))
            case Next.END_ROUND if self.chance.random() < 0.3:
                pit.do(c.GoOnWithout())
                pit.do(c.EndRound())
            case Next.VOID_DUE:
                pit.do(c.Void("as the game says", NG))
            case _:
                pit.pass_ms(100)

    def round(self, oftener):
        pit = self.pit
        self.deck = shuffled(self.chance.random())
        self.safely(lambda: pit.until(lambda view: "OpenBets" in view.may))
        self.safely(lambda: pit.do(c.OpenBets()))
        self.safely(pit.pump)
        self.safely(self.bets)
        for _ in range(600):
            if self.safely(lambda: self.one_moment(oftener)):
                return
        raise AssertionError(f"no end: {pit.view.next} {pit.view.why_not} {self.told[-20:]}")

    def one_moment(self, oftener):
        """Whether the round is over."""
        self.pit.pump(1)
        deciding = self.pit.view.next is Next.CLOSE_DECISIONS
        if self.chance.random() < oftener * (2 if deciding else 1):
            self.happens()
        if self.pit.view.phase in (Phase.ENDED, Phase.VOID):
            return True
        self.step()
        return False

    def safely(self, do):
        try:
            return do()
        except Killed:
            self.told.append("killed")
            self.pit.again()
            return None
        except SeatKilled as end:
            self.told.append(f"killed {end}")
            self.pit.real[str(end)].again()
            return None

    def rest(self):
        """Everybody is there again, and all that was said has come to everybody."""
        while self.away:
            self.seat_comes()
        self.pit.link.kill_at = None
        for seat in self.pit.real.values():
            vars(seat.log).pop("append", None)
            seat.log.silent = False
        for _ in range(12):
            self.pit.pump()


def stands(pit, told):
    book = pit.desk._core.book
    assert pit.audits() == [], told
    assert book.findings == (), told
    house = 0
    for name, seat in pit.real.items():
        state, balances = seat.state, seat.state.balances
        assert (state.locks, state.flight, state.later, balances.escrow) == ((), None, (), 0), (name, told)
        assert balances.credit >= 0
        house += balances.house
    totals = book.totals
    assert house == totals.turnover - totals.paid, told
    for seat in pit.real.values():
        before = seat.state
        seat.again()
        kept = (
            "table",
            "balances",
            "memory",
            "registered",
            "chosen",
            "interim",
            "sealed",
            "unconfirmed",
            "last",
        )
        for _ in range(3):
            pit.pump()
        for one in kept:
            assert getattr(seat.state, one) == getattr(before, one), (one, told)


def play(tmp_path, seed, rounds, oftener=0.15):
    pit = Pit(tmp_path)
    pit.start()
    pit.sit()
    try:
        chance = Chance(pit, seed)
        for _ in range(rounds):
            chance.round(oftener)
        chance.rest()
        stands(pit, chance.told)
    finally:
        pit.close()


@pytest.mark.parametrize("seed", range(3))
def test_that_whatever_happens_no_cent_is_lost_and_all_readers_agree(tmp_path, seed):
    play(tmp_path, seed, 4)


@pytest.mark.torture
@pytest.mark.parametrize("seed", range(100, 300))
def test_that_whatever_happens_often_all_readers_agree(tmp_path, seed):
    play(tmp_path, seed, 12, 0.3)

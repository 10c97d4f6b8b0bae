"""Moments of a table with set hands on the dealer's screen, dealt as the game asks: for pictures and tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from msgspec.structs import replace

from kiosk.book.totals import Exposure, Totals
from kiosk.console.commands import Refusal
from kiosk.console.view import DeskView, LogHealth, LogLine, Next, Presence, RoundLine, SeatView, Step
from kiosk.games.game import (
    HOLDS,
    NOBODY,
    Act,
    Ask,
    Boxes,
    Decide,
    Enter,
    Fact,
    Game,
    Layout,
    Moves,
    Publish,
    Settle,
)
from kiosk.games.laid import CARD, DEALER
from kiosk.games.set_hands import HOUSE_WAY, SET, set_choice
from kiosk.resources import layout_names, layout_reader
from kiosk.table.facts import hidden
from kiosk.table.round import Phase
from kiosk.tools.shots.dealer import Act as Taps
from kiosk.tools.shots.dealer import DealerScene
from kiosk.tools.shots.set_deals import Deals
from kiosk.ui.dealer.window import DealerWindow

ROUND = 1285
_SETTING_MS = 40_000
_MAY = frozenset(
    {
        "RecordDecision",
        "SignOn",
        "SignOff",
        "ChangeStaff",
        "AutoDealing",
        "Void",
        "DamagedEquipment",
        "CorrectFact",
        "EnterResult",
        "MoveHands",
        "NoteIrregularity",
    }
)


@dataclass(frozen=True)
class SetTable:
    """A table of a game: hands by box, the Dealer's cards, and what lies at each box in cents by spot."""

    game: Game
    deals: Deals
    hands: dict[str, str]
    dealer: str
    stakes: dict[str, int]

    @property
    def layout(self) -> Layout:
        """The first felt."""
        name = self.game.name
        return self.game.read_layout(layout_names(name)[0], layout_reader(name))

    def dealt(self, until: Ask | type[Ask], count: int = 0) -> tuple[Fact, ...]:
        """The facts up to what is asked for, or to what is of that kind; with so many cards there already."""
        facts: list[Fact] = []
        layout = self.layout
        while True:
            asks = self.game.agenda(layout, facts)
            if isinstance(until, type) and isinstance(asks, until):
                return tuple(facts)
            there = sum(isinstance(asks, Enter) and _is_that(fact, asks) for fact in facts)
            if (asks == until and there >= count) or isinstance(asks, Settle):
                return tuple(facts)
            facts += self._answers(asks, facts)

    def _answers(self, asks: Ask, facts: Sequence[Fact]) -> list[Fact]:
        match asks:
            case Boxes():
                return [Fact(HOLDS, tuple(self.hands))]
            case Act(kind, times):
                return [Fact(kind, (times,))]
            case Enter(name, at, audience) if audience == NOBODY:
                return [Fact(name, (), at, NOBODY)]
            case Enter(name, at, _) if name == SET:
                return [Fact(SET, (set_choice(self.deals.rules.house_way(self.dealer.split()).low),), at)]
            case Enter(name, at, audience):
                told = sum(_is_that(fact, asks) for fact in facts)
                cards = (self.dealer if at == DEALER else self.hands[at]).split()
                return [Fact(name, (cards[told],), at, audience)]
            case Decide(window, boxes):
                return [Fact(window, (HOUSE_WAY,), box) for box in boxes]
            case Publish(places):
                return [Fact(CARD, facts[at].values, facts[at].at) for at in places]
        raise AssertionError(asks)

    def _seat(self, name: str) -> SeatView:
        stakes = self.stakes if name in self.hands else {}
        return SeatView(
            name,
            self.layout.name,
            Presence.PRESENT,
            playing=bool(stakes),
            close_shown=True,
            stake=sum(stakes.values()),
            stakes=stakes,
        )

    @property
    def seats(self) -> tuple[SeatView, ...]:
        """A box for each hand, and one without a bet."""
        return tuple(self._seat(name) for name in (*self.hands, f"{len(self.hands) + 1:02}"))

    def view(self, play: Sequence[Fact], **fields: object) -> DeskView:
        """The screen after these facts."""
        asked = self.game.agenda(self.layout, play)
        offered = () if isinstance(asked, Act) else self.game.irregularities(self.layout, play)
        made = DeskView(
            casino="Harbour Casino",
            table="7",
            console="console-7",
            game=self.game.name,
            dealer="Mia Fong",
            round=ROUND,
            phase=Phase.PLAY,
            step=Step.PLAY,
            next=Next.ENTER_RESULT,
            asked=asked,
            betting_ms=36_000,
            play=tuple(map(hidden, play)),
            irregularities=offered,
            moves=Moves() if isinstance(asked, Act) else self.game.moves(self.layout, play),
            seats=self.seats,
            exposure=Exposure(sum(seat.stake for seat in self.seats)),
            totals=Totals(1_284, 6, 48_215_000, 46_903_500),
            last_rounds=self._rounds(),
            round_log=(LogLine("21:13:52", "opened", {"seconds": 36}), LogLine("21:14:29", "all-closed")),
            supervisors=("Supervisor 21", "Manager 7"),
            managers=("Manager 7",),
            may=_MAY,
            health=LogHealth(3, 3),
            void_needs_supervisor=True,
        )
        return replace(made, **fields)

    def _rounds(self) -> tuple[RoundLine, ...]:
        facts = tuple(fact for fact in map(hidden, self.dealt(Settle)) if fact.name != "shuffle")
        return tuple(
            RoundLine(
                ROUND - back, facts, turnover=1_250_000, paid=900_000 + back * 25_000, takes_result=True
            )
            for back in range(1, 5)
        )

    def dealing(self, count: int = 2) -> DeskView:
        """So many cards lie at the second box."""
        box = tuple(self.hands)[1]
        return self.view(self.dealt(Enter(CARD, box, box), count))

    def setting(self, decided: int = 2, left_ms: int = 26_000) -> DeskView:
        """The boxes set their hands; so many have confirmed."""
        boxes = tuple(self.hands)
        seats = [
            replace(seat, deciding=seat.name in boxes, decided=seat.name in boxes[:decided])
            for seat in self.seats
        ]
        waits = boxes[decided:]
        return self.view(
            self.dealt(Decide),
            seats=tuple(seats),
            next=Next.CLOSE_DECISIONS,
            waits_for=waits,
            left_ms=left_ms,
            deciding_ms=_SETTING_MS,
            why_not=Refusal("deciding", {"count": len(waits)}) if waits and left_ms else None,
            may=_MAY | {"MoreTime"},
        )

    def turning(self) -> DeskView:
        """All hands are set; the Dealer's cards are turned."""
        return self.view(self.dealt(Enter(CARD, DEALER)))

    def confirming(self) -> DeskView:
        """The Dealer's House Way is compared with the felt."""
        return self.view(self.dealt(Enter(SET, DEALER)))

    def reveal(self) -> DeskView:
        """The hands are shown next."""
        return self.view(self.dealt(Publish), next=Next.REVEAL, may=_MAY | {"Reveal"})

    def result(self) -> DeskView:
        """The round has its result."""
        facts = self.dealt(Settle)
        told = tuple(fact for fact in map(hidden, facts) if fact.name != "shuffle")
        seats = [
            replace(seat, due=self.game.settle(self.layout, seat.stakes, facts, seat.name).paid)
            if seat.stakes
            else seat
            for seat in self.seats
        ]
        return self.view(
            facts,
            seats=tuple(seats),
            phase=Phase.RESULT,
            step=Step.PAY_OUT,
            next=Next.END_ROUND,
            asked=None,
            facts=told,
            irregularities=(),
            may=_MAY | {"EndRound", "CorrectResult"},
        )

    def scenes(self) -> tuple[DealerScene, ...]:
        """The moments as pictures."""
        cards = self.hands[tuple(self.hands)[1]].split()
        return (
            DealerScene("half-a-hand", partial(self.dealing, 0), self.taps(*cards[:3])),
            DealerScene("setting", self.setting),
            DealerScene("time-up", partial(self.setting, left_ms=0)),
            DealerScene("turning", self.turning, self.taps(*self.dealer.split()[:2])),
            DealerScene("house-way", self.confirming),
            DealerScene("reveal", self.reveal),
            DealerScene("result", self.result),
        )

    def taps(self, *cards: str) -> Taps:
        """Keys that are touched, one for each card."""

        def act(window: DealerWindow) -> None:
            for card in cards:
                window.parts.work.key_asked.emit(tuple(self.deals.deck).index(card))

        return act


def _is_that(fact: Fact, asks: Enter) -> bool:
    return (fact.name, fact.at, fact.audience) == (asks.fact, asks.at, asks.audience)

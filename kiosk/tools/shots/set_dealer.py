"""Moments of a table with set hands on the dealer's screen, dealt as the game asks: for pictures and tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from kiosk.console.view import DeskView, Next, SeatView
from kiosk.games.game import Ask, Decide, Enter, Fact, Publish, Settle
from kiosk.games.laid import CARD, DEALER
from kiosk.games.set_hands import HOUSE_WAY, SET, set_choice
from kiosk.tools.shots.card_table import ORDINARY, CardTable, rounds_before
from kiosk.tools.shots.dealer import DealerScene, taps
from kiosk.tools.shots.set_deals import Deals

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
class SetTable(CardTable):
    """A table with set hands: hands by box, the Dealer's cards, and what lies at each box in cents by spot."""

    deals: Deals
    hands: dict[str, str]
    dealer: str
    stakes: dict[str, int]

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
            case Enter(name, at, _) if name == SET:
                return [Fact(SET, (set_choice(self.deals.rules.house_way(self.dealer.split()).low),), at)]
            case Decide(window, boxes):
                return [Fact(window, (HOUSE_WAY,), box) for box in boxes]
        return self.answers(asks, facts, {**self.hands, DEALER: self.dealer})

    @property
    def seats(self) -> tuple[SeatView, ...]:
        """A box for each hand, and one without a bet."""
        bets = (*(self.seat(name, self.stakes) for name in self.hands),)
        return (*bets, self.seat(f"{len(self.hands) + 1:02}", {}))

    def view(self, play: Sequence[Fact], seats: Sequence[SeatView] = (), **fields: object) -> DeskView:
        """The screen after these facts."""
        always = {
            "next": Next.ENTER_RESULT,
            "last_rounds": rounds_before(self.ended(self._told(), self.seats)),
            "supervisors": ("Supervisor 21", "Manager 7"),
            "may": _MAY,
        }
        return super().view(play, seats or self.seats, **(always | fields))

    def _told(self) -> tuple[Fact, ...]:
        return tuple(fact for fact in self.dealt(Settle) if fact.name != "shuffle")

    def ready(self) -> DeskView:
        """Between two rounds."""
        return self.before(self.seats, ORDINARY | {"OpenBets"})

    def dealing(self, count: int = 2) -> DeskView:
        """So many cards lie at the second box."""
        box = tuple(self.hands)[1]
        return self.view(self.dealt(Enter(CARD, box, box), count))

    def setting(self, decided: int = 2, left_ms: int = 26_000) -> DeskView:
        """The boxes set their hands; so many have confirmed."""
        boxes = tuple(self.hands)
        return self.with_decisions(
            self.dealt(Decide),
            self.seats,
            boxes[decided:],
            boxes[:decided],
            left_ms,
            deciding_ms=_SETTING_MS,
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
        """The round has its result, and all seats have settled."""
        return self.with_result(
            self.dealt(Settle),
            self.seats,
            self._told(),
            settled=True,
            irregularities=(),
            may=_MAY | {"EndRound", "CorrectResult"},
        )

    def scenes(self) -> tuple[DealerScene, ...]:
        """The moments as pictures."""
        cards, deck = self.hands[tuple(self.hands)[1]].split(), self.deals.deck
        return (
            DealerScene("table", self.ready),
            DealerScene("half-a-hand", partial(self.dealing, 0), taps(*cards[:3], deck=deck)),
            DealerScene("setting", self.setting),
            DealerScene("time-up", partial(self.setting, left_ms=0)),
            DealerScene("turning", self.turning, taps(*self.dealer.split()[:2], deck=deck)),
            DealerScene("house-way", self.confirming),
            DealerScene("reveal", self.reveal),
            DealerScene("result", self.result),
        )


def _is_that(fact: Fact, asks: Enter) -> bool:
    return (fact.name, fact.at, fact.audience) == (asks.fact, asks.at, asks.audience)

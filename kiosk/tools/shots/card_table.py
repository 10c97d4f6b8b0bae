"""A sample table of a card game on the dealer's screen: what all of them have at every moment of a round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from kiosk.book.totals import Exposure, Totals
from kiosk.console.commands import Refusal
from kiosk.console.view import DeskView, LogHealth, LogLine, Next, Presence, RoundLine, SeatView, Step
from kiosk.games.game import HOLDS, NOBODY, Act, Ask, Boxes, Enter, Fact, Game, Layout, Moves, Publish
from kiosk.games.laid import CARD, DEALER
from kiosk.resources import layout_names, layout_reader
from kiosk.table.facts import hidden
from kiosk.table.round import Phase

ROUND = 1285
SUPERVISORS = ("Supervisor 21", "Supervisor 34", "Manager 7")
ORDINARY = frozenset(
    {"RecordDecision", "SignOn", "SignOff", "ChangeStaff", "AutoDealing", "Void", "Interrupted"}
)
"""What may be done at any moment."""
_LOG = (
    LogLine("21:13:52", "opened", {"seconds": 36}),
    LogLine("21:14:29", "all-closed"),
)


@dataclass(frozen=True)
class CardTable:
    """A table of a game."""

    game: Game

    @property
    def layout(self) -> Layout:
        """The first felt."""
        name = self.game.name
        return self.game.read_layout(layout_names(name)[0], layout_reader(name))

    def answers(self, asks: Ask, facts: Sequence[Fact], cards: Mapping[str, str]) -> list[Fact]:
        """What is told of what every game asks for, of these cards by place: the boxes, acts, cards, turned cards."""
        match asks:
            case Boxes():
                return [Fact(HOLDS, tuple(box for box in cards if box != DEALER))]
            case Act(kind, times):
                return [Fact(kind, (times,))]
            case Enter(name, at, audience) if audience == NOBODY:
                return [Fact(name, (), at, NOBODY)]
            case Enter(name, at, audience):
                told = sum((fact.name, fact.at, fact.audience) == (name, at, audience) for fact in facts)
                return [Fact(name, (cards[at].split()[told],), at, audience)]
            case Publish(places):
                return [Fact(CARD, facts[at].values, facts[at].at) for at in places]
        raise AssertionError(asks)

    def seat(self, name: str, stakes: dict[str, int]) -> SeatView:
        """A box with these stakes in cents by spot."""
        return SeatView(
            name,
            self.layout.name,
            Presence.PRESENT,
            playing=bool(stakes),
            close_shown=True,
            stake=sum(stakes.values()),
            stakes=stakes,
        )

    def view(self, play: Sequence[Fact], seats: Sequence[SeatView], **fields: object) -> DeskView:
        """The screen after these facts, and what is otherwise."""
        game, layout = self.game, self.layout
        asked = game.agenda(layout, play) if play else None
        wrong = bool(play) and not isinstance(asked, Act)
        made = DeskView(
            casino="Harbour Casino",
            table="7",
            console="console-7",
            game=game.name,
            dealer="Mia Fong",
            round=ROUND,
            phase=Phase.PLAY,
            step=Step.PLAY,
            asked=asked,
            betting_ms=36_000,
            play=tuple(map(hidden, play)),
            irregularities=game.irregularities(layout, play) if wrong else (),
            moves=game.moves(layout, play) if wrong else Moves(),
            seats=tuple(seats),
            exposure=Exposure(sum(seat.stake for seat in seats)),
            totals=Totals(1_284, 6, 48_215_000, 46_903_500),
            round_log=_LOG,
            supervisors=SUPERVISORS,
            managers=("Manager 7",),
            health=LogHealth(3, 3),
            void_needs_supervisor=True,
        )
        return replace(made, **fields)

    def before(self, seats: Iterable[SeatView], may: frozenset[str], **fields: object) -> DeskView:
        """Before the round."""
        cleared = [replace(seat, stake=0, stakes={}, playing=False, close_shown=False) for seat in seats]
        return self.view(
            (),
            cleared,
            round=ROUND - 1,
            phase=Phase.ENDED,
            step=Step.OPEN,
            next=Next.OPEN_BETS,
            round_log=(),
            may=may - {"Void", "Interrupted"},
            **fields,
        )

    def with_decisions(
        self,
        play: Sequence[Fact],
        seats: Iterable[SeatView],
        waits: tuple[str, ...],
        decided: Sequence[str],
        left_ms: int,
        **fields: object,
    ) -> DeskView:
        """Boxes decide: for these it waits, others have decided."""
        shown = [
            replace(seat, deciding=seat.name in (*waits, *decided), decided=seat.name in decided)
            for seat in seats
        ]
        why_not = Refusal("deciding", {"count": len(waits)}) if waits and left_ms else None
        return self.view(
            play,
            shown,
            next=Next.CLOSE_DECISIONS,
            waits_for=waits,
            left_ms=left_ms,
            why_not=why_not,
            **fields,
        )

    def with_result(
        self,
        play: Sequence[Fact],
        seats: Iterable[SeatView],
        told: tuple[Fact, ...],
        *,
        settled: bool = False,
        **fields: object,
    ) -> DeskView:
        """The round has its result, which these facts tell; each seat shows what it is due."""
        due = self.due(seats, told)
        return self.view(
            play,
            [replace(seat, due=due.get(seat.name), settled=settled) for seat in seats],
            phase=Phase.RESULT,
            step=Step.PAY_OUT,
            next=Next.END_ROUND,
            asked=None,
            facts=tuple(map(hidden, told)),
            **fields,
        )

    def due(self, seats: Iterable[SeatView], told: tuple[Fact, ...]) -> dict[str, int]:
        """What each box with a bet is paid of a result, in cents."""
        return {
            seat.name: self.game.settle(self.layout, seat.stakes, told, seat.name).paid
            for seat in seats
            if seat.stakes
        }

    def ended(self, told: tuple[Fact, ...], seats: Sequence[SeatView], **fields: object) -> RoundLine:
        """The round that is shown, after it ended with this result."""
        shown, paid = tuple(map(hidden, told)), sum(self.due(seats, told).values())
        turnover = sum(seat.stake for seat in seats)
        line = RoundLine(ROUND, shown, turnover=turnover, paid=paid, takes_result=True)
        return replace(line, **fields)


def rounds_before(line: RoundLine) -> tuple[RoundLine, ...]:
    """Four rounds that ended like that one."""
    return tuple(replace(line, number=line.number - back) for back in range(1, 5))

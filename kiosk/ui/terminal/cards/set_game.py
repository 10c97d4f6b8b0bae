"""What the felt of a game with set hands must know of that game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from kiosk.games.game import BadFacts, Fact, Layout, SpotResult
from kiosk.seat.context import Context
from kiosk.seat.state import SeatState
from kiosk.ui.kit.cards.setting import HandRules
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.cards.faces import ResultLine
from kiosk.ui.terminal.cards.seen_facts import facts_seen
from kiosk.ui.terminal.cards.set_round import SetDeal, SetRound, set_round


@dataclass(frozen=True)
class BetWords:
    """The keys of what is said of the main bet: to place it, that it lies, what to do next, and without a hand."""

    place: tuple[str, str]
    lies: tuple[str, str]
    next_detail: str
    no_hand_detail: str


@dataclass(frozen=True)
class SetGame:
    """`name` is the game's, `main` the spot of the bet that plays, `words` what is said of it.

    `read` is what its facts say, for that layout, and raises BadFacts. `lines`: what became of each bet. `conceded`:
    whether a box has given up. `interrupted`: whether it is asked to go on after a power failure, and not an error.
    """

    name: str
    main: str
    words: BetWords
    rules: HandRules
    read: Callable[[Layout, Sequence[Fact]], SetDeal]
    lines: Callable[[Mapping[str, SpotResult], SetRound, Texts], tuple[ResultLine, ...]]
    conceded: Callable[[SetDeal, str], bool] = lambda _deal, _box: False
    interrupted: Callable[[SetDeal, str], bool] = lambda _deal, _box: False

    def round_of(self, context: Context, state: SeatState) -> SetRound:
        """The round that the screen speaks of; what nobody can have dealt is not shown."""
        try:
            deal = self.read(context.layout, facts_seen(state))
        except BadFacts:
            deal = self.read(context.layout, ())
        return set_round(context, state, self.rules, deal)

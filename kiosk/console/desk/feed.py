"""What the shoe of a table has told and the desk has not entered yet, and what the dealer must know of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Protocol

from kiosk.console.view import Alert, AlertLevel, DealingState, DealingView
from kiosk.devices.shoe.port import (
    CardsOut,
    CoverCard,
    Shoe,
    ShoeCondition,
    ShoeIs,
    ShoeRead,
    ShoeTold,
    TwoAtOnce,
)
from kiosk.games.game import NOBODY, TABLE, Fact

BY_HAND = "by hand"
"""Stands for a card that the dealer has been told to enter."""
_KEYS = {
    ShoeCondition.READY: "shoe-ready",
    ShoeCondition.LID_OPEN: "shoe-lid-open",
    ShoeCondition.JAM: "shoe-jam",
    ShoeCondition.EMPTY: "shoe-empty",
    ShoeCondition.SILENT: "shoe-silent",
    ShoeCondition.WRONG: "shoe-wrong",
}
_DOUBT = "nobody can tell which of its cards were entered before the console was started"
_STOPS = frozenset(ShoeCondition) - {ShoeCondition.READY}


class Say(Protocol):
    """Writes a line in the round's log."""

    def __call__(self, key: str, **values: str | int) -> None: ...


class Feed:
    """The shoe, or none. ``deliver`` may be called in any thread, everything else in one.

    ``cards``: what was drawn and waits, each with its number; "" could not be read. ``kept``: what lies face down
    for all, with its place, in this program's memory alone, to be proposed when it is turned. ``proposed``: open cards
    that the dealer has still to confirm; ``proposed_at``: the place of the first of them in the play. ``giving``: what
    the shoe enters just now. ``again_to``: up to this number an earlier program may have entered it. ``cover`` is the
    number of the cover card that is not on record yet, ``strays`` are likewise cards that are no round's.
    ``alone``: what is asked for is an open card, just drawn, by the name of its fact: whatever the dealer enters is the
    one that waits first.
    ``deals``: what is asked for now is a card, which comes from it.
    """

    def __init__(self, woken: Callable[[], None]) -> None:
        self._woken = woken
        self._shoe: Shoe | None = None
        self._told: deque[ShoeTold] = deque()
        self._condition: ShoeCondition | None = None
        self._detail = ""
        self._deal: int | None = None
        self._wanted = -1
        self._round: int | None = None
        self._entered: int | None = None
        self._last = 0
        self._alerts: list[str] = []
        self._doubted = False
        self.cards: list[tuple[int, str]] = []
        self.kept: list[tuple[str, str]] = []
        self.proposed: tuple[Fact, ...] = ()
        self.proposed_at = 0
        self.giving: tuple[Fact, ...] = ()
        self.again_to = 0
        self.cover = 0
        self.strays: list[tuple[int, str]] = []
        self.alone = ""
        self.deals = False

    def connect(self, shoe: Shoe) -> None:
        """The table has this shoe."""
        self._shoe = shoe

    def deliver(self, told: ShoeTold) -> None:
        """Something that the shoe tells."""
        self._told.append(told)
        self._woken()

    @property
    def connected(self) -> bool:
        """Whether the table has a shoe."""
        return self._shoe is not None

    @property
    def waits(self) -> bool:
        """Whether something that it told waits to be taken."""
        return bool(self._told)

    @property
    def stopped(self) -> bool:
        """Whether it gives no cards now, or none that are believed."""
        return self._condition is None or self._condition in _STOPS or self._doubted

    @property
    def doubted(self) -> bool:
        """Whether it is not believed to the end of the deal, because nobody can tell what was entered of it."""
        return self._doubted

    @property
    def view(self) -> DealingView:
        """As the dealer sees it."""
        state = DealingState.GONE if self.stopped else DealingState.READY
        return DealingView(state, recognised=self.proposed)

    def alerts(self) -> Iterator[Alert]:
        """What the dealer must know of it, as long as it lasts."""
        if self._condition is not None and self._condition in _STOPS:
            unclear = self._condition in (ShoeCondition.SILENT, ShoeCondition.WRONG)
            values: dict[str, str | int] = {"reason": self._detail} if unclear else {}
            yield Alert(AlertLevel.WARNING, _KEYS[self._condition], values)
        if self._doubted:
            yield Alert(AlertLevel.WARNING, _KEYS[ShoeCondition.WRONG], {"reason": _DOUBT})
        for key in self._alerts:
            yield Alert(AlertLevel.INFO if key == "shoe-cover" else AlertLevel.WARNING, key)

    # --- what it tells ------------------------------------------------------------------------------------------

    def take_told(self, say: Say) -> None:
        """Take what has come."""
        while self._told:
            told = self._told.popleft()
            if isinstance(told, ShoeIs):
                self._condition, self._detail = told.condition, told.detail
                say(_KEYS[told.condition])
                continue
            self._last = told.number
            self.again_to = told.number if told.again else self.again_to
            self._take(told, say)

    def _take(self, told: ShoeRead, say: Say) -> None:
        match told:
            case CardsOut() | TwoAtOnce() if self._doubted:
                self._took()
            case CardsOut(number=number, cards=cards):
                # Of a hand that lies together no card is the first: what could not be read is entered last.
                read = sorted(cards, key=lambda card: not card)
                self.cards += [(number - len(cards) + 1 + n, card) for n, card in enumerate(read)]
            case TwoAtOnce(number=number):
                self.cards += [(number, BY_HAND), (number, BY_HAND)]
                self.tell(say, "shoe-two")
            case CoverCard(number=number):
                self.cover = number

    def tell(self, say: Say, key: str) -> None:
        """The dealer must know this, to the end of the round; it is said once."""
        if key not in self._alerts:
            self._alerts.append(key)
            say(key)

    def by_hand(self, say: Say, key: str) -> None:
        """The first card that waits must be entered by hand."""
        number, _ = self.cards[0]
        self.cards[0] = (number, BY_HAND)
        self.tell(say, key)

    def doubt(self, say: Say) -> None:
        """What waits may have been entered, or not: the shoe is not believed to the end of the deal."""
        self._doubted = True
        say(_KEYS[ShoeCondition.WRONG])
        self.put_aside(len(self.cards))

    def put_aside(self, count: int) -> None:
        """The first cards that wait are not entered."""
        del self.cards[:count]
        self._took()

    def stray(self) -> None:
        """The first card that waits is no round's: it is put on record, and then forgotten."""
        self.strays.append(self.cards.pop(0))

    def stray_taken(self) -> None:
        """The first of the strays is on record."""
        del self.strays[0]
        self._took()

    def cover_taken(self) -> None:
        """The cover card is on record, or only said."""
        self.cover = 0
        self._took()

    # --- what it is told ----------------------------------------------------------------------------------------

    def begin(self, deal: int, number: int) -> None:
        """The round of that number is dealt, or with 0 none is. Another one forgets what was said of the last."""
        if number != self._round:
            if self._round is not None:
                self._alerts.clear()
                self.cards.clear()
            self._round, self._entered, self._doubted = number, None, False
            self.kept.clear()
        if self._shoe is not None and deal != self._deal:
            self._deal = deal
            self._shoe.begin(deal)

    def want(self, cards: int) -> None:
        """So many cards are waited for."""
        if self._shoe is not None and cards != self._wanted:
            self._wanted = cards
            self._shoe.want(cards)

    def look_at_entered(self, entered: tuple[Fact, ...]) -> None:
        """What has been entered since, by the shoe or by hand, was drawn: it waits no more."""
        new = () if self._entered is None else entered[self._entered :]
        self._entered = len(entered)
        for fact in new:
            if fact.audience == TABLE:
                self._opened(fact)
            elif self.cards and fact.audience == NOBODY:
                self._lies_down(fact.at)
            elif self.cards:
                del self.cards[0]
        if new:
            self.giving = ()
            self._took()

    def _opened(self, fact: Fact) -> None:
        """The dealer has entered an open card: of those that wait, or lie face down, it is that one."""
        for card in fact.values:
            found = next((n for n, (_, waits) in enumerate(self.cards) if waits == card), None)
            if found is not None:
                del self.cards[found]
            elif (fact.at, card) in self.kept:
                self.kept.remove((fact.at, str(card)))
                if self.cards and fact.name == self.alone:
                    self._lies_down(fact.at)  # the one just drawn lies there in its place
            elif self.cards and fact.name == self.alone:
                del self.cards[0]

    def _lies_down(self, at: str) -> None:
        """The first card that waits lies face down for all at that place."""
        _, card = self.cards.pop(0)
        if card not in ("", BY_HAND):
            self.kept.append((at, card))

    def _took(self) -> None:
        """What no longer waits may be forgotten."""
        waits = [*(number for number, _ in (*self.cards, *self.strays)), *filter(None, [self.cover])]
        first = min(waits, default=self._last + 1)
        if self._shoe is not None:
            self._shoe.took(first - 1)

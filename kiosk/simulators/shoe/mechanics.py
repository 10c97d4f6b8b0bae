"""The simulated shoe itself: cards in a row, a reader at the mouth, a lid; faults on request or by a seed."""

from __future__ import annotations

import random
import threading
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from typing import Final

import msgspec

from kiosk.cards import DECK, WITH_JOKER
from kiosk.devices.cabinet.framing import Frame
from kiosk.devices.cabinet.messages import NotUnderstood
from kiosk.devices.shoe.messages import (
    COVER,
    MOST_READS,
    POLL,
    STATE,
    TOGETHER,
    UNREAD,
    Order,
    Place,
    Read,
    ShoeState,
    read_order,
    write_state,
)
from kiosk.devices.shoe.port import ShoeCondition

FIRMWARE: Final = "sim-1.0"
SERIAL: Final = "SIM-SHOE-1"
KEPT: Final = 64  # what nobody has taken; older ones are lost


class Fault(StrEnum):
    """What may go wrong as a card is drawn."""

    MISREAD = "misread"
    TWO = "two at once"
    JAM = "jam"
    LID = "lid"
    EMPTY = "empty"


class Faults(msgspec.Struct, frozen=True):
    """How likely each is, as one draw in so many; 0: never. The same seed gives the same faults."""

    seed: int = 0
    one_in: dict[Fault, int] = {}


def shuffled(
    source: random.Random, *, joker: bool = False, decks: int = 1, gone: Counter[str] | None = None
) -> list[str]:
    """So many decks, with their Jokers or without, in a random order; without what is gone of them."""
    whole = Counter((WITH_JOKER if joker else DECK) * decks)
    cards = list((whole - (gone or Counter())).elements())
    source.shuffle(cards)
    return cards


class ShoeMechanics:
    """One shoe, or a shuffler that gives a `hand` of so many cards at once. Any thread.

    `deck` makes the cards of each deal. With a `cut` they last for many deals: the cover card lies before so many of
    them, and the first deal after it has come out gets new ones. `deals_itself`: it draws when a card is wanted, as a
    dealer would, and puts right what stops it: for a demonstration alone. `out` are the cards that have really left it
    in this deal.
    """

    def __init__(
        self,
        deck: Callable[[], list[str]],
        *,
        hand: int = 0,
        cut: int = 0,
        faults: Faults | None = None,
        deals_itself: bool = False,
    ) -> None:
        self._deck = deck
        self._hand = hand
        self._cut, self._covered = cut, False
        self._faults = faults or Faults()
        self._source = random.Random(self._faults.seed)  # noqa: S311 - repeatable on purpose
        self._deals_itself = deals_itself
        self._planned: deque[Fault] = deque()
        self._lock = threading.RLock()
        self.serial, self.boots, self.has_power = SERIAL, 0, False
        self.order = Order()
        self._deal = 0
        self.cards: list[str] = []
        self.out: list[str] = []
        self.power_on()

    # --- the power ----------------------------------------------------------------------------------------------

    def power_off(self) -> None:
        """Nothing is answered, and what nobody has taken is forgotten."""
        with self._lock:
            self.has_power = False

    def power_on(self) -> None:
        """It starts anew, once more than before, and counts from 1. Does nothing while it has power."""
        with self._lock:
            if not self.has_power:
                self.has_power = True
                self.boots += 1
                self._first, self._reads = 1, list[Read]()
                self._stopped: set[ShoeCondition] = set()

    def become(self, serial: str) -> None:
        """Somebody puts another shoe in its place."""
        with self._lock:
            self.power_off()
            self.serial, self.boots = serial, 0
            self.power_on()

    def saved(self) -> tuple[int, list[Read]]:
        """What its memory holds now: the number of the first card that nobody has taken, and those from there."""
        with self._lock:
            return self._first, list(self._reads)

    def put_back(self, memory: tuple[int, list[Read]]) -> None:
        """Its memory is that of an earlier moment; serial and starts are the same."""
        with self._lock:
            self._first, self._reads = memory[0], list(memory[1])

    # --- the hand -----------------------------------------------------------------------------------------------

    def load(self, cards: list[str]) -> None:
        """Put in these cards, the first of them at the mouth."""
        with self._lock:
            self.cards, self.out, self._covered = list(cards), [], False
            self._stopped.discard(ShoeCondition.EMPTY)

    def plan(self, *faults: Fault) -> None:
        """The next draws go wrong like this, one after the other; those after them by the seed."""
        with self._lock:
            self._planned.extend(faults)

    def draw(self) -> tuple[str, ...]:
        """Draw a card, or take a hand; answers what really left it. Nothing leaves a shoe that is stopped."""
        with self._lock:
            fault = self._next_fault()
            if fault in (Fault.JAM, Fault.LID):
                self._stopped.add(ShoeCondition.JAM if fault is Fault.JAM else ShoeCondition.LID_OPEN)
            if fault is Fault.EMPTY:
                self.cards = []
            if self._stopped & {ShoeCondition.JAM, ShoeCondition.LID_OPEN}:
                return ()
            count = self._hand or (2 if fault is Fault.TWO else 1)
            if len(self.cards) < count:
                self._stopped.add(ShoeCondition.EMPTY)
                return ()
            drawn, self.cards = tuple(self.cards[:count]), self.cards[count:]
            self.out += drawn
            self._read(drawn, fault)
            if self._cut and not self._covered and len(self.cards) <= self._cut:
                self.cover_card()
            return drawn

    def cover_card(self) -> None:
        """The cover card comes out."""
        with self._lock:
            self._covered = True
            self._tell(Read(COVER))

    def lid(self, *, is_open: bool) -> None:
        """Open its lid, or close it."""
        with self._lock:
            (self._stopped.add if is_open else self._stopped.discard)(ShoeCondition.LID_OPEN)

    def free(self) -> None:
        """Take out the card that is stuck: it goes back to the mouth."""
        with self._lock:
            self._stopped.discard(ShoeCondition.JAM)

    # --- the line -----------------------------------------------------------------------------------------------

    def answer(self, request: Frame) -> Frame | None:
        """What it answers; None for what is not answered."""
        with self._lock:
            if not self.has_power or request.code != POLL:
                return None
            with suppress(NotUnderstood):  # another version: it says who it is, and does nothing
                self._carry_out(read_order(request.data))
            return Frame(STATE, request.sequence, write_state(self.state))

    @property
    def state(self) -> ShoeState:
        """All that it would answer now."""
        with self._lock:
            reads = tuple(self._reads[:MOST_READS])
            return ShoeState(self.serial, FIRMWARE, self.boots, frozenset(self._stopped), self._first, reads)

    def _carry_out(self, order: Order) -> None:
        self.order = order
        if order.deal and order.deal != self._deal:
            self._deal = order.deal
            self._forget(len(self._reads))
            self.out = []
            if not self._cut or self._covered or not self.cards:
                self.load(self._deck())
        self._forget(min(max(0, order.taken - self._first + 1), len(self._reads)))
        if self._deals_itself and order.wanted and not self._reads:
            self._stopped -= {ShoeCondition.JAM, ShoeCondition.LID_OPEN}
            self.draw()

    def _forget(self, count: int) -> None:
        self._first += count
        self._reads = self._reads[count:]

    def _next_fault(self) -> Fault | None:
        if self._planned:
            return self._planned.popleft()
        chances = self._faults.one_in
        return next((fault for fault, rare in chances.items() if not self._source.randrange(rare)), None)

    def _read(self, drawn: tuple[str, ...], fault: Fault | None) -> None:
        if fault is Fault.TWO and not self._hand:
            self._tell(Read(TOGETHER))
            return
        codes = [WITH_JOKER.index(card) for card in drawn]
        if fault is Fault.MISREAD:
            codes[self._source.randrange(len(codes))] = UNREAD
        places = [Place.GOES_ON] * (len(codes) - 1) + [Place.ENDS] if self._hand else [Place.ALONE]
        for code, place in zip(codes, places, strict=True):
            self._tell(Read(code, place))

    def _tell(self, read: Read) -> None:
        self._reads.append(read)
        if len(self._reads) > KEPT:
            self._forget(1)

"""The shoe of a table: a real one on its serial port, a simulated one behind the same driver, or none."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import Annotated, Literal

import msgspec

from kiosk.cards import DECK
from kiosk.devices.cabinet.wire import BoardWire
from kiosk.devices.shoe.driver import LineShoe, Polls
from kiosk.devices.shoe.port import Notice, Shoe
from kiosk.simulators.cabinet.line import simulated_wire
from kiosk.simulators.shoe.mechanics import ShoeMechanics, shuffled


class ShoeFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The shoe in a console's configuration. ``port`` is the serial port of one on a ``line`` alone.

    A ``simulated`` one is for a demonstration: it deals by chance as soon as a card is asked for; with ``hand`` it is
    a shuffler that gives so many cards at once, and with ``joker`` of a deck that has one.
    """

    kind: Literal["none", "simulated", "line"] = "none"
    port: str = ""
    hand: Annotated[int, msgspec.Meta(ge=0, le=7)] = 0
    joker: bool = False

    def why_not(self) -> str | None:
        """What contradicts itself, naming key, value and what is expected; None when all is well."""
        if self.kind == "line" and not self.port:
            return "shoe.port is missing: expected the serial port of the shoe, as /dev/ttyUSB0"
        if self.kind != "line" and self.port:
            return f"shoe.port of {self.port!r}: expected none for a shoe of the kind {self.kind!r}"
        if self.kind != "simulated" and (self.hand or self.joker):
            key = "hand" if self.hand else "joker"
            return f"shoe.{key}: expected none for a shoe of the kind {self.kind!r}, which says it itself"
        return None


class OpenShoe:
    """A shoe, the hand at it where it is simulated, and how both end."""

    def __init__(self, shoe: Shoe, hand: ShoeMechanics | None, close: Callable[[], object]) -> None:
        self.shoe = shoe
        self.hand = hand
        self.close = close


def open_shoe(
    file: ShoeFile,
    tell: Notice,
    on_bug: Callable[[BaseException], None],
    seed: int | None = None,
    *,
    decks: int = 0,
    gone: Callable[[], Counter[str]] = Counter,
) -> OpenShoe | None:
    """The shoe in a thread of its own; None where the table has none. ``seed``: the simulated one deals by it.

    ``decks`` lie in a shoe that goes on from round to round, 0: each has a fresh deck. ``gone``: what has left it, also
    before this program began; asked in any thread.
    """
    if file.kind == "none":
        return None
    with ExitStack() as opened:
        hand: ShoeMechanics | None = None
        if file.kind == "simulated":
            source = random.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311 - repeatable
            hand = ShoeMechanics(
                lambda: shuffled(source, joker=file.joker, decks=decks or 1, gone=gone()),
                hand=file.hand,
                cut=decks * len(DECK) // 3,
                deals_itself=True,
            )
        open_wire = partial(BoardWire, file.port) if hand is None else simulated_wire(hand, opened)
        shoe = LineShoe(Polls(open_wire, tell), on_bug)
        opened.callback(shoe.close)
        return OpenShoe(shoe, hand, opened.pop_all().close)

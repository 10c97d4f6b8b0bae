"""The seam between the table and every game: what a game declares and how it settles.

A game is data and pure functions. The table, the seat and the screen work with the values and the two
protocols below alone; docs/games.md walks all five games through them.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Protocol, runtime_checkable

import msgspec

from kiosk.games.board import Board
from kiosk.games.errors import BadFacts as BadFacts
from kiosk.games.errors import BadLayout as BadLayout
from kiosk.games.errors import BadStake as BadStake
from kiosk.games.errors import GameError as GameError
from kiosk.games.errors import InexactConfiguration as InexactConfiguration
from kiosk.games.errors import UnknownGame as UnknownGame
from kiosk.games.errors import UnknownLayout as UnknownLayout

TABLE = "table"
"""The audience of a fact that everybody may see."""

ReadText = Callable[[str], str]
"""Answers the text of a layout or pay table file by its plain name; raises LookupError when there is none."""


class Fact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that the dealer enters: dice, a card, a jackpot meter in cents.

    `at` says where it lies when that matters (a box, the dealer). `audience` is "table", or the one seat that
    may see it until it is published to the table.
    """

    name: str
    values: tuple[int | str, ...]
    at: str = ""
    audience: str = TABLE


class Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decision of a seat: one option of a window, with the stakes in cents that it adds per spot."""

    window: str
    choice: str
    stakes: dict[str, int] = {}


class Extra(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stake that an option adds on a spot: from `least` to `most` cents, both included."""

    spot: str
    least: int
    most: int


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that a seat may decide in a window, and the stakes that it asks for."""

    choice: str
    extras: tuple[Extra, ...] = ()


class Window(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decision that is open now. `default` is the option that counts when the seat does not answer."""

    name: str
    audience: str
    options: tuple[Option, ...]
    default: str


class Act(msgspec.Struct, frozen=True):
    """Something physical that the dealer or a machine does, at least `times` times: it ends with the fact of its kind.

    That fact has one value: how many times it was done.
    """

    kind: str
    times: int = 1


class Enter(msgspec.Struct, frozen=True):
    """The next fact that the dealer enters, or a device reads: its name, where it lies, and who may see it."""

    fact: str
    at: str = ""
    audience: str = TABLE


class Settle(msgspec.Struct, frozen=True):
    """Everything is known: the round has its result."""


class OnlyVoid(msgspec.Struct, frozen=True):
    """The round can have no result any more; `reason` stands in the log."""

    reason: str


class VoidReasons(msgspec.Struct, frozen=True):
    """Why a round of the game is void by its rules, as the log has it; the screens translate these.

    `early`: the device was started before "no more bets"; `again`: once more before the result; `late`: nobody saw it
    begin; `damaged`: what the game is played with.
    """

    early: str
    again: str
    late: str
    damaged: str


Ask = Act | Enter | Settle | OnlyVoid
"""What comes next in a round whose bets are closed."""


class Spot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place for chips. `window` says when chips may land there: "bets", or the decision that opens it."""

    id: str
    kind: str
    window: str = "bets"


class SpotResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What became of the stake on one spot, in cents: stake, part of it given back, net winnings on top.

    Winnings do not need a returned stake: a side Bet may lose and still earn a bonus.
    """

    staked: int
    returned: int
    won: int

    @property
    def lost(self) -> int:
        """The part of the stake that the House keeps, in cents."""
        return self.staked - self.returned


class Settlement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What became of a whole slip, spot by spot. All sums in cents."""

    spots: dict[str, SpotResult]

    @property
    def staked(self) -> int:
        """All stakes."""
        return sum(result.staked for result in self.spots.values())

    @property
    def returned(self) -> int:
        """All stakes or parts of stakes that go back."""
        return sum(result.returned for result in self.spots.values())

    @property
    def won(self) -> int:
        """All net winnings."""
        return sum(result.won for result in self.spots.values())

    @property
    def lost(self) -> int:
        """All that the House keeps of the stakes."""
        return self.staked - self.returned

    @property
    def paid(self) -> int:
        """All that goes to the player: stakes given back and net winnings."""
        return sum(result.returned + result.won for result in self.spots.values())


class Chance(Protocol):
    """Where chance comes from, so that a game stays pure: `random.Random` is one."""

    def randrange(self, stop: int, /) -> int:
        """A whole number of 0 to below `stop`, each as likely."""


class Layout(Protocol):
    """A layout of a game: its spots, its boards and what they pay. Frozen once read."""

    @property
    def game(self) -> str:
        """Name of the game."""

    @property
    def name(self) -> str:
        """Name of the layout within the game."""

    @property
    def spots(self) -> Mapping[str, Spot]:
        """Every spot by its id, in the order of the rules."""

    @property
    def boards(self) -> Mapping[str, Board]:
        """The board by orientation: "landscape" and "portrait"."""

    def odds(self, spot: str) -> tuple[Fraction, ...]:
        """Every net result per unit staked that the spot can have, other than losing the whole stake.

        1 wins as much again, 0 is a stand off, -1/2 gives half back. Raises KeyError for an unknown spot.
        """


class Game(Protocol):
    """The rules of a game, pure."""

    @property
    def name(self) -> str:
        """The game's name: its folder in `games/`, `layouts/` and `ui/terminal/`."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """Every kind of spot, on whatever layout."""

    @property
    def void_reasons(self) -> VoidReasons:
        """Why a round is void by the game's rules."""

    def read_layout(self, name: str, read: ReadText) -> Layout:
        """The layout of that name, read strictly from its file and the pay table that it names.

        Raises UnknownLayout when there is none and BadLayout for a damaged file, with file and key.
        """

    def check_facts(self, layout: Layout, facts: Sequence[Fact]) -> None:
        """Passes when the facts so far can be true, complete or not. Raises BadFacts."""

    def agenda(self, layout: Layout, facts: Sequence[Fact]) -> Ask:
        """What comes next, the bets closed, after these facts of the round, those of acts among them. Raises BadFacts.

        The facts alone decide it, so that every reader of the log knows the same.
        """

    def by_chance(self, layout: Layout, facts: Sequence[Fact], source: Chance) -> tuple[Fact, ...]:
        """The facts of the result that these lack still, dealt by chance; none when it is whole. Raises BadFacts."""

    def stands(self, layout: Layout, facts: Sequence[Fact]) -> bool:
        """Whether what decides the round lies on the table already, entered or not, after these facts.

        A round that was void by mistake can still have its result then, and nobody may void it alone.
        """

    def is_complete(self, layout: Layout, facts: Sequence[Fact], choices: Sequence[Choice] = ()) -> bool:
        """Whether the facts and choices so far settle every spot. Raises BadFacts."""

    def windows(
        self, layout: Layout, stakes: Mapping[str, int], facts: Sequence[Fact], choices: Sequence[Choice] = ()
    ) -> tuple[Window, ...]:
        """The decisions open now to a seat with these stakes. Raises BadFacts."""

    def decided(
        self, layout: Layout, stakes: Mapping[str, int], facts: Sequence[Fact], choices: Sequence[Choice] = ()
    ) -> Settlement:
        """What becomes of the stakes that are already won or lost for certain, also before the end of the round.

        It says what may be settled early and, after an interruption, whether an outcome has been established.
        Spots that are still open are left out. Raises as `settle` does, but not for an incomplete outcome.
        """

    def settle(
        self, layout: Layout, stakes: Mapping[str, int], facts: Sequence[Fact], choices: Sequence[Choice] = ()
    ) -> Settlement:
        """What becomes of the stakes (cents per spot) and of those that the choices add, the outcome complete.

        Raises BadStake, BadFacts (also for an incomplete outcome) and InexactPayout.
        """


class Spread(msgspec.Struct, frozen=True):
    """What the House keeps of stakes over all equally likely outcomes: the sums of it (cents) and of its squares."""

    outcomes: int
    kept: int
    squares: int

    @property
    def expected(self) -> Fraction:
        """What the House keeps on average, in cents."""
        return Fraction(self.kept, self.outcomes)

    @property
    def variance(self) -> Fraction:
        """The variance of it, in square cents."""
        return Fraction(self.squares, self.outcomes) - self.expected**2


@runtime_checkable
class FiniteGame(Protocol):
    """A game whose results can all be counted beforehand, and whose spots pay each by its own stake alone.

    What a spot pays on an outcome is in proportion to the stake on it, whatever else is staked, and no decision of
    a seat changes it: so what a table's bets can cost follows from one look at each spot.
    """

    def outcomes(self) -> Sequence[tuple[Fact, ...]]:
        """Every outcome as complete facts, none twice."""

    def spread(self, layout: Layout, stakes: Mapping[str, int]) -> Spread:
        """What the House keeps of these stakes over all outcomes. Raises KeyError for an unknown spot."""


def check_exact(layout: Layout, unit: int) -> None:
    """Passes when every payout for a stake that is a multiple of `unit` cents is whole cents.

    A payout is stake times odds, so the unit alone decides. Raises InexactConfiguration naming spot, odds and
    unit.
    """
    if type(unit) is not int or unit < 1:
        raise InexactConfiguration(f"unit {unit!r}: expected whole cents, 1 or more")
    for spot in layout.spots:
        for odds in layout.odds(spot):
            if unit * odds.numerator % odds.denominator:
                raise InexactConfiguration(
                    f"layout {layout.name}, spot {spot}: odds of {odds} to 1 on the unit of {unit} cents pay "
                    f"{unit * odds} cents: expected whole cents"
                )

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

NOBODY = "nobody"
"""The audience of a fact that lies face down for all: where it lies is known, and nothing more."""

HOLDS = "holds"
"""The fact that names the boxes of the round: the seats with bets, in the order in which they are dealt to."""

POWER_FAILURE = "power-failure"
"""The irregularity, of the table, that the power failed before a bet was decided: the rules of the game settle it."""

WRONG_PICTURE = "a decision was taken on a card that was entered wrongly"
"""What is said of an irregularity that comes with a correction."""

MOVED = "whole hands were moved to their boxes"
"""What is said of an irregularity that comes with such a move."""

INTERIM = "interim"
"""The fact that an interim settlement was made; its one value counts them."""

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


class Extra(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stake that an option adds on a spot: from `least` to `most` cents, both included."""

    spot: str
    least: int
    most: int


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that a box may decide, and the stakes that it asks for.

    `choice` says it all: an option of many, as a setting of cards, is named by what it is. `asks_twice`: hardly anybody
    means it (a fold of a flush), so the screen asks once more.
    """

    choice: str
    extras: tuple[Extra, ...] = ()
    asks_twice: bool = False


class Window(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a box may decide now. `default` counts when its seat is there and silent, `absent` when it is not there.

    `more` are further options by their names alone, where there are too many to list with what they ask for. `returns`:
    what counts for an absent seat takes its bets back, so that staff look for one that is often away.
    """

    name: str
    options: tuple[Option, ...]
    default: str
    absent: str
    more: frozenset[str] = frozenset()
    returns: bool = False

    def why_not(self, choice: str, stakes: Mapping[str, int]) -> str | None:
        """Why a box may not choose that with these added stakes (cents by spot), or None."""
        found = next((option for option in self.options if option.choice == choice), None)
        if found is None and choice in self.more:
            found = Option(choice)
        if found is None:
            return f"found the choice '{choice}' in '{self.name}', expected one of those that are open"
        for spot in stakes.keys() - {extra.spot for extra in found.extras}:
            return f"'{choice}': found a stake on '{spot}', which it does not ask for"
        for extra in found.extras:
            cents = stakes.get(extra.spot, 0)
            if not extra.least <= cents <= extra.most:
                return f"'{choice}': found {cents} cents on '{extra.spot}', expected {extra.least} to {extra.most}"
        return None


class Act(msgspec.Struct, frozen=True):
    """Something physical that the dealer or a machine does, at least `times` times: it ends with the fact of its kind.

    That fact has one value: how many times it was done.
    """

    kind: str
    times: int = 1


class Boxes(msgspec.Struct, frozen=True):
    """Who plays: the console names the boxes by the bets that are registered (the fact HOLDS)."""


class Enter(msgspec.Struct, frozen=True):
    """The next fact that the dealer enters, or a device reads: its name, where it lies, and who may see it.

    For one seat's eyes, the table has it without its values; so it has what is for NOBODY's. `share`: it is a prize in
    cents, and this is the part of the jackpot that the box has won with its bet on it; without one it has won nothing.
    `older`: the box where a program of before asked for the card instead: its record counts, nobody enters it there
    now.
    """

    fact: str
    at: str = ""
    audience: str = TABLE
    share: Fraction | None = None
    older: str = ""


class Fell(msgspec.Struct, frozen=True):
    """What a correction took out of a play: it stood before the fact at this place, or is a card that lies there now as
    put away. `hand` is the number of the hand of its box that it was for; 0 for none."""

    at: int
    fact: Fact
    hand: int = 0


class Corrected(msgspec.Struct, frozen=True):
    """A play after one of its facts was corrected, the boxes that choose by it among its facts, and all that has fallen
    away: a correction that was a mistake itself can be taken back."""

    facts: tuple[Fact, ...]
    fell: tuple[Fell, ...] = ()


class Moves(msgspec.Struct, frozen=True):
    """At which boxes whole hands may change their places, because they lie at wrong boxes.

    `fact` is the name of what a hand consists of. `then` are irregularities that come with it: those of the table, and
    those at the boxes concerned.
    """

    boxes: tuple[str, ...] = ()
    fact: str = ""
    then: tuple[Enter, ...] = ()


class Decide(msgspec.Struct, frozen=True):
    """These boxes decide now, each in the window of that name. What is decided are facts of that name at each box."""

    window: str
    boxes: tuple[str, ...]


class Publish(msgspec.Struct, frozen=True):
    """What was one seat's becomes the table's: the same facts once more, with their values. `facts` are their places
    among those entered."""

    facts: tuple[int, ...]


class Interim(msgspec.Struct, frozen=True):
    """What is decided already is settled now."""


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


Ask = Boxes | Act | Enter | Decide | Publish | Interim | Settle | OnlyVoid
"""What comes next in a round whose bets are closed."""


class Added(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the rules let a decision put on a spot: from `least` to `most` times the stake on the spot of kind `on`.

    With `least` 0 it may be as little as the table's unit.
    """

    on: str
    least: Fraction
    most: Fraction


class Spot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place for chips. `window` says when chips may land there: "bets", or the decision that opens it.

    `needs`: the spot that must carry chips before this one may; none when it is "". `capped`: this one carries no more
    than that. `jackpot`: bets there are on the jackpot that tables share, all of one amount. `added`: how much a
    decision puts there, where the rules say it; the limits of the table must leave room for it.
    """

    id: str
    kind: str
    window: str = "bets"
    needs: str = ""
    capped: bool = False
    jackpot: bool = False
    added: Added | None = None


class SpotResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
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

    @property
    def net(self) -> int:
        """What it changes in the credit of before the bet, in cents."""
        return self.returned + self.won - self.staked


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


class Theory(msgspec.Struct, frozen=True):
    """What the House keeps of stakes on average, in cents, and the variance of it, in square cents."""

    expected: Fraction
    variance: Fraction


def replaced(facts: Sequence[Fact], at: int, right: Fact) -> tuple[Fact, ...]:
    """The same facts with that one in place of the one at `at`."""
    return (*facts[:at], right, *facts[at + 1 :])


class Game(Protocol):
    """The rules of a game, pure."""

    @property
    def name(self) -> str:
        """The game's name: its folder in `games/`, `layouts/` and `ui/terminal/`."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """Every kind of spot, on whatever layout."""

    @property
    def one_layout(self) -> bool:
        """Whether every seat of a table has the table's layout: it says how the table is dealt to."""

    @property
    def acts(self) -> tuple[str, ...]:
        """The kinds of all acts that the agenda ever asks for; no other fact has the name of one."""

    @property
    def void_reasons(self) -> VoidReasons:
        """Why a round is void by the game's rules."""

    def decks(self, layout: Layout) -> int:
        """How many decks lie in the shoe from which the table is dealt round after round.

        0 where no cards are dealt, or every round is dealt from a deck that was shuffled for it.
        """

    def drawn(self, facts: Sequence[Fact]) -> tuple[str, ...]:
        """The cards among these facts that have left such a shoe, those that were put away too."""

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

    def irregularities(self, layout: Layout, facts: Sequence[Fact]) -> tuple[Enter, ...]:
        """What may be entered beside what is asked for, because something went wrong that the rules settle.

        Each is a fact with one value for the table, which says what happened. Raises BadFacts.
        """

    def moves(self, layout: Layout, facts: Sequence[Fact]) -> Moves:
        """Which boxes have whole hands that the rules let be moved to the boxes where they belong. Raises BadFacts."""

    def corrected(
        self, layout: Layout, facts: Sequence[Fact], at: int, right: Fact, fell: Sequence[Fell] = ()
    ) -> Corrected:
        """The play when `right` lies in place of the fact at `at`; `fell` is what corrections before have dropped. What
        the play after it cannot have asked for then is dropped, or marked, as the rules of the game have it; by default
        all of it stands. Raises BadFacts."""

    def by_chance(self, layout: Layout, facts: Sequence[Fact], source: Chance) -> tuple[Fact, ...]:
        """What `Enter` asks for, dealt by chance, as many as belong together; none when it asks for nothing.

        The facts are those that the result repeats, with the values of the hidden ones. Raises BadFacts.
        """

    def stands(self, layout: Layout, facts: Sequence[Fact]) -> bool:
        """Whether what decides the round lies on the table already, entered or not, after these facts.

        A round that was void by mistake can still have its result then, and nobody may void it alone.
        """

    def is_complete(self, layout: Layout, facts: Sequence[Fact]) -> bool:
        """Whether the facts settle every spot. Raises BadFacts."""

    def window(self, layout: Layout, facts: Sequence[Fact], box: str, stakes: Mapping[str, int]) -> Window:
        """What a box with these stakes may decide, while the agenda lets it decide.

        The facts are those that its seat knows, and so does the console. Raises BadFacts.
        """

    def reserve(self, layout: Layout, stakes: Mapping[str, int]) -> int:
        """The cents that the credit must keep beside these stakes, until the decisions of the round are made.

        A game whose bets must be followed by more takes none that the credit does not carry. Raises KeyError for an
        unknown spot.
        """

    def decided(
        self, layout: Layout, stakes: Mapping[str, int], facts: Sequence[Fact], box: str = ""
    ) -> Settlement:
        """What becomes of the stakes that are already won or lost for certain, also before the end of the round.

        It says what an interim settlement settles and, after an interruption, whether an outcome has been established.
        Spots that are still open are left out. Raises as `settle` does, but not for an incomplete outcome.
        """

    def settle(
        self, layout: Layout, stakes: Mapping[str, int], facts: Sequence[Fact], box: str = ""
    ) -> Settlement:
        """What becomes of a box's stakes (cents per spot), those among them that its decisions added.

        A stake that no decision of the box asks for goes back whole. A box without one of the facts that a result needs
        of it (a seat that has registered nothing valid) settles nothing. Raises BadStake, BadFacts (also for an
        incomplete outcome) and InexactPayout.
        """

    def theory(self, layout: Layout, stakes: Mapping[str, int]) -> Theory:
        """What the House keeps of these stakes: for the hold against theory. Raises KeyError for an unknown spot.

        Where decisions of the seat count, by best play: what a player gives away beyond it is no fault of a machine.
        """


@runtime_checkable
class FiniteGame(Protocol):
    """A game whose results can all be counted beforehand, and whose spots pay each by its own stake alone.

    What a spot pays on an outcome is in proportion to the stake on it, whatever else is staked, and no decision of
    a seat changes it: so what a table's bets can cost follows from one look at each spot.
    """

    def outcomes(self) -> Sequence[tuple[Fact, ...]]:
        """Every outcome as complete facts, none twice."""


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

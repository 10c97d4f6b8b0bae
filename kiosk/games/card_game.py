"""What all card games have in common behind the seam: the facts of a round make a deal, and the deal answers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from kiosk.games.errors import BadFacts
from kiosk.games.game import (
    Ask,
    Chance,
    Corrected,
    Enter,
    Fact,
    Fell,
    Layout,
    Moves,
    ReadText,
    Settle,
    Settlement,
    Theory,
    VoidReasons,
    Window,
    replaced,
)
from kiosk.games.laid import SHUFFLE, VOIDS
from kiosk.games.layout_file import own_layout
from kiosk.games.stakes import check_known

_Layout = TypeVar("_Layout", bound=Layout)
_Deal = TypeVar("_Deal")
_OfBox = Callable[[_Layout, _Deal, Mapping[str, int], str], Settlement]


@dataclass(frozen=True, eq=False)
class CardGame(Generic[_Layout, _Deal]):
    """See `kiosk.games.game.Game`: a card game as the functions that answer for it, each of its own felt and deal."""

    name: str
    kinds: tuple[str, ...]
    felt: type[_Layout]
    read_felt: Callable[[str, ReadText], _Layout]
    """The felt of that name from its file. Raises UnknownLayout and BadLayout."""
    read: Callable[[_Layout, Sequence[Fact]], _Deal]
    """What these facts say, complete or not. Raises BadFacts for what cannot be true."""
    what_next: Callable[[_Layout, _Deal], Ask]
    """What comes next, acts and interim settlements among it."""
    what_is_dealt_next: Callable[[_Layout, _Deal], Ask]
    """The same for facts without those of acts and interim settlements, as a result has them."""
    may_go_wrong: Callable[[_Deal], tuple[Enter, ...]]
    """What may be entered beside what is asked for, because something went wrong that the rules settle."""
    may_move: Callable[[_Deal], Moves]
    """Which whole hands may be moved to the boxes where they belong."""
    deal_by_chance: Callable[[_Layout, Sequence[Fact], Chance], tuple[Fact, ...]]
    """What is asked for after these facts, dealt by chance."""
    lies: Callable[[_Deal], bool]
    """Whether what decides the round lies on the table already."""
    options: Callable[[_Layout, _Deal, str, Mapping[str, int]], Window]
    """What a box with these stakes may decide. Raises BadFacts for one that is not asked."""
    early: _OfBox[_Layout, _Deal]
    """What is won or lost for certain of the stakes of a box, before the round is over. Raises BadStake."""
    at_end: _OfBox[_Layout, _Deal]
    """What becomes of all stakes of a box, once the round is over. Raises BadStake and InexactPayout."""
    needed: str
    """What a round needs to be over, in words."""
    kept: Callable[[_Layout, Mapping[str, int]], Theory]
    """What the House keeps of these stakes of known spots, by best play."""
    to_follow: Callable[[Mapping[str, int]], int] = lambda _stakes: 0
    """The cents that must follow these stakes."""
    put_right: Callable[[_Layout, Sequence[Fact], int, Fact, Sequence[Fell]], Corrected] = (
        lambda _layout, facts, at, right, _fell: Corrected(replaced(facts, at, right))
    )
    """The play when that fact lies at that place; all of it stands where what was decided does."""
    void_reasons: VoidReasons = VOIDS
    decks_of: Callable[[_Layout], int] = lambda _layout: 0
    """The decks of the shoe that goes on from round to round; 0 where every round has a fresh deck."""
    leaves: tuple[str, ...] = ()
    """The names of the facts of cards that leave that shoe."""

    @property
    def acts(self) -> tuple[str, ...]:
        """The shuffle, where the deck is shuffled for each round."""
        return (SHUFFLE,)

    @property
    def one_layout(self) -> bool:
        """Every seat has the table's: it says what is dealt from, and so in which order."""
        return True

    def decks(self, layout: Layout) -> int:
        """See `kiosk.games.game.Game`."""
        return self.decks_of(self._own(layout))

    def drawn(self, facts: Sequence[Fact]) -> tuple[str, ...]:
        """The cards among these facts that have left the shoe."""
        return tuple(str(card) for fact in facts if fact.name in self.leaves for card in fact.values)

    def read_layout(self, name: str, read: ReadText) -> _Layout:
        """The felt of that name, from its file. Raises UnknownLayout and BadLayout."""
        return self.read_felt(name, read)

    def check_facts(self, layout: Layout, facts: Sequence[Fact]) -> None:
        """Passes when the facts so far can be true: no card lies more often than there are decks. Raises BadFacts."""
        self._deal(layout, facts)

    def agenda(self, layout: Layout, facts: Sequence[Fact]) -> Ask:
        """What comes next, the bets closed. Raises BadFacts."""
        return self.what_next(*self._deal(layout, facts))

    def irregularities(self, layout: Layout, facts: Sequence[Fact]) -> tuple[Enter, ...]:
        """What went wrong, as the rules settle it, and where it may be entered. Raises BadFacts."""
        return self.may_go_wrong(self._deal(layout, facts)[1])

    def moves(self, layout: Layout, facts: Sequence[Fact]) -> Moves:
        """Which whole hands may be moved, and what is asked then. Raises BadFacts."""
        return self.may_move(self._deal(layout, facts)[1])

    def corrected(
        self, layout: Layout, facts: Sequence[Fact], at: int, right: Fact, fell: Sequence[Fell] = ()
    ) -> Corrected:
        """The play with that fact in place of a wrong one. Raises BadFacts."""
        return self.put_right(self._own(layout), facts, at, right, fell)

    def by_chance(self, layout: Layout, facts: Sequence[Fact], source: Chance) -> tuple[Fact, ...]:
        """What is asked for, dealt by chance; none where it is nothing to enter. Raises BadFacts."""
        return self.deal_by_chance(self._own(layout), facts, source)

    def stands(self, layout: Layout, facts: Sequence[Fact]) -> bool:
        """Whether what decides the round lies on the table already, entered or not. Raises BadFacts."""
        return self.lies(self._deal(layout, facts)[1])

    def is_complete(self, layout: Layout, facts: Sequence[Fact]) -> bool:
        """Whether all is there that the stakes need. Raises BadFacts."""
        return self._is_over(*self._deal(layout, facts))

    def window(self, layout: Layout, facts: Sequence[Fact], box: str, stakes: Mapping[str, int]) -> Window:
        """What a box with these stakes may decide now. Raises BadFacts for one that has nothing to decide."""
        return self.options(*self._deal(layout, facts), box, stakes)

    def reserve(self, layout: Layout, stakes: Mapping[str, int]) -> int:
        """What must follow these stakes, in cents. Raises KeyError for an unknown spot."""
        check_known(layout, stakes)
        return self.to_follow(stakes)

    def decided(
        self, layout: Layout, stakes: Mapping[str, int], facts: Sequence[Fact], box: str = ""
    ) -> Settlement:
        """What is known already. Raises as `settle` does, but not for an incomplete outcome."""
        felt, deal = self._deal(layout, facts)
        settled = self.at_end if self._is_over(felt, deal) else self.early
        return settled(felt, deal, stakes, box)

    def settle(
        self, layout: Layout, stakes: Mapping[str, int], facts: Sequence[Fact], box: str = ""
    ) -> Settlement:
        """Pays and collects the stakes of a box. Raises BadStake, BadFacts and InexactPayout."""
        felt, deal = self._deal(layout, facts)
        if not self._is_over(felt, deal):
            raise BadFacts(f"found a round that is not over: expected {self.needed}")
        return self.at_end(felt, deal, stakes, box)

    def theory(self, layout: Layout, stakes: Mapping[str, int]) -> Theory:
        """What the House keeps of these stakes, by best play. Raises KeyError for an unknown spot."""
        check_known(layout, stakes)
        return self.kept(self._own(layout), stakes)

    def _own(self, layout: Layout) -> _Layout:
        return own_layout(layout, self.felt, self.name)

    def _deal(self, layout: Layout, facts: Sequence[Fact]) -> tuple[_Layout, _Deal]:
        felt = self._own(layout)
        return felt, self.read(felt, facts)

    def _is_over(self, felt: _Layout, deal: _Deal) -> bool:
        return isinstance(self.what_is_dealt_next(felt, deal), Settle)

"""Decisions of Casino Stud Poker: when they are open, what they cost, and what silence means (rules 3.7, 3.12, 5.5)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kiosk.cards.poker import Category, category_of, rank_hand
from kiosk.games.errors import BadFacts
from kiosk.games.game import Extra, Fact, Option
from kiosk.games.stud.hands import CARDS
from kiosk.games.stud.paytable import ANTE, BET, CALL

FOLD, STAY = "fold", "bet"
"""The two decisions; who does not answer has Folded (rule 5.5)."""
CARD, HOLDS, DEALER = "card", "holds", "dealer"
"""The facts: a card at a box or the Dealer, hidden ones without their value, and which seat holds a box."""


@dataclass(frozen=True)
class BoxWindow:
    """A decision that is open to a box: what it may choose, and what silence means. `audience` decides for it."""

    name: str
    audience: str
    options: tuple[Option, ...]
    default: str


@dataclass(frozen=True)
class Choice:
    """What was decided in a window, with the stakes that it adds in cents by spot."""

    window: str
    choice: str
    stakes: Mapping[str, int] = field(default_factory=dict)


def bet_for(ante: int) -> int:
    """What a BET costs, in cents: exactly twice the Ante (rules 1.3 and 3.12.2)."""
    return 2 * ante


def credit_for(ante: int, jackpot: int = 0) -> int:
    """The credit that an Ante asks for, in cents: itself, its BET, and the jackpot Bet beside it.

    Who cannot place the BET could only Fold.
    """
    return ante + bet_for(ante) + jackpot


def windows(
    stakes: Mapping[str, int], facts: Sequence[Fact], choices: Sequence[Choice] = ()
) -> tuple[BoxWindow, ...]:
    """The decisions open now, for each box with an Ante among the stakes (cents per spot), in the order of the boxes.

    All open at once: when every one of these boxes has its five cards and the Dealer's first card lies face up
    (rules 3.10 to 3.12). A decision is final, and none is open once the Dealer shows more. A box that its Player has
    not looked at is decided alike (rule 3.7). Raises BadFacts when nobody holds a box that is to decide.
    """
    antes = {box: stakes[f"{ANTE}-{box}"] for box in _boxes(stakes)}
    if not all(_cards_at(f"box-{box}", facts) == CARDS for box in antes) or _cards_at(DEALER, facts) != 1:
        return ()
    made = {choice.window for choice in choices}
    return tuple(_window(box, ante, facts) for box, ante in antes.items() if _name(box) not in made)


def established(facts: Sequence[Fact], choices: Sequence[Choice] = ()) -> bool:
    """Whether an outcome is established, so that an interrupted Round is concluded (rules 5.7.1 and 5.7.2).

    The first Fold has lost its Ante; the Dealer's five cards decide the rest.
    """
    return any(choice.choice == FOLD for choice in choices) or _cards_at(DEALER, facts) == CARDS


def asks_again(cards: Sequence[str]) -> bool:
    """Whether a Fold of this Hand is asked about once more: it would win of the jackpot (rules 3.12.1 and 4.2)."""
    return category_of(rank_hand(cards)) >= Category.FLUSH


def _boxes(stakes: Mapping[str, int]) -> list[int]:
    spots = (spot.rpartition("-") for spot, cents in stakes.items() if cents)
    return sorted(int(box) for kind, _, box in spots if kind == ANTE)


def _name(box: int) -> str:
    return f"{CALL}/box-{box}"


def _window(box: int, ante: int, facts: Sequence[Fact]) -> BoxWindow:
    place = f"box-{box}"
    seat = next((fact.values[0] for fact in reversed(facts) if fact.name == HOLDS and fact.at == place), None)
    if not isinstance(seat, str):
        raise BadFacts(f"{place}: found {seat!r} as its holder: expected the name of a seat")
    cost = bet_for(ante)
    options = (Option(FOLD), Option(STAY, (Extra(f"{BET}-{box}", cost, cost),)))
    return BoxWindow(_name(box), seat, options, default=FOLD)


def _cards_at(place: str, facts: Sequence[Fact]) -> int:
    return sum(fact.name == CARD and fact.at == place for fact in facts)

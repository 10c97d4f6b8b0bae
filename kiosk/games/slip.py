"""A round of a card game, as a dealer would write it on paper: every box, and the dealer."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from kiosk.games.errors import BadFacts, BadStake, GameError
from kiosk.games.game import SpotResult
from kiosk.games.laid import checked
from kiosk.money import MOST_CENTS, InexactPayout
from kiosk.written import quoted, shown

_KEYS = ("boxes", "dealer")
_BOX_KEYS = ("box", "bets", "cards")
_DRAWN_KEYS = ("decisions", "draws")


class BoxSlip(NamedTuple):
    """One box: its number, its bets in cents by name, its cards, and the decisions that were taken for it.

    `draws`: the cards that came after the first, in a game where they are drawn.
    """

    box: int
    bets: dict[str, int]
    cards: tuple[str, ...]
    decisions: tuple[str, ...]
    draws: tuple[str, ...] = ()


class Slip(NamedTuple):
    """A whole table."""

    boxes: tuple[BoxSlip, ...]
    dealer: tuple[str, ...]


def read_slip(
    written: Mapping[str, object],
    *,
    bets: Sequence[str],
    cards: int,
    boxes: int,
    joker: bool = False,
    decks: int = 1,
    drawn: bool = False,
    more: Sequence[str] = (),
) -> Slip:
    """The slip with these bets on 1 to so many boxes, so many cards at each and at the dealer, of so many decks.

    `drawn`: further cards are drawn. Those of a box stand in its `draws`, which may be left out, and so may its
    decisions; the dealer has one card or more. `more` are keys that it may have besides, for the game to read. Raises
    BadStake, BadFacts and GameError, naming the box, what was found and what was expected.
    """
    check_keys("the slip", written, _KEYS, more)
    found = written["boxes"]
    if not isinstance(found, list) or not 1 <= len(found) <= boxes:
        raise GameError(f"boxes: found {shown(found)}: expected a list of 1 to {boxes} boxes")
    read = tuple(_box(one, number, bets, boxes, drawn=drawn) for number, one in enumerate(found, 1))
    numbers = [one.box for one in read]
    if twice := next((number for number in numbers if numbers.count(number) > 1), None):
        raise GameError(f"boxes: found box {twice} {numbers.count(twice)} times: expected each once")
    dealer = _cards_of("dealer", written["dealer"])
    for one in read:
        _check_dealt(f"box {one.box}: cards", one.cards, (cards,), joker=joker, decks=decks)
        _check_dealt(f"box {one.box}: draws", one.draws, (len(one.draws),), decks=decks)
    _check_dealt("dealer", dealer, () if drawn else (cards,), joker=joker, decks=decks)
    if decks == 1:
        _check_once((*((f"box {one.box}", one.cards) for one in read), ("the dealer", dealer)))
    checked([card for one in read for card in (*one.cards, *one.draws)] + [*dealer], joker=joker, decks=decks)
    return Slip(read, dealer)


def read_cards(
    written: Mapping[str, object], numbers: Sequence[int] = (), *, joker: bool = False, decks: int = 1
) -> tuple[str, ...]:
    """The cards of a line of `kiosk hand`: as many as one of the numbers, without one at least one card.

    Raises BadFacts and GameError.
    """
    check_keys("the line", written, ("cards",))
    cards = _cards_of("cards", written["cards"])
    _check_dealt("cards", cards, numbers, joker=joker, decks=decks)
    return cards


@contextmanager
def at_box(box: int) -> Iterator[None]:
    """What is refused inside names the box."""
    try:
        yield
    except (GameError, InexactPayout) as error:
        raise type(error)(f"box {box}: {error}") from None


def answer(boxes: Sequence[tuple[int, Mapping[str, SpotResult]]]) -> dict[str, object]:
    """What becomes of every box, in cents, as `kiosk settle` says it."""
    return {
        "boxes": [
            {
                "box": box,
                "bets": {
                    bet: {"staked": one.staked, "returned": one.returned, "won": one.won}
                    for bet, one in bets.items()
                },
                "staked": sum(one.staked for one in bets.values()),
                "returned": sum(one.returned for one in bets.values()),
                "won": sum(one.won for one in bets.values()),
            }
            for box, bets in boxes
        ]
    }


def explained(
    category: str,
    name: str,
    *,
    house_way: object = None,
    bonus: object = None,
    total: int | None = None,
) -> dict[str, object]:
    """What a hand is, as `kiosk hand` says it."""
    return {"category": category, "name": name, "house_way": house_way, "bonus": bonus, "total": total}


def check_keys(
    what: str, written: Mapping[str, object], keys: Sequence[str], more: Sequence[str] = ()
) -> None:
    """Passes when the object has these keys, and none beside them but `more`. Raises GameError."""
    if not set(keys) <= written.keys() <= {*keys, *more}:
        found = ", ".join(written) or "none"
        raise GameError(f"{what}: found the keys {found}: expected {', '.join((*keys, *more))}")


def _box(written: object, number: int, bets: Sequence[str], boxes: int, *, drawn: bool) -> BoxSlip:
    if not isinstance(written, dict):
        raise GameError(f"boxes, entry {number}: found {shown(written)}: expected an object")
    keys, more = (_BOX_KEYS, _DRAWN_KEYS) if drawn else ((*_BOX_KEYS, "decisions"), ())
    check_keys(f"boxes, entry {number}", written, keys, more)
    box = written["box"]
    if type(box) is not int or not 1 <= box <= boxes:
        raise GameError(f"boxes, entry {number}: box: found {shown(box)}: expected a number of 1 to {boxes}")
    decisions = written.get("decisions", [])
    if not isinstance(decisions, list) or not all(isinstance(one, str) for one in decisions):
        raise GameError(f"box {box}: decisions: found {shown(decisions)}: expected a list of decisions")
    with at_box(box):
        placed = read_bets(written["bets"], bets)
    cards, draws = (_cards_of(f"box {box}: {key}", written.get(key, [])) for key in ("cards", "draws"))
    return BoxSlip(box, placed, cards, tuple(decisions), draws)


def read_bets(written: object, bets: Sequence[str]) -> dict[str, int]:
    """The bets of a box, all of these names. Raises BadStake."""
    if not isinstance(written, dict):
        raise BadStake(f"bets: found {shown(written)}: expected an object of whole cents by bet")
    for bet, stake in written.items():
        if bet not in bets:
            raise BadStake(f"found the bet {quoted(bet)}: expected one of {', '.join(bets)}")
        if type(stake) is not int or not 0 <= stake <= MOST_CENTS:
            raise BadStake(f"{bet}: found the stake {shown(stake)}: expected whole cents, 0 to {MOST_CENTS}")
    return written


def _cards_of(where: str, written: object) -> tuple[str, ...]:
    if not isinstance(written, list):
        raise BadFacts(f"{where}: found {shown(written)}: expected a list of cards")
    return tuple(written)


def _check_dealt(
    where: str, cards: tuple[str, ...], numbers: Sequence[int], *, joker: bool = False, decks: int = 1
) -> None:
    """Passes for known cards, as many as one of the numbers; without one for one card or more. Raises BadFacts."""
    try:
        checked(cards, joker=joker, decks=decks)
    except BadFacts as error:
        raise BadFacts(f"{where}: {error}") from None
    if not (len(cards) in numbers if numbers else cards):
        expected = " or ".join(map(str, numbers)) or "one card or more"
        raise BadFacts(f"{where}: found {len(cards)} cards: expected {expected}")


def _check_once(places: Sequence[tuple[str, tuple[str, ...]]]) -> None:
    lies: dict[str, str] = {}
    for place, cards in places:
        for card in cards:
            if card in lies:
                raise BadFacts(f"found the card {card} at {lies[card]} and at {place}: expected it once")
            lies[card] = place

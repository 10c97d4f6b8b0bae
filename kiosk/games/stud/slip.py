"""A round of Casino Stud Poker as a line of paper has it, read strictly."""

from collections.abc import Mapping
from typing import cast

from kiosk.cards import BadCard, check_cards
from kiosk.games.errors import BadFacts, BadStake, GameError
from kiosk.games.stud.hands import CARDS
from kiosk.games.stud.jackpot import Meter
from kiosk.games.stud.paytable import ANTE, BET, JACKPOT, StudLayout
from kiosk.games.stud.play import FOLD, STAY
from kiosk.games.stud.settle import Box
from kiosk.money import MOST_CENTS
from kiosk.written import shown

SLIP = (
    '{"boxes": [{"box": 1, "bets": {"ante": 1000, "jackpot": 100}, "cards": ["Ah", "Kd", "9s", "4c", "2h"], '
    '"decisions": ["bet"]}], "dealer": ["Qs", "Qd", "7h", "3c", "2d"], "jackpot": 12345678, "reset": 5000000}'
)

_LINE = ({"boxes", "dealer"}, {"jackpot", "reset"})
_BOX = ({"box", "bets"}, {"cards", "decisions"})
_BETS = (ANTE, JACKPOT, BET)


def read_slip(layout: StudLayout, slip: Mapping[str, object]) -> tuple[list[Box], tuple[str, ...], Meter]:
    """The boxes as listed, the Dealer's cards and the jackpot of a line as SLIP shows it. Raises GameError.

    A box without Ante (rule 5.4) needs neither cards nor decisions; an empty list of decisions is a Fold (rule 5.5).
    `bet` is among the bets only where it is not twice the Ante (rule 5.3). Without a jackpot, or with null (rule 5.18),
    no box that plays has a jackpot Bet.
    """
    _check_keys("the line", slip, *_LINE)
    listed = slip["boxes"]
    if not isinstance(listed, list) or not 1 <= len(listed) <= layout.boxes:
        raise BadFacts(f"boxes: found {_what(listed)}: expected a list of 1 to {layout.boxes} boxes")
    lies: dict[str, str] = {}
    boxes: list[Box] = []
    for at, written in enumerate(listed, 1):
        box = _box(layout, at, written, lies)
        if any(box.number == other.number for other in boxes):
            raise BadFacts(f"box {box.number} is there twice: expected each box once")
        boxes.append(box)
    dealer = hand("dealer", slip["dealer"], lies)
    return boxes, dealer, _meter(slip, boxes)


def hand(where: str, cards: object, lies: dict[str, str]) -> tuple[str, ...]:
    """Five cards, none of which lies elsewhere; each is then noted with where it lies. Raises BadFacts."""
    if not isinstance(cards, list):
        raise BadFacts(f"{where}: found {_what(cards)}: expected a list of {CARDS} cards")
    try:
        found = check_cards(cards)
    except BadCard as error:
        raise BadFacts(f"{where}: {error}") from None
    for card in found:
        if card in lies:
            raise BadFacts(f"{where}: found the card {card}, which lies at {lies[card]}: expected it once")
        lies[card] = where
    if len(found) != CARDS:
        raise BadFacts(f"{where}: found {len(found)} cards: expected {CARDS}")
    return found


def _box(layout: StudLayout, at: int, written: object, lies: dict[str, str]) -> Box:
    place = f"box {at} of the list"
    if not isinstance(written, dict):
        raise BadFacts(f"{place}: found {_what(written)}: expected an object")
    _check_keys(place, written, *_BOX)
    number = written["box"]
    if type(number) is not int or not 1 <= number <= layout.boxes:
        raise BadFacts(f"{place}: box: found {shown(number)}: expected a number of 1 to {layout.boxes}")
    where = f"box {number}"
    bets = _bets(where, written["bets"])
    ante, jackpot = bets.get(ANTE, 0), bets.get(JACKPOT, 0)
    if not ante and not jackpot:
        raise BadStake(f"{where}: found no {ANTE}: expected one of 1 cent or more")
    if ante:
        _check_keys(where, written, {"cards", "decisions"}, set(written))
    cards = hand(where, written["cards"], lies) if ante or written.get("cards", []) != [] else ()
    choice = _choice(where, written.get("decisions", []), playing=bool(ante))
    bet = bets.get(BET)
    if bet is not None and (choice != STAY or not bet):
        raise BadStake(
            f"{where}: {BET}: found {bet} cents with the decision {choice}: expected it with {STAY} alone, "
            "of 1 cent or more"
        )
    return Box(number, ante, cards, choice, jackpot, bet)


def _bets(where: str, written: object) -> dict[str, int]:
    if not isinstance(written, dict):
        raise BadStake(f"{where}: bets: found {_what(written)}: expected an object of whole cents by bet")
    for bet, cents in written.items():
        if bet not in _BETS:
            raise BadStake(f"{where}: bets: found {shown(bet)}: expected {', '.join(_BETS)}")
        if type(cents) is not int or not 0 <= cents <= MOST_CENTS:
            raise BadStake(f"{where}: {bet}: found {shown(cents)}: expected whole cents, 0 to {MOST_CENTS}")
    return cast("dict[str, int]", written)


def _choice(where: str, decisions: object, *, playing: bool) -> str:
    if not isinstance(decisions, list):
        raise BadFacts(f"{where}: decisions: found {_what(decisions)}: expected a list of one decision")
    if not decisions:
        return FOLD
    if len(decisions) == 1 and decisions[0] in ((FOLD, STAY) if playing else (FOLD,)):
        return str(decisions[0])
    expected = f'one, "{STAY}" or "{FOLD}"' if playing else f"none without an {ANTE}"
    raise BadFacts(f"{where}: decisions: found {shown(decisions)}: expected {expected}")


def _meter(slip: Mapping[str, object], boxes: list[Box]) -> Meter:
    found = []
    staked = next((box.number for box in boxes if box.jackpot and box.ante), None)
    for key in ("jackpot", "reset"):
        cents = slip.get(key)
        if cents is None:
            if staked is not None:
                state = "null" if key in slip else "no such key"
                raise GameError(
                    f"{key}: found {state}, and a jackpot bet at box {staked}: expected whole cents, or no such bet"
                )
            cents = 0
        if type(cents) is not int or not 0 <= cents <= MOST_CENTS:
            raise GameError(f"{key}: found {shown(cents)}: expected whole cents, 0 to {MOST_CENTS}, or null")
        found.append(cents)
    return Meter(*found)


def _check_keys(where: str, written: Mapping[str, object], needed: set[str], more: set[str]) -> None:
    if needed <= written.keys() <= needed | more:
        return
    missing, unknown = sorted(needed - set(written)), sorted(set(written) - needed - more)
    if unknown:
        raise GameError(
            f"{where}: found the key {shown(unknown[0])}: expected {', '.join(sorted(needed | more))}"
        )
    if missing:
        raise GameError(
            f"{where}: found no key {', '.join(missing)}: expected {', '.join(sorted(needed | more))}"
        )


def _what(value: object) -> str:
    return f"{len(value)} of them" if isinstance(value, list) else shown(value)

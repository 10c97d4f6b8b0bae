"""Blackjack on paper: a round with its cards and decisions, hands in words, and the odds."""

import re
from collections.abc import Iterator, Mapping

from kiosk.games.blackjack.odds import odds_records, odds_table
from kiosk.games.blackjack.paytable import DECKS, SIDES, BlackjackLayout, kind_of
from kiosk.games.blackjack.paytable import layout as _layout
from kiosk.games.blackjack.play import DECLINE, Box, Decision, open_box, play_on
from kiosk.games.blackjack.points import MOST, is_blackjack, points, side_wins
from kiosk.games.blackjack.settle import check_whole, settle
from kiosk.games.blackjack.shoe import checked
from kiosk.games.errors import BadFacts, BadStake, GameError
from kiosk.games.game import Layout, ReadText, SpotResult
from kiosk.games.layout_file import own_layout
from kiosk.games.slip import answer, at_box, check_keys, read_bets
from kiosk.written import shown

__all__ = [
    "HAND",
    "SLIP",
    "explain_hand",
    "odds_records",
    "odds_table",
    "read_layout",
    "settle_slip",
]

SLIP = (
    '{"boxes": [{"box": 1, "bets": {"initial": 1000, "pair": 100}, "cards": ["8h", "8s"], '
    '"decisions": ["split", "stand", "double:500"], "draws": ["Td", "3d", "Kd"]}], "dealer": ["Th", "9c"]}'
)
HAND = '{"cards": ["Ah", "6d"]}'

_KEYS = ("box", "bets", "cards", "decisions", "draws")
_NEEDED = ("box", "bets", "cards")
_OUT = ("initial", *SIDES, "insurance", "double", "split")
_DECISION = re.compile(r"(surrender|even-money|hit|stand|split|walk)|(insurance|double):([0-9]{1,16})")
_WORDS = "surrender, even-money, insurance:CENTS, hit, stand, double:CENTS, split or walk"


def read_layout(name: str, read: ReadText) -> BlackjackLayout:  # noqa: ARG001  on paper it has no file
    """The layout of that name ("A", "B", "C"). Raises UnknownLayout."""
    return _layout(name)


def settle_slip(layout: Layout, slip: Mapping[str, object]) -> dict[str, object]:
    """What becomes of a round as SLIP shows it, box by box. Raises GameError and InexactPayout.

    What the first window offers and no decision takes was declined. `decisions` and `draws` may be left out where
    there are none.
    """
    own = _own(layout)
    check_keys("the slip", slip, ("boxes", "dealer"))
    boxes = _list("boxes", slip["boxes"])
    dealer = _cards("dealer", slip["dealer"])
    if not boxes or len(boxes) > own.boxes:
        raise GameError(f"boxes: found {len(boxes)}: expected 1 to {own.boxes}")
    if not dealer:
        raise BadFacts("dealer: found no card: expected his first card and what he drew")
    played: dict[int, Box] = {}
    seen = list(dealer)
    for entry, written in enumerate(boxes, 1):
        number, found = _entry(entry, written, own)
        if number in played:
            raise GameError(f"boxes: found box {number} again: expected each once")
        with at_box(number):
            played[number] = _played(found, dealer[0], seen)
    checked(seen, own.decks)
    settled = []
    for number, box in played.items():
        with at_box(number):
            check_whole(box, dealer)
            settled.append((number, _sums(settle(box, dealer).spots)))
    return answer(settled)


def explain_hand(line: Mapping[str, object]) -> dict[str, object]:
    """The total of a hand that was not split, its name, and which bets on two cards it wins. Raises GameError."""
    check_keys("the line", line, ("cards",))
    cards = checked(_cards("cards", line["cards"]), DECKS[-1])
    if not cards:
        raise BadFacts("cards: found none: expected one card or more")
    total, soft = points(cards)
    if is_blackjack(cards):
        category, name = "blackjack", "Blackjack"
    elif total > MOST:
        category, name = "bust", f"Bust with {total}"
    else:
        category = "soft" if soft else "hard"
        name = f"{category.capitalize()} {total}"
    won = [side for side, wins in side_wins(cards).items() if wins] if len(cards) == 2 else None
    return {"category": category, "name": name, "house_way": None, "bonus": won, "total": total}


def _entry(entry: int, written: object, layout: BlackjackLayout) -> tuple[int, Mapping[str, object]]:
    if not isinstance(written, dict):
        raise GameError(f"boxes, entry {entry}: found {shown(written)}: expected an object")
    check_keys(f"boxes, entry {entry}", written, [key for key in _KEYS if key in written or key in _NEEDED])
    number = written["box"]
    if type(number) is not int or not 1 <= number <= layout.boxes:
        raise GameError(
            f"boxes, entry {entry}: box: found {shown(number)}: expected a number of 1 to {layout.boxes}"
        )
    return number, written


def _played(written: Mapping[str, object], up: str, seen: list[str]) -> Box:
    bets = _bets(written["bets"])
    cards = _cards("cards", written["cards"])
    if len(cards) != 2:
        raise BadFacts(f"cards: found {len(cards)}: expected the initial two, further cards stand in draws")
    draws = _cards("draws", written.get("draws", []))
    seen += [*cards, *draws]
    queue = [_decision(one) for one in _list("decisions", written.get("decisions", []))]
    box = open_box(bets, cards, up, queue)
    if box.window:
        box.first = Decision(DECLINE)
    left: Iterator[str] = iter(draws)
    play_on(box, queue, lambda _place: next(left, None))
    if more := list(left):
        raise BadFacts(f"draws: found {' '.join(more)} more: expected no card that nobody asked for")
    return box


def _sums(spots: Mapping[str, SpotResult]) -> dict[str, SpotResult]:
    """By bet, doubles and split hands summed over the hands."""
    sums: dict[str, SpotResult] = {}
    for spot, one in spots.items():
        was = sums.get(kind_of(spot), SpotResult(0, 0, 0))
        sums[kind_of(spot)] = SpotResult(
            was.staked + one.staked, was.returned + one.returned, was.won + one.won
        )
    return {kind: sums[kind] for kind in _OUT if kind in sums}


def _bets(written: object) -> dict[str, int]:
    """The Bets before the cards: under and over each up to the Initial Bet, and none without it (3.13.2, 5.15)."""
    bets = read_bets(written, ("initial", *SIDES))
    initial = bets.get("initial", 0)
    if not initial:
        raise BadStake(
            f"initial: found {shown(bets.get('initial'))}: expected an Initial Bet of 1 cent or more"
        )
    for spot in ("under", "over"):
        if bets.get(spot, 0) > initial:
            raise BadStake(f"{spot}: found {bets[spot]}: expected at most the Initial Bet of {initial}")
    return bets


def _decision(written: object) -> Decision:
    match = _DECISION.fullmatch(written) if isinstance(written, str) else None
    if match is None:
        raise GameError(f"decisions: found {shown(written)}: expected {_WORDS}")
    return Decision(match[1] or match[2], int(match[3] or 0))


def _cards(where: str, written: object) -> tuple[str, ...]:
    cards = _list(where, written)
    try:
        # How often a card may be there is asked of the whole slip.
        return checked(cards, max(1, len(cards)))
    except BadFacts as error:
        raise BadFacts(f"{where}: {error}") from None


def _list(where: str, written: object) -> list[object]:
    if not isinstance(written, list):
        raise BadFacts(f"{where}: found {shown(written)}: expected a list")
    return written


def _own(layout: Layout) -> BlackjackLayout:
    return own_layout(layout, BlackjackLayout, "blackjack")

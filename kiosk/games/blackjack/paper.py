"""Blackjack on paper: a round with its cards and decisions, hands in words, and the odds."""

import re
from collections.abc import Mapping

from kiosk.games.blackjack.layout import read_felt
from kiosk.games.blackjack.odds import odds_records as odds_records
from kiosk.games.blackjack.odds import odds_table as odds_table
from kiosk.games.blackjack.paytable import DECKS, SIDES, BlackjackLayout, kind_of
from kiosk.games.blackjack.play import DECLINE, Box, Decision, open_box, play_on
from kiosk.games.blackjack.points import MOST, is_blackjack, points, side_wins
from kiosk.games.blackjack.settle import settle
from kiosk.games.errors import BadFacts, BadStake, GameError
from kiosk.games.game import Layout, SpotResult
from kiosk.games.layout_file import own_layout
from kiosk.games.slip import BoxSlip, answer, at_box, explained, read_cards, read_slip
from kiosk.written import shown

SLIP = (
    '{"boxes": [{"box": 1, "bets": {"initial": 1000, "pair": 100}, "cards": ["8h", "8s"], '
    '"decisions": ["split", "stand", "double:500"], "draws": ["Td", "3d", "Kd"]}], "dealer": ["Th", "9c"]}'
)
HAND = '{"cards": ["Ah", "6d"]}'

read_layout = read_felt
_OUT = ("initial", *SIDES, "insurance", "double", "split")
_DECISION = re.compile(r"(surrender|even-money|hit|stand|split|walk)|(insurance|double):([0-9]{1,16})")
_WORDS = "surrender, even-money, insurance:CENTS, hit, stand, double:CENTS, split or walk"


def settle_slip(layout: Layout, slip: Mapping[str, object]) -> dict[str, object]:
    """What becomes of a round as SLIP shows it, box by box. Raises GameError and InexactPayout.

    What the first window offers and no decision takes was declined. `decisions` and `draws` may be left out where
    there are none.
    """
    own = own_layout(layout, BlackjackLayout, "blackjack")
    bets = ("initial", *SIDES)
    table = read_slip(slip, bets=bets, cards=2, boxes=own.boxes, decks=own.decks, drawn=True)
    settled = []
    for written in table.boxes:
        with at_box(written.box):
            box = _played(written, table.dealer[0])
            settled.append((written.box, _sums(settle(box, table.dealer).spots)))
    return answer(settled)


def explain_hand(line: Mapping[str, object]) -> dict[str, object]:
    """The total of a hand that was not split, its name, and which bets on two cards it wins. Raises GameError."""
    cards = read_cards(line, decks=DECKS[-1])
    total, soft = points(cards)
    if is_blackjack(cards):
        category, name = "blackjack", "Blackjack"
    elif total > MOST:
        category, name = "bust", f"Bust with {total}"
    else:
        category = "soft" if soft else "hard"
        name = f"{category.capitalize()} {total}"
    won = [side for side, wins in side_wins(cards).items() if wins] if len(cards) == 2 else None
    return explained(category, name, bonus=won, total=total)


def _played(written: BoxSlip, up: str) -> Box:
    """The box as its player has played it against that first card of the dealer. Raises GameError."""
    _check_bets(written.bets)
    queue = [_decision(one) for one in written.decisions]
    box = open_box(written.bets, written.cards, up, queue)
    if box.window:
        box.first = Decision(DECLINE)
    left = iter(written.draws)
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


def _check_bets(bets: Mapping[str, int]) -> None:
    """The Bets before the cards: under and over each up to the Initial Bet, and none without it (3.13.2, 5.15)."""
    initial = bets.get("initial", 0)
    if not initial:
        raise BadStake(
            f"initial: found {shown(bets.get('initial'))}: expected an Initial Bet of 1 cent or more"
        )
    for spot in ("under", "over"):
        if bets.get(spot, 0) > initial:
            raise BadStake(f"{spot}: found {bets[spot]}: expected at most the Initial Bet of {initial}")


def _decision(written: str) -> Decision:
    match = _DECISION.fullmatch(written)
    if match is None:
        raise GameError(f"decisions: found {shown(written)}: expected {_WORDS}")
    return Decision(match[1] or match[2], int(match[3] or 0))

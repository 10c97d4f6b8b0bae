"""Si Ki Pi on paper: a table with its cards, a hand explained, and the table of odds."""

from collections.abc import Mapping

from kiosk.cards import rank_of
from kiosk.cards.poker import MANY, ONE
from kiosk.games.errors import BadFacts, BadStake
from kiosk.games.game import Layout, SpotResult
from kiosk.games.layout_file import own_layout
from kiosk.games.set_hands import low_hand
from kiosk.games.sikipi.hands import Cards, Category, bonus, category, high_first, points
from kiosk.games.sikipi.house_way import set_house_way, set_own_way
from kiosk.games.sikipi.odds import edge, out_of, outcomes
from kiosk.games.sikipi.paytable import BETS, BONUS, BONUS_DEALER, BOXES, INITIAL, SiKiPiLayout
from kiosk.games.sikipi.paytable import read_layout as read_layout
from kiosk.games.sikipi.settle import settle
from kiosk.games.slip import BoxSlip, answer, at_box, explained, read_cards, read_slip
from kiosk.money import odds_shown, odds_text
from kiosk.written import shown

SLIP = (
    '{"boxes": [{"box": 1, "bets": {"initial": 1000, "bonus": 100}, "cards": ["Ks", "9h", "8d", "7c"], '
    '"decisions": ["set:9h8d"]}], "dealer": ["Ah", "Qd", "6s", "2c"]}'
)
HAND = '{"cards": ["Ks", "9h", "8d", "7c"]}'
_NAMES = {
    INITIAL: "Initial Bet, both set the House Way",
    BONUS: "Bonus Bet on the own hand",
    BONUS_DEALER: "Bonus Bet on the dealer's hand",
}


def settle_slip(layout: Layout, slip: Mapping[str, object]) -> dict[str, object]:
    """What becomes of every box of a slip as SLIP shows it. Raises GameError and InexactPayout."""
    _own(layout)
    table = read_slip(slip, bets=BETS, cards=4, boxes=BOXES)
    settled = []
    for box in table.boxes:
        with at_box(box.box):
            settled.append((box.box, _settled(box, table.dealer)))
    return answer(settled)


def explain_hand(line: Mapping[str, object]) -> dict[str, object]:
    """What two or four cards are, as HAND shows them; four are set the House Way, and the High Hand names them.

    Raises GameError.
    """
    cards = read_cards(line, (2, 4))
    if len(cards) == 2:
        return explained(category(cards), _name(cards), total=points(cards))
    setting, row = set_house_way(cards)
    return explained(
        category(setting.high),
        f"{_name(setting.high)} over {_name(setting.low)}, set by {row.paragraph}: {row.holds}",
        house_way={"low": list(setting.low), "high": list(setting.high)},
        bonus=bonus(cards),
    )


def odds_records(layout: Layout) -> list[dict[str, object]]:
    """Of each bet its name, in how many deals or hands of how many it pays what, and its exact edge."""
    _own(layout)
    return [
        {
            "spot": bet,
            "name": _NAMES[bet],
            "outcomes": {odds_text(odds): count for odds, count in outcomes(bet).items()},
            "of": out_of(bet),
            "edge": str(edge(bet)),
        }
        for bet in BETS
    ]


def odds_table(layout: Layout) -> str:
    """The same as a table."""
    own = _own(layout)
    lines = [f"Layout {own.name}: {len(BETS)} bets"]
    for bet in BETS:
        kept = edge(bet)
        lines += ["", f"{_NAMES[bet]}: edge {kept} = {float(kept):.6%} of {out_of(bet):,}"]
        lines += [f"  {odds_shown(odds):>5} to 1  {count:>14,}" for odds, count in outcomes(bet).items()]
    return "\n".join(lines)


def _settled(box: BoxSlip, dealer: Cards) -> dict[str, SpotResult]:
    """Raises as `settle` does, and for a box without bets, or with two decisions."""
    if not any(box.bets.values()):
        raise BadStake("bets: found none: expected an Initial Bet or a Bonus Bet")
    if box.bets.get(INITIAL) == 0:
        raise BadStake(f"{INITIAL}: found the stake 0: expected more, or no such bet")
    # A Bonus Bet may stand alone: anybody may place one where another has an Initial Bet (rule 3.13).
    if len(box.decisions) > 1:
        raise BadFacts(
            f"decisions: found {shown(list(box.decisions))}: expected one, as set:9h8d or house-way"
        )
    low = (
        low_hand(box.decisions[0]) if box.decisions else None
    )  # who has left is set the House Way (rule 5.3)
    setting = set_own_way(box.cards, low) if low else None
    return settle(box.bets, box.cards, setting, dealer)


def _name(cards: Cards) -> str:
    """Two cards in words."""
    high, low = map(rank_of, high_first(cards))
    match category(cards):
        case Category.PAIR:
            return f"pair of {MANY[high]}"
        case Category.GONG:
            return "Gong"
        case _:
            total = points(cards)
            return f"{ONE[high]}-{ONE[low]}, {total or 'no'} point{'s' if total > 1 else ''}"


def _own(layout: Layout) -> SiKiPiLayout:
    return own_layout(layout, SiKiPiLayout, "sikipi")

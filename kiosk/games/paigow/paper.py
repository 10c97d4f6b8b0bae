"""Fortune Pai Gow Poker on paper: a table with its cards, a hand explained, and the odds."""

from collections.abc import Mapping

from kiosk.cards.poker import MANY, ONE, in_words
from kiosk.games.errors import BadFacts, BadStake
from kiosk.games.game import Layout
from kiosk.games.layout_file import own_layout
from kiosk.games.paigow import odds
from kiosk.games.paigow.fortune import bonus
from kiosk.games.paigow.hands import FIVE_ACES, NAMES, VALUE, Cards, high_rank, name_of
from kiosk.games.paigow.house_way import set_house_way
from kiosk.games.paigow.layout import read_felt
from kiosk.games.paigow.paytable import BETS, BOXES, FORTUNE, FORTUNE_PAYS, STANDARD, PaiGowLayout
from kiosk.games.paigow.setting import CARDS, set_own_way
from kiosk.games.paigow.settle import Box, settle_table
from kiosk.games.set_hands import low_hand
from kiosk.games.slip import BoxSlip, answer, at_box, explained, read_cards, read_slip
from kiosk.money import odds_shown, odds_text
from kiosk.written import shown

SLIP = (
    '{"boxes": [{"box": 1, "bets": {"standard": 1000, "fortune": 100}, '
    '"cards": ["Kc", "Qh", "9s", "6h", "4c", "3d", "2s"], "decisions": ["set:Qh9s"]}], '
    '"dealer": ["Jk", "8d", "8c", "7h", "6s", "5c", "Kd"]}'
)
HAND = '{"cards": ["Kc", "Qh", "9s", "6h", "4c", "3d", "2s"]}'
read_layout = read_felt
_CONCEDE = "concede"
_NOTHING = "Nothing"
_NAMES = {STANDARD: "Standard wager, both set the House Way", FORTUNE: "Fortune Bonus, before the Envy Bonus"}


def settle_slip(layout: Layout, slip: Mapping[str, object]) -> dict[str, object]:
    """What becomes of every box of a slip as SLIP shows it, each with all three of its bets. Raises GameError.

    Each box is a player of its own.
    """
    _own(layout)
    table = read_slip(slip, bets=BETS, cards=CARDS, boxes=BOXES, joker=True)
    boxes = []
    for written in table.boxes:
        with at_box(written.box):
            boxes.append(_box(written))
    settled = settle_table(boxes, table.dealer)
    return answer([(written.box, bets) for written, bets in zip(table.boxes, settled, strict=True)])


def explain_hand(line: Mapping[str, object]) -> dict[str, object]:
    """What seven cards, a High Hand of five or a Low Hand of two are, as HAND shows them.

    Seven are set the House Way, and named with the row that decided; their category is that of the High Hand. Raises
    GameError.
    """
    cards = read_cards(line, (2, 5, CARDS), joker=True)
    if len(cards) == 2:
        pair = VALUE[cards[0]] == VALUE[cards[1]]
        return explained("One pair" if pair else "High Card", _low_in_words(cards))
    if len(cards) == 5:
        rank = high_rank(cards)
        return explained(name_of(rank), _high_in_words(rank))
    setting, row = set_house_way(cards)
    said = f"{_high_in_words(setting.high_rank)}; low {_low_in_words(setting.low)}"
    return explained(
        name_of(setting.high_rank),
        f"{said}; set by Table {row.table}, {row.words}: {row.place.words}",
        house_way={"low": list(setting.low), "high": list(setting.high)},
        bonus=bonus(cards) or _NOTHING,
    )


def odds_records(layout: Layout) -> list[dict[str, object]]:
    """Of each wager its name, in how many deals or hands of how many it pays what, and its edge.

    That of the Fortune Bonus is exact. That of the Standard wager is from deals by chance, with its standard error.
    """
    _own(layout)
    return [
        {
            "spot": STANDARD,
            "name": _NAMES[STANDARD],
            "outcomes": _outcomes(STANDARD),
            "of": odds.DEALS,
            "edge": f"{odds.STANDARD_EDGE:.6f}",
            "standard_error": f"{odds.STANDARD_ERROR:.6f}",
        },
        {
            "spot": FORTUNE,
            "name": _NAMES[FORTUNE],
            "outcomes": _outcomes(FORTUNE),
            "of": odds.HANDS,
            "edge": str(odds.fortune_edge()),
        },
    ]


def odds_table(layout: Layout) -> str:
    """The same as a table, with what the hands of the Fortune Bonus are."""
    own = _own(layout)
    exact = odds.fortune_edge()
    by_chance = f"edge {odds.STANDARD_EDGE:.4%}, standard error {odds.STANDARD_ERROR:.4%}"
    lines = [
        f"Layout {own.name}: {len(BETS)} wagers",
        "",
        f"{_NAMES[STANDARD]}: {by_chance} of {odds.DEALS:,} deals by chance",
        *(f"  {pays:>5} to 1  {count:>14,}" for pays, count in _outcomes(STANDARD).items()),
        "",
        f"{_NAMES[FORTUNE]}: edge {exact} = {float(exact):.6%} of {odds.HANDS:,}",
    ]
    for made, count in odds.FORTUNE_HANDS.items():
        lines.append(f"  {odds_shown(FORTUNE_PAYS[made]):>5} to 1  {count:>14,}  {made}")
    return "\n".join(lines)


def _outcomes(wager: str) -> dict[str, int]:
    return {odds_text(pays): count for pays, count in odds.outcomes(wager).items()}


def _box(written: BoxSlip) -> Box:
    """A box as written. Raises GameError."""
    if not written.bets.get(STANDARD):
        raise BadStake(f"{STANDARD}: found no wager: expected one of 1 cent or more, also for a {FORTUNE}")
    setting, *rest = written.decisions or ["house-way"]
    conceded = _CONCEDE in (setting, *rest)
    if rest not in ([], [_CONCEDE]) or (rest and setting == _CONCEDE):
        raise BadFacts(
            f"decisions: found {shown(list(written.decisions))}: expected one setting, as set:Qh9s or house-way, "
            f"and {_CONCEDE} where the hand is conceded"
        )
    low = None if setting == _CONCEDE else low_hand(setting)
    if low is not None:
        set_own_way(written.cards, low)
    return Box(str(written.box), written.bets, written.cards, low, conceded)


def _high_in_words(rank: int) -> str:
    return name_of(rank) if rank == FIVE_ACES else in_words(rank, NAMES)


def _low_in_words(cards: Cards) -> str:
    """A Low Hand in words."""
    high, low = sorted((VALUE[card] for card in cards), reverse=True)
    return f"pair of {MANY[high]}" if high == low else f"{ONE[high]}-{ONE[low]}"


def _own(layout: Layout) -> PaiGowLayout:
    return own_layout(layout, PaiGowLayout, "paigow")

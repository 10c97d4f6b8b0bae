"""Casino Stud Poker in words: the rows of its pay table, and what became of a bet."""

from __future__ import annotations

from kiosk.cards.poker import Category, category_of
from kiosk.games.game import SpotResult
from kiosk.games.stud.hands import qualifies
from kiosk.games.stud.layout import Felt
from kiosk.games.stud.paytable import ANTE, BET, JACKPOT
from kiosk.money import short_dollars
from kiosk.ui.kit.stud.look import LOOK
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.cards.bar_words import result_line
from kiosk.ui.terminal.cards.faces import ResultLine

ROWS = {
    Category.ROYAL_FLUSH: "stud.row_royal_flush",
    Category.STRAIGHT_FLUSH: "stud.row_straight_flush",
    Category.FOUR: "stud.row_four",
    Category.FULL_HOUSE: "stud.row_full_house",
    Category.FLUSH: "stud.row_flush",
    Category.STRAIGHT: "stud.row_straight",
    Category.THREE: "stud.row_three",
    Category.TWO_PAIRS: "stud.row_two_pairs",
    Category.PAIR: "stud.row_pair",
}
"""The rows of rule 4.1, the highest first; the last is "One Pair or Less"."""

ORDER = (ANTE, BET, JACKPOT)


def row_of(category: Category) -> Category:
    """The row of the pay table that a hand of this kind reaches."""
    return max(category, Category.PAIR)


def prize_words(felt: Felt, category: Category, texts: Texts) -> str:
    """What a hand of this kind wins of the jackpot: a share, or a sum; empty for nothing (rule 4.2)."""
    share = felt.pay_table.majors.get(category)
    if share is not None:
        return texts.get("stud.share", percent=int(share * 100))
    cents = felt.pay_table.minors.get(category)
    return short_dollars(cents) if cents is not None else ""


def dealer_note(rank: int | None, texts: Texts) -> str:
    """Whether the Dealer's Hand qualifies (rule 1.14), or what it needs for that."""
    if rank is None:
        return texts.get("stud.needs")
    return texts.get("stud.qualifies" if qualifies(rank) else "stud.not_qualifies")


def line_of(spot: str, result: SpotResult, felt: Felt, rank: int | None, texts: Texts) -> ResultLine:
    """What became of the bet on one spot, with the own hand of that rank."""
    return result_line(LOOK.spot_words(spot, texts), _ended(spot, result, felt, rank, texts), result.net)


def _ended(spot: str, result: SpotResult, felt: Felt, rank: int | None, texts: Texts) -> str:
    if spot == JACKPOT:
        if result.won and rank is not None:
            return texts.get(ROWS[row_of(category_of(rank))])
        return texts.get("felt.came_back" if result.returned else "stud.no_prize")
    if not result.won:
        return texts.get("felt.came_back" if result.returned else "felt.lost")
    if spot == BET and result.won >= felt.pay_table.most_won:
        return texts.get("stud.most_won")
    return texts.get("stud.wins", odds=result.won // max(1, result.staked))

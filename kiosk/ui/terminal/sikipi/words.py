"""Si Ki Pi in words: the rows of its pay table, what became of a bet, and what its felt must know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kiosk.games.game import Fact, Layout, SpotResult
from kiosk.games.sikipi.deal import Deal, read_deal
from kiosk.games.sikipi.hands import Bonus, bonus
from kiosk.games.sikipi.paytable import BONUS, BONUS_DEALER, BONUS_PAYS, BOXES, INITIAL
from kiosk.money import dollars, odds_shown
from kiosk.ui.kit.sikipi.look import LOOK
from kiosk.ui.kit.sikipi.rules import RULES
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.cards.bar_words import result_line
from kiosk.ui.terminal.cards.faces import ResultLine
from kiosk.ui.terminal.cards.set_game import BetWords, SetGame
from kiosk.ui.terminal.cards.set_round import SetRound

ROWS = {
    Bonus.FOUR: "sikipi.row_four",
    Bonus.THREE: "sikipi.row_three",
    Bonus.TWO_PAIRS: "sikipi.row_two_pairs",
    Bonus.PAIR: "sikipi.row_pair",
}
"""The rows of paragraph 4.2, the highest first."""


def read(_layout: Layout, facts: Sequence[Fact]) -> Deal:
    """What the facts say. Raises BadFacts."""
    return read_deal(facts, BOXES)


def dealers_bonus(round_: SetRound) -> Bonus | None:
    """What the Dealer's four cards make, once all are shown."""
    known = tuple(card for card in round_.dealer if card is not None)
    return bonus(known) if len(known) == round_.size else None


def own_bonus(round_: SetRound) -> Bonus | None:
    """What the own four cards make, once they are seen."""
    return bonus(round_.own_cards) if round_.own_cards else None


def result_lines(spots: Mapping[str, SpotResult], round_: SetRound, texts: Texts) -> tuple[ResultLine, ...]:
    """What became of each bet; the commission of a win is said."""
    made = {BONUS: own_bonus(round_), BONUS_DEALER: dealers_bonus(round_)}
    return tuple(
        result_line(LOOK.spot_words(spot, texts), _ended(spots[spot], made.get(spot), texts), spots[spot].net)
        for spot in (INITIAL, BONUS, BONUS_DEALER)
        if spot in spots
    )


def _ended(result: SpotResult, made: Bonus | None, texts: Texts) -> str:
    if not result.won:
        return texts.get("felt.came_back" if result.returned else "felt.lost")
    if made is None:
        return texts.get("setting.wins_less", cents=dollars(result.staked - result.won))
    return texts.get("sikipi.bonus_wins", hand=texts.get(ROWS[made]), odds=odds_shown(BONUS_PAYS[made]))


_WORDS = BetWords(
    ("sikipi.place_bet", "sikipi.place_bet_detail"),
    ("sikipi.bet_lies", "sikipi.bet_lies_detail"),
    "sikipi.next_detail",
    "sikipi.no_hand_detail",
)
GAME = SetGame("sikipi", INITIAL, _WORDS, RULES, read, result_lines)

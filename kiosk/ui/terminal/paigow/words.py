"""Fortune Pai Gow Poker in words: the rows of its pay table, what became of a bet, and what its felt must know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kiosk.games.game import Fact, Layout, SpotResult
from kiosk.games.paigow.deal import Deal, read_deal
from kiosk.games.paigow.fortune import Bonus, bonus
from kiosk.games.paigow.paytable import BOXES, FORTUNE, FORTUNE_PAYS, STANDARD
from kiosk.games.paigow.settle import commission
from kiosk.money import dollars, odds_shown, winnings
from kiosk.ui.kit.paigow.look import LOOK
from kiosk.ui.kit.paigow.rules import RULES
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.cards.bar_words import result_line
from kiosk.ui.terminal.cards.faces import ResultLine
from kiosk.ui.terminal.cards.set_game import BetWords, SetGame
from kiosk.ui.terminal.cards.set_round import SetDeal, SetRound

ROWS = {
    Bonus.SEVEN_NATURAL: "paigow.row_seven",
    Bonus.ROYAL_MATCH: "paigow.row_royal_match",
    Bonus.SEVEN_JOKER: "paigow.row_seven_joker",
    Bonus.FIVE_ACES: "paigow.row_five_aces",
    Bonus.ROYAL_FLUSH: "paigow.row_royal_flush",
    Bonus.STRAIGHT_FLUSH: "paigow.row_straight_flush",
    Bonus.FOUR: "paigow.row_four",
    Bonus.FULL_HOUSE: "paigow.row_full_house",
    Bonus.FLUSH: "paigow.row_flush",
    Bonus.THREE: "paigow.row_three",
    Bonus.STRAIGHT: "paigow.row_straight",
}
"""The rows of rule 4.1.2, the highest first."""


def read(_layout: Layout, facts: Sequence[Fact]) -> Deal:
    """What the facts say. Raises BadFacts."""
    return read_deal(facts, BOXES)


def result_lines(spots: Mapping[str, SpotResult], round_: SetRound, texts: Texts) -> tuple[ResultLine, ...]:
    """What became of each wager: the commission of a win is said, and an Envy Bonus beside the Fortune Bonus."""
    made = bonus(round_.own_cards) if round_.own_cards else None
    words = {
        STANDARD: lambda result: _standard(result, texts),
        FORTUNE: lambda result: _fortune(result, made, texts),
    }
    return tuple(
        result_line(LOOK.spot_words(spot, texts), words[spot](spots[spot]), spots[spot].net)
        for spot in words
        if spot in spots
    )


def _standard(result: SpotResult, texts: Texts) -> str:
    if result.won:
        return texts.get("setting.wins_less", cents=dollars(commission(result.staked)))
    return texts.get("felt.came_back" if result.returned else "felt.lost")


def _fortune(result: SpotResult, made: Bonus | None, texts: Texts) -> str:
    if result.returned and not result.won:  # whatever the cards make: the hand is out of the round
        return texts.get("felt.came_back")
    own = winnings(result.staked, FORTUNE_PAYS[made]) if made is not None and result.returned else 0
    envy = result.won - own
    if made is not None and own:
        words = texts.get(
            "paigow.fortune_wins", hand=texts.get(ROWS[made]), odds=odds_shown(FORTUNE_PAYS[made])
        )
    else:
        words = texts.get("felt.lost")
    return texts.get("paigow.with_envy", words=words, cents=dollars(envy)) if envy > 0 else words


def _conceded(deal: SetDeal, box: str) -> bool:
    return isinstance(deal, Deal) and box in deal.conceded


def _interrupted(deal: SetDeal, box: str) -> bool:
    return isinstance(deal, Deal) and box in deal.failed


_WORDS = BetWords(
    ("paigow.place_bet", "paigow.place_bet_detail"),
    ("paigow.bet_lies", "paigow.bet_lies_detail"),
    "paigow.next_detail",
    "paigow.no_hand_detail",
)
GAME = SetGame("paigow", STANDARD, _WORDS, RULES, read, result_lines, _conceded, _interrupted)

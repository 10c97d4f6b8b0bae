"""Blackjack in words: what was decided, how a hand ended, what became of a bet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kiosk.games.blackjack.paytable import SIDES, kind_of
from kiosk.games.game import SpotResult
from kiosk.ui.kit.blackjack.look import LOOK
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.cards.bar_words import result_line
from kiosk.ui.terminal.cards.faces import ResultLine

ENDED = {
    "win": "blackjack.ended_win",
    "lose": "blackjack.ended_lose",
    "standoff": "blackjack.ended_standoff",
    "bust": "blackjack.ended_bust",
    "blackjack": "blackjack.ended_blackjack",
    "even-money": "blackjack.ended_even_money",
    "surrender": "blackjack.ended_surrender",
    "dealer-blackjack": "blackjack.ended_dealer_blackjack",
    "returned": "blackjack.ended_returned",
}
"""How a hand has ended, by the word of `settle.outcomes`."""
ENDED_BRIEFLY = {"dealer-blackjack": "blackjack.ended_lose"}
"""The same where there is little room and the Dealer's hand is named beside it."""
LOST = frozenset({"lose", "bust", "dealer-blackjack", "surrender"})
WON = frozenset({"win", "blackjack", "even-money"})

CHOSEN = {
    "hit": "blackjack.you_hit",
    "stand": "blackjack.you_stand",
    "double": "blackjack.you_double",
    "split": "blackjack.you_split",
    "surrender": "blackjack.you_surrender",
    "insurance": "blackjack.you_insure",
    "even-money": "blackjack.you_even_money",
    "decline": "blackjack.you_decline",
    "go-on": "felt.you_go_on",
    "take-back": "felt.you_take_back",
    "left": "blackjack.you_left",
    "right": "blackjack.you_right",
}
"""What this seat has chosen, by the choice."""


def net(results: Iterable[SpotResult]) -> int:
    """What these results change in the credit, in cents."""
    return sum(one.net for one in results)


def hand_spots(spots: Mapping[str, SpotResult], number: int) -> list[SpotResult]:
    """The results of that hand: its own Bet and its double."""
    own = "initial" if number == 1 else f"split-{number}"
    return [spots[spot] for spot in (own, f"double-{number}") if spot in spots]


def lines(
    spots: Mapping[str, SpotResult], ended: Sequence[str | None], texts: Texts
) -> tuple[ResultLine, ...]:
    """What became of the bets: all on hands in one line, then Insurance and each side Bet."""
    hands = [one for spot, one in spots.items() if kind_of(spot) in ("initial", "split", "double")]
    found = []
    if hands:
        words = _hands_words(ended, texts)
        found.append(result_line(texts.get("blackjack.your_bets"), words, net(hands)))
    sides = (side_line(spot, spots[spot], texts) for spot in ("insurance", *SIDES) if spot in spots)
    return (*found, *sides)


def side_line(spot: str, result: SpotResult, texts: Texts) -> ResultLine:
    """What became of Insurance or a side Bet."""
    words = "blackjack.wins" if result.won else "felt.came_back" if result.returned else "felt.lost"
    return result_line(LOOK.spot_words(spot, texts), texts.get(words), result.net)


def _hands_words(ended: Sequence[str | None], texts: Texts) -> str:
    """How the one hand ended; of several, how many were won."""
    if len(ended) == 1:
        return texts.get(ENDED[ended[0]]) if ended[0] is not None else texts.get("felt.came_back")
    won = sum(one in WON for one in ended)
    return texts.get("blackjack.hands_won", won=won, hands=len(ended))

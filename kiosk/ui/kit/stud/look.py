"""Casino Stud Poker as every screen shows it: the Dealer's Hand in a row, spots in words, why rounds are void."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from PySide6.QtGui import QPainter

from kiosk.cards.poker import rank_hand
from kiosk.games.game import Fact
from kiosk.games.laid import NOT_SHUFFLED, RAN_OUT
from kiosk.games.stud import faults
from kiosk.games.stud.game import GAME
from kiosk.games.stud.hands import CARDS, qualifies
from kiosk.games.stud.paytable import ANTE, BET, JACKPOT
from kiosk.ui.kit.cards.face import paint_cards, row_width
from kiosk.ui.kit.cards.look import CardLook, open_cards, void_words
from kiosk.ui.kit.cards.words import hand_words
from kiosk.ui.kit.texts import Texts


def dealers_cards(facts: Sequence[Fact]) -> tuple[str, ...]:
    """The Dealer's open cards in a result: five, or one where nobody has bet. Raises BadFacts."""
    return open_cards(facts, CARDS)


class StudLook(CardLook):
    """The Dealer's Hand; see GameLook."""

    spots: Mapping[str, str] = {ANTE: "stud.spot_ante", BET: "stud.spot_bet", JACKPOT: "stud.spot_jackpot"}
    void_words: ClassVar = {
        NOT_SHUFFLED: "felt.void_not_shuffled",  # rule 5.8.5
        **void_words(GAME.void_reasons),  # rules 5.8.1 and 5.8.3
        faults.EXPOSED: "stud.void_exposed",  # rule 5.8.2
        RAN_OUT: "felt.void_ran_out",  # rule 5.8.4
        faults.MISDEALT: "stud.void_misdealt",  # rule 5.8.6
        faults.DEALERS_COUNT: "stud.void_dealers_count",  # rule 5.8.7
        faults.NO_BURNT: "stud.void_no_burnt",  # rule 5.9
        faults.JACKPOT_DOWN: "stud.void_jackpot_down",  # rule 5.17
    }

    def paint_result(
        self, painter: QPainter, left: float, middle: float, px: int, facts: Sequence[Fact]
    ) -> float:
        """The Dealer's Hand, what was not shown of it face down."""
        shown: tuple[str | None, ...] = dealers_cards(facts)
        return paint_cards(painter, left, middle, px, (*shown, *(None,) * (CARDS - len(shown))))

    def result_width(self, px: int) -> int:
        """The room of five cards, px."""
        return row_width(px, CARDS)

    def result_words(self, facts: Sequence[Fact], texts: Texts) -> tuple[str, str]:
        """The Dealer's Hand in words, or that nobody had bet; and whether it qualifies (rule 1.14)."""
        cards = dealers_cards(facts)
        if len(cards) < CARDS:
            return texts.get("stud.not_shown"), ""
        rank = rank_hand(cards)
        note = texts.get("stud.qualifies" if qualifies(rank) else "stud.not_qualifies")
        return hand_words(rank, texts), note


LOOK = StudLook()

"""The scenes that Casino Stud Poker has beside those of every game."""

from __future__ import annotations

from kiosk.games.game import Ask, Decide, Enter
from kiosk.games.stud.deal import DEALER, PRIZE
from kiosk.games.stud.play import FOLD
from kiosk.tools.shots.scenes import (
    Act,
    at,
    betting,
    betting_empty,
    chooses,
    decision,
    link_down,
    played_to,
    result,
    show_side,
    with_credit,
)
from kiosk.tools.shots.stud.deals import (
    FLUSH,
    NOT_QUALIFIED,
    ODD,
    PAIR,
    QUALIFIED,
    ROYAL,
    deal,
)
from kiosk.tools.shots.studio import Facts, Scene, Stakes, Studio
from kiosk.ui.kit.cards.suits import configure_suits
from kiosk.ui.terminal.cards.felt import CardFelt
from kiosk.ui.terminal.stud.part import PART

ANTE: Stakes = {"ante": 1_000}
BOTH: Stakes = {"ante": 1_000, "jackpot": 100}
_ROUND = deal(PAIR, QUALIFIED)


def _deciding(facts: Facts = _ROUND, left_ms: int = 14_000) -> Act:
    """The cards are dealt and the decision is open."""
    return decision(played_to(facts, BOTH, lambda asks: isinstance(asks, Decide)), 20_000, left_ms)


def _four_colours(studio: Studio) -> None:
    configure_suits(four_colours=True)
    _deciding()(studio)


def _asked_twice(studio: Studio) -> None:
    _deciding(deal(FLUSH, QUALIFIED))(studio)
    felt = studio.window.parts.felt
    if isinstance(felt, CardFelt):
        felt.bar.buttons[FOLD].click()


def _reveal(studio: Studio) -> None:
    """The hands with a BET are shown, and two of the Dealer's cards."""

    def two_shown(asks: Ask) -> bool:
        shown = [fact for fact in studio.seat.state.table.entered if fact.at == DEALER and fact.values]
        return isinstance(asks, Enter) and asks.at == DEALER and len(shown) > 2

    at(played_to(_ROUND, BOTH, two_shown))(studio)


def _recall_folded(studio: Studio) -> None:
    result(deal(ODD, QUALIFIED, FOLD))(studio)
    studio.window.open_recall(studio.seat.rounds, 0)


_DEALT = played_to(_ROUND, BOTH, lambda asks: isinstance(asks, Enter) and asks.at == DEALER)
"""All boxes have their cards, the Dealer none yet."""
_PRIZE = played_to(
    deal(ROYAL, NOT_QUALIFIED, prize=5_000_000),
    BOTH,
    lambda asks: isinstance(asks, Enter) and asks.fact == PRIZE,
)

SCENES: tuple[Scene, ...] = (
    Scene("betting-empty", betting_empty("ante", 1_000)),
    Scene("betting", betting(ANTE, {"jackpot": 100}), main=True),
    Scene("dealt", at(_DEALT)),
    Scene("deciding", _deciding(), main=True),
    Scene("deciding-late", _deciding(left_ms=3_600)),
    Scene("four-colours", _four_colours),
    Scene("asked-twice", _asked_twice),
    Scene("no-credit", with_credit(_deciding(), 500)),
    Scene("deciding-link-down", link_down(_deciding())),
    Scene("chose-bet", chooses(_deciding(), "bet")),
    Scene("chose-fold", chooses(_deciding(), "fold")),
    Scene("reveal", _reveal, main=True),
    Scene("prize", at(_PRIZE)),
    Scene("result-push", result(deal("Ah Ks 9s 6d 3c", QUALIFIED))),
    Scene("result-not-qualified", result(deal(PAIR, NOT_QUALIFIED))),
    Scene("result-folded", result(deal(ODD, QUALIFIED, FOLD))),
    Scene("result-all-folded", result(deal(ODD, QUALIFIED, FOLD, with_others=False), ANTE)),
    Scene("recall-folded", _recall_folded),
    Scene("result-flush", result(deal(FLUSH, QUALIFIED))),
    Scene("result-without-bets", result(deal("", QUALIFIED), {})),
    *(Scene(f"side-{tab}", show_side(tab)) for tab in PART.trend_tabs),
)

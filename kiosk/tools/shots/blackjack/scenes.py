"""The scenes that Blackjack has beside those of every game."""

from __future__ import annotations

from collections.abc import Callable

from kiosk.games.blackjack.deal import DEALER, DEALING_ERROR
from kiosk.games.blackjack.paytable import FIRST, TURN
from kiosk.games.game import Ask, Decide, Enter, Fact
from kiosk.tools.shots.blackjack.deals import AFTER, BEFORE, OWN, deal
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
from kiosk.tools.shots.studio import Facts, Scene, Stakes, Studio
from kiosk.ui.terminal.blackjack.bar import LESS
from kiosk.ui.terminal.blackjack.felt import BlackjackFelt
from kiosk.ui.terminal.blackjack.part import PART

BET: Stakes = {"initial": 1_000}
ALL: Stakes = {"initial": 1_000, "pair": 500, "under": 500, "over": 500}
_DECIDE_MS = 20_000

TURN_16 = deal("Td 6s", "9h 8c")
PAIR_8 = deal("8d 8s Kc 3h Th 9d", "6h Td 9s", "split", "stand", "double")
SOFT = deal("Ah 6s 4c", "5h Td 6s", "double")
ACE_UP = deal("Tc 7d", "Ah 9c", "stand")
NATURAL = deal("As Kd", "9h 8c")
NATURAL_ACE = deal("As Kd", "Ah 9c")
FOUR = deal(
    "8d 8s 8h 8c Kc 9h Td 2s 7c 3h Qd",
    "6h Td 9s",
    "split",
    "split",
    "split",
    "stand",
    "stand",
    "stand",
    "hit",
    "stand",
)
MANY = deal("2d 3s 2h 4c 3h Ad 2s", "Th 4c 3s", "hit", "hit", "hit", "stand")


def _decides(window: str, box: str = OWN) -> Callable[[Ask], bool]:
    return lambda asks: isinstance(asks, Decide) and asks.window == window and box in asks.boxes


def _at(
    facts: Facts,
    window: str = TURN,
    box: str = OWN,
    stakes: Stakes = BET,
    left_ms: int = 14_000,
    turns: int = 0,
) -> Act:
    """The decision of that box is open; of its own, after so many turns."""

    def act(studio: Studio) -> None:
        seen = [0]

        def here(asks: Ask) -> bool:
            if not _decides(window, box)(asks):
                return False
            seen[0] += 1
            return seen[0] > turns

        decision(played_to(facts, stakes, here), _DECIDE_MS, left_ms)(studio)

    return act


_DEALT = played_to(TURN_16, ALL, lambda asks: isinstance(asks, Enter) and asks.at == DEALER)


def _less(studio: Studio) -> None:
    _at(SOFT)(studio)
    felt = studio.window.parts.felt
    if isinstance(felt, BlackjackFelt):
        felt.bar.buttons[LESS].click()


_ERROR = at(
    played_to(TURN_16, BET, _decides(TURN)),
    lambda studio: studio.seat.irregularity(Fact(DEALING_ERROR, (DEALING_ERROR,))),
    lambda studio: studio.seat.open_decisions(_DECIDE_MS),
)
"""The choice after a dealing error (rule 5.7)."""


def _dealer_draws(studio: Studio) -> None:
    def drawn(asks: Ask) -> bool:
        mine = [fact for fact in studio.seat.state.table.entered if fact.at == DEALER]
        return isinstance(asks, Enter) and asks.at == DEALER and len(mine) > 3

    at(played_to(deal("Td 9s", "2h 3d 4c 5h 6s", "stand"), BET, drawn))(studio)


def _result(facts: Facts, stakes: Stakes = BET) -> Act:
    return result(facts, stakes)


SCENES: tuple[Scene, ...] = (
    Scene("betting-empty", betting_empty("initial", 1_000)),
    Scene("betting", betting(BET, {"pair": 500, "under": 500}), main=True),
    Scene("dealt", at(_DEALT)),
    Scene("first", _at(TURN_16, FIRST, stakes=ALL)),
    Scene("insurance", _at(ACE_UP, FIRST)),
    Scene("even-money", _at(NATURAL_ACE, FIRST)),
    Scene("waiting-turn", _at(TURN_16, TURN, BEFORE[1])),
    Scene("done", _at(deal("Td 9s", "6h Tc 9s", "stand", others=(*BEFORE, *AFTER[:1])), TURN, AFTER[0])),
    Scene("turn", _at(TURN_16), main=True),
    Scene("turn-late", _at(TURN_16, left_ms=3_600)),
    Scene("soft", _at(SOFT)),
    Scene("pair", _at(PAIR_8)),
    Scene("hard-21", _at(deal("7c 7d 7h", "9h 8c", "hit", "stand"), turns=1)),
    Scene("below-12", _at(deal("2c 3d", "9h 8c"))),
    Scene("split", _at(PAIR_8, turns=2), main=True),
    Scene("four-hands", _at(FOUR, turns=6), main=True),
    Scene("many-cards", _at(MANY, turns=3)),
    Scene("less", _less),
    Scene("no-credit", with_credit(_at(PAIR_8), 700)),
    Scene("turn-link-down", link_down(_at(TURN_16))),
    Scene("chose-double", chooses(_at(SOFT), "double")),
    Scene("dealing-error", _ERROR),
    Scene("dealer-draws", _dealer_draws, main=True),
    Scene("result-blackjack", _result(NATURAL, ALL)),
    Scene("result-push", _result(deal("Td 8s", "9h 9c", "stand"))),
    Scene("result-bust", _result(deal("Td 6s 8h", "9h 8c", "hit"))),
    Scene("result-split", _result(PAIR_8, ALL), main=True),
    Scene("result-four-hands", _result(FOUR)),
    Scene("result-surrender", _result(deal("Td 6s", "9h 8c", first="surrender"))),
    Scene("result-insured", _result(deal("Tc 7d", "Ah Kc", "stand", first="insurance"))),
    Scene("result-without-bets", _result(deal("", "Ts 7h"), {})),
    *(Scene(f"side-{tab}", show_side(tab)) for tab in PART.trend_tabs),
)

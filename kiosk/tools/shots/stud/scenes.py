"""The scenes that Casino Stud Poker has beside those of every game."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from kiosk.games.game import Ask, Decide, Enter
from kiosk.games.stud.deal import DEALER, PRIZE
from kiosk.games.stud.play import FOLD
from kiosk.seat import events as ev
from kiosk.tools.shots.scenes import close_bets, show_result, show_side
from kiosk.tools.shots.stud.deals import (
    FLUSH,
    NOT_QUALIFIED,
    ODD,
    PAIR,
    QUALIFIED,
    ROYAL,
    deal,
)
from kiosk.tools.shots.studio import BETTING_MS, Facts, Scene, Stakes, Studio
from kiosk.ui.kit.cards.suits import configure_suits
from kiosk.ui.terminal.cards.felt import CardFelt
from kiosk.ui.terminal.stud.part import PART

ANTE: Stakes = {"ante": 1_000}
BOTH: Stakes = {"ante": 1_000, "jackpot": 100}
_DECIDE_MS = 20_000


def _betting_empty(studio: Studio) -> None:
    studio.seat.open(BETTING_MS)
    studio.seat.do(ev.Tap("ante", 1_000))
    studio.seat.do(ev.Undo())
    studio.show(left_ms=29_400)


def _betting(studio: Studio) -> None:
    studio.seat.open(BETTING_MS)
    studio.seat.place(ANTE)
    studio.seat.register()
    studio.seat.place({"jackpot": 100})
    studio.show(left_ms=18_000)


def _at_decision(studio: Studio, facts: Facts, stakes: Stakes, left_ms: int = 14_000) -> None:
    """The cards are dealt and the decision is open."""
    _goes_on(studio, facts, stakes, lambda asks: isinstance(asks, Decide))
    studio.seat.open_decisions(_DECIDE_MS)
    studio.show()
    studio.clock.ms += _DECIDE_MS - left_ms


def _goes_on(studio: Studio, facts: Facts, stakes: Stakes, until: Callable[[Ask], bool]) -> None:
    close_bets(studio, stakes)
    studio.seat.begin_act(facts)
    studio.seat.end_act()
    studio.seat.go_on(facts, until)


def _dealt(studio: Studio) -> None:
    """All boxes have their cards, the Dealer none yet."""
    facts = deal(PAIR, QUALIFIED)
    _goes_on(studio, facts, BOTH, lambda asks: isinstance(asks, Enter) and asks.at == DEALER)
    studio.show()


def _deciding(studio: Studio) -> None:
    _at_decision(studio, deal(PAIR, QUALIFIED), BOTH)


def _deciding_late(studio: Studio) -> None:
    _at_decision(studio, deal(PAIR, QUALIFIED), BOTH, left_ms=3_600)


def _four_colours(studio: Studio) -> None:
    configure_suits(four_colours=True)
    _deciding(studio)


def _asked_twice(studio: Studio) -> None:
    _at_decision(studio, deal(FLUSH, QUALIFIED), BOTH)
    felt = studio.window.parts.felt
    if isinstance(felt, CardFelt):
        felt.bar.buttons[FOLD].click()


def _no_credit(studio: Studio) -> None:
    """Only a manager can take credit that was kept for the BET."""
    _at_decision(studio, deal(PAIR, QUALIFIED), BOTH)
    balances = replace(studio.seat.state.balances, credit=500)
    studio.model.show(replace(studio.seat.state, balances=balances))


def _link_down(studio: Studio) -> None:
    _at_decision(studio, deal(PAIR, QUALIFIED), BOTH)
    studio.seat.do(ev.LinkDown())
    studio.model.show(studio.seat.state)


def _chose(choice: str) -> Callable[[Studio], None]:
    def act(studio: Studio) -> None:
        _at_decision(studio, deal(PAIR, QUALIFIED), BOTH)
        studio.seat.choose(choice)
        studio.model.show(studio.seat.state)

    return act


def _reveal(studio: Studio) -> None:
    """The hands with a BET are shown, and two of the Dealer's cards."""

    def two_shown(asks: Ask) -> bool:
        shown = [fact for fact in studio.seat.state.table.entered if fact.at == DEALER and fact.values]
        return isinstance(asks, Enter) and asks.at == DEALER and len(shown) > 2

    _goes_on(studio, deal(PAIR, QUALIFIED), BOTH, two_shown)
    studio.show()


def _prize(studio: Studio) -> None:
    facts = deal(ROYAL, NOT_QUALIFIED, prize=5_000_000)
    _goes_on(studio, facts, BOTH, lambda asks: isinstance(asks, Enter) and asks.fact == PRIZE)
    studio.show()


def _result(facts: Facts, stakes: Stakes = BOTH) -> Callable[[Studio], None]:
    def act(studio: Studio) -> None:
        show_result(studio, facts, stakes)
        studio.show()

    return act


def _recall_folded(studio: Studio) -> None:
    show_result(studio, deal(ODD, QUALIFIED, FOLD), BOTH)
    studio.show()
    studio.window.open_recall(studio.seat.rounds, 0)


SCENES: tuple[Scene, ...] = (
    Scene("betting-empty", _betting_empty),
    Scene("betting", _betting, main=True),
    Scene("dealt", _dealt),
    Scene("deciding", _deciding, main=True),
    Scene("deciding-late", _deciding_late),
    Scene("four-colours", _four_colours),
    Scene("asked-twice", _asked_twice),
    Scene("no-credit", _no_credit),
    Scene("deciding-link-down", _link_down),
    Scene("chose-bet", _chose("bet")),
    Scene("chose-fold", _chose("fold")),
    Scene("reveal", _reveal, main=True),
    Scene("prize", _prize),
    Scene("result-push", _result(deal("Ah Ks 9s 6d 3c", QUALIFIED))),
    Scene("result-not-qualified", _result(deal(PAIR, NOT_QUALIFIED))),
    Scene("result-folded", _result(deal(ODD, QUALIFIED, FOLD))),
    Scene("result-all-folded", _result(deal(ODD, QUALIFIED, FOLD, with_others=False), ANTE)),
    Scene("recall-folded", _recall_folded),
    Scene("result-flush", _result(deal(FLUSH, QUALIFIED))),
    Scene("result-without-bets", _result(deal("", QUALIFIED), {})),
    *(Scene(f"side-{tab}", show_side(tab)) for tab in PART.trend_tabs),
)

"""The scenes that games with set hands have beside those of every game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kiosk.games.game import Ask, Decide, Enter
from kiosk.games.laid import DEALER
from kiosk.games.set_hands import HOUSE_WAY, SET
from kiosk.tools.shots.scenes import (
    Act,
    after,
    at,
    betting,
    betting_empty,
    chooses,
    decision,
    link_down,
    played_to,
    result,
    show_side,
)
from kiosk.tools.shots.studio import Facts, Scene, Stakes, Studio
from kiosk.ui.terminal.cards.setting_felt import SettingFelt

_DECIDE_MS = 40_000
TABS = ("pays", "results")


def set_scenes(
    main: Stakes, every: Stakes, facts: Facts, foul: Sequence[str], results: dict[str, Facts]
) -> tuple[Scene, ...]:
    """The scenes of a game: its main bet, all its bets, a round, cards that make a foul setting, and results."""
    spot = next(iter(main))

    def dealt_to(until: Callable[[Ask], bool]) -> Act:
        return played_to(facts, every, until)

    def open_(studio: Studio, left_ms: int = 26_000) -> SettingFelt:
        decision(dealt_to(lambda asks: isinstance(asks, Decide)), _DECIDE_MS, left_ms)(studio)
        felt = studio.window.parts.felt
        if not isinstance(felt, SettingFelt):
            raise TypeError(f"found {felt} over the board: expected a felt on which hands are set")
        return felt

    def one_card(studio: Studio) -> None:
        open_(studio).own.tapped.emit(foul[0])

    def foul_setting(studio: Studio) -> None:
        felt = open_(studio, left_ms=11_000)
        for card in foul:
            felt.own.tapped.emit(card)

    def house_way(studio: Studio) -> None:
        open_(studio).bar.buttons[HOUSE_WAY].click()

    def reveal(studio: Studio) -> None:
        """Three of the Dealer's cards are open."""

        def three(asks: Ask) -> bool:
            shown = [fact for fact in studio.seat.state.table.entered if fact.at == DEALER and fact.values]
            return isinstance(asks, Enter) and asks.at == DEALER and len(shown) == 3

        at(dealt_to(three))(studio)

    def opened(studio: Studio) -> None:
        open_(studio)

    def out_of_time(studio: Studio) -> None:
        open_(studio, left_ms=0)
        studio.seat.time_is_up(facts)

    then = {bet: cents for bet, cents in every.items() if bet not in main}
    return (
        Scene("betting-empty", betting_empty(spot, main[spot])),
        Scene("betting", betting(main, then), main=True),
        Scene("dealt", at(dealt_to(lambda asks: isinstance(asks, Enter) and asks.at == DEALER))),
        Scene("setting", opened, main=True),
        Scene("setting-one-card", one_card),
        Scene("setting-foul", foul_setting, main=True),
        Scene("setting-house-way", house_way, main=True),
        Scene("setting-link-down", link_down(opened)),
        Scene("confirmed", chooses(opened, HOUSE_WAY)),
        Scene("out-of-time", after(out_of_time)),
        Scene("reveal", reveal),
        Scene("compared", at(dealt_to(lambda asks: isinstance(asks, Enter) and asks.fact == SET)), main=True),
        *(
            Scene(f"result-{name}", result(shown, every), main=name == "standoff")
            for name, shown in results.items()
        ),
        Scene("result-without-bets", result(next(iter(results.values())), {})),
        *(Scene(f"side-{tab}", show_side(tab)) for tab in TABS),
    )

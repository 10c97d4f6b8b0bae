"""The scenes that games with set hands have beside those of every game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kiosk.games.game import Ask, Decide, Enter
from kiosk.games.laid import DEALER
from kiosk.games.set_hands import HOUSE_WAY, SET
from kiosk.seat import events as ev
from kiosk.tools.shots.scenes import close_bets, show_result, show_side
from kiosk.tools.shots.studio import BETTING_MS, Facts, Scene, Stakes, Studio
from kiosk.ui.terminal.cards.setting_felt import SettingFelt

_DECIDE_MS = 40_000
TABS = ("pays", "results")


def set_scenes(
    main: Stakes, every: Stakes, facts: Facts, foul: Sequence[str], results: dict[str, Facts]
) -> tuple[Scene, ...]:
    """The scenes of a game: its main bet, all its bets, a round, cards that make a foul setting, and results."""
    spot = next(iter(main))

    def betting_empty(studio: Studio) -> None:
        studio.seat.open(BETTING_MS)
        studio.seat.do(ev.Tap(spot, main[spot]))
        studio.seat.do(ev.Undo())
        studio.show(left_ms=29_400)

    def betting(studio: Studio) -> None:
        studio.seat.open(BETTING_MS)
        studio.seat.place(main)
        studio.seat.register()
        studio.seat.place({bet: cents for bet, cents in every.items() if bet not in main})
        studio.show(left_ms=18_000)

    def goes_on(studio: Studio, until: Callable[[Ask], bool]) -> None:
        close_bets(studio, every)
        studio.seat.begin_act(facts)
        studio.seat.end_act()
        studio.seat.go_on(facts, until)

    def dealt(studio: Studio) -> None:
        goes_on(studio, lambda asks: isinstance(asks, Enter) and asks.at == DEALER)
        studio.show()

    def open_(studio: Studio, left_ms: int = 26_000) -> SettingFelt:
        goes_on(studio, lambda asks: isinstance(asks, Decide))
        studio.seat.open_decisions(_DECIDE_MS)
        studio.show()
        studio.clock.ms += _DECIDE_MS - left_ms
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

    def link_down(studio: Studio) -> None:
        open_(studio)
        studio.seat.do(ev.LinkDown())
        studio.model.show(studio.seat.state)

    def confirmed(studio: Studio) -> None:
        open_(studio)
        studio.seat.choose(HOUSE_WAY)
        studio.model.show(studio.seat.state)

    def silent(studio: Studio) -> None:
        open_(studio, left_ms=0)
        studio.seat.time_is_up(facts)
        studio.model.show(studio.seat.state)

    def reveal(studio: Studio) -> None:
        """Three of the Dealer's cards are open."""

        def three(asks: Ask) -> bool:
            shown = [fact for fact in studio.seat.state.table.entered if fact.at == DEALER and fact.values]
            return isinstance(asks, Enter) and asks.at == DEALER and len(shown) == 3

        goes_on(studio, three)
        studio.show()

    def compared(studio: Studio) -> None:
        """All of the Dealer's are, and his setting is to be confirmed."""
        goes_on(studio, lambda asks: isinstance(asks, Enter) and asks.fact == SET)
        studio.show()

    def result(shown: Facts, stakes: Stakes = every) -> Callable[[Studio], None]:
        def act(studio: Studio) -> None:
            show_result(studio, shown, stakes)
            studio.show()

        return act

    def opened(studio: Studio) -> None:
        open_(studio)

    return (
        Scene("betting-empty", betting_empty),
        Scene("betting", betting, main=True),
        Scene("dealt", dealt),
        Scene("setting", opened, main=True),
        Scene("setting-one-card", one_card),
        Scene("setting-foul", foul_setting, main=True),
        Scene("setting-house-way", house_way, main=True),
        Scene("setting-link-down", link_down),
        Scene("confirmed", confirmed),
        Scene("out-of-time", silent),
        Scene("reveal", reveal),
        Scene("compared", compared, main=True),
        *(Scene(f"result-{name}", result(shown), main=name == "standoff") for name, shown in results.items()),
        Scene("result-without-bets", result(next(iter(results.values())), {})),
        *(Scene(f"side-{tab}", show_side(tab)) for tab in TABS),
    )

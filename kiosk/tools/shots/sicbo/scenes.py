"""The scenes that Sic Bo has beside those of every game."""

from kiosk.games.sicbo import dice_fact
from kiosk.seat import events as ev
from kiosk.tools.shots.samples import SampleSeat
from kiosk.tools.shots.scenes import betting_empty, open_bets, result, show_play, show_side
from kiosk.tools.shots.studio import BETTING_MS, ROUND, Facts, Scene, Studio
from kiosk.ui.terminal.sicbo.part import PART


def dice(*values: int) -> Facts:
    """A result of these three dice."""
    return (dice_fact(values),)


def _betting(studio: Studio) -> None:
    """Chips in all states: registered, sent, placed, and one spot below its minimum."""
    seat = studio.seat
    open_bets(studio)
    seat.register()
    seat.place({"total-15": 1_000, "four-3456": 500})
    seat.send()
    seat.place({"odd": 100, "triple-6": 300, "total-11": 500})
    studio.rack.choose(2_500)
    studio.show(left_ms=14_000)


def _result_triple(studio: Studio) -> None:
    stakes = studio.stakes | {"triple-4": 1_000, "any-triple": 500, "single-4": 500}
    result(dice(4, 4, 4), stakes)(studio)


def _notice(studio: Studio) -> None:
    open_bets(studio)
    studio.seat.do(ev.Tap("double-4", 50_000))
    studio.show(left_ms=18_000)
    studio.window.parts.board.tapped.emit("double-4")
    studio.model.tell(studio.seat.told[-1])


def _low_credit(studio: Studio) -> None:
    seat = SampleSeat("sicbo", studio.layout, ROUND)
    seat.note(2_000)
    seat.open(BETTING_MS)
    seat.place({"small": 500})
    studio.seat = seat
    studio.rack.choose(500)
    studio.show(left_ms=21_000)


SCENES: tuple[Scene, ...] = (
    Scene("betting-empty", betting_empty("big", 500)),
    Scene("betting", _betting, main=True),
    Scene("betting-notice", _notice),
    Scene("betting-low-credit", _low_credit),
    *(Scene(f"side-{tab}", show_side(tab)) for tab in PART.trend_tabs),
    Scene("tumbling", show_play),
    Scene("result-triple", _result_triple),
    Scene("result-without-bets", result(dice(6, 2, 5), {})),
)

"""A stranger's first three rounds, picture by picture: a win, a round without a bet, a win below the stake.

`docs/three-rounds.md` walks through them. Each picture is led there anew by everything that came before it.
"""

from collections.abc import Callable

from kiosk.seat import events as ev
from kiosk.tools.shots.samples import SampleSeat
from kiosk.tools.shots.sicbo.scenes import dice
from kiosk.tools.shots.studio import BETTING_MS, ROUND, Facts, Scene, Studio

FORM = ("A", (1280, 720))
"""The layout and size of the pictures."""
_WIN, _OTHERS, _BELOW = dice(3, 5, 3), dice(6, 2, 5), dice(6, 5, 1)
_FIRST = {"big": 1_000, "total-11": 500, "single-3": 500}
_THIRD = {"small": 2_000, "total-9": 500, "single-5": 500}


def _sit_down(studio: Studio) -> None:
    """A note of $100 at a table that has played for a while."""
    seat = SampleSeat("sicbo", studio.layout, ROUND)
    seat.outcomes = list(studio.seat.outcomes)
    studio.seat = seat
    seat.note(10_000)
    seat.open(BETTING_MS)


def _bet(stakes: dict[str, int]) -> Callable[[Studio], None]:
    def act(studio: Studio) -> None:
        studio.seat.place(stakes)
        studio.seat.register()

    return act


def _close(studio: Studio) -> None:
    studio.seat.close()


def _tumble(studio: Studio) -> None:
    studio.seat.begin_act()


def _result(facts: Facts) -> Callable[[Studio], None]:
    def act(studio: Studio) -> None:
        studio.seat.end_act()
        studio.seat.result(facts)

    return act


def _next(studio: Studio) -> None:
    studio.seat.end()
    studio.seat.open(BETTING_MS)


def _collect(studio: Studio) -> None:
    studio.window.parts.bottom.asked.emit(ev.Collect())


def _help(studio: Studio) -> None:
    studio.window.open_help()


_STEPS: tuple[tuple[str, tuple[Callable[[Studio], None], ...]], ...] = (
    ("1-1-bets", (_sit_down, _bet(_FIRST))),
    ("1-2-no-more-bets", (_close,)),
    ("1-3-paid", (_tumble, _result(_WIN))),
    ("2-1-last-round-as-a-ghost", (_next,)),
    ("2-2-no-bet", (_close,)),
    ("2-3-dice-fall", (_tumble,)),
    ("2-4-no-bet-no-pay", (_result(_OTHERS),)),
    ("3-1-bets", (_next, _bet(_THIRD))),
    ("3-2-help-lies-over-the-board", ()),
    ("3-3-returned", (_close, _tumble, _result(_BELOW))),
    ("3-4-last-round-as-a-ghost", (_next,)),
)
_TOUCHES = {"2-3-dice-fall": _collect, "3-2-help-lies-over-the-board": _help}
"""What the player does when a picture stands: it is seen on this picture alone."""


def _until(number: int) -> Callable[[Studio], None]:
    def act(studio: Studio) -> None:
        for _, steps in _STEPS[: number + 1]:
            for step in steps:
                step(studio)
        studio.show(left_ms=21_000)
        touch = _TOUCHES.get(_STEPS[number][0])
        if touch is not None:
            touch(studio)

    return act


SCENES: tuple[Scene, ...] = tuple(
    Scene(f"three-rounds-{name}", _until(number), layout=FORM[0], size=FORM[1])
    for number, (name, _) in enumerate(_STEPS)
)

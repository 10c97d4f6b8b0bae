"""Rounds by chance with few and many boxes: the felt has true words at every step, in both languages."""

import random

import pytest

from kiosk.games.blackjack.deal import DEALING_ERROR
from kiosk.games.game import HOLDS, Decide, Enter, Fact, Settle
from kiosk.tools.shots.blackjack.deals import OWN
from kiosk.tools.shots.blackjack.scenes import ALL
from kiosk.ui.kit.texts import Language


def _faces(seat):
    """What lies on the felt now, read in every language."""
    faces = {language: seat.face(language) for language in Language}
    assert all(face.bar.headline or face.bar.lines for face in faces.values())
    return faces[Language.EN]


def _once(seat, facts):
    """What is asked for is answered, and no more."""
    asked = []
    seat.go_on(facts, lambda asks: asked.append(asks) or len(asked) > 1)


def _decides(seat, asks, chance):
    game, layout, table = seat.context.game, seat.layout, seat.state.table
    found = []
    for box in asks.boxes:
        window = game.window(layout, table.entered, box, {"initial": 1_000})
        found.append(Fact(window.name, (chance.choice(window.options).choice,), box))
    return found


def _play(seat, chance, boxes, error_at):
    """A whole round, with a dealing error at that step; the felt at its end."""
    seat.open()
    seat.place(ALL)
    seat.register()
    seat.close()
    _once(seat, (Fact(HOLDS, boxes),))
    steps = 0
    while not isinstance(asks := seat._asks, Settle) and seat.state.table.facts == ():
        _faces(seat)
        steps += 1
        table = seat.state.table
        offered = {one.fact for one in seat.context.game.irregularities(seat.layout, table.entered)}
        if steps == error_at and DEALING_ERROR in offered:
            seat.irregularity(Fact(DEALING_ERROR, (DEALING_ERROR,)))
            continue
        if isinstance(asks, Decide):
            seat.open_decisions()
            _faces(seat)
            asked = seat._asks
            seat.close_decisions((*seat.state.table.entered, *_decides(seat, asked, chance)))
        elif isinstance(asks, Enter):
            (fact,) = seat.context.game.by_chance(seat.layout, table.entered, chance)
            _once(seat, (*table.entered, fact))
        else:
            _once(seat, table.entered)
    seat.result(seat.state.table.entered)
    return _faces(seat)


@pytest.mark.parametrize("others", [(), ("01",), ("01", "08"), ("01", "02", "04")])
@pytest.mark.parametrize("seed", range(6))
def test_that_the_felt_has_words_at_every_step(make_seat, others, seed):
    chance = random.Random(seed)
    seat = make_seat(40)
    for _ in range(3):
        face = _play(seat, chance, tuple(sorted((OWN, *others))), chance.randrange(4, 14))
        assert face.bar.lines
        seat.end()

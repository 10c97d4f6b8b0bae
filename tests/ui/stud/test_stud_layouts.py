"""The layouts of Casino Stud Poker as a seat shows them: one box with its spots, whichever appendix it follows."""

import pytest

from kiosk.games.stud.game import GAME
from kiosk.games.stud.paytable import ANTE, BET, JACKPOT
from kiosk.resources import layout_names, layout_reader
from kiosk.table.records import Slip
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.terminal.stud.part import PART

LAYOUTS = [GAME.read_layout(name, layout_reader("stud")) for name in layout_names("stud")]


@pytest.mark.rule("stud:2.1.1", "stud:A", "stud:B")
@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_that_every_box_has_its_three_spots_and_the_jackpots_lies_before_the_ante(layout):
    assert [one.name for one in LAYOUTS] == ["A", "B"]
    assert 1 <= layout.boxes <= 9
    wide = {cell.spot: cell for cell in layout.boards["landscape"].cells}
    assert set(wide) == {ANTE, BET, JACKPOT}
    assert wide[JACKPOT].y + wide[JACKPOT].h <= wide[ANTE].y < wide[BET].y, "above it"
    assert wide[JACKPOT].x == wide[ANTE].x == wide[BET].x
    tall = {cell.spot: cell for cell in layout.boards["portrait"].cells}
    assert tall[JACKPOT].x < tall[ANTE].x < tall[BET].x
    faces = PART.board_faces(layout, Texts(Language.EN)).spots
    assert {spot: faces[spot].name for spot in wide} == {ANTE: "ANTE", BET: "BET", JACKPOT: "JACKPOT"}


@pytest.mark.rule("stud:5.23")
def test_that_a_bet_is_the_boxs_whoever_has_placed_it(seat):
    """An employee who places a bet for a player touches the same screen; what lies there is the player's to check."""
    seat.open()
    seat.place({ANTE: 1_000})
    seat.register()
    assert seat.state.registered.stakes == {ANTE: 1_000}
    told = set(Slip.__struct_fields__)
    assert told == {"v", "seat", "round", "rev", "layout", "stakes"}, "nobody's name stands beside it"

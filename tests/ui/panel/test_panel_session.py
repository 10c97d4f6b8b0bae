"""Which rounds a player may recall: the own ones."""

import msgspec

from kiosk.seat.state import SeatState, new_session
from kiosk.table.round import Phase, Table
from kiosk.ui.terminal.panel.side import own_session


def _state(number, phase, session_from=0):
    return SeatState(table=Table(number=number, phase=phase), session_from=session_from)


def test_that_a_player_sees_the_rounds_of_the_own_session_alone(seats):
    rounds = [seats.played(number, {"big": 100}, (1, 2, 3)) for number in (4, 3, 2, 1)]
    assert [one.round for one in own_session(rounds, _state(4, Phase.ENDED, session_from=3))] == [4, 3]
    assert own_session(rounds, _state(4, Phase.ENDED, session_from=5)) == []


def test_that_a_new_session_begins_with_the_next_round_that_can_be_bet_on():
    assert new_session(_state(7, Phase.BETTING)).session_from == 7
    over = (phase for phase in Phase if phase is not Phase.BETTING)
    assert {new_session(_state(7, phase)).session_from for phase in over} == {8}


def test_that_a_new_session_changes_nothing_else():
    state = _state(7, Phase.RESULT)
    assert msgspec.structs.replace(new_session(state), session_from=0) == state

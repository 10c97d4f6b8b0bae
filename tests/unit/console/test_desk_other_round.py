"""What a dealer asks for one round never happens to another one that has opened meanwhile."""

import pytest

from desk_kit import DICE, NG, OTHER_DICE
from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.table.round import Phase

ASKED = [
    (Phase.BETTING, c.Void("die not flat", round=1)),
    (Phase.CLOSED, c.Interrupted(decided=False, round=1)),
    (Phase.CLOSED, c.Interrupted(decided=True, round=1)),
    (Phase.CLOSED, c.DamagedDice(round=1)),
    (Phase.RESULT, c.CorrectResult(OTHER_DICE, NG, round=1)),
]


@pytest.mark.rule("sicbo:5.1", "sicbo:5.4", "sicbo:5.5", "sicbo:5.9")
@pytest.mark.parametrize(("phase", "command"), ASKED)
def test_that_a_command_for_a_round_that_is_over_is_refused_and_touches_nothing(table, phase, command):
    table.bring_to(Phase.ENDED)
    table.bring_to(phase)
    before = table.written()
    assert table.do(command) == Refusal("other-round", {"number": 1})
    assert table.written() == before


@pytest.mark.parametrize(("phase", "command"), ASKED)
def test_that_a_command_for_the_round_that_is_played_is_done(table, phase, command):
    table.bring_to(phase, dice=DICE)
    before = len(table.written())
    table.ok(command)
    assert len(table.written()) == before + 1


def test_that_damaged_dice_found_in_a_round_that_is_over_void_no_earlier_one_either(table):
    for _ in range(2):
        table.bring_to(Phase.ENDED)
    table.bring_to(Phase.BETTING)
    assert table.do(c.DamagedDice((1,), NG, round=2)) == Refusal("other-round", {"number": 2})
    assert "RoundVoided" not in table.names()

"""What a dealer asks for one round never happens to another one that has opened meanwhile."""

import pytest

from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.table.round import Phase
from kits.console.desk import DICE, NG, OTHER_DICE, Stage

ASKED = [
    (Phase.BETTING, c.Void("die not flat", round=1)),
    (Phase.CLOSED, c.Interrupted(decided=False, round=1)),
    (Phase.CLOSED, c.Interrupted(decided=True, round=1)),
    (Stage.ACTED, c.EnterResult(DICE, round=1)),
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
    assert table.view.phase is not phase or table.view.corrected
    assert len(table.written()) == before + 1


@pytest.mark.rule("sicbo:5.4", "sicbo:5.5")
@pytest.mark.parametrize("command", [c.DamagedEquipment((1,), NG), c.CorrectResult(OTHER_DICE, NG, 1)])
def test_that_a_command_that_names_its_round_means_it_also_when_another_has_opened(table, command):
    table.bring_to(Phase.ENDED)
    table.bring_to(Phase.BETTING)
    before = table.written(2)
    table.ok(command)
    assert table.written(2) == before
    assert table.desk._core.table.decisions_of(1) == 2


def test_that_damaged_dice_of_a_round_that_is_over_meanwhile_need_the_supervisor(table):
    table.bring_to(Phase.ENDED)
    table.bring_to(Phase.BETTING)
    assert table.do(c.DamagedEquipment((1,))) == Refusal("needs-supervisor")
    assert "RoundVoided" not in table.names()

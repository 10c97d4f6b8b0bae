"""Limits of what a decision adds: none is narrower than what the rules of the game let it add."""

import pytest

from kiosk.app.limits import read_limits
from kiosk.faults import EnvironmentFault
from kiosk.games.blackjack.game import GAME as BLACKJACK
from kiosk.games.stud.game import GAME as STUD
from kiosk.resources import layout_reader

GAMES = {game.name: game for game in (BLACKJACK, STUD)}


def read(name, kind, minimum, maximum):
    """The limits as they are provided, with others of that kind of spot."""
    reader = layout_reader(name)
    layout = GAMES[name].read_layout("A", reader)
    lines = reader("limits.toml").splitlines()
    (at,) = (n for n, line in enumerate(lines) if line.startswith(f"{kind} = "))
    lines[at] = f"{kind} = {{ minimum = {minimum}, maximum = {maximum} }}"
    return read_limits(layout, "limits.toml", "\n".join(lines), GAMES[name].kinds)


@pytest.mark.rule("blackjack:3.14.2", "blackjack:3.21", "blackjack:3.22", "stud:3.12.2")
@pytest.mark.parametrize(
    ("game", "kind", "minimum", "maximum", "why"),
    [
        ("blackjack", "double", 100, 19_900, "maximum of 19900: expected at least 20000"),
        ("blackjack", "double", 200, 20_000, "minimum of 200: expected at most 100"),
        ("blackjack", "split", 1_000, 5_000, "maximum of 5000: expected at least 20000"),
        ("blackjack", "split", 1_100, 20_000, "minimum of 1100: expected at most 1000"),
        ("blackjack", "insurance", 100, 9_900, "maximum of 9900: expected at least 10000"),
        ("blackjack", "insurance", 500, 10_000, "minimum of 500: expected at most 100"),
        ("blackjack", "initial", 1_000, 20_100, "'split' has a maximum of 20000: expected at least 20100"),
        ("stud", "bet", 2_000, 39_900, "maximum of 39900: expected at least 40000"),
        ("stud", "bet", 2_100, 40_000, "minimum of 2100: expected at most 2000"),
    ],
)
def test_that_limits_that_leave_no_room_for_a_decision_are_refused(game, kind, minimum, maximum, why):
    with pytest.raises(EnvironmentFault, match=rf"^limits\.toml: .*{why}, which the rules allow"):
        read(game, kind, minimum, maximum)


@pytest.mark.parametrize(
    ("game", "kind", "minimum", "maximum"),
    [
        ("blackjack", "double", 100, 30_000),
        ("blackjack", "insurance", 100, 10_000),
        ("blackjack", "split", 100, 20_000),
        ("blackjack", "initial", 1_100, 19_900),  # half of it is in units 9,900
        ("stud", "bet", 100, 50_000),
        ("stud", "ante", 1_500, 15_000),
    ],
)
def test_that_limits_that_leave_room_for_every_decision_are_read(game, kind, minimum, maximum):
    limit = read(game, kind, minimum, maximum).spots[kind]
    assert (limit.minimum, limit.maximum) == (minimum, maximum)

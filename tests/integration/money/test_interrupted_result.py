"""A machine that fails between the result in the log and its settlement at the seat."""

from kiosk.app.state_dir import StateDir
from kiosk.console.chance import seeded_chance
from kiosk.console.desk import Pace
from kiosk.demo.headless import Headless, Play
from kiosk.table.round import Phase
from kits.app.seat_play import assert_sound, rules
from kits.audit.physical_truth import check_at_rest, read_rounds, rows


class PowerCutError(Exception):
    """The machine has no power any more."""


def cut_at_result(folder, monkeypatch):
    """Play until a result of a round with bets stands in the log, unread; answers the round."""
    state = StateDir(folder)
    state.hold()
    table = Headless(state, rules(), Play(Pace(), seeded_chance(3), 11, 5))
    pump = table._after_dealer

    def cut():
        if table._table.service.table.phase is Phase.RESULT and table.state.registered is not None:
            raise PowerCutError
        pump()

    monkeypatch.setattr(table, "_after_dealer", cut)
    try:
        table.run()
    except PowerCutError:
        return table.state.table.number
    finally:
        table.close()
        state.release()
    raise AssertionError("the bot did not bet")


def test_that_the_round_is_settled_before_it_is_concluded_and_asked_rounds_count_from_then(
    memory_path, monkeypatch
):
    folder = memory_path / "state"
    number = cut_at_result(folder, monkeypatch)
    state = StateDir(folder)
    state.hold()
    table = Headless(state, rules(), Play(Pace(), seeded_chance(3), None, 2))
    try:
        table.run()
        assert (table.played, table.state.table.number) == (2, number + 2)
    finally:
        table.close()
        state.release()
    assert_sound(folder)
    check_at_rest(folder)
    assert read_rounds(folder / "table.db")[number].phase == "result"
    log = rows(folder / "table.db", "SELECT key, value FROM entry ORDER BY seq")
    order = [
        "settled" if key.endswith("settled-1") else "ended"
        for key, value in log
        if key == f"etg/12/seat/07/report/{number}/settled-1"
        or (key.startswith(f"etg/12/round/{number}/") and b"RoundEnded" in value)
    ]
    assert order == ["settled", "ended"]

"""What is set at the seat: only without anybody's money, with old and new value and a name, and taken back again."""

from dataclasses import replace

import pytest

from kiosk.seat import effects as f
from kiosk.seat import events as e
from kiosk.seat.settings import Settings
from kiosk.seat.state import LockKind, lock_of
from kits.seat.seats import Play, make_context

NEW = Settings(ticket_limit=200_000, layout="C")


def changed(play) -> list[tuple]:
    return [
        (note.detail["setting"], note.detail["old"], note.detail["new"])
        for note in play.asked(f.SignificantEvent)
        if note.kind in ("setting-changed", "configuration-changed")
    ]


def idle() -> Play:
    play = Play()
    again(play)
    play.do(e.AcceptorReady("acceptor-1"))
    play.do(e.LinkUp())
    return play


def again(play, **written) -> None:
    """The seat starts again; ``written`` is what its configuration file says now."""
    values = {"ticket_limit": "300000", "win_limit": "500000"} | {k: str(v) for k, v in written.items()}
    play.context = replace(make_context(), written=values)
    play.do(e.Restarted())


def test_that_a_change_is_kept_with_name_old_and_new_value():
    play = idle()
    play.do(e.SettingsChanged(NEW, "Kim"))
    assert play.state.settings == NEW
    assert changed(play) == [("layout", "None", "C"), ("ticket_limit", "None", "200000")]
    assert {
        note.detail["by"] for note in play.asked(f.SignificantEvent) if note.kind == "setting-changed"
    } == {"Kim"}
    assert play.lock_kinds() == [LockKind.SETTINGS.value], "nobody plays before the seat has started again"
    play.do(e.LockCleared("settings", "Robin"))
    assert play.told[-1] == "notice.cannot_clear"
    again(play)
    assert play.lock_kinds() == []


def credit(play):
    play.credit(500)


def chips_on_the_board(play):
    play.credit(500)
    play.open()
    play.tap("big", 500)


def bet_in_play(play):
    play.credit(500)
    play.open()
    play.bet(big=500)
    play.close()


def note_in_the_slot(play):
    play.do(e.NoteOffered("acceptor-1", "n", 500))


@pytest.mark.parametrize("money", [credit, chips_on_the_board, bet_in_play, note_in_the_slot])
def test_that_nothing_is_set_while_anybodys_money_is_here(money):
    play = idle()
    money(play)
    before = play.state
    play.do(e.SettingsChanged(NEW, "Kim"))
    assert play.state == before
    assert play.notes()[-1] == "settings-refused"
    assert play.told[-1] in ("notice.settings_credit", "notice.settings_round")


def test_that_changes_are_taken_back_one_after_the_other():
    play = idle()
    play.do(e.SettingsChanged(Settings(ticket_days=90), "Kim"))
    play.do(e.SettingsChanged(Settings(ticket_days=60), "Lee"))
    play.do(e.SettingsUndone("Lee"))
    assert play.state.settings == Settings(ticket_days=90)
    play.do(e.SettingsUndone("Lee"))
    assert play.state.settings == Settings()
    play.do(e.SettingsUndone("Lee"))
    assert play.told[-1] == "notice.nothing_to_undo"
    assert changed(play)[-2:] == [("ticket_days", "60", "90"), ("ticket_days", "90", "None")]


def test_that_the_start_with_what_was_set_is_no_surprise():
    play = idle()
    play.do(e.SettingsChanged(Settings(ticket_limit=200_000, win_limit=400_000), "Kim"))
    again(play)
    assert play.lock_kinds() == []
    play.do(e.SettingsUndone("Kim"))
    again(play)
    assert play.lock_kinds() == []


def test_that_a_value_that_is_new_in_the_file_or_gone_from_it_is_named():
    play = idle()
    again(play, layout="C")
    assert changed(play) == [("layout", "nothing", "C")]
    play.do(e.LockCleared("settings", "Robin"))
    again(play)
    assert changed(play)[-1] == ("layout", "C", "nothing")


def test_that_what_was_changed_behind_its_back_is_named_and_waits_for_staff():
    play = idle()
    again(play, ticket_limit=200_000)
    assert changed(play) == [("ticket_limit", "300000", "200000")]
    assert "ticket_limit: 300000 -> 200000" in lock_of(play.state, LockKind.SETTINGS).detail
    again(play, ticket_limit=200_000)
    assert len(changed(play)) == 1, "told once; the lock stays"
    assert play.lock_kinds() == [LockKind.SETTINGS.value]
    play.do(e.LockCleared("settings", "Kim"))
    assert play.lock_kinds() == []


def test_that_a_change_taken_back_does_not_hide_another_behind_its_back():
    play = idle()
    play.do(e.SettingsChanged(Settings(win_limit=400_000), "Kim"))
    again(play)
    play.do(e.SettingsUndone("Kim"))
    again(play, win_limit=99_999_900)
    assert changed(play)[-1] == ("win_limit", "500000", "99999900")
    assert play.lock_kinds() == [LockKind.SETTINGS.value]


def test_that_setting_what_is_set_already_does_nothing():
    play = idle()
    play.do(e.SettingsChanged(NEW, "Kim"))
    before = play.state
    play.do(e.SettingsChanged(NEW, "Kim"))
    assert play.state == before
    assert len(changed(play)) == 2

"""Doors, the board that watches them, and staff at the seat: nobody plays, and nothing else changes."""

import msgspec
import pytest

from kiosk.seat import effects as f
from kiosk.seat import events as e
from kiosk.seat.cash import takes_in, why_no_money
from kiosk.seat.conditions import CabinetCondition, Door
from kiosk.seat.state import LockKind, lock_of
from kits.seat.seats import Play

KIM = e.ServiceBegan("Kim", "technician")


def playing() -> Play:
    """A seat in the middle of a round, with registered chips, chips not sent yet and a refusable note."""
    play = Play().ready(10_000)
    play.bet(big=500)
    play.tap("odd", 300)
    return play


def watched() -> Play:
    """The same, at a board that has told all its doors."""
    play = playing()
    for door in Door:
        play.do(e.DoorIs(door, open=False, count=0))
    return play


def meters(play) -> dict[str, int]:
    found: dict[str, int] = {}
    for count in play.asked(f.Count):
        for name, value in count.meters.items():
            found[name] = found.get(name, 0) + value
    return found


def told(play, kind) -> list[dict]:
    return [note.detail for note in play.asked(f.SignificantEvent) if note.kind == kind]


DOOR_OPENS = [e.DoorIs(door, open=True, count=1) for door in Door]
STOPS = [
    *[(opens, e.DoorIs(opens.door, open=False, count=1), LockKind.DOOR) for opens in DOOR_OPENS],
    (
        e.CabinetIs(CabinetCondition.SILENT, "no answer"),
        e.CabinetIs(CabinetCondition.READY),
        LockKind.CABINET,
    ),
    (e.CabinetIs(CabinetCondition.WRONG, "another"), e.CabinetIs(CabinetCondition.READY), LockKind.CABINET),
    (KIM, e.ServiceEnded("Kim"), LockKind.SERVICE),
    (e.SoftwareIs("0.1.0", "", ("a file is missing",)), e.SoftwareIs("0.1.0", "abc"), LockKind.SOFTWARE),
]


@pytest.mark.parametrize(("stops", "goes_on", "kind"), STOPS, ids=[str(stop[0]) for stop in STOPS])
def test_that_play_and_money_stop_and_the_seat_goes_on_exactly_where_it_stood(stops, goes_on, kind):
    play = playing()
    before = play.state
    play.do(stops)
    assert play.lock_kinds() == [kind.value]
    assert why_no_money(play.context, play.state, 500) == "notice.locked"
    stopped = play.state
    play.do(e.Tap("small", 100))
    play.do(e.Clear())
    play.do(e.Collect())
    play.do(e.NoteOffered("acceptor-1", "x", 500))
    play.do(e.TicketOffered("acceptor-1", "y", "012345678901234568"))
    assert play.send() is None
    assert play.state == stopped, "whatever is touched, nothing moves"
    play.do(goes_on)
    counts, cabinet = play.state.door_counts, play.state.cabinet
    found = msgspec.structs.replace(
        play.state, door_counts={}, cabinet=before.cabinet, signed=before.signed, had_staff=before.had_staff
    )
    assert found == before
    assert cabinet is CabinetCondition.READY or kind is not LockKind.CABINET
    assert sum(counts.values()) == (kind is LockKind.DOOR)
    assert play.send().stakes == {"big": 500, "odd": 300}, "chips that waited go out now"


@pytest.mark.parametrize(("stops", "goes_on", "kind"), STOPS, ids=[str(stop[0]) for stop in STOPS])
def test_that_a_round_that_ends_meanwhile_ends_right_to_the_cent(stops, goes_on, kind):
    play = playing()
    play.do(stops)
    play.finish(6, 5, 4)
    assert play.state.balances.credit == 10_000 + 500, (
        "what was registered has won; what was not sent went back"
    )
    play.do(goes_on)
    assert play.lock_kinds() == []
    assert play.state.balances.escrow == 0


def test_that_play_waits_until_every_door_is_closed():
    play = playing()
    play.do(e.DoorIs(Door.MAIN, open=True, count=1))
    play.do(e.DoorIs(Door.CASH_BOX, open=True, count=1))
    assert lock_of(play.state, LockKind.DOOR).detail == "main, cash-box"
    play.do(e.DoorIs(Door.MAIN, open=False, count=1))
    assert lock_of(play.state, LockKind.DOOR).detail == "cash-box"
    play.do(e.DoorIs(Door.CASH_BOX, open=False, count=1))
    assert play.lock_kinds() == []


def test_that_an_opening_is_counted_once_however_often_it_is_told():
    play = watched()
    for _ in range(3):
        play.do(e.DoorIs(Door.MAIN, open=True, count=4))
    for _ in range(3):
        play.do(e.DoorIs(Door.MAIN, open=False, count=4))
    assert meters(play)["door_main"] == 4
    assert told(play, "door-opened") == [{"door": "main", "times": 4}]
    assert told(play, "door-closed") == [{"door": "main"}]


def test_that_an_opening_that_nobody_saw_is_counted_when_the_door_is_closed_already():
    play = watched()
    play.do(e.DoorIs(Door.MAIN, open=False, count=2))
    assert meters(play)["door_main"] == 2
    assert play.lock_kinds() == []
    assert told(play, "door-opened") == [{"door": "main", "times": 2}]


def test_that_an_opening_of_the_logic_door_that_nobody_saw_waits_for_staff():
    play = watched()
    play.do(e.DoorIs(Door.LOGIC, open=False, count=1))
    assert play.lock_kinds() == [LockKind.LOGIC_DOOR.value]


def test_that_openings_without_power_are_told_once_and_only_the_logic_door_locks():
    play = playing()
    for door in (Door.MAIN, Door.CASH_BOX, Door.LOGIC):
        for _ in range(2):
            play.do(e.OpenedWhileOff(door, 3, 3))
    assert [detail["door"] for detail in told(play, "door-opened-while-off")] == ["main", "cash-box", "logic"]
    assert meters(play)["door_logic"] == 3
    assert play.lock_kinds() == [LockKind.LOGIC_DOOR.value]


def test_that_a_logic_door_lock_is_cleared_by_staff_once_the_door_is_closed():
    play = playing()
    play.do(e.OpenedWhileOff(Door.LOGIC, 1, 1))
    play.do(e.DoorIs(Door.LOGIC, open=True, count=1))
    play.do(e.LockCleared("logic-door", "Kim"))
    assert "notice.cannot_clear" in play.told
    play.do(e.DoorIs(Door.LOGIC, open=False, count=1))
    assert play.lock_kinds() == [LockKind.LOGIC_DOOR.value]
    play.do(e.LockCleared("logic-door", "Kim"))
    assert play.lock_kinds() == []
    assert meters(play)["door_logic"] == 1


@pytest.mark.parametrize("kind", ["door", "cabinet", "service", "software"])
def test_that_nobody_clears_what_only_the_thing_itself_can_lift(kind):
    play = playing()
    for stops, _, _ in STOPS:
        play.do(stops)
    before = play.state
    play.do(e.LockCleared(kind, "Kim"))
    assert play.state == before
    assert play.told[-1] == "notice.cannot_clear"


def test_that_locks_last_over_a_power_cut():
    play = playing()
    for stops, _, _ in STOPS:
        play.do(stops)
    kinds = set(play.lock_kinds())
    play.do(e.Restarted())
    assert set(play.lock_kinds()) == kinds
    assert play.state.service is not None


def test_that_a_weak_battery_is_told_and_does_not_stop_the_play():
    play = playing()
    play.do(e.CabinetIs(CabinetCondition.BATTERY_LOW, "2.1 V"))
    assert play.lock_kinds() == []
    assert told(play, "cabinet-battery-low") == [{"detail": "2.1 V"}]


def test_that_service_is_told_with_the_name_and_how_it_ended():
    play = playing()
    play.do(KIM)
    play.do(KIM)
    play.do(e.ServiceEnded(""))
    play.do(e.ServiceEnded("Kim"))
    assert told(play, "service-began") == [{"by": "Kim", "role": "technician"}]
    assert told(play, "service-ended") == [{"by": "Kim", "how": "time out"}]


def test_that_a_period_keeps_who_ended_it_and_what_was_counted():
    play = playing()
    play.do(e.PeriodEnded("drop", "Kim", {"counted": 10_000}))
    assert play.asked(f.EndPeriod) == [f.EndPeriod("drop", "Kim", {"counted": 10_000})]
    assert told(play, "period-drop") == [{"by": "Kim", "counted": 10_000}]


def test_that_minutes_are_counted_as_playable_only_while_the_seat_can_be_played():
    play = playing()
    play.do(e.MinutePassed())
    play.do(KIM)
    play.do(e.MinutePassed())
    assert (meters(play)["minutes_up"], meters(play)["minutes_playable"]) == (2, 1)


def test_that_what_a_new_board_has_counted_elsewhere_is_no_opening_here():
    play = playing()
    play.do(e.DoorIs(Door.MAIN, open=False, count=70))
    play.do(e.DoorIs(Door.LOGIC, open=True, count=12))
    assert meters(play).get("door_main", 0) == 0
    assert meters(play)["door_logic"] == 1
    play.do(e.DoorIs(Door.MAIN, open=True, count=71))
    assert meters(play)["door_main"] == 1


def test_that_a_board_that_a_technician_accepts_counts_from_its_own_beginning():
    play = watched()
    play.do(e.DoorIs(Door.MAIN, open=False, count=9))
    play.do(e.BoardAdopted("Kim"))
    play.do(e.DoorIs(Door.MAIN, open=False, count=2))
    play.do(e.DoorIs(Door.MAIN, open=True, count=3))
    assert meters(play)["door_main"] == 10
    assert told(play, "cabinet-adopted") == [{"by": "Kim"}]


# --- devices are tried ----------------------------------------------------------------------------------------


def test_that_notes_and_tickets_are_read_and_given_back_without_credit_while_the_acceptor_is_tried():
    play = playing()
    play.do(KIM)
    play.do(e.NoteTest(on=True, by="Kim"))
    assert takes_in(play.context, play.state)
    before = play.state
    play.do(e.NoteOffered("acceptor-1", "x", 500))
    play.do(e.TicketOffered("acceptor-1", "y", "012345678901234568"))
    assert play.state == before
    assert [type(effect) for effect in play.effects if isinstance(effect, f.ReturnNote | f.ReturnTicket)] == [
        f.ReturnNote,
        f.ReturnTicket,
    ]
    assert told(play, "note-tested") == [{"cents": 500}]
    assert told(play, "ticket-tested") == [{"ending": "4568"}]
    play.do(e.ServiceEnded("Kim"))
    assert not play.state.note_test


def test_that_a_note_that_is_stacked_all_the_same_is_credited():
    play = playing()
    play.do(KIM)
    play.do(e.NoteTest(on=True, by="Kim"))
    credit = play.state.balances.credit
    play.do(e.NoteIn("acceptor-1", "x", 500))
    assert play.state.balances.credit == credit + 500, "the paper is in the box"


def test_that_an_open_door_shuts_the_slot_also_while_it_is_tried():
    play = playing()
    play.do(KIM)
    play.do(e.NoteTest(on=True, by="Kim"))
    play.do(e.DoorIs(Door.CASH_BOX, open=True, count=1))
    assert not takes_in(play.context, play.state)


@pytest.mark.parametrize("test", [e.NoteTest(on=True, by="x"), e.TestPrint("x", "2026-01-31T12:00:00Z")])
def test_that_devices_are_tried_only_while_staff_have_the_seat(test):
    play = playing()
    before = play.state
    play.do(test)
    assert play.state == before
    assert play.told[-1] == "notice.service_only"


def test_that_a_test_print_moves_no_money_and_is_told_when_it_came_out():
    play = playing()
    play.do(KIM)
    balances = play.state.balances
    play.do(e.TestPrint("Kim", "2026-01-31T12:00:00Z", "zh"))
    assert play.asked(f.PrintReceipt) == [f.PrintReceipt("test", 1, 0, "2026-01-31T12:00:00Z", "Kim", "zh")]
    play.do(e.ReceiptOut("test", 1))
    assert play.told[-1] == "notice.test_printed"
    play.do(e.ReceiptNotOut("test", 2, "paper-out"))
    assert play.told[-1] == "notice.test_not_printed"
    assert play.state.balances == balances
    assert play.state.receipt is None, "a test is never printed again as a receipt of money"


def test_that_the_slot_is_shut_again_after_a_power_cut_in_the_middle_of_a_test():
    play = playing()
    play.do(KIM)
    play.do(e.NoteTest(on=True, by="Kim"))
    play.do(e.Restarted())
    assert not play.state.note_test


def test_that_software_signed_with_another_key_waits_for_a_supervisor():
    play = playing()
    play.do(e.SoftwareIs("0.1.0", "aaaa", key="first"))
    assert play.lock_kinds() == []
    play.do(e.SoftwareIs("0.2.0", "bbbb", key="first"))
    assert play.lock_kinds() == [], "another version, the same key"
    play.do(e.SoftwareIs("0.2.0", "cccc", key="second"))
    assert play.lock_kinds() == [LockKind.SETTINGS.value]
    assert told(play, "configuration-changed")[0]["setting"] == "software.key"
    play.do(e.Restarted())
    play.do(e.SoftwareIs("0.2.0", "cccc", key="second"))
    assert play.lock_kinds() == [LockKind.SETTINGS.value], "it waits over restarts"

"""Every status in every situation: what is credited, what goes back, and that nothing stops the driver."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from kiosk.devices.notes.id003 import machine as core
from kiosk.devices.notes.id003.codes import ACK, INVALID_COMMAND, Command, Status
from kiosk.devices.notes.id003.framing import Frame
from kiosk.devices.notes.id003.machine import Machine
from kiosk.devices.notes.id003.memory import Item, Kept, Stage
from kiosk.seat.conditions import AcceptorCondition
from kiosk.seat.events import AcceptorIs, AcceptorReady, NoteBack, NoteIn, NoteOffered, TicketOffered
from kiosk.tickets import number as numbers
from kits.devices.acceptor import SETTINGS

WORTH = {0x62: 500, 0x63: 1_000, 0x64: 2_000}
NOTE = Item("note-1", cents=2_000)
OLD = Item("note-0", cents=500)
TICKET = "12345678901234567" + numbers.check_digit("12345678901234567")
WORKING = Machine(told_up=True, wanted=True, sent=True, left=(), worth=WORTH, last=Status.IDLING)
HELD = replace(WORKING, kept=Kept(item=NOTE, stacked=OLD), last=Status.ESCROW)
STACKING = replace(HELD, kept=replace(HELD.kept, stage=Stage.STACKING), last=Status.STACKING)
TAKEN = replace(WORKING, kept=Kept(stacked=NOTE, vend_open=True), last=Status.VEND_VALID)
SITUATIONS = {
    "empty": WORKING,
    "held": HELD,
    "stacking": STACKING,
    "taken": TAKEN,
    "held before this start": core.started(HELD.kept),
    "stacking before this start": core.started(STACKING.kept),
    "taken before this start": core.started(TAKEN.kept),
    "new": core.started(Kept()),
}
ESCROW_DATA = b"\x64"

# Who has the item of the situation after that answer: the box, the player, or nobody yet.
BOX, PLAYER, NOBODY, UNNAMED = "box", "player", "nobody yet", "in the box without credit"
AFTER_ITEM = {
    Status.IDLING: PLAYER,
    Status.ACCEPTING: PLAYER,
    Status.ESCROW: NOBODY,
    Status.STACKING: NOBODY,
    Status.VEND_VALID: BOX,
    Status.STACKED: UNNAMED,
    Status.REJECTING: NOBODY,
    Status.RETURNING: NOBODY,
    Status.HOLDING: NOBODY,
    Status.DISABLED: PLAYER,
    Status.INITIALIZE: NOBODY,
    Status.POWER_UP: PLAYER,
    Status.POWER_UP_IN_ACCEPTOR: NOBODY,
    Status.POWER_UP_IN_STACKER: BOX,
    Status.STACKER_FULL: NOBODY,
    Status.STACKER_OPEN: NOBODY,
    Status.JAM_IN_ACCEPTOR: NOBODY,
    Status.JAM_IN_STACKER: NOBODY,
    Status.PAUSE: NOBODY,
    Status.CHEATED: NOBODY,
    Status.FAILURE: NOBODY,
    Status.COMMUNICATION_ERROR: NOBODY,
}


def answer(machine, code, data=b""):
    return core.on_frame(machine, SETTINGS, Frame(code, data), lambda: "new")


def tell(machine, status):
    return answer(machine, status, ESCROW_DATA if status is Status.ESCROW else b"")


def test_that_the_table_names_every_status():
    assert set(AFTER_ITEM) == set(Status)


@pytest.mark.parametrize("status", Status)
@pytest.mark.parametrize("situation", [name for name in SITUATIONS if "held" in name or "stacking" in name])
def test_that_an_item_ends_where_the_status_says(situation, status):
    taken = tell(SITUATIONS[situation], status)
    told = [event for event in taken.told if not isinstance(event, AcceptorIs | AcceptorReady)]
    match AFTER_ITEM[status]:
        case "box":
            assert told == [NoteIn("acceptor-1", "note-1", 2_000)]
            assert taken.machine.kept == Kept(stacked=NOTE, vend_open=True)
        case "player":
            assert told == [NoteBack("acceptor-1", "note-1")]
            assert taken.machine.kept.item is None
        case "nobody yet":
            assert told == []
            assert taken.machine.kept == SITUATIONS[situation].kept
        case "in the box without credit":
            assert [event.condition for event in taken.told if isinstance(event, AcceptorIs)] == [
                AcceptorCondition.FAILURE
            ]
            assert taken.machine.kept.item is None


@pytest.mark.parametrize("status", Status)
@pytest.mark.parametrize(
    "situation", [name for name in SITUATIONS if "held" not in name and "stacking" not in name]
)
def test_that_without_an_item_nothing_is_credited(situation, status):
    taken = tell(SITUATIONS[situation], status)
    assert not [event for event in taken.told if isinstance(event, NoteIn)]


@pytest.mark.parametrize(("situation", "status"), list(itertools.product(SITUATIONS, Status)))
def test_that_what_is_known_after_a_start_is_told_as_soon_as_it_is_certain(situation, status):
    taken = tell(SITUATIONS[situation], status)
    ups = [event for event in taken.told if isinstance(event, AcceptorReady)]
    assert len(ups) == (not SITUATIONS[situation].told_up and taken.machine.told_up)
    if ups:
        assert taken.machine.kept.item is None
        assert taken.told[-1 if taken.machine.left else taken.told.index(ups[0])] == ups[0]


def test_that_a_valid_note_is_answered_and_a_lost_answer_is_given_again_without_credit():
    first = tell(STACKING, Status.VEND_VALID)
    assert core.next_command(first.machine, SETTINGS) == Frame(Command.ACK)
    sent = core.on_sent(first.machine, Command.ACK)
    assert core.next_command(sent, SETTINGS) == Frame(Command.STATUS)
    again = tell(sent, Status.VEND_VALID)
    assert again.told == ()
    assert core.next_command(again.machine, SETTINGS) == Frame(Command.ACK)


def test_that_a_note_of_a_seat_that_takes_none_goes_back_without_a_word():
    for shut in (replace(WORKING, wanted=False), replace(WORKING, status=AcceptorCondition.JAM)):
        taken = answer(shut, Status.ESCROW, b"\x64")
        assert not [event for event in taken.told if isinstance(event, NoteOffered)]
        following = replace(taken.machine, sent=taken.machine.wanted)
        assert core.next_command(following, SETTINGS) == Frame(Command.RETURN)


@pytest.mark.parametrize(
    "data",
    [b"", b"\x61", b"\x64\x00", b"\x6f", b"\x6f1234", b"\x6f" + TICKET[:17].encode() + b"0", b"\x6f\xff\xfe"],
)
def test_that_what_the_seat_does_not_take_goes_back(data):
    taken = answer(WORKING, Status.ESCROW, data)
    assert taken.told == ()
    assert core.next_command(taken.machine, SETTINGS) == Frame(Command.RETURN)


def test_that_a_ticket_is_offered_by_its_number():
    taken = answer(WORKING, Status.ESCROW, b"\x6f" + TICKET.encode())
    assert taken.told == (TicketOffered("acceptor-1", "new", TICKET),)


def test_that_another_note_in_escrow_means_that_the_one_before_has_gone_back():
    taken = answer(HELD, Status.ESCROW, b"\x63")
    assert taken.told == (NoteBack("acceptor-1", "note-1"), NoteOffered("acceptor-1", "new", 1_000))


def test_that_only_the_item_that_is_there_is_stacked_or_given_back():
    for order in (lambda m, s: core.stack(m, SETTINGS, s), core.give_back):
        assert order(HELD, "other").machine == HELD
        assert order(WORKING, "note-1").machine == WORKING
    assert core.give_back(STACKING, "note-1").machine == STACKING, "it is being taken"
    stale = core.started(HELD.kept)
    assert core.stack(stale, SETTINGS, "note-1") == core.Taken(stale), "its decision died with the power"


def test_that_the_item_stacked_last_is_told_again_when_it_is_asked_for():
    assert core.stack(TAKEN, SETTINGS, "note-1").told == (NoteIn("acceptor-1", "note-1", 2_000),)


def test_that_to_shut_the_slot_comes_before_everything_but_an_answer():
    for machine in (WORKING, HELD, STACKING, replace(HELD, giving_back=True), replace(WORKING, reset=True)):
        shut = core.enable(machine, False).machine
        assert core.next_command(shut, SETTINGS) == Frame(Command.INHIBIT, b"\x01")


def test_that_to_shut_the_slot_does_not_wait_for_an_answer_that_did_not_come():
    unanswered = core.on_sent(core.enable(HELD, False).machine, Command.STACK)
    assert core.next_command(unanswered, SETTINGS) == Frame(Command.INHIBIT, b"\x01")
    again = core.on_sent(unanswered, Command.INHIBIT)
    assert core.next_command(again, SETTINGS) == Frame(Command.STATUS), "it is asked how it is in between"


def test_that_the_slot_opens_only_when_everything_is_set():
    machine = core.enable(core.started(Kept()), True).machine
    sent = []
    for _ in range(20):
        command = core.next_command(machine, SETTINGS)
        sent.append(command.code)
        machine = core.on_sent(machine, command.code)
        data = b"\x62\x01\x05\x00\x64\x01\x14\x00" if command.code == Command.CURRENCY else command.data
        machine = answer(
            machine, Status.DISABLED if command.code == Command.STATUS else command.code, data
        ).machine
    at = sent.index(Command.INHIBIT)
    assert {
        *map(int, (Command.CURRENCY, Command.DENOMINATIONS, Command.SECURITY, Command.BARCODE_INHIBIT))
    } <= set(sent[:at])
    assert machine.sent is True


def test_that_the_notes_which_the_seat_does_not_take_are_forbidden_one_by_one():
    machine = replace(WORKING, left=(core.Setting.DENOMINATIONS,))
    few = replace(SETTINGS, notes=frozenset({500, 2_000}))
    (bits, _) = core.next_command(machine, few).data
    assert [code for code in range(0x61, 0x69) if not bits >> (code - 0x61) & 1] == [0x62, 0x64]


def test_that_an_acceptor_with_other_notes_is_a_failure_that_names_both():
    machine = replace(WORKING, left=core.ALL_SETTINGS)
    taken = answer(machine, Command.CURRENCY, b"\x62\x01\x07\x00")
    (event,) = taken.told
    assert event.condition is AcceptorCondition.FAILURE
    assert "700 cents" in event.detail
    assert "[500, 1000, 2000, 5000, 10000]" in event.detail


def test_that_silence_is_told_once_and_its_end_too():
    machine, told = WORKING, []
    for _ in range(20):
        taken = core.on_silence(machine, SETTINGS, "no answer")
        machine, told = taken.machine, [*told, *taken.told]
    assert [event.condition for event in told] == [AcceptorCondition.DISCONNECTED]
    assert machine.sent is None, "it may be another acceptor that answers next"


def test_that_a_fault_is_told_once_and_a_reset_is_tried_now_and_then():
    machine, told, resets = WORKING, [], 0
    for _ in range(100):
        taken = tell(machine, Status.JAM_IN_ACCEPTOR)
        machine, told = taken.machine, [*told, *taken.told]
        if core.next_command(machine, SETTINGS).code == Command.RESET:
            resets += 1
            machine = answer(core.on_sent(machine, Command.RESET), ACK).machine
    assert [event.condition for event in told] == [AcceptorCondition.JAM]
    assert resets == 5
    assert tell(machine, Status.IDLING).told == (AcceptorIs("acceptor-1", AcceptorCondition.READY, ""),)


codes = st.one_of(st.sampled_from([*Status, *Command, ACK, INVALID_COMMAND]), st.integers(0, 255))
answers = st.tuples(
    codes, st.one_of(st.just(b""), st.sampled_from([b"\x64", b"\x62", b"\x01"]), st.binary(max_size=20))
)


@given(st.sampled_from(list(SITUATIONS)), st.lists(answers, max_size=25))
def test_that_no_answers_stop_the_machine_or_credit_what_was_not_said_to_be_stacked(situation, given_answers):
    machine = SITUATIONS[situation]
    credited = []
    for code, data in given_answers:
        command = core.next_command(machine, SETTINGS)
        machine = core.on_sent(machine, command.code)
        known = machine.kept.item
        taken = answer(machine, code, data)
        for event in taken.told:
            if isinstance(event, NoteIn):
                assert code in (Status.VEND_VALID, Status.POWER_UP_IN_STACKER)
                assert known is not None
                assert (event.serial, event.cents) == (known.serial, known.cents)
                credited.append(event.serial)
        machine = taken.machine
        core.is_quiet(machine)
    assert len(credited) == len(set(credited)) or "new" in credited


# --- an acceptor that does not obey -----------------------------------------------------------------------------------

SMALL = core.Settings("acceptor-1", frozenset({500, 1_000}))
CREDITED = replace(WORKING, kept=Kept(stacked=OLD, vend_open=True))


def play(machine, settings, *answers):
    """The acceptor answers so, whatever it is told; everything that came of it, and what was sent each time."""
    told, sent = [], []
    for status, data in answers:
        taken = core.on_frame(machine, settings, Frame(status, data), lambda: "new")
        command = core.next_command(taken.machine, settings)
        machine = core.on_sent(taken.machine, command.code)
        told += taken.told
        sent.append(Command(command.code))
    return machine, told, sent


DISOBEYS = ((Status.STACKING, b""), (Status.VEND_VALID, b""), (Status.VEND_VALID, b""), (Status.STACKED, b""))


@pytest.mark.parametrize("before", [WORKING, CREDITED], ids=["nothing credited", "a note credited before"])
@pytest.mark.parametrize(
    "data", [b"\x64", b"\x68", b"\x62\x00", b""], ids=["too large", "unknown", "long", "empty"]
)
def test_that_an_item_stacked_against_the_order_to_return_is_a_failure_without_credit(before, data):
    machine, told, sent = play(before, SMALL, (Status.ESCROW, data), *DISOBEYS, (Status.IDLING, b""))
    assert sent[0] is Command.RETURN
    assert not [event for event in told if isinstance(event, NoteIn)]
    failures = [
        event
        for event in told
        if isinstance(event, AcceptorIs) and event.condition is AcceptorCondition.FAILURE
    ]
    assert "has stacked" in failures[-1].detail
    assert "against the order to return it" in failures[-1].detail
    assert len(failures) == 2  # as it begins, and once when it is done, however often it asks
    assert not machine.kept.vend_open


def test_that_the_record_names_the_note_that_was_stacked_against_the_order():
    _, told, _ = play(CREDITED, SMALL, (Status.ESCROW, b"\x64"), *DISOBEYS)
    assert all(
        "a note of 2000 cents" in event.detail
        for event in told
        if event.condition is AcceptorCondition.FAILURE
    )


def test_that_a_note_that_the_seat_refused_is_credited_with_a_failure_when_it_is_stacked_all_the_same():
    refused = core.give_back(HELD, NOTE.serial).machine
    _, told, _ = play(refused, SETTINGS, *DISOBEYS)
    assert told[0] == NoteIn("acceptor-1", NOTE.serial, NOTE.cents)
    assert told[1].condition is AcceptorCondition.FAILURE
    assert "against the order to return it" in told[1].detail


@pytest.mark.parametrize("rest", [Status.IDLING, Status.DISABLED, Status.ACCEPTING])
def test_that_a_repeated_question_is_one_only_until_the_acceptor_is_at_rest(rest):
    _, told, _ = play(TAKEN, SETTINGS, (Status.VEND_VALID, b""), (Status.STACKED, b""), (rest, b""))
    assert told == []
    _, told, _ = play(TAKEN, SETTINGS, (rest, b""), (Status.VEND_VALID, b""))
    assert [event.condition for event in told if isinstance(event, AcceptorIs)] == [AcceptorCondition.FAILURE]


# --- whose notes ------------------------------------------------------------------------------------------------------


def told_currency(table, country=None, notes=(500, 1_000)):
    settings = core.Settings("acceptor-1", frozenset(notes), country=country)
    machine = replace(WORKING, left=(core.Setting.CURRENCY, core.Setting.DENOMINATIONS))
    taken = core.on_frame(machine, settings, Frame(Command.CURRENCY, table), lambda: "new")
    return taken, settings


TWO_COUNTRIES = b"\x62\x0b\x05\x00\x63\x0b\x01\x01\x64\x01\x05\x00\x65\x01\x02\x01"


def test_that_only_notes_of_the_configured_country_are_taken():
    taken, settings = told_currency(TWO_COUNTRIES, country=0x0B)
    assert taken.machine.worth == {0x62: 500, 0x63: 1_000}
    forbidden = core.next_command(taken.machine, settings)
    assert forbidden == Frame(Command.DENOMINATIONS, bytes((0b11111001, 0)))


@pytest.mark.parametrize("country", [None, 0x2C])
def test_that_the_slot_stays_shut_where_nobody_can_tell_whose_notes_they_are(country):
    taken, _ = told_currency(TWO_COUNTRIES, country=country)
    assert taken.machine.worth == {}
    (changed,) = taken.told
    assert changed.condition is AcceptorCondition.FAILURE
    assert "500 cents of country 1" in changed.detail
    assert "500 cents of country 11" in changed.detail


def test_that_a_table_with_more_and_other_entries_serves_the_notes_that_it_names_clearly():
    more = b"\x62\x0b\x05\x00\x63\x0b\x01\x01\x66\x0b\x05\x09\x70\x0b\x05\x00\x67\x0b\x64\x00"
    taken, _ = told_currency(more)
    assert taken.told == ()
    assert taken.machine.worth == {0x62: 500, 0x63: 1_000, 0x67: 10_000}
    machine = replace(WORKING, worth=taken.machine.worth)
    _, told, sent = play(machine, SMALL, (Status.ESCROW, b"\x66"))
    assert told == []
    assert sent == [Command.RETURN]

"""Notes and tickets into the credit: once, at 'stacked and valid' alone."""

import pytest

from kiosk.seat import effects as f
from kiosk.seat import events as e
from kiosk.seat.state import ItemStage, Lock, LockKind, with_lock
from kits.seat.seats import ACCEPTOR, NUMBERS, Play

NUMBER, OTHER = NUMBERS[:2]
NOTE = e.NoteOffered(ACCEPTOR, "n1", 2_000)
TICKET = e.TicketOffered(ACCEPTOR, "t1", NUMBER)


def ready(**config):
    play = Play(**config)
    play.do(e.LinkUp())
    return play


def at(stage):
    """A ticket that has come so far."""
    play = ready()
    play.do(TICKET)
    if stage is ItemStage.STACKING:
        play.do(e.TicketGood("t1", NUMBER, 7_700))
    if stage is ItemStage.RETURNING:
        play.do(e.TicketBad("t1", NUMBER, "unknown"))
    assert play.state.item.stage is stage
    return play


# --- notes --------------------------------------------------------------------------------------------------------


def test_that_an_offered_note_is_stacked_and_earns_nothing_yet():
    play = ready()
    play.do(NOTE)
    assert play.asked(f.StackNote) == [f.StackNote(ACCEPTOR, "n1")]
    assert play.state.balances.credit == 0


@pytest.mark.rule("sicbo:1.7")
def test_that_a_stacked_note_is_credited_once_however_often_it_is_told():
    play = ready()
    play.do(NOTE)
    for _ in range(3):
        taken = play.do(e.NoteIn(ACCEPTOR, "n1", 2_000))
        assert taken.done == ("note:n1",)
    assert (play.state.balances.credit, play.state.balances.notes) == (2_000, -2_000)
    assert [post.key for post in play.posts] == ["note:acceptor-1:n1"]
    assert play.asked(f.Count) == [f.Count({"notes_2000": 1})]


def test_that_a_note_that_was_stacked_before_a_power_cut_is_credited_without_being_offered():
    play = Play()
    play.do(e.NoteIn(ACCEPTOR, "n1", 2_000))
    assert play.state.balances.credit == 2_000


def test_that_a_returned_note_earns_nothing():
    play = ready()
    play.do(NOTE)
    taken = play.do(e.NoteBack(ACCEPTOR, "n1"))
    assert play.state.item is None
    assert "note:n1" in taken.done
    assert play.posts == []


def test_that_a_second_item_goes_back_while_one_is_going_in():
    play = ready()
    play.do(NOTE)
    play.do(e.NoteOffered(ACCEPTOR, "n2", 500))
    play.do(TICKET)
    assert play.asked(f.ReturnNote) == [f.ReturnNote(ACCEPTOR, "n2")]
    assert play.asked(f.ReturnTicket) == [f.ReturnTicket(ACCEPTOR, "t1", NUMBER)]
    assert play.state.item.serial == "n1"


@pytest.mark.parametrize("cents", [0, -500])
def test_that_a_note_without_a_value_goes_back(cents):
    play = ready()
    play.do(e.NoteOffered(ACCEPTOR, "n1", cents))
    assert len(play.asked(f.ReturnNote)) == 1


@pytest.mark.parametrize("why", ["locked", "link_down", "paying_out", "credit_limit"])
@pytest.mark.parametrize("event", [NOTE, TICKET], ids=["note", "ticket"])
def test_that_money_goes_back_when_it_cannot_be_taken(why, event):
    play = ready(credit_limit=10_000)
    play.credit(10_100 if isinstance(event, e.TicketOffered) else 9_000)
    match why:
        case "locked":
            play.state = with_lock(play.state, Lock(LockKind.PRINTER))
        case "link_down":
            play.do(e.LinkDown())
        case "paying_out":
            play.do(e.Collect())
    play.do(event)
    assert play.told[-1] == f"notice.{why}"
    assert len(play.asked(f.ReturnNote | f.ReturnTicket)) == 1
    assert play.state.item is None


def test_that_too_much_money_within_one_round_locks_the_seat_and_is_credited():
    play = ready(note_velocity=3_000)
    play.credit(2_000)
    assert play.lock_kinds() == []
    play.credit(2_000)
    assert play.lock_kinds() == ["velocity"]
    assert play.state.balances.credit == 4_000
    assert play.notes()[-2:] == ["velocity-lock", "attendant-called"]


def test_that_tickets_count_as_money_in_as_well():
    play = ready(note_velocity=10_000)
    for serial, number in zip(("t1", "t2"), NUMBERS, strict=False):
        play.do(e.TicketOffered(ACCEPTOR, serial, number))
        play.do(e.TicketGood(serial, number, 7_700))
        play.do(e.TicketIn(ACCEPTOR, serial, number))
    assert play.state.balances.credit == 15_400
    assert (play.lock_kinds(), play.notes()[-2]) == (["velocity"], "velocity-lock")


# --- tickets ------------------------------------------------------------------------------------------------------


def test_that_the_registry_is_asked_before_a_ticket_is_stacked():
    play = at(ItemStage.ASKING)
    assert play.asked(f.ReserveTicket) == [f.ReserveTicket("t1", NUMBER)]
    assert play.asked(f.StackTicket) == []


def test_that_a_good_ticket_is_stacked_credited_once_and_redeemed():
    play = at(ItemStage.STACKING)
    assert play.asked(f.StackTicket) == [f.StackTicket(ACCEPTOR, "t1", NUMBER)]
    for _ in range(3):
        play.do(e.TicketIn(ACCEPTOR, "t1", NUMBER))
    assert (play.state.balances.credit, play.state.balances.tickets_in) == (7_700, -7_700)
    assert play.asked(f.RegistryRedeem) == [f.RegistryRedeem("t1", NUMBER)]
    assert play.asked(f.Keep) == [f.Keep("in", NUMBER, 7_700, "redeemed")]


def test_that_a_rejected_ticket_goes_back_with_the_reason():
    play = at(ItemStage.RETURNING)
    assert play.asked(f.ReturnTicket) == [f.ReturnTicket(ACCEPTOR, "t1", NUMBER)]
    assert play.asked(f.RegistryRelease) == []
    assert play.asked(f.Notice)[-1].values == {"reason": "unknown"}
    play.do(e.TicketBack(ACCEPTOR, "t1"))
    assert play.state.item is None
    assert play.state.balances.credit == 0


def test_that_a_ticket_without_an_answer_is_freed_so_that_it_can_be_used_again():
    play = at(ItemStage.ASKING)
    play.do(e.TicketBad("t1", NUMBER, "registry-away", unsure=True))
    assert play.asked(f.RegistryRelease) == [f.RegistryRelease("t1", NUMBER)]
    assert len(play.asked(f.ReturnTicket)) == 1


def test_that_a_good_answer_told_again_does_not_free_a_ticket_that_is_being_stacked():
    play = at(ItemStage.STACKING)
    play.do(e.TicketGood("t1", NUMBER, 7_700))
    play.do(e.TicketBad("t1", NUMBER, "unknown"))
    assert play.asked(f.RegistryRelease) == []
    assert play.asked(f.ReturnTicket) == []
    assert len(play.asked(f.StackTicket)) == 1
    play.do(e.TicketIn(ACCEPTOR, "t1", NUMBER))
    assert play.state.balances.credit == 7_700


def test_that_a_ticket_reserved_for_an_insertion_that_is_gone_is_freed():
    play = at(ItemStage.ASKING)
    play.do(e.TicketBack(ACCEPTOR, "t1"))
    play.do(e.TicketGood("t1", NUMBER, 7_700))
    assert play.asked(f.RegistryRelease) == [f.RegistryRelease("t1", NUMBER)]
    assert play.state.item is None


def test_that_a_ticket_that_comes_back_while_it_is_stacked_is_freed():
    play = at(ItemStage.STACKING)
    play.do(e.TicketBack(ACCEPTOR, "t1"))
    assert play.asked(f.RegistryRelease) == [f.RegistryRelease("t1", NUMBER)]
    assert play.state.balances.credit == 0


def test_that_a_ticket_is_given_back_and_freed_when_the_seat_cannot_take_it_any_more():
    play = at(ItemStage.ASKING)
    play.do(e.LinkDown())
    play.do(e.TicketGood("t1", NUMBER, 7_700))
    assert len(play.asked(f.ReturnTicket)) == 1
    assert play.asked(f.RegistryRelease) == [f.RegistryRelease("t1", NUMBER)]
    assert play.state.item.stage is ItemStage.RETURNING


def test_that_two_insertions_of_one_ticket_are_freed_each_for_itself():
    play = at(ItemStage.ASKING)
    play.do(e.TicketBad("t1", NUMBER, "registry-away", unsure=True))
    play.do(e.TicketBack(ACCEPTOR, "t1"))
    play.do(e.TicketOffered(ACCEPTOR, "t2", NUMBER))
    play.do(e.TicketBad("t2", NUMBER, "registry-away", unsure=True))
    released = play.asked(f.RegistryRelease)
    assert [effect.serial for effect in released] == ["t1", "t2"]
    assert len({f.outbox_key(effect) for effect in released}) == 2
    reserved = play.asked(f.ReserveTicket)
    assert len({f.outbox_key(effect) for effect in reserved}) == 2
    taken = play.do(e.RegistryDone("release", NUMBER, "t1"))
    assert taken.done == (f.outbox_key(released[0]),)


def test_that_a_ticket_over_the_credit_limit_is_given_back():
    play = ready(credit_limit=7_000)
    play.do(TICKET)
    play.do(e.TicketGood("t1", NUMBER, 7_700))
    assert play.told[-1] == "notice.credit_limit"
    assert play.state.balances.credit == 0


def test_that_a_stacked_ticket_of_unknown_worth_is_reported():
    play = ready()
    play.do(e.TicketIn(ACCEPTOR, "t9", OTHER))
    assert play.state.balances.credit == 0
    assert play.notes()[-1] == "ticket-without-credit"
    assert NUMBERS[1] not in str(play.asked(f.SignificantEvent)[-1].detail)


def test_that_a_ticket_is_not_credited_with_what_another_one_is_worth():
    play = at(ItemStage.STACKING)
    play.do(e.TicketIn(ACCEPTOR, "t9", OTHER))
    assert (play.state.balances.credit, play.notes()[-1]) == (0, "ticket-without-credit")
    play.do(e.TicketIn(ACCEPTOR, "t1", NUMBER))
    assert play.state.balances.credit == 7_700


@pytest.mark.parametrize(
    "late", [e.TicketGood("t1", NUMBER, 7_700), e.TicketBad("t1", NUMBER, "registry-away", unsure=True)]
)
def test_that_an_answer_that_comes_late_never_frees_a_ticket_that_is_credited(late):
    play = at(ItemStage.STACKING)
    play.do(e.TicketIn(ACCEPTOR, "t1", NUMBER))
    play.do(late)
    assert play.asked(f.RegistryRelease) == []
    assert play.state.balances.credit == 7_700


def test_that_a_ticket_which_was_refused_is_not_credited_when_it_is_stacked_all_the_same():
    play = at(ItemStage.ASKING)
    play.do(e.LinkDown())
    play.do(e.TicketGood("t1", NUMBER, 7_700))
    assert play.asked(f.RegistryRelease) == [f.RegistryRelease("t1", NUMBER)]
    play.do(e.TicketIn(ACCEPTOR, "t1", NUMBER))
    assert play.state.balances.credit == 0, "the registry has it as open again: it would pay twice"
    assert play.notes()[-1] == "ticket-without-credit"


# --- power up -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stage", [ItemStage.ASKING, ItemStage.STACKING])
def test_that_what_the_acceptor_does_not_name_at_power_up_is_with_the_player(stage):
    play = at(stage)
    play.do(e.Restarted())
    play.do(e.AcceptorReady(ACCEPTOR))
    assert play.state.item is None
    released = [f.RegistryRelease("t1", NUMBER)] if stage is ItemStage.STACKING else []
    assert play.asked(f.RegistryRelease) == released


@pytest.mark.parametrize("stage", [ItemStage.ASKING, ItemStage.STACKING])
def test_that_a_late_word_of_the_acceptor_says_nothing_of_an_item_that_came_since(stage):
    play = at(stage)
    play.do(e.AcceptorReady(ACCEPTOR))
    assert play.state.item is not None
    assert play.asked(f.RegistryRelease) == []


def test_that_another_acceptor_says_nothing_about_this_one():
    play = at(ItemStage.STACKING)
    play.do(e.Restarted())
    play.do(e.AcceptorReady("acceptor-2"))
    assert play.state.item is not None

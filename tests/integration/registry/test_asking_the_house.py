"""Seats and desks that ask, hosts that come and go: silence, delay, garbage, and questions that are not theirs."""

import threading

import msgspec
import pytest

from heard import Heard
from house_kit import House
from kiosk.devices.registry import Done, Refusal, RegistryFault, Rejected, Reserved, TicketState
from kiosk.host import registry_rules as rules
from kiosk.host import registry_server
from kiosk.host.registry_keys import ANSWERS, ASKS, Place, ticket
from kiosk.host.registry_remote import RemoteRegistry
from kiosk.links.etcd.cells import Cells
from kiosk.table.log import NoAnswer, Put
from network_kit import until
from registry_contract import ANNA, AT, OTHER_SEAT, SEAT, TABLE, A, B

SOON_S = 0.2


@pytest.fixture
def alone(etcd_server, clock):
    """A house without a host."""
    house = House([etcd_server.endpoint], lambda: clock[0], hosts=0)
    yield house
    house.close()


def asked(house):
    return [cell.key for cell in house.lists.cells.all(ASKS)]


def test_that_without_a_host_a_question_is_withdrawn_and_nothing_is_done(alone, make_ticket):
    seat = alone.seat(TABLE, SEAT, SOON_S)
    with pytest.raises(RegistryFault, match=r"no host has answered within 0\.2 s"):
        seat.issue_pending(make_ticket())
    assert asked(alone) == []
    alone.hosts.append(alone.host())
    assert alone.seat(TABLE, SEAT).look_up(make_ticket().number) is None


def test_that_an_answer_that_was_not_heard_is_found_when_the_question_is_gone(
    alone, make_ticket, monkeypatch
):
    seat = alone.seat(TABLE, SEAT, SOON_S)
    monkeypatch.setattr(seat, "_answered", lambda _: None)  # as if the watch were silent
    alone.hosts.append(alone.host())
    assert seat.issue_pending(make_ticket()) == Done(make_ticket().number)
    assert seat.confirm(make_ticket().number) == Done(make_ticket().number)


def test_that_silent_servers_are_a_fault_and_then_all_goes_on(etcd_server, house, issued_at_seat):
    seat = house.seat(TABLE, SEAT, SOON_S)
    etcd_server.pause()
    try:
        with pytest.raises(RegistryFault, match="registry of the house"):
            seat.reserve(issued_at_seat.number, A, AT)
    finally:
        etcd_server.resume()
    seat._timeout_s = 30
    assert until_answered(lambda: seat.reserve(issued_at_seat.number, A, AT)) == Reserved(
        issued_at_seat.number, issued_at_seat.cents
    )
    house.said.clear()  # a host may have noticed


def until_answered(call):
    """Again and again, as everybody does who had no answer."""
    for _ in range(20):
        try:
            return call()
        except RegistryFault:
            continue
    return call()


@pytest.fixture
def issued_at_seat(house, make_ticket):
    found = make_ticket()
    seat = house.seat(TABLE, SEAT)
    assert seat.issue_pending(found) == seat.confirm(found.number) == Done(found.number)
    return found


def test_that_a_question_that_comes_late_to_the_servers_is_refused_by_them(house, make_ticket):
    """The first was believed lost; what was asked after it holds."""
    seat, cells = house.seat(TABLE, SEAT), Cells(house.link)
    late, number = make_ticket(), make_ticket().number
    turn = cells.get(seat.place.turn)
    revision = turn.changed if turn is not None else 0
    assert seat.void(number, "the registry was away") == Rejected(number, Refusal.UNKNOWN)
    puts = [Put(seat.place.turn, b"late"), Put(seat.place.ask(1), msgspec.json.encode(rules.Issue(late)))]
    assert not cells.swap({seat.place.turn: revision}, puts)
    assert seat.look_up(number) is None


def test_that_a_question_whose_acceptance_was_not_heard_is_asked_once(house, make_ticket, monkeypatch):
    seat = house.seat(TABLE, SEAT)
    real = seat._cells.swap

    def unheard(*args, **options):
        real(*args, **options)
        return 0  # as a repeat after a silence is answered

    monkeypatch.setattr(seat._cells, "swap", unheard)
    assert seat.issue_pending(make_ticket()) == Done(make_ticket().number)
    monkeypatch.setattr(seat._cells, "swap", real)
    assert seat.confirm(make_ticket().number) == Done(make_ticket().number)
    assert seat.look_up(make_ticket().number).steps == 2


def test_that_another_program_in_the_same_place_is_noticed_and_harms_nothing(house, make_ticket):
    first = house.seat(TABLE, SEAT)
    other = RemoteRegistry(house.connect(), Place(TABLE, SEAT), 30)
    made = make_ticket()
    assert (
        first.issue_pending(made)
        == other.issue_pending(made)
        == first.confirm(made.number)
        == Done(made.number)
    )
    assert isinstance(other.reserve(made.number, A, AT), Reserved)
    assert first.reserve(made.number, f"{TABLE}/{SEAT}/copy", AT) == Rejected(made.number, Refusal.RESERVED)
    other.close()


def test_that_questions_are_carried_out_in_the_order_of_asking_whichever_host_answers(alone, make_ticket):
    """All are asked before any host lives; each needs the one before it."""
    place, cells, made = Place(TABLE, SEAT), Cells(alone.link), make_ticket()
    chain = [rules.Issue(made), rules.Confirm(made.number), rules.Reserve(made.number, A, AT)]
    chain += [rules.Release(made.number, A), rules.Reserve(made.number, A, AT), rules.Redeem(made.number, A)]
    for n, request in enumerate(chain, start=1):
        assert cells.swap({place.ask(n): 0}, [Put(place.ask(n), msgspec.json.encode(request))])
    answers = Heard()
    alone.link.follow([place.answers], 0, lambda entry: answers(entry.value))
    alone.hosts += [alone.host(), alone.host()]
    answers.until(lambda heard: len(heard) == len(chain))
    assert not any(b"rejected" in answer for answer in answers)
    assert alone.lists.record(made.number).state is TicketState.REDEEMED
    assert alone.lists.record(made.number).steps == len(chain)
    until(lambda: sum(host.answered for host in alone.hosts) == len(chain))  # counted after it is answered


@pytest.mark.parametrize("what", ["issue", "confirm", "void", "look up", "reserve", "redeem", "pay"])
def test_that_a_seat_asks_for_itself_alone(house, issued_at_seat, make_ticket, warnings_logged, what):
    number, other = issued_at_seat.number, house.seat(TABLE, OTHER_SEAT)
    questions = {
        "issue": rules.Issue(make_ticket("11111111111111111")),
        "confirm": rules.Confirm(number),
        "void": rules.Void(number, "mine"),
        "look up": rules.LookUp(number),
        "reserve": rules.Reserve(number, A, AT),
        "redeem": rules.Redeem(number, A),
        "pay": rules.Pay(number, ANNA, AT),
    }
    before = house.lists.record(number)
    answer = other.ask(questions[what])
    assert answer == Rejected(questions[what].number, Refusal.NOT_PERMITTED)
    assert house.lists.record(number) == before
    assert house.lists.record(make_ticket("11111111111111111").number) is None
    (told,) = house.said
    assert f"{TABLE}/{OTHER_SEAT}/ may not ask for" in told
    assert number not in told
    assert all(number not in record.getMessage() for record in warnings_logged)
    warnings_logged.clear()


def test_that_a_desk_neither_issues_nor_redeems_and_signs_with_its_own_name(
    house, issued_at_seat, warnings_logged
):
    number, desk = issued_at_seat.number, house.desk("1")
    by_other = ANNA.replace("desk/1/", "desk/2/")
    for request in (
        rules.Confirm(number),
        rules.Issue(issued_at_seat),
        rules.Reserve(number, A, AT),
        rules.Redeem(number, ANNA),
        rules.Pay(number, by_other, AT),
        rules.VoidIssued(number, by_other, AT, "torn"),
    ):
        assert desk.ask(request) == Rejected(number, Refusal.NOT_PERMITTED)
    assert house.lists.record(number).state is TicketState.ISSUED
    house.said.clear()
    warnings_logged.clear()


@pytest.mark.parametrize(
    "garbage",
    [b"", b"\xff\x00", b"{}", b'{"type":"confirm"}', b'{"type":"pay"}', b"[" * 4_000, b"x" * 1_000_000],
)
def test_that_a_question_that_is_none_is_taken_away_and_keeps_nobody_waiting(
    house, make_ticket, warnings_logged, garbage
):
    place = Place(TABLE, SEAT)
    Cells(house.link).swap({place.ask(1): 0}, [Put(place.ask(1), garbage), Put(place.turn, b"1 x")])
    seat = house.seat(TABLE, SEAT)
    assert seat.issue_pending(make_ticket()) == Done(make_ticket().number)
    assert asked(house) == []
    assert "something that is no question" in house.said[0]
    warnings_logged.clear()


def test_that_a_key_that_is_no_question_is_left_alone_and_keeps_nobody_waiting(house, make_ticket):
    cells = Cells(house.link)
    for key in (
        f"{ASKS}x",
        f"{ASKS}seat/{TABLE}/x/one",
        f"{ASKS}seat//{SEAT}/1",
        f"{ASKS}seat/{TABLE}/{SEAT}/x/y",
    ):
        assert cells.swap({key: 0}, [Put(key, b"{}")])
    seat = house.seat(TABLE, OTHER_SEAT)
    made = make_ticket(terminal=OTHER_SEAT)
    assert seat.issue_pending(made) == Done(made.number)


def test_that_a_damaged_ticket_is_said_once_and_others_are_answered(
    house, issued_at_seat, make_ticket, etcd_server
):
    other = make_ticket("11111111111111111", terminal=OTHER_SEAT)
    etcd_server.put(ticket(issued_at_seat.number), b"damaged")
    seat = house.seat(TABLE, SEAT)
    seat._timeout_s = 1
    with pytest.raises(RegistryFault, match="no host has answered"):
        seat.confirm(issued_at_seat.number)
    assert house.seat(TABLE, OTHER_SEAT).issue_pending(other) == Done(other.number)
    assert 1 <= len(house.said) <= len(house.hosts)
    assert all("is damaged" in line and issued_at_seat.number not in line for line in house.said)


def test_that_answers_are_taken_away_by_who_asked_and_abandoned_ones_after_a_day(
    house, issued_at_seat, clock, monkeypatch
):
    place = Place(TABLE, SEAT)
    kept = [cell.key for cell in house.lists.cells.all(ANSWERS)]
    assert kept == [place.answer(2)]  # the first went with the second question
    monkeypatch.setattr(registry_server, "SWEEP_S", 0.0)
    clock[0] = "2026-11-29T09:59:59Z"
    house.seat(TABLE, OTHER_SEAT).look_up("0")
    house.hosts[0]._sweep()
    assert place.answer(2) in [cell.key for cell in house.lists.cells.all(ANSWERS)]
    clock[0] = "2026-11-29T10:00:01Z"
    house.hosts[0]._sweep()
    assert place.answer(2) not in [cell.key for cell in house.lists.cells.all(ANSWERS)]


def test_that_who_waits_when_the_link_is_closed_is_told(alone, make_ticket):
    seat = alone.seat(TABLE, SEAT)
    told = Heard()

    def ask():
        try:
            seat.issue_pending(make_ticket())
        except RegistryFault as fault:
            told(str(fault))

    thread = threading.Thread(target=ask)
    thread.start()
    wait_for_question(alone)
    seat.close()
    thread.join(30)
    assert len(told) == 1
    assert asked(alone) == []


def wait_for_question(house):
    there = Heard()
    feed = house.link.follow([ASKS], 0, lambda entry: there(entry.key))
    there.until(lambda heard: heard)
    feed.close()


def test_that_cells_are_swapped_only_when_all_of_them_are_unchanged(alone):
    cells = Cells(alone.link)
    first = cells.swap({"a": 0, "b": 0}, [Put("a", b"1")])
    assert first
    assert not cells.swap({"a": 0}, [Put("b", b"2")])
    assert not cells.swap({"a": first, "b": first}, [Put("b", b"2")])
    assert cells.get("b") is None
    assert cells.swap({"a": first, "b": 0}, [Put("b", b"2")], removed=["a"])
    assert cells.get("a") is None
    alone.link.close()
    with pytest.raises(NoAnswer):
        cells.get("b")


def test_that_both_seats_are_told_apart(house, issued_at_seat):
    assert isinstance(house.seat(TABLE, OTHER_SEAT).reserve(issued_at_seat.number, B, AT), Reserved)
    assert house.seat(TABLE, SEAT).reserve(issued_at_seat.number, A, AT) == Rejected(
        issued_at_seat.number, Refusal.RESERVED
    )

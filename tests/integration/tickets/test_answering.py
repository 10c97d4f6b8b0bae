"""Questions that come twice, late, at two hosts at once, or from who may not ask: each ticket is what it should be."""

import threading

import msgspec
import pytest

from kiosk.table.head import Head
from kiosk.table.keys import HOUSE
from kiosk.table.log import NoAnswer, Put
from kiosk.tickets import rules
from kiosk.tickets.calls import Late, Page
from kiosk.tickets.keys import Place, hidden, ticket
from kiosk.tickets.registry import Doing, Done, Paid, Refusal, RegistryFault, Rejected, Reserved, TicketState
from kiosk.tickets.remote import AHEAD, RemoteRegistry
from kiosk.tickets.rules import Limits
from kiosk.tickets.ticket import facts_of
from kits.tickets.asked import KEY, Books, House
from kits.tickets.registry_contract import ANNA, AT, LATE, OTHER_SEAT, SEAT, TABLE, A

HERE, THERE, DESK = Place(TABLE, SEAT), Place(TABLE, OTHER_SEAT), Place("", "1")
BOOKS = Head(1_000, "0" * 64, 10**9)


def ask(host, request, turn, *, mark=b"mark", place=HERE, head=BOOKS):
    question = request if isinstance(request, bytes) else msgspec.json.encode(request)
    return msgspec.json.decode(host.answer(place, turn, mark, question, head), type=rules.Answer | Late)


@pytest.fixture
def presented(asked, make_ticket):
    made = make_ticket()
    seat = asked.seat(TABLE, SEAT)
    assert seat.issue_pending(made) == seat.confirm(made.number) == Done(made.number)
    return made


# --- order ------------------------------------------------------------------------------------------------------------


def test_that_a_question_that_comes_late_at_another_host_changes_nothing(asked, make_ticket):
    """The first was believed lost; what was asked after it holds."""
    first, second = asked.hosts
    made = make_ticket()
    assert ask(first, rules.Void(made.number, "no answer"), 2) == Rejected(made.number, Refusal.UNKNOWN)
    assert ask(second, rules.Issue(made), 1, mark=b"earlier") == Late(2)
    assert asked.record(made.number) is None
    assert ask(second, rules.Issue(make_ticket("11111111111111111")), 2, mark=b"other") == Late(2)
    assert asked.lists.records() == []


def test_that_a_host_that_was_stopped_before_it_wrote_writes_nothing_late(asked, make_ticket, monkeypatch):
    stopped, other = asked.hosts
    made, write = make_ticket(), stopped._cells.swap

    def go_on(*args):
        monkeypatch.setattr(stopped._cells, "swap", write)
        assert isinstance(ask(other, rules.LookUp(made.number), 2, mark=b"later"), rules.Found)
        return write(*args)

    stopped.clock.newest(AT)  # the time is written before, not between
    monkeypatch.setattr(stopped._cells, "swap", go_on)
    assert ask(stopped, rules.Issue(made), 1) == Late(2)
    assert asked.record(made.number) is None


def test_that_a_repeat_gets_the_same_answer_whatever_others_did_since(asked, make_ticket):
    first, second = asked.hosts
    made = make_ticket()
    ask(first, rules.Issue(made), 1)
    assert ask(first, rules.Confirm(made.number), 2) == Done(made.number)
    assert asked.desk("1").void_issued(made.number, "torn", ANNA, AT) == Done(made.number)
    assert ask(second, rules.Confirm(made.number), 2) == Done(made.number)
    assert asked.record(made.number).did is Doing.VOID_ISSUED


def test_that_one_question_at_two_hosts_at_once_is_carried_out_once(asked, presented):
    request = rules.Reserve(presented.number, A, AT)
    turn = asked.hosts[0].turn(HERE) + 1
    answers = at_once([lambda host=host: ask(host, request, turn) for host in asked.hosts * 4])
    assert answers == [Reserved(presented.number, presented.cents)] * 8
    assert asked.record(presented.number).steps == 3


def test_that_of_two_questions_with_one_turn_one_is_carried_out(asked, make_ticket):
    made = [make_ticket(f"{n:017d}", sequence=1) for n in range(4)]
    answers = at_once(
        [
            lambda host=host, each=each: ask(host, rules.Issue(each), 1, mark=each.number.encode())
            for host, each in zip(asked.hosts * 2, made, strict=True)
        ]
    )
    assert sorted(type(answer).__name__ for answer in answers) == ["Done", "Late", "Late", "Late"]
    (record,) = asked.lists.records()
    assert facts_of(made[[isinstance(answer, Done) for answer in answers].index(True)]) == record.ticket


def test_that_two_terminals_with_one_certificate_never_have_two_tickets_of_one_sequence(
    asked, make_ticket, warnings_logged
):
    def issue(host, n):
        for turn in range(1, 20):  # whatever turn it takes
            answer = ask(
                host, rules.Issue(make_ticket(f"{n:017d}", sequence=1)), turn * 10 + n, mark=b"%d" % n
            )
            if not isinstance(answer, Late):
                return answer
        return answer

    answers = at_once([lambda host=host, n=n: issue(host, n) for n, host in enumerate(asked.hosts * 3)])
    assert sum(isinstance(answer, Done) for answer in answers) == 1
    assert len(asked.lists.records()) == 1
    warnings_logged.clear()


def at_once(calls):
    answers = [None] * len(calls)

    def run(n, call):
        answers[n] = call()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


# --- who may ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["issue", "confirm", "void", "look up", "reserve", "redeem", "pay"])
def test_that_a_seat_asks_for_itself_alone(asked, presented, make_ticket, warnings_logged, what):
    number, other = presented.number, make_ticket("11111111111111111")
    questions = {
        "issue": rules.Issue(other),
        "confirm": rules.Confirm(number),
        "void": rules.Void(number, "mine"),
        "look up": rules.LookUp(number),
        "reserve": rules.Reserve(number, A, AT),
        "redeem": rules.Redeem(number, A),
        "pay": rules.Pay(number, ANNA, AT),
    }
    before = asked.record(number)
    answer = ask(asked.hosts[0], questions[what], 1, place=THERE)
    assert answer == Rejected(questions[what].number, Refusal.NOT_PERMITTED)
    assert asked.record(number) == before
    assert asked.record(other.number) is None
    (told,) = asked.said
    assert f"{TABLE}/{OTHER_SEAT}/ asks for" in told
    assert number not in told
    assert all(number not in record.getMessage() for record in warnings_logged)
    warnings_logged.clear()


def test_that_a_desk_neither_issues_nor_redeems_and_signs_with_its_own_name(
    asked, presented, warnings_logged
):
    number = presented.number
    by_other = ANNA.replace("desk/1/", "desk/2/")
    for request in (
        rules.Confirm(number),
        rules.Issue(presented),
        rules.Reserve(number, A, AT),
        rules.Redeem(number, ANNA),
        rules.Pay(number, by_other, AT),
        rules.VoidIssued(number, by_other, AT, "torn"),
    ):
        assert ask(asked.hosts[0], request, 1, place=DESK) == Rejected(number, Refusal.NOT_PERMITTED)
    assert asked.record(number).state is TicketState.ISSUED
    warnings_logged.clear()


@pytest.mark.parametrize(
    "garbage",
    [b"", b"\xff\x00", b"{}", b'{"type":"confirm"}', b'{"type":"pay"}', b"[" * 4_000, b"x" * 1_000_000],
)
def test_that_what_is_no_question_is_refused(asked, make_ticket, warnings_logged, garbage):
    assert ask(asked.hosts[0], garbage, 1) == Rejected("", Refusal.NOT_PERMITTED)
    assert "something that is no question" in asked.said[0]
    assert ask(asked.hosts[1], rules.Issue(make_ticket()), 1) == Done(make_ticket().number)
    warnings_logged.clear()


@pytest.mark.parametrize(
    ("turn", "mark"), [(0, b"m"), (-1, b"m"), (2**53 + 1, b"m"), (1, b""), (1, b"m" * 65)]
)
def test_that_a_question_without_turn_and_mark_is_none(asked, make_ticket, warnings_logged, turn, mark):
    answer = ask(asked.hosts[0], rules.Issue(make_ticket()), turn, mark=mark)
    assert answer == Rejected("", Refusal.NOT_PERMITTED)
    assert asked.lists.records() == []
    warnings_logged.clear()


def test_that_desks_list_all_tickets_page_by_page(asked, make_ticket, monkeypatch):
    monkeypatch.setattr("kiosk.links.etcd.cells.PAGE", 3)
    made = [make_ticket(f"{n:017d}") for n in range(10)]
    for each in made:
        assert asked.seat(TABLE, SEAT).issue_pending(each) == Done(each.number)
    host = asked.hosts[0]
    assert len(msgspec.json.decode(host.records(b""), type=Page).found) == 3
    assert [record.ticket for record in asked.desk("1").records()] == list(map(facts_of, made))
    assert [step.digits for step in asked.desk("1").all_actions()] == [each.number[-4:] for each in made]
    for read in (host.records, host.actions):
        with pytest.raises(RegistryFault, match="a page begins where none ended"):
            read(f"1 {HOUSE}clock".encode())


# --- what a thief with a terminal's certificate tries ----------------------------------------------------------------


@pytest.fixture
def strict(etcd_server, clock):
    house = House([etcd_server.endpoint], lambda: clock[0], limits=Limits(300_000, 180))
    yield house
    house.close()


STOLEN = {
    "any amount": ({"cents": 99_999_999}, Refusal.OVER_LIMIT),
    "more than the books cover": ({"cents": 5_001}, Refusal.NOT_COVERED),
    "far expiry": ({"expires_utc": "2999-01-01T00:00:00Z"}, Refusal.LIFE_TOO_LONG),
    "far sequence": ({"sequence": 999_999_999}, Refusal.OUT_OF_SEQUENCE),
    "other terminal": ({"terminal": OTHER_SEAT}, Refusal.NOT_PERMITTED),
    "other table": ({"table": "SB-02"}, Refusal.NOT_PERMITTED),
    "clock behind": (
        {"at_utc": "2020-01-01T00:00:00Z", "expires_utc": "2020-02-01T00:00:00Z"},
        Refusal.WRONG_CLOCK,
    ),
    "clock ahead": (
        {"at_utc": "2026-12-10T00:00:00Z", "expires_utc": "2026-12-20T00:00:00Z"},
        Refusal.WRONG_CLOCK,
    ),
}


@pytest.mark.parametrize("what", STOLEN)
def test_that_a_thief_makes_no_ticket(strict, make_ticket, warnings_logged, what):
    changes, why = STOLEN[what]
    made = make_ticket(**({"sequence": 1, "cents": 5_000} | changes))
    head = Head(50, "0" * 64, 5_000)
    assert ask(strict.hosts[0], rules.Issue(made), 1, head=head) == Rejected(made.number, why)
    assert ask(strict.hosts[1], rules.Confirm(made.number), 2) == Rejected(made.number, Refusal.UNKNOWN)
    assert strict.lists.records() == strict.lists.all_actions() == []
    warnings_logged.clear()


def test_that_a_thief_has_each_sequence_once_and_nothing_without_books(strict, make_ticket, warnings_logged):
    host = strict.hosts[0]
    one, two = (make_ticket(f"{n:017d}", sequence=1, cents=100) for n in range(2))
    assert ask(host, rules.Issue(one), 1, head=None) == Rejected(one.number, Refusal.NOT_COVERED)
    assert ask(host, rules.Issue(one), 2) == Done(one.number)
    assert ask(host, rules.Issue(two), 3) == Rejected(two.number, Refusal.OUT_OF_SEQUENCE)
    assert [record.ticket for record in strict.lists.records()] == [facts_of(one)]
    warnings_logged.clear()


def test_that_a_thief_holds_no_ticket_for_another_and_none_beyond_its_time(
    strict, make_ticket, clock, warnings_logged
):
    host, made = strict.hosts[0], make_ticket(cents=100, sequence=1)
    ask(host, rules.Issue(made), 1)
    ask(host, rules.Confirm(made.number), 2)
    by_other = rules.Reserve(made.number, f"{TABLE}/{OTHER_SEAT}/x", AT)
    assert ask(host, by_other, 3) == Rejected(made.number, Refusal.NOT_PERMITTED)
    clock[0] = LATE
    for at in (AT, LATE):  # its own clock changes nothing
        answer = ask(host, rules.Reserve(made.number, A, at), 4, mark=at.encode())
        assert isinstance(answer, Late) or answer.reason in (Refusal.EXPIRED, Refusal.WRONG_CLOCK)
    warnings_logged.clear()


def test_that_staff_see_what_an_honest_seat_never_asks(strict, make_ticket, warnings_logged):
    head = Head(50, "0" * 64, 400)
    for turn in (1, 2):
        made = make_ticket(sequence=1, cents=401)
        ask(strict.hosts[turn - 1], rules.Issue(made), turn, head=head)
    (refused,) = strict.lists.refused()
    assert (refused.reason, refused.times, refused.ticket) == (Refusal.NOT_COVERED, 2, facts_of(made))
    assert refused.books.head == head
    assert "seat SB-01/T-07 asked for ticket 1 of 401 cents and was refused (not-covered)" in strict.said[-1]
    assert "its books end at 50 and cover 400 cents" in strict.said[-1]
    warnings_logged.clear()


def test_that_no_number_stands_in_etcd(asked, presented, etcd_server):
    seat, desk = asked.seat(TABLE, SEAT), asked.desk("1")
    seat.reserve(presented.number, A, AT)
    seat.release(presented.number, A)
    seat.look_up(presented.number)
    assert desk.pay(presented.number, ANNA, AT) == Paid(presented.number, presented.cents)
    everything = asked.cells.all("etg")
    assert len(everything) > 6
    assert ticket(hidden(KEY, presented.number)) in [cell.key for cell in everything]
    for cell in everything:
        assert presented.number not in cell.key
        assert presented.number.encode() not in cell.value


@pytest.mark.parametrize("value", [b"", b"{}", b"\xff", b"another"])
def test_that_a_damaged_ticket_is_named_and_left_alone(asked, presented, make_ticket, value):
    other = make_ticket("11111111111111111")
    seat = asked.seat(TABLE, SEAT)
    assert seat.issue_pending(other) == Done(other.number)
    key = ticket(hidden(KEY, presented.number))
    if value == b"another":
        value = asked.cells.get(ticket(hidden(KEY, other.number))).value
    asked.cells.swap({key: asked.cells.get(key).changed}, [Put(key, value)])
    seat._timeout_s = 0
    with pytest.raises(RegistryFault, match=r"is damaged|another one's record") as fault:
        seat.confirm(presented.number)
    assert presented.number not in str(fault.value)
    assert asked.cells.get(key).value == value
    assert seat.confirm(other.number) == Done(other.number)


def test_that_cells_are_swapped_only_when_all_of_them_are_unchanged(asked):
    cells = asked.cells
    first = cells.swap({"a": 0, "b": 0}, [Put("a", b"1")])
    assert first
    assert not cells.swap({"a": 0}, [Put("b", b"2")])
    assert not cells.swap({"a": first, "b": first}, [Put("b", b"2")])
    assert cells.those(["b", "a"])[0] is None
    assert cells.swap({"a": first, "b": 0}, [Put("b", b"2")], removed=["a"])
    assert [cell and cell.value for cell in cells.those(["a", "b"])] == [None, b"2"]


# --- who asks ---------------------------------------------------------------------------------------------------------


class Unheard:
    """An asker whose answers are lost, so many times; what it asks is carried out."""

    def __init__(self, asker, times):
        self._asker, self.times = asker, times
        self.asked = []

    def ask(self, turn, mark, question):
        self.asked.append((turn, mark))
        answer = self._asker.ask(turn, mark, question)
        if self.times:
            self.times -= 1
            raise NoAnswer("lost")
        return answer

    def turn(self):
        return self._asker.turn()


def test_that_an_answer_that_was_not_heard_is_asked_for_again(asked, make_ticket):
    asker = Unheard(asked.asker(HERE), 3)
    seat, made = RemoteRegistry(asker, 30), make_ticket()
    assert seat.issue_pending(made) == Done(made.number)
    assert asker.asked == [asker.asked[0]] * 4
    assert asked.record(made.number).steps == 1


def test_that_silence_is_a_fault_and_then_all_goes_on(asked, make_ticket):
    asker = Unheard(asked.asker(HERE), 1)
    seat, made = RemoteRegistry(asker, 0), make_ticket()
    with pytest.raises(RegistryFault, match="registry of the house: lost"):
        seat.issue_pending(made)
    assert seat.issue_pending(made) == seat.confirm(made.number) == Done(made.number)
    assert [turn for turn, _ in asker.asked] == [AHEAD + 1, AHEAD + 2, AHEAD + 3]


def test_that_another_process_of_the_same_place_is_met_and_both_go_on(asked, presented):
    first, second = asked.seat(TABLE, SEAT), RemoteRegistry(asked.asker(HERE), 30)
    assert isinstance(second.reserve(presented.number, A, AT), Reserved)
    assert first.reserve(presented.number, f"{TABLE}/{SEAT}/copy", AT) == Rejected(
        presented.number, Refusal.RESERVED
    )
    assert second.redeem(presented.number, A) == Done(presented.number)


def test_that_what_a_killed_process_asked_last_is_left_behind(asked, make_ticket):
    """Its questions were all without an answer, and come when the next process has asked already."""
    late, made = make_ticket("11111111111111111", sequence=1), make_ticket()
    seat = RemoteRegistry(asked.asker(HERE), 30)
    assert seat.look_up(made.number) is None
    assert ask(asked.hosts[0], rules.Issue(late), 40) == Late(AHEAD + 1)


def test_that_who_is_closed_asks_no_more(asked, make_ticket):
    seat = RemoteRegistry(asked.asker(HERE), 30)
    seat.close()
    with pytest.raises(RegistryFault, match="not asked any more"):
        seat.issue_pending(make_ticket())


def test_that_books_that_never_moved_a_cent_cover_nothing(asked, make_ticket, warnings_logged):
    asker = asked.asker(HERE)
    asker.books = Books(tickets=0)
    made = make_ticket()
    answer = RemoteRegistry(asker, 30).issue_pending(made)
    assert answer == Rejected(made.number, Refusal.NOT_COVERED)
    warnings_logged.clear()

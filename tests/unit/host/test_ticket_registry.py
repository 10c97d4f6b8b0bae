import os
import sqlite3
import threading
from collections import deque

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from kiosk.devices import number as numbers
from kiosk.devices.registry import (
    TRANSITIONS,
    Doing,
    Done,
    Refusal,
    RegistryFault,
    Rejected,
    Reserved,
    TicketState,
)
from kiosk.devices.ticket import Ticket
from kiosk.host.registry_rules import Reserve, decide, moved_to
from kiosk.host.registry_sqlite import SqliteRegistry

AT = "2026-11-28T10:00:00Z"
A, B = "seat-1/a", "seat-2/b"


def bring_to(registry, ticket, state):
    """Puts a new ticket into `state` by the registry's own calls; A holds it where someone must."""
    number = ticket.number
    registry.issue_pending(ticket)
    if state is TicketState.PENDING:
        return
    if state is TicketState.VOID:
        registry.void(number, "jam")
        return
    registry.confirm(number)
    if state in {TicketState.RESERVED, TicketState.REDEEMED}:
        registry.reserve(number, A, AT)
        if state is TicketState.REDEEMED:
            registry.redeem(number, A)


CALLS = {
    "issue": lambda registry, ticket: registry.issue_pending(ticket),
    "confirm": lambda registry, ticket: registry.confirm(ticket.number),
    "void": lambda registry, ticket: registry.void(ticket.number, "jam"),
    "reserve by A": lambda registry, ticket: registry.reserve(ticket.number, A, AT),
    "reserve by B": lambda registry, ticket: registry.reserve(ticket.number, B, AT),
    "release by A": lambda registry, ticket: registry.release(ticket.number, A),
    "release by B": lambda registry, ticket: registry.release(ticket.number, B),
    "redeem by A": lambda registry, ticket: registry.redeem(ticket.number, A),
    "redeem by B": lambda registry, ticket: registry.redeem(ticket.number, B),
}

S, R = TicketState, Refusal
# What each call answers in each state, and the state after. None: done, or reserved.
ANSWERS = {
    S.PENDING: {
        "issue": (None, S.PENDING),
        "confirm": (None, S.ISSUED),
        "void": (None, S.VOID),
        "reserve by A": (R.NOT_PRESENTED, S.PENDING),
        "reserve by B": (R.NOT_PRESENTED, S.PENDING),
        "release by A": (R.NOT_PRESENTED, S.PENDING),
        "release by B": (R.NOT_PRESENTED, S.PENDING),
        "redeem by A": (R.NOT_PRESENTED, S.PENDING),
        "redeem by B": (R.NOT_PRESENTED, S.PENDING),
    },
    S.ISSUED: {
        "issue": (None, S.ISSUED),
        "confirm": (None, S.ISSUED),
        "void": (R.ALREADY_PRESENTED, S.ISSUED),
        "reserve by A": (None, S.RESERVED),
        "reserve by B": (None, S.RESERVED),
        "release by A": (None, S.ISSUED),
        "release by B": (None, S.ISSUED),
        "redeem by A": (R.NOT_RESERVED, S.ISSUED),
        "redeem by B": (R.NOT_RESERVED, S.ISSUED),
    },
    S.RESERVED: {
        "issue": (None, S.RESERVED),
        "confirm": (None, S.RESERVED),
        "void": (R.ALREADY_PRESENTED, S.RESERVED),
        "reserve by A": (None, S.RESERVED),
        "reserve by B": (R.RESERVED, S.RESERVED),
        "release by A": (None, S.ISSUED),
        "release by B": (R.RESERVED, S.RESERVED),
        "redeem by A": (None, S.REDEEMED),
        "redeem by B": (R.RESERVED, S.RESERVED),
    },
    S.REDEEMED: {
        "issue": (None, S.REDEEMED),
        "confirm": (None, S.REDEEMED),
        "void": (R.ALREADY_PRESENTED, S.REDEEMED),
        "reserve by A": (R.REDEEMED, S.REDEEMED),
        "reserve by B": (R.REDEEMED, S.REDEEMED),
        "release by A": (R.REDEEMED, S.REDEEMED),
        "release by B": (R.REDEEMED, S.REDEEMED),
        "redeem by A": (None, S.REDEEMED),
        "redeem by B": (R.REDEEMED, S.REDEEMED),
    },
    S.VOID: {
        "issue": (None, S.VOID),
        "confirm": (R.VOID, S.VOID),
        "void": (None, S.VOID),
        "reserve by A": (R.VOID, S.VOID),
        "reserve by B": (R.VOID, S.VOID),
        "release by A": (R.VOID, S.VOID),
        "release by B": (R.VOID, S.VOID),
        "redeem by A": (R.VOID, S.VOID),
        "redeem by B": (R.VOID, S.VOID),
    },
}
PAIRS = [(state, call) for state in TicketState for call in CALLS]


@pytest.mark.parametrize(("state", "call"), PAIRS)
def test_that_every_call_in_every_state_answers_and_moves_as_listed(registry, make_ticket, state, call):
    ticket = make_ticket()
    bring_to(registry, ticket, state)
    assert registry.look_up(ticket.number).state is state
    reason, after = ANSWERS[state][call]
    answer = CALLS[call](registry, ticket)
    if reason is not None:
        assert answer == Rejected(ticket.number, reason)
    elif call.startswith("reserve"):
        assert answer == Reserved(ticket.number, 124_550)
    else:
        assert answer == Done(ticket.number)
    assert registry.look_up(ticket.number).state is after


@pytest.mark.parametrize(
    ("state", "call"), [pair for pair in PAIRS if ANSWERS[pair[0]][pair[1]][0] is None or pair[0] is S.VOID]
)
def test_that_a_repeat_by_the_same_party_is_answered_the_same(registry, make_ticket, state, call):
    ticket = make_ticket()
    bring_to(registry, ticket, state)
    assert CALLS[call](registry, ticket) == CALLS[call](registry, ticket)


@pytest.mark.parametrize("call", [call for call in CALLS if call != "issue"])
def test_that_an_unknown_number_is_rejected(registry, make_ticket, call):
    ticket = make_ticket()
    assert CALLS[call](registry, ticket) == Rejected(ticket.number, Refusal.UNKNOWN)
    assert registry.look_up(ticket.number) is None


def test_that_only_listed_steps_are_taken(registry, make_ticket):
    for n, was in enumerate(TicketState):
        ticket = make_ticket(f"{n:017d}")
        bring_to(registry, ticket, was)
        for became in TicketState:
            if became not in TRANSITIONS[was]:
                with pytest.raises(RuntimeError, match="is not a step"):
                    moved_to(registry.look_up(ticket.number), became, Doing.VOID)
    assert set(TRANSITIONS) == set(TicketState)


def test_that_a_number_names_one_ticket(registry, make_ticket):
    ticket = make_ticket()
    registry.issue_pending(ticket)
    other = make_ticket(cents=999)
    assert registry.issue_pending(other) == Rejected(ticket.number, Refusal.NUMBER_TAKEN)
    assert registry.look_up(ticket.number).ticket == ticket


@pytest.mark.parametrize(
    ("at", "pays"),
    [("2026-12-27T22:06:17Z", True), ("2026-12-27T22:06:17.999Z", True), ("2026-12-27T22:06:18Z", False)],
)
def test_that_a_ticket_pays_until_its_expiry_and_not_at_it(registry, make_ticket, at, pays):
    ticket = make_ticket()
    bring_to(registry, ticket, TicketState.ISSUED)
    expected = Reserved(ticket.number, 124_550) if pays else Rejected(ticket.number, Refusal.EXPIRED)
    assert registry.reserve(ticket.number, A, at) == expected


LATE = "2099-01-01T00:00:00Z"


def test_that_an_overdue_ticket_is_refused_and_nothing_of_it_changes(registry, make_ticket):
    ticket = make_ticket()
    bring_to(registry, ticket, TicketState.ISSUED)
    before = registry.look_up(ticket.number)
    for party in (A, B, A):
        assert registry.reserve(ticket.number, party, LATE) == Rejected(ticket.number, Refusal.EXPIRED)
    assert registry.redeem(ticket.number, A) == Rejected(ticket.number, Refusal.NOT_RESERVED)
    assert registry.void(ticket.number, "jam") == Rejected(ticket.number, Refusal.ALREADY_PRESENTED)
    assert registry.look_up(ticket.number) == before


def test_that_a_clock_that_was_wrong_for_a_while_costs_nobody_a_ticket(registry, make_ticket):
    ticket = make_ticket()
    bring_to(registry, ticket, TicketState.ISSUED)
    registry.reserve(ticket.number, A, LATE)
    assert registry.reserve(ticket.number, A, AT) == Reserved(ticket.number, ticket.cents)
    assert registry.redeem(ticket.number, A) == Done(ticket.number)
    assert registry.reserve(ticket.number, B, AT) == Rejected(ticket.number, Refusal.REDEEMED)


def test_that_a_ticket_reserved_in_time_can_be_redeemed_later(registry, make_ticket):
    ticket = make_ticket()
    bring_to(registry, ticket, TicketState.ISSUED)
    registry.reserve(ticket.number, A, "2026-12-27T22:06:17Z")
    assert registry.redeem(ticket.number, A) == Done(ticket.number)


def test_that_a_copy_in_the_same_seat_is_another_party(registry, make_ticket):
    ticket = make_ticket()
    bring_to(registry, ticket, TicketState.ISSUED)
    registry.reserve(ticket.number, "seat-1/a", AT)
    assert registry.reserve(ticket.number, "seat-1/b", AT) == Rejected(ticket.number, Refusal.RESERVED)


def test_that_a_nameless_party_is_a_bug(registry, make_ticket):
    for call in (
        lambda: registry.reserve(make_ticket().number, "", AT),
        lambda: registry.release(make_ticket().number, ""),
        lambda: registry.redeem(make_ticket().number, ""),
    ):
        with pytest.raises(ValueError, match="expected seat and insertion"):
            call()


def test_that_who_when_and_why_are_kept(registry, make_ticket):
    taken, voided = make_ticket(), make_ticket("11111111111111111")
    bring_to(registry, taken, TicketState.REDEEMED)
    bring_to(registry, voided, TicketState.VOID)
    record = registry.look_up(taken.number)
    assert (record.by, record.at_utc, record.ticket) == (A, AT, taken)  # the clock of the registry
    assert registry.look_up(voided.number).why == "jam"


def test_that_everything_is_there_after_closing(path, make_ticket):
    first = SqliteRegistry(path)
    bring_to(first, make_ticket(), TicketState.RESERVED)
    first.close()
    again = SqliteRegistry(path)
    assert again.look_up(make_ticket().number).by == A
    again.close()


def test_that_the_file_syncs_fully_and_keeps_no_write_ahead_log(registry, path):
    assert registry._db.execute("PRAGMA journal_mode").fetchone()[0] == "delete"
    assert registry._db.execute("PRAGMA synchronous").fetchone()[0] == 3
    assert registry._db.execute("PRAGMA user_version").fetchone()[0] == 2


@pytest.mark.parametrize(
    "content", [b"not a database at all, only text" * 40, b"SQLite format 3\0" + b"x" * 4096]
)
def test_that_a_file_that_is_no_registry_is_named_and_left_alone(path, content):
    path.write_bytes(content)
    with pytest.raises(RegistryFault, match=r"registry\.db"):
        SqliteRegistry(path)
    assert path.read_bytes() == content


def test_that_a_damaged_page_is_found_at_opening(path, make_ticket):
    registry = SqliteRegistry(path)
    for n in range(200):
        registry.issue_pending(make_ticket(f"{n:017d}"))
    registry.close()
    data = bytearray(path.read_bytes())
    data[3 * 4096 : 4 * 4096] = os.urandom(4096)
    path.write_bytes(data)
    with pytest.raises(RegistryFault, match=r"registry\.db"):
        SqliteRegistry(path)
    assert path.read_bytes() == bytes(data)


@pytest.mark.parametrize("version", [0, 3])
def test_that_another_version_is_refused(path, version):
    SqliteRegistry(path).close()
    other = sqlite3.connect(path)
    other.execute(f"PRAGMA user_version = {version}")
    other.close()
    with pytest.raises(RegistryFault, match=f"version {version}, expected 2"):
        SqliteRegistry(path)


def test_that_a_missing_folder_is_named(tmp_path):
    with pytest.raises(RegistryFault, match="nowhere"):
        SqliteRegistry(tmp_path / "nowhere" / "registry.db")


def test_that_a_damaged_ticket_in_a_row_is_named(registry, path, make_ticket):
    registry.issue_pending(make_ticket())
    registry._db.execute("UPDATE ticket SET body = '{}'")
    with pytest.raises(RegistryFault, match="a stored ticket is damaged"):
        registry.look_up(make_ticket().number)


def test_that_a_full_disk_is_told_and_changes_nothing(registry, make_ticket):
    ticket = make_ticket()
    bring_to(registry, ticket, TicketState.ISSUED)
    pages = registry._db.execute("PRAGMA page_count").fetchone()[0]
    registry._db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(RegistryFault, match="full"):
        deque((registry.issue_pending(make_ticket(f"{n:017d}")) for n in range(1_000)), maxlen=0)
    assert registry.reserve(ticket.number, A, AT) == Reserved(ticket.number, 124_550)


def test_that_a_transaction_that_breaks_off_changes_nothing(registry, make_ticket):
    ticket = make_ticket()
    bring_to(registry, ticket, TicketState.ISSUED)

    def break_off():
        with registry._transaction():
            before = registry._record(ticket.number)
            decision = decide(before, Reserve(ticket.number, A, AT), AT)
            registry._write(before, decision.record, decision.action)
            _ = 1 // 0

    with pytest.raises(ZeroDivisionError):
        break_off()
    assert registry.look_up(ticket.number).state is TicketState.ISSUED


def test_that_one_of_many_threads_gets_the_ticket(path, make_ticket):
    registries = [SqliteRegistry(path) for _ in range(4)]
    tickets = [make_ticket(f"{n:017d}") for n in range(20)]
    for ticket in tickets:
        bring_to(registries[0], ticket, TicketState.ISSUED)
    start, won = threading.Barrier(8), []

    def run(party):
        registry = registries[party % 4]
        start.wait()
        answers = [registry.reserve(ticket.number, f"seat-{party}/x", AT) for ticket in tickets]
        won.extend(answer.number for answer in answers if isinstance(answer, Reserved))

    threads = [threading.Thread(target=run, args=(party,)) for party in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for registry in registries:
        registry.close()
    assert sorted(won) == sorted(ticket.number for ticket in tickets)


class Parties(RuleBasedStateMachine):
    """Whatever order calls come in, one ticket pays once, to the one that held it."""

    numbers_used = st.integers(0, 2).map(lambda n: f"{n:017d}")
    parties = st.sampled_from([A, B, "seat-1/c"])

    @initialize()
    def start(self):
        self.registry = SqliteRegistry(":memory:")
        self.paid = {}

    def ticket(self, digits):
        return Ticket(
            digits + numbers.check_digit(digits),
            500,
            1,
            "C",
            "T",
            "B",
            "2026-11-27T00:00:00Z",
            "2026-12-01T00:00:00Z",
        )

    @rule(digits=numbers_used, call=st.sampled_from(["issue", "confirm", "void"]))
    def issue(self, digits, call):
        CALLS[call](self.registry, self.ticket(digits))

    @rule(digits=numbers_used, by=parties, at=st.sampled_from([AT, "2026-12-02T00:00:00Z"]))
    def reserve(self, digits, by, at):
        number = self.ticket(digits).number
        before = self.registry.look_up(number)
        if isinstance(self.registry.reserve(number, by, at), Reserved):
            assert number not in self.paid
            assert before.state is TicketState.ISSUED or before.by == by

    @rule(digits=numbers_used, by=parties)
    def release(self, digits, by):
        self.registry.release(self.ticket(digits).number, by)

    @rule(digits=numbers_used, by=parties)
    def redeem(self, digits, by):
        number = self.ticket(digits).number
        held = self.registry.look_up(number)
        if isinstance(self.registry.redeem(number, by), Done):
            assert held.by == by
            assert self.paid.setdefault(number, by) == by

    def teardown(self):
        if hasattr(self, "registry"):
            self.registry.close()


Parties.TestCase.settings = settings(
    max_examples=60, stateful_step_count=25, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
TestParties = Parties.TestCase

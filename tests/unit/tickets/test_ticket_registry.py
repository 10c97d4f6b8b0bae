import os
import sqlite3
import threading
from collections import deque

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from kiosk.tickets import number as numbers
from kiosk.tickets.registry import (
    TRANSITIONS,
    Doing,
    Done,
    GamingDay,
    Paid,
    Refusal,
    RegistryFault,
    Rejected,
    Reserved,
    TicketState,
)
from kiosk.tickets.rules import Reserve, decide, moved_to
from kiosk.tickets.sqlite import SqliteRegistry
from kiosk.tickets.ticket import Ticket
from kits.tickets.registry_contract import *  # noqa: F403 - the tests that every store must pass
from kits.tickets.registry_contract import ANNA, AT, BEN, CALLS, A, B, bring_to


def test_that_only_listed_steps_are_taken(registry, make_ticket):
    for n, was in enumerate(TicketState):
        ticket = make_ticket(f"{n:017d}")
        bring_to(registry, ticket, was)
        for became in TicketState:
            if became not in TRANSITIONS[was]:
                with pytest.raises(RuntimeError, match="is not a step"):
                    moved_to(registry.look_up(ticket.number), became, Doing.VOID)
    assert set(TRANSITIONS) == set(TicketState)


def test_that_a_seat_issues_each_sequence_once(registry, make_ticket):
    """A seat whose books were put back would print the same sequence with another number and amount."""
    for digits, sequence in (("1", 4), ("2", 4), ("3", 3)):
        made = make_ticket(digits * 17, sequence=sequence)
        expected = Done(made.number) if digits == "1" else Rejected(made.number, Refusal.OUT_OF_SEQUENCE)
        assert registry.issue_pending(made) == expected
        assert (registry.look_up(made.number) is not None) is (digits == "1")


def test_that_everything_is_there_after_closing(path, make_ticket):
    first = SqliteRegistry(path, lambda: AT)
    bring_to(first, make_ticket(), TicketState.RESERVED)
    first.close()
    again = SqliteRegistry(path, lambda: AT)
    assert again.look_up(make_ticket().number).by == A
    again.close()


def test_that_the_file_syncs_fully_and_keeps_no_write_ahead_log(registry, path):
    assert registry._db.execute("PRAGMA journal_mode").fetchone()[0] == "delete"
    assert registry._db.execute("PRAGMA synchronous").fetchone()[0] == 3
    assert registry._db.execute("PRAGMA user_version").fetchone()[0] == 3


@pytest.mark.parametrize(
    "content", [b"not a database at all, only text" * 40, b"SQLite format 3\0" + b"x" * 4096]
)
def test_that_a_file_that_is_no_registry_is_named_and_left_alone(path, content):
    path.write_bytes(content)
    with pytest.raises(RegistryFault, match=r"registry\.db"):
        SqliteRegistry(path, lambda: AT)
    assert path.read_bytes() == content


def test_that_a_damaged_page_is_found_at_opening(path, make_ticket):
    registry = SqliteRegistry(path, lambda: AT)
    for n in range(200):
        registry.issue_pending(make_ticket(f"{n:017d}"))
    registry.close()
    data = bytearray(path.read_bytes())
    data[3 * 4096 : 4 * 4096] = os.urandom(4096)
    path.write_bytes(data)
    with pytest.raises(RegistryFault, match=r"registry\.db"):
        SqliteRegistry(path, lambda: AT)
    assert path.read_bytes() == bytes(data)


@pytest.mark.parametrize("version", [0, 4])
def test_that_another_version_is_refused(path, version):
    SqliteRegistry(path, lambda: AT).close()
    other = sqlite3.connect(path)
    other.execute(f"PRAGMA user_version = {version}")
    other.close()
    with pytest.raises(RegistryFault, match=f"version {version}, expected 3"):
        SqliteRegistry(path, lambda: AT)


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
            request = Reserve(ticket.number, A, AT)
            decision = decide(before, request, AT)
            registry._write(request, before, decision.record, decision.action)
            _ = 1 // 0

    with pytest.raises(ZeroDivisionError):
        break_off()
    assert registry.look_up(ticket.number).state is TicketState.ISSUED


def test_that_one_of_many_threads_gets_the_ticket(path, make_ticket):
    registries = [SqliteRegistry(path, lambda: AT) for _ in range(4)]
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
    desks = st.sampled_from([ANNA, BEN])

    @initialize()
    def start(self):
        self.registry = SqliteRegistry(":memory:", now=lambda: AT)
        self.paid, self.sequence = {}, {}

    def ticket(self, digits):
        return Ticket(
            digits + numbers.check_digit(digits),
            500,
            self.sequence.setdefault(digits, len(self.sequence) + 1),
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

    @rule(digits=numbers_used, by=desks, at=st.sampled_from([AT, "2026-12-02T00:00:00Z"]))
    def pay(self, digits, by, at):
        number = self.ticket(digits).number
        if isinstance(self.registry.pay(number, by, at), Paid):
            assert self.paid.setdefault(number, by) == by

    @rule(digits=numbers_used, by=desks)
    def void_at_desk(self, digits, by):
        number = self.ticket(digits).number
        if isinstance(self.registry.void_issued(number, "torn", by, AT), Done):
            assert number not in self.paid

    @invariant()
    def every_step_is_kept_and_all_is_owed_or_ended(self):
        records = {number: self.registry.look_up(number) for number in self.registry.states()}
        assert len(self.registry.all_actions()) == sum(record.steps for record in records.values())
        assert self.paid.keys() == {
            n for n, record in records.items() if record.state is TicketState.REDEEMED
        }
        owed = self.registry.liability(GamingDay("2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z"))
        ended = owed.redeemed.cents + owed.paid.cents + owed.voided.cents
        assert owed.issued.cents == ended + owed.open_after.cents
        assert owed.redeemed.cents + owed.paid.cents == 500 * len(self.paid)

    def teardown(self):
        if hasattr(self, "registry"):
            self.registry.close()


Parties.TestCase.settings = settings(
    max_examples=60, stateful_step_count=25, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
TestParties = Parties.TestCase

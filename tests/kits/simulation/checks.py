"""What must hold after every event, and what must hold when all is quiet."""

import json
import sqlite3
from contextlib import closing

from msgspec.structs import replace

from kiosk.audit.verify import Where, verify
from kiosk.games.sicbo import GAME
from kiosk.seat.state import CashoutStage, LockKind
from kiosk.store import periods, seal
from kiosk.table.round import Phase
from kits.console.stages import stage_of
from kits.simulation.oracle import total_of

# What a payment by hand did not find in the credit, beyond what was taken back from it since the round was settled:
# a later decision, of whatever round, may take money that is held for another.
_PAID_TWICE = """
SELECT hand.key FROM txn AS hand JOIN posting AS short ON short.txn = hand.id AND short.account = 'adjust'
WHERE hand.kind = 'paid-by-hand' AND -short.cents > (
    SELECT coalesce(-sum(back.cents), 0) FROM txn AS anew JOIN posting AS back ON back.txn = anew.id
    WHERE anew.kind IN ('correct', 'void-settled', 'ordered') AND back.account = 'credit' AND back.cents < 0
    AND anew.id < hand.id
    AND anew.id > (SELECT min(id) FROM txn WHERE kind IN ('settle', 'void') AND round = CAST(
        substr(hand.key, length('paid-by-hand:12:') + 1) AS INTEGER))  -- its own round, not that of its booking
)
"""
PHASES = {"void": "over", "ended": "over"}


def after_event(world) -> None:
    """Money and bets, held against the log and the physical world."""
    state, seat, oracle = world.seat.state, world.seat, world.oracle
    if seat.failed or seat.has(LockKind.STORE):
        return
    _books(state)
    oracle.advance(state.log_seq)
    _round(state, oracle)
    _nothing_is_spent_twice(state, world)
    if not state.later:  # what was decided anew a moment ago may still wait for its booking
        house = state.balances.house
        assert house == oracle.house, f"house {house}, the dice say {oracle.house}"
    taken = -sum(cents for cents in oracle.ordered if cents < 0)
    assert state.balances.adjust <= taken, state.balances
    _money_in(state, seat)
    _money_out(state, seat, world)
    for kind in (LockKind.AUDIT, LockKind.FOREIGN_SLIP):
        assert not seat.has(kind), state.locks


def _books(state) -> None:
    balances = state.balances
    assert balances.total == 0, balances
    assert balances.credit >= 0, balances
    assert balances.escrow >= 0, balances
    registered = sum(state.registered.stakes.values()) if state.registered is not None else 0
    flying = sum(state.flight.stakes.values()) if state.flight is not None else 0
    assert balances.escrow == max(registered, flying), "escrow is not the larger of registered and in flight"
    assert state.credit_shown >= 0, f"the meter shows {state.credit_shown}"


def _round(state, oracle) -> None:
    stage = stage_of(state.table).value
    phase = PHASES.get(stage, stage)
    assert (state.table.number, phase) == (oracle.number, oracle.phase)
    registered = dict(state.registered.stakes) if state.registered is not None else {}
    assert registered == oracle.stakes, f"the seat has {registered} registered, the log {oracle.stakes}"
    if phase in ("closed", "acting", "acted"):
        assert state.draft == registered, "after the close the board shows what is not registered"
        assert state.flight is None, "a slip is in flight after the close"


def _meters(store) -> None:
    """The meters on the service screens are the journal's, and nothing was written past the seals."""
    with closing(sqlite3.connect(store._path)) as db:
        assert seal.broken(db) == []
        assert periods.findings(db) == []
        meters = periods.all_meters(db)
        sums = dict(db.execute("SELECT account, sum(cents) FROM posting GROUP BY account"))
        assert {name: meters[f"account.{name}"] for name in sums} == sums
        hours = dict(db.execute("SELECT name, sum(value) FROM hourly GROUP BY name"))
        counters = dict(db.execute("SELECT name, value FROM counter"))
        assert {name: hours.get(name, 0) for name in counters} == counters
        for name in ("notes", "tickets_in", "tickets_out", "handpay"):
            assert hours.get(name, 0) == sums.get(name, 0)
        booked = dict(db.execute("SELECT kind, count(*) FROM txn GROUP BY kind"))
        out = booked.get("ticket-out", 0) - booked.get("ticket-void", 0)
        assert counters.get("tickets_out_count", 0) == out
        assert counters.get("tickets_in_count", 0) == booked.get("ticket-in", 0)


def _nothing_is_spent_twice(state, world) -> None:
    """What stands in the log unread, or may still land there, is in escrow."""
    number = state.table.number
    if state.table.phase is not Phase.BETTING:
        return
    totals = world.oracle.unread_slips(number)
    if f"etg/{world.TABLE}/closed/{number}" not in world.oracle.keys:
        prefix = f"etg/{world.TABLE}/seat/{world.SEAT}/slip/{number}/"
        flying = [puts[0] for puts, _ in world.seat.link.strays if puts[0].key.startswith(prefix)]
        totals += [total_of(put.value) for put in flying if put.key not in world.oracle.keys]
    assert max(totals, default=0) <= state.balances.escrow, (
        f"slips of {totals}, {state.balances.escrow} in escrow"
    )


def _money_in(state, seat) -> None:
    # What was stacked a moment ago may still be on its way to the seat: that one item, no more.
    missing = sum(seat.box.notes) + state.balances.notes
    assert missing in (0, *seat.box.notes[-1:]), f"{missing} cents of notes are not credited"
    tickets = seat.box.tickets
    assert len(tickets) == len(set(tickets)), "a ticket was taken twice"
    values = [seat.papers.cents[number] for number in tickets]
    missing = sum(values) + state.balances.tickets_in
    assert missing in (0, *values[-1:]), f"{missing} cents of tickets are not credited"


def _money_out(state, seat, world) -> None:
    due = seat.papers.total
    cashout = state.cashout
    if cashout is not None and cashout.stage is not CashoutStage.PREPARING:
        due += cashout.cents if cashout.number not in seat.papers.cents else 0
    assert state.balances.tickets_out == due, f"{state.balances.tickets_out} in tickets, papers of {due}"
    by_hand = world.handpaid + world.oracle.by_hand
    assert state.later or state.balances.handpay == by_hand, f"{state.balances.handpay}, paid {by_hand}"


def _orders(state, world) -> None:
    """What a manager ordered is booked to the cent, or open for what was not there; nothing else stands on adjust."""
    reports = world.log.read([f"etg/{world.TABLE}/seat/{world.SEAT}/report/"], 0, 10**6)
    records = [json.loads(entry.value) for entry in reports if b'"seat"' in entry.value]
    booked = [record["cents"] for record in records if record["type"] == "AmountBooked"]
    items = [record for record in records if record["type"] == "OpenItem"]
    left = sum(item["cents"] for item in items if item.get("order"))
    assert len(booked) == len(world.oracle.ordered)
    assert sum(booked) - left == sum(world.oracle.ordered)
    changed = sum(item["cents"] for item in items if not item.get("order"))
    assert state.balances.adjust == -changed - sum(booked)


def when_quiet(world) -> None:
    """At the end: nothing is under way, nothing is missing, and the verdict from outside is the same."""
    seat, state = world.seat, world.seat.state
    assert sum(seat.box.notes) == -state.balances.notes
    assert sum(seat.papers.cents[number] for number in seat.box.tickets) == -state.balances.tickets_in
    assert state.balances.tickets_out == seat.papers.total
    seat.runner.flush()  # the place in the log alone may wait five seconds, and the last record can say nothing new
    stored = seat.store.load()
    assert stored.state == replace(state, history=(), draft=stored.state.draft)
    assert stored.outbox == (), f"left in the outbox: {stored.outbox}"
    for number in set(seat.papers.cents) - set(seat.box.tickets):
        record = seat.registry.look_up(number)
        assert record is not None, "a paper in the player's hand is unknown"
        assert record.state == "issued", f"a paper in the player's hand is '{record.state}'"
    assert seat.store.self_test() == []
    with closing(sqlite3.connect(world.folder / "seat.db")) as db:
        found = db.execute("SELECT count(*), count(DISTINCT round) FROM txn WHERE kind = 'settle'").fetchone()
        twice = db.execute(_PAID_TWICE).fetchall()
    assert found == (world.oracle.settled, world.oracle.settled), f"{found}, log: {world.oracle.settled}"
    # What the House paid by hand the seat still had: it never paid the same a second time.
    assert twice == [], f"paid twice: {twice}"
    _orders(state, world)
    assert state.later == ()
    assert state.unconfirmed == (), state.unconfirmed
    _meters(seat.store)
    verdict = verify(
        Where(
            table=world.TABLE,
            seat=world.SEAT,
            seat_db=world.folder / "seat.db",
            table_db=world.folder / "table.db",
            registry_db=world.folder / "registry.db",
        ),
        GAME,
        {world.layout.name: world.layout},
    )
    assert verdict.findings == [], verdict.findings
    assert verdict.ok

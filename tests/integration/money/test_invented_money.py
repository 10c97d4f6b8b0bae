"""Money that nothing stands behind is found, also when chain, meters and snapshot all fit."""

import json
import sqlite3
from contextlib import closing

import pytest

from kiosk.app.state_dir import StateDir
from kiosk.cli import main
from kiosk.console.chance import seeded_chance
from kiosk.console.desk import Pace
from kiosk.demo.headless import Headless, Play
from kiosk.store import seal
from kiosk.store.seat_store import SeatStore
from kiosk.table.round import Phase
from kits.app.seat_play import assert_sound, audit, come_to_rest, rules
from kits.audit import physical_truth as truth
from kits.store.forge import forge

PAPER = "123456789012345678"
INVENTED = {
    "bonus from the house": ("bonus", "bonus:1", 3, [("house", -1000), ("credit", 1000)], "bonus"),
    "correction": ("adjust", "adjust:1", 3, [("adjust", -500), ("credit", 500)], "adjust"),
    "note from the house": ("note", "note:acceptor-1:x", 3, [("house", -500), ("credit", 500)], "note"),
    "note under another name": ("note", "mine:1", 3, [("notes", -500), ("credit", 500)], "mine:1"),
    "note that takes": ("note", "note:acceptor-1:x", 3, [("notes", 500), ("credit", -500)], "notes"),
    "note by two lines": (
        "note",
        "note:acceptor-1:x",
        3,
        [("notes", -500), ("credit", 400), ("credit", 100)],
        "note",
    ),
    "ticket of no number": ("ticket-in", "ticket-in:7", 3, [("tickets_in", -500), ("credit", 500)], "ticket"),
    "ticket taken back": (
        "ticket-void",
        f"ticket-void:{PAPER}",
        3,
        [("tickets_out", -500), ("credit", 500)],
        "5678",
    ),
    "hand pay without its event": (
        "hand-pay",
        "handpay:12:07:99",
        3,
        [("credit", -300), ("handpay", 300)],
        "hand pay 99",
    ),
    "hand pay of another seat": (
        "hand-pay",
        "handpay:12:08:1",
        3,
        [("credit", -300), ("handpay", 300)],
        "handpay:12:08:1",
    ),
    "stake of no round": ("stake", "stake:12:999:send-1", 999, [("credit", -500), ("escrow", 500)], "999"),
    "stake after the end": ("stake", "stake:12:2:send-99", 2, [("credit", -500), ("escrow", 500)], "round 2"),
    "stake of another table": ("stake", "stake:13:2:send-99", 2, [("credit", -500), ("escrow", 500)], "13"),
    "stake in another round's name": (
        "stake",
        "stake:12:3:send-99",
        2,
        [("credit", -5), ("escrow", 5)],
        "round",
    ),
    "release of nothing": (
        "release",
        "release:12:2:closed-99",
        2,
        [("escrow", -500), ("credit", 500)],
        "round 2",
    ),
    "round settled by a second name": (
        "settle",
        "settle:12:2:again",
        2,
        [("house", -500), ("credit", 500)],
        "again",
    ),
    "round of endless digits": (
        "settle",
        "settle:12:" + "9" * 5_000,
        2,
        [("house", -500), ("credit", 500)],
        "9999",
    ),
    "hand pay of endless digits": (
        "hand-pay",
        "handpay:12:07:" + "9" * 5_000,
        2,
        [("credit", -500), ("handpay", 500)],
        "9999",
    ),
    "void of no round": ("void", "void:12:999", 999, [("escrow", -500), ("credit", 500)], "999"),
}


@pytest.mark.parametrize("what", INVENTED)
def test_that_verify_finds_invented_money_although_the_chain_fits(played, what):
    *booked, word = INVENTED[what]
    forge(played / "seat.db", *booked)
    findings = audit(played).findings
    assert any(word in finding for finding in findings), findings


def test_that_a_hand_pay_must_have_the_amount_of_its_event(played):
    lines = [("credit", -300), ("handpay", 300)]
    event = ("hand-pay", {"cents": 200, "by": "attendant", "number": 1})
    forge(played / "seat.db", "hand-pay", "handpay:12:07:1", 3, lines, event=event, state={"handpays": 1})
    assert any("hand pay 1" in finding for finding in audit(played).findings)


def test_that_a_hand_pay_that_is_told_must_be_booked(played):
    with closing(sqlite3.connect(played / "seat.db")) as db, db:
        detail = json.dumps({"cents": 200, "by": "attendant", "number": 1})
        db.execute(
            "INSERT INTO event(at, kind, severity, detail) VALUES ('', 'hand-pay', 'info', ?)", (detail,)
        )
    assert any("hand pay 1" in finding for finding in audit(played).findings)


@pytest.mark.parametrize(
    "what", ["bonus from the house", "correction", "note from the house", "note by two lines"]
)
def test_that_a_seat_does_not_start_with_a_posting_that_it_never_makes(played, what):
    *booked, _ = INVENTED[what]
    forge(played / "seat.db", *booked)
    with closing(SeatStore(played / "seat.db")) as store:
        assert store.self_test() != []


def test_that_the_forger_of_these_tests_leaves_no_other_trace(played):
    """Notes as the seat books them fit: only the cash box, which the audit of the databases does not see, tells."""
    forge(played / "seat.db", "note", "note:acceptor-1:x", 3, [("notes", -500), ("credit", 500)])
    with closing(sqlite3.connect(played / "seat.db")) as db, db:
        db.execute("UPDATE counter SET value = value + 1 WHERE name = 'notes_500'")
        seal.make(db)  # who knows the program can make its seals too
    assert_sound(played)


COUNTED = ("theory", "variance", "tickets_in_count", "tickets_out_count", "handpay_wins", "cancelled_credits")


@pytest.mark.parametrize("name", COUNTED)
def test_that_a_counter_that_was_moved_is_found_although_its_seal_fits(played, name):
    with closing(sqlite3.connect(played / "seat.db")) as db, db:
        db.execute(
            "INSERT INTO counter VALUES (?, 100) ON CONFLICT (name) DO UPDATE SET value = value + 100",
            (name,),
        )
        seal.make(db)
    (finding,) = audit(played).findings
    assert finding.startswith(f"counter '{name}' shows ")


def test_that_a_seat_that_counted_before_it_kept_hours_is_not_accused(played):
    """A program of before counted neither theory nor tickets: what it booked is in no such counter."""
    with closing(sqlite3.connect(played / "seat.db")) as db, db:
        db.execute("DELETE FROM hourly")
        db.execute("INSERT INTO hourly VALUES ('9999-01-01T00', 'power_ups', 1)")
        db.execute("DELETE FROM counter WHERE name IN ('theory', 'variance', 'tickets_out_count')")
        seal.make(db)
    assert_sound(played)


def replay(capsys, folder):
    status = main(["replay", "--state", str(folder), "--json"])
    found = capsys.readouterr()
    return status, found.out, found.err


def settled_round(played):
    return truth.rows(played / "seat.db", "SELECT min(id), round FROM txn WHERE kind = 'settle'")[0]


def change(played, statement, *values):
    with closing(sqlite3.connect(played / "seat.db")) as db, db:
        for name in ("txn", "posting"):
            db.execute(f"DROP TRIGGER {name}_stays")
        assert db.execute(statement, values).rowcount > 0


@pytest.mark.parametrize("account", ["house", "escrow", "credit"])
def test_that_replay_compares_every_account_of_a_settlement(played, capsys, account):
    txn, number = settled_round(played)
    change(played, "INSERT INTO posting VALUES (?, ?, 700)", txn, account)
    status, out, _ = replay(capsys, played)
    assert (status, json.loads(out)["differ"]) == (1, [number])
    assert main(["replay", "--state", str(played)]) == 1
    assert account in capsys.readouterr().out


def test_that_replay_finds_a_settlement_of_a_round_that_never_was(played, capsys):
    forge(played / "seat.db", "settle", "settle:12:999", 999, [("escrow", -500), ("credit", 500)])
    status, out, _ = replay(capsys, played)
    assert (status, json.loads(out)["differ"]) == (1, [999])


def test_that_replay_names_a_booking_whose_name_is_none(played, capsys):
    txn, number = settled_round(played)
    change(played, "UPDATE txn SET key = 'mine' WHERE id = ?", txn)
    status, out, _ = replay(capsys, played)
    assert (status, json.loads(out)["differ"]) == (1, [number])
    assert "'mine'" in out


@pytest.mark.parametrize("body", ["{", "[]", "{}", '{"log_seq": "x"}'])
def test_that_replay_of_an_unreadable_snapshot_ends_with_2_and_says_so(played, capsys, body):
    with closing(sqlite3.connect(played / "seat.db")) as db, db:
        db.execute("UPDATE snapshot SET body = ?", (body,))
    status, out, err = replay(capsys, played)
    assert (status, out) == (2, "")
    assert "snapshot" in err


class PowerCutError(Exception):
    """The machine fails between the close of the bets and the tumble."""


@pytest.fixture
def voided(played):
    """A seat whose last round but one is void with a registered bet, and that round's number."""
    state = StateDir(played)
    state.hold()
    table = Headless(state, rules(), Play(Pace(), seeded_chance(3), 11, 5))
    told = table._after_dealer

    def cut():
        if table._table.service.table.phase is Phase.CLOSED and table.state.registered is not None:
            raise PowerCutError
        told()

    table._after_dealer = cut
    try:
        with pytest.raises(PowerCutError):
            table.run()
        found = table.runner.state
        assert found.registered is not None
    finally:
        table.close()
        state.release()
    come_to_rest(played)
    assert_sound(played)
    return played, found.table.number


@pytest.mark.rule("sicbo:5.9")
def test_that_a_void_returns_exactly_what_was_held(voided, capsys):
    folder, number = voided
    (txn,) = truth.rows(folder / "seat.db", "SELECT id FROM txn WHERE key = ?", f"void:12:{number}")[0]
    status, out, _ = replay(capsys, folder)
    assert status == 0, out
    change(
        folder, "UPDATE posting SET cents = cents + 500 * ((account = 'credit') * 2 - 1) WHERE txn = ?", txn
    )
    assert any(f"round {number}" in finding for finding in audit(folder).findings)
    status, out, _ = replay(capsys, folder)
    assert (status, json.loads(out)["differ"]) == (1, [number])


def test_that_notes_are_booked_although_the_acceptors_files_are_gone_is_a_finding(played, capsys):
    for name in ("acceptor.json", "cash-box.jsonl"):
        (played / name).unlink()
    assert main(["verify", "--state", str(played)]) == 1
    assert "acceptor.json is missing although the journal has booked" in capsys.readouterr().out

"""verify and replay from outside: read-only, exact in their shapes, and no tampering with plain SQL escapes them."""

import json
import os
import shutil
import sqlite3
import subprocess
from contextlib import closing

import pytest

from kiosk.app.state_dir import StateDir
from kiosk.cli import main
from kiosk.demo.headless import Headless
from kits import KIOSK
from kits.app.seat_play import come_to_rest, make_play, rules
from kits.audit import physical_truth as truth
from kits.processes import Process, run_process

ACCOUNTS = ["credit", "escrow", "house", "notes", "tickets_in", "tickets_out", "handpay", "adjust"]


def run(capsys, *words):
    status = main([str(word) for word in words])
    found = capsys.readouterr()
    return status, found.out, found.err


def verify(capsys, folder):
    status, out, _ = run(capsys, "verify", "--state", folder, "--json")
    return status, json.loads(out)


def replay(capsys, folder):
    status, out, _ = run(capsys, "replay", "--state", folder, "--json")
    return status, json.loads(out)


def contents(folder):
    return {
        str(path): (
            path.read_bytes() if path.is_file() else b"",
            path.stat().st_mtime_ns,
            path.stat().st_mode,
        )
        for path in [folder, *folder.rglob("*")]
    }


def sql(path, *statements):
    with closing(sqlite3.connect(path)) as db, db:
        for statement in statements:
            assert db.execute(statement).rowcount != 0, statement


def without_triggers(name):
    return [f"DROP TRIGGER {name}_{verb}" for verb in ("stays", "remains")]


# --- shapes ---------------------------------------------------------------------------------------------------------


def test_that_a_sound_seat_verifies_with_0_and_the_promised_shape(played, capsys):
    status, found = verify(capsys, played)
    assert status == 0
    assert list(found) == ["ok", "accounts", "txns", "rounds", "findings", "lost"]
    assert found["ok"] is True
    assert found["findings"] == []
    assert list(found["accounts"]) == ACCOUNTS
    books = dict(truth.rows(played / "seat.db", "SELECT account, sum(cents) FROM posting GROUP BY account"))
    assert found["accounts"] == {name: books.get(name, 0) for name in ACCOUNTS}
    assert sum(found["accounts"].values()) == 0
    assert found["txns"] == truth.rows(played / "seat.db", "SELECT count(*) FROM txn")[0][0]
    assert found["rounds"] == sum(1 for one in truth.read_rounds(played / "table.db").values() if one.stakes)


def test_that_a_sound_seat_replays_with_0_and_every_round(played, capsys):
    status, found = replay(capsys, played)
    assert status == 0
    assert list(found) == ["ok", "rounds", "differ"]
    assert found["ok"] is True
    assert found["differ"] == []
    rounds = {number: one for number, one in truth.read_rounds(played / "table.db").items() if one.stakes}
    assert [one["round"] for one in found["rounds"]] == sorted(rounds)
    for one in found["rounds"]:
        mine = rounds[one["round"]]
        assert (one["staked"], one["paid"], one["void"]) == (mine.staked, mine.paid, mine.phase == "void")
        assert one["booked"] == mine.paid
        assert tuple(one["result"]) == mine.dice


def test_that_without_json_people_can_read_it(played, capsys):
    status, out, err = run(capsys, "verify", "--state", played)
    assert (status, err) == (0, "")
    assert out.splitlines()[-1] == "everything agrees"
    assert "credit" in out
    status, out, err = run(capsys, "replay", "--state", played)
    assert (status, err) == (0, "")
    assert out.splitlines()[-1].endswith("0 differ from the journal")


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_that_there_is_nothing_to_audit_ends_with_2(tmp_path, capsys, command):
    for folder in (tmp_path / "nowhere", tmp_path):
        status, out, err = run(capsys, command, "--state", folder, "--json")
        assert (status, out) == (2, "")
        assert err.startswith(f"kiosk {command}: ")
        assert "not there" in err or "no journal" in err
    (tmp_path / "file").write_text("x")
    assert run(capsys, command, "--state", tmp_path / "file")[0] == 2


# --- from outside ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_that_an_audit_changes_no_byte_and_no_time(played, capsys, command):
    before = contents(played)
    assert run(capsys, command, "--state", played, "--json")[0] == 0
    assert contents(played) == before


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_that_a_running_seat_is_audited_without_being_touched(memory_path, capsys, command):
    folder = memory_path / "state"
    state = StateDir(folder)
    state.hold()
    table = Headless(state, rules(), make_play(5, 3))
    try:
        table.run()  # and stands in the middle of everything, its write-ahead logs full
        before = contents(folder)
        status, out, err = run(capsys, command, "--state", folder, "--json")
        assert contents(folder) == before
        assert (status, json.loads(out)["ok"]) == (0, True)
        assert ("the seat is running" in err) == (command == "verify")
    finally:
        table.close()
        state.release()


def test_that_a_playing_process_can_be_audited_again_and_again(memory_path):
    folder = memory_path / "state"
    words = [*KIOSK]
    playing = [*words, "demo", "--headless", "--bot", "--seed", "8", "--rounds", "25", "--state", str(folder)]
    with Process(playing, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as player:
        audits = 0
        while player.poll() is None:
            if (folder / "seat.db").exists() and (folder / "table.db").exists():
                done = run_process(
                    [*words, "verify", "--state", str(folder), "--json"], capture_output=True, check=False
                )
                assert done.returncode in (0, 2), (done.stdout, done.stderr)
                audits += done.returncode == 0
        out, err = player.communicate()
        assert player.returncode == 0, err
        assert audits, out


# --- tampering ------------------------------------------------------------------------------------------------------

BIG_WIN = "UPDATE posting SET cents = cents + {} WHERE rowid IN (SELECT max(rowid) FROM posting WHERE account = '{}')"
SEAT_TAMPERING = {
    "posting changed": [*without_triggers("posting"), BIG_WIN.format(100, "credit")],
    "posting moved between accounts": [
        *without_triggers("posting"),
        BIG_WIN.format(100, "credit"),
        BIG_WIN.format(-100, "house"),
    ],
    "posting and meters changed together": [
        *without_triggers("posting"),
        BIG_WIN.format(100, "credit"),
        BIG_WIN.format(-100, "house"),
        "UPDATE meter SET cents = cents + 100 WHERE name = 'credit'",
        "UPDATE meter SET cents = cents - 100 WHERE name = 'house'",
    ],
    "posting deleted": [*without_triggers("posting"), "DELETE FROM posting WHERE rowid = 3"],
    "posting added": [
        "INSERT INTO posting VALUES (1, 'credit', 100)",
        "INSERT INTO posting VALUES (1, 'house', -100)",
    ],
    "posting without transaction": ["INSERT INTO posting VALUES (99999, 'credit', 0)"],
    "last transaction deleted": [
        *without_triggers("txn"),
        *without_triggers("posting"),
        "DELETE FROM posting WHERE txn = (SELECT max(id) FROM txn)",
        "DELETE FROM txn WHERE id = (SELECT max(id) FROM txn)",
    ],
    "transaction in the middle deleted": [
        *without_triggers("txn"),
        *without_triggers("posting"),
        "DELETE FROM posting WHERE txn = 5",
        "DELETE FROM txn WHERE id = 5",
    ],
    "transaction renamed": [
        *without_triggers("txn"),
        "UPDATE txn SET key = 'note:acceptor-1:other' WHERE id = 1",
    ],
    "transaction of another round": [
        *without_triggers("txn"),
        "UPDATE txn SET round = round + 1 WHERE id = 7",
    ],
    "time of a transaction": [
        *without_triggers("txn"),
        "UPDATE txn SET at = '2020-01-01T00:00:00Z' WHERE id = 7",
    ],
    "hash of a transaction": [*without_triggers("txn"), "UPDATE txn SET hash = zeroblob(32) WHERE id = 7"],
    "transaction added": [
        "INSERT INTO txn SELECT max(id) + 1, 'note', 'note:acceptor-1:x', 1, 'now', hash, zeroblob(32) FROM txn",
    ],
    "meter": ["UPDATE meter SET cents = cents + 100 WHERE name = 'credit'"],
    "meter deleted": ["DELETE FROM meter WHERE name = 'credit'"],
    "meter of no account": ["INSERT INTO meter VALUES ('mine', 100)"],
    "counter": ["UPDATE counter SET value = value + 100 WHERE name = 'turnover'"],
    "counter of notes": ["UPDATE counter SET value = value + 1 WHERE name LIKE 'notes_%'"],
    "snapshot": ["UPDATE snapshot SET body = replace(body, '\"credit\":', '\"credit\":1')"],
    "snapshot deleted": ["DELETE FROM snapshot"],
    "recall: stakes": ['UPDATE recall SET body = replace(body, \'"stakes":{\', \'"stakes":{"odd":500,\')'],
    "recall: dice": ["UPDATE recall SET body = replace(body, '\"values\":[', '\"values\":[6,')"],
    "recall: credit": ["UPDATE recall SET body = replace(body, '\"credit_after\":', '\"credit_after\":1')"],
    "recall: not a round": ["UPDATE recall SET body = 'x'"],
    "recall: round deleted": ["DELETE FROM recall WHERE round = (SELECT max(round) FROM recall)"],
    "recall: round moved": ["UPDATE recall SET round = round + 1000"],
    "outcome: dice": ["UPDATE outcome SET body = replace(body, '\"values\":[', '\"values\":[6,')"],
    "outcome: round deleted": ["DELETE FROM outcome WHERE round = 3"],
    "ticket of the seat": ["UPDATE ticket SET cents = cents + 100"],
    "ticket of the seat deleted": ["DELETE FROM ticket"],
    "body of a ticket": ["UPDATE ticket SET body = '{}' WHERE direction = 'out'"],
    "event": ["INSERT INTO event(at, kind, severity, detail) VALUES ('', 'record-ignored', 'info', '[')"],
    "event of a list": [
        "INSERT INTO event(at, kind, severity, detail) VALUES ('', 'record-ignored', 'info', '[]')"
    ],
    "outbox": ["INSERT INTO outbox(key, effect) VALUES ('redeem:1', '{}')"],
}


@pytest.mark.parametrize("what", SEAT_TAMPERING)
def test_that_tampering_with_the_journal_is_found(played, capsys, what):
    sql(played / "seat.db", *SEAT_TAMPERING[what])
    status, found = verify(capsys, played)
    assert (status, found["ok"]) == (1, False)
    assert found["findings"]


def test_that_the_journal_itself_refuses_changes(played):
    for statement in (
        "UPDATE txn SET at = 'x'",
        "DELETE FROM txn",
        "UPDATE posting SET cents = 0",
        "DELETE FROM posting",
    ):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            sql(played / "seat.db", statement)
    for statement in ("UPDATE entry SET value = x'00'", "DELETE FROM entry"):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            sql(played / "table.db", statement)


RESULT = "key LIKE 'etg/12/round/%' AND instr(CAST(value AS TEXT), 'ResultEntered') > 0"
SLIP = "key LIKE 'etg/12/seat/07/slip/%'"
LOG_TAMPERING = {
    "result deleted": "DELETE FROM entry WHERE {result}",
    "slips deleted": "DELETE FROM entry WHERE {slip}",
    "slip changed": "UPDATE entry SET value = CAST(replace(value, ':500', ':600') AS BLOB) WHERE {slip}",
    "slip unreadable": "UPDATE entry SET value = x'7b' WHERE {slip}",
    "result unreadable": "UPDATE entry SET value = x'7b' WHERE {result}",
    "report changed": "UPDATE entry SET value = CAST(replace(value, '\"paid\":', '\"paid\":1') AS BLOB) "
    "WHERE key LIKE '%/report/%/settled-1'",
    "end deleted": "DELETE FROM entry WHERE seq > (SELECT max(seq) - 3 FROM entry)",
    "all deleted": "DELETE FROM entry",
}


@pytest.mark.parametrize("what", LOG_TAMPERING)
def test_that_tampering_with_the_log_is_found(played, capsys, what):
    sql(played / "table.db", *without_triggers("entry"), LOG_TAMPERING[what].format(result=RESULT, slip=SLIP))
    status, found = verify(capsys, played)
    assert (status, found["ok"]) == (1, False)
    assert found["findings"]


def change_dice(played, number, dice):
    rows = truth.rows(
        played / "table.db", "SELECT key, value FROM entry WHERE key LIKE ?", f"etg/12/round/{number}/%"
    )
    key, value = next((key, json.loads(value)) for key, value in rows if b"ResultEntered" in value)
    value["facts"][0]["values"] = dice
    with closing(sqlite3.connect(played / "table.db")) as db, db:
        for statement in without_triggers("entry"):
            db.execute(statement)
        db.execute("UPDATE entry SET value = ? WHERE key = ?", (json.dumps(value).encode(), key))


def test_that_other_dice_in_the_log_are_found_by_verify_and_replay(played, capsys):
    rounds = truth.read_rounds(played / "table.db")
    for dice in ([1, 1, 1], [2, 5, 6], [3, 4, 4], [6, 6, 6], [1, 2, 4]):
        number, before = next((n, one) for n, one in rounds.items() if one.stakes and one.phase == "result")
        if truth.Played("result", before.stakes, before.layout, tuple(dice)).paid != before.paid:
            break
    change_dice(played, number, dice)
    status, found = verify(capsys, played)
    assert status == 1
    assert any(f"round {number}" in finding for finding in found["findings"])
    status, found = replay(capsys, played)
    assert (status, found["ok"], found["differ"]) == (1, False, [number])
    status, out, _ = run(capsys, "replay", "--state", played)
    assert status == 1
    assert "DIFFERS: the journal booked" in out


def test_that_a_round_booked_otherwise_is_found_by_replay(played, capsys):
    last, number = truth.rows(
        played / "seat.db", "SELECT id, round FROM txn WHERE kind = 'settle' ORDER BY id DESC LIMIT 1"
    )[0]
    sql(played / "seat.db", f"INSERT INTO posting VALUES ({last}, 'credit', 100)")  # noqa: S608 - a number
    status, found = replay(capsys, played)
    assert (status, found["differ"]) == (1, [number])


REGISTRY_TAMPERING = {
    "amount": "UPDATE ticket SET cents = cents + 100",
    "paid once more": "UPDATE ticket SET state = 'issued', held_by = '' WHERE state = 'redeemed'",
    "paid without credit": "UPDATE ticket SET state = 'redeemed', held_by = 'x' WHERE state = 'issued'",
    "deleted": "DELETE FROM ticket",
    "invented": "INSERT INTO ticket(number, cents, terminal, body, state) "
    "SELECT '123456789012345678', 100, terminal, body, 'issued' FROM ticket LIMIT 1",
}


@pytest.fixture
def with_tickets(played, capsys):
    """A seat with one ticket redeemed and one with the player."""
    state = StateDir(played)
    state.hold()
    table = Headless(state, rules(), make_play(1))
    from kiosk.seat.events import Collect

    for _ in range(2):
        table.acceptor.insert(2_000)
        table.runner.pump()
        table.runner.handle(Collect())
    table.acceptor.insert_ticket(table.seat.store.tickets("out", 1)[0].number)
    table.runner.pump()
    table.close()
    state.release()
    come_to_rest(played)
    assert verify(capsys, played)[0] == 0
    return played


@pytest.mark.parametrize("what", REGISTRY_TAMPERING)
def test_that_tampering_with_the_registry_is_found(with_tickets, capsys, what):
    sql(with_tickets / "registry.db", REGISTRY_TAMPERING[what])
    status, found = verify(capsys, with_tickets)
    assert status == 1
    assert any("ticket" in finding for finding in found["findings"])


@pytest.mark.parametrize("which", ["first", "last", "any line twice", "amount", "all"])
def test_that_tampering_with_the_cash_box_is_found(played, capsys, which):
    box = played / "cash-box.jsonl"
    lines = box.read_text().splitlines(keepends=True)
    notes = [number for number, line in enumerate(lines) if json.loads(line)["cents"]]
    if which == "any line twice":
        lines.append(lines[notes[0]])
    elif which == "amount":
        item = json.loads(lines[notes[0]])
        lines[notes[0]] = json.dumps(item | {"cents": item["cents"] + 500}) + "\n"
    elif which == "all":
        lines = []
    else:
        del lines[notes[0] if which == "first" else notes[-1]]
    box.write_text("".join(lines))
    status, out, err = run(capsys, "verify", "--state", played, "--json")
    if which == "last":  # the acceptor's own memory still knows it: nothing is lost
        assert status == 0 or "cash box" in out
    else:
        assert status in (1, 2)
        assert "cash box" in out + err


# --- the command line -----------------------------------------------------------------------------------------------


def test_that_every_command_explains_itself(capsys):
    from kiosk.cli import command_names

    assert {"demo", "odds", "settle", "verify", "replay"} <= set(command_names())
    for words in ([], *[[name] for name in command_names()]):
        with pytest.raises(SystemExit) as ended:
            main([*words, "--help"])
        assert ended.value.code == 0
        assert "usage: kiosk" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["nothing"],
        ["demo", "--betting-seconds", "-1"],
        ["demo", "--betting-seconds", "0"],
        ["demo", "--betting-seconds", "nan"],
        ["demo", "--betting-seconds", "inf"],
        ["demo", "--betting-seconds", "soon"],
        ["demo", "--betting-seconds", "99999"],
        ["demo", "--lang", "de"],
        ["demo", "--rounds", "-1"],
        ["demo", "--rounds", "1.5"],
        ["demo", "--rounds", "two"],
        ["demo", "--speed", "0"],
        ["demo", "--speed", "-2"],
        ["demo", "--speed", "nan"],
        ["demo", "--seed", "x"],
        ["demo", "--surprise"],
        ["verify", "--surprise"],
        ["replay", "--state"],
    ],
    ids=" ".join,
)
def test_that_a_bad_option_ends_with_2_and_is_named(capsys, words):
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    found = capsys.readouterr()
    assert found.out == ""
    assert (words[-1] if words else "COMMAND") in found.err or words[-1] in ("nan", "inf")


@pytest.mark.parametrize("command", ["odds", "settle"])
@pytest.mark.parametrize("name", ["D", "", "../a", "limits", "a.toml"])
def test_that_a_bad_layout_ends_with_2(capsys, command, name):
    status, out, err = run(capsys, command, "--layout", name)
    assert (status, out) == (2, "")
    assert err.startswith(f"kiosk {command}: ")


@pytest.mark.parametrize("name", ["D", "", "../a", "limits", "a.toml"])
def test_that_a_layout_that_the_game_has_not_is_refused_naming_those_that_it_has(capsys, tmp_path, name):
    status, out, err = run(capsys, "demo", "--headless", "--state", str(tmp_path / "demo"), "--layout", name)
    assert (status, out) == (2, "")
    assert f'layout "{name}": expected A, B or C' in err
    assert not (tmp_path / "demo").exists()


@pytest.mark.parametrize("unbuffered", [False, True])
@pytest.mark.parametrize(
    "words",
    [
        ["odds", "--layout", "B", "--json"],
        ["verify", "--state", "{}", "--json"],
        ["replay", "--state", "{}"],
        ["odds", "--help"],
    ],
)
def test_that_a_reader_who_has_gone_is_no_fault_of_ours(played, words, unbuffered):
    read, write = os.pipe()
    os.close(read)
    words = [word.format(played) for word in words]
    # An output without a buffer notices at the first line; one with a buffer only when it is emptied.
    env = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    env |= {"PYTHONUNBUFFERED": "1"} if unbuffered else {}
    done = subprocess.run([*KIOSK, *words], stdout=write, stderr=subprocess.PIPE, check=False, env=env)
    os.close(write)
    assert done.returncode == 2
    assert done.stderr == b""


def test_that_the_demonstration_plays_and_sums_up(memory_path, capsys):
    folder = memory_path / "demo"
    words = ["demo", "--headless", "--bot", "--seed", "4", "--rounds", "4", "--layout", "c", "--lang", "zh"]
    status, out, err = run(capsys, *words, "--betting-seconds", "5", "--state", folder)
    assert (status, err) == (0, "")
    assert "played 4 rounds" in out
    assert "books: everything agrees" in out
    shutil.rmtree(folder)


def test_that_a_seat_over_the_network_is_not_held_against_a_log_that_it_never_had(played, capsys):
    (played / "table.db").unlink()
    status, out, err = run(capsys, "verify", "--state", played)
    assert (status, out) == (2, "")
    assert "has no table.db" in err
    assert "--config" in err

"""What an auditor finds with hands and eyes: notes in the box, papers, the log's results; held against the journal.

Nothing here uses the product's settlement, fold, store or audit: files are read with json and sqlite3, results come
from the independent count of the tests.
"""

import hashlib
import json
import re
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field

import pypdfium2

from kiosk.devices.reader.picture import read_ticket_number
from kits.games import sicbo_oracle as oracle

TABLE, SEAT = "12", "07"
_AMOUNT = re.compile(r"^\$([\d,]+)\.(\d\d)\s*$", re.MULTILINE)
_papers: dict[bytes, tuple[str, int]] = {}


@dataclass
class Played:
    """One round as the log alone tells it; amounts in cents."""

    phase: str = "open"
    stakes: dict = field(default_factory=dict)
    layout: str = ""
    dice: tuple = ()

    @property
    def staked(self):
        return sum(self.stakes.values())

    @property
    def paid(self):
        """What goes back to credit: of winning spots the stake and the winnings; of a void round everything."""
        if self.phase == "void":
            return self.staked
        wins = oracle.wins(self.layout, self.dice) if self.stakes else {}
        paid = sum(stake + stake * wins[spot] for spot, stake in self.stakes.items() if spot in wins)
        assert paid == int(paid)
        return int(paid)


@dataclass(frozen=True)
class Journal:
    """The books by plain SQL; amounts in cents."""

    accounts: dict
    notes: dict  # by serial
    tickets_in: dict  # by number
    tickets_out: dict  # by number, without the reversed ones
    rounds: dict  # what settle and void gave to credit, by round
    state: dict
    outbox: list


@dataclass(frozen=True)
class Physical:
    """Notes and tickets in the box by serial, the one that fell in last, and the papers that came out by number."""

    notes: dict
    stacked_tickets: list
    last: dict | None
    papers: dict


def rows(path, sql, *values):
    with closing(sqlite3.connect(path)) as db:
        return db.execute(sql, values).fetchall()


def read_rounds(table_db):
    """Every round as the order of the log decides it: a slip counts when it stands before the close."""
    rounds, revs = {}, {}
    for key, value in rows(table_db, "SELECT key, value FROM entry ORDER BY seq, id"):
        record = json.loads(value)
        kind, number = record["type"], record.get("round")
        if kind == "RoundOpened":
            assert all(found.phase in ("result", "void") for found in rounds.values()), (
                f"{number} opens too early"
            )
            rounds[number] = Played()
        elif kind == "Slip" and rounds[number].phase == "open":
            assert key == f"etg/{TABLE}/seat/{SEAT}/slip/{number}/{record['rev']}"
            if record["rev"] > revs.get(number, 0):
                revs[number] = record["rev"]
                rounds[number].stakes, rounds[number].layout = record["stakes"], record["layout"]
        elif kind == "BetsClosed":
            rounds[number].phase = "closed"
        elif kind == "ResultEntered":
            (fact,) = record["facts"]
            rounds[number].phase, rounds[number].dice = "result", tuple(fact["values"])
        elif kind == "RoundVoided":
            rounds[number].phase = "void"
    return rounds


def read_journal(seat_db):
    accounts = dict(rows(seat_db, "SELECT account, sum(cents) FROM posting GROUP BY account"))
    lines = rows(
        seat_db,
        "SELECT kind, key, account, sum(cents) FROM txn JOIN posting ON posting.txn = txn.id GROUP BY txn.id, account",
    )

    def by_name(kind, account, sign=1):
        found = [
            (key.rpartition(":")[2], sign * cents) for k, key, a, cents in lines if (k, a) == (kind, account)
        ]
        assert len(found) == len(dict(found)), f"{kind} is booked twice"
        return dict(found)

    out, void = by_name("ticket-out", "tickets_out"), by_name("ticket-void", "tickets_out", -1)
    assert void.items() <= out.items()
    settled = [(int(key.rpartition(":")[2])) for kind, key, *_ in lines if kind in ("settle", "void")]
    given = Counter()
    for kind, key, account, cents in lines:
        if kind in ("settle", "void") and account == "credit":
            given[int(key.rpartition(":")[2])] += cents
    heads = rows(seat_db, "SELECT round, count(*) FROM txn WHERE kind IN ('settle', 'void') GROUP BY round")
    assert all(count == 1 for _, count in heads), f"a round is settled twice: {heads}"
    snapshot = rows(seat_db, "SELECT body FROM snapshot")
    return Journal(
        accounts={name: accounts.get(name, 0) for name in ("credit", "escrow", "house", "handpay", "adjust")},
        notes=by_name("note", "notes", -1),
        tickets_in=by_name("ticket-in", "tickets_in", -1),
        tickets_out={number: cents for number, cents in out.items() if number not in void},
        rounds={number: given[number] for number in settled},
        state=json.loads(snapshot[0][0]) if snapshot else {},
        outbox=[key for (key,) in rows(seat_db, "SELECT key FROM outbox ORDER BY id")],
    )


def read_paper(path):
    """Number by the barcode and cents by the printed figures, as a cashier would."""
    digest = hashlib.sha256(path.read_bytes()).digest()
    if digest not in _papers:
        document = pypdfium2.PdfDocument(path.read_bytes())
        try:
            ((dollars, cents),) = _AMOUNT.findall(
                document[0].get_textpage().get_text_bounded().replace("\r", "")
            )
        finally:
            document.close()
        _papers[digest] = (read_ticket_number(path), int(dollars.replace(",", "")) * 100 + int(cents))
    return _papers[digest]


def read_physical(folder):
    items = []
    box, memory = folder / "cash-box.jsonl", folder / "acceptor.json"
    if box.exists():
        items = [json.loads(line) for line in box.read_text().split("\n")[:-1]]
    last = json.loads(memory.read_text())["stacked"] if memory.exists() else None
    if last is not None and last["serial"] not in {item["serial"] for item in items}:
        items.append(last)  # it is falling
    serials = [item["serial"] for item in items]
    assert len(serials) == len(set(serials)), "an item lies in the box twice"
    papers = {}
    for path in sorted((folder / "tickets").glob("ticket-*.pdf")):
        assert "-original-" in path.name, f"{path.name}: only originals were asked for"
        number, cents = read_paper(path)
        assert number not in papers, f"ticket {path.name} came out twice"
        papers[number] = cents
    return Physical(
        notes={item["serial"]: item["cents"] for item in items if item["cents"]},
        stacked_tickets=[item["number"] for item in items if item["number"]],
        last=last,
        papers=papers,
    )


def check_results(journal, rounds):
    """Every booked round was decided by the log and pays what the independent count pays. Answers the net results."""
    net = 0
    for number, credited in journal.rounds.items():
        played = rounds[number]
        assert played.phase in ("result", "void"), f"round {number} is booked while {played.phase}"
        if played.phase == "result":
            assert credited == played.paid, f"round {number}: {credited} booked, the dice pay {played.paid}"
            net += played.paid - played.staked
        else:
            assert credited >= played.staked, f"void round {number}: {credited} of {played.staked} came back"
    return net


def check_killed(folder):
    """At any instant at all: nothing counted twice, and what is on its way is at most one item and one ticket."""
    journal, found = read_journal(folder / "seat.db"), read_physical(folder)
    net = check_results(journal, read_rounds(folder / "table.db"))
    accounts = journal.accounts
    assert accounts["credit"] >= 0
    assert accounts["escrow"] >= 0
    moved = sum(journal.notes.values()) + sum(journal.tickets_in.values())
    moved -= sum(journal.tickets_out.values()) + accounts["handpay"]
    assert accounts["credit"] + accounts["escrow"] == moved + net
    # Box and seat name a note each in their own way: what counts is how many of each kind there are.
    booked, lying = Counter(journal.notes.values()), Counter(found.notes.values())
    assert booked <= lying
    falling = lying - booked
    last = Counter([found.last["cents"]]) if found.last else Counter()
    assert falling <= last, f"notes {dict(falling)} are in the box alone"
    assert found.papers.items() <= journal.tickets_out.items()
    cashout = journal.state.get("cashout") or {}
    assert set(journal.tickets_out) - set(found.papers) <= {cashout.get("number", "")}
    assert set(journal.tickets_in) <= set(found.stacked_tickets)
    assert len(found.stacked_tickets) == len(set(found.stacked_tickets)), "one paper was stacked twice"
    return journal


def check_at_rest(folder):
    """With nothing on its way: the player's money to the cent, and every note, paper and round exactly once."""
    journal, found = read_journal(folder / "seat.db"), read_physical(folder)
    rounds = read_rounds(folder / "table.db")
    net = check_results(journal, rounds)
    assert all(played.phase in ("result", "void") for played in rounds.values())
    due = {number for number, played in rounds.items() if played.phase == "result" and played.stakes}
    booked = {number for number in journal.rounds if rounds[number].phase == "result"}
    assert booked == due
    assert journal.state["cashout"] is None
    assert journal.state["item"] is None
    assert Counter(journal.notes.values()) == Counter(found.notes.values())
    assert journal.tickets_out == found.papers
    assert journal.tickets_in == {number: found.papers[number] for number in found.stacked_tickets}
    assert journal.accounts["escrow"] == journal.accounts["adjust"] == 0
    owed = sum(found.notes.values()) - sum(found.papers.values()) - journal.accounts["handpay"] + net
    owed += sum(found.papers[number] for number in found.stacked_tickets)
    assert journal.accounts["credit"] == owed, (
        f"credit {journal.accounts['credit']}, the player is owed {owed}"
    )
    _check_registry(folder, found)
    return journal, found, rounds


def _check_registry(folder, found):
    known = dict(rows(folder / "registry.db", "SELECT number, state FROM ticket"))
    assert set(found.papers) == {number for number, state in known.items() if state != "void"}
    redeemed = {number for number, state in known.items() if state == "redeemed"}
    assert redeemed == set(found.stacked_tickets)
    assert all(known[number] == "issued" for number in set(found.papers) - redeemed)

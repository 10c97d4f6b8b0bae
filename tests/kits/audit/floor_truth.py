"""The judge of a whole floor: reads the console's archive and every seat's files with json and sqlite3 alone.

    truth = Truth(archive_db, {"07": ("A", state_dir), ...})     # raises AssertionError for the first thing wrong
    truth.check_at_rest(); truth.counts                           # bets, rounds, cents; what was found equal

Nothing here uses the product's fold, settlement, book, store or audit: odds and winners come from the printed rules
(sicbo_oracle.py), notes from the cash boxes, tickets from the papers. Amounts are cents.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kits.audit import physical_truth as physical
from kits.games import sicbo_oracle as oracle

TABLE = "12"
FOLLOWS = {
    "over": {"RoundOpened": "betting", "ResultCorrected": "result", "RoundVoided": "over"},
    "betting": {"BetsClosing": "betting", "BetsClosed": "closed", "RoundVoided": "over"},
    "closed": {"ActStarted": "tumbling", "RoundVoided": "over"},
    "tumbling": {"ActEnded": "tumbled", "RoundVoided": "over"},
    "tumbled": {"ResultEntered": "result", "RoundVoided": "over"},
    "result": {"RoundEnded": "over", "ResultCorrected": "result", "RoundVoided": "over"},
}
_LATER = re.compile(r"^(?:correct|void-settled):[^:]+:(\d+):(\d+)$")
_FIRST = re.compile(r"^(?:settle|void):[^:]+:(\d+)$")


@dataclass
class Round:
    """One round of the table as the archive alone tells it. A decision is dice, or None for a void."""

    slips: dict[str, tuple[int, str, dict[str, int]]] = field(default_factory=dict)
    decisions: list[tuple[int, ...] | None] = field(default_factory=list)
    settled: dict[tuple[str, int], dict] = field(default_factory=dict)
    paid: dict[tuple[str, int], int] = field(default_factory=dict)
    items: dict[tuple[str, int], int] = field(default_factory=dict)
    ordered: dict[tuple[str, int], int] = field(default_factory=dict)
    booked: dict[tuple[str, int], int] = field(default_factory=dict)
    left: dict[tuple[str, int], int] = field(default_factory=dict)  # of what was ordered to be taken
    late: int = 0  # slips after the close
    tumbles: int = 0

    def staked(self, seat: str) -> int:
        """What the seat's registered slip stakes."""
        return sum(self.slips[seat][2].values()) if seat in self.slips else 0

    def due(self, seat: str, dice: tuple[int, ...] | None) -> int:
        """What that decision pays the seat: stakes of winning spots and their winnings; a void all stakes."""
        if seat not in self.slips:
            return 0
        _, layout, stakes = self.slips[seat]
        if dice is None:
            return sum(stakes.values())
        wins = oracle.wins(layout, dice)
        paid = sum(stake + stake * wins[spot] for spot, stake in stakes.items() if spot in wins)
        assert paid == int(paid), f"{stakes} pays {paid} cents"
        return int(paid)


def record_in(value: bytes) -> Any:
    """What stands before the line feed; behind it stands a signature."""
    return json.loads(value.partition(b"\n")[0])


def read_archive(path: Path) -> dict[int, Round]:
    """Every round, by the order of the records. Asserts that the console wrote nothing that no reader accepts."""
    rounds: dict[int, Round] = {}
    newest, phase = 0, "over"
    for key, value in physical.rows(path, "SELECT key, value FROM record ORDER BY seq, id"):
        record = record_in(value)
        kind, number, seat = record["type"], record.get("round", 0), record.get("seat", "")
        if kind in (
            "ConsoleHeld",
            "Barrier",
            "PaidMark",
            "ManagerRecorded",
            "DeskRecorded",
            "CloseShown",
            "LogLife",
        ):  # no money of theirs
            continue
        if kind == "Slip":
            assert key == f"etg/{TABLE}/seat/{seat}/slip/{number}/{record['rev']}"
            _slip(rounds[number], record, in_time=(number, phase) == (newest, "betting"))
        elif kind == "Settled":
            rounds[number].settled[seat, record["decision"]] = record
        elif kind == "AmountOrdered":
            assert (number, record["cents"] != 0) == (newest, True)
            rounds[number].ordered[seat, record["number"]] = record["cents"]
        elif kind == "AmountBooked":
            rounds[number].booked[seat, record["number"]] = record["cents"]
        elif kind == "OpenItem" and record.get("order"):
            rounds[number].left[seat, record["order"]] = record["cents"]
        elif kind == "OpenItem":
            rounds[number].items[seat, record["decision"]] = record["cents"]
        elif kind == "PaidByHand":
            assert (seat, record["decision"]) not in rounds[number].paid, f"round {number} is paid twice"
            assert record["decision"] == len(rounds[number].decisions)
            rounds[number].paid[seat, record["decision"]] = record["cents"]
        elif kind in ("RoundVoided", "ResultCorrected") and number < newest:
            assert record["authorised_by"]
            rounds[number].decisions.append(_dice(record, rounds[number]))
        else:
            follows = FOLLOWS[phase].get(kind)
            assert follows, f"{key}: {kind} while round {newest} is {phase}"
            assert (number > newest) == (kind == "RoundOpened"), f"{key}: {kind} in round {newest}"
            newest, phase = number, follows
            found = rounds.setdefault(number, Round())
            if kind == "ActEnded":
                found.tumbles = record["times"]
            elif kind in ("ResultEntered", "ResultCorrected", "RoundVoided"):
                assert record.get("authorised_by") or not found.decisions
                found.decisions.append(_dice(record, found))
    return rounds


def _dice(record: dict, found: Round) -> tuple[int, ...] | None:
    """What the decision says: dice, of a round that had a valid tumble; or None for a void."""
    if record["type"] == "RoundVoided":
        return None
    assert found.tumbles >= 3, f"round {record['round']} has a result after {found.tumbles} tumbles"
    (fact,) = record["facts"]
    return tuple(fact["values"])


def _slip(found: Round, record: dict, *, in_time: bool) -> None:
    if not in_time:
        found.late += 1
    elif record["rev"] > found.slips.get(record["seat"], (0,))[0]:
        assert set(record["stakes"]) <= set(oracle.spots(record["layout"]))
        found.slips[record["seat"]] = (record["rev"], record["layout"], record["stakes"])


@dataclass(frozen=True)
class SeatFiles:
    """Where a seat keeps everything, and the layout that it plays."""

    layout: str
    folder: Path


class Truth:
    """All that was found of one floor."""

    def __init__(self, archive: Path, seats: dict[str, SeatFiles]) -> None:
        self.rounds = read_archive(archive)
        self.seats = seats
        self.counts: Counter[str] = Counter()

    def check_at_rest(self) -> None:
        """With nothing on its way: every book and every hand agrees, to the cent."""
        self._check_reports()
        floor = sum(self._check_seat(name, files) for name, files in self.seats.items())
        assert floor == 0, f"the floor has {floor} cents too many or too few"
        self.counts["cents lost"] = floor
        for found in self.rounds.values():
            self.counts["rounds"] += 1
            self.counts["rounds void"] += found.decisions[-1] is None
            self.counts["decided anew"] += len(found.decisions) - 1
            self.counts["late slips"] += found.late
            self.counts["paid by hand"] += len(found.paid)
            self.counts["open items"] += len(found.items)
            self.counts["bets registered"] += sum(1 for _, _, stakes in found.slips.values() if stakes)

    def _check_reports(self) -> None:
        """Every registered bet has exactly one end for its newest decision: the seat's own report, or by hand."""
        for number, found in self.rounds.items():
            assert found.decisions, f"round {number} is not decided"
            newest = len(found.decisions)
            for seat, (_, layout, stakes) in found.slips.items():
                if not stakes:
                    continue
                assert layout == self.seats[seat].layout
                ends = [(seat, newest) in found.settled, (seat, newest) in found.paid]
                assert sum(ends) == 1, (
                    f"round {number}, seat {seat}: decision {newest} ended {sum(ends)} times"
                )
            assert not found.settled.keys() & found.paid.keys(), f"round {number} is paid twice"
            for (seat, decision), report in found.settled.items():
                due = found.due(seat, found.decisions[decision - 1])
                assert (report["staked"], report["paid"]) == (found.staked(seat), due), (
                    f"round {number}, seat {seat}, decision {decision}: {report}, the dice pay {due}"
                )

    def _check_seat(self, name: str, files: SeatFiles) -> int:
        """One seat's journal, box and papers. Answers what it adds to the floor's sum, which must be 0."""
        journal = physical.read_journal(files.folder / "seat.db")
        found = physical.read_physical(files.folder)
        assert journal.state["cashout"] is None
        assert journal.state["item"] is None
        assert not journal.state["later"]
        assert not journal.state["unconfirmed"]
        assert journal.accounts["escrow"] == 0, f"seat {name}: {journal.accounts['escrow']} cents in escrow"
        booked, lying = Counter(journal.notes.values()), Counter(found.notes.values())
        assert booked == lying, f"seat {name}: the box does not hold what is credited"
        assert journal.tickets_out == found.papers, f"seat {name}: papers differ"
        assert journal.tickets_in == {number: found.papers[number] for number in found.stacked_tickets}
        house = self._check_rounds(name, files)
        by_hand = sum(c for r in self.rounds.values() for (s, _), c in r.paid.items() if s == name)
        items = sum(c for r in self.rounds.values() for (s, _), c in r.items.items() if s == name)
        ordered = self._ordered(name)
        attended = self._attended(files)
        assert journal.accounts["handpay"] == by_hand + attended, f"seat {name}: hand pays differ"
        assert journal.accounts["adjust"] == -items - ordered, f"seat {name}: adjust and open items differ"
        assert journal.accounts["house"] == house, f"seat {name}: the dice say {house}"
        notes, papers = sum(found.notes.values()), sum(found.papers.values())
        stacked = sum(found.papers[number] for number in found.stacked_tickets)
        owed = notes + stacked - papers - by_hand - attended - house + items + ordered
        credit = journal.accounts["credit"]
        assert credit == owed, f"seat {name}: credit {credit}, the player is owed {owed}"
        self.counts["stakes returned unregistered"] += self._returned(files)
        self.counts["notes"] += len(found.notes)
        self.counts["papers"] += len(found.papers)
        self.counts["cents staked"] += sum(r.staked(name) for r in self.rounds.values())
        return notes - (papers - stacked) - by_hand - attended - credit - house + items + ordered

    def _ordered(self, name: str) -> int:
        """What managers ordered for the seat and it has booked; the rest of what it could not take is open."""
        total = 0
        for found in self.rounds.values():
            for (seat, number), cents in found.ordered.items():
                if seat == name:
                    booked = found.booked[seat, number]
                    assert booked - found.left.get((seat, number), 0) == cents, (
                        f"seat {name}: record {number}"
                    )
                    total += booked
                    self.counts["amounts ordered"] += 1
        return total

    def _check_rounds(self, name: str, files: SeatFiles) -> int:
        """The journal books what the House wins by each round; answers the sum by the dice."""
        sql = (
            "SELECT key, sum(cents) FROM txn JOIN posting ON posting.txn = txn.id "
            "WHERE account = 'house' GROUP BY key"
        )
        booked: Counter[int] = Counter()
        for key, cents in physical.rows(files.folder / "seat.db", sql):
            named = _FIRST.match(key) or _LATER.match(key)
            assert named, f"seat {name}: {key} posts to house"
            booked[int(named[1])] += cents
        total = 0
        for number, found in self.rounds.items():
            house = found.staked(name) - found.due(name, found.decisions[-1])
            assert booked.pop(number, 0) == house, f"seat {name}, round {number}: the House wins {house}"
            total += house
        assert not +booked, f"seat {name} books rounds {booked} that the archive does not know"
        sql = "SELECT key FROM txn WHERE kind IN ('settle', 'void')"
        heads = {int(_FIRST.match(key)[1]) for (key,) in physical.rows(files.folder / "seat.db", sql)}
        missing = {n for n, found in self.rounds.items() if found.staked(name)} - heads
        assert not missing, f"seat {name} never settled rounds {missing}"
        return total

    @staticmethod
    def _returned(files: SeatFiles) -> int:
        """How often chips went back because the log did not take them."""
        sql = (
            "SELECT count(*) FROM txn WHERE kind = 'release' "
            "AND (key LIKE '%:closed-%' OR key LIKE '%:dropped-%')"
        )
        ((count,),) = physical.rows(files.folder / "seat.db", sql)
        return count

    @staticmethod
    def _attended(files: SeatFiles) -> int:
        sql = (
            "SELECT coalesce(sum(cents), 0) FROM txn JOIN posting ON posting.txn = txn.id "
            "WHERE kind = 'hand-pay' AND account = 'handpay'"
        )
        ((cents,),) = physical.rows(files.folder / "seat.db", sql)
        return cents

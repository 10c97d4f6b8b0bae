"""The product's own judges of a floor: `kiosk verify` of every seat, and the console's book from its archive."""

from __future__ import annotations

import functools
from pathlib import Path

from kiosk.book.archive import Archive, open_book
from kiosk.commands._state import all_layouts, audited, where_at_table
from kits.audit.floor_truth import TABLE, SeatFiles, Truth
from kits.audit.physical_truth import rows

_rules = functools.cache(lambda: all_layouts("sicbo"))


def check_books(archive: Path, seats: dict[str, SeatFiles], *, house: bool = False) -> Truth:
    """The independent judge first; then every book of the product itself, and both against each other.

    ``house``: the seats' tickets are the house's, which `kiosk floor` audits.
    """
    truth = Truth(archive, seats)
    truth.check_at_rest()
    for name, files in seats.items():
        found = audited(*where_at_table(files.folder, TABLE, name, archive, house_tickets=house))
        assert found.ok, f"kiosk verify of seat {name}: {found.findings}"
    check_book(archive, seats, truth)
    return truth


def check_book(archive: Path, seats: dict[str, SeatFiles], truth: Truth) -> None:
    """The console's book has no findings, and owes each seat what the dice say."""
    game, layouts = _rules()
    kept = Archive(archive, TABLE)
    try:
        kept.verify()
        book = open_book(
            kept, game, layouts, {name: files.layout for name, files in seats.items()}, whole=True
        )
    finally:
        kept.close()
    assert book.findings == (), [str(finding) for finding in book.findings]
    for number, of_round in book.rounds.items():
        found = truth.rounds[number]
        for name in seats:
            for decision, dice in enumerate(found.decisions, start=1):
                due = of_round.decided[decision - 1].due.get(name, 0)
                assert due == found.due(name, dice), (
                    f"round {number}, seat {name}, decision {decision}: {due}"
                )
            assert book.payable(number, name) == 0, f"round {number}: seat {name} is still owed something"


def check_archives_agree(console: Path, host: Path) -> None:
    """Console and host have kept the same records, whatever has left the log meanwhile."""
    sql = "SELECT seq, key, value FROM record ORDER BY seq, key"
    kept, also_kept = rows(console, sql), rows(host, sql)
    missing = set(kept) ^ set(also_kept)
    assert not missing, f"not in both archives: {sorted(missing)[:10]}"

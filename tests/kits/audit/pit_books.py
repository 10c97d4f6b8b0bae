"""Every book of a pit at rest, whatever its game: the product's verify, replay and floor, and plain sums beside."""

from collections import Counter, defaultdict

from kiosk.app.config import read_console_file, read_seat_file
from kiosk.book import Book
from kiosk.book.archive import Archive
from kiosk.commands._state import all_layouts
from kits.app.commands import told
from kits.audit.physical_truth import rows
from kits.ops.provision import TABLE

MOST_RECORDS = 10**6
_OPEN = "SELECT coalesce(sum(cents), 0) FROM posting WHERE account = 'escrow'"
_UNEVEN = "SELECT txn FROM posting GROUP BY txn HAVING sum(cents) <> 0"
_PAID = """SELECT txn.round, txn.kind, sum(posting.cents) FROM txn JOIN posting ON posting.txn = txn.id
    WHERE posting.account = 'credit' AND txn.kind IN ('interim', 'settle', 'correct') GROUP BY 1, 2"""
_INTERIM = """SELECT 1 FROM txn JOIN posting ON posting.txn = txn.id
    WHERE txn.kind = 'interim' AND posting.account = 'credit' AND posting.cents <> 0"""
_HOUSE = "SELECT coalesce(sum(cents), 0) FROM posting WHERE account = 'house'"


def check_pit(pit):
    """All agree to the cent; answers what was counted."""
    archive = archive_of(pit)
    counts = Counter()
    house = 0
    for name in pit.seats:
        which = ("--config", pit.table.seat(name), "--log", archive)
        verdict = told("verify", *which)
        assert verdict["findings"] == [], f"seat {name}: {verdict['findings']}"
        replayed = told("replay", *which)
        assert replayed["ok"], f"seat {name}: {replayed}"
        counts["hands settled again"] += sum(not one["void"] for one in replayed["rounds"])
        seat_db = read_seat_file(pit.table.seat(name)).state / "seat.db"
        counts["hands paid in the middle"] += check_parts(seat_db, replayed["rounds"])
        assert rows(seat_db, _UNEVEN) == [], f"seat {name}: transactions that do not add up to 0"
        assert rows(seat_db, _OPEN) == [(0,)], f"seat {name}: money in escrow"
        house += rows(seat_db, _HOUSE)[0][0]
    floor = _floor(pit, archive)
    assert (floor["findings"], floor["on_the_way"], floor["cents"]["difference"]) == ([], [], 0)
    counts["cents in notes"] = floor["cents"]["notes in"]
    counts += _check_book(pit, archive, house)
    return counts


def check_parts(seat_db, replayed):
    """What a round paid in the middle and at the end is what it pays at once; answers how many paid in the middle."""
    parts = defaultdict(dict)
    for number, kind, cents in rows(seat_db, _PAID):
        parts[number][kind] = cents
    for one in replayed:
        paid = sum(parts[one["round"]].values())
        assert one["void"] or paid == one["paid"], f"{seat_db}: {parts[one['round']]} in parts, {one} at once"
    return sum(bool(found.get("interim")) for found in parts.values())


def pays_in_the_middle(pit):
    """Whether some seat was paid before the end of a round; the pit may play meanwhile."""
    return any(rows(read_seat_file(pit.table.seat(name)).state / "seat.db", _INTERIM) for name in pit.seats)


def archive_of(pit):
    """The console's archive."""
    return read_console_file(pit.table.console).state / "archive.db"


def _floor(pit, archive):
    seats = [pit.table.seat(name) for name in pit.seats]
    signers = read_console_file(pit.table.console).log.signers
    return told("floor", *seats, "--registry", pit.table.host, "--log", archive, "--signers", signers)


def _check_book(pit, path, house):
    game, layouts = all_layouts(pit.of.game)
    book = Book(TABLE, game, {pit.of.layout: layouts[pit.of.layout]}, dict.fromkeys(pit.seats, pit.of.layout))
    kept = Archive(path, TABLE)
    try:
        kept.verify()
        for entry in kept.read(0, MOST_RECORDS):
            ignored = book.take(entry)
            assert ignored is None, str(ignored)
    finally:
        kept.close()
    assert book.findings == (), [str(finding) for finding in book.findings]
    owed = [(n, name) for n in book.rounds for name in pit.seats if book.payable(n, name)]
    assert owed == [], f"rounds and seats that are owed something: {owed}"
    totals = book.totals
    assert totals.turnover - totals.paid == house, "the House has what the seats have not"
    assert pit.rounds <= totals.rounds + totals.voids
    return Counter({"rounds": totals.rounds, "rounds void": totals.voids})

"""The console's and the host's archives put back from an older copy, after bets have left the log."""

import shutil
import sqlite3
from contextlib import closing

from kiosk.app.config import read_console_file, read_host_file
from kiosk.book.archive import Archive
from kiosk.links.etcd.cells import Cells
from kiosk.table import keys
from kiosk.table.left import read_left
from kiosk.table.records import DeskRecorded, decode
from kits.app.parties import until
from kits.demo.pit import CONSOLE
from kits.ops.provision import SUPERVISOR, TABLE

WHO, WHY = ("--as", SUPERVISOR), ("--reason", "the disk burnt")


def left(pit):
    """What hosts say has left, by the console's own eyes."""
    return [read_left(cell.value) for cell in Cells(pit.log).all(keys.left(TABLE))]


def ends_at(path):
    with closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT max(seq) FROM record").fetchone()[0]


def stopped(pit):
    """Console and host end, and all of their archives is in the files."""
    assert pit.console.tell() == 0
    assert pit.host.tell() == 0


def started(pit, config):
    """Another host that archives."""
    found = pit.kiosk("host", "--config", config)
    found.says("serves seats, consoles and cashiers")
    found.says("archives table 12")
    return found


def refused(found):
    assert found.ends() == 2
    assert "older copy" in found.err
    assert "have left the log: bets of rounds" in found.err
    return found.err


def test_that_archives_older_than_what_has_left_are_refused_until_released_by_name(pit, tmp_path):
    table = pit.table
    files = [
        read_console_file(table.console).state / "archive.db",
        read_host_file(table.host).state / f"{TABLE}.archive.db",
    ]
    pit.archive()
    pit.deal()
    pit.sit()
    pit.play(2)
    stopped(pit)
    for n, path in enumerate(files):
        shutil.copy(path, tmp_path / f"copy-{n}.db")
    copies = max(ends_at(path) for path in files)
    pit.archive()
    pit.deal()
    until(lambda: any(each.seq > copies for each in left(pit)), "bets that leave after the copy")
    stopped(pit)
    newest = [tmp_path / f"newest-{n}.db" for n in range(2)]
    for n, path in enumerate(files):
        shutil.copy(path, newest[n])
        shutil.copy(tmp_path / f"copy-{n}.db", path)
    round_left = max(each.round for each in left(pit))

    # The host is first: without one no console reaches the log. It does not go on without name or reason.
    refused(pit.kiosk("host", "--config", table.host))
    assert ends_at(files[1]) < ends_at(newest[1])  # nothing was taken
    assert pit.release_host(*WHO)[0] == 2
    assert pit.release_host(*WHY)[0] == 2
    assert pit.release_host(*WHO, "--reason", " ")[0] == 2
    refused(pit.kiosk("host", "--config", table.host))
    status, released = pit.release_host(*WHO, *WHY)
    assert status == 0, released.err
    pit.archive()

    # Nor does the console without name, reason or PIN; the newest copy needs nobody.
    console = ("console", "--config", table.console, *CONSOLE)
    assert f"to {round_left} may be missing" in refused(pit.kiosk(*console))
    assert ends_at(files[0]) < ends_at(newest[0])
    assert pit.release(*WHY)[0] == 2
    assert pit.release(*WHO)[0] == 2
    assert pit.release(*WHO, *WHY, pin="000000")[0] == 1
    refused(pit.kiosk(*console))
    shutil.copy(newest[0], files[0])
    pit.deal()
    assert pit.console.tell() == 0
    shutil.copy(tmp_path / "copy-0.db", files[0])
    refused(pit.kiosk(*console))
    status, released = pit.release(*WHO, *WHY)
    assert status == 0, released.err
    assert "stays missing in it" in released.out
    assert pit.release(*WHO, *WHY)[1].out.startswith("the table log is the one")
    assert pit.host.tell() == 0
    desk = [decode(entry.value) for entry in pit.log.read([keys.manager_records(TABLE)], 0, 100)]
    on_record = [each for each in desk if isinstance(each, DeskRecorded) and each.what == "older-archive"]
    assert [(each.authorised_by, each.reason) for each in on_record] == [(SUPERVISOR, "the disk burnt")]
    with closing(Archive(files[1], TABLE)) as archive:
        archive.verify()
        kept = [entry for entry in archive.newest_first() if entry.key.startswith(keys.LEFT_RELEASED)]
    assert [b'"by":"' + SUPERVISOR.encode() in entry.value for entry in kept] == [True]

    pit.archive()
    pit.deal()
    pit.play(1)
    gone = max(each.seq for each in left(pit))
    until(lambda: max(each.seq for each in left(pit)) > gone, "bets that leave again")
    stopped(pit)


def test_that_a_host_that_was_away_goes_on_and_a_new_one_is_told_what_it_lacks(pit, tmp_path):
    table = pit.table
    state = read_host_file(table.host).state
    second, other_state = table.second_host, read_host_file(table.second_host).state
    pit.archive()
    other = started(pit, second)  # before anything has left
    until(lambda: len(left(pit)) == 2, "both hosts keep the table")
    assert other.tell() == 0  # it has removed nothing yet, and is no new one for that
    pit.deal()
    pit.sit()
    until(lambda: max(each.seq for each in left(pit)), "bets that leave while the other is away")
    other = started(pit, second)
    until(lambda: all(each.seq for each in left(pit)), "both hosts have removed")
    assert other.tell() == 0
    away = max(each.seq for each in left(pit))
    until(lambda: max(each.seq for each in left(pit)) > away + 10, "bets that leave while the other is away")
    again = started(pit, second)
    assert again.tell() == 0

    # One whose folder is lost is a new one: it needs what the others have, or a release.
    shutil.rmtree(other_state)
    refused(pit.kiosk("host", "--config", second))
    assert pit.host.tell() == 0
    shutil.copy(state / f"{TABLE}.archive.db", other_state / f"{TABLE}.archive.db")
    copied = started(pit, second)
    assert copied.tell() == 0
    assert (state / "host.id").read_text() != (other_state / "host.id").read_text()

"""An archive that is put back together with the log: the second place knows records that stand in neither."""

import shutil
from contextlib import closing

import pytest

from kiosk.book.archive_anchor import KEPT, AnchoredArchive, anchor_of
from kiosk.faults import EnvironmentFault
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.history import Shown, known, remembering
from kiosk.table.left import Keeper, Left
from kiosk.table.log import Entry
from kits.seat.seats import LAYOUTS, NOW, TABLE, make_limits

LIMITS = make_limits(LAYOUTS["A"])


def opened(number):
    record = r.RoundOpened(round=number, game="sicbo", limits=LIMITS, closes_in_ms=1, at=NOW)
    return Entry(10 * number, keys.round_event(TABLE, number, 1), r.encode(record))


def slip(number):
    record = r.Slip(seat="07", round=number, rev=1, layout="A", stakes={})
    return Entry(10 * number + 1, keys.slip(TABLE, "07", number, 1), r.encode(record))


def released(seq, life=2):
    record = r.LogLife(life=life, log="a", by="Boss", reason="fire", at=NOW)
    return Entry(seq, keys.life(TABLE, life), r.encode(record))


@pytest.fixture
def path(tmp_path):
    (tmp_path / "host").mkdir()
    return tmp_path / "host" / "12.archive.db"


def play(path, *rounds):
    with closing(AnchoredArchive(path, TABLE)) as archive:
        for number in rounds:
            archive.add([opened(number), slip(number)])


def why(path, stands, keeper=None, left=None):
    """Why a log in which those stand is another one to the archive."""
    with closing(AnchoredArchive(path, TABLE)) as archive:
        remember = remembering(
            TABLE, archive.memory("this host"), keeper=keeper, anchored=archive.anchored("this host")
        )
    by_key = {one.key: known(one) for one in stands}
    standing = {one.key: by_key[one.key] for one in remember.asked if one.key in by_key}
    newest = max((keys.round_in(one.key) or 0) for one in stands)
    ends = max(one.seq for one in stands)
    return remember.compare(Shown("a", max(ends, 10_000), newest, (), standing, left or {}))


def put_back(path, copy):
    for end in ("", "-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)
    shutil.copy(copy, path)


@pytest.fixture
def copy(path, tmp_path):
    """Of an archive that has read two rounds; three more have followed."""
    play(path, 1, 2)
    kept = tmp_path / "copy.db"
    shutil.copy(path, kept)
    play(path, 3, 4, 5)
    return kept


def test_that_log_and_archive_put_back_together_are_named(path, copy):
    put_back(path, copy)
    assert why(path, [opened(n) for n in range(1, 6)]) is None, "an older archive alone reads on"
    other = why(path, [opened(1), opened(2), slip(2)])
    assert (
        other.what == "rounds 3 to 5 of the table missing: it ends with round 2, but this host has read to 51"
    )


def test_that_it_is_named_however_far_the_older_pair_reads_on(path, copy):
    put_back(path, copy)
    instead = Entry(31, keys.round_event(TABLE, 3, 1), opened(3).value)
    with closing(AnchoredArchive(path, TABLE)) as archive:
        archive.add([instead])
    assert why(path, [opened(1), opened(2), slip(2), instead]) is not None
    assert why(path, [opened(1), opened(2), slip(2), instead, opened(9)]) is not None


def test_that_without_the_second_place_nothing_is_known_and_nothing_refused(path, copy):
    put_back(path, copy)
    shutil.rmtree(anchor_of(path).path.parent)
    assert why(path, [opened(1), opened(2), slip(2)]) is None


def test_that_what_the_archive_itself_lacks_is_still_told(path, copy):
    put_back(path, copy)
    stands = [opened(n) for n in range(1, 6)]
    other = why(path, stands, Keeper(TABLE, host="0" * 16), {"0" * 16: Left(4, 45)})
    assert "the archive of this host ends at 21" in other.what


def test_that_a_release_is_the_newest_that_is_known(path, copy):
    put_back(path, copy)
    with closing(AnchoredArchive(path, TABLE)) as archive:
        archive.add([released(600)])
    assert anchor_of(path).read().seq == 600
    assert why(path, [opened(1), opened(2), slip(2), released(600)]) is None


def test_that_bets_alone_are_not_written_and_an_archive_that_catches_up_takes_nothing_back(path, copy):
    known_before = anchor_of(path).read()
    assert len(known_before.known) <= KEPT
    with closing(AnchoredArchive(path, TABLE)) as archive:
        archive.add([slip(6)])
    assert anchor_of(path).read() == known_before
    put_back(path, copy)
    with closing(AnchoredArchive(path, TABLE)) as archive:
        archive.add([opened(3), slip(3)])
        assert anchor_of(path).read() == known_before
        archive.add([opened(4), slip(4)])
        archive.add([opened(5), slip(5), opened(6)])
    assert anchor_of(path).read().seq == 60


def test_that_a_second_place_that_cannot_be_written_is_named(path, tmp_path):
    play(path, 1)
    folder = anchor_of(path).path.parent
    shutil.rmtree(folder)
    folder.write_text("no folder")
    with pytest.raises(EnvironmentFault, match=r"host\.anchor"):
        play(path, 2)

"""Up to where an archive must reach, by what hosts say has left the log and by who had the table."""

import pytest

from kiosk.table.history import Memory, Other, Remembering, Shown
from kiosk.table.left import Keeper, Left, read_left

OURS, THEIRS = "0" * 16, "1" * 16
LEFT = {OURS: Left(3, 300), THEIRS: Left(5, 500)}
ALONE = ((10, "console"),)
TAKEN_OVER = ((10, "console"), (250, "spare"))


def host(name):
    return Keeper("12", host=name)


def console(name):
    return Keeper("12", console=name)


@pytest.mark.parametrize(
    ("keeper", "takes", "seq"),
    [
        (host(OURS), ALONE, 300),  # what the other has removed while it was away it cannot have
        (host(THEIRS), ALONE, 500),
        (host("2" * 16), ALONE, 500),  # a new one, or one whose folder is lost
        (console("console"), ALONE, 500),
        (console("console"), TAKEN_OVER, 10),
        (console("spare"), TAKEN_OVER, 500),
        (console("third"), TAKEN_OVER, 0),
        (
            console("spare"),
            ((10, "console"), (600, "spare")),
            0,
        ),  # all that has left may have left before it came
        (console("console"), (*TAKEN_OVER, (600, "console")), 10),
    ],
)
def test_up_to_where_an_archive_must_reach(keeper, takes, seq):
    assert keeper.must_have(LEFT, takes).seq == seq


@pytest.mark.parametrize("keeper", [host(OURS), console("console")])
def test_that_nothing_is_needed_where_nothing_has_left(keeper):
    assert keeper.must_have({}, ALONE) == Left()


@pytest.mark.parametrize(("read_to", "refused"), [(0, True), (299, True), (300, False), (301, False)])
def test_that_a_log_is_refused_by_an_archive_that_ends_before(read_to, refused):
    remembering = Remembering(Memory(seq=read_to, who="this host"), keeper=host(OURS))
    other = remembering.compare(Shown("1", 900, 9, (), {}, LEFT, ALONE))
    assert isinstance(other, Other) is refused
    if other is not None:
        assert other.left == Left(3, 300)
        assert "rounds 1 to 3 may be missing" in other.what


@pytest.mark.parametrize("value", [b"", b"{", b'{"round": -1}', b'{"seq": "1"}', b'{"more": 1}', b"\xff"])
def test_that_what_no_host_has_written_says_nothing(value):
    assert read_left(value) is None

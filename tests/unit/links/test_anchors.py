"""What hosts know of a seat's books: which may write, which are older copies, and what a release leaves behind."""

import hashlib

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.faults import EnvironmentFault
from kiosk.links.anchors import Anchor, decode_anchor, encode_anchor, judge, release, was_released
from kiosk.links.hosts.log import Continuing
from kiosk.table import keys
from kiosk.table.head import MOST_OVER, Head


def head(number, history="", tickets=0):
    return Head(number, hashlib.sha256(f"{number} {history}".encode()).hexdigest(), tickets)


@pytest.mark.parametrize(
    ("stored", "now", "over", "said"),
    [
        (None, head(5), (), None),
        (head(5), head(5), (), None),
        (head(5), head(8), (head(5),), None),
        (head(5), head(8), (head(3), head(5), head(6)), None),
        (head(5), head(4), (head(5),), "ends at transaction 4, the hosts have seen 5"),
        (head(5), head(5, "other"), (head(5),), "another history: its transaction 5"),
        (head(5), head(5, tickets=100), (head(5),), "another history: its transaction 5"),
        (head(5), head(8), (), "does not say that it continues 5"),
        (head(5), head(8), (head(5, "other"), head(4), head(6)), "does not say that it continues 5"),
    ],
)
def test_which_books_may_write(stored, now, over, said):
    found = judge(stored, now, over)
    assert (found is None) if said is None else (said in found)


def test_that_a_copy_that_is_used_on_never_writes_again():
    """Two machines with the books of one moment: whoever writes first goes on, the other is known at once."""
    one, other = Continuing(), Continuing()
    one.begin(head(5))
    other.begin(head(5))
    assert judge(head(5), head(6, "one"), one.send(head(6, "one"))) is None
    for number in (6, 7, 8):
        assert judge(head(6, "one"), head(number, "other"), other.send(head(number, "other"))) is not None


@given(
    st.lists(
        st.tuples(st.integers(0, 2), st.sampled_from(["written", "lost", "refused", "silent"])), max_size=40
    )
)
def test_that_whatever_becomes_of_what_is_sent_the_next_is_taken(course):
    """``lost``: written, but the answer never came. ``silent``: not written, and no answer either."""
    seat, stored, number, waiting = Continuing(), None, 1, 0
    for steps, what in course:
        number += steps
        now = head(number)
        over = seat.send(now)
        assert len(over) <= MOST_OVER
        if waiting < MOST_OVER - 1:  # as is promised
            assert judge(stored, now, over) is None
        waiting += what in ("lost", "silent")
        if what in ("written", "lost"):
            stored = now
        if what == "written":
            seat.acknowledged(now)
            waiting = 0
        elif what == "refused":
            seat.refused(now)


def test_that_an_answer_that_comes_late_takes_nothing_back():
    seat = Continuing()
    seat.send(head(1))
    seat.send(head(2))
    seat.acknowledged(head(2))
    seat.acknowledged(head(1))
    assert seat.send(head(3)) == (head(2),)


def test_that_a_seat_asks_and_goes_on_after_too_many_sends_without_an_answer():
    seat = Continuing()
    for number in range(1, 40):
        over = seat.send(head(number))
    assert len(over) == MOST_OVER - 1
    assert judge(head(3), head(40), seat.send(head(40))) is not None
    seat.begin(head(3))  # the host's; the books hold it
    assert judge(head(3), head(41), seat.send(head(41))) is None


def test_that_a_release_leaves_who_why_and_what_is_missing():
    anchor = Anchor(head(50, tickets=30_000), retired=1_000, releases=1)
    new, entry = release(
        anchor, head(1, "new"), head(40, tickets=20_000), " Ann", "the disk died", "2026-01-31T12:00:00Z"
    )
    assert (new.head, new.retired, new.releases, new.tickets) == (head(1, "new"), 31_000, 2, 31_000)
    assert (entry.by, entry.reason, entry.before, entry.missing) == (
        "Ann",
        "the disk died",
        anchor.head,
        10_000,
    )
    assert new.moved(head(3, "new", 500)).tickets == 31_500
    assert release(anchor, head(1), None, "Ann", "gone", "")[1].missing == 30_000
    # What was left is the seat's word: it covers no ticket.
    assert release(None, head(1), head(40, tickets=200), "Ann", "gone", "")[0] == Anchor(head(1), 0, 1)
    assert release(anchor, head(1), head(90, tickets=10**12), "Ann", "gone", "")[0].tickets == 31_000


@pytest.mark.parametrize("begun", [head(2), head(50, tickets=30_000), head(1, tickets=1)])
def test_that_books_that_are_not_new_are_not_released(begun):
    with pytest.raises(ValueError, match="expected their first transaction"):
        release(Anchor(head(50, tickets=30_000)), begun, None, "Ann", "gone", "")


@pytest.mark.parametrize(
    ("by", "reason", "named"), [("", "x", "name"), ("Ann", " ", "reason"), ("A\n", "x", "name")]
)
def test_that_nobody_releases_without_a_name_and_a_reason(by, reason, named):
    with pytest.raises(ValueError, match=f"{named} .*expected 1 to"):
        release(None, head(1), None, by, reason, "")


def test_that_an_anchor_is_read_as_it_was_written():
    anchor = Anchor(head(5, tickets=7), 3, 1)
    assert decode_anchor("k", encode_anchor(anchor)) == anchor


@pytest.mark.parametrize(
    "value",
    [
        b"",
        b"\xff",
        b"[" * 5_000,
        b"{}",
        encode_anchor(Anchor(head(5)))[:-1],
        encode_anchor(Anchor(head(5))).replace(b'"number":5', b'"number":-5'),
        encode_anchor(Anchor(head(5))).replace(b'"number":5', b'"number":5e400'),
        encode_anchor(Anchor(head(5))).replace(b'"tickets":0', b'"tickets":0,"more":1'),
        encode_anchor(Anchor(Head(5, "short", 0))),
    ],
)
def test_that_a_damaged_anchor_is_named(value):
    with pytest.raises(EnvironmentFault, match="the anchor 'etg-house/anchor/12/07' holds"):
        decode_anchor(keys.anchor("12", "07"), value)


def test_that_a_release_is_known_again_however_late():
    entries = [msgspec.json.encode(release(None, head(1, name), None, "Ann", "gone", "")[1]) for name in "ab"]
    assert was_released(entries, head(1, "a"))
    assert was_released([b"damaged", *entries], head(1, "b"))
    assert not was_released(entries, head(1, "c"))

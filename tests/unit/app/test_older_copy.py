"""A seat that was put back in time is found at its start: the log knows what it wrote since."""

import pytest
from msgspec.structs import replace

from kiosk.app.state_checks import check_books_are_newest
from kiosk.faults import EnvironmentFault
from kiosk.links.embedded import EmbeddedLog
from kiosk.seat.choices import on_opened
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.log import Put
from kiosk.table.round import Phase
from kits.seat.seats import SEAT, TABLE, Play


@pytest.fixture
def log(tmp_path):
    made = EmbeddedLog(tmp_path / "table.db")
    yield made
    made.close()


def written(log, record):
    key = (
        keys.slip(TABLE, record.seat, record.round, record.rev)
        if isinstance(record, r.Slip)
        else keys.report(TABLE, record)
    )
    log.append([Put(key, r.encode(record))])


def check(log, play):
    check_books_are_newest(log, play.context.config, play.state)


def test_that_books_that_know_all_that_was_written_are_taken(log):
    play = Play().ready(10_000)
    check(log, play)
    slip = play.bet(big=500)
    written(log, slip)
    check(log, play)
    play.close()
    written(log, r.CloseShown(seat=SEAT, round=1))
    check(log, play)


def test_that_a_decision_that_counts_anew_makes_no_older_copy_of_books_that_have_read_the_close(log):
    """The seat was off at the close, so its slip is the newest that it wrote; choices are counted from zero."""
    play = Play().ready(10_000)
    written(log, play.bet(big=500))
    play.close()
    opened = replace(play.state.table, phase=Phase.PLAY, asked=1, deciding=1)
    play.state = on_opened(replace(play.state, table=opened)).state
    assert play.state.rev == 0
    check(log, play)


@pytest.mark.parametrize(
    "record",
    [
        r.Settled(seat=SEAT, round=7, staked=500, paid=0, decision=1),
        r.Slip(seat=SEAT, round=7, rev=1, layout="A", stakes={}),
        r.Slip(seat=SEAT, round=1, rev=4, layout="A", stakes={}),
    ],
    ids=["a report", "a slip", "a revision"],
)
def test_that_an_older_copy_is_refused(log, record):
    play = Play().ready(10_000)
    play.bet(big=500)
    written(log, record)
    with pytest.raises(EnvironmentFault, match="an older copy"):
        check(log, play)


@pytest.mark.parametrize("end", ["result", "end", "void"])
def test_that_the_slips_of_a_round_that_is_over_are_no_sign_of_a_copy(log, end):
    play = Play().ready(10_000)
    for cents in (500, 1_000):
        play.tap("big", 500)
        slip = play.send()
        assert slip.stakes == {"big": cents}
        play.log(slip)
        written(log, slip)
    if end == "void":
        play.void()
    else:
        play.close()
        play.tumble()
        play.result(6, 5, 4)
        if end == "end":
            play.end()
    check(log, play)


def test_that_a_new_machine_in_the_place_of_one_that_is_gone_may_begin(log):
    written(log, r.Settled(seat=SEAT, round=7, staked=500, paid=0, decision=1))
    check(log, Play())


def test_that_a_new_machine_may_stop_while_it_reads_what_was_before(log):
    written(log, r.Settled(seat=SEAT, round=7, staked=500, paid=0, decision=1))
    play = Play()
    play.open()
    assert play.state.log_seq > 0
    check(log, play)

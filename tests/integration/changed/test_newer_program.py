"""What a newer program has told of a round, and this one could not read: once it is updated nothing is missing."""

from types import SimpleNamespace

import pytest

from kiosk.book import book as books
from kiosk.book.same_log import check_opened
from kiosk.console import commands as c
from kiosk.faults import EnvironmentFault
from kiosk.games.game import Fact
from kiosk.games.stud.deal import INVALID
from kiosk.seat import rounds
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.log import Put
from kits.console.desk import NG, signs_on
from kits.games.pit import SEATS, Pit
from kits.games.stud_dealt import FLUSH, ODD, QUALIFIED
from kits.jackpot.desk import CALLS, STUD
from kits.seat.seats import TABLE

CARDS = {"07": FLUSH.split(), "08": ODD.split(), "dealer": QUALIFIED.split()}
BETS = {"s07": {"ante": 1_000}, "s08": {"ante": 500}}


@pytest.fixture
def pit(tmp_path):
    pit = Pit(tmp_path, STUD)
    pit.start()
    pit.sit()
    yield pit
    pit.close()


def play_of_before(pit, monkeypatch, kind):
    """A round with bets, to its result, at seats that read no record of that kind."""
    read = rounds.decode

    def of_before(value):
        record = read(value)
        if isinstance(record, kind):
            raise r.BadRecord(f"no {kind.__name__} is known")
        return record

    with monkeypatch.context() as before:
        before.setattr(rounds, "decode", of_before)
        pit.opens(**BETS)
        pit.deals(CARDS, CALLS)
        pit.pump()
        assert [pit.money(name)[1] for name in SEATS] == [3_000, 1_500], "the stakes are in play"
        yield


KINDS = pytest.mark.parametrize("kind", [r.DecisionsEntered, r.ResultEntered])


@KINDS
def test_that_a_seat_that_is_updated_in_the_round_settles_it(pit, monkeypatch, kind):
    for _ in play_of_before(pit, monkeypatch, kind):
        pit.real["08"].again()
        pit.pump()
        assert pit.money("08")[1] == 1_500, "the same program knows no more"
    for seat in pit.real.values():
        seat.again()
    pit.ends()
    assert [pit.money(name)[:2] for name in SEATS] == [(21_000, 0), (8_500, 0)]
    pit.opens(**BETS)
    pit.deals(CARDS, CALLS)
    pit.ends()
    assert pit.audits() == []


@KINDS
def test_that_a_seat_that_is_updated_after_it_was_paid_by_hand_goes_on(pit, monkeypatch, kind):
    for _ in play_of_before(pit, monkeypatch, kind):
        for seat in pit.real.values():
            seat.goes()
        seats, pit.real = pit.real, {}
        pit.until(lambda _: pit.do(c.PayByHand("07", 1, NG)) is None)
        pit.until(lambda view: "EndRound" in view.may)
        pit.ok(c.EndRound())
        pit.ok(c.OpenBets())
        pit.ok(c.Void("nobody is there", NG))
    for seat in seats.values():
        seat.comes()
    pit.real = seats
    pit.pump()
    assert [pit.money(name)[:2] for name in SEATS] == [(7_000, 0), (8_500, 0)], (
        "07 was paid by hand, 08 has lost"
    )
    assert pit.audits() == []


def test_that_a_correction_of_another_round_counts_once_at_a_seat_that_reads_anew(pit, monkeypatch):
    """The seat and the table number the decisions of a round alike, or no payment and no order finds its place."""
    pit.opens(**BETS)
    pit.deals(CARDS, CALLS)
    pit.ends()
    showed = pit.view.facts
    for _ in play_of_before(pit, monkeypatch, r.DecisionsEntered):
        pit.ok(c.CorrectResult((*showed, Fact(INVALID, ("six cards",), "07")), NG, 1))
        pit.pump()
    for _ in range(2):
        for seat in pit.real.values():
            seat.again()
        pit.pump()
    assert {pit.real[name].state.table.decisions_of(1) for name in SEATS} == {2}
    pit.ends()
    pit.ok(c.CorrectResult(showed, NG, 1))
    pit.until(lambda view: not view.waits_for)
    pit.pump()
    assert {pit.real[name].state.table.decisions_of(1) for name in SEATS} == {3}
    assert pit.audits() == []


NEWER = {
    "another type": lambda body: body.replace(b'"BetsClosing"', b'"BetsNamed"'),
    "another field": lambda body: body.replace(b"{", b'{"named":1,', 1),
    "another version": lambda body: body.replace(b'"v":1', b'"v":2'),
}


@pytest.mark.parametrize("newer", NEWER)
def test_that_a_console_takes_no_open_round_of_which_it_cannot_read_all(pit, newer):
    """It would deal on from another place than the one that was told."""
    pit.opens(**BETS)
    number, n = pit.view.round, pit.desk._core.book.events_written(pit.view.round) + 1
    event = NEWER[newer](r.encode(r.BetsClosing(round=number, closes_in_ms=1_000)))
    with pytest.raises(r.BadRecord):
        r.decode(event)
    pit.log.append([Put(keys.round_event(TABLE, number, n), event)])
    with pytest.raises(EnvironmentFault, match="a newer program deals it"):
        pit.spare(take_over=True)
    pit.pump()
    pit.ok(c.Void("the console is exchanged", NG))
    pit.spare(take_over=True)


def test_that_a_round_that_is_void_behind_a_gap_of_a_log_that_was_put_back_is_over(pit):
    """The void has the number behind those that the console knows: another layout may deal the next round."""
    pit.opens(**BETS)
    number, n = pit.view.round, pit.desk._core.book.events_written(pit.view.round) + 4
    game, layout = SimpleNamespace(one_layout=True), SimpleNamespace(name="another")
    other = SimpleNamespace(table=TABLE, game=game, layout=layout, demonstration=False)
    with pytest.raises(EnvironmentFault, match="expected another"):
        check_opened(pit.log, other, "")
    void = r.RoundVoided(round=number, reason="put back", by="Ng", authorised_by="Ng")
    pit.log.append([Put(keys.round_event(TABLE, number, n), r.encode(void))])
    check_opened(pit.log, other, "")


@pytest.mark.parametrize("looks_on", [False, True])
def test_that_a_console_that_has_lost_its_place_in_the_log_takes_no_table(pit, monkeypatch, looks_on):
    """It stands in a round that is over for everybody else, and would decide about that one."""
    read = books.decode

    def of_before(value):
        record = read(value)
        if isinstance(record, r.ResultEntered) and record.round == 1:
            raise r.BadRecord("no such result is known")
        return record

    other = pit.spare(take_over=True) if looks_on else None
    if other is not None:
        pit.ok(c.TakeOver(NG))
        pit.ok(signs_on("Mia"))
    pit.opens(**BETS)
    pit.deals(CARDS, CALLS)
    pit.ends()
    pit.opens(**BETS)
    pit.ok(c.Void("the deck was short", NG))
    pit.pump()
    monkeypatch.setattr(books, "decode", of_before)
    takes = pit.log.last(keys.consoles(TABLE))
    if other is not None:
        refused = other.do(c.TakeOver(NG))
        assert "a newer program has dealt since" in str(refused)
    else:
        with pytest.raises(EnvironmentFault, match="a newer program has dealt since"):
            pit.spare(take_over=True)
    assert pit.log.last(keys.consoles(TABLE)) == takes, "the table was not taken"

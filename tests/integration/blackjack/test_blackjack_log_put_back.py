"""The table log is put back from a backup while a seat is gone in the middle of a round, and released by name."""

import sqlite3
from contextlib import closing
from dataclasses import asdict

import msgspec
import pytest

from kiosk.app.log_release import Release, release_at_console
from kiosk.audit.signature import SignatureAudit
from kiosk.audit.table import read_table
from kiosk.audit.verify import verify
from kiosk.book.archive import Archive, open_book
from kiosk.book.archive_anchor import AnchoredArchive
from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.games.blackjack.game import GAME
from kiosk.links.embedded import EmbeddedLog
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.log import Entry, NoAnswer, Put
from kiosk.table.round import Phase
from kits.console.desk import TAN
from kits.games.blackjack_pit import BETS, FELT, SAYS, SHOE
from kits.seat.seats import TABLE

RELEASE = Release("Ng", "the disk burnt", "2026-01-31T12:00:00Z")


class PutBack(EmbeddedLog):
    """A log of one machine that stands in for one of servers: with an identity, and places that can be raised.

    After so many appends as ``answers`` says it is silent; None: it always answers.
    """

    answers: int | None = None

    def append(self, puts, **ways):
        if self.answers is not None:
            if not self.answers:
                raise NoAnswer("the log is silent")
            self.answers -= 1
        return super().append(puts, **ways)

    def identity(self):
        return "the-new-servers", self._seq

    def raise_to(self, _key, place):
        self._seq = max(self._seq, place)


def put_back(pit, upto, breaks_off=None):
    """The log as it was at that place, let begin anew by the console's own release.

    ``breaks_off``: after so many appends it was killed, and is done again.
    """
    pit.desk.close()
    pit.archive.close()
    log = PutBack(pit.folder / "put-back.db")
    for entry in pit.log.read(["etg/"], 0, 10_000):
        if entry.seq <= upto:
            log._seq = entry.seq - 1
            log.append([Put(entry.key, entry.value)])
    said = []
    with closing(AnchoredArchive(pit.folder / "archive.db", TABLE)) as archive:
        book = open_book(archive, GAME, {"A": FELT}, pit.seats)
        if breaks_off is not None:
            log.answers = breaks_off
            with pytest.raises(NoAnswer):
                release_at_console(log, archive, book, RELEASE, lambda _: None)
            log.answers = None
        release_at_console(log, archive, book, RELEASE, said.append)
    for seat in pit.real.values():
        seat.goes()
    pit.log.close()
    pit.log, pit.desk = log, None
    pit.again()
    for seat in pit.real.values():
        seat.comes()
    return said


def plays_on_without(pit, name, places):
    """The seat loses its power after so many records of the round; the House plays on for its box. Answers the seat."""
    begun, gone = pit.log.last("etg/").seq, None
    pit.opens(**BETS)
    for _ in pit.patiently():
        pit.pump(1)
        view = pit.view
        if view.phase is Phase.RESULT:
            return gone
        if gone is None and pit.log.last("etg/").seq >= begun + places:
            gone = pit.real.pop(name)
            gone.goes()
        if "GoOnWithout" in view.may and view.why_not is not None:
            pit.do(c.GoOnWithout())
        elif "CloseDecisions" not in view.may or view.left_ms:
            pit.step(view, {"cards": [*SHOE.split(), "2c", "3c", "4c", "5c", "6c"]}, SAYS)
        else:
            pit.do(c.CloseDecisions())
    raise AssertionError(pit.view)


@pytest.mark.rule("blackjack:5.4")
@pytest.mark.parametrize("places", [19, 28, 37])
def test_that_what_is_written_once_more_is_read_once_by_a_seat_that_was_gone(pit, places):
    begun = pit.log.last("etg/").seq
    gone = plays_on_without(pit, "07", places)
    pit.pump()
    due = pit.seat("07").due
    staked = pit.desk._core.book.rounds[1].slips["07"].staked
    assert "round 1 is written once more, for seats that have not settled it" in put_back(pit, begun)
    pit.real["07"] = gone
    gone.comes()
    pit.until(lambda _: gone.state.table.phase in (Phase.RESULT, Phase.ENDED))
    pit.until(lambda view: not view.waits_for)
    assert pit.money("07")[:2] == (10_000 - staked + due, 0)
    assert pit.audits() == []
    assert pit.desk._core.book.findings == ()


def test_that_a_console_that_took_the_table_since_the_backup_goes_on(pit):
    begun = pit.log.last("etg/").seq
    pit.again()
    pit.until(lambda view: "OpenBets" in view.may or view.may & {"OpenTable"})
    put_back(pit, begun)
    pit.opens(**BETS)


def test_that_a_console_goes_on_at_each_start_after_a_round_was_written_once_more(pit):
    begun = pit.log.last("etg/").seq
    gone = plays_on_without(pit, "07", 28)
    pit.pump()
    put_back(pit, begun)
    pit.real["07"] = gone
    gone.comes()
    pit.until(lambda view: not view.waits_for)
    pit.archive.note(pit.desk._core.book)
    pit.again()
    pit.until(lambda view: view.may & {"EndRound", "OpenBets"})


def test_that_whoever_has_half_of_a_round_reads_the_rest_of_it_where_it_is_written_once_more(pit, tmp_path):
    """A host's archive, and a console that looks on: in whichever place they had come to, and when they are resumed."""
    pit.opens(**BETS)
    pit.plays()
    pit.ends()
    found = pit.log.read(["etg/"], 0, 10_000)
    again = [entry for entry in found if keys.round_in(entry.key) and not keys.is_of_a_seat(entry.key)]
    bets = max(n for n, entry in enumerate(found, 1) if "/slip/" in entry.key)
    place = found[-1].seq + 1_000
    life = r.LogLife(life=2, log="x", by="Ng", reason="the disk burnt", at="2026-01-31T12:00:00Z", round=1)
    told = [Entry(place, keys.life(TABLE, 2), r.encode(life))]
    told += [Entry(place + n, entry.key, entry.value) for n, entry in enumerate(again, 1)]
    due, dues = [pit.seat(seat).due for seat in pit.seats], []
    assert all(due)
    for cut in range(bets, len(found)):
        with closing(Archive(tmp_path / f"{cut}.db", TABLE)) as archive:
            archive.add([*found[:cut], *told])
            book = open_book(archive, GAME, {"A": FELT}, pit.seats)
            dues.append([book.due(1, seat) for seat in pit.seats])
            archive.note(book)
            resumed = open_book(archive, GAME, {"A": FELT}, pit.seats)
            dues.append([resumed.due(1, seat) for seat in pit.seats])
            assert resumed.life_seq == book.life_seq == place
        with closing(sqlite3.connect(tmp_path / f"{cut}.db")) as log:
            audits = [
                read_table(log, TABLE, seat, GAME, {"A": FELT}, SignatureAudit(None)) for seat in pit.seats
            ]
        dues.append([audit.rounds[1].settlement.paid for audit in audits])
        assert [audit.ignored for audit in audits] == [[]] * len(audits)
    assert dues == [due] * len(dues)


@pytest.mark.rule("blackjack:5.9")
def test_that_a_seat_with_half_of_a_round_that_is_gone_has_the_same_as_an_archive_with_that_half(
    pit, tmp_path, monkeypatch
):
    begun = pit.log.last("etg/").seq
    gone = plays_on_without(pit, "07", 28)
    pit.pump()
    read = gone.state.log_seq
    monkeypatch.setattr("kiosk.app.log_release._may_be_repeated", lambda *_: False)  # as after a correction
    put_back(pit, begun)
    pit.real["07"] = gone
    gone.comes()
    pit.until(lambda _: gone.state.table.phase is Phase.VOID)
    pit.opens(**BETS)
    pit.pump()
    with closing(Archive(tmp_path / "half.db", TABLE)) as half:
        kept = pit.archive.read(0, 10_000)
        place = next(entry.seq for entry in kept if entry.key == keys.life(TABLE, 1))
        half.add([entry for entry in kept if entry.seq <= read or entry.seq >= place])
        book = open_book(half, GAME, {"A": FELT}, pit.seats)
    assert (book.table.number, book.table.is_void(1), book.findings) == (2, True, ())
    assert "07" not in book.unsettled(1)
    gone.goes()
    assert verify(gone.where(tmp_path / "half.db"), GAME, {"A": FELT}).findings == []


def all_of(book):
    return {number: asdict(of_round) for number, of_round in book.rounds.items()}


@pytest.mark.rule("blackjack:5.9")
def test_that_whoever_has_half_of_a_round_that_is_gone_has_it_void_and_reads_on(pit, tmp_path):
    """At every cut: read whole, resumed and audited alike; a round whose result was read stays as it was decided."""
    pit.opens(**BETS)
    pit.plays()
    pit.ends()
    found = pit.log.read(["etg/"], 0, 10_000)
    opened = next(entry for entry in found if entry.key == keys.round_event(TABLE, 1, 1))
    begins = next(n for n, entry in enumerate(found, 1) if "/slip/" in entry.key)
    result = next(n for n, entry in enumerate(found, 1) if b'"ResultEntered"' in entry.value)
    place = found[-1].seq + 1_000
    life = r.LogLife(life=2, log="x", by="Ng", reason="burnt", at=RELEASE.at, round=1, gone=(1,))
    later = msgspec.structs.replace(r.decode(opened.value), round=2)
    after = [
        Entry(place, keys.life(TABLE, 2), r.encode(life)),
        Entry(place + 1, keys.round_event(TABLE, 2, 1), r.encode(later)),
    ]
    for cut in range(begins, len(found) + 1):
        with closing(Archive(tmp_path / f"{cut}.db", TABLE)) as archive:
            archive.add([*found[:cut], *after])
            book = open_book(archive, GAME, {"A": FELT}, pit.seats)
            archive.note(book)
            resumed = open_book(archive, GAME, {"A": FELT}, pit.seats)
        with closing(sqlite3.connect(tmp_path / f"{cut}.db")) as log:
            audits = {
                seat: read_table(log, TABLE, seat, GAME, {"A": FELT}, SignatureAudit(None))
                for seat in pit.seats
            }
        assert (book.table.number, book.table.phase, book.ignored_count) == (2, Phase.BETTING, 0)
        assert book.kept == resumed.kept
        assert all_of(book) == all_of(resumed)
        assert (book.highest, book.life_seq) == (resumed.highest, resumed.life_seq) == (2, place)
        assert book.table.is_void(1) is (cut < result)
        of_round = book.rounds[1]
        for seat, audit in audits.items():
            (ruling,) = audit.rounds[1].rulings
            assert audit.ignored == []
            assert ruling.seq == of_round.decided[0].seq
            assert audit.rounds[1].paid_by(ruling) == book.due(1, seat)
            assert (ruling.settlement is None) is (cut < result)
            staked = of_round.slips[seat].staked if seat in of_round.slips else 0
            assert cut >= result or book.due(1, seat) == staked
        assert book.totals.voids == (cut < result)


@pytest.mark.parametrize("breaks_off", [None, 1, 2, 20])
def test_that_what_was_paid_by_hand_is_not_given_by_the_seat_as_well(pit, breaks_off):
    """A seat that was gone: its player was paid, then the log was put back from before, with the payment missing.

    Also where the release was killed after the life, or in the middle of what it wrote once more, and done again.
    """
    begun = pit.log.last("etg/").seq
    gone = plays_on_without(pit, "07", 28)
    pit.pump()
    due = pit.seat("07").due
    staked = pit.desk._core.book.rounds[1].slips["07"].staked
    paid = pit.seat("07").payable
    assert paid > 0
    pit.until(lambda _: pit.do(c.PayByHand("07", 1, TAN)) is None)
    pit.pump()
    put_back(pit, begun, breaks_off)
    pit.real["07"] = gone
    gone.comes()
    pit.until(lambda view: not view.waits_for)
    pit.pump()
    assert pit.money("07") == (10_000 - staked + due - paid, 0, staked - due)
    assert pit.audits() == []


@pytest.mark.parametrize("knows", ["half", "all but the report"])
def test_that_what_a_seat_settled_is_paid_by_no_console_that_lost_its_report_with_the_round(
    pit, monkeypatch, knows
):
    """A spare with an older archive deals on: the seat has settled and paid out, of which no record is left."""
    pit.opens(**BETS)
    pit.plays()
    pit.ends()
    kept = pit.archive.read(0, 10_000)
    settled = next(entry.seq for entry in kept if b'"Settled"' in entry.value)
    closed = next(entry.seq for entry in kept if b'"BetsClosed"' in entry.value)
    ends = closed if knows == "half" else settled - 1
    monkeypatch.setattr("kiosk.app.log_release._may_be_repeated", lambda *_: False)  # as after a correction
    monkeypatch.setattr("kiosk.app.log_release._concerns_a_seat", lambda *_: True)
    put_back(pit, closed)
    pit.desk.close()
    gone = pit.real.pop("07")
    gone.goes()
    with closing(Archive(pit.folder / "console-2.db", TABLE)) as archive:
        archive.add([entry for entry in kept if entry.seq <= ends])
    pit.desk = pit.spare(take_over=True)
    pit.until(lambda view: view.may & {"OpenBets", "OpenTable", "EndRound"})
    pit.pump()
    assert pit.do(c.PayByHand("07", 1, TAN)) == Refusal("settled-elsewhere", {"seat": "07"})
    assert ("settled-elsewhere", {"rounds": "1"}) in [(one.key, one.values) for one in pit.view.alerts]

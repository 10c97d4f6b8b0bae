"""What a round owes a shared jackpot that does not answer is told when it does, however many rounds later."""

from contextlib import closing

import pytest

from kiosk.book import events
from kiosk.book.archive import Archive, open_book
from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.console.desk import jackpot as desk_jackpot
from kiosk.console.view import Next
from kiosk.games.game import Fact
from kiosk.games.stud.deal import CARD
from kiosk.jackpot.meter import Box, Claim, Share, Terms
from kiosk.jackpot.requests import Confirm, Correct, Denied, MakeClaim, Reason, SetTerms, Void
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.log import Put
from kits.console.desk import NG, MemoryKeeper, Table
from kits.games.stud_dealt import ROYAL
from kits.jackpot.acts import (
    BEGINS,
    EACH,
    RESET,
    A,
    B,
    claim,
    confirm,
    contribute,
    correct,
    moved,
    void,
)
from kits.jackpot.desk import BOTH, CALLS, CARDS, SharedPit
from kits.seat.seats import TABLE

pytestmark = pytest.mark.rule("stud:5.18.1")
ROYAL_AT_07 = CARDS | {"07": ROYAL.split()}
OF_08 = {box: cards for box, cards in CARDS.items() if box != "07"}
VALUE = BEGINS + 2 * EACH
HELD = 2


@pytest.fixture(autouse=True)
def _few_held(monkeypatch):
    monkeypatch.setattr(events, "HELD_ROUNDS", HELD)


class ToldPit(SharedPit):
    """``told`` is every request that the jackpot was asked; ``gone`` are the keys that have left the log."""

    def __init__(self, folder, jackpot):
        super().__init__(folder, jackpot)
        self.told, self.gone, ask = [], set(), self.jackpot.ask
        self.jackpot.ask = lambda request, /: (self.told.append(request), ask(request))[1]

    def others(self, rounds=HELD + 2):
        """So many rounds without a bet on the jackpot, which seat 07 leaves out."""
        for _ in range(rounds):
            self.opens(s08={"ante": 500})
            self.deals(OF_08, CALLS)
            self.ends()

    @property
    def held(self):
        return set(self.desk._core.book.rounds)

    @property
    def owes(self):
        """What the newest opening says."""
        prefix = [f"{keys.rounds(TABLE)}{self.view.round}/1"]
        return r.decode(self.log.read(prefix, 0, 1)[0].value).owes


@pytest.fixture
def kind():
    return ToldPit


def pays_in_silence(pit):
    pit.opens(**BOTH)
    pit.deals(ROYAL_AT_07, CALLS, until=Next.REVEAL)
    pit.jackpot.silent = "before"
    pit.plays(ROYAL_AT_07, CALLS, lambda view: view.jackpot.registered is not None)
    pit.ok(c.ConfirmPrize("07", NG, registered=True))
    pit.deals(ROYAL_AT_07, CALLS)
    pit.ends()


def void_in_silence(pit):
    pit.opens(**BOTH)
    pit.deals(CARDS, CALLS, until=Next.REVEAL)
    pit.jackpot.silent = "before"
    pit.until(lambda view: view.jackpot.silence)
    pit.ok(c.Void("power", authority=NG))
    pit.pump()


def answers_again(pit, store, balance):
    pit.jackpot.silent = ""
    pit.until(lambda view: not view.jackpot.silence and store.meter()[0].balance == balance)
    pit.pump(5)
    assert store.meter()[0].balance == balance


IN_SILENCE = pytest.mark.parametrize(
    ("happens", "balance", "told"),
    [
        (pays_in_silence, RESET, Correct),
        pytest.param(void_in_silence, BEGINS, Void, marks=pytest.mark.rule("stud:5.22")),
    ],
)


@IN_SILENCE
@pytest.mark.parametrize("starts_again", [True, False])
def test_that_a_round_that_left_long_ago_is_told_once(pit, store, happens, balance, told, starts_again):
    happens(pit)
    pit.others()
    assert pit.owes == (1,)
    if starts_again:
        pit.again()
    assert 1 in pit.held
    pit.told.clear()
    answers_again(pit, store, balance)
    assert len([one for one in pit.told if isinstance(one, told)]) == 1
    pit.others()
    assert (pit.owes, 1 in pit.held) == (r.msgspec.UNSET, False)
    pit.told.clear()
    pit.again()
    pit.pump(5)
    assert not [one for one in pit.told if getattr(one, "round", 0) == 1], "nobody asks it again"
    assert pit.audits() == []


@IN_SILENCE
def test_that_the_jackpot_falls_silent_and_the_console_is_started_again_at_any_round(
    pit, store, happens, balance, told
):
    happens(pit)
    for _ in range(HELD + 2):
        pit.others(1)
        pit.again()
    answers_again(pit, store, balance)


@IN_SILENCE
@pytest.mark.parametrize("follows", ["all the time", "in the end"])
def test_that_another_console_that_takes_the_table_tells_it(
    pit, store, tmp_path, happens, balance, told, follows
):
    """A spare one has followed the log; a new one has nothing else, and whatever might leave it has left."""
    with closing(Archive(tmp_path / "spare.db", TABLE)) as spare:
        happens(pit)
        for _ in range(HELD + 2):
            pit.others(1)
            if follows == "all the time":
                reads_on(pit, spare)
        assert 1 not in leave(pit)
        reads_on(pit, spare)
        pit.desk.close()
        pit.archive.close()
        pit.archive, pit.keeper = spare, MemoryKeeper()
        pit.start()
        answers_again(pit, store, balance)
        pit.others(1)
        pit.others(1)
        assert 1 in leave(pit)
        assert pit.view.alerts == ()
        pit.desk.close()
        pit.archive = Archive(tmp_path / "archive.db", TABLE)
        pit.start()


def reads_on(pit, archive):
    """As a spare console does, which is told what the first one has told."""
    read = pit.log.read([keys.root(TABLE)], archive.follow_after, 100_000)
    archive.add([entry for entry in read if entry.key not in pit.gone])
    settings = pit.config().settings
    archive.note(open_book(archive, settings.game, settings.all_layouts, settings.seats))


def leave(pit):
    """The rounds of which something may leave the log; it does."""
    found = pit.archive.removable(pit.desk._core.book, 1_000)
    for each in found:
        pit.gone |= set(pit.archive.keys_of(each))
        pit.archive.note_left(each)
    return {each.number for each in found}


def test_that_a_table_that_shares_no_jackpot_any_more_holds_no_round_for_it(pit, store):
    pays_in_silence(pit)
    pit.others()
    assert 1 in pit.held
    pit.desk.close()
    pit.desk = None
    Table.start(pit)
    pit.others(1)
    assert (pit.owes, 1 in pit.held) == (r.msgspec.UNSET, False)


def test_that_no_bets_are_taken_while_the_jackpot_has_not_heard_of_many_rounds(pit, store, monkeypatch):
    """So many are held at most, and those of them that are decided anew."""
    monkeypatch.setattr(desk_jackpot, "MOST_OFFERED", 2)
    ask = pit.jackpot.ask

    def forgets_voids(request, /):
        return Denied(Reason.NOT_PERMITTED) if isinstance(request, Void) else ask(request)

    pit.jackpot.ask = forgets_voids
    for number in (1, 2):
        pit.opens(**BOTH)
        pit.deals(CARDS, CALLS, until=Next.REVEAL)
        pit.ok(c.Void("power", authority=NG))
        pit.until(lambda _, number=number: number in pit.desk._core.jackpot_refused)
    pit.opens(s08={"ante": 500})
    assert (pit.view.jackpot.taken, pit.owes) == (False, (1, 2))
    pit.deals(OF_08, CALLS)
    pit.ends()
    pit.others()
    assert pit.held > {1, 2}
    pit.jackpot.ask = ask
    pit.again()
    answers_again(pit, store, BEGINS)
    pit.opens(**BOTH)
    assert pit.view.jackpot.taken
    pit.deals(CARDS, CALLS)


def test_that_what_is_refused_for_good_is_held_no_longer_than_other_rounds(pit):
    ask = pit.jackpot.ask

    def refuses_voids(request, /):
        return Denied(Reason.ROUND_OVER) if isinstance(request, Void) else ask(request)

    pit.jackpot.ask = refuses_voids
    pit.opens(**BOTH)
    pit.deals(CARDS, CALLS, until=Next.REVEAL)
    pit.ok(c.Void("power", authority=NG))
    pit.until(lambda _: 1 in pit.desk._core.jackpot_refused)
    pit.others()
    assert 1 not in pit.held
    assert not pit.desk._core.jackpot_refused
    pit.jackpot.ask = ask


@pytest.mark.rule("stud:4.5", "stud:5.18.1")
def test_that_a_claim_of_a_round_that_left_long_ago_keeps_nobody_waiting(pit, store):
    """The jackpot has heard the claim, and not that nothing came of it."""
    pit.decides = lambda _box: None
    pit.opens(**BOTH)
    pit.plays(ROYAL_AT_07, CALLS, lambda view: view.jackpot.claims)
    pit.jackpot.silent = "before"
    pit.until(lambda view: view.jackpot.registered is not None)
    pit.ok(c.DenyPrize("07", NG, "a card was marked"))
    pit.deals(ROYAL_AT_07, CALLS)
    pit.ends()
    pit.desk._core.jackpot_done.add((1, 1))  # as a console of before took it: nothing is owed
    pit.others()
    pit.again()
    assert 1 not in pit.held
    assert len(store.meter()[0].waiting) == 1
    pit.jackpot.silent = ""
    pit.until(lambda _: not store.meter()[0].waiting)
    assert store.meter()[0].balance == VALUE


@pytest.mark.rule("stud:5.22", "stud:5.24")
def test_that_a_round_that_is_decided_anew_in_the_silence_takes_back_its_own(pit, store):
    """It was known and might have left; then it was decided anew, and nobody has heard that."""
    pit.opens(**BOTH)
    facts = pit.deals(CARDS, CALLS).facts
    pit.ends()
    pit.until(lambda _: (1, 1) in pit.desk._core.jackpot_done)
    pit.others(1)
    assert pit.owes is r.msgspec.UNSET
    pit.jackpot.silent = "before"
    pit.until(lambda view: view.jackpot.silence)
    out = Fact("invalid-hand", ("six cards",), "07")
    pit.ok(c.CorrectResult((*facts, out), NG, round=1, reason="six cards"))
    pit.others()
    pit.again()
    pit.others(1)
    pit.again()
    answers_again(pit, store, BEGINS + EACH)


@pytest.mark.parametrize("starts_again", [True, False])
def test_that_a_hand_that_the_meter_has_paid_and_staff_have_denied_gives_it_back(pit, store, starts_again):
    """What staff had confirmed was carried out, and no answer came; then they denied it."""
    ask = pit.jackpot.ask

    def falls_silent(request, /):
        if isinstance(request, Confirm):
            ask(request)
            pit.jackpot.silent = "before"
            pit.jackpot.ask = ask
        return ask(request)

    pit.jackpot.ask = falls_silent
    pit.decides = lambda _box: None
    pit.opens(**BOTH)
    pit.plays(ROYAL_AT_07, CALLS, lambda view: view.jackpot.claims)
    pit.ok(c.ConfirmPrize("07", NG))
    pit.until(lambda view: view.jackpot.registered is not None)
    assert store.meter()[0].balance == RESET
    pit.ok(c.DenyPrize("07", NG, "a card was marked"))
    pit.deals(ROYAL_AT_07, CALLS)
    pit.ends()
    if starts_again:
        pit.again()
    answers_again(pit, store, VALUE)


def test_that_no_round_opens_before_it_is_read_what_the_one_before_owes(pit, store, monkeypatch):
    pit.opens(**BOTH)
    pit.plays(CARDS, CALLS, lambda view: view.next is Next.REVEAL)
    pit.jackpot.silent = "before"
    pit.until(lambda view: view.jackpot.silence)
    with monkeypatch.context() as late:  # the log answers appends, and delivers them later
        late.setattr(type(pit.desk._core.service.reading), "pump", lambda _: False)
        pit.ok(c.Void("power", authority=NG))
        assert pit.do(c.OpenBets()) == Refusal("busy")
    pit.until(lambda view: "OpenBets" in view.may)
    pit.ok(c.OpenBets())
    assert pit.owes == (1,)


def test_that_a_claim_of_the_console_that_holds_the_table_now_is_not_dropped(pit, store, jackpot):
    """Here the Hand was corrected away; there it was corrected back, and claimed again."""
    pit.decides = lambda _box: None
    pit.opens(**BOTH)
    pit.plays(ROYAL_AT_07, CALLS, lambda view: view.jackpot.claims == "07")
    at = max(at for at, fact in enumerate(pit.view.play) if fact.values == ("Th",))
    pit.ok(c.CorrectFact(at, Fact(CARD, ("2c",), "07"), NG))
    pit.until(lambda _: not store.meter()[0].waiting)
    newer = Claim(Box(TABLE, 1, "07"), Share(1), 5, 1, 2)
    moved(jackpot, MakeClaim(newer))
    pit.until(lambda _: pit.line.meter.waiting)
    pit.pump(5)
    assert store.meter()[0].waiting == (newer,)


def test_that_what_the_house_put_in_for_a_prize_of_nothing_goes_back(store, jackpot):
    """The meter is below zero, so a whole jackpot pays nothing and is filled up; then the Hand was corrected away."""
    moved(jackpot, contribute(A, 1), contribute(B, 1), claim(B, 1), confirm(B, 1), contribute(A, 2))
    moved(jackpot, SetTerms(Terms(2, 0, 30, 100), "Manager", "no reset"))
    moved(
        jackpot, contribute(A, 3, terms=2), contribute(B, 3, terms=2), claim(B, 3), confirm(B, 3), void(A, 3)
    )
    moved(jackpot, SetTerms(Terms(3, 50_000, 30, 100), "Manager", "a reset again"))
    moved(jackpot, contribute(A, 4, terms=3), void(A, 2))
    before = store.meter()[0].balance
    assert before < 0
    act = moved(jackpot, claim(A, 4), confirm(A, 4)).act
    assert (act.paid, act.reset, store.meter()[0].balance) == (0, 50_000 - before, 50_000)
    moved(jackpot, correct(A, 4, 1))
    assert store.meter()[0].balance == before


def test_that_a_console_with_half_of_a_round_that_is_gone_takes_nothing_of_it_from_the_jackpot(pit, store):
    """Whoever knew the whole of it has told what stands: some bets of it may have lost."""
    pit.opens(**BOTH)
    pit.deals(CARDS, CALLS, until=Next.REVEAL)
    assert store.meter()[0].balance == VALUE
    pit.desk.close()
    pit.archive.close()
    pit.desk = None
    life = r.LogLife(life=1, log="x", by="Ng", reason="burnt", round=1, gone=(1,))
    pit.log.append([Put(keys.life(TABLE, 1), r.encode(life))])
    pit.told.clear()
    pit.again()
    pit.until(lambda view: "OpenBets" in view.may)
    pit.pump(5)
    assert pit.desk._core.book.table.is_void(1)
    pit.others(1)
    assert (pit.told and [one for one in pit.told if getattr(one, "round", 0) == 1]) == []
    assert (pit.owes, store.meter()[0].balance) == (r.msgspec.UNSET, VALUE)
    assert pit.audits() == []

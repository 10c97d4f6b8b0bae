"""The shoe of a Blackjack table from round to round: what has left it, when it is shuffled, and who says so."""

import random
from contextlib import closing
from types import SimpleNamespace

import pytest

from kiosk.book.desk_acts import DeskAct
from kiosk.console import commands as c
from kiosk.console.chance import facts_by_chance, seeded_chance
from kiosk.console.commands import Refusal
from kiosk.console.desk.feed import Feed
from kiosk.console.view import Next, ShoeView
from kiosk.devices.shoe.port import CardsOut, CoverCard
from kiosk.games.blackjack.agenda import NO_CARDS
from kiosk.games.blackjack.deal import CARD, DISCARDED, SHOE_EMPTY
from kiosk.games.blackjack.game import GAME
from kiosk.games.game import Enter, Fact
from kiosk.simulators.shoe.mechanics import Fault, shuffled
from kiosk.table.round import Phase
from kiosk.table.shoe import Shoe, after
from kits.console.desk import NG, Killed
from kits.games.blackjack_shoe import DECKS, EIGHT, FELT, KINGS, SAYS, TOO_MANY, FourDecks, ReadingShoe


@pytest.fixture
def pit(tmp_path):
    pit = FourDecks(tmp_path)
    pit.start()
    pit.sit("07")
    yield pit
    pit.close()


def left(pit):
    return pit.until(lambda view: view.shoe.left is not None).shoe.left


def of_the_shoe(pit):
    """What stands in the log about it: what, by whom, authorised by whom, in which round."""
    records = pit.desk._core.book.desk_records
    shoe = (DeskAct.NEW_SHOE, DeskAct.COVER_CARD, DeskAct.COVER_CARD_BACK, DeskAct.STRAY_CARD)
    return [(one.what, one.by, one.authorised_by, one.round) for one in records if one.what in shoe]


@pytest.mark.rule("blackjack:5.5.2", "blackjack:2.2.1")
def test_that_a_card_is_refused_that_would_come_once_more_than_the_shoe_holds(pit):
    pit.new_shoe()
    assert of_the_shoe(pit) == [("new-shoe", "Mia", "", 0)]
    pit.round()
    assert left(pit) == DECKS * 52 - 4
    pit.to_third()
    assert pit.king() == TOO_MANY
    assert pit.do(c.EnterResult((Fact(CARD, ("Qh",), "07"),))) is None
    pit.until(lambda view: view.shoe.left == DECKS * 52 - 8)


@pytest.mark.rule("blackjack:5.5.2")
def test_that_without_a_shoe_on_record_only_the_round_is_counted(pit):
    assert pit.view.shoe == ShoeView(DECKS)
    assert "shoe-unknown" in {alert.key for alert in pit.view.alerts}
    pit.round()
    pit.to_third()
    assert pit.king() is None
    assert pit.desk.out_of_shoe == {}


def test_that_within_a_round_too_the_card_is_named_with_its_count(tmp_path, pit):
    pit.opens(s07={"initial": 1_000})
    pit.plays("Kh Kh Kh", {}, until=Next.CLOSE_DECISIONS)
    pit.says("07", "decline")
    pit.says("07", "split")
    pit.until(lambda view: view.next is Next.ENTER_RESULT)
    assert pit.king() is None
    pit.until(lambda view: view.next is Next.CLOSE_DECISIONS)
    pit.says("07", "split")
    pit.until(lambda view: view.next is Next.ENTER_RESULT)
    assert pit.king() == TOO_MANY


def test_that_a_corrected_card_counts_as_corrected(pit):
    pit.new_shoe()
    pit.round()
    pit.opens(s07={"initial": 1_000})
    pit.plays("2c Kh Kd", {}, until=Next.CLOSE_DECISIONS)
    (at,) = [n for n, fact in enumerate(pit.view.play) if fact.values == ("Kd",)]
    assert pit.do(c.CorrectFact(at, Fact(CARD, ("Kh",), "07"), NG)) == TOO_MANY
    (king,) = [n for n, fact in enumerate(pit.view.play) if fact.values == ("Kh",)]
    corrected = Fact(CARD, ("Qh",), pit.view.play[king].at)
    pit.ok(c.CorrectFact(king, corrected, NG))
    pit.until(lambda view: view.play[king] == corrected)
    assert pit.do(c.CorrectFact(at, Fact(CARD, ("Kh",), "07"), NG)) is None


def test_that_a_round_before_that_is_decided_anew_counts_as_it_showed(pit):
    pit.new_shoe()
    pit.round()
    pit.round("Tc 9d Jc 9h")
    before = pit.view.last_rounds[1]
    others = tuple(Fact(CARD, ("Qh",), f.at) if f.values == ("Kh",) else f for f in before.facts)
    tens = [("Tc",), ("Jc",)]
    more = tuple(Fact(CARD, ("Kh",), f.at) if f.values in tens else f for f in pit.view.facts)
    assert pit.do(c.CorrectResult(more, NG, reason="other cards lay there")) == TOO_MANY
    pit.ok(c.CorrectResult(others, NG, before.number, reason="other cards lay there"))
    pit.until(lambda view: view.last_rounds[1].corrected)
    assert pit.desk.out_of_shoe["Kh"] == 0
    pit.to_third()
    assert pit.king() is None


@pytest.mark.rule("blackjack:5.10.3", "blackjack:5.17")
def test_that_what_lay_in_a_void_round_and_what_was_put_away_is_gone(pit):
    pit.new_shoe()
    pit.to_third()
    pit.ok(c.EnterIrregularity(Fact(DISCARDED, ("Kh",)), NG))
    pit.until(lambda view: view.shoe.left == DECKS * 52 - 4)
    pit.ok(c.Void("a player fell ill", NG))
    pit.until(lambda view: view.next is Next.OPEN_BETS)
    assert pit.desk.out_of_shoe["Kh"] == 2
    pit.opens(s07={"initial": 1_000})
    pit.plays(until=Next.ENTER_RESULT)
    for at in ("07", "dealer"):
        assert pit.king(at) is None
        pit.pump()
    assert pit.king() == TOO_MANY


# --- when it is shuffled --------------------------------------------------------------------------------------------


@pytest.mark.rule("blackjack:5.5.3", "blackjack:5.5.4", "blackjack:2.2.1")
def test_that_no_bets_are_opened_after_the_cover_card_before_a_new_shoe(pit):
    pit.new_shoe()
    pit.to_third()
    assert "CoverCard" in pit.view.may
    pit.ok(c.CoverCard(pit.view.round))
    view = pit.until(lambda view: view.shoe.due)
    assert "shoe-due" in {alert.key for alert in view.alerts}
    assert "CoverCard" not in view.may
    assert view.next is Next.ENTER_RESULT, "the round goes on to its end"
    pit.deals({"cards": ["2c", "Kh", "3c", "Th", "8h"]}, {"07": ["decline", "hit", "stand"]})
    pit.until(lambda view: view.phase is Phase.RESULT)
    pit.ends()
    assert pit.view.next is Next.NEW_SHOE
    assert pit.do(c.OpenBets()) == Refusal("shoe-due")
    pit.new_shoe()
    assert pit.view.next is Next.OPEN_BETS
    assert of_the_shoe(pit)[1:] == [("cover-card", "Mia", "", 1), ("new-shoe", "Mia", "", 1)]
    assert ("new-shoe", {"by": "Mia"}) in [(line.key, line.values) for line in pit.view.round_log]
    pit.round()


@pytest.mark.rule("blackjack:5.5.3")
def test_that_a_shoe_that_ran_out_is_shuffled_before_the_next_round(pit):
    pit.to_third()
    pit.ok(c.EnterIrregularity(Fact(SHOE_EMPTY, ("no more",)), NG))
    pit.until(lambda view: view.next is Next.VOID_DUE)
    pit.ok(c.Void(NO_CARDS, NG))
    pit.until(lambda view: view.next is Next.NEW_SHOE)
    pit.ok(c.NewShoe())
    pit.until(lambda view: view.next is Next.OPEN_BETS)


@pytest.mark.rule("blackjack:5.5.1", "blackjack:5.5.2", "blackjack:5.5.4")
def test_that_cards_that_are_not_right_are_put_right_before_the_next_round(pit):
    pit.to_third()
    pit.ok(c.Void(GAME.void_reasons.damaged, NG))
    pit.until(lambda view: view.next is Next.NEW_SHOE)


@pytest.mark.rule("blackjack:5.5.2")
def test_that_a_new_shoe_that_was_not_recorded_is_recorded_in_the_round_with_a_supervisor(pit):
    pit.new_shoe()
    pit.round()
    pit.to_third()
    assert pit.king() == TOO_MANY
    assert pit.do(c.NewShoe()) == Refusal("needs-supervisor")
    assert pit.do(c.NewShoe(NG, 1)) == Refusal("other-round", {"number": 1})
    pit.ok(c.NewShoe(NG, pit.view.round))
    pit.until(lambda view: view.shoe.left == DECKS * 52 - 3)
    assert of_the_shoe(pit)[-1] == ("new-shoe", "Mia", "Ng", 2)
    assert pit.king() is None
    pit.until(lambda view: view.shoe.left == DECKS * 52 - 4)


def test_that_nobody_shuffles_while_bets_are_open(pit):
    pit.new_shoe()
    pit.opens(s07={"initial": 1_000})
    assert pit.do(c.NewShoe(NG)) == Refusal("phase")
    assert pit.do(c.CoverCard()) == Refusal("phase")


def test_that_the_dealer_is_told_when_few_cards_are_left(pit):
    pit.new_shoe()
    pages = pit.desk._core.book._pages
    pages.shoe = pages.shoe.with_cards(1, ("2c",) * (DECKS * 52 - 51))
    pit.pass_ms(1_000)
    assert ("shoe-low", {"count": 51}) in [(alert.key, alert.values) for alert in pit.view.alerts]


# --- whoever comes after --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("over", [True, False], ids=["noted", "in the round"])
def test_that_the_count_outlives_the_console(pit, over):
    pit.new_shoe()
    pit.round()
    if over:
        pit.pump()
    else:
        pit.to_third()
    pit.again()
    assert pit.desk.out_of_shoe["Kh"] == (3 if over else 4)


def test_that_a_spare_console_counts_on(pit):
    pit.new_shoe()
    pit.round()
    spare = pit.spare(take_over=True)
    assert spare.out_of_shoe["Kh"] == 3
    assert spare.out_of_shoe.total() == 4


@pytest.mark.parametrize("when", ["before", "after"])
def test_that_a_console_that_is_killed_as_it_records_has_recorded_or_not(pit, when):
    pit.new_shoe()
    pit.round()
    pit.link.appends, pit.link.kill_at = 0, (1, when)
    with pytest.raises(Killed):
        pit.do(c.NewShoe())
    pit.again()
    assert pit.desk.out_of_shoe["Kh"] == (3 if when == "before" else 0)


def test_that_a_count_with_rounds_missing_is_no_count(pit):
    pit.new_shoe()
    pit.round()
    pit.desk._core.book._pages.elsewhere = 5  # what another life of the log had
    pit.opens(s07={"initial": 1_000})
    assert pit.view.round == 6
    assert pit.view.shoe == ShoeView(DECKS)


def test_that_the_shoe_keeps_so_many_cards_and_no_more(pit):
    """What is kept with each round is bounded by the decks, not by the rounds."""
    pit.new_shoe()
    pit.round()
    pit.round("Tc 9d Jc 9h")
    kept = pit.archive.kept().shoe
    assert kept == pit.desk._core.book.shoe
    assert kept.cards[1] == tuple(KINGS.split())


def test_that_a_round_opens_no_more_once_the_cover_card_is_written(pit, monkeypatch):
    """The log brings it back later than it took it."""
    pit.new_shoe()
    pit.to_third()
    monkeypatch.setattr(pit.desk._core.service.reading, "pump", lambda: False)
    pit.ok(c.CoverCard())
    pit.ok(c.Void("a player fell ill", NG))
    assert pit.desk.do(c.OpenBets()) == Refusal("busy")
    assert pit.desk.do(c.NewShoe()) == Refusal("busy")


def test_that_a_start_that_reads_little_has_the_count(pit):
    """The record of the new shoe may be older than all that is read again."""
    pit.new_shoe()
    pit.round()
    book, kept = pit.config().settings.new_book(), pit.archive.kept()
    book.resume((), kept)
    assert book.shoe == pit.desk._core.book.shoe
    assert book.shoe.out()["Kh"] == 3


def test_that_a_shoe_may_not_forget_a_cover_card_that_is_not_on_record():
    taken = []
    feed = Feed(lambda: None)
    feed.connect(SimpleNamespace(took=taken.append))
    for told in (CardsOut(1, ("Kh",)), CoverCard(2), CardsOut(3, ("2c",))):
        feed.deliver(told)
    feed.take_told(lambda *_, **__: None)
    feed.put_aside(2)
    feed.cover_taken()
    assert taken == [1, 3]


# --- a shoe that reads, and one that deals by itself ----------------------------------------------------------------


REST = ["2c", "3c", "4c", "5c"]


@pytest.fixture
def reading(tmp_path):
    deck = ["Kh", "Kh", "Kh", "7c", "Tc", "9d", "Jc", "9h", *REST]
    pit = ReadingShoe(tmp_path, deck, cut=6)
    pit.start()
    pit.sit("07")
    yield pit
    pit.close()


def test_that_the_cover_card_of_a_reading_shoe_holds_up_the_next_round_and_no_more(reading):
    reading.new_shoe()
    reading.round()
    reading.round()
    assert reading.view.next is Next.NEW_SHOE, "six of its cards were left in the second round"
    assert of_the_shoe(reading)[1:] == [("cover-card", "console-1", "", 2)]
    assert reading.mechanics.state.reads == ()
    assert reading.mechanics.cards == REST
    reading.new_shoe()
    reading.round()
    assert reading.view.next is Next.OPEN_BETS
    assert reading.desk.out_of_shoe["Kh"] == 3


@pytest.mark.parametrize("when", ["before", "after"])
def test_that_a_cover_card_is_not_lost_when_the_console_is_killed_as_it_records_it(reading, when):
    reading.new_shoe()
    reading.round()
    reading.opens(s07={"initial": 1_000})
    reading.draws = False
    reading.plays("", {}, until=Next.ENTER_RESULT)
    reading.pump()
    reading.mechanics.cover_card()
    reading.link.appends, reading.link.kill_at = 0, (1, when)
    with pytest.raises(Killed):
        reading.pump(20)
    reading.again()
    reading.until(lambda view: view.shoe.due)
    reading.pump(20)
    assert [what for what, *_ in of_the_shoe(reading)] == ["new-shoe", "cover-card"]


@pytest.mark.rule("blackjack:5.5.3")
def test_that_a_demonstration_shuffles_its_shoe_before_it_runs_out(tmp_path):
    pit = FourDecks(tmp_path, facts_for=facts_by_chance(GAME, FELT, seeded_chance(2)))
    pit.start()
    pit.ok(c.AutoDealing(True))
    pages = pit.desk._core.book._pages
    for _ in pit.patiently():
        pit.pass_ms(2_000, 500)
        if pit.view.round == 3:
            break
    assert of_the_shoe(pit) == [("new-shoe", "auto-dealer", "", 0)]
    pages.shoe = pages.shoe.with_cards(1, ("2c",) * (DECKS * 35))
    pit.until(lambda _: len(of_the_shoe(pit)) == 2)
    pit.until(lambda view: view.round > 4)
    pit.close()


def test_that_the_automatic_dealer_of_a_table_with_money_leaves_the_shuffle_to_the_dealer(pit):
    pit.new_shoe()
    pit.to_third()
    pit.ok(c.CoverCard())
    pit.ok(c.Void("a player fell ill", NG))
    pit.ok(c.AutoDealing(True))
    for _ in range(20):
        pit.pump()
    assert (pit.view.next, pit.view.phase) == (Next.NEW_SHOE, Phase.VOID)
    pit.ok(c.NewShoe())
    pit.until(lambda view: view.phase is Phase.BETTING)


def test_that_a_card_that_could_not_be_read_is_entered_by_hand_and_the_next_is_read(reading):
    reading.new_shoe()
    reading.mechanics.plan(Fault.MISREAD)
    reading.opens(s07={"initial": 1_000})
    reading.plays("", {}, until=Next.ENTER_RESULT)
    reading.until(lambda _: "shoe-misread" in reading.alerts())
    assert reading.view.device.recognised == ()
    reading.ok(c.EnterResult((Fact(CARD, ("Kh",), "07"),)))
    view = reading.until(lambda view: bool(view.device.recognised))
    assert view.device.recognised == (Fact(CARD, ("Kh",), "dealer"),)


def test_that_a_card_that_was_read_wrongly_is_the_one_that_the_dealer_enters(reading):
    reading.new_shoe()
    reading.opens(s07={"initial": 1_000})
    reading.plays("", {}, until=Next.ENTER_RESULT)
    reading.until(lambda view: bool(view.device.recognised))
    reading.ok(c.EnterResult((Fact(CARD, ("Qh",), "07"),)))
    view = reading.until(lambda view: bool(view.device.recognised))
    assert view.device.recognised == (Fact(CARD, ("Kh",), "dealer"),)
    assert len(reading.mechanics.out) == 2


@pytest.mark.parametrize("entered", [True, False])
def test_that_a_console_that_was_killed_enters_a_card_of_the_shoe_once(reading, entered):
    reading.new_shoe()
    reading.opens(s07={"initial": 1_000})
    reading.plays("", {}, until=Next.ENTER_RESULT)
    (king,) = reading.until(lambda view: bool(view.device.recognised)).device.recognised
    reading.link.appends, reading.link.kill_at = 0, (1, "after" if entered else "before")
    with pytest.raises(Killed):
        reading.do(c.EnterResult((king,)))
    reading.again()
    reading.ok(c.Interrupted(decided=True, authority=NG))
    view = reading.until(lambda view: bool(view.device.recognised))
    assert view.device.recognised == (Fact(CARD, ("Kh",), "dealer" if entered else "07"),)
    assert len(reading.mechanics.out) == 1 + entered


def test_that_a_demonstration_with_a_reading_shoe_goes_on_over_its_cover_card(tmp_path):
    source = random.Random(11)
    pit = ReadingShoe(tmp_path, [], cut=DECKS * 52 - 20, facts_for=lambda *_: ())
    pit.mechanics._deck = lambda: shuffled(source, decks=DECKS)
    pit.start()
    pit.sit("07")
    pit.ok(c.AutoDealing(True))
    for _ in pit.patiently():
        pit.pump(1)
        view = pit.pass_ms(500)
        seat = pit.real["07"]
        if view.phase is Phase.BETTING and seat.state.audited_round == view.round and not seat.state.draft:
            seat.bets(initial=500)
        acts = [what for what, *_ in of_the_shoe(pit)]
        if len(acts) == 4:
            break
    assert acts == ["new-shoe", "cover-card", "new-shoe", "cover-card"]
    assert [one.facts for one in pit.view.last_rounds[1:] if not one.facts] == []
    assert pit.audits() == []
    pit.close()


def test_that_the_automatic_dealer_enters_a_card_once_however_slowly_it_is_archived(tmp_path, monkeypatch):
    deck = ["Kh", "2c", "Kd", "3c", "4h", "9s", *REST]
    pit = ReadingShoe(tmp_path, deck, cut=6, facts_for=lambda *_: ())
    pit.start()
    with closing(pit):
        pit.sit("07")
        pit.ok(c.AutoDealing(True))
        seat = pit.real["07"]
        pit.until(lambda view: view.phase is Phase.BETTING and seat.state.audited_round == view.round)
        seat.bets(initial=1_000)
        pit.until(lambda view: isinstance(view.asked, Enter))
        pump = pit.desk._pump

        def slow():
            pump()
            pit.now_ms += 3_000

        monkeypatch.setattr(pit.desk, "_pump", slow)
        (over,) = pit.until(lambda view: view.last_rounds).last_rounds
        assert GAME.drawn(over.facts) == tuple(deck[:6])


def test_that_a_card_is_not_entered_twice_that_the_dealer_confirms_twice(reading):
    reading.new_shoe()
    reading.opens(s07={"initial": 1_000})
    reading.plays("", SAYS, until=Next.ENTER_RESULT)
    seen = reading.until(lambda view: bool(view.device.recognised))
    confirmed = c.EnterResult(seen.device.recognised, round=seen.round, first=len(seen.play))
    reading.ok(confirmed)
    assert reading.do(confirmed) == Refusal("entered-meanwhile")
    assert len(reading.view.play) == len(seen.play) + 1


# --- found later ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("blackjack:5.5.2", "blackjack:5.10.3")
def test_that_a_card_is_not_put_away_that_the_shoe_no_longer_holds(pit):
    pit.new_shoe()
    pit.round()
    pit.to_third()
    assert pit.do(c.EnterIrregularity(Fact(DISCARDED, ("Kh",)), NG)) == TOO_MANY
    pit.ok(c.EnterIrregularity(Fact(DISCARDED, ("Qh",)), NG))


def test_that_with_another_number_of_decks_the_shoe_is_shuffled_first(pit):
    pit.new_shoe()
    pit.round()
    pit.felt = EIGHT
    pit.again()
    assert pit.view.shoe == ShoeView(8, due=True)
    assert pit.view.next is Next.NEW_SHOE
    assert pit.do(c.OpenBets()) == Refusal("shoe-due")
    pit.ok(c.NewShoe())
    pit.until(lambda view: view.shoe == ShoeView(8, 8 * 52))
    pit.again()
    assert pit.view.shoe == ShoeView(8, 8 * 52)


def test_that_a_console_that_reads_the_whole_log_knows_of_how_many_decks_each_shoe_was(pit):
    pit.new_shoe()
    pit.round()
    pit.felt = EIGHT
    assert pit.spare(take_over=True).view.next is Next.NEW_SHOE


def test_that_a_new_shoe_recorded_while_the_result_stands_is_for_the_next_round(pit):
    pit.new_shoe()
    pit.opens(s07={"initial": 1_000})
    pit.plays(KINGS, SAYS)
    pit.ok(c.NewShoe(NG))
    pit.until(lambda view: view.shoe.left == DECKS * 52)
    pit.ends()
    assert pit.desk.out_of_shoe == {}
    pit.round()
    assert pit.desk.out_of_shoe["Kh"] == 3


def record(pit, what, number):
    """A record of the desk comes late, of that round."""
    pit.desk._core.service.record_desk(what, "Mia", "2026-01-31T12:00:00Z", number=number)
    pit.pump()


def test_that_a_new_shoe_that_is_recorded_late_takes_no_card_from_the_one_after_it(pit):
    pit.round()
    pit.new_shoe()
    pit.round()
    pit.round("Tc 9d Jc 9h")
    record(pit, DeskAct.NEW_SHOE, 1)
    assert pit.desk.out_of_shoe.total() == 8
    record(pit, DeskAct.NEW_SHOE, 2)
    assert pit.desk.out_of_shoe.total() == 4, "those of round 3"


def test_that_a_new_shoe_recorded_late_takes_no_cover_card_from_the_one_after_it(pit):
    pit.round()
    pit.new_shoe()
    pit.round()
    pit.new_shoe()
    pit.round()
    record(pit, DeskAct.COVER_CARD, 3)
    record(pit, DeskAct.NEW_SHOE, 2)
    record(pit, DeskAct.NEW_SHOE, 1)
    assert pit.view.shoe == ShoeView(DECKS, DECKS * 52 - 4, due=True)


def test_that_a_round_with_another_number_of_decks_ends_the_count(pit):
    pit.opens(s07={"initial": 1_000})
    opened, table = pit.written(1)[0], pit.desk._core.table
    assert after(Shoe(1, {}, DECKS), opened, 0, table, GAME, FELT) == Shoe(1, {}, DECKS)
    assert after(Shoe(1, {}, DECKS), opened, 0, table, GAME, EIGHT) == Shoe(wrong=True)


def test_that_after_a_new_shoe_that_is_recorded_too_late_nothing_is_counted(pit):
    pit.round()
    pit.round()
    record(pit, DeskAct.NEW_SHOE, 1)
    assert pit.view.shoe == ShoeView(DECKS)
    pit.round()
    assert pit.view.shoe == ShoeView(DECKS)


def test_that_a_new_shoe_that_is_told_twice_asks_for_no_other(pit):
    pit.round()
    pit.new_shoe()
    record(pit, DeskAct.NEW_SHOE, 1)
    pit.round()
    assert pit.desk.out_of_shoe["Kh"] == 3


def test_that_the_cover_card_of_the_shoe_before_asks_for_no_shuffle(pit):
    pit.round()
    pit.new_shoe()
    record(pit, DeskAct.COVER_CARD, 1)
    assert pit.view.next is Next.OPEN_BETS
    pit.round()
    record(pit, DeskAct.COVER_CARD, 1)
    assert pit.view.next is Next.OPEN_BETS


def test_that_a_reading_shoe_that_tells_an_old_cover_card_again_asks_for_no_shuffle(reading):
    reading.new_shoe()
    reading.round()
    reading.round()
    reading.until(lambda view: view.next is Next.NEW_SHOE)
    reading.new_shoe()
    reading.desk._core.shoe.deliver(CoverCard(9, again=True))
    reading.pump(5)
    assert reading.view.next is Next.OPEN_BETS
    assert [what for what, *_ in of_the_shoe(reading)] == ["new-shoe", "cover-card", "new-shoe"]
    assert not reading.desk._core.shoe.cover


# --- what was said by mistake ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("over", [False, True], ids=["in the round", "between two"])
def test_that_a_cover_card_that_had_not_come_out_is_taken_back_with_a_supervisor(pit, over):
    pit.new_shoe()
    pit.opens(s07={"initial": 1_000})
    pit.plays(KINGS, SAYS)
    assert pit.do(c.CoverCardBack(NG)) == Refusal("phase"), "nobody has told one"
    pit.ok(c.CoverCard())
    pit.until(lambda view: view.shoe.due)
    if over:
        pit.ends()
        assert pit.view.next is Next.NEW_SHOE
    assert pit.do(c.CoverCardBack()) == Refusal("needs-supervisor")
    assert pit.do(c.CoverCardBack(NG, 7)) == Refusal("other-round", {"number": 7})
    pit.ok(c.CoverCardBack(NG, 1))
    pit.until(lambda view: not view.shoe.due)
    assert of_the_shoe(pit)[-1] == ("cover-card-back", "Mia", "Ng", 1)
    if not over:
        pit.ends()
    assert pit.view.next is Next.OPEN_BETS
    pit.again()
    assert pit.view.shoe == ShoeView(DECKS, DECKS * 52 - 4, gone={}), "the count goes on"


@pytest.mark.rule("blackjack:5.5.3")
def test_that_a_shoe_that_ran_out_stays_to_be_shuffled_when_its_cover_card_is_taken_back(pit):
    pit.to_third()
    pit.ok(c.CoverCard())
    pit.until(lambda view: view.shoe.due)
    pit.ok(c.Void(GAME.void_reasons.damaged, NG))
    pit.until(lambda view: view.next is Next.NEW_SHOE)
    pit.ok(c.CoverCardBack(NG))
    pit.until(lambda view: "CoverCardBack" not in view.may and "NewShoe" in view.may)
    assert pit.view.next is Next.NEW_SHOE


@pytest.mark.rule("blackjack:5.5.2", "blackjack:5.13")
def test_that_a_card_entered_wrongly_rounds_ago_is_put_right_there_while_the_next_one_waits(pit):
    pit.new_shoe()
    pit.round()
    pit.to_third()
    assert pit.view.shoe.gone == {"Kh": 3, "7c": 1}
    assert pit.king() == TOO_MANY
    (before,) = pit.view.last_rounds
    queens = tuple(Fact(CARD, ("Qh",), f.at) if f.values == ("Kh",) else f for f in before.facts)
    pit.ok(c.CorrectResult(queens, NG, before.number, reason="queens lay there"))
    pit.until(lambda view: view.shoe.gone == {"Qh": 3, "7c": 1})
    assert pit.king() is None


# --- cards that are no round's --------------------------------------------------------------------------------------


@pytest.mark.parametrize("void", [False, True], ids=["result", "void"])
def test_that_a_card_that_comes_after_the_round_is_gone_from_the_shoe(reading, void):
    reading.new_shoe()
    if void:
        reading.opens(s07={"initial": 1_000})
        reading.plays("", {}, until=Next.ENTER_RESULT)
        reading.until(lambda view: bool(view.device.recognised))
        reading.ok(c.EnterResult(reading.view.device.recognised))
        reading.ok(c.Void("a player fell ill", NG))
        reading.until(lambda view: view.phase is Phase.VOID)
        reading.pump()
    else:
        reading.opens(s07={"initial": 1_000})
        reading.plays("", SAYS)
    before = reading.view.shoe.left
    (card,) = reading.mechanics.draw()
    reading.until(lambda view: view.shoe.left == before - 1)
    reading.pump(5)
    assert of_the_shoe(reading)[1:] == [("stray-card", "console-1", "", 1)]
    assert "shoe-stray" in reading.alerts()
    assert reading.mechanics.state.reads == ()
    assert ("stray-card", {"value": card}) in [(line.key, line.values) for line in reading.view.round_log]
    reading.again()
    assert reading.view.shoe.left == before - 1
    if not void:
        reading.ends()
    reading.new_shoe()


def test_that_a_card_that_waits_twice_for_the_log_is_counted_once(reading):
    reading.new_shoe()
    reading.opens(s07={"initial": 1_000})
    reading.plays("", SAYS)
    reading.pump()
    before = reading.view.shoe.left
    reading.link.silent = "after"
    reading.mechanics.draw()
    reading.pump(5)
    reading.link.silent = ""
    reading.until(lambda view: view.shoe.left == before - 1)
    reading.pump(5)
    assert reading.view.shoe.left == before - 1


@pytest.mark.parametrize("when", ["before", "after"])
def test_that_a_stray_card_is_counted_once_at_most_when_the_console_is_killed_as_it_records_it(reading, when):
    reading.new_shoe()
    reading.opens(s07={"initial": 1_000})
    reading.plays("", SAYS)
    reading.pump()
    reading.link.appends, reading.link.kill_at = 0, (1, when)
    reading.mechanics.draw()
    with pytest.raises(Killed):
        reading.pump(10)
    reading.again()
    reading.pump(10)
    assert reading.desk.out_of_shoe.total() == 4 + (when == "after")


def test_that_the_last_card_of_a_round_is_no_stray(reading):
    reading.new_shoe()
    reading.opens(s07={"initial": 1_000})
    reading.plays("", SAYS)
    reading.pump(5)
    assert "shoe-stray" not in reading.alerts()
    assert reading.desk.out_of_shoe.total() == 4


@pytest.mark.parametrize("when", ["before", "after"])
def test_that_the_last_card_is_counted_once_when_the_console_is_killed_as_it_enters_it(reading, when):
    reading.new_shoe()
    reading.opens(s07={"initial": 1_000})
    reading.plays("", SAYS, until=Next.CLOSE_DECISIONS)
    reading.says("07", "decline")
    reading.says("07", "stand")
    reading.until(lambda view: view.next is Next.ENTER_RESULT and view.device.recognised)
    last = reading.view.device.recognised
    reading.link.appends, reading.link.kill_at = 0, (1, when)
    with pytest.raises(Killed):
        reading.do(c.EnterResult(last))
    reading.again()
    if when == "before":
        reading.ok(c.Interrupted(decided=True, authority=NG))
        reading.until(lambda view: view.device.recognised == last)
        reading.ok(c.EnterResult(last))
    reading.until(lambda view: view.phase is Phase.RESULT)
    reading.pump(10)
    assert reading.desk.out_of_shoe.total() == 4


def test_that_a_shoe_may_not_forget_a_stray_card_that_is_not_on_record():
    taken = []
    feed = Feed(lambda: None)
    feed.connect(SimpleNamespace(took=taken.append))
    for told in (CardsOut(1, ("Kh",)), CardsOut(2, ("2c",))):
        feed.deliver(told)
    feed.take_told(lambda *_, **__: None)
    feed.stray()
    feed.put_aside(1)
    feed.stray_taken()
    assert taken == [0, 2]


@pytest.mark.parametrize("what", [DeskAct.COVER_CARD_BACK, DeskAct.STRAY_CARD])
def test_that_the_next_word_about_the_shoe_waits_for_the_one_before(pit, monkeypatch, what):
    pit.new_shoe()
    pit.round()
    monkeypatch.setattr(pit.desk._core.service.reading, "pump", lambda: False)
    pit.desk._core.service.record_desk(what, "Mia", "2026-01-31T12:00:00Z", reason="Kh", number=1)
    assert pit.desk.do(c.NewShoe()) == Refusal("busy")


def test_that_a_stray_card_of_an_unknown_shoe_is_counted_nowhere(pit):
    pit.desk._core.service.record_desk(DeskAct.STRAY_CARD, "Mia", "2026-01-31T12:00:00Z", reason="Kh")
    pit.pump()
    assert pit.desk.out_of_shoe == {}

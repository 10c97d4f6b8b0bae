"""One card, decision or amount that was entered wrongly, at a table of Casino Stud Poker: picked where it lies."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from kiosk.console.commands import Authority, CorrectFact, CorrectResult
from kiosk.console.view import JackpotView
from kiosk.games.game import Fact
from kiosk.games.stud.deal import CARD, DEALER, PRIZE
from kiosk.games.stud.game import GAME
from kiosk.games.stud.paytable import CALL
from kiosk.tools.shots.paigow import dealer as paigow
from kiosk.tools.shots.sikipi import dealer as sikipi
from kiosk.tools.shots.stud import dealer_samples as samples
from kiosk.ui.dealer.cards.mending import dealt_anew, felt_of
from kiosk.ui.dealer.paigow.part import PART as PAIGOW
from kiosk.ui.dealer.sikipi.part import PART as SIKIPI
from kiosk.ui.dealer.stud.part import PART
from kiosk.ui.kit.texts import Language

Key = Qt.Key
PIN = "4821"
WHO = Authority(samples.SUPERVISORS[0], PIN)
RESULT = samples.result().facts


def opens(dealer):
    """The page of the felt of the newest round."""
    dealer.tap(dealer.parts.commands.buttons["CorrectResult"])
    dealer.tap(dealer.sheet.go)


def picks(dealer, place, said, nth=0):
    """Touch what lies at that place: a card by its name, a back by its number, what was decided by its words."""
    keys = [key for key in dealer.sheet.page.keys if key.lies.place == place]
    found = [key for key in keys if said in (key.lies.card, key.lies.number, key.text())]
    dealer.tap(found[nth])
    dealer.tap(dealer.sheet.go)


def with_card(facts, place, was, now):
    facts = list(facts)
    facts[facts.index(Fact(CARD, (was,), place))] = Fact(CARD, (now,), place)
    return tuple(facts)


@pytest.mark.rule("stud:5.20")
def test_that_a_card_of_the_dealer_is_corrected_after_the_result_and_says_who_gets_what(make_dealer):
    dealer = make_dealer(samples.result())
    opens(dealer)
    picks(dealer, DEALER, "Jc")
    dealer.tap(dealer.sheet.page.keys.keys["Kc"])
    assert "Dealer: J♣ becomes K♣" in dealer.told
    assert "Box 01: +$29 → −$31" in dealer.told
    assert "06:" not in dealer.told, "its hand wins as it did"
    dealer.tap(dealer.sheet.go)
    dealer.tap(dealer.sheet.go)
    dealer.authorises()
    facts = with_card(RESULT, DEALER, "Jc", "Kc")
    assert dealer.desk.sent == [CorrectResult(facts, WHO, samples.ROUND, "wrong result entered")]


def test_that_a_correction_by_which_nobody_gets_more_says_so(make_dealer):
    dealer = make_dealer(samples.result())
    opens(dealer)
    picks(dealer, "07", "7c")
    dealer.type("8s")
    assert "Nobody gets more or less by it." in dealer.told


def test_that_a_card_that_lies_elsewhere_is_refused_with_where(make_dealer):
    dealer = make_dealer(samples.result())
    opens(dealer)
    picks(dealer, DEALER, "Jc")
    dealer.tap(dealer.sheet.page.keys.keys["Kh"])
    assert dealer.sheet.page.missing() == "K♥ lies already: 01"
    dealer.tap(dealer.sheet.page.keys.keys["Jh"])
    dealer.tap(dealer.sheet.page.back)
    assert dealer.sheet.page.answer() == ()


@pytest.mark.rule("stud:5.8", "stud:5.10")
@pytest.mark.parametrize(
    ("moment", "says"),
    [
        (samples.open_card, "No player has seen a card yet."),
        (samples.deciding, "Players have seen their cards."),
    ],
)
def test_that_a_hidden_card_is_corrected_before_and_after_it_was_seen(make_dealer, moment, says):
    dealer = make_dealer(moment())
    opens(dealer)
    picks(dealer, "02", 3)
    dealer.type("7d")
    assert "02: hidden card 3 becomes 7♦." in dealer.told
    assert says in dealer.told
    assert ("opened anew" in dealer.told) is (moment is samples.deciding)
    dealer.tap(dealer.sheet.go)
    dealer.authorises()
    hidden = Fact(CARD, ("7d",), "02", "02")
    places = [at for at, fact in enumerate(dealer.desk.view.play) if (fact.name, fact.at) == (CARD, "02")]
    was = Fact(CARD, (), "02", "02")
    assert dealer.desk.sent == [CorrectFact(places[2], hidden, WHO, samples.ROUND, was)]


def test_that_the_dealers_open_card_is_corrected_and_nobody_corrects_a_back_of_his(make_dealer):
    dealer = make_dealer(samples.deciding())
    opens(dealer)
    backs = [key for key in dealer.sheet.page.keys if key.lies.place == DEALER and key.lies.card is None]
    assert len(backs) == 4
    dealer.tap(backs[0])
    assert dealer.sheet.page.missing()
    picks(dealer, DEALER, "Ac")
    dealer.type("as")
    dealer.tap(dealer.sheet.go)
    dealer.authorises()
    was = Fact(CARD, ("Ac",), DEALER)
    at = dealer.desk.view.play.index(was)
    assert dealer.desk.sent == [CorrectFact(at, Fact(CARD, ("As",), DEALER), WHO, samples.ROUND, was)]


@pytest.mark.rule("stud:5.3.2", "stud:4.4")
def test_that_a_fold_that_was_a_bet_asks_for_its_hand_and_comes_back_with_it(make_dealer):
    dealer = make_dealer(samples.result())
    opens(dealer)
    picks(dealer, "02", "folded")
    dealer.tap(dealer.sheet.page.rows[0])
    assert "02 is shown by it" in dealer.told
    dealer.tap(dealer.sheet.go)
    page = dealer.sheet.page
    assert page.keys.keys["Kh"].lies, "it lies at another box, which is dealt later"
    for card in samples.HANDS["02"].split():
        dealer.tap(page.keys.keys[card])
    dealer.tap(dealer.sheet.go)
    dealer.tap(dealer.sheet.go)
    dealer.authorises()
    facts = dealer.desk.sent[0].facts
    assert Fact(CALL, ("bet",), "02") in facts
    assert [fact.values[0] for fact in facts if fact.at == "02" and fact.audience == "table"][
        1:
    ] == samples.HANDS["02"].split()
    assert GAME.is_complete(samples.layout(), facts)


def test_that_a_decision_that_stands_already_cannot_be_picked(make_dealer):
    dealer = make_dealer(samples.result())
    opens(dealer)
    picks(dealer, "02", "folded")
    dealer.tap(dealer.sheet.page.rows[1])
    assert dealer.sheet.page.answer() is None


@pytest.mark.rule("stud:4.2", "stud:4.5.1")
def test_that_a_hand_that_wins_no_share_any_more_loses_its_prize_and_a_prize_is_corrected(make_dealer):
    dealer = make_dealer(samples.result())
    opens(dealer)
    picks(dealer, "03", "5h")
    dealer.type("4h")
    dealer.key(Key.Key_Return)
    dealer.key(Key.Key_Return)
    dealer.authorises()
    assert [fact for fact in dealer.desk.sent[0].facts if fact.name == PRIZE] == []
    dealer = make_dealer(samples.result())
    opens(dealer)
    picks(dealer, "03", "$12,345.67")
    dealer.type("500")
    assert "03: $12,345.67 becomes $5.00." in dealer.told


@pytest.mark.rule("stud:4.2")
def test_that_a_hand_that_wins_a_share_now_asks_for_its_prize(make_dealer):
    dealer = make_dealer(samples.result())
    facts = list(RESULT)
    at = facts.index(Fact(CARD, ("Jd",), "06"))
    facts[at] = Fact(CARD, ("9c",), "06")
    made, lacks = dealt_anew(PART.cards_game("A"), GAME, samples.layout(), facts)
    assert (made, lacks) == (tuple(facts), None), "what the game asks for comes out as it went in"
    opens(dealer)
    picks(dealer, "03", "5h")
    dealer.type("th")
    assert "03: 5♥ becomes 10♥." in dealer.told
    dealer.tap(dealer.sheet.go)
    assert "wrongly" in dealer.sheet.page.rows[0].text(), "it is a straight flush still, and keeps its prize"


def test_that_what_a_shared_jackpot_has_paid_is_not_corrected_here(make_dealer):
    view = replace(samples.result(), jackpot=JackpotView("main", 12_345_678, taken=True))
    dealer = make_dealer(view)
    opens(dealer)
    prize = next(key for key in dealer.sheet.page.keys if key.lies.fact.name == PRIZE)
    dealer.tap(prize)
    assert dealer.sheet.page.missing()


def test_that_an_earlier_round_is_corrected_by_its_own_stakes(make_dealer):
    dealer = make_dealer(samples.table())
    dealer.show(replace(samples.table(), may=samples.table().may | {"CorrectResult"}))
    opens(dealer)
    picks(dealer, DEALER, "Jc")
    dealer.type("kc")
    assert "Box 01: +$29 → −$31" in dealer.told
    assert "Every round after it stays exactly as it is." in dealer.told
    dealer.key(Key.Key_Return)
    dealer.key(Key.Key_Return)
    dealer.authorises()
    assert dealer.desk.sent[0].round == samples.table().round - 1


def test_that_everything_is_reached_with_the_keyboard_alone(make_dealer):
    dealer = make_dealer(samples.result())
    dealer.key(Key.Key_F6, Key.Key_Return, Key.Key_Right, Key.Key_Right, Key.Key_Return, Key.Key_Return)
    dealer.type("kc")
    dealer.key(Key.Key_Return, Key.Key_Return)
    dealer.authorises()
    facts = with_card(RESULT, DEALER, "Jc", "Kc")
    assert dealer.desk.sent == [CorrectResult(facts, WHO, samples.ROUND, "wrong result entered")]


@pytest.mark.parametrize(
    ("table", "part"), [(paigow.TABLE, PAIGOW), (sikipi.TABLE, SIKIPI)], ids=["paigow", "sikipi"]
)
def test_that_the_dealers_setting_follows_from_the_card_that_was_corrected(table, part):
    game, felt = table.game, part.cards_game("")
    facts = table.result().facts

    def anew(changed):
        return dealt_anew(felt, game, table.layout, changed)

    assert anew(facts) == (facts, None), "what the game asks for comes out as it went in"
    at = max(at for at, fact in enumerate(facts) if (fact.name, fact.at) == (CARD, DEALER))
    lying = {value for fact in facts for value in fact.values}
    for card in felt.deck:
        if card in lying:
            continue
        changed = (*facts[:at], Fact(CARD, (card,), DEALER), *facts[at + 1 :])
        made, lacks = anew(changed)
        assert (len(made), lacks) == (len(facts), None)
        assert game.is_complete(table.layout, made)


def test_that_a_turned_card_lies_there_once():
    view = samples.turning(1)
    felt = felt_of(PART.cards_game("A"), view.play, (), hidden=True, amounts=True)
    assert [len(felt[place]) for place in (DEALER, "01", "02")] == [5, 5, 5]
    assert [lies.card for lies in felt["01"]] == samples.HANDS["01"].split()
    assert [lies.card for lies in felt["02"]] == [None] * 5
    assert [lies.number for lies in felt["02"]] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("moment", [samples.deciding, samples.result])
def test_that_no_page_of_it_cuts_a_word(make_dealer, cut, moment, language, size):
    dealer = make_dealer(moment(), language, size)
    dealer.key(Key.Key_F6, Key.Key_Return)
    page = dealer.sheet.page
    for key in page.keys:
        foot = key.mapTo(dealer.sheet, key.rect().bottomRight())
        assert foot.y() < dealer.sheet.go.mapTo(dealer.sheet, dealer.sheet.go.rect().topLeft()).y()
        assert foot.x() < dealer.sheet.width()
    for _ in range(3):
        QApplication.processEvents()
        dealer.window.grab()
        dealer.key(Key.Key_Return)
        dealer.type("7d")
    assert cut == []

"""A round with set hands at the dealer's window: cards and the Joker, settings as they come, the House Way, results."""

import pytest
from PySide6.QtCore import Qt

from kiosk.cards import JOKER
from kiosk.console.commands import Authority, CloseDecisions, Reveal
from kiosk.console.view import Next
from kiosk.games.game import Enter, Fact
from kiosk.games.laid import CARD, DEALER, INVALID
from kiosk.games.paigow.deal import CONCEDE
from kiosk.games.set_hands import SET, set_choice
from kiosk.tools.shots.paigow.dealer import TABLE as PAI_GOW
from kiosk.tools.shots.sikipi.dealer import TABLE as SI_KI_PI
from kiosk.ui.dealer.game_part import game_part
from kiosk.ui.dealer.seats.faces import seat_face
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.kit.theme import MIN_TOUCH_PX
from kits.ui.entered import entered

Key = Qt.Key
SET_AT_DEALER = Enter(SET, DEALER)
BOTH = pytest.mark.parametrize("table", [PAI_GOW, SI_KI_PI], ids=["paigow", "sikipi"])
EN = Texts(Language.EN)
PIN = "4821"


def _word(dealer, view, name):
    seat = next(seat for seat in view.seats if seat.name == name)
    part = dealer.parts.grid._face_of
    return part(view, seat, seat_face(seat, view, EN), EN).word


@pytest.mark.rule("paigow:2.1")
@pytest.mark.rule("paigow:3.10")
def test_that_the_joker_is_one_touch_or_one_sign(make_dealer):
    view = PAI_GOW.dealing(0)
    dealer = make_dealer(view)
    assert dealer.parts.grid.lit == "02"
    joker = dealer.parts.work.keys.keys[JOKER]
    assert min(joker.width(), joker.height()) >= MIN_TOUCH_PX
    dealer.tap(joker)
    assert dealer.window.inputs.entry.entered == (Fact(CARD, (JOKER,), "02", "02"),)
    dealer.key(Key.Key_Backspace)
    dealer.type("*td7d5d2d8c4s")
    dealer.key(Key.Key_Return)
    dealer.sheet.page.choose(0)
    dealer.type(PIN)
    dealer.key(Key.Key_Return)
    (sent,) = dealer.desk.sent
    assert [fact.values[0] for fact in sent.facts] == PAI_GOW.hands["02"].split()
    assert sent.authority == Authority(view.supervisors[0], PIN)


def test_that_a_game_without_a_joker_has_no_key_for_it(make_dealer):
    dealer = make_dealer(SI_KI_PI.dealing(0))
    assert JOKER not in dealer.parts.work.keys.keys
    dealer.type("*")
    assert dealer.window.inputs.entry.entered == ()


@BOTH
@pytest.mark.rule("paigow:3.12")
@pytest.mark.rule("sikipi:3.18")
def test_that_settings_show_as_they_come_that_and_not_what(make_dealer, table):
    view = table.setting(decided=2)
    dealer = make_dealer(view)
    assert [_word(dealer, view, name) for name in ("01", "02", "03")] == ["Decided", "Decided", "Deciding"]
    assert all(lies.up == () for lies in (dealer.parts.grid.lying(name) for name in table.hands))
    assert view.next is Next.CLOSE_DECISIONS
    done = table.setting(decided=len(table.hands))
    dealer.show(done)
    dealer.key(Key.Key_Return)
    assert isinstance(dealer.desk.sent[0], CloseDecisions)


@BOTH
@pytest.mark.rule("paigow:3.13")
@pytest.mark.rule("sikipi:3.21")
def test_that_the_dealers_house_way_is_computed_and_confirmed_against_the_felt(make_dealer, table):
    dealer = make_dealer(table.confirming())
    hands = table.deals.rules.house_way(table.dealer.split())
    cards, low = dealer.parts.grid.laid_out(table.confirming(), DEALER, dealer.parts.grid.lying(DEALER))
    assert (tuple(cards), low) == ((*hands.low, *hands.high), 2)
    dealer.type("a")
    dealer.type("s")
    assert dealer.desk.sent == []
    assert dealer.window.inputs.entry.facts == (Fact(SET, (set_choice(hands.low),), DEALER),)
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == [entered(dealer.desk.view, [Fact(SET, (set_choice(hands.low),), DEALER)])]


@BOTH
def test_that_the_place_of_the_next_card_is_lit_also_when_the_dealers_turn(make_dealer, table):
    assert make_dealer(table.dealing(0)).parts.grid.lit == "02"
    assert make_dealer(table.turning()).parts.grid.lit == DEALER


@BOTH
def test_that_every_box_says_that_it_is_set_and_then_how_it_ends(make_dealer, table):
    before, result = table.confirming(), table.result()
    dealer = make_dealer(before)
    assert {_word(dealer, before, name) for name in table.hands} == {"Set"}
    words = {_word(dealer, result, name) for name in table.hands}
    assert words <= {"Win", "Stand off", "Lose"}
    assert len(words) > 1


@BOTH
def test_that_the_hands_are_shown_when_the_dealers_is_confirmed(make_dealer, table):
    dealer = make_dealer(table.reveal())
    dealer.key(Key.Key_Return)
    assert isinstance(dealer.desk.sent[0], Reveal)


@pytest.mark.rule("paigow:3.16")
@pytest.mark.rule("paigow:5.7")
def test_that_a_hand_that_is_out_or_conceded_says_so(make_dealer):
    before = PAI_GOW.dealt(SET_AT_DEALER)
    view = PAI_GOW.view((*before, Fact(INVALID, ("six cards",), "01"), Fact(CONCEDE, ("concedes",), "02")))
    dealer = make_dealer(view)
    assert [_word(dealer, view, name) for name in ("01", "02")] == ["hand invalid", "Conceded"]


@BOTH
@pytest.mark.parametrize("language", Language)
def test_that_every_irregularity_has_words_and_its_rule(table, language):
    texts = Texts(language)
    part = game_part(table.game.name)
    moments = (table.dealing(0), table.setting(), table.confirming(), table.result())
    found = {wrong for view in moments for wrong in part.wrongs(view)}
    assert len(found) > 6
    for wrong in found:
        assert texts.get(wrong.title)
        assert wrong.rule.partition(".")[0] in texts.get(wrong.effect)


@BOTH
@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_that_every_moment_is_painted(make_dealer, table, language, size, cut):
    for view in (table.dealing(), table.setting(), table.turning(), table.confirming(), table.result()):
        window = make_dealer(view, language=language, size=size).window
        assert not window.grab().isNull()
    assert not [words for words in cut if len(words) > 1]

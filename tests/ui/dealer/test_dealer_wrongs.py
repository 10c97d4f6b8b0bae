"""What may have gone wrong at a table of cards is offered exactly when its paragraph speaks of that moment."""

import pytest
from msgspec.structs import replace

from kiosk.games.game import NOBODY, Enter
from kiosk.games.laid import CARD, DEALER
from kiosk.table.round import Phase
from kiosk.tools.shots.paigow.dealer import TABLE as PAI_GOW
from kiosk.tools.shots.sikipi.dealer import TABLE as SI_KI_PI
from kiosk.tools.shots.stud import dealer_samples as stud
from kiosk.ui.dealer.game_part import game_part


def offered(view):
    """The titles that may be picked, each with its paragraph."""
    return {wrong.title: wrong.rule for wrong in game_part(view.game).wrongs(view)}


def unseen(table):
    """Whole hands lie at the boxes, and the Dealer's is dealt next."""
    return table.view(table.dealt(Enter(CARD, DEALER, NOBODY)))


def betting(phase):
    return replace(stud.table(), phase=phase, play=(), facts=(), asked=None)


@pytest.mark.rule("stud:5.8.5", "stud:5.8", "paigow:5.1", "paigow:5.1.1", "sikipi:5.5.4")
@pytest.mark.parametrize(
    "view",
    [
        stud.dealing(),
        stud.deciding(),
        stud.reveal(),
        stud.result(),
        *(moment for table in (PAI_GOW, SI_KI_PI) for moment in (unseen(table), table.setting())),
        *(moment for table in (PAI_GOW, SI_KI_PI) for moment in (table.confirming(), table.result())),
    ],
)
def test_that_cards_that_were_not_shuffled_void_the_round_whenever_it_is_found(view):
    assert "felt.void_not_shuffled" in offered(view)


@pytest.mark.rule("stud:5.12", "stud:5.10")
def test_that_a_card_exposed_once_players_have_seen_theirs_gives_nobody_a_choice():
    assert offered(stud.dealing())["dealer.stud.one_exposed"] == "5.10"
    seen = offered(stud.deciding())
    assert "dealer.stud.one_exposed" not in seen
    assert seen["dealer.stud.seen_exposed"] == "5.12"


@pytest.mark.rule("stud:5.17")
@pytest.mark.parametrize("phase", [Phase.BETTING, Phase.CLOSED])
def test_that_a_jackpot_that_is_down_before_the_deal_voids_the_round(phase):
    assert offered(betting(phase))["stud.void_jackpot_down"] == "5.17"


@pytest.mark.rule("stud:5.17")
def test_that_no_jackpot_voids_a_round_that_is_void_already():
    assert "stud.void_jackpot_down" not in offered(betting(Phase.VOID))


@pytest.mark.rule("paigow:5.2")
def test_that_a_wrong_deal_voids_as_long_as_no_player_has_handled_cards():
    assert offered(unseen(PAI_GOW))["paigow.void_misdealt"] == "5.2"
    for view in (PAI_GOW.setting(), PAI_GOW.confirming(), PAI_GOW.result()):
        assert "paigow.void_misdealt" not in offered(view)


@pytest.mark.rule("paigow:5.9")
def test_that_cards_at_a_place_without_a_wager_are_put_away_and_it_stands_in_the_log():
    wrong = next(one for one in game_part("paigow").wrongs(PAI_GOW.setting()) if one.rule == "5.9")
    assert (wrong.fact, wrong.command, bool(wrong.reason)) == ("", "", True)


@pytest.mark.rule("paigow:5.7", "paigow:5.16", "sikipi:5.12", "sikipi:5.13")
@pytest.mark.parametrize(("table", "rules"), [(PAI_GOW, {"5.7", "5.16"}), (SI_KI_PI, {"5.12", "5.13"})])
def test_that_a_hand_is_found_invalid_after_the_result(table, rules):
    view = table.result()
    assert view.irregularities == (), "as the desk has it once there is a result"
    assert rules <= set(offered(view).values())


@pytest.mark.rule("sikipi:5.5.6")
def test_that_a_shuffler_without_cards_voids_the_round_until_all_are_dealt():
    assert offered(unseen(SI_KI_PI))["felt.void_ran_out"] == "5.5.6"
    assert "felt.void_ran_out" not in offered(SI_KI_PI.setting())

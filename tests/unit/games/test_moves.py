"""Which whole hands the rules of each game let be moved to the boxes where they belong, and what comes with it."""

import pytest

from kiosk.games.blackjack.game import GAME as BLACKJACK
from kiosk.games.game import HOLDS, Enter, Fact, Moves
from kiosk.games.laid import CARD, DEALER, DEALING_ERROR, SHUFFLE
from kiosk.games.paigow.game import GAME as PAIGOW
from kiosk.games.sicbo import GAME as SICBO
from kiosk.games.sikipi.deal import MISDEALT
from kiosk.games.sikipi.game import GAME as SIKIPI
from kiosk.games.stud.game import GAME as STUD
from kiosk.table.facts import GameRules, moved, moved_from
from kiosk.table.records import HandsMoved
from kits.games import blackjack_rounds, paigow_dealt, sikipi_dealt, stud_dealt
from kits.seat.seats import LAYOUTS

BOXES = ("07", "08", "09")
OF_BOXES = {STUD: 5, PAIGOW: 7, SIKIPI: 4}
FELTS = {STUD: stud_dealt.FELT, PAIGOW: paigow_dealt.FELT, SIKIPI: sikipi_dealt.FELT}
HIDDEN = pytest.mark.parametrize("game", OF_BOXES, ids=lambda game: game.name)


def down(place, count):
    return [Fact(CARD, (), place, "nobody" if place == DEALER else place)] * count


def dealt(game, *whole, dealer=0):
    """Face down: whole hands at these boxes, and so many cards at the Dealer."""
    hands = [fact for box in whole for fact in down(box, OF_BOXES[game])]
    return (Fact(HOLDS, BOXES), Fact(SHUFFLE, (1,)), *hands, *down(DEALER, dealer))


def moves(game, facts):
    return game.moves(FELTS[game], facts)


@pytest.mark.rule("stud:5.8.6", "stud:5.8.2", "paigow:5.2", "sikipi:5.5.3", "sikipi:5.6", "sikipi:5.11")
@HIDDEN
def test_that_two_whole_hands_are_moved_before_anybody_has_seen_one(game):
    assert moves(game, dealt(game)).boxes == ()
    assert moves(game, dealt(game, "07")).boxes == (), "there is no other hand"
    found = moves(game, dealt(game, "07", "08"))
    then = (Enter(MISDEALT, "07"), Enter(MISDEALT, "08")) if game is SIKIPI else ()
    assert found == Moves(("07", "08"), CARD, then)
    assert moves(game, (*dealt(game, "07", "08"), *down("09", 2))).boxes == ("07", "08"), "09 is not whole"
    assert moves(game, (*dealt(game, "07", "08"), Fact("invalid-hand", ("six cards",), "08"))).boxes == ()


@pytest.mark.rule("stud:5.10.2", "paigow:5.2", "sikipi:5.5.3")
def test_that_hands_that_were_seen_are_moved_in_stud_alone():
    for game in (PAIGOW, SIKIPI):
        assert moves(game, dealt(game, *BOXES, dealer=OF_BOXES[game])).boxes == ()
    seen = (*dealt(STUD, *BOXES), Fact(CARD, ("Ac",), DEALER), *down(DEALER, 4))
    assert moves(STUD, seen) == Moves(BOXES, CARD, tuple(Enter(DEALING_ERROR, box) for box in BOXES))
    asked = (*seen, Fact(DEALING_ERROR, ("a card fell",), "08"))
    assert [enter.at for enter in moves(STUD, asked).then] == ["07", "09"], "08 is asked already"
    called = [Fact("call", ("fold",), box) for box in BOXES]
    assert moves(STUD, (*seen, *called)).boxes == (), "a Fold has lost already"


@pytest.mark.rule("blackjack:5.9", "blackjack:5.7.2", "blackjack:5.10.1")
def test_that_in_blackjack_first_cards_are_moved_until_somebody_has_decided_or_the_interim_settlement():
    two, nobody_decides = "Kh 9h Ah 6d 9d", "Ah Ts Kd Kh Ad"
    for line, boxes in ((two[:2], ()), (two, ("07", "08")), (f"{two} decline", ()), (nobody_decides, ())):
        found = BLACKJACK.moves(blackjack_rounds.FELT, blackjack_rounds.told(line))
        assert (found.boxes, found.then) == (boxes, (Enter(DEALING_ERROR),))


def test_that_sic_bo_has_no_hands():
    assert SICBO.moves(LAYOUTS["A"], ()) == Moves()


def test_that_open_cards_change_their_places_one_for_one():
    facts = (
        Fact(HOLDS, BOXES),
        *(
            Fact(CARD, (card,), box)
            for card, box in zip(("2c", "3c", "4c", "5c", "6c", "7c"), BOXES * 2, strict=True)
        ),
    )
    around = {"07": "09", "08": "07", "09": "08"}
    assert moved_from(facts, CARD, around) == {1: 3, 4: 6, 2: 1, 5: 4, 3: 2, 6: 5}
    after = moved(facts, CARD, around)
    assert [fact.values[0] for fact in after[1:]] == ["4c", "2c", "3c", "7c", "5c", "6c"]
    assert [fact.at for fact in after[1:]] == list(BOXES * 2)


@HIDDEN
def test_that_no_reader_takes_a_move_without_what_comes_with_it(game):
    rules, entered = GameRules(game, FELTS[game]), dealt(game, "07", "08")
    error = tuple(Fact(MISDEALT, ("whole hands were moved to their boxes",), box) for box in ("07", "08"))
    good, bad = (error, ()) if game is SIKIPI else ((), error)

    def why(facts, boxes):
        event = HandsMoved(1, CARD, boxes, "Mia", "Ng", facts)
        return rules.why_not(event, entered, facts)

    assert why(good, {"07": "08", "08": "07"}) is None
    assert "irregularities with the move" in why(bad, {"07": "08", "08": "07"})
    assert "expected boxes of 07, 08" in why(good, {"07": "09", "09": "07"})
    assert "expected each at another box" in why(good, {"07": "07", "08": "08"})

"""A card was entered wrongly, and what was decided by it cannot have been: real console, real seats, killed between."""

from contextlib import suppress

import pytest

from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.console.view import Next
from kiosk.games.blackjack.deal import CARD, DEALER, DEALING_ERROR, DISCARDED, GO_ON, TAKE_BACK
from kiosk.games.blackjack.paytable import FIRST, TURN
from kiosk.games.game import Decide, Enter, Fact
from kiosk.table.round import Phase
from kits.console.desk import NG, Killed

ONLY_07 = {"s07": {"initial": 1_000, "pair": 500}}
BOTH = {**ONLY_07, "s08": {"initial": 1_000}}
OF_07, OF_BOTH = "8h 6c 8d", "8h 9h 6c 8d 2d"
EIGHTS_OF_07 = "8h Ts 6c 8d"
PAID = 5_500
"""The pair of box 07 is paid 11 to 1 in the middle of the round, and stays paid."""


def dealt(pit, bets, cards, first):
    """Bets and the first cards; then what the boxes decide in the first window."""
    pit.opens(**bets)
    pit.plays(cards, says={}, until=Next.CLOSE_DECISIONS)
    for box in first:
        pit.says(box, "decline")
    asked(pit, Decide(TURN, ("07",)))


def asked(pit, what):
    pit.until(lambda view: view.asked == what and view.next in (Next.CLOSE_DECISIONS, Next.ENTER_RESULT))
    pit.pump()


def lies(pit, card, at="07"):
    """Entered where the game asks for it; answers its place in the play."""
    asked(pit, Enter(CARD, at))
    pit.ok(c.EnterResult((Fact(CARD, (card,), at),)))
    pit.pump()
    return len(pit.view.play) - 1


def right(at, card, box="07"):
    return c.CorrectFact(at, Fact(CARD, (card,), box), NG)


def play(pit, box="07"):
    """The cards and decisions of the box as they stand now."""
    return " ".join(
        str(fact.values[0]) for fact in pit.view.play if fact.at == box and fact.name in (CARD, TURN)
    )


def ends(pit, **money):
    """To the end, without a card more; every book agrees, over replay and verify."""
    for _ in pit.patiently():
        if pit.view.phase is Phase.RESULT:
            break
        if pit.view.next is Next.ENTER_RESULT:
            pit.ok(c.EnterResult(()))
        pit.pump()
    pit.pump()
    assert {name: pit.money(name[1:])[:2] for name in money} == {
        name: (cents, 0) for name, cents in money.items()
    }
    pit.ends()
    assert pit.audits() == []


def stood_on_18_that_is_25(pit):
    """Box 07 has 16, draws a nine that is entered as a two, and stands; answers the place of the card."""
    dealt(pit, ONLY_07, OF_07, ["07"])
    pit.says("07", "hit")
    at = lies(pit, "2d")
    pit.says("07", "stand")
    asked(pit, Enter(CARD, DEALER))
    return at


@pytest.mark.rule("blackjack:5.7", "blackjack:5.7.1", "blackjack:5.7.3")
@pytest.mark.parametrize(("choice", "has"), [(GO_ON, 10_000 + PAID - 1_000), (TAKE_BACK, 10_000 + PAID)])
def test_that_who_stood_on_what_was_bust_chooses(pit, choice, has):
    pit.ok(right(stood_on_18_that_is_25(pit), "9d"))
    asked(pit, Decide(GO_ON, ("07",)))
    assert play(pit) == "8h 8d hit 9d", "nobody stands on a hand that is bust"
    pit.says("07", choice)
    ends(pit, s07=has)


@pytest.mark.rule("blackjack:5.7")
@pytest.mark.parametrize("at", [1, 2, 3])
@pytest.mark.parametrize("when", ["before", "after"])
def test_that_a_console_killed_between_the_records_drops_it_once_and_asks_once(pit, at, when):
    place = stood_on_18_that_is_25(pit)
    pit.link.kill_at = (pit.link.appends + at, when)
    with suppress(Killed):  # where there are fewer writes, nobody is killed
        pit.desk.do(right(place, "9d"))
    pit.link.kill_at = None
    pit.again()
    pit.ok(c.Interrupted(decided=True))
    if pit.view.play[place].values != ("9d",):
        pit.ok(right(place, "9d"))
    asked(pit, Decide(GO_ON, ("07",)))
    assert play(pit) == "8h 8d hit 9d"
    pit.says("07", TAKE_BACK)
    ends(pit, s07=10_000 + PAID)


@pytest.mark.rule("blackjack:5.7", "blackjack:1.27", "blackjack:3.17")
@pytest.mark.parametrize(
    ("choice", "has"), [(GO_ON, 11_000), (TAKE_BACK, 10_000)], ids=["goes on", "takes back"]
)
def test_that_who_doubled_what_was_21_has_the_double_back(pit, choice, has):
    """Two tens are split; an Ace for the first is entered as a nine, and doubled. The card of that is put away."""
    dealt(pit, {"s07": {"initial": 1_000}}, "Th 6c Td", ["07"])
    pit.says("07", "split")
    at = lies(pit, "9h")
    pit.says("07", "double:1000")
    lies(pit, "5h")
    lies(pit, "Kh")  # the second hand: 20
    assert pit.money("07")[0] == 10_000 - 3_000
    pit.ok(right(at, "Ah"))
    asked(pit, Decide(GO_ON, ("07",)))
    assert play(pit) == "Th Td split Ah Kh"
    assert [fact.values for fact in pit.view.play if fact.name == "discarded"] == [("5h",)]
    pit.says("07", choice)
    if choice == TAKE_BACK:
        return ends(pit, s07=has)
    asked(pit, Decide(TURN, ("07",)))
    pit.says("07", "stand")
    for card in ("9c", "5s"):  # 20 of the dealer: 21 wins, 20 stands off
        lies(pit, card, DEALER)
    return ends(pit, s07=has)


@pytest.mark.rule("blackjack:5.7", "blackjack:3.21")
@pytest.mark.parametrize(("choice", "has"), [(GO_ON, 10_000 + PAID), (TAKE_BACK, 10_000 + PAID)])
def test_that_who_split_what_was_no_pair_has_the_split_back(pit, choice, has):
    dealt(pit, ONLY_07, OF_07, ["07"])
    pit.says("07", "split")
    at = lies(pit, "8c")
    pit.says("07", "split")
    lies(pit, "Td")
    pit.says("07", "stand")  # on 18 of the first hand, which was 11 with another card still to come
    asked(pit, Enter(CARD, "07"))
    pit.ok(right(at, "3c"))
    asked(pit, Decide(GO_ON, ("07",)))
    assert play(pit) == "8h 8d split 3c"
    pit.says("07", choice)
    if choice == TAKE_BACK:
        return ends(pit, s07=has)
    asked(pit, Decide(TURN, ("07",)))
    offered = pit.of.game.window(
        pit.of.layout, pit.real["07"].state.facts, "07", pit.real["07"].state.registered.stakes
    )
    assert [option.choice for option in offered.options] == ["hit", "double"]
    pit.says("07", "hit")
    lies(pit, "Ts")  # 21
    pit.says("07", "stand")
    lies(pit, "9s")  # 17
    pit.says("07", "stand")
    for card in ("9c", "5s"):  # 20
        lies(pit, card, DEALER)
    return ends(pit, s07=has)  # the pair paid, one hand won, one lost


@pytest.mark.rule("blackjack:3.8", "blackjack:3.17")
def test_that_a_hand_that_a_wrong_card_had_ended_plays_after_those_that_have_played_since(pit):
    """Box 07 was bust by a ten that is a two; it decided nothing by it, so it is asked nothing but its hand."""
    dealt(pit, BOTH, OF_BOTH, ["07", "08"])
    pit.says("07", "hit")
    at = lies(pit, "Td")
    asked(pit, Decide(TURN, ("08",)))
    pit.says("08", "hit")
    lies(pit, "5d", "08")
    asked(pit, Decide(TURN, ("08",)))
    pit.ok(right(at, "2c"))
    asked(pit, Decide(TURN, ("08",)))
    assert play(pit, "08") == "9h 2d hit 5d"
    pit.says("08", "stand")
    asked(pit, Decide(TURN, ("07",)))
    pit.says("07", "hit")
    lies(pit, "3h")
    pit.says("07", "stand")  # 21
    for card in ("9c", "5s"):  # 20
        lies(pit, card, DEALER)
    ends(pit, s07=10_000 + PAID + 1_000, s08=9_000)


@pytest.mark.rule("blackjack:5.7", "blackjack:5.7.1")
def test_that_who_chose_to_go_on_by_a_wrong_card_is_asked_again(pit):
    dealt(pit, ONLY_07, OF_07, ["07"])
    pit.says("07", "hit")
    at = lies(pit, "2d")
    pit.ok(c.EnterIrregularity(Fact(DEALING_ERROR, ("a card fell",)), NG))
    asked(pit, Decide(GO_ON, ("07",)))
    pit.says("07", GO_ON)  # with 18
    asked(pit, Decide(TURN, ("07",)))
    pit.ok(right(at, "9d"))
    asked(pit, Decide(GO_ON, ("07",)))
    pit.says("07", TAKE_BACK)
    ends(pit, s07=10_000 + PAID)


@pytest.mark.rule("blackjack:5.7", "blackjack:5.7.3")
@pytest.mark.parametrize("drawn", ["3d", "9d"])
def test_that_the_box_is_asked_also_when_the_wrong_picture_was_over(pit, drawn):
    """16 and a two that is a seven is bust; what was drawn after it is put away, be it right or corrected before."""
    dealt(pit, ONLY_07, OF_07, ["07"])
    pit.says("07", "hit")
    at = lies(pit, "2d")
    pit.says("07", "hit")
    after = lies(pit, "3d")
    if drawn != "3d":
        pit.ok(right(after, drawn))
        pit.until(lambda view: view.next is Next.ENTER_RESULT)
    pit.ok(right(at, "7d"))
    asked(pit, Decide(GO_ON, ("07",)))
    assert play(pit) == "8h 8d hit 7d"
    assert [fact.values for fact in pit.view.play if fact.name == "discarded"] == [(drawn,)]
    pit.says("07", TAKE_BACK)
    ends(pit, s07=10_000 + PAID)


@pytest.mark.rule("blackjack:5.7")
def test_that_a_correction_by_mistake_that_is_taken_back_takes_nothing_with_it(pit):
    """16 and a two is 18, and a three is 21: the two was right, and a nine by mistake would have been bust."""
    dealt(pit, ONLY_07, OF_07, ["07"])
    pit.says("07", "hit")
    at = lies(pit, "2d")
    pit.says("07", "hit")
    lies(pit, "3d")
    pit.says("07", "stand")
    asked(pit, Enter(CARD, DEALER))
    pit.ok(right(at, "9d"))
    asked(pit, Decide(GO_ON, ("07",)))
    assert play(pit) == "8h 8d hit 9d"
    pit.ok(right(at, "2d"))
    asked(pit, Decide(GO_ON, ("07",)))
    assert play(pit) == "8h 8d hit 2d hit 3d stand", "the hand lies as it was played"
    pit.says("07", GO_ON)
    for card in ("9c", "5s"):  # 20 of the dealer
        lies(pit, card, DEALER)
    ends(pit, s07=10_000 + PAID + 1_000)


@pytest.mark.rule("blackjack:5.7", "blackjack:5.10.3")
def test_that_a_card_that_was_put_away_is_corrected_in_the_play_and_counts_for_the_shoe(pit):
    """One before the interim settlement by rule 5.10.3, and one that a correction put away."""
    pit.opens(**ONLY_07)
    pit.plays(OF_07, says={}, until=Next.CLOSE_DECISIONS)
    pit.ok(c.EnterIrregularity(Fact(DISCARDED, ("Kc",)), NG))
    asked(pit, Decide(FIRST, ("07",)))
    pit.says("07", "decline")
    asked(pit, Decide(TURN, ("07",)))
    pit.says("07", "hit")
    at = lies(pit, "2d")
    pit.says("07", "hit")
    drawn = lies(pit, "3d")
    pit.ok(right(at, "7d"))  # 16 and a seven is bust: the card after it is put away
    asked(pit, Decide(GO_ON, ("07",)))
    before = play(pit)
    first = next(n for n, fact in enumerate(pit.view.play) if fact.values == ("Kc",))
    for place, card in ((first, "Kd"), (drawn - 1, "9d")):
        lay = pit.view.play[place]
        pit.ok(c.CorrectFact(place, Fact(DISCARDED, (card,)), NG, was=lay))
        pit.until(lambda view, place=place, card=card: view.play[place].values == (card,))
        asked(pit, Decide(GO_ON, ("07",)))
    assert play(pit) == before, "nothing is decided by it"
    assert [fact.values for fact in pit.view.play if fact.name == DISCARDED] == [("Kd",), ("9d",)]
    assert {"Kd", "9d"} <= set(pit.of.game.drawn(pit.view.play))
    assert not {"Kc", "3d"} & set(pit.of.game.drawn(pit.view.play))
    pit.ok(right(at, "2d"))
    asked(pit, Decide(GO_ON, ("07",)))
    assert play(pit) == "8h 8d hit 2d hit 9d", "it comes back as it really is"
    pit.says("07", TAKE_BACK)
    ends(pit, s07=10_000 + PAID)


@pytest.mark.rule("blackjack:5.7", "blackjack:3.16", "blackjack:5.7.3")
@pytest.mark.parametrize(("choice", "has"), [(GO_ON, 9_500), (TAKE_BACK, 10_000)])
def test_that_who_surrendered_by_a_wrong_card_chooses_while_nothing_is_settled(pit, choice, has):
    """16 that is 20 in truth: all is decided, and nothing settled before the result."""
    pit.opens(s07={"initial": 1_000})
    pit.plays("Th 6c 6d", says={}, until=Next.CLOSE_DECISIONS)
    at = len(pit.view.play) - 1
    pit.says("07", "surrender")
    pit.until(lambda view: view.next is Next.ENTER_RESULT)
    pit.ok(right(at, "Td"))
    asked(pit, Decide(GO_ON, ("07",)))
    pit.says("07", choice)
    ends(pit, s07=has)


def test_that_a_correction_of_what_was_corrected_meanwhile_is_refused(pit):
    dealt(pit, ONLY_07, OF_07, ["07"])
    pit.says("07", "hit")
    at = lies(pit, "2d")
    was = pit.view.play[at]
    pit.ok(right(at, "3d"))
    asked(pit, Decide(TURN, ("07",)))
    late = c.CorrectFact(at, Fact(CARD, ("4d",), "07"), NG, was=was)
    assert pit.do(late) == Refusal("other-facts")


@pytest.mark.rule("blackjack:5.7", "blackjack:5.7.3", "blackjack:3.21")
def test_that_who_was_misled_has_all_back_also_while_a_dealing_error_is_open(pit):
    """Eights are split; the first hand has hit 18, a ten for a nine, and is bust; then a card falls."""
    dealt(pit, {"s07": {"initial": 1_000}}, "8h 6c 8d", ["07"])
    pit.says("07", "split")
    at = lies(pit, "Ts")
    pit.says("07", "hit")
    lies(pit, "Kd")
    lies(pit, "2d")
    pit.ok(c.EnterIrregularity(Fact(DEALING_ERROR, ("a card fell",)), NG))
    asked(pit, Decide(GO_ON, ("07",)))
    pit.ok(right(at, "9s"))
    asked(pit, Decide(GO_ON, ("07",)))
    pit.says("07", TAKE_BACK)
    ends(pit, s07=10_000)

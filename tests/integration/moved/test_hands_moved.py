"""Whole hands that were dealt to wrong boxes are moved to their own before anybody has seen a card."""

from contextlib import suppress

import pytest

from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.console.view import Next
from kiosk.games.game import Decide
from kiosk.games.laid import GO_ON
from kiosk.table.round import Phase
from kits.console.desk import NG, TAN, Killed
from kits.games.moved import BOXES, EXCHANGED, PAIGOW, SIKIPI, STUD, all_go_on, deals_wrongly, given, hand_of


def asked_to_go_on(table):
    """Of these games Si Ki Pi alone lets who is concerned choose (its rule 5.6)."""
    return table.name == "sikipi"


def moves(pit):
    pit.ok(c.MoveHands(EXCHANGED, NG, pit.view.round))
    pit.pump()


def comes_back(pit):
    """The console was killed; it goes on with nothing but its files."""
    pit.again()
    pit.ok(c.Interrupted(decided=True, authority=TAN))
    pit.pump()


@pytest.mark.rule("stud:5.8.6", "stud:1.15", "paigow:5.2", "sikipi:5.6.2", "sikipi:5.11")
@pytest.mark.parametrize("killed", ["never", "before", "after"])
def test_that_hands_moved_to_their_boxes_are_played_there(pit, table, killed):
    deals_wrongly(pit, table)
    if killed == "before":
        comes_back(pit)
    heard = {box: len(pit.real[box].heard) for box in BOXES}
    moves(pit)
    if killed == "after":
        comes_back(pit)
    for box in BOXES:
        told = [card for hand in given(pit.real[box], heard[box]) for card in hand]
        assert told == hand_of(pit.real[box]) == table.cards[box], (
            "each seat is told its own hand, and it alone"
        )
    asked = pit.view.asked
    assert isinstance(asked, Decide) is asked_to_go_on(table)
    if asked_to_go_on(table):
        assert (asked.window, asked.boxes) == (GO_ON, BOXES)
        all_go_on(pit)
    pit.deals(table.cards, table.choices)
    pit.pump()
    assert (pit.money("07"), pit.money("08")) == table.won
    pit.ends()
    assert pit.audits() == []


@pytest.mark.rule("stud:5.8.2", "paigow:5.2", "sikipi:3.17")
def test_that_no_seat_had_seen_a_card_that_was_anothers(pit, table):
    seen = {box: set() for box in BOXES}

    def looks():
        """What a player can see: his own cards, from the first decision about them on."""
        for box in BOXES:
            state = pit.real[box].state
            if set(state.table.windows) - {GO_ON}:
                seen[box] |= set(hand_of(pit.real[box]))

    deals_wrongly(pit, table)
    looks()
    moves(pit)
    looks()
    all_go_on(pit)
    looks()
    pit.deals(table.cards, {}, until=Next.CLOSE_DECISIONS)
    pit.pump()
    looks()
    assert seen == {box: set(table.cards[box]) for box in BOXES}


@pytest.mark.rule("sikipi:5.6.3")
@pytest.mark.parametrize("table", [SIKIPI], indirect=True)
def test_that_who_is_concerned_may_have_the_bets_back(pit, table):
    deals_wrongly(pit, table)
    moves(pit)
    pit.until(lambda view: view.next is Next.CLOSE_DECISIONS)
    pit.real["07"].decides("take-back")
    pit.real["08"].decides(GO_ON)
    pit.until(lambda view: view.next is Next.ENTER_RESULT)
    pit.deals(table.cards, table.choices)
    pit.pump()
    assert (pit.money("07"), pit.money("08")) == ((10_000, 0, 0), table.won[1])
    assert pit.audits() == []


@pytest.mark.parametrize("at", [1, 2, 3, 5, 14])
@pytest.mark.rule("stud:5.8.6", "paigow:5.2")
def test_that_a_console_that_is_killed_between_two_writes_has_moved_nothing_or_all(pit, table, at):
    deals_wrongly(pit, table)
    before = pit.link.appends
    pit.link.kill_at = (before + at, "after")
    with suppress(Killed):  # where there are fewer writes, nobody is killed
        pit.desk.do(c.MoveHands(EXCHANGED, NG, pit.view.round))
    comes_back(pit)
    lie = [hand_of(pit.real[box]) for box in BOXES]
    assert lie in ([hands[box] for box in BOXES] for hands in (table.cards, table.wrongly))
    if pit.view.moves.boxes and lie[0] != table.cards["07"]:
        moves(pit)
    all_go_on(pit)
    pit.deals(table.cards, table.choices)
    pit.pump()
    assert (pit.money("07"), pit.money("08")) == table.won
    assert pit.audits() == []


def test_that_a_move_needs_a_supervisor_and_boxes_with_whole_hands(pit, table):
    assert pit.do(c.MoveHands(EXCHANGED, NG)).key == "phase"
    deals_wrongly(pit, table)
    assert pit.do(c.MoveHands(EXCHANGED)) == Refusal("needs-supervisor")
    assert pit.do(c.MoveHands(EXCHANGED, NG, pit.view.round + 1)).key == "other-round"
    for boxes in (
        {"07": "07", "08": "08"},
        {"07": "08"},
        {"07": "08", "08": "08"},
        {"07": "09", "09": "07"},
        {"07": "dealer", "dealer": "07"},
        {},
    ):
        assert pit.do(c.MoveHands(boxes, NG)).key == "not-a-result", boxes
    assert [hand_of(pit.real[box]) for box in BOXES] == [table.wrongly[box] for box in BOXES]
    moves(pit)
    lines = [line.values for line in pit.view.round_log if line.key == "hands-moved"]
    assert lines == [{"boxes": "08 → 07, 07 → 08", "by": "Ng"}]


@pytest.mark.rule("paigow:5.2", "sikipi:5.5.3")
@pytest.mark.parametrize("table", [PAIGOW, SIKIPI], indirect=True)
def test_that_hands_that_were_seen_are_not_moved(pit, table):
    pit.opens(**table.bets)
    pit.deals(table.wrongly, {}, until=Next.CLOSE_DECISIONS)
    assert pit.do(c.MoveHands(EXCHANGED, NG)).key == "phase"


@pytest.mark.rule("stud:5.10", "stud:5.10.2", "stud:5.10.3")
@pytest.mark.parametrize("table", [STUD], indirect=True)
def test_that_seen_hands_are_moved_in_stud_and_who_is_concerned_chooses(pit, table):
    pit.opens(**table.bets)
    pit.deals(table.wrongly, {}, until=Next.CLOSE_DECISIONS)
    pit.real["07"].decides("fold")
    pit.pump()
    moves(pit)
    pit.until(lambda view: view.next is Next.CLOSE_DECISIONS)
    assert pit.view.asked == Decide(GO_ON, BOXES)
    assert pit.real["07"].state.chosen is None, "what was chosen by another hand counts for nothing"
    all_go_on(pit)
    pit.deals(table.cards, table.choices)
    assert pit.view.phase is Phase.RESULT
    pit.pump()
    assert (pit.money("07"), pit.money("08")) == table.won
    pit.ends()
    assert pit.audits() == []
    assert pit.do(c.MoveHands(EXCHANGED, NG)).key == "phase"

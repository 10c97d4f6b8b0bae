"""What the books say of a shoe from which a card came more often than its decks hold."""

import pytest

from kiosk.console import commands as c
from kiosk.console.desk import count
from kiosk.games.blackjack.deal import CARD
from kiosk.games.game import Fact
from kits.console.desk import NG
from kits.games.blackjack_shoe import EIGHT, KINGS, SAYS, FourDecks

TWENTY = "Tc 9d Jc 9h"


@pytest.fixture
def pit(tmp_path, monkeypatch):
    """A console that counts nothing, as one of before."""
    monkeypatch.setattr(count, "why_too_many", lambda *_: None)
    pit = FourDecks(tmp_path)
    pit.start()
    pit.sit("07")
    yield pit
    pit.close()


def found(pit):
    return [finding for _, finding in pit.audits()]


@pytest.mark.rule("blackjack:5.5.2")
def test_that_the_audit_names_the_card_and_the_rounds(pit):
    pit.round()
    pit.new_shoe()
    pit.round()
    assert found(pit) == [], "what lay before the new shoe is of another one"
    pit.round(TWENTY)
    pit.round()
    assert found(pit) == ["rounds 2 to 4: the card Kh came 6 times from a shoe of 4 decks"]
    pit.new_shoe()
    pit.round()
    assert len(found(pit)) == 1, "each shoe is looked at by itself"


def test_that_without_a_shoe_on_record_nothing_is_found(pit):
    pit.round()
    pit.round()
    assert found(pit) == []


def test_that_a_round_that_was_corrected_under_the_next_shoe_counts_as_corrected(pit):
    pit.new_shoe()
    pit.round()
    pit.round()
    pit.new_shoe()
    pit.round(TWENTY)
    first = pit.view.last_rounds[2]
    queens = tuple(Fact(CARD, ("Qh",), f.at) if f.values == ("Kh",) else f for f in first.facts)
    pit.ok(c.CorrectResult(queens, NG, first.number, reason="queens lay there"))
    pit.until(lambda view: view.last_rounds[2].corrected)
    assert found(pit) == []


def test_that_a_shoe_that_was_recorded_late_takes_its_round_with_it(pit):
    pit.new_shoe()
    pit.round()
    pit.to_third()
    assert pit.king() is None
    pit.ok(c.NewShoe(NG, pit.view.round))
    pit.pump()
    assert found(pit) == []


def test_that_a_first_shoe_that_was_recorded_in_a_round_accuses_nobody(pit):
    pit.to_third()
    pit.ok(c.NewShoe(NG, pit.view.round))
    pit.pump()
    assert found(pit) == []


def test_that_a_shoe_recorded_while_the_result_stands_takes_no_card_of_that_round(pit):
    pit.new_shoe()
    pit.round()
    pit.opens(s07={"initial": 1_000})
    pit.plays(KINGS, SAYS)
    pit.ok(c.NewShoe(NG))
    pit.ends()
    pit.round()
    assert found(pit) == ["rounds 1 to 2: the card Kh came 6 times from a shoe of 4 decks"]


def test_that_a_shoe_is_judged_by_the_decks_that_were_shuffled_in(pit):
    pit.new_shoe()
    pit.round()
    pit.round()
    pit.felt = EIGHT
    pit.again()
    pit.new_shoe(of=8)
    pit.round()
    pit.round()
    assert found(pit) == ["rounds 1 to 2: the card Kh came 6 times from a shoe of 4 decks"]


def test_that_a_card_that_was_no_rounds_counts_with_its_shoe(pit):
    pit.new_shoe()
    pit.round()
    pit.round(TWENTY)
    for _ in range(2):
        pit.desk._core.service.record_desk("stray-card", "console-1", "2026-01-31T12:00:00Z", reason="Kh")
        pit.pump()
    assert found(pit) == ["rounds 1 to 2: the card Kh came 5 times from a shoe of 4 decks"]


def test_that_a_shoe_without_its_decks_on_record_is_judged_by_the_layout(pit):
    pit.desk._core.service.record_desk("new-shoe", "Mia", "2026-01-31T12:00:00Z")
    pit.pump()
    pit.round()
    pit.round()
    assert found(pit) == ["rounds 1 to 2: the card Kh came 6 times from a shoe of 4 decks"]

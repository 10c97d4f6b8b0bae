"""Cards: their two letters, and what is no card."""

import pytest

from kiosk.cards import DECK, JOKER, BadCard, check_cards, rank_of, suit_of


def test_that_a_deck_has_52_cards_of_13_ranks_and_4_suits():
    assert len(DECK) == len(set(DECK)) == 52
    assert (rank_of("2c"), rank_of("Td"), rank_of("Ah"), suit_of("Ks")) == (2, 10, 14, "s")


def test_that_cards_are_taken_as_they_come():
    assert check_cards(["Ah", "Td"]) == ("Ah", "Td")
    assert check_cards(["Ah", "Td", "Ah"], decks=4) == ("Ah", "Td", "Ah")
    assert check_cards([JOKER], joker=True) == (JOKER,)


@pytest.mark.parametrize("card", ["", "A", "10h", "ah", "AH", "1h", "Ah ", JOKER, 7, None, ["Ah"]])
def test_that_what_is_no_card_is_refused_with_what_was_found(card):
    with pytest.raises(BadCard, match=r"found the card .*: expected a rank of 23456789TJQKA"):
        check_cards(["Kd", card])


def test_that_a_card_is_not_there_more_often_than_there_are_decks():
    with pytest.raises(BadCard, match="found the card Ah 2 times: expected at most 1"):
        check_cards(["Ah", "Td", "Ah"])
    with pytest.raises(BadCard, match="found the card Ah 5 times: expected at most 4"):
        check_cards(["Ah"] * 5, decks=4)

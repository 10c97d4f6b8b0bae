import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.tickets import number as numbers

SOURCE = random.Random(20)
SAMPLE = [f"{SOURCE.randrange(10**17):017d}" for _ in range(10_000)]

digits17 = st.text("0123456789", min_size=17, max_size=17)


def whole(digits: str) -> str:
    return digits + numbers.check_digit(digits)


def test_that_no_single_wrong_digit_passes():
    for digits in SAMPLE[:2_000]:
        number = whole(digits)
        for place in range(18):
            for other in "0123456789":
                if other != number[place]:
                    assert not numbers.is_valid(number[:place] + other + number[place + 1 :])


def test_that_no_swap_of_neighbours_passes():
    for digits in SAMPLE:
        number = whole(digits)
        for place in range(17):
            if number[place] != number[place + 1]:
                swapped = number[:place] + number[place + 1] + number[place] + number[place + 2 :]
                assert not numbers.is_valid(swapped)


def test_that_the_check_digit_is_damms():
    assert numbers.check_digit("572") == "4"  # the worked example of the published scheme
    assert numbers.check_digit("0" * 17) == "0"


def test_that_the_table_is_a_latin_square_with_zeros_on_the_diagonal():
    for row in numbers._DAMM:
        assert sorted(row) == list(range(10))
    for column in zip(*numbers._DAMM, strict=True):
        assert sorted(column) == list(range(10))
    assert all(numbers._DAMM[i][i] == 0 for i in range(10))


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "1",
        "12345678901234567",
        "1234567890123456789",
        "12345678901234567x",
        "１２３４５６７８９０１２３４５６７８",
        "²" * 18,
    ],
)
def test_that_what_is_not_18_plain_digits_is_not_valid(bad):
    assert not numbers.is_valid(bad)


@given(digits17)
def test_that_a_drawn_number_with_its_check_digit_is_valid(digits):
    assert numbers.is_valid(whole(digits))


@given(digits17)
def test_that_the_mask_shows_the_last_four_and_nothing_else(digits):
    number = whole(digits)
    assert numbers.mask(number) == "•" * 14 + number[-4:]


def test_that_a_short_text_is_masked_whole():
    assert numbers.mask("123") == "•••"
    assert numbers.mask("") == ""


def test_that_the_printed_groups_are_the_trades():
    assert numbers.grouped("012345678901234567") == "01-2345-6789-0123-4567"
    with pytest.raises(ValueError, match="expected 18 digits"):
        numbers.grouped("12")

import itertools
import random

import pytest

from kiosk.tickets.number import draw_number, is_valid


def test_that_drawn_numbers_are_valid_and_differ():
    numbers = {draw_number() for _ in range(10_000)}
    assert len(numbers) == 10_000
    assert all(is_valid(number) and len(number) == 18 for number in numbers)


def test_that_all_17_digits_come_from_the_source():
    asked = []

    def source(below):
        asked.append(below)
        return 42

    number = draw_number(source)
    assert asked == [10**17]
    assert number[:-1] == "00000000000000042"


@pytest.mark.parametrize("answer", [-1, 10**17])
def test_that_a_source_outside_its_range_is_refused(answer):
    with pytest.raises(ValueError, match="random source"):
        draw_number(lambda _: answer)


def test_that_every_place_takes_every_digit():
    numbers = [draw_number() for _ in range(2_000)]
    for place in range(18):
        assert {number[place] for number in numbers} == set("0123456789")


def test_that_of_10_000_drawn_numbers_none_survives_a_wrong_digit_or_swapped_neighbours():
    source = random.Random(1)
    numbers = {draw_number(source.randrange) for _ in range(10_000)}
    assert len(numbers) == 10_000
    for number in numbers:
        at = source.randrange(18)
        for digit in "0123456789":
            if digit != number[at]:
                assert not is_valid(number[:at] + digit + number[at + 1 :])
        swaps = [n for n in range(17) if number[n] != number[n + 1]]
        assert not any(is_valid(number[:n] + number[n + 1] + number[n] + number[n + 2 :]) for n in swaps)


def test_that_every_wrong_digit_of_a_number_is_found():
    for number in (draw_number() for _ in range(300)):
        for at, digit in itertools.product(range(18), "0123456789"):
            if digit != number[at]:
                assert not is_valid(number[:at] + digit + number[at + 1 :])

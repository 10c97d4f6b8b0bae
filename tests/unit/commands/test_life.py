"""How commands are told to end: by signals, at any moment."""

import signal

import pytest

from kiosk.commands._life import ends_by_signal, leaves_by_signal

BOTH = pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])


@BOTH
def test_that_a_signal_leaves_from_wherever_the_program_is(number):
    with leaves_by_signal(), pytest.raises(SystemExit) as left:
        signal.raise_signal(number)
    assert left.value.code == 128 + number


@BOTH
def test_that_a_second_signal_does_not_cut_off_the_cleaning_up(number):
    with leaves_by_signal():
        with pytest.raises(SystemExit):
            signal.raise_signal(number)
        signal.raise_signal(number)


@BOTH
def test_that_a_signal_does_not_cut_off_a_cleaning_up_that_has_begun_by_itself(number):
    with leaves_by_signal() as leaving:
        leaving.hold()
        signal.raise_signal(number)


def test_that_handlers_are_given_back_also_to_one_command_within_another():
    before = signal.getsignal(signal.SIGTERM)
    told = []
    with leaves_by_signal():
        with ends_by_signal(lambda: told.append(True)):
            signal.raise_signal(signal.SIGTERM)
        with pytest.raises(SystemExit):
            signal.raise_signal(signal.SIGTERM)
    assert told == [True]
    assert signal.getsignal(signal.SIGTERM) is before

"""The commands at a table of Blackjack: bots play by the chart, and every book agrees."""

import pytest

from kiosk.cli import main


def test_that_seven_seats_play_and_all_books_agree(capsys):
    assert main(("simulate", "--game", "blackjack", "--seats", "7", "--rounds", "5", "--seed", "5")) == 0
    assert "cents lost: 0; all books agree" in capsys.readouterr().out


@pytest.mark.timeout(300)
def test_that_one_seat_plays_alone_and_its_rounds_are_settled_again(capsys, tmp_path):
    state = str(tmp_path / "state")
    words = ("demo", "--game", "blackjack", "--headless", "--bot", "--seed", "3", "--state", state)
    assert main((*words, "--rounds", "6")) == 0
    assert "books: everything agrees" in capsys.readouterr().out
    for command in ("verify", "replay", "report"):
        assert main((command, "--state", state)) == 0
        said = capsys.readouterr().out
        if command == "replay":
            assert "0 differ from the journal" in said
            assert "dealer" in said

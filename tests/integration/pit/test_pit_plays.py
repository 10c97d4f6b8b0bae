"""The seats of a card game over a real etcd: whatever is killed, every book agrees and no other sees a card."""

import json
import os
import re
from collections import Counter
from dataclasses import replace

import pytest

from kits.audit.pit_books import check_pit, pays_in_the_middle
from kits.audit.pit_heard import check_heard, check_refused, given_alone
from kits.audit.pit_shoe import check_shoe
from kits.chaos.hearing import heard, keep
from kits.chaos.pit import PitOf, tormented
from kits.devices.shoe_process import cards_of

PITS = [
    PitOf("stud", "B", shoe=True, jackpot=True),
    PitOf("paigow", "A", boxes=6, shows_all=True),
    PitOf("sikipi", "B", shoe=True, shows_all=True),
    PitOf("blackjack", "C", shoe=True, decks=4, shows_all=True, all_open=True),
]
"""The card games of the house. Another one is another line."""
ROUNDS, SEED = int(os.environ.get("PIT_ROUNDS", "500")), int(os.environ.get("PIT_SEED", "15"))

SHORT = [of for of in PITS if of.jackpot or of.all_open]
"""Each kind once: a game that hides cards, with a jackpot; one that shows all, pays in the middle and keeps its shoe.

The others go the same way, in the long form.
"""


def torment(folder, of, seed, rounds, capsys, kills=1.0, enough=lambda _: True):
    """Play, kill, go on until it is enough, come to rest, judge; answers the pit and what was done and found."""
    with tormented(folder, of, seed) as pit:
        pit.plays(rounds, kills)
        while not enough(pit):
            pit.plays(1, kills)
        check_refused(pit)
        pit.rests()
        counts = pit.killed + check_pit(pit)
        counts += Counter() if of.all_open else check_heard(pit)
        counts += check_shoe(pit) if of.decks else Counter()
    with capsys.disabled():
        print(
            f"\npit of {of.game}: " + ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
        )
    return pit, counts


def all_seen(pit):
    """What the short torment counts has happened: who bets, who folds and what falls is chance."""
    if pit.of.game == "blackjack":
        return pays_in_the_middle(pit)
    return bool(given_alone(pit)[1])


def forgets(kept):
    """What has left the shoe is not known any more."""
    kept.write_text(json.dumps(json.loads(kept.read_text()) | {"drawn": {}}))


@pytest.mark.timeout(600)
@pytest.mark.parametrize("of", SHORT, ids=lambda of: of.game)
def test_that_in_a_short_torment_every_book_agrees_and_each_card_is_for_one_seat(tmp_path, of, capsys):
    pit, counts = torment(tmp_path, replace(of, boxes=3), 1, 3, capsys, 2, all_seen)
    of_game = ("hands paid in the middle",)
    if not of.all_open:
        of_game = ("cards that their seat alone was told", "of these never shown")
    for kind in ("seat killed", "console killed", *of_game):
        assert counts[kind] >= 1, f"no {kind}"
    if of.decks:
        forgets(cards_of(pit.shoe_port))
        with pytest.raises(AssertionError, match="were drawn, not"):
            check_shoe(pit)
    if of.all_open:
        return
    word, whose = next(
        (word, each) for each in pit.seats for word in heard(pit.ears[each]) if b"FactsSealed" in word
    )
    one = next(each for each in pit.seats if each != whose)
    keep(pit.ears[one], word)
    with pytest.raises(AssertionError, match=re.escape(f"seat {one} was told what is private to")):
        check_heard(pit)


@pytest.mark.torture
@pytest.mark.timeout(4 * 3600)
@pytest.mark.parametrize("of", PITS, ids=lambda of: of.game)
def test_that_in_500_rounds_every_book_agrees_and_each_card_is_for_one_seat(tmp_path, of, capsys):
    _, counts = torment(tmp_path, of, SEED, ROUNDS, capsys)
    for kind in ("seat killed", "console killed", *(["shoe killed"] if of.shoe else [])):
        assert counts[kind] >= ROUNDS // 20, f"no {kind}"

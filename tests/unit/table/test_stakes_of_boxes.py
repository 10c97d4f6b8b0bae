"""What lies at the boxes of a table of cards, as the console tells every seat."""

import msgspec
import pytest
from msgspec.structs import replace

from kiosk.games.game import HOLDS, Fact
from kiosk.games.stud.game import GAME
from kiosk.table import records as r
from kiosk.table.facts import GameRules
from kiosk.table.round import NotAllowed, Phase, Table, fold
from kits.games.stud_dealt import FELT
from kits.games.stud_pit import LIMITS

STAKES = {"07": {"ante": 1_000, "jackpot": 100}, "08": {"ante": 500}}
CLOSED = Table(number=1, phase=Phase.CLOSED, game="stud", limits=LIMITS)
RULES = GameRules(GAME, FELT)


class Anything:
    """A game that asks for whatever comes."""

    def why_not(self, *_said):
        return None

    def stands(self, _entered):
        return False

    def window(self, _entered):
        return "call"


def named(stakes):
    return r.FactsEntered(round=1, facts=(Fact(HOLDS, ("07", "08")),), stakes=stakes)


def decided(added):
    return r.DecisionsEntered(round=1, n=1, facts=(Fact("call", ("bet",), "07"),), stakes=added)


def test_that_every_reader_knows_what_lies_at_the_boxes():
    assert fold(CLOSED, 9, named(STAKES), RULES).stakes == STAKES


def test_that_what_decisions_add_lies_there_too():
    table = fold(CLOSED, 9, named(STAKES), RULES)
    opened = r.DecisionsOpened(round=1, n=1, closes_in_ms=1_000)
    for event in (
        opened,
        r.DecisionsClosed(round=1, n=1),
        decided({"07": {"bet": 2_000, "ante": 50}, "08": {}}),
    ):
        table = fold(table, 10, event, Anything())
    assert table.stakes == {"07": {"ante": 1_050, "jackpot": 100, "bet": 2_000}, "08": {"ante": 500}}


@pytest.mark.parametrize("kind", [r.FactsEntered, r.DecisionsEntered])
def test_that_a_record_without_stakes_is_written_as_it_was_before_there_were_any(kind):
    n = {"n": 1} if kind is r.DecisionsEntered else {}
    event = kind(round=1, facts=(Fact("coin", ("heads",)),), by="Mia", **n)
    assert set(msgspec.json.decode(r.encode(event))) == {"type", "v", "round", "facts", "by", *n}
    told_none = msgspec.json.decode(r.encode(event)) | {"stakes": {}}
    assert r.decode(msgspec.json.encode(told_none)) == replace(event, stakes={}), (
        "as it was written for a while"
    )


def test_that_nothing_lies_where_nobody_plays():
    with pytest.raises(NotAllowed, match="stakes at 09: expected them at boxes that play"):
        fold(CLOSED, 9, named({"09": {"ante": 500}}), RULES)


def test_that_the_next_round_begins_with_an_empty_felt():
    table = fold(CLOSED, 9, named(STAKES), RULES)
    void = fold(table, 10, r.RoundVoided(round=1, reason="power", by="dealer"), RULES)
    opened = r.RoundOpened(
        round=2, game="stud", limits=LIMITS, closes_in_ms=1_000, at="2026-11-29T10:00:00Z", layout="A"
    )
    assert fold(void, 11, opened, RULES).stakes == {}

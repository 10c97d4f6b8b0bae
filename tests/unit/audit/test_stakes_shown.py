"""The stakes that all seats are shown at the boxes, held against the bets that are registered: verify names both."""

import sqlite3
from contextlib import closing

import pytest

from kiosk.audit.journal import Booked
from kiosk.audit.rounds import compare_round
from kiosk.audit.signature import SignatureAudit
from kiosk.audit.table import read_table
from kiosk.games.game import HOLDS, Fact
from kiosk.games.stud.game import GAME
from kiosk.table import keys
from kiosk.table import records as r
from kits.games.stud_dealt import FELT, FLUSH
from kits.games.stud_pit import LIMITS

T, SEAT = "12", "07"
ANTE, BET = {"ante": 1_000}, {"bet": 2_000}
HAND = tuple(Fact("card", (card,), SEAT, SEAT) for card in FLUSH.split())
DEALT = (
    *[Fact("card", (), SEAT, SEAT)] * 5,
    Fact("card", ("Ac",), "dealer"),
    *[Fact("card", (), "dealer", "nobody")] * 4,
)


def findings(shown, added=None, boxes=(SEAT,), call="bet"):
    """What the audit says of a round with an Ante of $10 and a BET of $20, shown as these."""
    slip = r.Slip(seat=SEAT, round=1, rev=1, layout="A", stakes=ANTE)
    choice = r.Choice(seat=SEAT, round=1, n=1, rev=2, window="call", choice="bet", stakes=BET)
    play = [
        r.RoundOpened(
            round=1, game="stud", layout="A", limits=LIMITS, closes_in_ms=1_000, at="2026-01-01T00:00:00Z"
        ),
        slip,
        r.BetsClosed(round=1),
        r.FactsEntered(round=1, facts=(Fact(HOLDS, boxes),), **({} if shown is None else {"stakes": shown})),
    ]
    if added is not None:
        play += [
            r.ActStarted(round=1, act="shuffle"),
            r.ActEnded(round=1, act="shuffle", times=1),
            r.FactsSealed(seat=SEAT, round=1, n=1, first=2, facts=HAND),  # after the boxes and the shuffle
            r.FactsEntered(round=1, facts=DEALT),
            r.DecisionsOpened(round=1, n=1, closes_in_ms=1_000),
            choice,
            r.DecisionsClosed(round=1, n=1),
            r.DecisionsEntered(
                round=1, n=1, facts=(Fact("call", (call,), SEAT),), **({"stakes": added} if added else {})
            ),
        ]
    with closing(sqlite3.connect(":memory:")) as log:
        log.execute("CREATE TABLE entry(id INTEGER PRIMARY KEY, seq, key, value)")
        for seq, record in enumerate(play, 1):
            match record:
                case r.Slip():
                    key = keys.slip(T, SEAT, 1, record.rev)
                case r.Choice():
                    key = keys.choice(T, record)
                case r.FactsSealed():
                    key = keys.facts_sealed(T, record)
                case _:
                    key = keys.round_event(T, 1, seq)
            log.execute("INSERT INTO entry(seq, key, value) VALUES (?, ?, ?)", (seq, key, r.encode(record)))
        found = read_table(log, T, SEAT, GAME, {"A": FELT}, SignatureAudit(None))
    assert found.ignored == []
    return list(compare_round(1, found.rounds[1], Booked(), read=False))


def says(spot, shown, registered):
    return [f"round 1: {shown} cents on '{spot}' were shown at this seat's box, {registered} were registered"]


def test_that_stakes_that_are_shown_as_they_are_registered_are_no_finding():
    assert findings({SEAT: ANTE}) == []
    assert findings({SEAT: ANTE}, {SEAT: BET}) == []


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        ({SEAT: {"ante": 1_500}}, says("ante", 1_500, 1_000)),
        ({SEAT: {"jackpot": 100} | ANTE}, says("jackpot", 100, 0)),
        ({"08": ANTE}, says("ante", 0, 1_000)),
    ],
)
def test_that_bets_that_are_shown_otherwise_are_named_with_both_figures(shown, said):
    assert findings(shown, boxes=(SEAT, "08")) == said


@pytest.mark.parametrize(
    ("added", "said"),
    [({SEAT: {"bet": 1_900}}, says("bet", 1_900, 2_000)), ({}, says("bet", 0, 2_000))],
)
def test_that_what_a_decision_added_is_compared_too(added, said):
    assert findings({SEAT: ANTE}, added) == said


def test_that_an_added_bet_of_a_decision_that_was_entered_otherwise_is_named():
    assert findings({SEAT: ANTE}, {SEAT: BET}, call="fold") == says("bet", 2_000, 0)


def test_that_a_log_from_before_stakes_were_shown_is_not_judged():
    assert findings(None) == []
    assert findings(None, {}) == []
    assert findings(None, {SEAT: BET}) == [], "a newer console took over after the boxes were named"


def test_that_a_box_that_does_not_play_is_shown_nothing():
    assert findings({"08": ANTE}, boxes=("08",)) == []

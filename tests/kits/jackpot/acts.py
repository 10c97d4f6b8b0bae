"""A jackpot of $1,000 that falls back to $500, $1 a bet of which 30 cents are added, and what tables ask of it."""

from kiosk.jackpot.meter import Box, Claim, Prize, Share, Terms
from kiosk.jackpot.requests import (
    Confirm,
    Contribute,
    Correct,
    Deny,
    MakeClaim,
    Moved,
    PaidAsRegistered,
    Return,
    SetTerms,
    Show,
    Void,
)

AT = "2026-11-28T10:00:00Z"
BEGINS, RESET, EACH, BET = 100_000, 50_000, 30, 100
FIRST = Terms(1, RESET, EACH, BET)
BEGIN = SetTerms(FIRST, "Boss", "opening night", BEGINS)
ALL, TENTH = Share(1), Share(1, 10)
A, B = "ST-01", "ST-02"


def contribute(table, number, *boxes, terms=1):
    return Contribute(table, number, boxes or ("T-01",), terms)


def returned(table, number, box="T-01"):
    return Return(Box(table, number, box))


def void(table, number):
    return Void(table, number)


def hand(table, number, box="T-01", share=ALL, dealt_at=7, **of):
    return Claim(Box(table, number, box), share, dealt_at, **of)


def claim(table, number, box="T-01", share=ALL, dealt_at=7, **of):
    return MakeClaim(hand(table, number, box, share, dealt_at, **of))


def confirm(table, number, box="T-01", share=ALL, dealt_at=7, by="Boss", **said):
    return Confirm(hand(table, number, box, share, dealt_at, **of_hand(said)), by, **said)


def deny(table, number, box="T-01", share=ALL, dealt_at=7, **of):
    return Deny(hand(table, number, box, share, dealt_at, **of), "Boss", "a card was marked")


def registered(table, number, cents, box="T-01", share=ALL, dealt_at=7, **of):
    return PaidAsRegistered(hand(table, number, box, share, dealt_at, **of), cents)


def of_hand(said):
    """What is said of the Hand itself."""
    return {name: said.pop(name) for name in ("turn", "revision") if name in said}


def correct(table, number, decision, boxes=("T-01",), **won):
    """``won`` by box, with _ for -: the share and the cents."""
    prizes = (Prize(box.replace("_", "-"), share, cents) for box, (share, cents) in won.items())
    return Correct(table, number, decision, boxes, tuple(prizes))


def moved(jackpot, *requests):
    """What each was answered; all must be done."""
    found = [jackpot.ask(request) for request in requests]
    assert all(isinstance(answer, Moved) for answer in found), found
    return found[-1]


def shown(jackpot):
    return jackpot.ask(Show()).meter

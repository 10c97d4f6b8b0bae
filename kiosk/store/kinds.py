"""The closed list of what a seat books: each kind with the name and the lines that its transactions have."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kiosk.seat.accounts import Account, Kind
from kiosk.store.chain import Line

_TICKET = "[0-9]{18}"
_NUMBER = "[1-9][0-9]{0,17}"
_WHY = "(?:(?:send|registered|dropped|closed)|(?:choose|chosen|dropped|undone|decided)-[0-9]+)-[0-9]+"
_ROUND = f"({_NUMBER})"


@dataclass(frozen=True)
class Form:
    """How transactions of a kind look. ``name`` matches the key, its group is the round when it has one.

    ``signs``: each account once, with +1 where cents are added, -1 where they are taken, 0 where both may be, and None
    where no cents are.
    """

    name: re.Pattern[str]
    signs: Mapping[str, int | None]


def _form(name: str, **signs: int | None) -> Form:
    return Form(re.compile(name), signs)


# `adjust` holds what a changed decision took back and the player had cashed out already, the open items, and what shift
# managers ordered to or from the credit.
FORMS: Mapping[str, Form] = {
    Kind.NOTE.value: _form("note:[^:]+:[^:]+", notes=-1, credit=1),
    Kind.TICKET_IN.value: _form(f"ticket-in:{_TICKET}", tickets_in=-1, credit=1),
    Kind.TICKET_OUT.value: _form(f"ticket:{_TICKET}", credit=-1, tickets_out=1),
    Kind.TICKET_VOID.value: _form(f"ticket-void:{_TICKET}", tickets_out=-1, credit=1),
    Kind.HANDPAY.value: _form(f"handpay:[^:]+:[^:]+:{_NUMBER}", credit=-1, handpay=1),
    Kind.STAKE.value: _form(f"stake:[^:]+:{_ROUND}:{_WHY}", credit=-1, escrow=1),
    Kind.RELEASE.value: _form(f"release:[^:]+:{_ROUND}:{_WHY}", escrow=-1, credit=1),
    Kind.INTERIM.value: _form(f"interim:[^:]+:{_ROUND}:{_NUMBER}", escrow=-1, house=0, credit=1),
    Kind.SETTLE.value: _form(f"settle:[^:]+:{_ROUND}", escrow=-1, house=0, credit=1),
    Kind.VOID.value: _form(f"void:[^:]+:{_ROUND}", escrow=-1, credit=1),
    # Booked in the round in which it came to the seat, about the round that the name tells.
    Kind.CORRECT.value: _form(f"correct:[^:]+:{_NUMBER}:{_NUMBER}", house=0, credit=0, adjust=-1),
    Kind.VOID_SETTLED.value: _form(f"void-settled:[^:]+:{_NUMBER}:{_NUMBER}", house=0, credit=0, adjust=-1),
    Kind.PAID_BY_HAND.value: _form(
        f"paid-by-hand:[^:]+:{_NUMBER}:{_NUMBER}", credit=-1, adjust=-1, handpay=1
    ),
    # By the number of the manager's record at the table.
    Kind.ORDERED.value: _form(f"ordered:[^:]+:{_NUMBER}", credit=0, adjust=0),
    # Its place, the postings before it, and what each account adds up to: see kiosk/store/checkpoint.py.
    Kind.SEALED.value: _form(
        f"sealed:[0-9]{{18}}:[0-9]+:-?[0-9]+(?:,-?[0-9]+){{{len(Account) - 1}}}", credit=None
    ),
    Kind.BEGUN.value: _form("begun:[0-9]{8}T[0-9]{6}Z", credit=None),
}
_ALL = frozenset(account.value for account in Account)
_DOES = {1: "adds to", 0: "posts nothing to", -1: "takes from"}
# Losses and winnings are lines of their own.
_OFTEN_TWICE = ((Kind.SETTLE.value, Account.HOUSE.value), (Kind.INTERIM.value, Account.HOUSE.value))
# The end of a round that an interim settlement has left nothing of.
_NOTHING_LEFT = ((Kind.SETTLE.value, (("house", 0),)), (Kind.VOID.value, (("escrow", 0),)))


def why_not(kind: str, key: str, number: int, lines: Sequence[Line]) -> str | None:
    """The reason why no seat books such a transaction, or None."""
    form = FORMS.get(kind)
    if form is None:
        return f"kind '{kind}' is none that a seat books"
    named = form.name.fullmatch(key)
    if named is None:
        return f"'{key}' is no name of a '{kind}'"
    if named.lastindex and int(named[1]) != number:
        return f"'{key}' is booked in round {number}"
    return _why_not_lines(kind, tuple(lines))


@lru_cache(maxsize=4_000)
def _why_not_lines(kind: str, lines: tuple[Line, ...]) -> str | None:
    """As `why_not`: most transactions post what many others post."""
    return _why_not_shape(kind, tuple((account, (cents > 0) - (cents < 0)) for account, cents in lines))


@lru_cache(maxsize=1_000)
def _why_not_shape(kind: str, shape: tuple[tuple[str, int], ...]) -> str | None:
    """As `why_not`, for accounts and the signs of their cents: few shapes make up a whole journal."""
    if (kind, shape) in _NOTHING_LEFT:
        return None
    signs = FORMS[kind].signs
    seen: set[str] = set()
    for account, found in shape:
        sign = signs.get(account)
        if account not in signs:
            if account in _ALL:  # an account that nobody knows is found by the audit itself
                return f"a '{kind}' does not post to '{account}'"
        elif (found != 0) if sign is None else (found == 0 or (sign and found != sign)):
            return f"a '{kind}' {_DOES[found]} '{account}'"
        elif account in seen and (kind, account) not in _OFTEN_TWICE:
            return f"a '{kind}' posts twice to '{account}'"
        seen.add(account)
    return None

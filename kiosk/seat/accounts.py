"""The seat's accounts and what a posting is. Every posting's amounts sum to zero (docs: the journal)."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Account(StrEnum):
    """The accounts of the journal, in cents. ``credit`` and ``escrow`` are never negative."""

    CREDIT = "credit"
    ESCROW = "escrow"
    HOUSE = "house"
    NOTES = "notes"
    TICKETS_IN = "tickets_in"
    TICKETS_OUT = "tickets_out"
    HANDPAY = "handpay"
    ADJUST = "adjust"


class Kind(StrEnum):
    """What a transaction of the journal is about."""

    NOTE = "note"
    TICKET_IN = "ticket-in"
    TICKET_OUT = "ticket-out"
    TICKET_VOID = "ticket-void"
    HANDPAY = "hand-pay"
    STAKE = "stake"
    RELEASE = "release"
    INTERIM = "interim"
    SETTLE = "settle"
    VOID = "void"
    CORRECT = "correct"
    VOID_SETTLED = "void-settled"
    PAID_BY_HAND = "paid-by-hand"
    ORDERED = "ordered"
    SEALED = "sealed"  # a checkpoint: what all accounts add up to so far, in its name
    BEGUN = "begun"  # the first of books that began after a release: by it no older copy holds what hosts have seen


class Posting(msgspec.Struct, frozen=True):
    """One line of a transaction: cents added to an account."""

    account: Account
    cents: int


class Balances(msgspec.Struct, frozen=True):
    """What stands on each account, in cents."""

    credit: int = 0
    escrow: int = 0
    house: int = 0
    notes: int = 0
    tickets_in: int = 0
    tickets_out: int = 0
    handpay: int = 0
    adjust: int = 0

    @property
    def total(self) -> int:
        """The sum over all accounts: always zero."""
        return sum(getattr(self, account.value) for account in Account)


class BookError(AssertionError):
    """A posting that must never be: it does not sum to zero, or it makes credit or escrow negative."""


def posted(balances: Balances, postings: tuple[Posting, ...]) -> Balances:
    """The balances after ``postings``. Raises :class:`BookError`; nothing is posted then."""
    if sum(posting.cents for posting in postings) != 0:
        raise BookError(f"postings do not sum to zero: {postings}")
    changed: dict[str, int] = {}  # all eight accounts anew for each slip were a fifth of its two steps
    for posting in postings:
        name = posting.account.value
        changed[name] = changed.get(name, getattr(balances, name)) + posting.cents
    after = msgspec.structs.replace(balances, **changed)
    for account, cents in (("credit", after.credit), ("escrow", after.escrow)):
        if cents < 0:
            raise BookError(f"account '{account}' would be {cents} cents; it is never negative")
    return after

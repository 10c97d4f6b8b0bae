"""The meter of a Progressive Jackpot and the acts that have moved it (rules 1.13, 4.2, 4.5). Pure values."""

from __future__ import annotations

import hashlib
import re
from enum import StrEnum
from typing import Final

import msgspec

from kiosk.faults import EnvironmentFault
from kiosk.jackpot.keys import TAKEN
from kiosk.money import MOST_CENTS
from kiosk.written import shown

_NAME = re.compile("[A-Za-z0-9][A-Za-z0-9-]{0,15}")
MOST_ROUND: Final = 10**16 - 1
MOST_PLACE: Final = 2**63 - 1  # of the log


class JackpotFault(EnvironmentFault):
    """The meter cannot be used now: damaged, locked, full, never begun. The message says what and where."""


class What(StrEnum):
    """What an act was."""

    TERMS = "terms"  # the House has set reset value, contribution and bet
    CONTRIBUTED = "contributed"  # at "No more Bets" (decision S09)
    RETURNED = "returned"  # the bet of one box that was invalidated
    VOIDED = "voided"  # a round takes back its own
    CLAIMED = "claimed"  # a Hand has won a share: staff look at it
    PAID = "paid"  # staff have confirmed it
    DENIED = "denied"  # staff have not
    REGISTERED = "registered"  # it was silent: the Hand was paid of what the console heard last
    CORRECTED = "corrected"  # its round was decided anew


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the rules leave to the House, all in cents (decision S08): the value that a jackpot falls back to when it is
    won, what each bet adds to it, and what a bet is. Raises ValueError for what cannot be."""

    number: int
    reset: int
    each: int
    bet: int

    def __post_init__(self) -> None:
        _whole("number of the terms", self.number, 1, MOST_CENTS)
        _whole("reset value", self.reset, 0, MOST_CENTS)
        _whole("bet", self.bet, 1, MOST_CENTS)
        _whole("contribution of a bet", self.each, 0, self.bet)


class Share(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The part of the meter that a Hand wins, as 1/1 or 1/10 (rule 4.2). Raises ValueError for what is none."""

    over: int
    under: int = 1

    def __post_init__(self) -> None:
        _whole("lower number of a share", self.under, 1, MOST_CENTS)
        _whole("upper number of a share", self.over, 1, self.under)

    @property
    def is_all(self) -> bool:
        """Whether the jackpot is won: it falls back to its reset value (decision S05)."""
        return self.over == self.under

    def of(self, cents: int) -> int:
        """Down to the whole cent: the rest stays in the jackpot (decision S06)."""
        return cents * self.over // self.under


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A box of one round of one table. Raises ValueError for what cannot be one."""

    table: str
    round: int
    box: str

    def __post_init__(self) -> None:
        check_round(self.table, self.round)
        check_name("box", self.box)


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A Hand that has won and that staff have not yet confirmed.

    ``dealt_at``: the place in the log of what completed it, by which the Hands of several tables are ordered (rule
    4.5.2); 0: nobody can say. ``turn``: the place of its box in the order of the deal, from 1, by which those of one
    round are ordered (rule 4.5.1). ``revision``: how often its cards had been corrected when it was claimed.
    """

    box: Box
    share: Share
    dealt_at: int
    turn: int = 0
    revision: int = 0

    def __post_init__(self) -> None:
        _whole("place of a Hand in the log", self.dealt_at, 0, MOST_PLACE)
        _whole("turn of a Hand", self.turn, 0, MOST_CENTS)
        _whole("revision of a Hand", self.revision, 0, MOST_CENTS)


class Prize(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a box has won of the jackpot, and what the House has put in for it, in cents.

    Raises ValueError for what cannot be one.
    """

    box: str
    share: Share
    cents: int
    reset: int = 0

    def __post_init__(self) -> None:
        check_name("box", self.box)
        _whole("prize", self.cents, 0, MOST_CENTS)
        _whole("reset value", self.reset, 0, MOST_CENTS)


class Meter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the jackpot stands after ``number`` acts. All sums in cents.

    ``balance`` is the sum of all acts. It can be below zero, when a void takes back from a jackpot that was won since;
    what is shown and paid never is. ``digest`` is that of the newest act.
    """

    number: int
    balance: int
    terms: Terms
    waiting: tuple[Claim, ...] = ()
    digest: str = ""

    @property
    def value(self) -> int:
        """What the display shows and a whole jackpot pays."""
        return max(0, self.balance)


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One change of the meter, written once. All sums in cents; ``balance`` is that after it.

    It moved the meter by what bets have added (``bets``, below zero where they went back), less the prize (``paid``,
    below zero where it was given back), and what the House has put in (``reset``, below zero as well).
    Of a round that was decided anew ``boxes`` are those whose bets stand now, ``prizes`` what they have won; of a Hand
    that was paid while the jackpot was silent ``prizes`` is what it was paid in all.
    ``before`` is the digest of the act before. ``by`` is who of the staff has done it, ``why`` for what reason.
    ``at_utc`` is information: the number is the order.
    """

    number: int
    name: str
    what: What
    balance: int
    at_utc: str
    bets: int = 0
    paid: int = 0
    reset: int = 0
    before: str = ""
    boxes: tuple[str, ...] = ()
    terms: Terms | None = None
    claim: Claim | None = None
    prizes: tuple[Prize, ...] = ()
    by: str = ""
    why: str = ""

    @property
    def cents(self) -> int:
        """What it has moved the meter by."""
        return self.bets - self.paid + self.reset

    @property
    def prize(self) -> Prize | None:
        """What the claim that it decides is paid in all; None of an act that pays none."""
        if self.claim is None or self.what not in (What.PAID, What.REGISTERED):
            return None
        paid = Prize(self.claim.box.box, self.claim.share, self.paid, self.reset) if not self.prizes else None
        return paid or self.prizes[0]

    @property
    def digest(self) -> str:
        """SHA-256 of the act as it is written, in hexadecimal."""
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()

    @property
    def table(self) -> str:
        """The table that has done it; empty for the House."""
        table, _, rest = self.name.partition("/")
        return table if rest else ""


def check_name(what: str, name: object) -> None:
    """Raises ValueError unless ``name`` is one of a jackpot, a table or a box."""
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ValueError(
            f"{what}: found {shown(name)}, expected 1 to 16 letters, digits and hyphens, no hyphen first"
        )


def check_jackpot(name: str) -> None:
    """Raises ValueError unless a jackpot can bear that name."""
    check_name("jackpot", name)
    if name in TAKEN:
        raise ValueError(f"jackpot: found {shown(name)}, expected another name than {' and '.join(TAKEN)}")


def check_round(table: str, number: int) -> None:
    """Raises ValueError unless these can be a table and one of its rounds."""
    check_name("table", table)
    _whole("round", number, 1, MOST_ROUND)


def _whole(what: str, found: object, least: int, most: int) -> None:
    if type(found) is not int or not least <= found <= most:
        raise ValueError(f"{what}: found {shown(found)}, expected a whole number, {least} to {most}")

"""Reads a table's limits and chips, and refuses what could not be paid in whole cents."""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from typing import Annotated

import msgspec

from kiosk.faults import EnvironmentFault
from kiosk.games.game import Added, InexactConfiguration, Layout, check_exact
from kiosk.money import MOST_CENTS
from kiosk.table.records import Limits, SpotLimit
from kiosk.tickets.ticket import MAX_CENTS, MAX_RECEIPT_CENTS
from kiosk.written import refusal, shown

Cents = Annotated[int, msgspec.Meta(ge=1, le=2**53)]
FILE = "limits.toml"


Chips = Annotated[tuple[Cents, ...], msgspec.Meta(min_length=1, max_length=8)]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    unit: Cents
    seat_maximum: Cents
    chips: Chips
    spots: dict[str, object]  # each decoded by itself, so that an error names its key


class TableLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What limits.toml holds: unit, the seat's maximum, chip values and limits by kind of spot, in cents."""

    unit: Cents
    seat_maximum: Cents
    chips: Chips
    spots: dict[str, SpotLimit]

    def limits(self) -> Limits:
        """The limits as a round announces them."""
        return Limits(self.unit, self.seat_maximum, self.spots)


def read_limits(layout: Layout, file: str, text: str, kinds: Collection[str]) -> TableLimits:
    """The limits for ``layout`` from the text of ``file``; ``kinds`` are all kinds of spot that the game knows.

    Raises :class:`EnvironmentFault` naming file, key, value and what is expected.
    """
    try:
        limits = _decode(text, kinds)
        _check(layout, limits)
    except _Wrong as wrong:
        raise EnvironmentFault(f"{file}: {wrong}", "Correct the file and start again") from wrong
    return limits


class _Wrong(ValueError):
    """Key, value and what is expected."""


def _decode(text: str, kinds: Collection[str]) -> TableLimits:
    try:
        found = msgspec.toml.decode(text, type=_File)
    except msgspec.ValidationError as error:
        raise _Wrong(refusal(error, tomllib.loads(text))) from error
    except (msgspec.DecodeError, RecursionError) as error:
        raise _Wrong(f"is not TOML: {error}") from error
    spots = {kind: _spot_limit(kind, written, kinds) for kind, written in found.spots.items()}
    return TableLimits(found.unit, found.seat_maximum, found.chips, spots)


def contradiction(*, ticket: int, win: int, credit: int, velocity: int, note: int) -> str | None:
    """Why a seat's money limits, in cents, cannot stand together, or None. Names key, value and what is expected.

    ``note`` is the largest that its acceptor takes.
    """
    if ticket > MAX_CENTS:
        return f"ticket_limit of {ticket}: expected at most {MAX_CENTS}, the most that a ticket says in words"
    if ticket > credit:
        return f"ticket_limit of {ticket}: expected at most the credit_limit of {credit}"
    if credit < note:
        return f"credit_limit of {credit}: expected at least {note}, the largest note of acceptor.notes"
    if velocity < note:
        return f"note_velocity of {velocity}: expected at least {note}, the largest note of acceptor.notes"
    if win > MAX_RECEIPT_CENTS:
        return f"win_limit of {win}: expected at most {MAX_RECEIPT_CENTS}, the most that a receipt says"
    return None


def _spot_limit(kind: str, written: object, kinds: Collection[str]) -> SpotLimit:
    if kind not in kinds:
        raise _Wrong(f"spots.{shown(kind)[1:-1]} is unknown: expected {', '.join(kinds)}")
    try:
        return msgspec.convert(written, SpotLimit)
    except msgspec.ValidationError as error:
        raise _Wrong(refusal(error, written, f"spots.{kind}")) from error


def _check(layout: Layout, found: TableLimits) -> None:
    kinds = {spot.kind for spot in layout.spots.values()}
    missing = sorted(kinds - set(found.spots))
    if missing:
        raise _Wrong(f"no limits for '{missing[0]}', which layout {layout.name} offers")
    for kind, limit in found.spots.items():
        if limit.minimum > limit.maximum:
            raise _Wrong(f"'{kind}' has a minimum of {limit.minimum} above its maximum of {limit.maximum}")
        for value in (limit.minimum, limit.maximum):
            if value % found.unit:
                raise _Wrong(f"'{kind}' has a limit of {value}, not a multiple of the unit of {found.unit}")
    for kind, added in {spot.kind: spot.added for spot in layout.spots.values()}.items():
        if added is not None:
            _check_room(kind, added, found)
    for chip in found.chips:
        if chip % found.unit:
            raise _Wrong(f"chip of {chip} is not a multiple of the unit of {found.unit}")
    if list(found.chips) != sorted(set(found.chips)):
        raise _Wrong(f"chips {list(found.chips)} must rise, each value once")
    if found.seat_maximum < max(limit.minimum for limit in found.spots.values()):
        raise _Wrong(f"seat_maximum of {found.seat_maximum} is below the minimum of a spot")
    highest = max(odds for spot in layout.spots for odds in layout.odds(spot))
    if found.seat_maximum > (most := int(MOST_CENTS / (1 + highest))):
        raise _Wrong(
            f"seat_maximum of {found.seat_maximum}: expected at most {most}, of which {highest} to 1 can be booked"
        )
    try:
        check_exact(layout, found.unit)
    except InexactConfiguration as error:
        raise _Wrong(f"the unit of {found.unit} cannot be paid exactly: {error}") from error


def _check_room(kind: str, added: Added, found: TableLimits) -> None:
    """What the rules let a decision put on a spot is a matter of the game: no limit of the table may be narrower."""
    limit, of = found.spots[kind], found.spots[added.on]
    least = max(int(added.least * of.minimum), found.unit)
    if limit.minimum > least:
        raise _Wrong(
            f"'{kind}' has a minimum of {limit.minimum}: expected at most {least}, which the rules allow beside the "
            f"minimum of {of.minimum} of '{added.on}'"
        )
    most = int(added.most * of.maximum) // found.unit * found.unit
    if limit.maximum < most:
        raise _Wrong(
            f"'{kind}' has a maximum of {limit.maximum}: expected at least {most}, which the rules allow beside the "
            f"maximum of {of.maximum} of '{added.on}'"
        )

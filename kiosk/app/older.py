"""Whether a file of a seat is an older copy than another has seen, and the release by staff when no newer one is left.

guarantee: nothing is written to a seat of which something is older; its books are retired, never repaired.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import msgspec

from kiosk.app.state_dir import StateDir
from kiosk.devices.files import replace_durably, sync_folder
from kiosk.faults import EnvironmentFault, why
from kiosk.money import dollars
from kiosk.seat.accounts import Account, Kind, Posting
from kiosk.seat.context import Step
from kiosk.seat.effects import Post, SignificantEvent
from kiosk.seat.state import SeatState
from kiosk.store.anchor import DamagedAnchor, JournalHead
from kiosk.store.seat_store import BookedTickets, SeatStore
from kiosk.table.head import Head
from kiosk.tickets.number import mask
from kiosk.tickets.sqlite import SqliteRegistry, TicketIs
from kiosk.written import shown, why_no_text

MOST_REASON = 200  # letters
_MOST_NAMED = 5  # findings of one kind
_PAPER = frozenset({"issued", "reserved", "redeemed"})  # in a player's hand, or paid


# --- what is older ------------------------------------------------------------------------------------------------


def older_than_anchor(store: SeatStore, folder: StateDir, state: SeatState) -> list[str]:
    """What the second place knows of the journal and the journal does not. ``state`` is what the journal holds."""
    try:
        known = folder.seat_anchor.read()
    except DamagedAnchor as fault:
        return [fault.what]
    if known is None:
        return []
    if known.number > store.last_number:
        ends = f"it ends at transaction {store.last_number}, known is {known.number} of {known.at}"
        return [f"seat.db is an older copy: {ends}{_difference(known, state)}"]
    if known.hash and store.hash_of(known.number) != known.hash:
        return [f"seat.db holds another history: its transaction {known.number} is not the one of {known.at}"]
    return []


def _difference(known: JournalHead, state: SeatState) -> str:
    """The accounts that stand otherwise now, in dollars."""
    now = msgspec.to_builtins(state.balances)
    found = [
        f"{name} {dollars(now.get(name, 0))}, known {dollars(cents)}"
        for name, cents in known.accounts.items()
        if now.get(name, 0) != cents
    ]
    return f" ({'; '.join(found)})" if found else ""


def registry_older_than_anchor(registry: SqliteRegistry, folder: StateDir) -> list[str]:
    """What the second place knows of the registry and the registry does not. Raises RegistryFault."""
    try:
        known = folder.registry_anchor.read()
    except DamagedAnchor as fault:
        return [fault.what]
    if known is None:
        return []
    ends = registry.head().number
    if known.number > ends:
        return [f"registry.db is an older copy: it ends at step {ends}, known is {known.number}"]
    if known.number and registry.head(known.number) != known:
        return [f"registry.db holds another history: its step {known.number} is not the one that is known"]
    return []


def registry_behind(booked: BookedTickets, known: dict[str, TicketIs]) -> Iterator[str]:
    """What the journal has booked of tickets and an older registry does not know. ``booked`` was read before."""
    for number in sorted(booked.issued - booked.voided - booked.waiting):
        if number not in known:
            yield f"registry.db does not know ticket {mask(number)}, which this seat has issued"
    for number in sorted(booked.taken - booked.waiting):
        found = known.get(number)
        if found is None or found.state != "redeemed":
            state = f"'{found.state}'" if found is not None else "unknown"
            yield f"ticket {mask(number)} is {state} in registry.db, this seat has taken it"
    for number in sorted((booked.voided & known.keys()) - booked.waiting):
        if known[number].state != "void":
            yield f"ticket {mask(number)} is '{known[number].state}' in registry.db, this seat has voided it"


def journal_behind(booked: BookedTickets, known: dict[str, TicketIs], place: str) -> Iterator[str]:
    """What the registry knows of this seat's tickets and an older journal has not booked. ``place`` is table/seat."""
    for number, found in known.items():
        paper = found.state in _PAPER or found.at_desk
        if paper and found.place == place and number not in booked.issued:
            yield f"ticket {mask(number)} is '{found.state}' in registry.db, seat.db has not issued it"
        mine = found.by.startswith(f"{place}/")
        if found.state == "redeemed" and not found.at_desk and mine and number not in booked.taken:
            yield f"ticket {mask(number)} was taken by this seat, seat.db has not booked it"


def check_registry(registry: SqliteRegistry, store: SeatStore, folder: StateDir, place: str) -> list[str]:
    """What of journal and registry is older than the other, or than what was anchored. Raises RegistryFault."""
    booked, known = store.booked_tickets(), registry.states()
    found = registry_older_than_anchor(registry, folder)
    for side in (registry_behind(booked, known), journal_behind(booked, known, place)):
        named = list(side)
        more = [f"and {len(named) - _MOST_NAMED} more tickets"] if len(named) > _MOST_NAMED else []
        found += named[:_MOST_NAMED] + more
    return found


# --- the release --------------------------------------------------------------------------------------------------


def check_reason(reason: str) -> str:
    """The reason as it is kept. Raises ValueError for one that says nothing."""
    reason = reason.strip()
    if (why := why_no_text(reason, MOST_REASON)) is not None:
        raise ValueError(f"reason {shown(reason)}: {why}")
    return reason


class Released(msgspec.Struct, frozen=True):
    """What a release left to people: the books in ``folder``, and cents on the meter that no machine pays.

    ``left`` is where the retired books end, ``begun`` where the new ones began. ``missing``: cents on tickets that
    hosts have seen and the retired books do not account for.
    """

    at: str
    by: str
    reason: str
    older: tuple[str, ...]
    credit: int
    in_play: int
    folder: str = ""
    left: Head | None = None
    begun: Head | None = None
    missing: int = 0


def release(
    folder: StateDir,
    state: SeatState,
    older: list[str],
    by: str,
    reason: str,
    at: str,
    seen: Head | None = None,
) -> Released:
    """Retire the books and begin new ones at zero. ``state`` is what the older journal held; its file is closed.

    ``seen`` is what hosts have seen of the books. The new journal begins with the release. Until it is there the seat
    stays locked, whenever the power goes. Raises :class:`EnvironmentFault`.
    """
    balances = state.balances
    name = f"retired-{_compact(at)}"
    with closing(SeatStore(folder.seat)) as store:
        left = store.head()
    missing = 0 if seen is None else seen.tickets - left.tickets
    done = Released(
        at, by, reason, tuple(older), balances.credit, balances.escrow, name, left, missing=missing
    )
    try:
        _retire(folder, name, msgspec.json.format(msgspec.json.encode(done)))
        return msgspec.structs.replace(done, begun=_begin(folder, state, done))
    except OSError as error:
        raise EnvironmentFault(
            f"the books of {folder.path} cannot be retired: {why(error)}",
            "Repair the disk, then release again",
        ) from error


def released_before(folder: StateDir, seen: Head | None) -> Released | None:
    """The release that began the books in ``folder``, if nothing was booked in them since; None otherwise.

    The hosts were silent then, or the power went: it is not done again, they have only to be told.
    """
    with closing(SeatStore(folder.seat)) as store:
        begun = store.head()
        if begun.number != 1 or not store.was_begun():
            return None
    for kept in sorted(folder.path.glob("retired-*/release.json"), reverse=True):
        done = msgspec.json.decode(kept.read_bytes(), type=Released)
        missing = 0 if seen is None or done.left is None else seen.tickets - done.left.tickets
        return msgspec.structs.replace(done, begun=begun, missing=missing)
    return None


def _compact(at: str) -> str:
    return at.replace(":", "").replace("-", "")


def _retire(folder: StateDir, name: str, told: bytes) -> None:
    kept = folder.path / name
    kept.mkdir(mode=0o700)
    replace_durably(kept / "release.json", told)
    # The journal last: while it is there, or the anchor, the seat is locked.
    for path in (*folder.money_files, folder.seat):
        for beside in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal"))):
            if beside.exists():
                beside.rename(kept / beside.name)
    sync_folder(kept)
    sync_folder(folder.path)


def _begin(folder: StateDir, older: SeatState, done: Released) -> Head:
    """The first of the new journal: who has released what, and the sums that people have to settle. Where it ends."""
    state = SeatState(
        place=older.place,
        settings=older.settings,
        settings_before=older.settings_before,
        had_staff=older.had_staff,
        signed=older.signed,
        signed_by=older.signed_by,
        door_counts=older.door_counts,
        written=older.written,
    )
    detail: dict[str, str | int] = {
        "by": done.by,
        "reason": done.reason,
        "what": "; ".join(done.older)[:500],
        "credit": done.credit,
        "escrow": done.in_play,
        "folder": done.folder,
        "tickets_missing": done.missing,
    }
    begun = Post(Kind.BEGUN, f"begun:{_compact(done.at)}", 0, (Posting(Account.CREDIT, 0),))
    with closing(SeatStore(folder.seat, folder.seat_anchor)) as store:
        folder.registry_anchor.forget()
        store.commit(Step(state, (begun, SignificantEvent("older-copy-released", "fault", detail))), done.at)
        return store.head()

"""The jackpots that tables share, as a host knows them: from its configuration, and after a backup was put back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from typing import TypeVar

import msgspec

from kiosk.app.config import HostFile
from kiosk.app.machine import utc_now
from kiosk.book.archive import Archive
from kiosk.faults import EnvironmentFault
from kiosk.host.gateway.jackpots import Jackpots
from kiosk.jackpot import keys, requests, rules
from kiosk.jackpot.audit import Sums, added_up, faults
from kiosk.jackpot.etcd import EtcdStore
from kiosk.jackpot.jackpot import Jackpot
from kiosk.jackpot.meter import Act, Meter
from kiosk.links.etcd.cells import Cells
from kiosk.links.etcd.log import EtcdLog
from kiosk.table.log import NoAnswer

_PAGE = 1_000
_T = TypeVar("_T")
_acts = msgspec.json.Decoder(Act)


def jackpots_of(file: HostFile, link: EtcdLog, say: Callable[[str], None]) -> Jackpots:
    """Those of the file's tables, answered for here."""
    cells = Cells(link)
    return Jackpots({name: Jackpot(EtcdStore(cells, name), utc_now) for name in file.jackpots}, say)


class Looked(msgspec.Struct, frozen=True):
    """What an auditor finds: how a jackpot stands, its sums, and what is wrong in words."""

    meter: Meter | None
    sums: Sums
    wrong: Sequence[str]


def look(file: HostFile, jackpot: str) -> Looked:
    """Add a jackpot up. Raises :class:`EnvironmentFault`, also where the cluster is silent."""
    return _at(file, jackpot, _look)


def _look(store: EtcdStore) -> Looked:
    """Acts and meter as they stood at one moment: while the meter moves, they are read once more."""
    while True:
        (meter, _), acts = store.meter(), store.acts()
        if store.meter()[0] == meter:
            return Looked(meter, added_up(acts), faults(acts, meter))


def ask_once(file: HostFile, jackpot: str, request: requests.Request) -> requests.Answer:
    """Ask a jackpot for the House, whose terms no table may set. Raises as :func:`look`."""
    return _at(file, jackpot, lambda store: Jackpot(store, utc_now).ask(request))


def refuse_older(file: HostFile, jackpot: str, kept: Sequence[Act]) -> None:
    """Raises :class:`EnvironmentFault` where the cluster has forgotten the newest act that the host has ``kept``."""
    if not kept:
        return
    newest = max(kept, key=lambda act: act.number)
    stands = {act.number: act.digest for act in _at(file, jackpot, lambda store: store.acts())}
    if stands.get(newest.number) != newest.digest:
        how = "is another one" if newest.number in stands else "is missing"
        raise EnvironmentFault(
            f"jackpot {jackpot}: act {newest.number}, {newest.name}, which this host has kept, {how} in the cluster: "
            "it is an older copy",
            "Release it first with kiosk host --release-log; nothing was changed",
        )


def _at(file: HostFile, jackpot: str, work: Callable[[EtcdStore], _T]) -> _T:
    if jackpot not in file.jackpots:
        raise EnvironmentFault(
            f"jackpot {jackpot!r}: expected one that a table of the host's file shares: "
            f"{', '.join(file.jackpots) or 'it names none'}"
        )
    try:
        with closing(EtcdLog(file.log.etcd())) as link:
            return work(EtcdStore(Cells(link), jackpot))
    except NoAnswer as silence:
        raise EnvironmentFault(str(silence), "Start the table log's servers, then ask again") from silence


def acts_in(archive: Archive, jackpot: str) -> list[Act]:
    """The acts of a jackpot that the host has kept, each once, in their order."""
    found: dict[int, Act] = {}
    after = 0
    while page := archive.read(after, _PAGE):
        for entry in page:
            if keys.jackpot_in(entry.key) == jackpot:
                act = _acts.decode(entry.value)
                found[act.number] = act
        after = page[-1].seq
    return [found[number] for number in sorted(found)]


def bring_forward(store: EtcdStore, kept: Iterable[Act]) -> tuple[int, str]:
    """Write into the cluster the acts that it has forgotten: how many, and what people must look into.

    Raises NoAnswer and JackpotFault. Repeating it does no harm.
    """
    brought = 0
    meter, version = store.meter()
    # All of them: the cluster may have gone on with others since, and a jackpot been won there once more.
    stands = {act.number: act.digest for act in store.acts()}
    for act in kept:
        number, digest = (meter.number, meter.digest) if meter is not None else (0, "")
        if act.number <= number:
            if act.digest != stands.get(act.number):
                return brought, f"act {act.number}, {act.name}, is another one in the cluster"
            continue
        if act.number != number + 1 or act.before != digest:
            return brought, f"act {act.number}, {act.name}, does not follow act {number} of the cluster"
        if not store.write(version, rules.after(meter, act), act):
            return brought, f"act {act.number}, {act.name}: somebody moves the meter at the same moment"
        brought += 1
        meter, version = store.meter()
    return brought, ""

"""Certificates and signing keys of everybody at a table, each of the authority of its world."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kiosk.app.certificates import PROVIDE_ANEW, of_the_floor, of_the_servers
from kiosk.faults import EnvironmentFault
from kiosk.links.signing import SignersList, encode_signers, merged, new_pair
from kiosk.ops.provision.ca import Authority, KeptAuthority, Pair
from kiosk.ops.provision.parties import SIGN_KEY, SIGNERS
from kiosk.ops.provision.plan import CONSOLES, Plan
from kiosk.ops.provision.roles import ROOT, cashier_user, console_user, host_user, seat_user
from kiosk.ops.provision.writing import write, write_pair

_SERVERS, _PEERS, _FLOOR = "ca", "peer-ca", "floor-ca"  # names of their files


@dataclass(frozen=True)
class Authorities:
    """Whom the servers and their clients believe, whom the servers believe among themselves, and whom the floor.

    Three: with one, a seat's certificate would open the servers' ports, and those for their fellows, where no right is
    asked.
    """

    servers: Authority
    peers: Authority
    floor: Authority

    @classmethod
    def new(cls, table: str) -> Authorities:
        """New ones."""
        return cls(
            Authority(of_the_servers(table)),
            Authority(f"table {table} servers"),
            Authority(of_the_floor(table)),
        )

    @classmethod
    def kept(cls, folder: Path) -> Authorities:
        """Those whose files are in ``folder``. Raises :class:`EnvironmentFault`; an older folder has no floor."""
        if (folder / f"{_SERVERS}.crt").exists() and not (folder / f"{_FLOOR}.crt").exists():
            raise EnvironmentFault(
                f"{folder} holds {_SERVERS}.crt and no {_FLOOR}.crt: it was provided before seats spoke to hosts, and "
                "cannot be renewed; nothing was written",
                PROVIDE_ANEW,
            )
        return cls(*(_kept(folder / name) for name in (_SERVERS, _PEERS, _FLOOR)))

    def write(self, folder: Path) -> None:
        """Put their certificates and keys into ``folder``."""
        for name, authority in ((_SERVERS, self.servers), (_PEERS, self.peers), (_FLOOR, self.floor)):
            write_pair(folder, name, authority.pair)


def write_credentials(
    plan: Plan, authorities: Authorities, out: Path, signers: SignersList | None = None
) -> None:
    """New certificates and keys for everybody; the list of signers has those of ``signers`` before the new ones."""
    ca = authorities.servers.pair.certificate
    for node in plan.nodes:
        folder = out / "etcd" / node.name
        write_pair(folder, "server", authorities.servers.server(f"server {node.name}", node.address))
        write_pair(folder, "peer", authorities.peers.peer(f"server {node.name}", node.address))
        write(folder / "ca.crt", ca)
        write(folder / "peer-ca.crt", authorities.peers.pair.certificate)
    for name, user in _of_the_servers(plan):
        _write_client(out / "config" / name, authorities.servers, user)
    for name, user in _of_the_floor(plan):
        _write_client(out / "config" / name, authorities.floor, user)
    for host in plan.hosts:
        folder = out / "config" / host.name
        write_pair(folder, "server", authorities.floor.server(host.name, host.address))
        write(folder / "floor-ca.crt", authorities.floor.pair.certificate)
    _write_signers(plan, out, signers)


def _write_signers(plan: Plan, out: Path, older: SignersList | None) -> None:
    """A key for each seat and console. The list is public; who reads records needs it."""
    table = plan.table
    signing = [(f"seat-{seat.name}", seat_user(table, seat.name)) for seat in plan.seats]
    signing += [(name, console_user(table, name)) for name in CONSOLES]
    public = {}
    for name, user in signing:
        key, public[user] = new_pair()
        write(out / "config" / name / SIGN_KEY, key, secret=True)
    newer = SignersList(table, {user: (key,) for user, key in public.items()})
    found = encode_signers(newer if older is None else merged(older, newer))
    for name in (*(name for name, _ in signing), *(host.name for host in plan.hosts)):
        write(out / "config" / name / SIGNERS, found)
    write(out / SIGNERS, found)


def _of_the_servers(plan: Plan) -> list[tuple[str, str]]:
    """The names of the files, and the users, of the servers' clients."""
    return [*((host.name, host_user(plan.table)) for host in plan.hosts), ("admin", ROOT)]


def _of_the_floor(plan: Plan) -> list[tuple[str, str]]:
    """The names of the files of those who speak to the hosts, and as whom."""
    table = plan.table
    found = [(f"seat-{seat.name}", seat_user(table, seat.name)) for seat in plan.seats]
    found.extend((name, console_user(table, name)) for name in CONSOLES)
    return [*found, ("cashier", cashier_user(table))]


def _write_client(folder: Path, authority: Authority, user: str) -> None:
    write_pair(folder, "client", authority.client(user))
    write(folder / "ca.crt", authority.pair.certificate)


def _kept(path: Path) -> Authority:
    certificate, key = path.with_suffix(".crt"), path.with_suffix(".key")
    try:
        return KeptAuthority(Pair(certificate.read_bytes(), key.read_bytes()))
    except OSError as error:
        raise EnvironmentFault(
            f"{error.filename} cannot be read: {error.strerror}",
            "Put ca/ back from where it is kept under lock and key; nothing was written",
        ) from error
    except (ValueError, TypeError) as error:
        raise EnvironmentFault(
            f"{certificate} and {key} are no authority: {error}", "Put ca/ back from its other copy"
        ) from error

"""New certificates and signing keys for a table that plays, of the authorities that it has."""

from __future__ import annotations

from pathlib import Path

import msgspec

from kiosk.app.certificates import PROVIDE_ANEW, now
from kiosk.app.signing import read_list
from kiosk.faults import NOT_JSON, EnvironmentFault
from kiosk.ops.provision.credentials import Authorities, write_credentials
from kiosk.ops.provision.files import PLAN, README, RIGHTS, write_whole
from kiosk.ops.provision.parties import SIGNERS, TICKETS_KEY
from kiosk.ops.provision.plan import Plan
from kiosk.ops.provision.readme import readme
from kiosk.ops.provision.writing import write


def renew(provided: Path, out: Path) -> Plan:
    """Write the folder ``out``, whole or not at all: as ``provided``, with new certificates and signing keys.

    Old and new ones are believed side by side: the authorities stay, and so do the old public keys in the list of
    signers. Users, rights, the key of the tickets and what stands in the configuration files are taken over as they
    are; what is missing in ``provided``, since it was taken to its machine, is left out. ``provided`` stays as it is.
    Raises :class:`EnvironmentFault`.
    """
    plan = read_plan(provided / PLAN)
    authorities = Authorities.kept(provided / "ca")
    for authority in (authorities.servers, authorities.peers, authorities.floor):
        if authority.ends <= now():
            raise EnvironmentFault(
                f"an authority in {provided / 'ca'} has ended on {authority.ends:%Y-%m-%d}",
                "Provide the table anew with --out; if the date is wrong, set this machine's clock",
            )
    signers = read_list(provided / SIGNERS)
    if signers.table != plan.table:
        raise EnvironmentFault(
            f"{provided / SIGNERS}: table of {signers.table!r}: expected {plan.table!r}, as {provided / PLAN}",
            "Put the list back that was provided with this folder",
        )

    def fill(made: Path) -> None:
        authorities.write(made / "ca")
        write_credentials(plan, authorities, made, signers)
        kept = [provided / RIGHTS, provided / PLAN]
        kept += [provided / "etcd" / f"{node.name}.conf.yml" for node in plan.nodes]
        kept += sorted((provided / "config").glob("*.toml"))
        kept += [provided / "config" / host.name / TICKETS_KEY for host in plan.hosts]
        for path in kept:
            if path.exists():
                secret = path.suffix in (".toml", ".key")
                write(made / path.relative_to(provided), path.read_bytes(), secret=secret)
        write(made / README, readme(plan, authorities.servers.pair.certificate).encode())

    write_whole(out, fill)
    return plan


def read_plan(path: Path) -> Plan:
    """The plan by which a folder was provided. Raises :class:`EnvironmentFault`."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Plan)
    except FileNotFoundError as error:
        raise EnvironmentFault(
            f"{path} is not there: expected a folder that this program provided",
            f"A folder of an older program cannot be renewed. {PROVIDE_ANEW}",
        ) from error
    except OSError as error:
        raise EnvironmentFault(f"{path} cannot be read: {error.strerror}", "Check its permissions") from error
    except NOT_JSON as error:
        raise EnvironmentFault(f"{path}: {error}", "Put it back from its copy") from error

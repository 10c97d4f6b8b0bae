"""Attackers: parties of a provided table who speak raw gRPC or HTTP, past all manners of our own programs.

An attacker has its own certificate and key, and every public certificate of the house: what it is told apart by is
nothing else.
"""

from __future__ import annotations

import contextlib
import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import grpc
from aetcd import rpc

from kiosk.ops.provision.ca import Authority
from kits.ops.provision import Provisioned

FLOOR = ("seat-07", "seat-08", "console", "spare-console", "cashier")
STRANGER, NOBODY = "stranger", "nobody"
ATTACKERS = (*FLOOR, STRANGER, NOBODY)
SECONDS = 60.0

# etcd's other services: the generated code knows those of its main description alone.
MORE_SERVICES = {
    "v3lockpb.Lock": ("Lock", "Unlock"),
    "v3electionpb.Election": ("Campaign", "Proclaim", "Leader", "Observe", "Resign"),
}


def etcd_verbs() -> list[str]:
    """Every method of etcd's interface, as a path; from its description, so that a new one is not forgotten."""
    described = rpc.RangeRequest.DESCRIPTOR.file
    found = [
        f"/{described.package}.{name}/{method.name}"
        for name, service in described.services_by_name.items()
        for method in service.methods
    ]
    return found + [f"/{name}/{method}" for name, methods in MORE_SERVICES.items() for method in methods]


@dataclass(frozen=True)
class Attacker:
    """``certificate`` and ``key`` are PEM files, None for who has none."""

    name: str
    certificate: Path | None
    key: Path | None

    @classmethod
    def all_of(cls, table: Provisioned) -> dict[str, Attacker]:
        """Those of the floor, one whose certificate another authority made for the same name, one without."""
        pairs = {name: table.pair(name) for name in FLOOR}
        found = {name: cls(name, pair.cert, pair.key) for name, pair in pairs.items()}
        forged = Authority("table 12").client("12.seat.07")
        certificate, key = table.dir / "stranger.crt", table.dir / "stranger.key"
        certificate.write_bytes(forged.certificate)
        key.write_bytes(forged.key)
        return found | {STRANGER: cls(STRANGER, certificate, key), NOBODY: cls(NOBODY, None, None)}

    @contextlib.contextmanager
    def channel(self, endpoint: str, ca: Path) -> Iterator[grpc.Channel]:
        """A blocking channel to a server that ``ca`` vouches for."""
        own = [path and path.read_bytes() for path in (self.key, self.certificate)]
        credentials = grpc.ssl_channel_credentials(ca.read_bytes(), *own)
        with grpc.secure_channel(endpoint, credentials) as channel:
            yield channel

    def context(self, ca: Path) -> ssl.SSLContext:
        """The same for HTTP."""
        context = ssl.create_default_context(cafile=ca)
        if self.certificate is not None:
            context.load_cert_chain(self.certificate, self.key)
        return context


def says(channel: grpc.Channel, path: str, body: bytes = b"") -> grpc.StatusCode:
    """What becomes of a call with these bytes; OK with the first answer of a stream, too."""
    call = channel.unary_stream(path)(body, timeout=SECONDS)
    try:
        next(call)
    except StopIteration:
        return grpc.StatusCode.OK
    except grpc.RpcError as error:
        code: grpc.StatusCode = error.code()
        return code
    finally:
        call.cancel()
    return grpc.StatusCode.OK

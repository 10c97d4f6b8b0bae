"""How to reach the table log's servers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kiosk.faults import EnvironmentFault


@dataclass(frozen=True)
class EtcdConfig:
    """The members of one etcd and who we are to them.

    ``endpoints`` are "host:port". ``ca``, ``certificate`` and ``key`` are PEM files, all three or none (plain, for
    tests and one machine). ``timeout_ms`` is how long an append or a read may take over all members together;
    ``presence_seconds`` is how long a presence stands after its owner fell silent. Raises ValueError.
    """

    endpoints: tuple[str, ...]
    ca: Path | None = None
    certificate: Path | None = None
    key: Path | None = None
    timeout_ms: int = 2_000
    presence_seconds: int = 3

    def __post_init__(self) -> None:
        if not self.endpoints:
            raise ValueError("endpoints: none given, expected at least one host:port")
        if len({self.ca is None, self.certificate is None, self.key is None}) != 1:
            raise ValueError("ca, certificate and key: expected all three or none")

    def pem(self) -> tuple[bytes, bytes, bytes] | None:
        """CA, key and certificate; None for plain. Raises :class:`EnvironmentFault` for a file that is not there."""
        if self.ca is None or self.key is None or self.certificate is None:
            return None
        return read_pem(self.ca), read_pem(self.key), read_pem(self.certificate)


def read_pem(path: Path) -> bytes:
    """A PEM file. Raises :class:`EnvironmentFault` for one that is not there and for what is none."""
    try:
        found = path.read_bytes()
    except OSError as error:
        raise EnvironmentFault(
            f"{path} cannot be read: {error.strerror}", "Put the provisioned files in place"
        ) from error
    if b"-----BEGIN " not in found:
        raise EnvironmentFault(f"{path} is no PEM file", "Put the provisioned file in place")
    return found

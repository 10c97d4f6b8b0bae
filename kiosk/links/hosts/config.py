"""How to reach the hosts, and who we are to them."""

from __future__ import annotations

from dataclasses import dataclass

from kiosk.links.etcd.config import EtcdConfig
from kiosk.links.signing import Signer, Signers


@dataclass(frozen=True)
class HostsConfig(EtcdConfig):
    """As for etcd's members: ``endpoints`` are the hosts. ``presence_seconds`` is how long a presence stands after
    the host that holds it has fallen silent.

    ``signer`` signs what we write; ``signers`` are those whose records we believe. None of both: nothing is signed.
    """

    signer: Signer | None = None
    signers: Signers | None = None

"""The configuration of the cluster's servers, for etcd 3.4."""

from __future__ import annotations

import json

from kiosk.ops.provision.plan import Node, Plan

QUOTA_BYTES = (
    1 << 30
)  # the log holds what is open, which is little; at this size etcd refuses to write and says so
COMPACT_EVERY = "1h"
SNAPSHOT_EVERY = 10_000  # transactions; the default of 100,000 is kept in memory


def server_file(plan: Plan, node: Node, token: str) -> str:
    """The file for `etcd --config-file`, in YAML. Its paths hold when etcd is started in the folder of the file.

    ``token`` keeps apart clusters that were provided at different times.
    """
    name = node.name
    client = f"https://{node.endpoint}"
    peer = f"https://{node.peer_endpoint}"
    cluster = ",".join(f"{other.name}=https://{other.peer_endpoint}" for other in plan.nodes)
    settings: dict[str, object] = {
        "name": name,
        "data-dir": f"{name}/data",
        "listen-client-urls": client,
        "advertise-client-urls": client,
        "listen-peer-urls": peer,
        "initial-advertise-peer-urls": peer,
        "initial-cluster": cluster,
        "initial-cluster-token": token,
        "initial-cluster-state": "new",
        "strict-reconfig-check": True,
        "quota-backend-bytes": QUOTA_BYTES,
        "auto-compaction-mode": "periodic",
        "auto-compaction-retention": COMPACT_EVERY,
        "snapshot-count": SNAPSHOT_EVERY,
        "enable-v2": False,
        # The gateway would speak to the server with the server's certificate in the place of the client's.
        "enable-grpc-gateway": False,
        "enable-pprof": False,
        "logger": "zap",
        "log-outputs": ["stderr"],
        "log-level": "warn",
        "client-transport-security": _security(name, "server", "ca"),
        "peer-transport-security": _security(name, "peer", "peer-ca"),
    }
    text = "".join(f"{key}: {_value(value)}\n" for key, value in settings.items())
    return f"# etcd 3.4. Start it in this folder: etcd --config-file {name}.conf.yml\n{text}"


def _security(folder: str, pair: str, authority: str) -> dict[str, object]:
    return {
        "cert-file": f"{folder}/{pair}.crt",
        "key-file": f"{folder}/{pair}.key",
        "trusted-ca-file": f"{folder}/{authority}.crt",
        "client-cert-auth": True,
        "auto-tls": False,
    }


def _value(value: object) -> str:
    """YAML of one value; text and lists are written as JSON, which YAML includes."""
    if isinstance(value, dict):
        return "".join(f"\n  {key}: {json.dumps(found)}" for key, found in value.items())
    return json.dumps(value)

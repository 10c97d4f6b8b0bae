"""Real etcd servers for tests: one, or a cluster of three; plain or with TLS and client certificates.

    with EtcdServer(tmp_path) as server:                      # started, answers, stopped at the end
        server.endpoint                                       # "127.0.0.1:21874"
        server.kill(); server.start()                         # SIGKILL; again on the same ports and data
        server.pause(); server.resume()                       # SIGSTOP, SIGCONT
        server.compact(server.revision()); server.alarms()    # what an administrator does

    with EtcdCluster(tmp_path) as cluster:                    # three nodes
        cluster.endpoints; cluster.nodes[0].kill(); cluster.wait_ready()

    tls = Certificates(tmp_path / "ca")                       # a private CA with a server's certificate
    with EtcdServer(tmp_path, tls=tls) as server:
        tls.client("seat-07")                                 # Pair(cert, key); the common name is the user

Servers end with the thread that started them (Linux), so a killed test leaves none behind: start them in the
main thread. The session's shared plain server is the fixture ``etcd_server`` (empty at the start of each test).
"""

from __future__ import annotations

import contextlib
import datetime as dt
import functools
import itertools
import os
import random
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Self

import grpc
from aetcd import rpc
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from kits import REPO
from kits.whole_run import number_of_worker

READY_SECONDS = 60
ONE_THREAD = {"GOMAXPROCS": "1"}
"""In the surroundings of a server: it looks for work on one core. On several that costs a sixth more of processor."""
ALL = b"\0"  # as key and range_end: every key
# A server that just starts is asked again soon: by itself a channel waits a second after the first refusal.
SOON = (("grpc.initial_reconnect_backoff_ms", 50), ("grpc.max_reconnect_backoff_ms", 200))


def etcd_binary() -> str:
    """The server: from the PATH, or as packaging/set-up has unpacked it."""
    unpacked = REPO / ".venv/etcd/usr/bin/etcd"
    found = shutil.which("etcd") or (str(unpacked) if unpacked.exists() else None)
    assert found, "etcd is neither on the PATH nor in .venv/etcd: run packaging/set-up"
    return found


# Outside the range that outgoing connections take theirs from. Each process of a run has a part of its own and takes
# one after the other: a port that was given to a table is given to nobody else while its server is down.
_PORTS, _PARTS = range(20_000, 32_000), 8


@functools.cache
def _next_ports():
    own = _PORTS[number_of_worker() % _PARTS :: _PARTS]
    begin = random.SystemRandom().randrange(len(own))  # another run on this machine begins elsewhere
    return itertools.cycle([*own[begin:], *own[:begin]])


def free_port() -> int:
    """A port that nobody listens on, and that was not given before."""
    for port in _next_ports():
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("not reached: the ports go round")


@dataclass(frozen=True)
class Pair:
    """A certificate and its key, as files."""

    cert: Path
    key: Path


class Certificates:
    """A private CA in ``folder``, and what it has signed. ``ca`` is its certificate, ``server`` a server's pair."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "test CA")])
        self.ca = folder / "ca.crt"
        authority = self._builder(self._name, self._key).add_extension(x509.BasicConstraints(True, 0), True)
        self.ca.write_bytes(_pem(authority.sign(self._key, hashes.SHA256())))
        self.server = self._make("server", [ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH])

    def client(self, user: str) -> Pair:
        """A client's pair; etcd takes the common name as the user."""
        return self._make(user, [ExtendedKeyUsageOID.CLIENT_AUTH])

    def _make(self, name: str, usages: list[x509.ObjectIdentifier]) -> Pair:
        key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        names = x509.SubjectAlternativeName(
            [x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1"))]
        )
        builder = self._builder(subject, key).add_extension(x509.ExtendedKeyUsage(usages), False)
        pair = Pair(self._folder / f"{name}.crt", self._folder / f"{name}.key")
        pair.cert.write_bytes(_pem(builder.add_extension(names, False).sign(self._key, hashes.SHA256())))
        pair.key.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
        pair.key.chmod(0o600)
        return pair

    def _builder(self, subject: x509.Name, key: ec.EllipticCurvePrivateKey) -> x509.CertificateBuilder:
        now = dt.datetime.now(dt.UTC)
        return (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self._name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - dt.timedelta(hours=1))
            .not_valid_after(now + dt.timedelta(days=1))
        )


def _pem(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)


class EtcdServer:
    """One etcd process with its data in ``folder``. ``quota`` is its space in bytes; ``args`` go to etcd as they are.

    ``admin`` is the client pair that the kit itself uses with TLS (its own when not given).
    """

    def __init__(
        self,
        folder: Path,
        *,
        name: str = "node",
        tls: Certificates | None = None,
        admin: Pair | None = None,
        quota: int | None = None,
        args: Sequence[str] = (),
    ) -> None:
        self.name = name
        self.data = folder / f"{name}.etcd"
        self.output = folder / f"{name}.out"
        self.port, self.peer_port = free_port(), free_port()
        self.tls = tls
        self.admin = admin or (tls.client("root") if tls else None)
        self.cluster = f"{name}={self.peer_url}"
        self._more = [*args, *(["--quota-backend-bytes", str(quota)] if quota else [])]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def endpoint(self) -> str:
        """Host and port for clients."""
        return f"127.0.0.1:{self.port}"

    @property
    def peer_url(self) -> str:
        """Where the other nodes find this one. Peers talk plainly: only clients are what is tested here."""
        return f"http://127.0.0.1:{self.peer_port}"

    @property
    def pid(self) -> int:
        """Of the running process."""
        assert self._process is not None, f"{self.name} does not run"
        return self._process.pid

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    # --- the process ----------------------------------------------------------------------------------------------

    def start(self, wait: bool = True) -> None:
        """Start on the same ports and data as before; ``wait`` until it answers (a node alone of three does not)."""
        assert self._process is None, f"{self.name} runs already"
        keeper = ["setpriv", "--pdeathsig", "KILL"] if shutil.which("setpriv") else []
        with self.output.open("ab") as output:
            self._process = subprocess.Popen(
                [*keeper, etcd_binary(), *self._arguments()],
                env=os.environ | ONE_THREAD,
                stdout=output,
                stderr=output,
                stdin=subprocess.DEVNULL,
            )
        if wait:
            self.wait_ready()

    def _arguments(self) -> list[str]:
        scheme = "https" if self.tls else "http"
        among_others = "," in self.cluster
        arguments = {
            "name": self.name,
            "data-dir": str(self.data),
            "listen-client-urls": f"{scheme}://{self.endpoint}",
            "advertise-client-urls": f"{scheme}://{self.endpoint}",
            "listen-peer-urls": self.peer_url,
            "initial-advertise-peer-urls": self.peer_url,
            "initial-cluster": self.cluster,
            "heartbeat-interval": "50" if among_others else "20",
            "election-timeout": "500" if among_others else "200",  # alone it waits for nobody
            "logger": "zap",
            "log-level": "warn",
        }
        if self.tls:
            arguments |= {
                "cert-file": str(self.tls.server.cert),
                "key-file": str(self.tls.server.key),
                "trusted-ca-file": str(self.tls.ca),
                "client-cert-auth": "true",
            }
        return [f"--{key}={value}" for key, value in arguments.items()] + self._more

    def wait_ready(self) -> None:
        """Return when the server answers in agreement with its cluster."""
        end = time.monotonic() + READY_SECONDS
        while not self.answers():
            assert self._process is not None
            assert self._process.poll() is None, f"etcd ended: {self.output.read_text()[-2000:]}"
            assert time.monotonic() < end, (
                f"no answer in {READY_SECONDS} s: {self.output.read_text()[-2000:]}"
            )

    def answers(self, seconds: float = 1) -> bool:
        """Whether the server answers a read that needs a quorum, if only to say that the reader may not read."""
        with self.channel() as channel:
            try:
                rpc.KVStub(channel).Range(
                    rpc.RangeRequest(key=b"ready"), timeout=seconds, wait_for_ready=True
                )
            except grpc.RpcError as error:
                said = (grpc.StatusCode.PERMISSION_DENIED, grpc.StatusCode.INVALID_ARGUMENT)
                return error.code() in said
        return True

    def stop(self) -> None:
        """End the process in good order; nothing when it does not run."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """SIGKILL."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        self._process.send_signal(how)
        self._process.send_signal(signal.SIGCONT)
        try:
            self._process.wait(60)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(60)
        self._process = None

    def restart(self) -> None:
        """End in good order and start again."""
        self.stop()
        self.start()

    def back_up(self) -> Path:
        """A copy of the data as it is now. The server is stopped for it, and runs again."""
        self.stop()
        copy = self.data.with_name(
            f"{self.data.name}-{len(list(self.data.parent.glob(f'{self.data.name}-*')))}"
        )
        shutil.copytree(self.data, copy)
        self.start()
        return copy

    def put_back(self, copy: Path, *args: str) -> None:
        """Run again with the data of ``copy``. ``args`` go to etcd from now on, as ``--force-new-cluster``."""
        self.stop()
        shutil.rmtree(self.data)
        shutil.copytree(copy, self.data)
        self._more += args
        self.start()

    def pause(self) -> None:
        """SIGSTOP: the ports stay open, nobody answers. Returns when every thread of it has stopped."""
        os.kill(self.pid, signal.SIGSTOP)
        tasks = Path(f"/proc/{self.pid}/task")
        while not all(_state(task) == "T" for task in tasks.iterdir()):
            time.sleep(0.001)

    def resume(self) -> None:
        """SIGCONT."""
        os.kill(self.pid, signal.SIGCONT)

    # --- what an administrator does -------------------------------------------------------------------------------

    @contextlib.contextmanager
    def channel(self, pair: Pair | None = None) -> Iterator[grpc.Channel]:
        """A blocking channel for stubs of ``aetcd.rpc``; with TLS as ``pair``, else as the kit's administrator."""
        pair = pair or self.admin
        if self.tls and pair:
            credentials = grpc.ssl_channel_credentials(
                self.tls.ca.read_bytes(), pair.key.read_bytes(), pair.cert.read_bytes()
            )
            channel = grpc.secure_channel(self.endpoint, credentials, SOON)
        else:
            channel = grpc.insecure_channel(self.endpoint, SOON)
        with channel:
            yield channel

    def put(self, key: str, value: bytes) -> int:
        """Write past the adapter; the revision."""
        with self.channel() as channel:
            answer = rpc.KVStub(channel).Put(rpc.PutRequest(key=key.encode(), value=value), timeout=5)
        return answer.header.revision

    def revision(self) -> int:
        """The newest revision."""
        with self.channel() as channel:
            return rpc.KVStub(channel).Range(rpc.RangeRequest(key=b"ready"), timeout=5).header.revision

    def compact(self, revision: int) -> None:
        """Forget the history below ``revision``."""
        with self.channel() as channel:
            rpc.KVStub(channel).Compact(rpc.CompactionRequest(revision=revision, physical=True), timeout=10)

    def defragment(self) -> None:
        """Give back the space that a compaction has freed."""
        with self.channel() as channel:
            rpc.MaintenanceStub(channel).Defragment(rpc.DefragmentRequest(), timeout=30)

    def alarms(self) -> list[str]:
        """The alarms that are raised now, as NOSPACE."""
        with self.channel() as channel:
            answer = rpc.MaintenanceStub(channel).Alarm(
                rpc.AlarmRequest(action=rpc.AlarmRequest.GET), timeout=5
            )
        return [rpc.AlarmType.Name(alarm.alarm) for alarm in answer.alarms]

    def disarm(self) -> None:
        """Take all alarms back."""
        with self.channel() as channel:
            stub = rpc.MaintenanceStub(channel)
            for alarm in stub.Alarm(rpc.AlarmRequest(action=rpc.AlarmRequest.GET), timeout=5).alarms:
                request = rpc.AlarmRequest(
                    action=rpc.AlarmRequest.DEACTIVATE, memberID=alarm.memberID, alarm=alarm.alarm
                )
                stub.Alarm(request, timeout=5)

    def delete_all(self) -> None:
        """Delete every key."""
        with self.channel() as channel:
            rpc.KVStub(channel).DeleteRange(rpc.DeleteRangeRequest(key=ALL, range_end=ALL), timeout=10)


class EtcdCluster:
    """Nodes that form one cluster; ``options`` as for :class:`EtcdServer`."""

    def __init__(self, folder: Path, size: int = 3, **options: object) -> None:
        self.nodes = [EtcdServer(folder, name=f"node-{n}", **options) for n in range(1, size + 1)]
        for node in self.nodes:
            node.cluster = ",".join(f"{each.name}={each.peer_url}" for each in self.nodes)

    @property
    def endpoints(self) -> tuple[str, ...]:
        """Of all nodes."""
        return tuple(node.endpoint for node in self.nodes)

    def __enter__(self) -> Self:
        for node in self.nodes:
            node.start(wait=False)
        try:
            self.wait_ready()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for node in self.nodes:
            node.kill()

    def wait_ready(self) -> None:
        """Return when every node that runs answers."""
        for node in self.nodes:
            if node._process is not None:
                node.wait_ready()

    def pause(self) -> None:
        """SIGSTOP to every node that runs."""
        for node in self.nodes:
            if node._process is not None:
                node.pause()

    def resume(self) -> None:
        """SIGCONT to every node that runs."""
        for node in self.nodes:
            if node._process is not None:
                node.resume()

    def leader(self) -> EtcdServer:
        """The node that leads now."""
        for node in self.nodes:
            if node._process is None:
                continue
            with node.channel() as channel:
                status = rpc.MaintenanceStub(channel).Status(rpc.StatusRequest(), timeout=5)
            if status.leader == status.header.member_id:
                return node
        raise AssertionError("no node leads")


def _state(task: Path) -> str:
    """Of a thread, as the kernel tells it: T when it is stopped."""
    return (task / "stat").read_text().rpartition(")")[2].split()[0]

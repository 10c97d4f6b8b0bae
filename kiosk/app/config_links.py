"""How a configuration file says with whom to speak and who we are there, and what the files that it names must be.

A private key that anybody but its owner may read, write or run is refused: who reads it can be that seat or that host.
"""

from __future__ import annotations

import logging
import re
import ssl
import stat
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import msgspec

from kiosk.app.certificates import (
    PROVIDE_ANEW,
    RENEW,
    Certificate,
    certificates,
    check_of_the_floor,
    check_party,
    now,
    warnings,
)
from kiosk.app.config_game import why_no_game, why_no_layout
from kiosk.app.signing import signing_of
from kiosk.faults import EnvironmentFault
from kiosk.links.etcd.config import EtcdConfig, read_pem
from kiosk.links.hosts.config import HostsConfig
from kiosk.written import shown

_log = logging.getLogger(__name__)

SERVER_PORT = 2379  # where a server of the table log listens to hosts
MOST_ENDPOINTS = 9
HOST_PORT = 2500  # where a host listens
DESK = "cashier"  # who signs nothing
TICKETS_KEY_BYTES = 32

_ENDPOINT = re.compile(
    r"(?P<host>[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252})|\[[0-9A-Fa-f:.]{2,45}\]):(?P<port>[0-9]{1,5})"
)
_ANYBODY_ELSE = stat.S_IRWXG | stat.S_IRWXO
_ANEW = "Put the file in place that was provided for all hosts of the house"
_TICKETS_KEY = re.compile(rb"[0-9a-f]{%d}\n?" % (2 * TICKETS_KEY_BYTES))


class LogConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where the table log is and who we are there. ``endpoints`` are ``host:port``: in a host's file all servers of one
    cluster, on the floor all hosts.

    ``ca``, ``certificate`` and ``key`` are PEM files; all three are None only where ``plain`` was written on purpose.
    ``sign_key`` is what we sign our records with, ``signers`` the list of whose signatures count; both or neither.
    """

    endpoints: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=MOST_ENDPOINTS)]
    ca: Path | None = None
    certificate: Path | None = None
    key: Path | None = None
    sign_key: Path | None = None
    signers: Path | None = None
    plain: bool = False

    def etcd(self) -> EtcdConfig:
        """The same as the link to etcd wants it. Raises :class:`EnvironmentFault` as :meth:`check` does."""
        self.check()
        return EtcdConfig(self.endpoints, self.ca, self.certificate, self.key)

    def hosts(self, table: str, party: str) -> HostsConfig:
        """The same as the link to hosts wants it, for a party of a table: "seat.07", "console", "cashier".

        Raises :class:`EnvironmentFault` as :meth:`check` does, for a file of before there were hosts, and for a signing
        key or list that cannot be used.
        """
        self.check()
        if self.certificate is not None:
            own = (self.certificate, read_pem(self.certificate))
            check_of_the_floor(own)
            check_party(own, f"{table}.{party}")
            if self.sign_key is None and party != DESK:
                raise EnvironmentFault(
                    f"log names {self.certificate} and no sign_key and signers: expected both, since hosts take from a "
                    "seat or a console what it has signed",
                    PROVIDE_ANEW,
                )
        signer, signers = signing_of(self, table, f"{table}.{party}")
        return HostsConfig(
            self.endpoints, self.ca, self.certificate, self.key, signer=signer, signers=signers
        )

    def check(self) -> None:
        """Whether our certificate can be taken now; before a connection, and not when the file is read: books are
        audited by old files too. Warns in the program's log. Raises :class:`EnvironmentFault`.
        """
        for warning in warnings(self.certificates(), now()):
            _log.warning("%s. %s", warning, RENEW)

    def certificates(self) -> tuple[Certificate, ...]:
        """Our own and its authority's as the files are now; none for plain. Raises :class:`EnvironmentFault`."""
        pem = EtcdConfig(self.endpoints, self.ca, self.certificate, self.key).pem()
        if pem is None or self.ca is None or self.certificate is None:
            return ()
        return certificates((self.ca, pem[0]), (self.certificate, pem[2]))


class ServeFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where a host listens for seats, consoles and cashiers, and who it is to them.

    ``certificate`` and ``key`` are its own as a server, PEM; whoever connects needs a certificate of ``floor_ca``.
    ``signers`` is the list of whose signatures count.
    """

    listen: str
    certificate: Path
    key: Path
    floor_ca: Path
    signers: Path

    def check(self) -> None:
        """As :meth:`LogConfig.check`, for the server's certificate. Raises :class:`EnvironmentFault`."""
        for warning in warnings(self.certificates(), now()):
            _log.warning("%s. %s", warning, RENEW)

    def certificates(self) -> tuple[Certificate, ...]:
        """The server's own and its authority's as the files are now. Raises :class:`EnvironmentFault`."""
        ca, _, own = self.pem()
        return certificates((self.floor_ca, ca), (self.certificate, own))

    def pem(self) -> tuple[bytes, bytes, bytes]:
        """The floor's authority, key and certificate. Raises :class:`EnvironmentFault` for a file that is not there."""
        return read_pem(self.floor_ca), read_pem(self.key), read_pem(self.certificate)


def check_log(path: Path, log: LogConfig, usual: int) -> None:
    """Whether ``log`` of the file ``path`` can be used; ``usual`` is the port where it is answered as a rule.

    Raises :class:`EnvironmentFault` naming key and value.
    """
    for n, endpoint in enumerate(log.endpoints):
        _check_endpoint(path, f"log.endpoints[{n}]", endpoint, usual)
    once(path, "log.endpoints", log.endpoints)
    _check_signing(path, log)
    files = {"ca": log.ca, "certificate": log.certificate, "key": log.key}
    named = [name for name, file in files.items() if file is not None]
    if log.plain and named:
        raise refused(path, f"log.plain is true and log.{named[0]} is named: expected one of both")
    if not log.plain and not named:
        raise refused(
            path,
            "log names no ca, certificate and key: expected all three, or plain = true where that is meant",
        )
    if log.ca is None or log.certificate is None or log.key is None:
        missing = [name for name in files if name not in named]
        if named:
            raise refused(path, f"log.{missing[0]} is missing beside log.{named[0]}: expected all three")
        return
    for name, file in (("ca", log.ca), ("certificate", log.certificate), ("key", log.key)):
        _check_file(path, f"log.{name}", file)
    _check_key(path, "log.key", log.key)
    _check_pems(path, "log", ("ca", log.ca), log.certificate, log.key)


def check_serve(path: Path, serve: ServeFile) -> None:
    """Whether ``serve`` of the file ``path`` can be used. Raises :class:`EnvironmentFault` naming key and value."""
    _check_endpoint(path, "serve.listen", serve.listen, HOST_PORT)
    for name in ("certificate", "key", "floor_ca", "signers"):
        _check_file(path, f"serve.{name}", getattr(serve, name))
    _check_key(path, "serve.key", serve.key)
    _check_pems(path, "serve", ("floor_ca", serve.floor_ca), serve.certificate, serve.key)


def check_game(path: Path, place: str, game: str, layouts: Mapping[str, str]) -> None:
    """Whether the game can be dealt and has these layouts, by their keys below ``place`` of the file ``path``.

    Raises :class:`EnvironmentFault` naming file, key, value and what there is.
    """
    reason = why_no_game(game)
    if reason is not None:
        raise refused(path, f"{place}game of {shown(game)}: {reason}")
    for key, layout in layouts.items():
        reason = why_no_layout(game, layout)
        if reason is not None:
            raise refused(path, f"{place}{key} of {shown(layout)}: {reason}")


def check_tickets_key(path: Path, key: Path) -> None:
    """Whether ``tickets_key`` of the file ``path`` can be used. Raises :class:`EnvironmentFault`."""
    _check_file(path, "tickets_key", key)
    _check_key(path, "tickets_key", key)
    try:
        read_tickets_key(key)
    except EnvironmentFault as fault:
        raise refused(path, f"tickets_key: {fault.what}") from fault


def read_tickets_key(key: Path) -> bytes:
    """The 32 bytes with which the numbers of tickets are hashed. Raises :class:`EnvironmentFault` without telling any.

    guarantee: what is not wholly that is refused; with another key no ticket of the house would be found.
    """
    try:
        found = key.read_bytes()
    except OSError as error:
        raise EnvironmentFault(
            f"the key of ticket numbers, {key}, cannot be read: {error.strerror}", _ANEW
        ) from error
    if _TICKETS_KEY.fullmatch(found) is None:
        digits = 2 * TICKETS_KEY_BYTES
        raise EnvironmentFault(f"{key} holds something else: expected {digits} hexadecimal digits", _ANEW)
    return bytes.fromhex(found.decode())


def _check_endpoint(path: Path, name: str, written: str, usual: int) -> None:
    match = _ENDPOINT.fullmatch(written)
    if match is None or not 1 <= int(match["port"]) <= 65_535:
        raise refused(path, f"{name} of {shown(written)}: expected host:port, as 10.0.0.5:{usual}")


def _check_file(path: Path, name: str, file: Path) -> None:
    if not file.is_file():
        raise refused(path, f"{name}: {file} is no file")


def _check_signing(path: Path, log: LogConfig) -> None:
    if log.sign_key is None and log.signers is None:
        return
    for name, file, other in (
        ("sign_key", log.sign_key, "signers"),
        ("signers", log.signers, "sign_key"),
    ):
        if file is None:
            raise refused(path, f"log.{name} is missing beside log.{other}: expected both")
        _check_file(path, f"log.{name}", file)
    if log.sign_key is not None:
        _check_key(path, "log.sign_key", log.sign_key)


def _check_key(path: Path, name: str, key: Path) -> None:
    mode = stat.S_IMODE(key.stat().st_mode)
    if mode & _ANYBODY_ELSE:
        raise EnvironmentFault(
            f"{path}: {name}: {key} has the mode {mode:04o}: expected 0600, for its owner alone",
            f"If nobody has read it, chmod 600 {key}; otherwise provide new certificates",
        )


def _check_pems(path: Path, part: str, authority: tuple[str, Path], certificate: Path, key: Path) -> None:
    """Whether the three can be used together; what the other side thinks of them only that knows."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    name, ca = authority
    try:
        context.load_verify_locations(cafile=ca)
    except (ssl.SSLError, OSError) as error:
        raise refused(path, f"{part}.{name}: {ca} is no readable PEM certificate") from error
    try:
        context.load_cert_chain(
            certificate, key, password=lambda: b""
        )  # without it OpenSSL asks the terminal
    except (ssl.SSLError, OSError) as error:
        raise refused(
            path,
            f"{part}.certificate and {part}.key: {certificate} and {key} are no readable PEM pair of one key",
        ) from error


def once(path: Path, key: str, values: Sequence[str]) -> None:
    """Raises :class:`EnvironmentFault` for a value that ``key`` names twice."""
    for value in values:
        if values.count(value) > 1:
            raise refused(path, f"{key} names {value!r} {values.count(value)} times: expected once")


def refused(path: Path, what: str) -> EnvironmentFault:
    """What is said of a configuration file that cannot be used."""
    return EnvironmentFault(f"{path}: {what}", "Correct the file and start again")

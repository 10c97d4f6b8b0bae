"""Whether our own certificate will be taken: asked before the first connection, since TLS says little afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.x509.oid import NameOID

from kiosk import local_time
from kiosk.faults import EnvironmentFault

WARN_BEFORE = timedelta(days=30)
RENEW = "Put newly provided certificates in place; if the date is wrong, set this machine's clock"
PROVIDE_ANEW = (
    "Follow 'Provide a table anew' in the operator's manual: kiosk provision writes all files of the table"
)


def now() -> datetime:
    """This machine's clock."""
    return datetime.now(UTC)


@dataclass(frozen=True)
class Certificate:
    """A certificate's file and the moments in UTC between which it holds."""

    path: Path
    begins: datetime
    ends: datetime

    def days_left(self, at: datetime) -> int:
        """Whole days until its end; below zero when it is over."""
        return (self.ends - at).days

    def warning(self, at: datetime) -> str:
        """That it ends within 30 days of ``at``; empty for one that holds longer.

        Raises :class:`EnvironmentFault` with file and date for one that does not hold at ``at``.
        """
        if at > self.ends:
            raise EnvironmentFault(
                f"certificate {self.path} expired on {_day(self.ends)}; today is {_today(at)}", RENEW
            )
        if at < self.begins:
            raise EnvironmentFault(
                f"certificate {self.path} is valid from {_day(self.begins)} on; today is {_today(at)}", RENEW
            )
        if self.ends - at > WARN_BEFORE:
            return ""
        return f"certificate {self.path} expires on {_day(self.ends)}, in {self.days_left(at)} days"


def certificates(ca: tuple[Path, bytes], own: tuple[Path, bytes]) -> tuple[Certificate, ...]:
    """The own certificate and, where it is its issuer, the authority's; both are given as a file and its PEM.

    Raises :class:`EnvironmentFault` for what is no certificate, and for one of another authority.
    """
    authorities, chain = _read(*ca), _read(*own)
    issuer = _issuer(chain[0], [*chain[1:], *authorities])
    if issuer is None:
        raise EnvironmentFault(
            f"certificate {own[0]} was issued by {_named(chain[0].issuer)}, but not by the authority in "
            f"{ca[0]}: {', '.join(_named(found.subject) for found in authorities)}",
            "Put the certificate, key and authority that were provided together in place",
        )
    both = [(own[0], chain[0]), *([(ca[0], issuer)] if issuer in authorities else [])]
    return tuple(
        Certificate(path, found.not_valid_before_utc, found.not_valid_after_utc) for path, found in both
    )


def of_the_servers(table: str) -> str:
    """The name of the authority of a table's servers and of those who may speak to them."""
    return f"table {table}"


def of_the_floor(table: str) -> str:
    """The name of the authority of seats, consoles and desks, and of the hosts that serve them."""
    return f"table {table} floor"


def check_of_the_floor(own: tuple[Path, bytes]) -> None:
    """Refuses a certificate, a file and its PEM, of the servers' authority: seats had those before there were hosts.

    Raises :class:`EnvironmentFault`, also for what is no certificate.
    """
    certificate = _read(*own)[0]
    names = [str(found.value) for found in certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)]
    issuers = [str(found.value) for found in certificate.issuer.get_attributes_for_oid(NameOID.COMMON_NAME)]
    table = "".join(names).partition(".")[0]
    if issuers == [of_the_servers(table)]:
        raise EnvironmentFault(
            f"certificate {own[0]} is of the authority {issuers[0]!r}, for who speaks to the table log's servers: "
            f"expected one of {of_the_floor(table)!r}, since seats, consoles and desks speak to hosts alone",
            PROVIDE_ANEW,
        )


def check_party(own: tuple[Path, bytes], party: str) -> None:
    """Refuses a certificate, a file and its PEM, of another than ``party``, as "12.seat.07": hosts go by it alone.

    Raises :class:`EnvironmentFault`, also for what is no certificate.
    """
    subject = _read(*own)[0].subject
    names = [str(found.value) for found in subject.get_attributes_for_oid(NameOID.COMMON_NAME)]
    if names != [party]:
        raise EnvironmentFault(
            f"certificate {own[0]} is for {', '.join(map(repr, names)) or 'nobody'}: expected {party!r}",
            "Take the part that was provided for this seat, console or desk of this table",
        )


def check_certificate(ca: tuple[Path, bytes], own: tuple[Path, bytes], at: datetime) -> tuple[str, ...]:
    """Whether a server that trusts ``ca`` takes ``own`` at the moment ``at``; both are a file and its PEM.

    Returns warnings: what expires within 30 days. Raises :class:`EnvironmentFault` naming file, dates and issuer.
    """
    return warnings(certificates(ca, own), at)


def warnings(found: Sequence[Certificate], at: datetime) -> tuple[str, ...]:
    """What of it ends within 30 days of ``at``. Raises as :meth:`Certificate.warning` does."""
    return tuple(warning for one in found if (warning := one.warning(at)))


def _issuer(own: x509.Certificate, others: Sequence[x509.Certificate]) -> x509.Certificate | None:
    for other in others:
        try:
            own.verify_directly_issued_by(other)
        except (ValueError, TypeError, InvalidSignature):  # another name, another kind of key, another key
            continue
        return other
    return None


def _read(path: Path, pem: bytes) -> list[x509.Certificate]:
    try:
        return x509.load_pem_x509_certificates(pem)
    except ValueError as error:
        raise EnvironmentFault(
            f"{path} is no readable PEM certificate: {error}", "Put the provided file in place"
        ) from error


def _day(at: datetime) -> str:
    return f"{local_time.local(at):%Y-%m-%d}"


def _today(at: datetime) -> str:
    return f"{_day(at)} by this machine's clock"


def _named(name: x509.Name) -> str:
    return repr(name.rfc4514_string())

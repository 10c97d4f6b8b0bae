"""Whether our own certificate will be taken: asked before the first connection, since TLS says little afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature

from kiosk.faults import EnvironmentFault

WARN_BEFORE = timedelta(days=30)
_RENEW = "Put newly provided certificates in place; if the date is wrong, set this machine's clock"


def now() -> datetime:
    """This machine's clock."""
    return datetime.now(UTC)


def check_certificate(
    ca: tuple[Path, bytes], certificate: tuple[Path, bytes], at: datetime
) -> tuple[str, ...]:
    """Whether a server that trusts ``ca`` takes ``certificate`` at the moment ``at``; both are a file and its PEM.

    Returns warnings: what expires within 30 days. Raises :class:`EnvironmentFault` naming file, dates and issuer.
    """
    authorities, own = _read(*ca), _read(*certificate)
    issuer = _issuer(own[0], [*own[1:], *authorities])
    if issuer is None:
        raise EnvironmentFault(
            f"certificate {certificate[0]} was issued by {_named(own[0].issuer)}, but not by the authority in "
            f"{ca[0]}: {', '.join(_named(found.subject) for found in authorities)}",
            "Put the certificate, key and authority that were provided together in place",
        )
    warned = [_check_dates(certificate[0], own[0], at)]
    if issuer in authorities:
        warned.append(_check_dates(ca[0], issuer, at))
    return tuple(warning for warning in warned if warning)


def _check_dates(path: Path, found: x509.Certificate, at: datetime) -> str:
    begins, ends = found.not_valid_before_utc, found.not_valid_after_utc
    if at > ends:
        raise EnvironmentFault(f"certificate {path} expired on {ends:%Y-%m-%d}; today is {_day(at)}", _RENEW)
    if at < begins:
        raise EnvironmentFault(
            f"certificate {path} is valid from {begins:%Y-%m-%d} on; today is {_day(at)}", _RENEW
        )
    if ends - at > WARN_BEFORE:
        return ""
    return f"certificate {path} expires on {ends:%Y-%m-%d}, in {(ends - at).days} days. {_RENEW}"


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
    return f"{at:%Y-%m-%d} by this machine's clock"


def _named(name: x509.Name) -> str:
    return repr(name.rfc4514_string())

"""A private certificate authority: elliptic curve P-256, random serial numbers, one purpose for each certificate."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

AUTHORITY_DAYS = 3653
CERTIFICATE_DAYS = 1096
_EARLIER = timedelta(hours=1)  # the clocks of a house differ

_SERVER, _CLIENT = ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH


@dataclass(frozen=True)
class Pair:
    """A certificate and its private key, both PEM."""

    certificate: bytes
    key: bytes


def _now() -> datetime:
    return datetime.now(UTC)


class Authority:
    """Issues certificates. Whoever holds its key can be everybody: it belongs on no machine of the table."""

    def __init__(self, name: str, now: Callable[[], datetime] = _now) -> None:
        self._now = now
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._subject = _named(name)
        builder = self._builder(self._subject, self._key.public_key(), AUTHORITY_DAYS)
        builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        builder = builder.add_extension(_usage(authority=True), critical=True)
        self._certificate = builder.sign(self._key, hashes.SHA256())

    @property
    def pair(self) -> Pair:
        """The authority's own certificate and key."""
        return Pair(_pem(self._certificate), _key_pem(self._key))

    @property
    def ends(self) -> datetime:
        """Until when it holds, and with it all that it issues."""
        return self._certificate.not_valid_after_utc

    def server(self, name: str, address: str) -> Pair:
        """For a server that listens on ``address``; it cannot be used to be a client."""
        return self._issue(name, [_SERVER], address)

    def peer(self, name: str, address: str) -> Pair:
        """For a server towards its fellows, as both sides."""
        return self._issue(name, [_SERVER, _CLIENT], address)

    def client(self, name: str) -> Pair:
        """For a client; ``name`` is the user that the server takes it for."""
        return self._issue(name, [_CLIENT])

    def _issue(
        self, name: str, purposes: Sequence[x509.ObjectIdentifier], address: str | None = None
    ) -> Pair:
        key = ec.generate_private_key(ec.SECP256R1())
        builder = self._builder(_named(name), key.public_key(), CERTIFICATE_DAYS, self.ends)
        builder = builder.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        builder = builder.add_extension(_usage(authority=False), critical=True)
        builder = builder.add_extension(x509.ExtendedKeyUsage(purposes), critical=False)
        if address is not None:
            names = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(address))])
            builder = builder.add_extension(names, critical=False)
        return Pair(_pem(builder.sign(self._key, hashes.SHA256())), _key_pem(key))

    def _builder(
        self,
        subject: x509.Name,
        public_key: ec.EllipticCurvePublicKey,
        days: int,
        last: datetime | None = None,
    ) -> x509.CertificateBuilder:
        """What holds for ``days``, and not beyond ``last``."""
        begins = self._now() - _EARLIER
        ends = begins + timedelta(days=days)
        authority = x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key())
        return (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self._subject)
            .public_key(public_key)
            .serial_number(x509.random_serial_number())
            .not_valid_before(begins)
            .not_valid_after(ends if last is None else min(ends, last))
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(public_key), critical=False)
            .add_extension(authority, critical=False)
        )


class KeptAuthority(Authority):
    """One that was made before, from its certificate and key. Raises ValueError for what is none, or is no pair."""

    def __init__(self, pair: Pair, now: Callable[[], datetime] = _now) -> None:
        certificate = x509.load_pem_x509_certificate(pair.certificate)
        key = serialization.load_pem_private_key(pair.key, None)
        if not isinstance(key, ec.EllipticCurvePrivateKey) or key.public_key() != certificate.public_key():
            raise ValueError("certificate and key do not belong to each other")
        self._now, self._key = now, key
        self._certificate, self._subject = certificate, certificate.subject


def expires(certificate: bytes) -> str:
    """The last day of a PEM certificate, as 2026-01-31."""
    return x509.load_pem_x509_certificate(certificate).not_valid_after_utc.strftime("%Y-%m-%d")


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _usage(*, authority: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not authority,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=authority,
        crl_sign=authority,
        encipher_only=False,
        decipher_only=False,
    )


def _pem(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)


def _key_pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )

"""Signatures of seats and consoles on what they write to a table's log, and who may sign what.

Ed25519 over the record, the key under which it stands and the signer's name: a record cannot be altered, moved or
disowned. A host passes records on and can forge none. Presences are not signed.
note: the library loads with the first key, not with this file: who plays alone has no use for it.
"""

from __future__ import annotations

import hashlib
import logging
import re
import threading
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated

import msgspec

from kiosk.table import keys
from kiosk.table.log import Entry
from kiosk.table.signature import joined, parted
from kiosk.written import refusal, shown

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

MOST_KEYS = 32  # of one signer: each renewal adds one
MOST_SIGNERS = 2_000
_TAG = b"kiosk table log 1\0"  # what is signed elsewhere with the same key is no record
_CONSOLES = ("console", "spare-console")
_OF_CONSOLES = (
    "round",
    "closed",
    "decided",
    "private",
    "console",
    "manager",
)  # folders of a table that consoles write
_KEY_BYTES = 32
_MOST_KNOWN = 4_096  # records that are not verified again
_MOST_TOLD = 1_000  # records of which it is told that they are not validly signed
_log = logging.getLogger(__name__)

TableName = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9-]{0,15}\Z")]
PublicKeys = Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=MOST_KEYS)]


class SignersList(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who signs at a table: by name the raw public keys in base64, oldest first. Nothing in it is secret.

    A signer has a key more with each renewal; the old ones stay, since what they signed stays in log and archives.
    Raises ValueError for a name that signs nothing at this table and for what is no key.
    """

    table: TableName
    signers: Annotated[dict[str, PublicKeys], msgspec.Meta(min_length=1, max_length=MOST_SIGNERS)]

    def __post_init__(self) -> None:
        for name, public in self.signers.items():
            if not signed_by(self.table, name):
                raise ValueError(
                    f"signers of {shown(name)}: expected {self.table}.seat.NAME, "
                    + " or ".join(f"{self.table}.{console}" for console in _CONSOLES)
                )
            for n, key in enumerate(public):
                if _raw(key) is None:
                    raise ValueError(
                        f"signers.{name}[{n}] of {shown(key)}: expected an Ed25519 public key, 32 bytes in base64"
                    )
                if key in public[:n]:
                    raise ValueError(f"signers.{name}[{n}] of {shown(key)}: expected each key once")


def decode_signers(data: bytes) -> SignersList:
    """The list in the bytes of a file. Raises ValueError naming key, value and what was expected."""
    try:
        written = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"is no JSON: {error}") from error
    try:
        return msgspec.convert(written, SignersList)
    except msgspec.ValidationError as error:
        raise ValueError(refusal(error, written)) from error


def encode_signers(signers: SignersList) -> bytes:
    """The bytes of its file."""
    return msgspec.json.format(msgspec.json.encode(signers, order="sorted"), indent=1) + b"\n"


def new_pair() -> tuple[bytes, str]:
    """A new key: the private one as a PEM file without a password, the public one as it stands in a list."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    key = Ed25519PrivateKey.generate()
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return pem, b64encode(key.public_key().public_bytes_raw()).decode()


def merged(older: SignersList, newer: SignersList) -> SignersList:
    """The list after a renewal: every signer of both, its older keys first. The same key stands once.

    Raises ValueError for lists of two tables, and for a signer with more than 32 keys.
    """
    if older.table != newer.table:
        raise ValueError(f"signers of table {newer.table}: expected those of table {older.table}")
    found = dict(older.signers)
    for name, public in newer.signers.items():
        found[name] = tuple(dict.fromkeys((*found.get(name, ()), *public)))
        if len(found[name]) > MOST_KEYS:
            raise ValueError(f"signers.{name} of {len(found[name])} keys: expected at most {MOST_KEYS}")
    return SignersList(older.table, found)


def signed_by(table: str, name: str) -> tuple[str, ...]:
    """The prefixes of the keys that ``name`` signs at this table; none for who signs nothing there.

    A seat signs what is its own; every console signs all that consoles write, the lives of the log included.
    """
    if name in [f"{table}.{console}" for console in _CONSOLES]:
        return tuple(f"{keys.root(table)}{folder}/" for folder in _OF_CONSOLES)
    match = re.fullmatch(rf"{re.escape(table)}\.seat\.([A-Za-z0-9][A-Za-z0-9-]{{0,15}})", name)
    return (keys.seat(table, match[1]),) if match is not None else ()


class Signer:
    """Signs what one seat or console writes. The same record under the same key has the same bytes again."""

    def __init__(self, name: str, key: Ed25519PrivateKey) -> None:
        self.name = name
        self._key = key

    @property
    def public(self) -> str:
        """The public key as it stands in a list."""
        return b64encode(self._key.public_key().public_bytes_raw()).decode()

    def sign(self, key: str, value: bytes) -> bytes:
        """``value`` with its signature for ``key``. One that bears a signature keeps it: it is written once more.

        Raises ValueError for a tail that is none.
        """
        found = parted(value)
        if found.signer:
            return value
        return joined(value, self.name, self._key.sign(_signed(key, self.name, value)))


class Signers:
    """The public keys of a table's signers. Any thread.

    note: one verification costs about 0.1 ms. What was found right is known for a while: where many seats play in one
    process, each reads the same records.
    """

    def __init__(self, signers: SignersList) -> None:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        self.table = signers.table
        self._root = keys.root(signers.table)
        self._presences = (keys.presences(signers.table), keys.console_presences(signers.table))
        self._prefixes = {name: signed_by(signers.table, name) for name in signers.signers}
        # The newest key signs what is new: it is tried first.
        self._keys: Mapping[str, tuple[Ed25519PublicKey, ...]] = {
            name: tuple(Ed25519PublicKey.from_public_bytes(_raw(key) or b"") for key in reversed(public))
            for name, public in signers.signers.items()
        }
        self._list = signers
        self._right: set[bytes] = set()  # digests of signed records

    def knows(self, signer: Signer) -> bool:
        """Whether what this signer signs will be believed."""
        return signer.public in self._list.signers.get(signer.name, ())

    def why_not(self, key: str, value: bytes) -> str | None:
        """What is wrong with the signature of the record under ``key``, in words; None when it is right.

        To be asked where :meth:`ask` is true: elsewhere nothing is signed.
        """
        try:
            found = parted(value)
        except ValueError as error:
            return str(error)
        if not found.signer:
            return "it bears no signature"
        public = self._keys.get(found.signer)
        if public is None:
            return f"its signer {found.signer} is not known at table {self.table}"
        if not key.startswith(self._prefixes[found.signer]):
            return f"its signer {found.signer} may not sign that key"
        signed = _signed(key, found.signer, found.record)
        digest = hashlib.sha256(found.signature + signed).digest()
        if digest in self._right:
            return None
        if any(_verifies(one, found.signature, signed) for one in public):
            if len(self._right) >= _MOST_KNOWN:
                self._right.clear()
            self._right.add(digest)
            return None
        return f"its signature is not one of {found.signer} on this record under this key"

    def ask(self, key: str) -> bool:
        """Whether what stands under ``key`` must be signed: all of this table but presences."""
        return key.startswith(self._root) and not key.startswith(self._presences)


class Verified:
    """Lets pass what is validly signed, and tells once of each record that is not. All readers ignore the same ones.

    Without ``signers`` everything passes, as in the log of one machine; so does what need not be signed. Any thread.
    """

    def __init__(self, signers: Signers | None) -> None:
        self._signers = signers
        self._lock = threading.Lock()
        self._told: Callable[[str, str], None] = lambda _key, _why: None
        self._refused: dict[tuple[int, str], str] = {}

    def listen(self, told: Callable[[str, str], None]) -> None:
        """Tell ``told`` the key and what is wrong of each refused record, those of before too.

        In the thread that asks about the record, here for those of before: it must only enqueue.
        """
        with self._lock:
            self._told = told
            for (_, key), why in self._refused.items():
                told(key, why)

    def admitted(self, entry: Entry) -> bool:
        """Whether a reader may take ``entry``."""
        if self._signers is None or not self._signers.ask(entry.key):
            return True
        why = self._signers.why_not(entry.key, entry.value)
        if why is None:
            return True
        place = (entry.seq, entry.key)
        with self._lock:
            if place not in self._refused and len(self._refused) < _MOST_TOLD:
                self._refused[place] = why
                _log.error(
                    "record %d of the table log at %s is ignored: %s", entry.seq, shown(entry.key), why
                )
                self._told(entry.key, why)
        return False


def _signed(key: str, name: str, record: bytes) -> bytes:
    """What is signed. The lengths stand before the texts: no two records are the same bytes."""
    found = [_TAG]
    for part in (name.encode("ascii"), key.encode("utf-8", "surrogatepass")):
        found += [len(part).to_bytes(4, "big"), part]
    return b"".join((*found, record))


def _verifies(public: Ed25519PublicKey, signature: bytes, signed: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature

    try:
        public.verify(signature, signed)
    except InvalidSignature:
        return False
    return True


def _raw(key: str) -> bytes | None:
    """The 32 bytes of a public key in base64, in its one spelling; None for what is none."""
    try:
        found = b64decode(key, validate=True)
    except ValueError:
        return None
    return found if len(found) == _KEY_BYTES and b64encode(found).decode() == key else None

"""What it means when a member does not do what it was asked."""

from __future__ import annotations

import grpc

from kiosk.table.log import NoAnswer

# What a caller has got wrong: no other member and no later time would answer otherwise.
_WRONG = ("request is too large", "too many operations in txn", "duplicate key given", "larger than max")
_DENIED_WORDS = ("user name is empty", "authentication", "auth token", "permission denied")


class Said(NoAnswer):
    """A member did answer, and no other would answer otherwise now: no space, not permitted."""


class Denied(Said):
    """These credentials may not do this."""


def no_answer(error: grpc.RpcError, endpoint: str) -> Exception:
    """What a failed call means, in words: :class:`NoAnswer`, or ValueError for what can never be written."""
    code, words = error.code(), str(error.details() or "")
    said = f"{endpoint}: {_handshake(words)}{words or code.name}"
    if any(wrong in words for wrong in _WRONG):
        return ValueError(said)
    if "database space exceeded" in words:
        return Said(f"NOSPACE: the table log has no space left ({said})")
    denied = (grpc.StatusCode.PERMISSION_DENIED, grpc.StatusCode.UNAUTHENTICATED)
    if code in denied or (
        code is grpc.StatusCode.INVALID_ARGUMENT and any(word in words for word in _DENIED_WORDS)
    ):
        return Denied(f"the table log does not permit this ({said})")
    if code is grpc.StatusCode.NOT_FOUND:
        return Said(said)
    return NoAnswer(f"the table log does not answer ({said})")


# A handshake that failed, by what the TLS library calls it, the most telling first.
_HANDSHAKE = (
    (
        ("CERTIFICATE_VERIFY_FAILED", "certificate signature failure", "Hostname Verification", "Peer name"),
        "its certificate is not of the configured authority, or not for this address or time: ",
    ),
    (
        ("handshake failed", "TSI_", "SSL_ERROR", "TLSV1", "SSLV3"),
        "it does not take our certificate, or speaks no TLS: ",
    ),
)


def _handshake(words: str) -> str:
    """In front of the TLS library's words, what they mean; nothing for others."""
    return next((means for signs, means in _HANDSHAKE if any(sign in words for sign in signs)), "")

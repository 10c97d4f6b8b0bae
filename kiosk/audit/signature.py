"""Whether the records of a table's archive are validly signed, from outside: with public keys alone."""

from __future__ import annotations

import sqlite3

from kiosk.links.signing import Signers
from kiosk.written import shown


class SignatureAudit:
    """Judges the records of a log one by one. ``findings`` names each that is not validly signed, with the reason.

    Without ``signers`` nothing is asked for. What is not admitted no reader has taken: it decides about nothing.
    """

    def __init__(self, signers: Signers | None) -> None:
        self._signers = signers
        self.asked = 0  # records that must be signed
        self.findings: list[str] = []

    def admits(self, seq: int, key: str, value: bytes) -> bool:
        """Whether a reader takes this record."""
        if self._signers is None or not self._signers.ask(key):
            return True
        self.asked += 1
        why = self._signers.why_not(key, value)
        if why is not None:
            self.findings.append(f"record {seq} at {shown(key)} is not validly signed: {why}")
        return why is None


def audit_signatures(log: sqlite3.Connection, signers: Signers) -> SignatureAudit:
    """All records of an archive."""
    audit = SignatureAudit(signers)
    for seq, key, value in log.execute("SELECT seq, key, value FROM record ORDER BY seq, id"):
        audit.admits(seq, key, value)
    return audit

"""Reasons that the table or a device gives, in the player's language. What is not known is shown as given."""

from collections.abc import Mapping

from kiosk.console.desk_acts import INTERRUPTED
from kiosk.ui.kit.texts import Texts

VOID_REASONS: Mapping[str, str] = {
    INTERRUPTED: "void.interruption",  # rule 5.1.2
    "fewer than three tumbles": "void.tumbles",  # rules 3.6 and 5.3.1
    "die not flat": "void.not_flat",  # rules 3.7 and 5.3.2
    "tumbler started before no more bets": "void.early",  # rules 3.5 and 5.3.3
    "damaged dice": "void.damaged",  # rule 5.4
    "tumbler started again": "void.again",  # rules 3.6 and 3.7
    "tumbler ran unseen": "void.late",  # rules 3.5 and 5.3.3
}
"""The reason of a Void as it stands in the log -> its text."""


def void_words(reason: str, texts: Texts) -> str:
    """Why a round is Void. A reason that a person wrote freely is shown as it was written."""
    key = VOID_REASONS.get(reason)
    return reason if key is None else texts.get(key)

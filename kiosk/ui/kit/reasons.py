"""Reasons that the table or a device gives, in the player's language. What is not known is shown as given."""

from collections.abc import Mapping

from kiosk.book.desk_acts import INTERRUPTED
from kiosk.ui.kit.game_look import every_look, game_look
from kiosk.ui.kit.texts import Texts

OF_THE_TABLE: Mapping[str, str] = {INTERRUPTED: "void.interruption"}  # rule 5.1.2
"""The reasons that every game's table has."""


def void_reasons(game: str) -> Mapping[str, str]:
    """The reasons of a Void of that game as they stand in the log -> the keys of their texts."""
    return {**OF_THE_TABLE, **game_look(game).void_words}


def void_words(reason: str, texts: Texts) -> str:
    """Why a round is Void, of whatever game. A reason that a person wrote freely is shown as it was written."""
    known = (OF_THE_TABLE, *(look.void_words for look in every_look()))
    key = next((words[reason] for words in known if reason in words), None)
    return reason if key is None else texts.get(key)

"""What each game and its layouts are called, in the language of who reads it."""

from kiosk.ui.kit.texts import Texts


def game_name(game: str, texts: Texts) -> str:
    """The name of the game in the texts; a game that they do not know is called as its folder."""
    key = f"game.{game}"
    return texts.get(key) if key in texts.keys() else game  # noqa: SIM118  a method of the texts


def layout_words(game: str, layout: str, texts: Texts) -> str:
    """What the layout of the game is, in a line; nothing for one that the texts do not know."""
    key = f"layout.{game}_{layout.lower()}"
    return texts.get(key) if key in texts.keys() else ""  # noqa: SIM118  a method of the texts

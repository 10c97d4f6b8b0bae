"""What each game is called, in the player's language."""

from kiosk.ui.kit.texts import Texts


def game_name(game: str, texts: Texts) -> str:
    """The name of the game in the texts; a game that they do not know is called as its folder."""
    key = f"game.{game}"
    return texts.get(key) if key in texts.keys() else game  # noqa: SIM118  a method of the texts

"""The key of each game's name in the texts."""

GAME_NAMES = {"sicbo": "game.sicbo"}

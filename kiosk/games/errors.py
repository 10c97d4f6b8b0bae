"""What a game refuses. Every message names the thing, the value found and what is expected."""


class GameError(ValueError):
    """Something a game refuses."""


class UnknownGame(GameError):
    """No game has that name."""


class UnknownLayout(GameError):
    """The game has no layout of that name."""


class BadLayout(GameError):
    """A damaged layout or pay table. The message names file and key."""


class BadFacts(GameError):
    """Facts that the game does not know, that cannot be true, or that do not settle yet."""


class BadStake(GameError):
    """A stake on an unknown spot, or one that is not whole cents of 0 or more."""


class InexactConfiguration(GameError):
    """A unit of stakes under which a payout would not be whole cents."""

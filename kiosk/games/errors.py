"""What a game refuses. Every message names the thing, the value found and what is expected."""


class GameError(ValueError):
    """Something a game refuses."""


class UnknownGame(GameError):  # noqa: N818  these are named for what happened
    """No game has that name."""


class UnknownLayout(GameError):  # noqa: N818
    """The game has no layout of that name."""


class BadLayout(GameError):  # noqa: N818
    """A damaged layout or pay table. The message names file and key."""


class BadFacts(GameError):  # noqa: N818
    """Facts that the game does not know, that cannot be true, or that do not settle yet."""


class BadStake(GameError):  # noqa: N818
    """A stake on an unknown spot, or one that is not whole cents of 0 or more."""


class InexactConfiguration(GameError):  # noqa: N818
    """A unit of stakes under which a payout would not be whole cents."""

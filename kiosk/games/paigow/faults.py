"""What goes wrong in a deal of Fortune Pai Gow Poker, as the log says it (rules 5.2 to 5.4)."""

DEALT_WRONGLY = "cards were dealt wrongly, and no player has handled them"
DEALERS_COUNT = "the Dealer has a wrong number of cards"
EXPOSED = "two cards or more were exposed in the deal"
"""Why a round is void."""

RECONSTRUCTED = "whole hands were moved on the felt before any player handled cards"
NO_WAGER = "cards lay at a position without a wager"
"""Why a round goes on although something went wrong."""

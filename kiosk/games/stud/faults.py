"""What goes wrong in a deal of Casino Stud Poker, as the log says it (rules 5.8 to 5.19).

The screens translate these.
"""

EXPOSED = "cards were exposed before any player saw a hand"
MISDEALT = "cards dealt wrongly, before any player saw a hand"
DEALERS_COUNT = "a wrong number of cards at the dealer"
NO_BURNT = "the burnt card was not put away"
JACKPOT_DOWN = "the jackpot was out of order before any player saw a hand"
"""Why a round is void, beside what every deal can suffer from."""

TWO_AT_ONCE = "two cards at once"
ONE_EXPOSED = "a card of a player was exposed"
WRONG_NUMBER = "a wrong number of cards"
EXAMINED = "a further hand was looked at on purpose"
"""Why a Hand is invalid, or its player may choose."""

RECONSTRUCTED = "whole hands were moved on the felt before any player saw a hand"
SEEN_EXPOSED = "a card was exposed after players saw their hands"
FACE_UP = "a card was face up in the shoe or shuffler"
DEALERS_EXPOSED = "a card of the dealer was exposed, and lies face up"
JACKPOT_DOWN_LATER = "the jackpot was out of order after players saw their hands"
"""Why a round goes on although something went wrong."""

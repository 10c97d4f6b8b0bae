"""What goes wrong in a deal of Blackjack, as the log says it (rules 5.5 to 5.12). The screens translate these."""

EMPTY = "too few cards to complete the round"
TWO_AT_ONCE = "two cards at once"
FACE_UP = "a card was face up in the shoe or shuffler"
OVERDRAWN = "the dealer drew on a complete hand"

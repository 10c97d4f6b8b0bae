"""Why a round of Fortune Pai Gow Poker is void by what a supervisor has seen, as the log has it (rules 5.2 to 5.4)."""

DEALT_WRONGLY = "cards were dealt wrongly, and no player has handled them"
DEALERS_COUNT = "the Dealer has a wrong number of cards"
EXPOSED = "two cards or more were exposed in the deal"

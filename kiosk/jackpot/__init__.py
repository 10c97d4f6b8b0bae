"""The Progressive Jackpot: one meter that the tables of a house share, and every act that has moved it."""

"""Pictures of Fortune Pai Gow Poker."""

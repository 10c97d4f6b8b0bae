"""A card shoe or shuffler that reads what it gives (Stud 1.5 and 1.7)."""

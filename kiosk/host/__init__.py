"""The host's side of money: validation numbers and the registry of tickets."""

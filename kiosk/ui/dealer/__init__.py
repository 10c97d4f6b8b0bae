"""The dealer's screen: the round as one obvious next action, the seats at a glance, rare commands apart."""

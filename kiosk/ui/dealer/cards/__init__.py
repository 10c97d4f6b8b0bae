"""What every card game has on the dealer's screen: boxes and hands, a key for each card, the deal as it goes."""

"""What every card game shows at a seat: hands on the felt, the decision bar, the pay table at the side. Of no game."""

"""Tables that run by themselves: for demonstrations, simulations and proofs."""

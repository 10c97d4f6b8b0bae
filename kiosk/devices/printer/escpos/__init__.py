"""A receipt printer that speaks ESC/POS: the ticket as a picture of dots, and proofs of what was printed."""

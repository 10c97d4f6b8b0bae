"""An acceptor that is not there: what it does with notes, how it speaks ID-003, and a pseudo-terminal for it."""

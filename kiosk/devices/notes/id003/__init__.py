"""A note and ticket acceptor that speaks ID-003, JCM's serial protocol: framing, state machine and driver apart."""

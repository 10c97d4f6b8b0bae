"""Charts of a seat: turnover and win, the hold against theory, money in, uptime and faults."""

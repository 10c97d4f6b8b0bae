"""The first run of a seat: what a technician answers, what is found on the machine, and the files that come of it."""

"""The work area: the one thing that is to be done next."""

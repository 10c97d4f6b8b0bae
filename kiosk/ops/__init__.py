"""What staff and technicians do with the machines: set up, provide, update, release, audit a floor."""

"""Opening hands: in how many of all that a deck can deal a goal is reachable."""

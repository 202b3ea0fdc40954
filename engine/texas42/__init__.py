"""Texas 42: the rules of the game."""

"""`strong`: a player who judges each move in many worlds that fit what it has seen."""

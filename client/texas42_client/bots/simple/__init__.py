"""`simple`: a player of sound habits, who counts its hand and remembers what was played."""

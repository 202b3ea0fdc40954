"""``t42 arena``: which bot is stronger, by deals that each side plays from both ends."""

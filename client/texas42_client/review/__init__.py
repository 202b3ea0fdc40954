"""``t42 review`` and ``t42 hint``: what a hand might have come to, as its players could know."""

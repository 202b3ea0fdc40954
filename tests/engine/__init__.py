"""The engine held to the rules: R1 to R7, one table a rule."""

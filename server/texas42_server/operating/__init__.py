"""What an operator sees and sets: limits, metrics, the log, security headers."""

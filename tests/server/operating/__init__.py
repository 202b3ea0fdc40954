"""Operating: limits, metrics, logs, pages, settings."""

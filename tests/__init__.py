"""The tests: see CONTRIBUTING.md for how they are laid out and named."""

"""``python -m texas42_client`` is ``t42``."""

from texas42_client.cli import main

if __name__ == "__main__":
    main()

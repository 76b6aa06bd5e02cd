"""``python -m intervale``."""

from intervale.cli import main

if __name__ == "__main__":
    main()

"""`python -m trunfo`: the command line."""

import sys

from trunfo.cli import main

if __name__ == "__main__":
    sys.exit(main())

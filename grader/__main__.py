"""``python -m grader`` is the command ``grade``."""

import sys

from grader.cli import main

if __name__ == "__main__":  # Dask's workers load the main module again, to no effect
    sys.exit(main())

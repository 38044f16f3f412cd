"""``python -m grader`` is the command ``grade``."""

import sys

from grader.cli import main

sys.exit(main())

"""How much the tests enumerate. ``make test`` takes spaces of up to 256 runs, ``make exhaustive`` larger ones and more
of everything that takes long; ``MOST_RUNS`` in the environment says how large.
"""

import os

MOST_RUNS = int(os.environ.get("MOST_RUNS", "256"))
"""Up to how many runs a space is enumerated."""
MORE = MOST_RUNS >= 512
"""Whether there is time for all cases of a family of which ``make test`` takes a sample: in CI there is."""
LONG = MOST_RUNS > 512
"""Whether there is time for what takes minutes."""

"""Counting distinct sums in buckets against plain sets."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from intervale.exact import sums

NUMBERS = st.lists(st.integers(-40, 40), min_size=0, max_size=12, unique=True).map(sorted)


@pytest.mark.parametrize("bucket", [1, 7, 1 << 20])
@settings(max_examples=60, deadline=None)
@given(parts=st.lists(st.tuples(NUMBERS, NUMBERS), max_size=4), asked=st.lists(st.integers(-100, 100), max_size=8))
def test_sums_are_counted_as_a_set_counts_them(bucket, parts, asked):
    everything = {a + b for one, two in parts for a in one for b in two}
    arrays = [(np.array(one, dtype=np.int64), np.array(two, dtype=np.int64)) for one, two in parts]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sums, "BUCKET", bucket)
        found = sums.PairSums(arrays)
        at_most = [sum(x <= number for x in everything) for number in asked]
        assert found.at_most(asked) == at_most
        assert found.size == len(everything)
        assert found.at_most(asked) == at_most  # from what was counted before
    for number in asked if everything else []:
        below, above = found.neighbours(number)
        assert below == max((x for x in everything if x < number), default=None)
        assert above == min((x for x in everything if x > number), default=None)

"""Values of runs on topics, run by run from the definition: the slow twin of ``scales/topic_values``."""

from __future__ import annotations

from intervale.errors import MeasureError, OptionError
from intervale.exact.quotients import grouped_quotients, quotient


def topic_value(measure, run, judged):
    """The value of a run on a topic that has ``judged[g]`` documents of grade g."""
    top = len(judged) - 1
    for grade in range(1, top + 1):
        if run.count(grade) > judged[grade]:
            raise MeasureError(f"{run} is not a run of a topic with {judged[grade]} documents of grade {grade}")
    here = measure.on_space(len(run), top)
    divisor = here.divisor(judged, top)
    if divisor == 0:
        raise OptionError("a topic without a relevant document has the value 0 alone")
    return quotient(here.exact(run, grades=top), divisor)


def sorted_quotients(numbers):
    """Different numbers in ascending order; of equal ones, also where they are written differently, the first."""
    return [group[0] for group in grouped_quotients(numbers)]


def ideal_by_documents(measure, judged, top):
    """The gain of the ideal run, document by document: pairs of a gain and its rank."""
    gains = sorted((measure.gain(grade, top) for grade, count in enumerate(judged) for _ in range(count)), reverse=True)
    return [(gain, rank) for rank, gain in enumerate(gains[: measure.cutoff], start=1) if gain]


def ways_by_picks(places, times):
    """In how many ways each sum of one number from each place comes about, pick by pick."""
    sums = {0: 1}
    for place in places:
        grown = {}
        for total, ways in sums.items():
            for number, many in zip(place, times or (1,) * len(place), strict=True):
                grown[total + number] = grown.get(total + number, 0) + ways * many
        sums = grown
    return sums

"""What the tests of the statistics count, one comparison at a time: slow twins."""

from itertools import product


def larger(x, y):
    """How many comparisons of a number of x with one of y the first wins, ties counting half."""
    return sum((a > b) + (a == b) / 2 for a, b in product(x, y))


def tied(x, y):
    """Σ t³ − t over the groups of t equal numbers among those of both."""
    both = [*x, *y]
    return sum(both.count(value) ** 3 - both.count(value) for value in set(both))


def open_comparisons(x, y, x_errors, y_errors):
    """How many comparisons of a number of x with one of y are open, as each can be off by its error."""
    pairs = product(zip(x, x_errors, strict=True), zip(y, y_errors, strict=True))
    return sum(abs(a - b) <= e + f and e + f > 0 for (a, e), (b, f) in pairs)

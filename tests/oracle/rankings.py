"""Ranking metrics written from their formulas, one pair of rankings at a time, with loops: slow twins."""

from itertools import combinations, permutations
from math import log2, prod, sqrt


def top(ranking, k):
    """The items at positions 1..k."""
    return {item for item, position in enumerate(ranking, 1) if position <= k}


def matrix(s, t, k):
    """tp, fp, fn, tn by sets."""
    everyone = set(range(1, len(s) + 1))
    relevant, retrieved = top(s, k), top(t, k)
    return (
        len(relevant & retrieved),
        len(retrieved - relevant),
        len(relevant - retrieved),
        len(everyone - relevant - retrieved),
    )


def divide(x, y):
    return x / y if y else float("inf")


def rates(s, t, k):
    tp, fp, fn, tn = matrix(s, t, k)
    return tp / (tp + fn), fp / (fp + tn), tp / (tp + fp), tn / (tn + fn)


def threshold(s, t, k):
    """The published formula, where it is defined."""
    tpr, fpr, _, _ = rates(s, t, k)
    return 0.5 if tpr == fpr else (sqrt(tpr * fpr) - fpr) / (tpr - fpr)


def matthews(s, t, k):
    tp, fp, fn, tn = matrix(s, t, k)
    return (tp * tn - fp * fn) / sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))


def f1(s, t, k):
    tpr, _, precision, _ = rates(s, t, k)
    return 2 * precision * tpr / (precision + tpr) if precision + tpr else 0.0


def discordant(s, t):
    return sum((s[i] - s[j]) * (t[i] - t[j]) < 0 for i, j in combinations(range(len(s)), 2))


def items_in_order(s):
    return sorted(range(1, len(s) + 1), key=lambda item: s[item - 1])


def dcg(t):
    return sum((len(t) - item + 1) / log2(t[item - 1] + 1) for item in range(1, len(t) + 1))


def r2(s, t):
    mean = sum(s) / len(s)
    return 1 - sum((x - y) ** 2 for x, y in zip(s, t, strict=True)) / sum((x - mean) ** 2 for x in s)


def spearman(s, t):
    n = len(s)
    mean = (n + 1) / 2
    return sum((x - mean) * (y - mean) for x, y in zip(s, t, strict=True)) / sum((x - mean) ** 2 for x in s)


TWINS = {
    "recall": lambda s, t, k: rates(s, t, k)[0],
    "FNR": lambda s, t, k: 1 - rates(s, t, k)[0],
    "fallout": lambda s, t, k: rates(s, t, k)[1],
    "TNR": lambda s, t, k: 1 - rates(s, t, k)[1],
    "precision": lambda s, t, k: rates(s, t, k)[2],
    "FDR": lambda s, t, k: 1 - rates(s, t, k)[2],
    "NPV": lambda s, t, k: rates(s, t, k)[3],
    "FOR": lambda s, t, k: 1 - rates(s, t, k)[3],
    "accuracy": lambda s, t, k: sum((i in top(s, k)) == (i in top(t, k)) for i in range(1, len(s) + 1)) / len(s),
    "BA": lambda s, t, k: (rates(s, t, k)[0] + 1 - rates(s, t, k)[1]) / 2,
    "F1": f1,
    "FM": lambda s, t, k: sqrt(rates(s, t, k)[0] * rates(s, t, k)[2]),
    "MCC": matthews,
    "Jaccard": lambda s, t, k: len(top(s, k) & top(t, k)) / len(top(s, k) | top(t, k)),
    "markedness": lambda s, t, k: rates(s, t, k)[2] + rates(s, t, k)[3] - 1,
    "LR-": lambda s, t, k: divide(1 - rates(s, t, k)[0], 1 - rates(s, t, k)[1]),
    "informedness": lambda s, t, k: rates(s, t, k)[0] - rates(s, t, k)[1],
    "PT": threshold,
    "LR+": lambda s, t, k: divide(rates(s, t, k)[0], rates(s, t, k)[1]),
    "MSE": lambda s, t, k: sum((x - y) ** 2 for x, y in zip(s, t, strict=True)) / len(s),
    "RMSE": lambda s, t, k: sqrt(sum((x - y) ** 2 for x, y in zip(s, t, strict=True)) / len(s)),
    "MAE": lambda s, t, k: sum(abs(x - y) for x, y in zip(s, t, strict=True)) / len(s),
    "MAPE": lambda s, t, k: sum(abs(x - y) / x for x, y in zip(s, t, strict=True)) / len(s),
    "SMAPE": lambda s, t, k: sum(abs(x - y) / ((x + y) / 2) for x, y in zip(s, t, strict=True)) / len(s),
    "R2": lambda s, t, k: r2(s, t),
    "Kendall tau": lambda s, t, k: 1 - 2 * discordant(s, t) / (len(s) * (len(s) - 1) / 2),
    "Spearman rho": lambda s, t, k: spearman(s, t),
    "NDPM": lambda s, t, k: 2 * discordant(s, t) / (len(s) * (len(s) - 1)),
    "DCG": lambda s, t, k: dcg(renamed(s, t)),
    "nDCG": lambda s, t, k: dcg(renamed(s, t)) / dcg(sorted(s)),
    "MRR": lambda s, t, k: sum(1 / t[item - 1] for item in top(s, k)) / k,
    "GMR": lambda s, t, k: prod(t[item - 1] for item in top(s, k)) ** (1 / k),
    "meanRank": lambda s, t, k: sum(t[item - 1] for item in top(s, k)) / k,
    "Kendall": lambda s, t, k: discordant(s, t),
    "footrule": lambda s, t, k: sum(abs(x - y) for x, y in zip(s, t, strict=True)),
    "Spearman": lambda s, t, k: sqrt(sum((x - y) ** 2 for x, y in zip(s, t, strict=True))),
    "Cayley": lambda s, t, k: cayley(s, t),
    "Ulam": lambda s, t, k: ulam(s, t),
    "Hamming": lambda s, t, k: sum(x != y for x, y in zip(s, t, strict=True)),
    "Chebyshev": lambda s, t, k: max(abs(x - y) for x, y in zip(s, t, strict=True)),
    "weighted Kendall": lambda s, t, k: sorting_cost(s, t),
    "RBO distance": lambda s, t, k: overlap_distance(s, t, 0.9),
}
"""By name, functions of two rankings and k."""


def renamed(s, t):
    """t with its items named by their positions in s."""
    return tuple(t[item - 1] for item in items_in_order(s))


def cayley(s, t):
    """Exchanges of two items, made one after the other until the rankings are equal: each puts one item right."""
    current, count = list(s), 0
    for item in range(len(t)):
        if current[item] != t[item]:
            other = current.index(t[item])
            current[item], current[other] = current[other], current[item]
            count += 1
    return count


def ulam(s, t):
    """By the longest common subsequence of the two lists of items."""
    x, y = items_in_order(s), items_in_order(t)
    best = [[0] * (len(y) + 1) for _ in range(len(x) + 1)]
    for i, a in enumerate(x, 1):
        for j, b in enumerate(y, 1):
            best[i][j] = best[i - 1][j - 1] + 1 if a == b else max(best[i - 1][j], best[i][j - 1])
    return len(x) - best[-1][-1]


def sorting_cost(s, t):
    """The item that belongs first climbs to the top, then the second; each step over position p costs 1/p."""
    order, cost = items_in_order(s), 0.0
    for target, item in enumerate(items_in_order(t)):
        place = order.index(item)
        cost += sum(1 / p for p in range(target + 1, place + 1))
        order.insert(target, order.pop(place))
    return cost


def cheapest_paths(n):
    """From the list 1..n to every list of items, the least cost of exchanges of neighbours, by Dijkstra's algorithm."""
    from fractions import Fraction
    from heapq import heappop, heappush

    start = tuple(range(1, n + 1))
    found, queue = {}, [(Fraction(0), start)]
    while queue:
        cost, items = heappop(queue)
        if items in found:
            continue
        found[items] = cost
        for p in range(1, n):
            swapped = (*items[: p - 1], items[p], items[p - 1], *items[p + 1 :])
            if swapped not in found:
                heappush(queue, (cost + Fraction(1, p), swapped))
    return found


def overlap_distance(s, t, p):
    n = len(s)
    weights = [p ** (d - 1) for d in range(1, n + 1)]
    shared = [len(top(s, d) & top(t, d)) / d for d in range(1, n + 1)]
    return 1 - sum(w * x for w, x in zip(weights, shared, strict=True)) / sum(weights)


def agreement(x, y):
    """For two lists of values: pairs whose signs agree, and all kinds of pairs."""
    counts = {"concordant": 0, "discordant": 0, "tied_first": 0, "tied_second": 0, "tied_both": 0}
    for i, j in combinations(range(len(x)), 2):
        first, second = (x[i] > x[j]) - (x[i] < x[j]), (y[i] > y[j]) - (y[i] < y[j])
        if first and second:
            counts["concordant" if first == second else "discordant"] += 1
        else:
            counts["tied_both" if not first and not second else "tied_second" if first else "tied_first"] += 1
    return counts


def group(n):
    return list(permutations(range(1, n + 1)))

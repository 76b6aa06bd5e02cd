"""How many statements of a random battery are read and decided, by form.

usage: statements.py [NUMBER] [--seed N]

Tables have 2 to 4 systems, 4 to 12 topics and whole scores from 0 to 3, 9 or 99; scales are ordinal (most), interval,
ratio and nominal, shared by all topics or each topic's own. Every form comes equally often. The same number and seed
make the same battery.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter

import intervale as iv
from intervale.errors import OptionError

FORMS = {
    "two statistics": ("{kind}(A) {rel} {kind}(B)", "median(A) > mean(B)", "{kind}(A) > {score}"),
    "sums": ("mean(A) + mean(B) > 2 * mean(B)", "mean(A) - mean(B) > {score}", "mean(A) - mean(B) > mean(B) - mean(A)"),
    "multiples, ratios": ("mean(A) > {factor} * mean(B)", "mean(A) / mean(B) > {factor}", "A improves over B by 5%"),
    "near": ("abs(mean(A) - mean(B)) < {score}",),
    "differences by topic": ("median(A - B) {rel} 0", "mean(A - B) > 0", "median(A - B) > {score}"),
    "topics counted": ("A > B on most topics", "wins(A, B) > losses(A, B)", "A >= B on all topics"),
    "one topic": ("A {rel} B on 1",),
    "best, rank": ("A is best", "rank(A) <= 2", "mean(A) is the smallest", "rank(A) = 2"),
    "several parts": (
        "mean(A) > mean(B) and median(A) > median(B)",
        "mean(A) > mean(B) or A > B on 2",
        "not {kind}(A) > {kind}(B)",
        "A significantly better than B by t and mean(A) > mean(B)",
    ),
    "standard deviation": ("sd(A) > sd(B)", "var(A) > var(B)", "sd(A) > {score}"),
    "t": ("A significantly {how} B by t", "A significantly better than B by t at 0.2"),
    "signed-rank": ("A significantly {how} B by signed-rank", "A significantly better than B by signed-rank at 0.2"),
    "rank-sum, sign, friedman": ("A significantly {how} B by {ranks}",),
    "with holm": (
        "A significantly better than B by t with holm",
        "A significantly better than B by signed-rank with holm",
    ),
    "anova2, randomisation": ("A significantly {how} B by {other}",),
    "p-value": ("p(A, B, t) < 0.05", "p(A, B, signed-rank) < 0.1"),
    "effect size": ("d(A, B) > 0.5", "d(A, B) > 0.2"),
    "confidence interval": ("ci(A, B) > 0", "ci(A, B) > {score}"),
    "geometric mean": ("gmean(A) > gmean(B)", "hmean(A) > hmean(B)"),
    "correlation": ("tau(A, B) > 0.5", "pearson(A, B) > 0.5"),
}
SCALES = ("ordinal",) * 6 + ("interval",) * 3 + ("ratio", "nominal")


def battery(number: int, seed: int) -> list[tuple[str, str, dict[str, list[int]], str, str]]:
    """Form, statement, scores, scale, and whether topics share it."""
    found = []
    names = list(FORMS)
    for n in range(number):
        draw = random.Random(f"{seed} {n}")
        form = names[n % len(names)]
        topics, top = draw.randint(4, 12), draw.choice((3, 9, 99))
        least = 1 if form == "geometric mean" else 0
        table = {name: [draw.randint(least, top) for _ in range(topics)] for name in "ABCD"[: draw.randint(2, 4)]}
        if draw.random() < 0.3:  # one that is mostly ahead
            table["A"] = [
                min(top, max(x, y) + draw.choice((0, 1))) for x, y in zip(table["A"], table["B"], strict=True)
            ]
        said = draw.choice(FORMS[form]).format(
            kind=draw.choice(("mean", "median", "min", "max", "quantile")),
            rel=draw.choice((">", ">=", "=", "!=")),
            score=draw.randint(1, top),
            factor=draw.choice((1.05, 2)),
            how=draw.choice(("better than", "different from")),
            ranks=draw.choice(("rank-sum", "sign", "friedman")),
            other=draw.choice(("anova2", "randomisation")),
        )
        said = said.replace("quantile(A)", "quantile(A, 0.25)").replace("quantile(B)", "quantile(B, 0.25)")
        found.append((form, said, table, draw.choice(SCALES), draw.choice(("shared", "own"))))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("number", type=int, nargs="?", default=2_000)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    counts: dict[str, Counter[str]] = {form: Counter() for form in FORMS}
    for form, said, table, scale, topics in battery(chosen.number, chosen.seed):
        evaluation = iv.read_scores(table, scale=scale, topic_scale=topics)
        try:
            found = iv.meaningful(evaluation, said, tries=300, draws=0)
        except OptionError:
            counts[form]["refused"] += 1
            continue
        counts[form][{True: "meaningful", False: "not meaningful", None: "not decided"}[found.meaningful.holds]] += 1
    kinds = ("meaningful", "not meaningful", "not decided", "refused")
    print(f"| form | {' | '.join(kinds)} |")
    print("|---|" + "---:|" * len(kinds))
    for form, one in counts.items():
        print(f"| {form} | " + " | ".join(str(one[kind]) for kind in kinds) + " |")
    print("| all | " + " | ".join(str(sum(one[kind] for one in counts.values())) for kind in kinds) + " |")


if __name__ == "__main__":
    main()

"""How far "A is better than B" carries: seven checks from chance to any sensible measure, in words with places for
names and numbers. The page fills them in for the pair that is chosen.
"""

from __future__ import annotations

from dataclasses import dataclass

from intervale.present.wording.pair import Chance

__all__ = ["CHECKS", "UNTESTED", "Check"]


@dataclass(frozen=True)
class Check:
    """A question about a pair, and what is said where the answer is yes, no, or not known."""

    title: str
    yes: str
    no: str
    unknown: str


_MEAN = "{difference}, {ci} {low} to {high}, {p}."
_SIGN = "{wins} to {losses}, sign test, {sign}. Needs no scale."
_FORM = "{equal}, {equal_p}{assumed}."
CHECKS = {
    "chance": Check("Clear of chance, {by_what}", _MEAN, _MEAN, "{difference}. {untested}"),
    "sign": Check("Clear of chance, by topics won", _SIGN, _SIGN, _SIGN),
    "mean": Check(
        "Higher mean on this measure",
        "{mean_a} against {mean_b}: what the leaderboard shows.",
        "Both have the mean {mean_a}.",
        "Scores lie between bounds, and these leave it open.",
    ),
    "equal": Check("Higher mean on equal steps too", _FORM, _FORM, "Not known: {why}."),
    "rescaling": Check(
        "Any rescaling agrees",
        "No increasing change of scale, the same on all topics, can reverse the means.",
        "Some increasing change of scale reverses the means.",
        "Does not apply: {own}.",
    ),
    "topics": Check(
        "Ahead or tied on every topic",
        "Behind on none of {n} topics.",
        "Behind on {losses} of {n} topics.",
        "They share no topic, or bounds of their scores leave it open.",
    ),
    "sensible": Check(
        "Any sensible measure agrees",
        "Any measure that rewards better documents and higher places agrees.",
        "On some topics a sensible measure could prefer the other.",
        "Not known: {no_runs}.",
    ),
}
"""The checks in order, by name."""
UNTESTED = {
    Chance.UNTESTED: "Not tested: the comparisons are those with the baselines. This command tests it:",
    Chance.APART: "They share fewer than two topics.",
    Chance.OPEN: "Bounds of the scores leave the test open.",
    Chance.UNKNOWN: "Bounds of the scores leave it open which mean is higher.",
}
"""Why a pair has no decision."""

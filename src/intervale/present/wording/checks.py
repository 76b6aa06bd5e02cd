"""How far "A is better than B" carries: seven checks from chance to any sensible measure, in words with places for
names and numbers. The page fills them in for the pair that is chosen.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["CHECKS", "Check"]


@dataclass(frozen=True)
class Check:
    """A question about a pair, and what is said where the answer is yes, no, or not known."""

    title: str
    yes: str
    no: str
    unknown: str


_MEAN = "{difference}, {level} CI {low} to {high}, {p}."
_FORM = "{equal}, {equal_p}{assumed}."
CHECKS = {
    "chance": Check("Clear of chance, by the mean", _MEAN, _MEAN, "{difference}. {why}"),
    "sign": Check(
        "Clear of chance, by topics won",
        "{wins} to {losses}, sign test, {sign}. Needs no scale.",
        "{wins} to {losses}, sign test, {sign}. Needs no scale.",
        "{wins} to {losses}. Not tested here.",
    ),
    "mean": Check(
        "Higher mean on this measure",
        "{mean_a} against {mean_b}: what the leaderboard shows.",
        "Both have the mean {mean_a}.",
        "Scores lie between bounds, and these leave it open.",
    ),
    "equal": Check("Higher mean on equal steps too", _FORM, _FORM, "Not known: {no_form}."),
    "rescaling": Check(
        "Any rescaling agrees",
        "No increasing change of scale, the same on all topics, can reverse the means.",
        "Some increasing change of scale reverses the means.",
        "Cannot be asked: {own}.",
    ),
    "topics": Check(
        "Ahead or tied on every topic",
        "Behind on none of {n} topics.",
        "Behind on {losses} of {n} topics.",
        "Scores lie between bounds, and these leave it open.",
    ),
    "sensible": Check(
        "Any sensible measure agrees",
        "Any measure that rewards better documents and higher places agrees.",
        "On some topics a sensible measure could prefer the other.",
        "Not known: {no_runs}.",
    ),
}
"""The checks in order, by name."""

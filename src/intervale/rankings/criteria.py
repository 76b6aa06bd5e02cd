"""What counts as a small change of a metric, and in how many cases a change must be small: ε, ε_k and a share.

The group-theoretic paper asks for changes below ε (Definition 5, by a swap) and below ε_k (Definition 9, from one
cutoff to the next), and decides both on samples: the mean change by a swap rounds to 0.00, and 97.5% of the steps from
k − 1 to k are below 1/k.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from intervale.errors import NumberError, OptionError, shown
from intervale.exact import bounded_number, exact_number, short_text

__all__ = ["PAPER_CRITERIA", "Criteria", "Epsilon", "criteria_of", "percent"]

MOST_POWER = 9
WRITTEN = re.compile(r"\s*\(?(?P<number>[^k()]+?)\)?\s*(?P<over>/\s*k\s*((\^|\*\*)\s*(?P<power>[0-9]+)\s*)?)?")


@dataclass(frozen=True)
class Epsilon:
    """ε_k = number / k^power; a plain number where the power is 0.

    >>> Epsilon.of("0.5/k").at(10), Epsilon.of(0.05).at(3)
    (Fraction(1, 20), Fraction(1, 20))
    >>> [str(Epsilon.of(text)) for text in ("1/2/k", "2/k**2", "(1/3)/k")]
    ['0.5/k', '2/k^2', '(1/3)/k']
    """

    number: Fraction
    power: int = 0

    @classmethod
    def of(cls, wanted: Any, name: str = "epsilon_k") -> Epsilon:
        """ε_k as it is written: a positive number, or one over k or a power of k."""
        if isinstance(wanted, Epsilon):
            return wanted
        found = WRITTEN.fullmatch(wanted) if isinstance(wanted, str) else None
        text = wanted if found is None else found["number"]
        power = 0 if found is None or found["over"] is None else int(found["power"] or 1)
        try:
            number = bounded_number(text)
        except (NumberError, TypeError):
            number = Fraction(0)
        if number <= 0 or power > MOST_POWER:
            known = "such as 0.05" if name == "epsilon" else "or one over k: 0.05, 1/k, 2/k^2"
            raise OptionError(f"{name}={shown(wanted)} must be a positive number, {known}")
        return cls(number, power)

    def at(self, k: int) -> Fraction:
        return Fraction(self.number, k**self.power)

    def __str__(self) -> str:
        number = f"{float(self.number):g}"
        if exact_number(number) != self.number:
            number = f"({short_text(self.number)})"
        return number + ("", "/k")[self.power > 0] + (f"^{self.power}" if self.power > 1 else "")


@dataclass(frozen=True)
class Criteria:
    """What robustness I and stability ask for; by default what the group-theoretic paper asks for (§5.3, §5.5)."""

    epsilon: Fraction = Fraction(1, 200)
    """A change by a swap is small below this: a mean below 0.005 rounds to 0.00."""
    epsilon_k: Epsilon = Epsilon(Fraction(1), 1)
    """A change from one cutoff to a larger one, k, is small below this."""
    share: Fraction | None = None
    """How many of the changes must be small. Where none is given, robustness I asks that their mean is small, and
    stability takes 97.5%."""

    @property
    def share_of_steps(self) -> Fraction:
        return Fraction(975, 1000) if self.share is None else self.share


PAPER_CRITERIA = Criteria()


def criteria_of(epsilon: Any = None, epsilon_k: Any = None, share: Any = None) -> Criteria:
    """Criteria as they are written, those of the paper where none is.

    >>> criteria_of("0.01", share=0.9)
    Criteria(epsilon=Fraction(1, 100), epsilon_k=Epsilon(number=Fraction(1, 1), power=1), share=Fraction(9, 10))
    >>> criteria_of(epsilon_k="k")
    Traceback (most recent call last):
    ...
    intervale.errors.OptionError: epsilon_k='k' must be a positive number, or one over k: 0.05, 1/k, 2/k^2
    """
    usual = PAPER_CRITERIA
    plain = Epsilon(usual.epsilon) if epsilon is None else Epsilon.of(epsilon, "epsilon")
    if plain.power:
        raise OptionError(f"epsilon={shown(epsilon)} is for swaps, which have no k; write a number")
    return Criteria(
        plain.number,
        usual.epsilon_k if epsilon_k is None else Epsilon.of(epsilon_k),
        None if share is None else _share(share),
    )


def _share(wanted: Any) -> Fraction:
    try:
        found = bounded_number(wanted)
    except (NumberError, TypeError):
        found = Fraction(0)
    if not 0 < found <= 1:
        raise OptionError(f"share={shown(wanted)} must be a number above 0, and 1 at most, such as 0.95")
    return found


def percent(share: Fraction) -> str:
    """A share as it is asked for.

    >>> percent(Fraction(975, 1000)), percent(Fraction(1))
    ('97.5%', '100%')
    """
    return f"{float(100 * share):.6g}%"

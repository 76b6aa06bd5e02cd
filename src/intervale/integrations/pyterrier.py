"""``pt.intervale``: measures of intervale in PyTerrier.

PyTerrier finds this module by its entry point ``pyterrier.modules`` and loads it with itself, so nothing is loaded here
before a measure is asked for. The measures are those of :mod:`intervale.integrations.ir_measures` whose topics are put
together by the mean, which is what ``pt.Experiment`` takes of every measure.

.. code-block:: python

    import pyterrier as pt
    from ir_measures import nDCG

    pt.Experiment(systems, topics, qrels, [nDCG @ 10, pt.intervale.interval(nDCG @ 10, grades=2)], baseline=0)
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from intervale.errors import MeasureError

__all__ = ["measure"]


def measure(of: Any) -> Any:
    """Any measure as intervale defines it, or a function of yours, whose topics are put together by the mean."""
    made = _served().measure(of)
    if why := _not_averaged(made):
        raise MeasureError(why)
    return made


def __getattr__(name: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    served = _served()
    found = getattr(served, name)
    if why := _not_averaged(found):
        raise AttributeError(why)
    return found


def __dir__() -> list[str]:
    served = _served()
    return [*served.__all__, *(name for name, one in served.SERVED.items() if one.ours.aggregate == "mean")]


def _not_averaged(served: Any) -> str | None:
    """Why a measure is not for ``pt.Experiment``; None where it is."""
    ours = getattr(served, "ours", None)
    if ours is None or ours.aggregate == "mean":
        return None
    return f"pt.Experiment averages topics, and {ours} needs their {ours.aggregate}: use ir_measures.calc_aggregate"


def _served() -> Any:
    return import_module("intervale.integrations.ir_measures")

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

__all__: list[str] = []


def __getattr__(name: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    served = _served()
    found = getattr(served, name)
    if (ours := getattr(found, "ours", None)) is not None and ours.aggregate != "mean":
        raise AttributeError(f"{name} is not for pt.Experiment, which takes means: topics make a {ours.aggregate}")
    return found


def __dir__() -> list[str]:
    served = _served()
    return [*served.__all__, *(name for name, one in served.SERVED.items() if one.ours.aggregate == "mean")]


def _served() -> Any:
    return import_module("intervale.integrations.ir_measures")

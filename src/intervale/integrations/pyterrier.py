"""``pt.intervale``: measures of intervale in PyTerrier.

PyTerrier finds this module by its entry point ``pyterrier.modules`` and loads it with itself, so nothing is loaded here
before a measure is asked for. The measures are those of :mod:`intervale.integrations.ir_measures`.

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
    return getattr(import_module("intervale.integrations.ir_measures"), name)


def __dir__() -> list[str]:
    return dir(import_module("intervale.integrations.ir_measures"))

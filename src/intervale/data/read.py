"""``read_qrels`` and ``read_run``: one call for whatever people have."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from intervale.data import frames, trec
from intervale.data.columns import Qrels, Run
from intervale.errors import InputError

__all__ = ["read_qrels", "read_run"]


def read_qrels(source: Any) -> Qrels:
    """Relevance judgments from a TREC file (plain or compressed, ``-`` for standard input), a dictionary or a data
    frame.

    >>> read_qrels({"q1": {"a": 1, "b": 0}}).topic_names
    ('q1',)
    """
    if isinstance(source, Qrels):
        return source
    if isinstance(source, str | os.PathLike):
        return trec.read_trec_qrels(source)
    if isinstance(source, Mapping):
        return frames.qrels_from_dict(source)
    if frames.is_frame(source):
        return frames.qrels_from_frame(source)
    raise InputError(f"qrels are read from a file, a dictionary or a data frame, not from {type(source).__name__}")


def read_run(source: Any, *, name: str | None = None, ranks: bool = False) -> Run:
    """A run from a TREC file (plain or compressed, ``-`` for standard input), a dictionary or a data frame.

    ``name`` names the system; without it the tag of the file does. ``ranks`` keeps the rank column, which only
    ``ties="rank"`` needs.

    >>> read_run({"q1": {"a": 2.0, "b": 1.0}}, name="mine").name
    'mine'
    """
    if isinstance(source, Run):
        return source
    if isinstance(source, str | os.PathLike):
        return trec.read_trec_run(source, name=name, ranks=ranks)
    if isinstance(source, Mapping):
        return frames.run_from_dict(source, name or "run")
    if frames.is_frame(source):
        return frames.run_from_frame(source, name)
    raise InputError(f"a run is read from a file, a dictionary or a data frame, not from {type(source).__name__}")

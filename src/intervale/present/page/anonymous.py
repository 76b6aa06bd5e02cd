"""Systems under other names, for review by people who should not know whose they are."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import PurePath

import numpy as np

from intervale.data.provenance import Provenance
from intervale.evaluation import Evaluation

__all__ = ["anonymous", "pseudonyms"]


def pseudonyms(systems: tuple[str, ...], seed: int) -> dict[str, str]:
    """S01, S02, … for systems in an order drawn with a seed.

    >>> sorted(pseudonyms(("bm25", "splade"), 0).values())
    ['S01', 'S02']
    """
    order = np.random.default_rng(seed).permutation(len(systems))
    width = max(2, len(str(len(systems))))
    return {systems[s]: f"S{place:0{width}d}" for place, s in enumerate(order, start=1)}


def anonymous(evaluation: Evaluation, seed: int) -> tuple[Evaluation, dict[str, str]]:
    """The evaluation with systems S01, S02, … in that order, so that their places tell nothing either, and who is who.
    Files and their hashes are left out, and names that occur in notes are replaced.
    """
    names = pseudonyms(evaluation.systems, seed)
    read = [one.name for one in evaluation.provenance.seen] + [one.name for one in evaluation.provenance.kept]
    files = [part for file in read for part in {file, PurePath(file).name}]
    ordered = sorted(names, key=lambda system: names[system])
    found = evaluation.subset(systems=ordered)
    renamed = tuple(names[system] for system in ordered)
    judged = found.judged
    if judged is not None:
        judged = replace(judged, systems=renamed, notes=tuple(_without(note, names, files) for note in judged.notes))
    notes = tuple(_without(note, names, files) for note in found.notes)
    provenance = Provenance(versions=evaluation.provenance.versions)
    return replace(found, systems=renamed, notes=notes, judged=judged, provenance=provenance), names


def _without(note: str, names: dict[str, str], files: list[str]) -> str:
    """A note with other names where a system is named, at its beginning or as the one with most, and without files."""
    for name, other in names.items():
        if note.startswith(f"{name}: "):
            note = f"{other}{note[len(name) :]}"
            break
    for name, other in names.items():
        note = note.replace(f"most in {name}: ", f"most in {other}: ")
    for file in sorted(files, key=len, reverse=True):
        note = re.sub(rf"(?<![\w.-]){re.escape(file)}(?![\w-])", "a file", note)
    return note

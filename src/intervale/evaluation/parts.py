"""What was evaluated, kept in a folder part by part, so that a second start does only what is missing.

The folder, on a disk or behind a URL, has a Parquet file for each source of runs: a saved evaluation of its systems,
with the numbers of tied and duplicate documents beside. While a source of several units is being judged, its units are
there too (``_unit-….npz``), and at the end ``_evaluation.json``, which says what belongs together. A file is written
beside its place and moved there, or put at once, and is found by a key made of the fingerprints of its input, of the
judgments, of the policy and of this version; what it holds says the same key. So a file that is there is not enough:
one that was made from something else, or is damaged, is made again.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from intervale._version import __version__
from intervale.data import JudgedRuns, Policy
from intervale.data.files import Source, absolute, read_content, source_name
from intervale.data.judging import BY_DOCUMENT, BY_TOPIC, JudgedRun
from intervale.data.pool import Pool
from intervale.data.provenance import Provenance
from intervale.data.storage import is_url, listed, remove_remote, url_of
from intervale.data.together import together
from intervale.data.worker_pool import fingerprint
from intervale.data.writing import write_whole
from intervale.errors import InputError, IntervaleError, OptionError, shown
from intervale.evaluation.evaluation import Evaluation
from intervale.measures import Measure

__all__ = ["Parts", "has_parts", "load_parts"]

Array = np.ndarray[Any, Any]
FORMAT = 1
WHOLE, TRIED = "_evaluation.json", "_tried"
OURS = re.compile(r"part-[0-9a-f]{32}\.parquet")
UNIT = re.compile(r"_unit-[0-9a-f]{32}\.npz")
COUNTED = ("duplicates", "ties")
"""What a judged run counts by topic, as columns of its part."""


class Parts:
    """The parts of an evaluation by some measures in a folder; the judgments are said by :meth:`begin`."""

    def __init__(self, folder: Source, measures: dict[str, Measure], runs: Any) -> None:
        _refuse_folder_of(runs, folder)
        self._folder = Folder(folder)
        self._measures = {name: one for name, one in measures.items() if one.defined_by == "formula"}
        self._pool: Pool | None = None
        self._base: dict[str, Any] = {}
        self._runs: dict[str, list[JudgedRun]] = {}
        self._written: dict[str, Evaluation] = {}
        self._rows: dict[str, range] = {}

    def begin(self, pool: Pool, policy: Policy) -> None:
        """Say by which judgments, under which policy, runs are judged."""
        self._folder.make()
        self._folder.refuse_others()
        self._pool, self._policy = pool, policy
        about = {"format": FORMAT, "version": __version__, "judgments": fingerprint(pool), "policy": asdict(policy)}
        self._base = about
        self._folder.write(TRIED, b"")  # what cannot be written to is refused before any work
        self._folder.remove(TRIED)

    # ------------------------------------------------------------ while runs are judged

    def find(self, source: str, unit: int | None = None) -> list[JudgedRun] | None:
        key = self._key(source, unit)
        content = self._folder.read(_name(key, unit))
        if content is None:
            return None
        if unit is not None:
            return _unit_of(content, key)
        found = _part_of(content, key, self._needed_pool)
        if found is not None:
            self._runs[key], self._written[key] = found
        return None if found is None else found[0]

    def keep(self, source: str, runs: list[JudgedRun], unit: int | None = None) -> None:
        key = self._key(source, unit)
        if unit is not None:
            self._folder.write(_name(key, unit), _unit_bytes(runs, key))
            return
        self._runs[key] = runs
        judged = together(self._needed_pool, runs, self._policy, [])
        self._write(key, _scored(judged, self._measures))
        place = 0
        while self._folder.remove(_name(self._key(source, place), place)):
            place += 1

    def place(self, source: str, rows: range) -> None:
        self._rows[self._key(source, None)] = rows

    # ------------------------------------------------------------ at the end

    def finish(self, found: Evaluation) -> None:
        """Write what parts lack: the names that systems have among all, and scores by other measures; then what belongs
        together. Parts of what was changed meanwhile are removed. Runs that came from memory are not in the folder.
        """
        files = [_name(key) for key in self._rows]
        parts = {key: found.subset(systems=[found.systems[row] for row in rows]) for key, rows in self._rows.items()}
        changed = {key: part for key, part in parts.items() if not _same(part, self._written[key])}
        stale = [name for name in self._folder.names() if name not in files and self._folder.has_ours(name)]
        if changed or stale:
            self._folder.remove(WHOLE)  # until all is as it says
        for key, part in changed.items():
            self._write(key, part)
        for name in stale:
            self._folder.remove(name)
        systems = [found.systems[row] for row in sorted(row for rows in self._rows.values() for row in rows)]
        notes = {"notes": found.notes, "run_notes": found.judged.notes if found.judged is not None else ()}
        about = {"format": FORMAT, "version": __version__, "systems": systems, "files": files, **notes}
        self._folder.write(WHOLE, json.dumps(about).encode())

    # ------------------------------------------------------------ helpers

    @property
    def _needed_pool(self) -> Pool:
        assert self._pool is not None
        return self._pool

    def _key(self, source: str, unit: int | None) -> str:
        return hashlib.sha256(json.dumps({**self._base, "source": source, "unit": unit}).encode()).hexdigest()

    def _write(self, key: str, part: Evaluation) -> None:
        from intervale.evaluation.saved import parquet_bytes

        runs = self._runs[key]
        plain = replace(part, provenance=Provenance())
        counts = {name: np.concatenate([_by_topic(run, name, len(part.topics)) for run in runs]) for name in COUNTED}
        about = [
            {"name": run.name, "source": run.source, "unknown": run.unknown, "by_rank": run.by_rank} for run in runs
        ]
        self._folder.write(_name(key), parquet_bytes(plain, counts, {"key": key, "runs": about}))
        self._written[key] = part


def _name(key: str, unit: int | None = None) -> str:
    return f"part-{key[:32]}.parquet" if unit is None else f"_unit-{key[:32]}.npz"


def _by_topic(run: JudgedRun, name: str, size: int) -> Array:
    """What a run counts by topic, for all topics."""
    found = np.zeros(size, dtype=np.int64)
    found[run.topics] = getattr(run, name)
    return found


def _scored(judged: JudgedRuns, measures: dict[str, Measure]) -> Evaluation:
    from intervale.evaluation.evaluate import score_judged

    return score_judged(judged, measures, Provenance())


def _same(one: Evaluation, other: Evaluation) -> bool:
    """Whether the scores of two evaluations, their names and those of their systems are the same."""
    return (
        (one.systems, one.names, one.measures) == (other.systems, other.names, other.measures)
        and one.no_form == other.no_form
        and all(_same_array(getattr(one, name), getattr(other, name)) for name in ("values", "errors", "order"))
    )


def _same_array(one: Array | None, other: Array | None) -> bool:
    if one is None or other is None:
        return one is other
    return np.array_equal(one, other, equal_nan=True)


# ------------------------------------------------------------ files


def _refuse_folder_of(runs: Any, folder: Source) -> None:
    """Refuse the folder from which runs are read: parts would be runs at the next start."""
    if not os.fspath(folder):
        raise OptionError("parts= needs the name of a folder")
    sources = runs.values() if isinstance(runs, Mapping) else runs if isinstance(runs, Sequence) else [runs]
    names = [runs] if isinstance(runs, str) else [one for one in sources if isinstance(one, str | os.PathLike)]
    place = absolute(folder).rstrip("/")
    if any(place in (name, name.rpartition("/")[0]) for name in (absolute(one).rstrip("/") for one in names)):
        raise OptionError(f"parts={shown(os.fspath(folder))} is the folder of the runs; name another")


class Folder:
    """A folder of files that are whole or not there, on a disk or behind a URL."""

    def __init__(self, place: Source) -> None:
        self._place = url_of(place).rstrip("/") if is_url(place) else os.fspath(place)

    def path(self, name: str) -> str:
        return f"{self._place}/{name}" if is_url(self._place) else os.path.join(self._place, name)

    def make(self) -> None:
        if not is_url(self._place):
            try:
                Path(self._place).mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise OptionError(f"{self._place} cannot be made a folder: {error.strerror or error}") from None

    def names(self) -> list[str]:
        """The files in it."""
        if is_url(self._place):
            try:
                return [below[-1] for _, below in listed(self._place) or () if len(below) == 1]
            except InputError:  # a folder without files
                return []
        return os.listdir(self._place)

    def refuse_others(self) -> None:
        """Refuse a folder that is somebody else's: what stands there would be written over."""
        content = self.read(WHOLE)
        if content is None:
            return
        try:
            about = json.loads(content)
        except ValueError:
            about = None
        ours = isinstance(about, dict) and {"format", "version", "files"} <= about.keys()
        if not ours and not any(self.has_ours(name) for name in self.names()):  # beside parts it is a damaged one
            raise OptionError(f"{self.path(WHOLE)} was not written by parts=: name another folder, or remove it")

    def has_ours(self, name: str) -> bool:
        """Whether a file is a part, or a unit of one, by its name and by what it holds."""
        if UNIT.fullmatch(name):
            return True
        content = self.read(name) if OURS.fullmatch(name) else None
        return content is not None and _key_of(content)[:32] == name[5:37]

    def read(self, name: str) -> bytes | None:
        try:
            return read_content(self.path(name))
        except IntervaleError:
            return None

    def write(self, name: str, content: bytes) -> None:
        write_whole(self.path(name), content)

    def remove(self, name: str) -> bool:
        """Whether a file was there, and is gone."""
        if is_url(self._place):
            return remove_remote(self.path(name))
        try:
            os.unlink(self.path(name))
        except OSError:
            return False
        return True


def _unit_bytes(runs: list[JudgedRun], key: str) -> bytes:
    """Judged runs of a unit as a file of arrays."""
    about = [(run.name, run.source, run.unknown, run.by_rank) for run in runs]
    arrays = {f"{place}-{name}": getattr(run, name) for place, run in enumerate(runs) for name in _ARRAYS}
    out = io.BytesIO()
    np.savez(out, about=np.frombuffer(json.dumps([key, about]).encode(), dtype=np.uint8), **arrays)
    return out.getvalue()


_ARRAYS = (*BY_TOPIC, *BY_DOCUMENT)


def _unit_of(content: bytes, key: str) -> list[JudgedRun] | None:
    """The judged runs in such a file; None where it is damaged, or belongs to something else."""
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as file:
            found, about = json.loads(bytes(file["about"]))
            if found != key:
                return None
            return [
                _judged_run(name, source, {one: file[f"{place}-{one}"] for one in _ARRAYS}, unknown, by_rank)
                for place, (name, source, unknown, by_rank) in enumerate(about)
            ]
    except Exception:  # a damaged archive raises what it likes
        return None


def _judged_run(name: str, source: str, columns: dict[str, Any], unknown: Sequence[str], by_rank: bool) -> JudgedRun:
    return JudgedRun(name=name, source=source, **columns, unknown=tuple(unknown), by_rank=by_rank)


def _key_of(content: bytes) -> str:
    """The key that a part says; empty where it is none."""
    from intervale.evaluation.load import part_extras

    try:
        return str(part_extras(content, COUNTED)[0].get("key", ""))
    except (IntervaleError, LookupError, TypeError, ValueError):
        return ""


def _part_of(content: bytes, key: str, pool: Pool) -> tuple[list[JudgedRun], Evaluation] | None:
    """The judged runs and scores in a part; None where it is damaged, or belongs to something else."""
    from intervale.evaluation.load import load, part_extras

    try:
        about, counts = part_extras(content, COUNTED)
        if about.get("key") != key:
            return None
        found = load(content, "a part")
        judged = found.judged
        if judged is None or found.topics != pool.topics.names:
            return None
        runs = []
        for place, said in enumerate(about["runs"]):
            topics = np.flatnonzero(judged.answered[place])
            part = slice(*judged.offsets[[place * len(found.topics), (place + 1) * len(found.topics)]])
            sizes = np.diff(judged.offsets[place * len(found.topics) : (place + 1) * len(found.topics) + 1])
            columns = {name: counts[name][place, topics] for name in COUNTED} | {
                "topics": topics,
                "retrieved": judged.retrieved[place, topics],
                "topic": np.repeat(np.arange(len(found.topics), dtype=np.int32), sizes),
                "rank": judged.rank[part],
                "grade": judged.grade[part],
            }
            runs.append(_judged_run(said["name"], said["source"], columns, said["unknown"], said["by_rank"]))
        return runs, found
    except (IntervaleError, LookupError, TypeError, ValueError):
        return None


# ------------------------------------------------------------ reading them all


def has_parts(folder: Source) -> bool:
    """Whether a folder holds the parts of an evaluation."""
    return Folder(folder).read(WHOLE) is not None


def load_parts(place: Source) -> Evaluation:
    """The evaluation whose parts a folder holds."""
    from intervale.evaluation.load import load

    folder, name = Folder(place), source_name(place)
    content = folder.read(WHOLE)
    try:
        about = json.loads(content or b"")
        systems, files, notes, run_notes = (about[key] for key in ("systems", "files", "notes", "run_notes"))
        if not all(isinstance(one, list) for one in (systems, files, notes, run_notes)):
            raise TypeError
        if not all(isinstance(file, str) and OURS.fullmatch(file) for file in files):
            raise TypeError
    except (ValueError, LookupError, TypeError):
        said = "damaged" if content else f"has no {WHOLE}: nothing was kept there by parts, or it is not done"
        raise InputError(f"{said}; evaluate once more with parts= this folder", source=name) from None
    if not files:
        raise InputError("holds no parts: runs that come from memory are not kept", source=name)
    parts = []
    for file in files:
        read = folder.read(file)
        if read is None:
            raise InputError(f"{file} is missing; evaluate once more with parts= this folder", source=name)
        parts.append(load(read, folder.path(file)))
    return _joined(parts, systems, tuple(notes), tuple(run_notes), name)


def _joined(
    parts: Sequence[Evaluation], systems: list[str], notes: tuple[str, ...], run_notes: tuple[str, ...], name: str
) -> Evaluation:
    first = parts[0]
    judged = [part.judged for part in parts if part.judged is not None]
    for part in parts[1:]:
        same = (part.topics, part.names, part.measures, part.policy) == (
            *(first.topics, first.names, first.measures, first.policy),
        )
        if not same:
            raise InputError("holds parts of different evaluations; use a folder for each", source=name)
    while len(judged) > 1:
        judged = [a if b is None else a.beside(b) for a, b in zip(judged[::2], [*judged[1::2], None], strict=False)]
    whole = replace(
        first,
        systems=tuple(system for part in parts for system in part.systems),
        values=np.concatenate([part.values for part in parts], axis=1),
        errors=_filled([part.errors for part in parts], parts, 0.0),
        order=_filled([part.order for part in parts], parts, -1),
        judged=replace(judged[0], notes=run_notes, noted_on=None) if judged else None,
    )
    if sorted(whole.systems) != sorted(systems):
        raise InputError("holds other systems than it says; evaluate once more with parts= this folder", source=name)
    return whole.subset(systems=systems).noted(notes)


def _filled(arrays: Sequence[Array | None], parts: Sequence[Evaluation], empty: float) -> Array | None:
    """Arrays of all parts side by side; what one of them lacks is filled up."""
    if all(one is None for one in arrays):
        return None
    kind = next(one.dtype for one in arrays if one is not None)
    full = [
        np.full(part.values.shape, empty, dtype=kind) if one is None else one
        for one, part in zip(arrays, parts, strict=True)
    ]
    return np.concatenate(full, axis=1)

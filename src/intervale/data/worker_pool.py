"""The pool of judgments in another process: built there from where the judgments come from, and kept.

What is sent is small: the name of the file, and a fingerprint of the judgments in it. A worker that reads other ones
under that name says so. Judgments that are in memory are sent themselves, once to each process.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import Any

from intervale.data.column_names import Columns
from intervale.data.columns import Qrels
from intervale.data.files import Source, absolute, source_name
from intervale.data.policy import Policy
from intervale.data.pool import Pool
from intervale.data.read import read_qrels
from intervale.data.room import Room
from intervale.data.storage import is_url
from intervale.errors import InputError

__all__ = ["JudgmentSource", "fingerprint"]

_building = Lock()


def fingerprint(pool: Pool) -> str:
    """A digest of the topics of a pool, and of the documents and grades of each."""
    digest = hashlib.sha256(pool.topics.digests.tobytes())
    for name in pool.topics.names:
        digest.update(name.encode() + b"\n")
    return f"{digest.hexdigest()}-{pool.topics.top}"


@dataclass(frozen=True, eq=False)
class JudgmentSource:
    """What all tasks that judge runs are given."""

    file: Source | None
    held: Qrels | None
    encoding: str | None
    columns: Columns | None
    topics: tuple[str | int, ...] | None
    policy: Policy
    room: Room
    fingerprint: str

    @staticmethod
    def of(
        qrels: Any,
        read: Qrels,
        pool: Pool,
        encoding: str | None,
        columns: Columns | None,
        topics: Iterable[str | int] | None,
        policy: Policy,
        room: Room,
    ) -> JudgmentSource:
        """Where judgments that were read come from: a file that others can read, or memory."""
        lasting = isinstance(qrels, str | os.PathLike) and (is_url(qrels) or os.path.isfile(qrels))
        file = absolute(qrels) if lasting else None
        some = None if topics is None else tuple(topics)
        held = None if lasting else read
        return JudgmentSource(file, held, encoding, columns, some, policy, room, fingerprint(pool))

    @property
    def pool(self) -> Pool:
        """The pool, built once in each process."""
        with _building:
            return self._pool

    @cached_property
    def _pool(self) -> Pool:
        read = self.held
        if read is None:
            assert self.file is not None
            least = self.policy.relevant_from
            read = read_qrels(self.file, encoding=self.encoding, columns=self.columns, relevant_from=least)
        pool = Pool.of(read, self.policy, self.topics)
        if fingerprint(pool) != self.fingerprint:
            name = source_name(self.file or "the judgments")
            raise InputError("holds other judgments where a worker reads it", source=name)
        return pool

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_pool"}

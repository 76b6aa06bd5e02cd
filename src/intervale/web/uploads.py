"""What is dropped on the page: received piece by piece, counted, and put in a folder that is removed again.

Bytes are counted while they arrive, files as well, and what archives unpack to before anything else is done with them.
Files are stored under names that hold letters, digits, dots and dashes only.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Sequence
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path

from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import ClientDisconnect, Request

from intervale.data.files import unpacked_size
from intervale.errors import IntervaleError
from intervale.measures import parse_measures

__all__ = ["Limits", "Upload", "UploadError", "measures_of", "received", "sizes_fit"]

MIB = 1 << 20
WRONG, TOO_LARGE = 400, 413
MOST_MEASURES, MOST_TEXT, PIECE = 10, 2000, 1 << 20


@dataclass(frozen=True)
class Limits:
    """How much may be dropped: bytes as they arrive, bytes once archives are unpacked, and files."""

    bytes: int = 256 * MIB
    unpacked: int = 1024 * MIB
    files: int = 256


@dataclass(frozen=True)
class Upload:
    """The names of the files in the folder, and the measures as they were written."""

    qrels: str
    runs: tuple[str, ...]
    measures: tuple[str, ...]


class UploadError(Exception):
    """What is wrong with an upload, in one sentence, and the status that says so."""

    def __init__(self, sentence: str, status: int = WRONG) -> None:
        super().__init__(sentence)
        self.status = status


async def received(request: Request, folder: Path, limits: Limits) -> Upload:
    """Store what is sent in a folder."""
    too_large = UploadError(
        f"The files are too large: {_size(limits.bytes)} at most. Use `intervale report` on the command line instead.",
        TOO_LARGE,
    )
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        raise UploadError("Choose a file of judgments and some runs.")
    declared = request.headers.get("content-length", "0")
    if not declared.isdigit() or int(declared) > limits.bytes:
        raise too_large

    async def counted() -> AsyncGenerator[bytes, None]:
        count = 0
        async for piece in request.stream():
            count += len(piece)
            if count > limits.bytes:
                raise too_large
            yield piece

    parser = MultiPartParser(request.headers, counted(), max_files=limits.files + 1, max_fields=8)
    try:
        form = await parser.parse()
    except MultiPartException as error:
        if "Too many files" in str(error):
            raise UploadError(f"There are too many files: {limits.files} runs at most.", TOO_LARGE) from None
        raise UploadError("The files did not arrive in one piece. Send them again.") from None
    except ClientDisconnect:
        raise UploadError("The files did not arrive in one piece. Send them again.") from None
    try:
        measures = measures_of(str(form.get("measures") or ""))
        qrels = [one for one in form.getlist("qrels") if isinstance(one, UploadFile) and one.filename]
        runs = [one for one in form.getlist("runs") if isinstance(one, UploadFile) and one.filename]
        if len(qrels) != 1 or not runs:
            raise UploadError("Choose one file of judgments and at least one run.")
        names: list[str] = []
        for file in (*qrels, *runs):
            names.append(_safe_name(file.filename or "", names))
            await _stored(file, folder / names[-1])
        return Upload(names[0], tuple(names[1:]), measures)
    finally:
        await form.close()


def _safe_name(given: str, taken: Sequence[str]) -> str:
    """The name under which a file is stored: its own, without what a shell, a path or a pattern would understand."""
    last = re.split(r"[/\\]", given)[-1]
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", last)[-80:].strip(".-") or "file"
    name, number = plain, 1
    while name in taken:
        number += 1
        name = f"{number}-{plain}"
    return name


async def _stored(file: UploadFile, path: Path) -> None:
    with path.open("wb") as out:
        while piece := await file.read(PIECE):
            out.write(piece)


def sizes_fit(folder: Path, names: Sequence[str], most: int) -> bool:
    """Whether files are small enough once they are unpacked, and no Parquet, whose size is not known before."""
    left = most
    with chdir(folder):
        for name in names:
            with open(name, "rb") as file:
                if file.read(4) == b"PAR1":
                    raise IntervaleError(f"{name}: Parquet files are for the command line; drop TREC text, CSV or JSON")
            size = unpacked_size(name, left)
            if size is None:
                return False
            left -= size
    return True


def too_large_unpacked(limits: Limits) -> UploadError:
    """What is said where archives hold too much."""
    what = f"The files are too large once they are unpacked: {_size(limits.unpacked)} at most."
    return UploadError(f"{what} Use `intervale report` on the command line instead.", TOO_LARGE)


def _size(count: int) -> str:
    return f"{count // MIB:,} MiB" if count >= MIB else f"{count:,} bytes"


def measures_of(text: str) -> tuple[str, ...]:
    """The measures that a text names, separated by commas or spaces; no code is loaded.

    >>> measures_of("nDCG@10, RBP(p=0.8,rel=2) P@5")
    ('nDCG@10', 'RBP(p=0.8,rel=2)', 'P@5')
    """
    if len(text) > MOST_TEXT:
        raise UploadError("There are too many measures.")
    words = [word for word in re.split(r"[\s,]+(?![^()]*\))", text) if word]
    if not words:
        raise UploadError("Name at least one measure, such as nDCG@10.")
    found: list[str] = []
    for word in words:
        if not re.fullmatch(r"[A-Za-z][\w.]*(\([^()]*\))?(@[\d./]+)?", word):
            raise UploadError("Measures are written as in nDCG@10 or RBP(p=0.8), separated by commas.")
        try:
            named = parse_measures(word)
            found += [word] if len(named) == 1 else [measure.written for measure in named]
        except IntervaleError as error:
            raise UploadError(f"{str(error)[:1].upper()}{str(error)[1:]}.") from None
    if len(found) > MOST_MEASURES:
        raise UploadError(f"There are {len(found)} measures: {MOST_MEASURES} at most.")
    return tuple(dict.fromkeys(found))

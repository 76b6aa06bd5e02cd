"""Look into the wheels and source distributions that ``make dist`` built.

    python tools/check_dist.py dist

A wheel holds its package, every file of it, and beside it nothing but its metadata. A source distribution holds every
file of its folder that .gitignore does not name, so that whoever unpacks it can test, and build, what we do.
"""

from __future__ import annotations

import argparse
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = {"intervale": ROOT, "intervale_papers": ROOT / "papers"}
"""Each package, and the folder of its distribution."""


def sources(folder: Path) -> set[str]:
    """The files below a folder of the project that .gitignore does not name."""
    lines = (ROOT / ".gitignore").read_text("utf-8").splitlines()
    ignored = [line.rstrip("/") for line in lines if line and not line.startswith("#")]

    def kept(inside: Path) -> Iterator[str]:
        for path in sorted(inside.iterdir()):
            names = path.name, path.relative_to(ROOT).as_posix()
            if path.name == ".git" or any(fnmatch(name, pattern) for name in names for pattern in ignored):
                continue
            if path.is_dir():
                yield from kept(path)
            else:
                yield path.relative_to(folder).as_posix()

    return set(kept(folder))


def in_wheel(path: Path) -> set[str]:
    """The files of a wheel without its metadata."""
    with zipfile.ZipFile(path) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


def in_sdist(path: Path) -> set[str]:
    """The files of a source distribution without its metadata."""
    with tarfile.open(path) as archive:
        names = {one.name.partition("/")[2] for one in archive.getmembers() if one.isfile()}
    return names - {"PKG-INFO"}


def complaints(folder: Path) -> Iterator[str]:
    """What is wrong with the distributions in a folder."""
    for package, project in PACKAGES.items():
        files = sources(project)
        wheel = {name.removeprefix("src/") for name in files if name.startswith(f"src/{package}/")}
        for pattern, look, wanted in (("-py3-none-any.whl", in_wheel, wheel), (".tar.gz", in_sdist, files)):
            found = sorted(folder.glob(f"{package}-*{pattern}"))
            if len(found) != 1:
                yield f"{folder}: {len(found)} files {package}-*{pattern}, expected one"
                continue
            held = look(found[0])
            yield from (f"{found[0].name}: lacks {name}" for name in sorted(wanted - held))
            yield from (f"{found[0].name}: holds {name}" for name in sorted(held - wanted - {".gitignore"}))


def main(arguments: list[str] | None = None) -> int:
    """Print what is wrong; 1 where something is."""
    parser = argparse.ArgumentParser(description="Look into wheels and source distributions.")
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    found = [*complaints(parser.parse_args(arguments).folder)]
    for line in found:
        print(line, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

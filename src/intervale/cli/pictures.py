"""Pictures that commands draw: checked before any work, each written by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from intervale.cli.output import say, write
from intervale.errors import OptionError

if TYPE_CHECKING:
    from intervale.present.look import Look

__all__ = ["draw", "prepared", "raise_refused"]


def prepared(size: str, font: str | None, *paths: Path | None) -> Look:
    """The look that was asked for. Refused before any work: a format or a size that is not known, an extra that is not
    installed, a size without a picture.
    """
    from intervale.present.look import Look
    from intervale.present.picture import altair_library, picture_format

    drawn = [path for path in paths if path is not None]
    if not drawn:
        if size != "screen" or font is not None:
            raise OptionError("--size and --font are for pictures; name the file of one")
        return Look()
    for path in drawn:
        picture_format(path)
    altair_library()
    return Look.of(size, font)


def draw(path: Path | None, look: Look, chart: Callable[[], Any]) -> OptionError | None:
    """Write a picture, where one was asked for; in a column without a title, which is stated for the caption. What
    cannot be drawn does not stop what is written beside it: it is returned, to be raised in the end.
    """
    from intervale.present.look import chart_caption
    from intervale.present.picture import chart_bytes, picture_format

    if path is None:
        return None
    try:
        made = chart()
    except OptionError as error:
        return error
    write(chart_bytes(made, picture_format(path)), path)
    caption = chart_caption(made)
    if look.column and caption:
        say(f"caption of {path}: {caption}")
    return None


def raise_refused(refused: Iterable[OptionError | None]) -> None:
    """Fail where a picture that was asked for could not be drawn, after everything else is written."""
    reasons = [str(error) for error in refused if error is not None]
    if reasons:
        raise OptionError("; ".join(reasons))

"""How far long work has come: a bar in a notebook, which vanishes when the work is done, or a line in a terminal.

In a notebook it is there without being asked for; :func:`progress` shows it elsewhere, hands it to a function, or turns
it off. Nothing is imported for it: a notebook that runs this has loaded what shows a bar. Showing never breaks the
work: where it fails, nothing is shown any more.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import Any, Protocol

from intervale.errors import OptionError
from intervale.exact.progress import Listener, parallel
from intervale.present.escape import html_text, label, visible

__all__ = ["TerminalLine", "notebook_bar", "progress"]

FIRST, AGAIN = 1.0, 0.2
"""After how many seconds of work it is shown, and how often it is written anew."""
MOST_LETTERS = 120
WORTH_SAYING = 5.0
"""Seconds: how much longer it takes is said where it is more."""


@contextmanager
def progress(show: bool | Listener = True) -> Iterator[None]:
    """How far long work inside the ``with`` has come: as a bar in a notebook and a line in a terminal; a function is
    told what is being done, how much of it is done and how much there is (0 of 0 where work is announced); False shows
    nothing, in a notebook either.

    >>> import intervale as iv
    >>> steps = []
    >>> with iv.progress(lambda what, done, total: steps.append((what, done, total))):
    ...     result = iv.check_claims(iv.read_scores({"A": [1, 2], "B": [0, 1]}, measure="m"), ["mean(A) > mean(B)"])
    >>> steps[-1]
    ('checking sentences', 1, 1)
    """
    listener: Listener
    if callable(show):
        listener = show
    elif isinstance(show, bool):
        listener = (notebook_bar() or TerminalLine()) if show else _silent
    else:
        raise OptionError("progress takes True, False or a function of what is done, how much, and of how much")
    try:
        with parallel(listener=listener):
            yield
    finally:
        if isinstance(listener, _Shower):
            listener.wipe()


def _silent(what: str, done: int, total: int) -> None:
    """Tells nobody."""


class _Shower:
    """Who shows progress: not before the work has taken a while, not all the time, and gone when it is done."""

    def __init__(self) -> None:
        self.next = time.monotonic() + FIRST
        self.started = time.monotonic()
        self.shown = False

    def __call__(self, what: str, done: int, total: int) -> None:
        if not done:
            self.started = time.monotonic()
        if not total:
            self.announce(what)
        elif done >= total:
            self.wipe()
        elif time.monotonic() >= self.next:
            self.show(what, done / total)
            self.shown, self.next = True, time.monotonic() + AGAIN

    def announce(self, what: str) -> None:
        """Work that will take long."""

    def show(self, what: str, share: float) -> None:
        raise NotImplementedError

    def wipe(self) -> None:
        raise NotImplementedError


class TerminalLine(_Shower):
    """Announcements as lines on standard error; how far work has come on one line that is written over, on a terminal
    only.
    """

    def __init__(self, say: Callable[[str], None] | None = None) -> None:
        super().__init__()
        self.say = say or (lambda what: print(visible(what), file=sys.stderr, flush=True))

    def announce(self, what: str) -> None:
        self.wipe()
        self.say(what)

    def show(self, what: str, share: float) -> None:
        if sys.stderr.isatty():
            left = (time.monotonic() - self.started) * (1 - share) / share if share else 0.0
            more = f", about {left:,.0f} s left" if left >= WORTH_SAYING else ""
            print(f"\r\033[K{visible(what)}: {share:.0%}{more} ", end="", file=sys.stderr, flush=True)

    def wipe(self) -> None:
        if self.shown and sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr, flush=True)
        self.shown = False


# ------------------------------------------------------------ notebooks


class _Surface(Protocol):
    """Where a notebook shows a bar."""

    def write(self, what: str, share: float | None) -> None: ...
    def clear(self) -> None: ...
    def forget(self) -> None: ...


class _Bar(_Shower):
    """A bar in a notebook. Where nobody says that a cell has ended (``ends``), each piece of work begins anew."""

    def __init__(self, surface: _Surface, *, ends: bool) -> None:
        super().__init__()
        self.surface, self.ends = surface, ends
        self.begun = self.broken = False

    def __call__(self, what: str, done: int, total: int) -> None:
        if self.broken:
            return
        if not self.begun:
            self.begun, self.next = True, time.monotonic() + FIRST
        try:
            super().__call__(what, done, total)
        except Exception:
            self.broken = True
        if not self.ends and done >= total:
            self.begun = False

    def announce(self, what: str) -> None:
        self.surface.write(what, None)
        self.shown = True

    def show(self, what: str, share: float) -> None:
        self.surface.write(what, share)

    def wipe(self) -> None:
        if self.shown:
            self.shown = False
            try:
                self.surface.clear()
            except Exception:
                self.broken = True

    def end(self, *_: Any) -> None:
        """A cell has ended, well or not: nothing is left of its bar, and the next begins anew."""
        self.wipe()
        self.begun = False
        self.surface.forget()


class _InJupyter:
    """The output of a cell in a Jupyter notebook."""

    def __init__(self) -> None:
        self.handle: Any = None

    def write(self, what: str, share: float | None) -> None:
        self._put(bar_html(what, share))

    def clear(self) -> None:
        if self.handle is not None:
            self._put("")

    def forget(self) -> None:
        """The next bar stands in the output of another cell."""
        self.handle = None

    def _put(self, text: str) -> None:
        content = {"text/html": text, "text/plain": ""}
        if self.handle is None:
            self.handle = import_module("IPython.display").display(content, raw=True, display_id=True)
        else:
            self.handle.update(content, raw=True)


class _InMarimo:
    """The output of a cell in a marimo notebook, which has a bar of its own."""

    def __init__(self) -> None:
        self.bar: Any = None
        self.at = 0

    def write(self, what: str, share: float | None) -> None:
        if share is None:
            return
        if self.bar is None:
            make = sys.modules["marimo"].status.progress_bar
            self.bar = make(total=100, title=_short(what), remove_on_exit=True, show_rate=False, show_eta=False)
            self.at = 0
        percent = int(100 * share)
        self.bar.progress.update(increment=percent - self.at, title=_short(what))
        self.at = percent

    def clear(self) -> None:
        if self.bar is not None:
            bar, self.bar = self.bar, None
            bar.__exit__(None, None, None)

    def forget(self) -> None:
        """Nothing: what is cleared is gone."""


def _short(what: str) -> str:
    return label(what, MOST_LETTERS)


def bar_html(what: str, share: float | None) -> str:
    """A bar as a notebook shows it; without a share, what is announced alone.

    >>> bar_html("drawing <topics>", 0.25)
    '<p><progress max="100" value="25"></progress> <small>drawing &lt;topics&gt;: 25%</small></p>'
    """
    line = html_text(_short(what))
    if share is None:
        return f"<p><small>{line} …</small></p>"
    return f'<p><progress max="100" value="{100 * share:.0f}"></progress> <small>{line}: {share:.0%}</small></p>'


def notebook_bar() -> Listener | None:
    """The bar of the notebook that this runs in; None elsewhere."""
    marimo: Any = sys.modules.get("marimo")
    try:
        if marimo is not None and marimo.running_in_notebook():
            return _marimo_bar()
        ipython: Any = sys.modules.get("IPython")
        shell = None if ipython is None else ipython.get_ipython()
        return None if getattr(shell, "kernel", None) is None else _jupyter_bar(shell)
    except Exception:
        return None


@cache
def _marimo_bar() -> _Bar:
    return _Bar(_InMarimo(), ends=False)


@cache
def _jupyter_bar(shell: Any) -> _Bar:
    """The bar of a kernel: its cells run one after the other, and it is told when one ends."""
    bar = _Bar(_InJupyter(), ends=True)
    shell.events.register("post_run_cell", bar.end)
    return bar

"""The server: on this computer only, until Ctrl-C."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Callable

from intervale.errors import OptionError

__all__ = ["HOST", "serve", "web_libraries"]

HOST = "127.0.0.1"
GRACE = 2
"""Seconds that open requests have at the end."""


def web_libraries() -> None:
    """Refuse, with what to install, where a library is absent; whoever needs them asks before any work."""
    try:
        import jinja2  # noqa: F401
        import python_multipart  # noqa: F401
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError as error:
        wanted = "pip install 'intervale[web]'"
        raise OptionError(f"the explorer needs {error.name}, part of the extra 'web': {wanted}") from None


def serve(port: int, started: Callable[[str], None]) -> None:
    """Answer requests until Ctrl-C. ``started`` is told the address, with the key of this start; port 0 takes any that
    is free.
    """
    import uvicorn

    from intervale.web.app import Explorer

    with _listening(port) as listening:
        number = listening.getsockname()[1]
        token = secrets.token_urlsafe(24)
        explorer = Explorer(port=number, token=token)
        settings = uvicorn.Config(
            explorer.app,
            log_level="critical",
            access_log=False,
            server_header=False,
            date_header=False,
            timeout_graceful_shutdown=GRACE,
        )
        try:
            server = uvicorn.Server(settings)
            started(f"http://{HOST}:{number}/?token={token}")
            server.run(sockets=[listening])
        finally:
            explorer.close()


def _listening(port: int) -> socket.socket:
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((HOST, port))
        made.listen(128)
    except OSError as error:
        made.close()
        raise OptionError(f"port {port} cannot be used: {error.strerror}; choose another with --port") from None
    return made

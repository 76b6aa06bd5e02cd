"""Who may ask: this computer's own browser, with the key of this start; and what a page may do.

The server listens on 127.0.0.1 only. A request must name that address as its Host, which stops names that others point
here; whatever changes something must come from the same origin; and all need the key, which the first address brings
and a cookie keeps.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import PlainTextResponse, RedirectResponse, Response

__all__ = ["PAGE_POLICY", "REPORT_POLICY", "Guard"]

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'"
)
REPORT_POLICY = (
    "sandbox allow-scripts allow-downloads allow-modals; default-src 'none'; script-src 'unsafe-inline'; "
    "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
"""A report has an origin of its own, runs its own script, and reaches nothing."""
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
READING = ("GET", "HEAD")
MISDIRECTED, FORBIDDEN, NOT_ALLOWED = 421, 403, 405
Scope = Any
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


class Guard:
    """The application behind its checks."""

    def __init__(self, app: App, *, port: int, token: str) -> None:
        self.app, self.token = app, token
        self.hosts = {f"{name}:{port}" for name in ("127.0.0.1", "localhost")}
        if port == 80:
            self.hosts |= {"127.0.0.1", "localhost"}
        self.cookie = f"intervale_{port}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return

        async def sealed(message: Any) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.setdefault("Content-Security-Policy", PAGE_POLICY)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refused = self._refused(scope, Headers(scope=scope))
        await (refused or self.app)(scope, receive, sealed)

    def _refused(self, scope: Scope, headers: Headers) -> Response | None:
        """What is answered instead; None where the request may go on."""
        host = headers.get("host", "")
        if host not in self.hosts:
            return _said(MISDIRECTED, "This server answers at 127.0.0.1 only.")
        if scope["method"] not in READING:
            if scope["method"] != "POST":
                return _said(NOT_ALLOWED, "This server answers GET and POST only.")
            origin, site = headers.get("origin"), headers.get("sec-fetch-site", "same-origin")
            if (origin is not None and origin != f"http://{host}") or site not in ("same-origin", "none"):
                return _said(FORBIDDEN, "This request comes from another page and is refused.")
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        given = next((value for name, value in query if name == "token"), None)
        if given is not None and scope["method"] in READING:
            return self._entered(scope["path"], query, given)
        if not self._matches(self._kept(headers)):
            return _said(
                FORBIDDEN, "Open the address that intervale explore printed: it has the key that this start needs."
            )
        return None

    def _entered(self, path: str, query: list[tuple[str, str]], given: str) -> Response:
        """The key in an address becomes a cookie, and leaves the address."""
        if not self._matches(given):
            return _said(FORBIDDEN, "This key is not the one of this start: open the address that was printed last.")
        rest = urlencode([(name, value) for name, value in query if name != "token"])
        found = RedirectResponse("/" + path.lstrip("/\\") + (f"?{rest}" if rest else ""), status_code=303)
        found.set_cookie(self.cookie, self.token, path="/", httponly=True, samesite="strict")
        return found

    def _kept(self, headers: Headers) -> str:
        return cookie_parser(headers.get("cookie", "")).get(self.cookie, "")

    def _matches(self, given: str) -> bool:
        return secrets.compare_digest(given.encode("utf-8", "surrogateescape"), self.token.encode())


def _said(status: int, sentence: str) -> Response:
    return PlainTextResponse(sentence + "\n", status_code=status)

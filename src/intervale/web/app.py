"""The application: which address shows what."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

from anyio import to_thread
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from intervale.errors import IntervaleError
from intervale.present.escape import visible
from intervale.web.answer import Answer, answer_of, longest_decided, without_verdict
from intervale.web.guard import REPORT_POLICY, Guard
from intervale.web.pages import ASSETS, asset, explorer_page, filled, hasse_file
from intervale.web.runs import Job, Jobs
from intervale.web.state import State, StateError, parse_state
from intervale.web.uploads import Limits, UploadError, received, sizes_fit, too_large_unpacked
from intervale.web.workers import BusyError, FailedError, StoppedError, Workers

__all__ = ["Explorer"]

WRONG, NOT_FOUND, BUSY = 400, 404, 503
REMEMBERED = 64
"""How many answers are kept."""
BUSY_SENTENCE = "Busy with other questions: try again in a moment."


class Explorer:
    """The explorer of one start: its workers, its reports, and the answers that it remembers."""

    def __init__(
        self,
        *,
        port: int,
        token: str,
        workers: Workers | None = None,
        jobs: Jobs | None = None,
        limits: Limits | None = None,
    ) -> None:
        self.workers, self.jobs, self.limits = workers or Workers(), jobs or Jobs(), limits or Limits()
        self._answers: OrderedDict[State, Answer] = OrderedDict()
        self._lock = threading.Lock()
        routes = [
            Route("/", self.measure),
            Route("/hasse.svg", self.hasse),
            Route("/assets/{name}", self.file),
            Route("/runs", self.runs, methods=["GET", "POST"]),
            Route("/runs/{name}", self.job),
            Route("/runs/{name}/stop", self.stop, methods=["POST"]),
            Route("/runs/{name}/report", self.report),
        ]
        lacking = {404: self._not_found, 405: self._not_found, 500: self._failed}
        inside = Starlette(routes=routes, lifespan=self._lifespan, exception_handlers=lacking)
        self.app = Guard(inside, port=port, token=token)

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        await to_thread.run_sync(self.workers.warm)
        try:
            yield
        finally:
            await to_thread.run_sync(self.close)

    def close(self) -> None:
        """End all processes, and remove what was dropped."""
        self.workers.close()
        self.jobs.close()

    # ------------------------------------------------------------ measures

    async def measure(self, request: Request) -> Response:
        """The page of a state, or one sentence about what is wrong with the address."""
        origin = f"http://{request.headers['host']}"
        try:
            state = parse_state(dict(request.query_params))
        except StateError as error:
            page = explorer_page(error.nearest, None, visible(str(error)), origin)
            return HTMLResponse(page, status_code=WRONG)
        try:
            answer = await self._answer(state)
        except BusyError:
            return HTMLResponse(explorer_page(state, None, BUSY_SENTENCE, origin), status_code=BUSY)
        page = await to_thread.run_sync(partial(explorer_page, state, answer, "", origin))
        return HTMLResponse(page, headers={"HX-Push-Url": state.address})

    async def hasse(self, request: Request) -> Response:
        """The diagram of a state as a file."""
        try:
            state = parse_state(dict(request.query_params))
            picture = hasse_file(state, await self._answer(state))
        except StateError as error:
            return PlainTextResponse(visible(str(error)), status_code=WRONG)
        except BusyError:
            return PlainTextResponse(BUSY_SENTENCE, status_code=BUSY)
        if picture is None:
            return PlainTextResponse("There are too many lists for a diagram.", status_code=WRONG)
        name = f"{state.measure}-{state.order}-{state.length}.svg"
        return Response(picture, media_type="image/svg+xml", headers=_attached(name))

    async def _answer(self, state: State) -> Answer:
        """The answer to a state, remembered or computed; what was pressed does not change it."""
        asked = replace(state, runs=())
        with self._lock:
            if asked in self._answers:
                self._answers.move_to_end(asked)
                return self._answers[asked]
        try:
            found = await to_thread.run_sync(partial(self.workers.run, answer_of, asked), limiter=None)
        except StoppedError:
            shorter = min(longest_decided(asked.grades), max(1, asked.length - 2))
            seconds = f"{self.workers.seconds:g} seconds"
            why = f"No verdict: it took more than {seconds}. Try n ≤ {shorter}, or simpler numbers."
            return without_verdict(asked, "stopped", why)
        except FailedError:
            return without_verdict(asked, "refused", "This could not be computed. Try a shorter length.")
        except IntervaleError as error:
            return without_verdict(asked, "refused", f"{error}.")
        with self._lock:
            self._answers[asked] = found
            while len(self._answers) > REMEMBERED:
                self._answers.popitem(last=False)
        return found

    async def file(self, request: Request) -> Response:
        """A file that pages use."""
        name = request.path_params["name"]
        if name not in ASSETS:
            return await self._not_found(request, None)
        return Response(asset(name), media_type=ASSETS[name][1])

    # ------------------------------------------------------------ runs

    async def runs(self, request: Request) -> Response:
        """The page to drop files on; with files, the beginning of a report."""
        if request.method != "POST":
            return HTMLResponse(self._runs_page())
        folder = await to_thread.run_sync(self.jobs.folder)
        kept = False
        try:
            upload = await received(request, folder, self.limits)
            names = (upload.qrels, *upload.runs)
            check = partial(self.workers.run, sizes_fit, folder, names, self.limits.unpacked)
            if not await to_thread.run_sync(check):
                raise too_large_unpacked(self.limits)
            job = self.jobs.start(folder, upload)
            kept = True
        except UploadError as error:
            return HTMLResponse(self._runs_page(visible(str(error))), status_code=error.status)
        except IntervaleError as error:
            return HTMLResponse(self._runs_page(visible(f"{error}.")), status_code=WRONG)
        except (BusyError, StoppedError, FailedError):
            return HTMLResponse(self._runs_page(BUSY_SENTENCE), status_code=BUSY)
        finally:
            if not kept:
                await to_thread.run_sync(self.jobs.remove, folder)
        return RedirectResponse(f"/runs/{job.name}", status_code=303)

    def _runs_page(self, wrong: str = "") -> str:
        return filled("runs.html", wrong=wrong, limits=self.limits)

    def _job(self, request: Request) -> Job | None:
        try:
            return self.jobs[request.path_params["name"]]
        except KeyError:
            return None

    async def job(self, request: Request) -> Response:
        """How far a report has come, or the report in its frame."""
        job = self._job(request)
        if job is None:
            return await self._not_found(request, None)
        return HTMLResponse(filled("job.html", job=job, doing=visible(job.doing), sentence=visible(job.sentence)))

    async def stop(self, request: Request) -> Response:
        """Stop a report that is being made."""
        job = self._job(request)
        if job is None:
            return await self._not_found(request, None)
        job.stop.set()
        return RedirectResponse(f"/runs/{job.name}", status_code=303)

    async def report(self, request: Request) -> Response:
        """A report, with an origin of its own."""
        job = self._job(request)
        if job is None or job.status != "done":
            return await self._not_found(request, None)
        saved = _attached("report.html") if "save" in request.query_params else {}
        return HTMLResponse(job.report, headers={"Content-Security-Policy": REPORT_POLICY, **saved})

    # ------------------------------------------------------------ what is not there

    async def _not_found(self, request: Request, error: object) -> Response:
        return HTMLResponse(filled("said.html", sentence="There is no such page."), status_code=NOT_FOUND)

    async def _failed(self, request: Request, error: object) -> Response:
        return HTMLResponse(filled("said.html", sentence="This page could not be made."), status_code=500)


def _attached(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}

"""From judgments and runs that were dropped to a report: one after the other, with progress, and stopped when asked."""

from __future__ import annotations

import secrets
import shutil
import tempfile
import threading
from contextlib import chdir
from dataclasses import dataclass, field
from pathlib import Path

from intervale.errors import IntervaleError
from intervale.web.uploads import Upload
from intervale.web.workers import BusyError, FailedError, StoppedError, Workers

__all__ = ["Job", "Jobs", "make_report"]

SECONDS, KEPT = 900.0, 4
"""How long a report may take, and how many are kept to be looked at."""


@dataclass
class Job:
    """A report that is being made, was made, or was not."""

    name: str
    measures: tuple[str, ...]
    systems: int
    status: str = "waiting"
    """``waiting``, ``running``, ``done``, ``refused`` or ``stopped``."""
    doing: str = ""
    share: float | None = None
    """How much of what is being done is done."""
    sentence: str = ""
    report: str = ""
    stop: threading.Event = field(default_factory=threading.Event)

    @property
    def over(self) -> bool:
        return self.status in ("done", "refused", "stopped")

    def tell(self, what: str, done: int, total: int) -> None:
        """How far the work has come."""
        self.status, self.doing, self.share = "running", what, done / total if total else None


class Jobs:
    """The reports of this start. What was dropped is removed as soon as its report is made, or not made."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.workers = Workers(seconds=seconds, at_once=1, waiting=2)
        self._jobs: dict[str, Job] = {}
        self._folders: set[Path] = set()
        self._lock = threading.Lock()

    def folder(self) -> Path:
        """A new folder, which nobody else can read."""
        made = Path(tempfile.mkdtemp(prefix="intervale-explore-"))
        with self._lock:
            self._folders.add(made)
        return made

    def remove(self, folder: Path) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        with self._lock:
            self._folders.discard(folder)

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders that there are."""
        with self._lock:
            return tuple(self._folders)

    def start(self, folder: Path, upload: Upload) -> Job:
        """Begin a report; the folder is removed at its end."""
        job = Job(secrets.token_hex(8), upload.measures, len(upload.runs))
        with self._lock:
            finished = [name for name, one in self._jobs.items() if one.over]
            for name in finished[: max(0, len(finished) - KEPT + 1)]:
                del self._jobs[name]
            self._jobs[job.name] = job
        threading.Thread(target=self._made, args=(job, folder, upload), daemon=True).start()
        return job

    def _made(self, job: Job, folder: Path, upload: Upload) -> None:
        try:
            job.report = self.workers.run(make_report, folder, upload, tell=job.tell, stop=job.stop)
            job.status = "done"
        except IntervaleError as error:
            job.status, job.sentence = "refused", f"{error}."
        except StoppedError:
            job.status, job.sentence = "stopped", "Stopped: there is no report."
        except BusyError:
            job.status, job.sentence = "refused", "Busy with other reports: try again."
        except FailedError as error:
            why = f" ({error})" if str(error) else ""
            job.status, job.sentence = "refused", f"The report could not be made{why}. Try fewer runs or measures."
        finally:
            self.remove(folder)

    def __getitem__(self, name: str) -> Job:
        with self._lock:
            return self._jobs[name]

    def close(self) -> None:
        """Stop what is being made, and remove what was dropped."""
        self.workers.close()
        for folder in self.folders:
            self.remove(folder)


def make_report(folder: Path, upload: Upload) -> str:
    """The report, in the process that makes it. Files are called as they were dropped, without a folder."""
    from intervale.evaluation import evaluate
    from intervale.present.page import report

    with chdir(folder):
        found = evaluate(upload.qrels, list(upload.runs), list(upload.measures), interval=True)
        return report(found)

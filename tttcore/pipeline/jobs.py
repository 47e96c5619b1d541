"""Jobs of the workflow: logs with one-line errors, starting a script by hand, and the lock of a run."""

import fcntl
import socket
import sys
import time
import traceback
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import IO, TextIO

from tttcore.pipeline.kernel_cache import cache_failure
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.store import StoreError
from tttcore.pipeline.system_errors import describe_os_error
from tttcore.wings import has_wing

SECONDS_BETWEEN_LINES = 5.0

LOCK_FILE = "held_by"
"""File that every process locks (`flock`), in Snakemake's folder; holds the host name of the last run."""


@contextmanager
def logged(path: str | Path, made: Collection[str | Path] = ()) -> Iterator[TextIO]:
    """Open a job's log, and exit with one line after a user's mistake, an interruption or a system error.

    Other errors leave their traceback in the log and are raised. At a good end the log names what the job has `made`,
    files and folders, with their digests, see `job_digests`.
    """
    message = None
    try:
        with Path(path).open("w", encoding="utf-8") as log:
            try:
                yield log
                if made:
                    from tttcore.pipeline.job_digests import log_lines  # noqa: PLC0415 - jobs of runs go without

                    log.writelines(log_lines(made))
            except KeyboardInterrupt:
                message = "interrupted"
                log.write(f"{message}\n")
            except Exception as error:
                message = _message(error)
                log.write(f"{message}\n" if message else traceback.format_exc())
                if not message:
                    raise
    except OSError as error:  # writing the log itself can fail as well
        message = message or _message(error)
        if not message:
            raise
    if message:
        sys.exit(message)


def _message(error: Exception) -> str | None:
    """One line on an error and its remedy; None for an error in the program itself."""
    if message := cache_failure(error):
        return f"error: {message}"
    if isinstance(error, ConfigError | StoreError):
        return f"error: {error}"
    if isinstance(error, MemoryError):
        return "error: not enough memory; ask for fewer or smaller runs, or give the job more memory, and run again"
    return f"error: {fault}" if (fault := describe_os_error(error)) else None


def track_progress(items: range, *, label: str, log: TextIO) -> Iterator[int]:
    """Yield `items` and report progress.

    Parameters
    ----------
    label : name of the work, such as ``control-listed``.
    log : receives a line every five seconds and one at the end.
    """
    started = reported = time.monotonic()
    for done, item in enumerate(items, start=1):
        yield item
        now = time.monotonic()
        if now - reported >= SECONDS_BETWEEN_LINES or done == len(items):
            reported = now
            print(f"{label}: {done} of {len(items)} runs in {now - started:.1f} s", file=log, flush=True)


def job_of(script: str) -> SimpleNamespace:
    """Stand-in for Snakemake's object ``snakemake``, for a script that is started by hand in the project's folder.

    The job is the first of the script's rule whose wildcards have all of the command's arguments. Its inputs must be
    there; its outputs are written where the workflow has them.

    Raises
    ------
    SystemExit
        If there is no such job; names the known ones.
    """
    from snakemake.api import DAGSettings, OutputSettings, ResourceSettings, SnakemakeApi  # noqa: PLC0415 - seldom needed
    from snakemake.settings.enums import Quietness  # noqa: PLC0415

    name, asked = Path(script).name, set(sys.argv[1:])
    targets = frozenset(["all", *(["results/crate.zip"] if has_wing("exchange") else [])])
    with SnakemakeApi(OutputSettings(quiet={Quietness.ALL})) as api:
        workflow = api.workflow(ResourceSettings(cores=1), snakefile=Path("Snakefile"))
        workflow.dag(DAGSettings(targets=targets, forceall=True)).summary()
        jobs = [job for job in workflow._workflow.dag.jobs if job.rule.script and Path(job.rule.script).name == name]
        found = [job for job in jobs if asked <= {*map(str, job.wildcards)}]
        if not found:
            known = ", ".join(sorted({" ".join(map(str, job.wildcards)) for job in jobs})[:20])
            sys.exit(f"error: {name}: no job {' '.join(sys.argv[1:])!r}; known: {known}")
        job = min(found, key=lambda each: each.output[0])
        files = {kind: getattr(job, kind) for kind in ("input", "output", "log")}
        return SimpleNamespace(**files, params=job.params, wildcards=job.wildcards)


def hold_run_lock(folder: Path) -> IO[str] | None:
    """Lock Snakemake's folder for as long as the file that is returned is open; None where nothing can be locked.

    If no other process holds it, its lock files are those of a killed run, and are removed. They stay if the last run
    was on another host, since some network file systems don't show its `flock`.
    """
    with suppress(OSError):
        folder.mkdir(exist_ok=True)
        file = (folder / LOCK_FILE).open("a", encoding="utf-8")
        with suppress(BlockingIOError):  # another process is alive, so that Snakemake's own lock files decide
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            here, locks = socket.gethostname(), [*folder.glob("locks/*")]
            if not locks or (folder / LOCK_FILE).read_text(encoding="utf-8") == here:
                for lock in locks:
                    lock.unlink()
                (folder / LOCK_FILE).write_text(here, encoding="utf-8")
        fcntl.flock(file, fcntl.LOCK_SH)
        return file
    return None

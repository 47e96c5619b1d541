"""Snakemake's messages, and how much of the computing time is done: one line in a terminal, elsewhere a log."""

import shutil
from logging import INFO, LogRecord

from snakemake.logging import ColorizingTextHandler, get_event, logger
from snakemake_interface_logger_plugins.common import LogEvent

from tttcore.pipeline.progress import PROGRESS, duration

OF_ONE_JOB = {LogEvent.JOB_INFO, LogEvent.JOB_STARTED, LogEvent.JOB_FINISHED, LogEvent.SHELLCMD, LogEvent.PROGRESS}
OF_THE_START = {LogEvent.RUN_INFO, LogEvent.RESOURCES_INFO, LogEvent.WORKFLOW_STARTED, None}
KEPT = ("Nothing to be done", "Complete log", "Elapsed time")
"""Beginnings of messages that stay in a terminal though they are neither warnings nor errors."""
ERASE = "\r\x1b[K"


def show_progress(*, short: bool) -> None:
    """Put `ProgressLog` in the place of the handler that Snakemake has unless the user asked for another one.

    A plug-in of Snakemake would not be found where the package is installed for editing.

    Parameters
    ----------
    short : whether a terminal shows one line instead of all messages.
    """
    for handler in [*logger.handlers]:
        if isinstance(handler, ColorizingTextHandler) and handler.name == "DefaultStreamHandler":
            logger.removeHandler(handler)
            logger.addHandler(ProgressLog(handler, short=short))


class ProgressLog(ColorizingTextHandler):
    """Handler of Snakemake's messages with the stream, the form and the filters of another one.

    A terminal shows a line that tells how far the run is and what it does now; warnings and errors stay above it.
    Everywhere else messages are those of Snakemake, and each count of jobs says how much of the computing time is done.
    """

    def __init__(self, other: ColorizingTextHandler, *, short: bool) -> None:
        super().__init__(nocolor=other.nocolor, stream=other.stream, formatter=other.formatter)
        self.name = other.name
        for each in other.filters:
            self.addFilter(each)
        self.short = short and self.is_tty
        self._line = ""

    def emit(self, record: LogRecord) -> None:
        """Note what a message says of jobs, and show it."""
        event = get_event(record)
        _note(event, record)
        if self.short:
            self._change_line(event, record)
        else:
            super().emit(record)

    def format(self, record: LogRecord) -> str:
        """Snakemake's text, with the share of the computing time after a count of jobs."""
        text = super().format(record)
        return f"{text}, {PROGRESS}" if get_event(record) == LogEvent.PROGRESS else text

    def _change_line(self, event: LogEvent | None, record: LogRecord) -> None:
        """Show the line of now, above it what stays."""
        said = str(record.msg or "").strip()
        passing = record.levelno <= INFO and event in OF_ONE_JOB | OF_THE_START and not said.startswith(KEPT)
        if passing and not PROGRESS.started:
            line = _fitting(said) if event is None else ""
        else:
            line = _line_of_now(ended=event == LogEvent.JOB_FINISHED and PROGRESS.ended)
        if passing and line == self._line:
            return
        self._write(ERASE)
        if not passing:
            super().emit(record)
        self._write(line)
        self._line = line

    def _write(self, text: str) -> None:
        self.stream.write(text)
        self.flush()


def _line_of_now(*, ended: bool) -> str:
    """Progress of the run, and as many of the running jobs as fit; nothing between two jobs."""
    if ended:
        return f"{PROGRESS.jobs} done in {duration(PROGRESS.elapsed)}\n"
    return _fitting(f"{PROGRESS}, {PROGRESS.jobs}: {', '.join(PROGRESS.running.values())}") if PROGRESS.running else ""


def _note(event: LogEvent | None, record: LogRecord) -> None:
    """Keep count of jobs by the fields that Snakemake gives its messages."""
    told = vars(record)
    if event == LogEvent.JOB_INFO:
        PROGRESS.begin(told["jobid"], " ".join([told["rule_name"], *map(str, told["wildcards"].values())]))
    elif event == LogEvent.JOB_FINISHED:
        PROGRESS.finish(told["job_id"])
    elif event == LogEvent.JOB_ERROR:
        PROGRESS.stop(told["jobid"])


def _fitting(text: str) -> str:
    """As much of a text as a line of the terminal holds."""
    width = shutil.get_terminal_size().columns - 1
    return text if len(text) <= width else text[: width - 1] + "…"

"""The `ttt` command: reads arguments and files, calls the package, writes tables.

Every user mistake ends in one line on standard error and exit code 2. Commands import slow modules
only when they run, so that help appears at once.
"""

import os
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from tttcore import __version__
from tttcore.cli import agents, compare, draw, facts, genies, genomes, machines, new, plan, tidy, verify
from tttcore.cli.sections import Sections
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.system_errors import describe_os_error
from tttcore.wings import has_wing

NAME = "ttt"
MISTAKE = 2
BROKEN_PIPE = 1
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    The code is the command's own (0 by default, also of help in place of a command), 2 after a reported mistake, 1
    after a broken pipe, 130 after an interruption.
    """
    try:
        code = _run(arguments)
        if sys.stdout:
            sys.stdout.flush()
        return code
    except BrokenPipeError:
        _give_up_output()
        return BROKEN_PIPE
    except click.Abort:
        return INTERRUPTED
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 0
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        _complain(error.format_message() + (f" (see {context.command_path} --help)" if context else ""))
    except MemoryError as error:
        _complain(f"not enough memory: {error}".removesuffix(": "))
    except (OSError, ValueError) as error:
        _complain(describe_os_error(error) or str(error))
        _give_up_output()
    return MISTAKE


def _run(arguments: Sequence[str] | None) -> int:
    try:
        return ttt.main(arguments, prog_name=NAME, standalone_mode=False) or 0
    except Exception as error:
        from tttcore.pipeline.kernel_cache import cache_failure  # noqa: PLC0415 - seldom needed

        if message := cache_failure(error):
            raise ValueError(message) from None
        raise


def _give_up_output() -> None:
    """Drop what can't be written, or Python would try once more at its end, complain too, and end with its own code."""
    if sys.stdout:
        try:
            sys.stdout.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str) -> None:
    line = " ".join(part.strip() for part in message.splitlines())
    click.echo(f"{NAME}: error: {ConfigError(line)}", err=True)


_PLAYERS = import_module("tttcore.classroom.commands") if has_wing("classroom") else None
SECTIONS: dict[str, Sequence[click.Command]] = {
    **(_PLAYERS.SECTIONS if _PLAYERS else {}),
    "Stored players and results": (
        agents.agents,
        agents.export,
        compare.compare,
        draw.draw,
        facts.facts,
        machines.machines,
        verify.verify,
    ),
    "Experiments of single documents": (genies.genies, genomes.evaluate),
    "Projects": (new.new_project, new.new, new.schema, plan.plan, tidy.tidy),
}


@click.group(
    name=NAME,
    cls=Sections,
    sections=SECTIONS,
    epilog="\b\nBegin with one of these:\n"
    f"{_PLAYERS.EXAMPLES if _PLAYERS else ''}"
    "  ttt draw ancheta2020       # the figures of a document",
    context_settings={"help_option_names": ["-h", "--help"], "show_default": True},
)
@click.version_option(__version__, prog_name=NAME, message="%(prog)s %(version)s")
def ttt() -> None:
    """Machines that learn tic-tac-toe: play them, enter your own player, look at results.

    `ttt COMMAND --help` explains a command and the files that it reads.
    """

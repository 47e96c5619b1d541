"""Run the `ttt` command as a separate process."""

import subprocess
import sys

TTT = [sys.executable, "-c", "import sys; from tttcore.cli import main; sys.exit(main())"]


def run(*arguments, typed=""):
    """Exit code, lines of standard output, lines of standard error."""
    done = subprocess.run([*TTT, *arguments], check=False, input=typed, capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout.splitlines(), done.stderr.splitlines()

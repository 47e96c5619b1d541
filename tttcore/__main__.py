"""Program of the `ttt` command, also as `python -m tttcore`; Ctrl-C while it loads prints no traceback."""

import sys

INTERRUPTED = 130


def main() -> int:
    """Run the command line and return its exit code, see `tttcore.cli.main`."""
    try:
        from tttcore import cli  # noqa: PLC0415

        return cli.main()
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())

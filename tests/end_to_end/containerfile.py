"""The Containerfile, step by step."""

from helpers.project import ROOT


def arguments_of(instruction: str) -> list[list[str]]:
    """Arguments of every step with an instruction, in the file's order."""
    steps = [line.split() for line in (ROOT / "Containerfile").read_text(encoding="utf-8").splitlines()]
    return [arguments for first, *arguments in filter(None, steps) if first == instruction]


def copied() -> list[str]:
    """Files and folders of the project that the image is made of."""
    return [path for *paths, _ in arguments_of("COPY") for path in paths]
